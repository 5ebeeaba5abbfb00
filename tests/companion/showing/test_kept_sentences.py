"""What the record keeps is said from code and values; an older record's sentence as it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from companion.live.kept_events import kept_entries, kept_event
from companion.live.replaying import replayed
from companion.record import GameLog, Games, NewEntry, Player, new_event
from companion.referee import Referee
from companion.referee.event_reading import event_from_json
from companion.referee.inputs import give, sighting_to_json
from companion.showing.announcements import announce
from companion.showing.record_view import record_lines
from companion.showing.score_sheet import score_sheet
from companion.sources.frame import SourceSays
from companion.storage import database
from companion.words.language import speaking
from rules import Board, Cell
from vision.following.table_view import Lost, Settled, Sighting, TableView
from vision.reading import Reading, reading_from_json
from vision.recognition.sureness import Doubt

OPENING = {Cell(0, 0): 0, Cell(1, -1): 4}
MISMATCHED = {Cell(1, 0): 2, Cell(2, -1): 1}
CAMERA = "white {name}"
UNPLUGGED = (
    f"No pictures come from {CAMERA}; check that it is plugged in and switched on. The game goes on"
    " when it is back."
)


def sightings() -> list[Sighting]:
    """Return an opening, a camera that was unplugged, and two tiles that do not match."""
    boards = ({}, OPENING, {**OPENING, **MISMATCHED})
    empty, opening, wrong = (
        Settled(TableView(Board(tiles), frozenset(), frozenset())) for tiles in boards
    )
    return [empty, opening, Lost(SourceSays.NO_PICTURES(name=CAMERA)), wrong]


def without_codes(data: Any) -> Any:
    """Return data as an older version kept them: with sentences alone."""
    if isinstance(data, dict):
        return {key: without_codes(value) for key, value in data.items() if key != "says"}
    return [without_codes(value) for value in data] if isinstance(data, list) else data


@pytest.fixture
def games(tmp_path: Path) -> Iterator[Games]:
    database.prepare(tmp_path)
    with closing(database.connect(tmp_path)) as connection:
        yield Games(connection)


@pytest.fixture(params=["now", "older"])
def log(request: pytest.FixtureRequest, games: Games) -> GameLog:
    """Keep a game as it is kept now, or as an older version kept it."""
    log = games.start("palago", [Player("white"), Player("tiles")], {})
    referee = Referee("palago", ["white", "tiles"])
    for number, sighting in enumerate(sightings()):
        kind, data = sighting_to_json(sighting)
        events = [event.to_json() for event in give(referee, kind, data, number, number)]
        if request.param == "older":
            data, events = without_codes(data), without_codes(events)
        log.append([NewEntry(kind, data, number, number)], [new_event(e) for e in events])
    return log


def sheet_of(games: Games, log: GameLog) -> str:
    kept = games.find(log.game)
    assert kept is not None
    return unescape(score_sheet(kept, log.entries()))


def is_older(log: GameLog) -> bool:
    return "says" not in json.dumps([entry.data for entry in log.entries()])


def words_of(log: GameLog) -> list[str]:
    return [line.words for line in record_lines(kept_entries(log.entries()))]


def test_a_record_of_any_version_is_gone_on_with(games: Games, log: GameLog) -> None:
    kept = games.find(log.game)
    assert kept is not None
    snapshot = replayed(kept, log)
    assert [move.mover for move in snapshot.moves] == ["white"]
    assert snapshot.wrong


def test_a_record_is_said_in_english_as_it_was_kept(games: Games, log: GameLog) -> None:
    words = words_of(log)
    assert words.count(UNPLUGGED) == 2  # what was seen, and what was said of it
    assert "Not legal. 2 tiles do not match." in words
    sheet = sheet_of(games, log)
    assert "the tile at (1, 0) does not match the tile at (2, -1)" in sheet


def test_a_record_is_said_in_french_as_far_as_it_has_codes(games: Games, log: GameLog) -> None:
    with speaking("fr"):
        words = words_of(log)
        sheet = sheet_of(games, log)
    assert "Interdit. 2 tuiles ne s'accordent pas." in words
    if is_older(log):
        assert words.count(UNPLUGGED) == 2
        assert "2 tuiles ne s'accordent pas." in sheet
    else:
        french = [line for line in words if line.startswith(f"Aucune image ne vient de {CAMERA}")]
        assert len(french) == 2
        assert "la tuile en (1, 0) ne s'accorde pas avec celle en (2, -1)" in sheet


def test_what_a_program_reads_is_the_english_sentence(log: GameLog) -> None:
    events = [entry.to_event() for entry in log.events()]
    (unsure,) = (event for event in events if event["event"] == "unsure")
    (illegal,) = (event for event in events if event["event"] == "illegal")
    assert unsure["reason"] == UNPLUGGED
    assert [one["message"] for one in illegal["violations"]] == [
        "Tiles that touch must match, white to white and colour to colour: the tile at (1, 0) does"
        " not match the tile at (2, -1) and the tile at (2, -1) does not match the tile at (1, -1)."
    ]
    assert announce(event_from_json(unsure)).sentences == [UNPLUGGED]


def test_events_are_read_back_as_they_were_said(log: GameLog) -> None:
    said = [(entry.to_event(), kept_event(entry).event.to_json()) for entry in log.events()]
    assert [without_codes(read) for _kept, read in said] == [without_codes(k) for k, _read in said]
    if not is_older(log):
        assert [read for _kept, read in said] == [kept for kept, _read in said]


def test_a_reading_keeps_its_doubt_and_an_older_one_its_sentence() -> None:
    reading = Reading(640, 480, False, Doubt.UNSURE_TILES(count=3), 1.0, ())
    data = json.loads(json.dumps(reading.to_json("table.jpg")))
    assert data["reason"] == str(reading.reason)
    assert reading_from_json(data).reason == reading.reason
    older = reading_from_json(without_codes(data)).reason
    assert older == "3 tiles cannot be read for certain; look at those that are marked."
