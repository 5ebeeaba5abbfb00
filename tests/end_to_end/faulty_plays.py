"""What is played on a disk that fails: on record, over HTTP, on the command line, at a salvage.

Each says what it was told to be kept, does once more what it was told to have failed, and holds
afterwards, on a disk that is well again, what is there against what was said.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, NamedTuple, Protocol, TypeVar

from calibration.choosing import Profiles
from companion.cli import main
from companion.live import Tables
from companion.photos.labelled_folder import LabellingError
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.record import Games, NewEntry, Player
from companion.record.exporting import export_game
from companion.record.importing import import_game
from companion.record.salvaging import open_record
from companion.security.certificate_authority import Authority
from companion.storage import database
from companion.storage.database import DataError
from companion.storage.folder_lock import FolderLock
from companion.web import create_app
from rules import applied, board_to_json, parse_move
from rules.board import Board
from tests.companion.conftest import TruthReader
from tests.companion.live.games import MATCHING, OPENING, THIRD, by_hand
from tests.companion.record.appending import picture

Result = TypeVar("Result")
Said = list[dict[str, Any]]
SAMPLES = Path(__file__).resolve().parents[2] / "sample_images"
PROGRAM = str(SAMPLES.parent)
SAMPLE = "palagonia_1_r039"
PLAYERS = (Player("Ann", "white"), Player("Bob", "blue"))
LOOKS = 3
TRIES = 4


class Say(Protocol):
    """Tells the process that looks on what was told."""

    def __call__(self, **what: Any) -> None: ...


class GaveUpError(Exception):
    """What failed fails again and again."""


class Play(NamedTuple):
    """What is there before, what is done, and what is wrong afterwards."""

    begin: Callable[[Path], None]
    play: Callable[[Path, Say], None]
    check: Callable[[Path, Said], Iterator[str]]


def tried(say: Say, job: Callable[[], Result]) -> Result:
    """Do a thing, and once more where it is told that it failed."""
    for _ in range(TRIES):
        try:
            return job()
        except (DataError, LabellingError) as error:
            say(refused=str(error))
        except OSError as error:  # of the program's own files; `palago` tells it in a sentence
            if PROGRAM not in str(error.filename or PROGRAM):
                raise
            say(refused=f"{error}.")
    raise GaveUpError


def exports(data: Path) -> dict[str, Any]:
    """Return all games on record by what they are called everywhere."""
    with closing(database.connect(data)) as connection:
        numbers = [found[0] for found in connection.execute("SELECT id FROM game")]
        games = [export_game(connection, number) for number in numbers]
    return {game["uid"]: game for game in games}


def imported_game(uid: str) -> dict[str, Any]:
    """Return a game as a document."""
    entries = [
        {
            "number": number,
            "source": "input",
            "kind": "settled",
            "t": float(number),
            "at": "2026-01-31T19:30:12.531+00:00",
            "data": {"look": number, "filler": "x" * 2000},
        }
        for number in range(1, 5)
    ]
    players = [{"name": "Ann", "color": None}, {"name": "Bob", "color": None}]
    return {
        "format": "palago-game",
        "version": 1,
        "uid": uid,
        "game": "palago",
        "options": {},
        "players": players,
        "started_at": "2026-01-31T19:30:00.000+00:00",
        "ended_at": None,
        "entries": entries,
        "pictures": [],
    }


def told(said: Said, key: str) -> list[Any]:
    return [line[key] for line in said if key in line]


def checked_start(data: Path) -> Iterator[str]:
    """Start once more, on a disk that is well: nothing may be damaged."""
    salvage = open_record(data)
    if salvage is not None:
        yield f"the next start found damage: {salvage}"


# ---- the record ------------------------------------------------------------------------------


def _appended(look: int) -> tuple[list[NewEntry], list[NewEntry]]:
    seen = NewEntry("settled", {"look": look}, look, look, reading={"look": look})
    said = NewEntry("move", {"look": look}, look, look, picture(look), picture(look + 1))
    return [seen], [said]


def _nothing(_data: Path) -> None:
    pass


def _keep(data: Path, say: Say) -> None:
    with suppress(GaveUpError):
        tried(say, lambda: open_record(data))
        with closing(tried(say, lambda: database.connect(data))) as connection:
            games = Games(connection)
            log = tried(say, lambda: games.start("palago", PLAYERS))
            say(begun=_uid(connection, log.game))
            for look in range(LOOKS):
                say(kept=tried(say, lambda: log.append(*_appended(look)))[-1])  # noqa: B023
            for over in (True, False, True):
                corrected = [NewEntry("correction", {"over": over}, LOOKS)]
                say(kept=tried(say, lambda: log.append([], corrected, over=over))[-1])  # noqa: B023
            tried(say, lambda: export_game(connection, log.game))
            document = imported_game("a" * 32)
            number = tried(say, lambda: _taken_in(connection, document))
            say(taken_in=document["uid"])
            say(forgetting=document["uid"])
            tried(say, lambda: games.forget(number))
            say(forgotten=document["uid"])


def _uid(connection: sqlite3.Connection, game: int) -> str:
    return str(connection.execute("SELECT uid FROM game WHERE id = ?", (game,)).fetchone()[0])


def _taken_in(connection: sqlite3.Connection, document: dict[str, Any]) -> int:
    known = connection.execute("SELECT id FROM game WHERE uid = ?", (document["uid"],)).fetchone()
    return import_game(connection, document) if known is None else int(known[0])


def _check_kept(data: Path, said: Said) -> Iterator[str]:
    yield from checked_start(data)
    found = exports(data)
    yield from _check_taken_in(found, said, imported_game("a" * 32))
    games = [game for uid, game in found.items() if uid != "a" * 32]
    if not told(said, "begun"):
        return
    (game,) = [game for game in games if game["uid"] == told(said, "begun")[0]]
    entries = game["entries"]
    if len(entries) < max(told(said, "kept"), default=0):
        yield f"{len(entries)} entries, but {told(said, 'kept')} were told"
    looks = [entry["data"]["look"] for entry in entries if "look" in entry["data"]]
    if looks != [look for look in range(LOOKS) for _ in "io"][: len(looks)] or len(looks) % 2:
        yield f"looks are there by halves: {looks}"
    if any("jpeg" not in one for one in game["pictures"]):
        yield "a picture is gone"


def _check_taken_in(found: dict[str, Any], said: Said, document: dict[str, Any]) -> Iterator[str]:
    uid = document["uid"]
    if uid in told(said, "forgotten"):
        if uid in found:
            yield "a game that was told to be forgotten is there"
    elif uid not in found and uid in set(told(said, "taken_in")) - set(told(said, "forgetting")):
        yield "a game that was told to be taken in is gone"
    if uid in found and found[uid] != document:
        yield "a game that was taken in is not as it was"


# ---- over HTTP -------------------------------------------------------------------------------


def _serve(data: Path, say: Say) -> None:
    with suppress(GaveUpError):
        tables = Tables(data, make_reader=lambda: TruthReader(SAMPLES), profiles=Profiles())  # type: ignore[arg-type,return-value]
        lock, client = tried(say, lambda: _started(data, tables))
        try:
            _play_pages(client, say)
        finally:
            tables.stop_all()
            lock.__exit__(None, None, None)


def _started(data: Path, tables: Tables) -> tuple[FolderLock, Any]:
    lock = FolderLock(data)
    try:
        open_record(data)
        reader = PhotoQueue(TruthReader(SAMPLES))  # type: ignore[arg-type]
        app = create_app(data, reader, Samples(SAMPLES), tables=tables)
        Authority(data / "security", (), ("192.168.1.5",)).server_file((), ("192.168.1.5",))
    except BaseException:
        lock.__exit__(None, None, None)
        raise
    return lock, app.test_client()


def _play_pages(client: Any, say: Say) -> None:
    def ask(method: str, path: str, **body: Any) -> Any:
        for _ in range(TRIES):
            answer = client.open(path, method=method, **body)
            if answer.status_code < 500:
                return answer
            sentence = answer.get_json()["error"]
            say(refused=sentence)
            assert "internal error" not in sentence, sentence
        raise GaveUpError

    game = ask("POST", "/api/games", json=by_hand("palago")).get_json()
    say(begun=game["uid"])
    address = f"/api/games/{game['id']}"
    board = Board({})
    for move in (OPENING, MATCHING, THIRD):
        board = applied(parse_move(move), board)
        answer = ask("POST", f"{address}/table", json={"board": board_to_json(board)})
        assert answer.status_code in (200, 409), answer.get_json()
        if answer.status_code == 409:  # nobody follows it any more, which is told
            assert ask("PUT", f"{address}/source", json={"kind": "hand"}).status_code == 200
            answer = ask("POST", f"{address}/table", json={"board": board_to_json(board)})
        say(kept=answer.get_json()["last_event_id"])
    answer = ask("POST", f"{address}/decisions", json={"kind": "pause", "data": {}})
    assert answer.status_code in (200, 400, 409), answer.get_json()
    answer = ask("POST", "/api/readings", data={"sample": SAMPLE})
    if answer.status_code != 201:  # the sample itself cannot be read
        raise GaveUpError
    photo = answer.get_json()
    reading = "/api" + photo["url"].split("localhost")[1]
    say(photo=reading)
    if ask("PUT", f"{reading}/correction", json={}).status_code == 200:
        say(corrected=reading)
    assert ask("GET", f"{address}/export.json").status_code == 200
    second = ask("POST", "/api/games", json=by_hand("palagem")).get_json()
    answer = ask("DELETE", f"/api/games/{second['id']}")
    assert answer.status_code in (204, 404), answer.get_json()
    say(forgotten=second["uid"])


def _check_served(data: Path, said: Said) -> Iterator[str]:
    yield from checked_start(data)
    found = exports(data)
    for uid in told(said, "forgotten"):
        if uid in found:
            yield "a game that was told to be forgotten is there"
    for uid in told(said, "begun"):
        entries = found[uid]["entries"]
        if len(entries) < max(told(said, "kept"), default=0):
            yield f"{len(entries)} entries, but {told(said, 'kept')} were told"
    with closing(database.connect(data)) as connection:
        photos = connection.execute("SELECT count(*) FROM photo").fetchone()[0]
        corrections = connection.execute("SELECT count(*) FROM correction").fetchone()[0]
    if photos < len(told(said, "photo")) or corrections < len(told(said, "corrected")):
        yield f"{photos} photos, {corrections} corrections, but more were told"
    if (
        told(said, "corrected")
        and not told(said, "refused")
        and len(list((data / "labelled").glob("*.json"))) != 1
    ):
        yield "the photo is not labelled"
    TablesOnce = Tables(data, make_reader=lambda: TruthReader(SAMPLES))  # type: ignore[arg-type,return-value] # noqa: N806
    TablesOnce.take_up_again()
    TablesOnce.stop_all()


# ---- on the command line ---------------------------------------------------------------------


def _with_a_game(data: Path) -> None:
    open_record(data)
    with closing(database.connect(data)) as connection:
        import_game(connection, imported_game("b" * 32))
    (data / "game.json").write_text(json.dumps(imported_game("a" * 32)), "utf-8")
    (data / "out.json").write_text(json.dumps({"mine": True}), "utf-8")


def _command(data: Path, say: Say) -> None:
    def run(*arguments: str) -> None:
        for _ in range(TRIES):
            if main(["games", "--data", str(data), *arguments]) == 0:
                return
            say(refused="the command tells it.")
        raise GaveUpError

    with suppress(GaveUpError):
        run()
        run("export", "1", "--output", str(data / "out.json"))
        say(exported=True)
        say(forgetting="b" * 32)
        run("forget", "1")
        say(forgotten="b" * 32)
        with suppress(GaveUpError):
            run("import", str(data / "game.json"))
            say(taken_in="a" * 32)
        run("check")


def _check_commands(data: Path, said: Said) -> Iterator[str]:
    yield from checked_start(data)
    found = exports(data)
    yield from _check_taken_in(found, said, imported_game("a" * 32))
    if "b" * 32 in told(said, "forgotten") and "b" * 32 in found:
        yield "a game that was told to be forgotten is there"
    if not told(said, "forgetting") and "b" * 32 not in found:
        yield "a game that nobody removed is gone"
    written = json.loads((data / "out.json").read_text("utf-8"))
    allowed = [imported_game("b" * 32)]
    if not told(said, "exported"):
        allowed.append({"mine": True})
    if written not in allowed:
        yield "the exported file is neither the old nor the new one"


# ---- salvaging -------------------------------------------------------------------------------

_CHANGE = "UPDATE entry SET data = replace(data, '\"look\":3', '\"look\":9') WHERE game_id = 2"


def _damaged(data: Path) -> None:
    open_record(data)
    with closing(database.connect(data)) as connection:
        for uid in "abc":
            import_game(connection, imported_game(uid * 32))
        connection.execute("INSERT INTO reading VALUES (1, 'a', '2026-01-02T03:04:05+00:00', '{}')")
        connection.execute("INSERT INTO photo VALUES (1, x'00', x'01')")
        connection.execute("DROP TRIGGER entry_is_never_changed")
        assert connection.execute(_CHANGE).rowcount > 0
        connection.commit()


def _salvage(data: Path, say: Say) -> None:
    with suppress(GaveUpError):
        salvage = tried(say, lambda: open_record(data))
        if salvage is not None:
            say(salvaged=salvage.sentence(), lost=salvage.lost)


def _check_salvaged(data: Path, said: Said) -> Iterator[str]:
    if any(told(said, "lost")):
        yield "a game was told to be lost"
    again = open_record(data)
    if again is not None and told(said, "salvaged"):
        yield f"what was salvaged was salvaged once more: {again}"
    found = exports(data)
    for uid in "ac":
        if found.get(uid * 32) != imported_game(uid * 32):
            yield f"a whole game was not taken over: {sorted(found)}"
    begun = imported_game("b" * 32)["entries"][:2]
    if "b" * 32 not in found or found["b" * 32]["entries"] != begun:
        yield "of the damaged game not all was taken over that is whole"
    with closing(database.connect(data)) as connection:
        if connection.execute("SELECT count(*) FROM photo").fetchone()[0] != 1:
            yield "the photo was not taken over"
    aside = list(data.glob("*.damaged-*"))
    if len([file for file in aside if file.name[-1].isdigit()]) != 1:
        yield f"the damaged file is not there once: {aside}"


PLAYS = {
    "record": Play(_nothing, _keep, _check_kept),
    "pages": Play(_nothing, _serve, _check_served),
    "commands": Play(_with_a_game, _command, _check_commands),
    "salvage": Play(_damaged, _salvage, _check_salvaged),
}
