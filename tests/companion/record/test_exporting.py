"""A game that is exported and taken in elsewhere is the same game."""

import copy
import json
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.record import (
    ExportFormatError,
    GameExistsError,
    GameNotFoundError,
    Games,
    NewEntry,
    Picture,
    Player,
)
from companion.record.exporting import export_game
from companion.record.importing import import_game
from companion.record.pictures import picture_of
from companion.storage import database

TEXTS = st.text(max_size=8)
DATA = st.dictionaries(TEXTS, st.integers() | st.floats(-1e9, 1e9) | TEXTS | st.none(), max_size=3)
ENTRIES = st.builds(
    NewEntry,
    kind=st.sampled_from(["settled", "move", "illegal", "vote"]),
    data=DATA,
    t=st.floats(0, 1e5),
    frame=st.none() | st.integers(0, 10**6),
    before=st.none() | st.integers(0, 3).map(lambda shade: shot(shade)),
    after=st.none() | st.integers(0, 3).map(lambda shade: shot(shade)),
    reading=st.none() | DATA,
)
SOME = st.lists(ENTRIES, max_size=2)
STEPS = st.lists(st.tuples(SOME, SOME, st.sampled_from([None, True, False])), max_size=5)


def shot(shade: int) -> Picture:
    return picture_of(np.full((48, 64, 3), 60 * shade, np.uint8))


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("elsewhere")
    database.prepare(directory)
    return directory


@pytest.fixture
def played(games: Games) -> int:
    players = [Player("Ann", "white"), Player("Bob", "blue")]
    log = games.start("palago", players, {"placement": "pair"})
    log.append(events=[NewEntry("ready", {}, 0.0, 0)])
    log.append(
        [NewEntry("settled", {"board": {"tiles": []}}, 2.5, 25, reading={"sure": True})],
        [NewEntry("move", {"number": 1}, 2.5, 25, shot(0), shot(1))],
    )
    log.append([NewEntry("vote", {"row": 1, "value": 3}, 4.0)])
    return log.game


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=STEPS, with_pictures=st.booleans(), with_readings=st.booleans())
def test_what_is_taken_in_is_exported_as_it_was(
    connection: sqlite3.Connection,
    games: Games,
    elsewhere: Path,
    steps: list[Any],
    with_pictures: bool,
    with_readings: bool,
) -> None:
    log = games.start(
        "palagonia", [Player("Ann"), Player("Bob"), Player("Cem", "red")], {"size": 9}
    )
    for inputs, events, over in steps:
        log.append(inputs, events, over=over)
    document = export_game(
        connection, log.game, with_pictures=with_pictures, with_readings=with_readings
    )
    text = json.dumps(document)
    with closing(database.connect(elsewhere)) as there:
        number = import_game(there, json.loads(text))
        assert json.dumps(export_game(there, number)) == text
        again = Games(there).open(number)
        assert again.inputs() == log.inputs() or not with_readings
        assert [e.data for e in again.inputs()] == [e.data for e in log.inputs()]
        if with_pictures:
            for entry in log.entries():
                assert again.picture(entry.after or 0) == log.picture(entry.after or 0)
        Games(there).forget(number)


def test_a_game_broken_off_goes_on_elsewhere(
    connection: sqlite3.Connection, played: int, elsewhere: Path
) -> None:
    document = export_game(connection, played)
    with closing(database.connect(elsewhere)) as there:
        number = import_game(there, document)
        found = Games(there).resume()
        assert found is not None
        assert found[0].number == number
        assert found[1].append([NewEntry("settled", {}, 9.0)]) == (5,)
        Games(there).forget(number)


def test_the_same_game_is_not_taken_in_twice(connection: sqlite3.Connection, played: int) -> None:
    document = export_game(connection, played)
    with pytest.raises(GameExistsError, match=f"as game {played}") as error:
        import_game(connection, document)
    assert error.value.number == played
    Games(connection).forget(played)
    assert Games(connection).find(import_game(connection, document))
    with pytest.raises(GameNotFoundError):
        export_game(connection, 99)


def set_to(*path: Any) -> Callable[[dict[str, Any]], None]:
    """Return what sets the place that the path names to the path's last item."""

    def change(document: dict[str, Any]) -> None:
        place: Any = document
        for key in path[:-2]:
            place = place[key]
        place[path[-2]] = path[-1]

    return change


WRONG = [
    (set_to("format", "chess"), "give a file that the companion exported"),
    (set_to("version", 2), "later version of the companion"),
    (set_to("version", "1"), "whole number"),
    (set_to("uid", "me"), "32 hexadecimal digits"),
    (set_to("game", "chess"), "choose one of"),
    (set_to("players", 1, "name", "Ann"), "change one"),
    (set_to("players", 0, 5), r"players\[0\] must be an object"),
    (set_to("started_at", "yesterday"), '"started_at" must be a moment'),
    (set_to("ended_at", "2026-01-01T10:00:00"), '"ended_at" must be a moment'),
    (set_to("started_at", "0001-01-01T00:00:00+10:00"), '"started_at" must be a moment'),
    (set_to("entries", 1, "number", 3), r'entries\[1\]: "number" must be 2'),
    (set_to("entries", 0, "source", "guess"), "one of input, event"),
    (set_to("entries", 0, "kind", "a\nb"), "name it with a word"),
    (set_to("entries", 2, "cause", 1), "number of an earlier input"),
    (set_to("entries", 2, "cause", 4), "number of an earlier input"),
    (set_to("entries", 2, "after", 7), "not among the pictures"),
    (set_to("entries", 1, "t", "soon"), '"t" must be seconds'),
    (set_to("entries", 1, "t", 10**400), '"t" must be finite'),
    (set_to("entries", 1, "frame", -1), '"frame" must be 0'),
    (set_to("entries", 1, "data", []), "must be an object"),
    (set_to("entries", 1, "data", {"x": float("nan")}), "finite"),
    (set_to("pictures", 1, "number", 1), "given twice"),
    (set_to("pictures", 1, "jpeg", "AAAA"), "no JPEG picture"),
    (set_to("pictures", 1, "jpeg", "Ä"), "no JPEG picture"),
    (set_to("pictures", 1, "sha256", "0" * 64), "is not what"),
    (set_to("pictures", 1, "width", 0), '"width" must be 1'),
]


@pytest.mark.parametrize(("change", "message"), WRONG)
def test_what_is_no_exported_game_is_refused_whole(
    connection: sqlite3.Connection,
    played: int,
    change: Callable[[dict[str, Any]], None],
    message: str,
) -> None:
    document = copy.deepcopy(export_game(connection, played))
    Games(connection).forget(played)
    change(document)
    with pytest.raises(ExportFormatError, match=message):
        import_game(connection, document)
    assert Games(connection).recent(1) == []


def test_anything_else_is_refused_too(connection: sqlite3.Connection) -> None:
    for other in (None, [], "game", {}, {"format": "palago-game", "version": 1}):
        with pytest.raises(ExportFormatError):
            import_game(connection, other)
