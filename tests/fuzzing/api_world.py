"""A companion with games in every state there is, real passes to them, and photos.

It is put together once, in a folder. Each world is a copy of it, so that requests may change what
they like, and a request that goes wrong goes wrong again in the next copy.
"""

from __future__ import annotations

import shutil
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
from flask import Flask
from flask.testing import FlaskClient

from calibration.choosing import CameraReaders
from companion.live import Tables
from companion.live.choice import FrameSource, SourceChoice, open_choice
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.record.importing import import_game
from companion.security.passes import Role
from companion.sources.cameras import CameraPictures
from companion.sources.live import Capture
from companion.storage import database
from companion.web import access, calibrating, create_app
from companion.web.cameras import use as use_cameras
from companion.web.reach import Reach
from companion.web.reach import install as reached
from rules import parse_move
from tests.companion.live.games import MATCHING, MISMATCHED, OPENING, RING, THIRD, THREE, by_hand
from tests.fuzzing.samples import SAMPLE, SAMPLES, exported_game
from vision.readers.reader import Reader

NAMES = ("localhost", "127.0.0.1", "192.168.1.5")
STATES = (
    *("playing", "scored", "palagems", "illegal", "adrift", "over", "asking", "posted"),
    *("pictures", "stopped", "forgotten"),
)
"""What is special about each game, the first being game 1."""
OVER = STATES.index("over") + 1
PICTURED = STATES.index("pictures") + 1
FORGOTTEN = STATES.index("forgotten") + 1


@dataclass
class Found:
    """Numbers of what there is, by which it is asked for.

    ``entries`` and so on are those of each game by its number; ``passes`` are by role and game.
    """

    entries: dict[int, list[int]] = field(default_factory=dict)
    moves: dict[int, int] = field(default_factory=dict)
    rulings: dict[int, list[int]] = field(default_factory=dict)
    pictures: dict[int, list[int]] = field(default_factory=dict)
    guests: dict[int, list[int]] = field(default_factory=dict)
    questions: dict[int, int] = field(default_factory=dict)
    readings: list[int] = field(default_factory=list)
    passes: dict[tuple[str, int], str] = field(default_factory=dict)


@dataclass(frozen=True)
class World:
    """A companion, over a folder of its own."""

    app: Flask
    tables: Tables
    data: Path

    def end(self) -> None:
        """Stop all that runs, and remove the folder."""
        calibrating.stop(self.app)
        self.tables.stop_all()
        shutil.rmtree(self.data)


def _opened(choice: SourceChoice) -> FrameSource:
    """Open only what stays on this machine."""
    quiet = choice.kind in ("hand", "phone")
    return open_choice(choice if quiet else SourceChoice("hand"))


def _no_camera(_number: int) -> Capture:
    """Open no camera of this machine."""
    return cv2.VideoCapture()


def world_over(data: Path) -> World:
    """Start a companion over a folder; games that were followed are gone on with."""
    tables = Tables(data, opened=_opened, usual=SourceChoice("hand"))
    reader = PhotoQueue(CameraReaders(Reader(), tables.profiles))
    app = create_app(data, reader, Samples(SAMPLES), NAMES, tables)
    app.config["PROPAGATE_EXCEPTIONS"] = False
    use_cameras(app, CameraPictures(_no_camera))
    reached(app, Reach(NAMES[2:], NAMES[2:], 8000, 8443, b"certificate"))
    tables.take_up_again()
    return World(app, tables, data)


def copied(template: Path, data: Path) -> World:
    """Start a companion over a copy of a folder."""
    shutil.copytree(template, data)
    world = world_over(data)
    world.tables.go_on(OVER, SourceChoice("hand"))
    return world


def template(data: Path) -> Found:
    """Put the folder together that all worlds are copies of; return what there is."""
    world = world_over(data)
    client, found = world.app.test_client(), Found()
    try:
        _play_games(client, data)
        with world.app.app_context():
            _let_in(found)
        _forget(client)
        for number in range(1, len(STATES)):
            _look(client, number, found)
        _read_photos(client, found)
        _pair(client)
    finally:
        world.tables.stop_all()
    return found


def _pair(client: FlaskClient) -> None:
    """Begin two tournaments, of which the first plays its second round."""
    for players in ("ABCDE", "ABCD"):
        body = {"name": "Evening", "rounds": 3, "players": list(players)}
        assert client.post("/api/tournaments", json=body).status_code == 201
    address = "/api/tournaments/1/rounds"
    assert client.post(address, json={"round": 1}).status_code == 201
    for table in (1, 2):
        told = client.put(f"{address}/1/tables/{table}/result", json={"result": "first"})
        assert told.status_code == 200
    assert client.post(address, json={"round": 2}).status_code == 201


