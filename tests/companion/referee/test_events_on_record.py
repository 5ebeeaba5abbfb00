"""An event on record becomes what it was, whichever version of the program wrote it."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from companion.record import Entry
from companion.referee import Correction, Event, Referee
from companion.referee.decisions import Confirmed, UnknownDecision
from companion.referee.event_reading import event_from_json
from companion.referee.events import (
    DieRolled,
    IllegalTable,
    MoveMade,
    Over,
    UnknownEvent,
    UnknownViolation,
)
from rules import Board, Cell, ClaimKind, all_palagems, applied, parse_move
from vision.following.table_view import HandsIn, Lost, Settled, TableView
from vision.reading import DieReading

ISLAND = ("0,0=0 1,-1=4 1,0=2", "0,-1=2 2,-1=0 0,1=4")


def settled(board: Board, die: tuple[int, float] | None = None) -> Settled:
    dice = (DieReading(die[0], (die[1], 0.0), 1.0, True),) if die else ()
    return Settled(TableView(board, frozenset(), frozenset(), dice=dice))


def palagonia() -> list[Event]:
    """Return what is said in a game with islands, rolls, votes, and a move taken back."""
    referee = Referee("palagonia", ["Ann", "Bob", "Cem"])
    board = Board()
    said = referee.see(settled(board), 0.0, 0)
    for number, move in enumerate(ISLAND, 1):
        said += referee.see(settled(board, (3, 100.0 * number)), number, number)
        board = applied(parse_move(move), board)
        said += referee.see(settled(board, (3, 100.0 * number)), number, number)
    said += referee.vote(1, 4)
    said += referee.set_die(4, 1) + referee.set_mover("Cem", 2) + referee.set_mover("Ann")
    said += referee.take_back() + referee.end_turn() + referee.pause() + referee.resume()
    return said


def palago() -> list[Event]:
    """Return what is said in a game in which an illegal table is let stand."""
    referee = Referee("palago", ["Ann", "Bob"])
    said = referee.see(settled(Board()), 0.0, 0) + referee.see(HandsIn(), 0.5, 5)
    board = applied(parse_move("0,0=0 1,-1=4"), Board())
    said += referee.see(settled(board), 1.0, 10)
    said += referee.see(settled(applied(parse_move("1,0=2 2,-1=1"), board)), 2.0, 20)
    said += referee.let_stand() + referee.set_tile(Cell(2, -1), 0) + referee.set_tile(Cell(5, 5), 1)
    return said + referee.see(Lost("No pictures come."), 3.0, 30)


def palagem() -> list[Event]:
    """Return what is said in a game that ends with a palagem on the table."""
    tiles = [one.tiles for one in all_palagems()[:2]]
    referee = Referee("palagem", ["Ann", "Bob"])
    said = referee.set_palagem("Ann", tiles[0]) + referee.set_palagem("Bob", tiles[1])
    board = Board()
    said += referee.see(settled(board), 0.0, 0)
    for cell in sorted(tiles[0], key=lambda cell: -len(tiles[0].touching(cell))):
        board = board.with_tile(cell, tiles[0][cell])
        said += referee.see(settled(board), 1.0, 1)
    return said + referee.take_back() + referee.claim("Bob", ClaimKind.LOSS)


@pytest.mark.parametrize("kind", [DieRolled, MoveMade, IllegalTable, Over])
def test_on_what_an_announcement_rests_comes_back_as_it_was_said(kind: type[Event]) -> None:
    event = next(e for e in [*palagonia(), *palago(), *palagem()] if isinstance(e, kind))
    assert isinstance(event, DieRolled | MoveMade | IllegalTable | Over)
    assert "rests_on" not in event.to_json()
    resting = replace(event, rests_on=2)
    data = json.loads(json.dumps(resting.to_json()))
    assert data["rests_on"] == 2
    assert event_from_json(data) == resting
    assert "only_whose" not in data
    if isinstance(resting, DieRolled | MoveMade):
        whose = replace(resting, only_whose=True)
        assert whose.to_json() == {**resting.to_json(), "only_whose": True}
        assert event_from_json(json.loads(json.dumps(whose.to_json()))) == whose


@pytest.mark.parametrize("game", [palagonia, palago, palagem])
def test_every_event_comes_back_as_it_was_said(game: Any) -> None:
    said = game()
    kept = [json.loads(json.dumps(event.to_json())) for event in said]
    read = [event_from_json(one) for one in kept]
    assert [type(event) for event in read] == [type(event) for event in said]
    assert [event.to_json() for event in read] == kept
    moves = [(one, other) for one, other in zip(said, read, strict=True) if one.name == "move"]
    assert moves
    for made, again in moves:
        assert isinstance(again, MoveMade)
        assert (again.before, again.after) == (made.before, made.after)


def test_the_games_above_hold_every_decision() -> None:
    said = [*palagonia(), *palago(), *palagem()]
    decided = {event.decision.what for event in said if isinstance(event, Correction)}
    assert len(decided) == 11


def test_a_record_without_later_keys_is_read() -> None:
    (move,) = [event for event in palago() if event.name == "move"][:1]
    kept = move.to_json()
    del kept["how"], kept["helper"], kept["removed"], kept["rotated"], kept["verdict"]["islands"]
    again = event_from_json(kept)
    assert isinstance(again, MoveMade)
    assert (again.helper, again.after, again.verdict.legal) == (None, move.after, True)
    assert again.how is None


def test_how_a_roll_is_known_is_kept_and_older_records_do_not_say() -> None:
    rolls = [event for event in palagonia() if isinstance(event, DieRolled)]
    assert rolls
    for rolled in rolls:
        kept = rolled.to_json()
        assert event_from_json(kept) == rolled
        del kept["how"]
        assert event_from_json(kept) == replace(rolled, how=None)


def test_what_only_later_versions_know_is_kept() -> None:
    wrong = {"code": "no-such-code", "message": "Something new is wrong.", "cells": [[0, 0]]}
    illegal = event_from_json({"event": "illegal", "violations": [wrong]})
    assert isinstance(illegal, IllegalTable)
    assert illegal.violations == (
        UnknownViolation("no-such-code", (Cell(0, 0),), "Something new is wrong."),
    )
    kept = palago()[2].to_json()
    kept["verdict"] |= {"legal": False, "violations": [wrong]}
    move = event_from_json(kept)
    assert isinstance(move, MoveMade)
    assert move.violations == illegal.violations
    assert move.to_json()["verdict"]["legal"] is False
    decision = event_from_json({"event": "correction", "what": "new", "decided": {"b": True}})
    assert isinstance(decision, Correction)
    assert decision.decision == UnknownDecision("new", {}, {"b": True})


@pytest.mark.parametrize(
    ("event", "readable"),
    [
        ({"event": "something new"}, True),
        ({"event": "move"}, False),
        ({"event": "die", "value": "six"}, False),
        ({"event": "illegal", "violations": 3}, False),
        ({"event": "correction", "what": "vote", "decided": {"row": 0}}, False),
    ],
)
def test_what_cannot_be_read_says_why(event: dict[str, Any], readable: bool) -> None:
    kept = {"t": 1.0, "frame": 1, **event}
    read = event_from_json(kept)
    assert isinstance(read, UnknownEvent)
    assert (read.problem is None) == readable
    assert read.to_json() == kept


@pytest.mark.parametrize("when", ["soon", [1], {}, float("nan"), 10**400])
def test_when_an_event_was_matters_less_than_what_it_was(when: Any) -> None:
    event = event_from_json({"event": "ready", "t": when, "frame": when})
    assert (event.name, event.t, event.frame) == ("ready", 0.0, 0)


def test_the_data_of_a_record_from_elsewhere_do_not_say_what_the_entry_is() -> None:
    data = {"t": "never", "frame": [], "event": 7, "cells": []}
    entry = Entry(3, "event", "hands", data, 1.5, 4, datetime.now(UTC))
    told = {"t": 1.5, "frame": 4, "event": "hands", "cells": []}
    assert entry.to_event() == told


@pytest.mark.parametrize("numbers", [3, ["3"], [True], [0], None])
def test_moves_that_were_confirmed_are_numbers(numbers: Any) -> None:
    kept = Correction(1.0, 1, Confirmed((3,))).to_json()
    assert event_from_json(kept) == Correction(1.0, 1, Confirmed((3,)))
    garbled = event_from_json({**kept, "decided": {"numbers": numbers}})
    assert not (isinstance(garbled, Correction) and isinstance(garbled.decision, Confirmed))