def _play_games(client: FlaskClient, data: Path) -> None:
    """Play games until each is in its state."""
    _begin(client, "palago")
    _lay(client, 1, OPENING)
    _lay(client, 1, MATCHING)
    _begin(client, "palagonia", "ABC")
    _lay(client, 2, THREE, die=3)
    _lay(client, 2, RING, die=3)
    _decide(client, 2, "vote", row=1, value=4)
    _begin(client, "palagem")
    _lay(client, 3, "0,0=0")
    _begin(client, "palago")
    _lay(client, 4, OPENING)
    _lay(client, 4, MISMATCHED)
    _begin(client, "palago")
    _lay(client, 5, f"{OPENING}")
    _lay(client, 5, MATCHING)
    for turned in ("0,0=3", "2,-1=3", "1,-1=1"):
        _ask(client, "POST", 5, "table", {"rotated": tiles(turned)})
    _begin(client, "palago")
    for move in (OPENING, MATCHING, THIRD, "0,1=4"):
        _lay(client, 6, move)
    _begin(client, "palagonia", "ABC")
    _lay(client, 7, "0,0=0 1,-1=4")
    _lay(client, 7, "1,0=2")
    _begin(client, "palago", source={"kind": "phone"})
    with closing(database.connect(data)) as connection:
        assert import_game(connection, _pictured(client)) == PICTURED
    _begin(client, "palagonia", "ABC")
    _lay(client, 10, THREE, die=3)
    assert client.delete("/api/games/10/source").status_code == 200
    _begin(client, "palago")
    states = [client.get(f"/api/games/{n}").get_json()["state"] for n in range(1, 8)]
    assert states == [*["following"] * 4, "adrift", "over", "asking"], states
    assert client.get("/api/games/4").get_json()["wrong"]


def _pictured(client: FlaskClient) -> dict[str, Any]:
    """Return the first game as if a camera had seen it, with a picture and what was read of it."""
    document: dict[str, Any] = client.get("/api/games/1/export.json").get_json()
    seen = exported_game()
    place = {"projection": [[9.0, 0.0, 32.0], [0.0, 9.0, 24.0], [0.0, 0.0, 1.0]]}
    for entry in document["entries"]:
        if entry["kind"] == "settled":
            entry["reading"], entry["after"] = seen["entries"][0]["reading"] | place, 1
    return document | {"uid": "0" * 32, "pictures": seen["pictures"]}


def _begin(client: FlaskClient, game: str, players: str = "AB", **more: Any) -> None:
    assert client.post("/api/games", json=by_hand(game, players, **more)).status_code == 201


def tiles(move: str) -> list[dict[str, int]]:
    """Return the tiles of a move as JSON."""
    return [{"q": q, "r": r, "orientation": k} for (q, r), k in parse_move(move).placed]


def _lay(client: FlaskClient, game: int, move: str, **more: Any) -> None:
    _ask(client, "POST", game, "table", {"placed": tiles(move), **more})


def _decide(client: FlaskClient, game: int, kind: str, **data: Any) -> None:
    _ask(client, "POST", game, "decisions", {"kind": kind, "data": data})


def _ask(client: FlaskClient, method: str, game: int, what: str, body: Any) -> Any:
    answer = client.open(f"/api/games/{game}/{what}", method=method, json=body)
    assert answer.status_code in (200, 201), answer.get_data()
    return answer.get_json()


def _let_in(found: Found) -> None:
    """Give passes of both roles to all games, and take one more of each away again."""
    passes = access.passes()
    for game in range(1, len(STATES) + 1):
        for role in ("camera", "player"):
            given = passes.redeem(passes.invite(game, Role(role)).text)
            found.passes[role, game] = given.text
            found.guests.setdefault(game, []).append(given.id)
        gone = passes.redeem(passes.invite(game, Role.PLAYER).text)
        passes.withdraw(game, gone.id)
        found.passes["withdrawn", game] = gone.text


def _forget(client: FlaskClient) -> None:
    assert client.delete(f"/api/games/{FORGOTTEN}").status_code == 204


def _look(client: FlaskClient, number: int, found: Found) -> None:
    """Note which numbers there are in a game."""
    entries = client.get(f"/api/games/{number}/record").get_json()["entries"]
    state = client.get(f"/api/games/{number}").get_json()
    found.entries[number] = [entry["number"] for entry in entries]
    found.rulings[number] = [e["number"] for e in entries if e["kind"] == "illegal"]
    found.moves[number] = len(state["moves"])
    found.pictures[number] = [1] if number == PICTURED else []
    if state["question"]:
        found.questions[number] = state["question"]["event"]


def _read_photos(client: FlaskClient, found: Found) -> None:
    """Bring photos: one as it was read, one that was put right, one that was misread."""
    for _ in range(2):
        answer = client.post("/api/readings", data={"sample": SAMPLE})
        assert answer.status_code == 201, answer.get_data()
    assert client.put("/api/readings/2/correction", json={}).status_code == 200
    answer = client.post(f"/api/games/{PICTURED}/misreadings", json={"entry": 1})
    assert answer.status_code == 201, answer.get_data()
    found.readings += [1, 2, 3]
