"""What was seen under hands tells which of the tiles that came at once were laid first."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.inputs import InputError, give
from companion.referee.sightline import Hidden
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.look import Look
from rules import Cell, Move, parse_move
from tests.companion.referee.table import Table, palago
from tests.companion.referee.test_turns_nobody_saw import unseen
from vision.following.table_view import FilmOver, Glimpse

SOUTH, NORTH = "1,0=2 0,1=4", "0,-1=2 0,-2=0"
"""Two moves, either of which may be made first."""


def cells(move: str) -> frozenset[Cell]:
    return frozenset(tile.cell for tile in parse_move(move).placed)


def told(*glimpses: Glimpse) -> tuple[Table, list[dict[str, Any]]]:
    """Return a table on which both moves came at once, and all that is said of them."""
    table = palago()
    table.glimpses = glimpses
    said = unseen(table, 30, f"{SOUTH} {NORTH}", None)
    table.glimpses = ()
    return table, [*said, *table.see(FilmOver())]


@pytest.mark.parametrize(("first", "then"), [(SOUTH, NORTH), (NORTH, SOUTH)])
def test_the_turn_of_which_tiles_were_seen_first_was_made_first(first: str, then: str) -> None:
    (some, *_), rest = sorted(cells(first)), cells(then)
    table, said = told(Glimpse(frozenset({some}), rest))
    moves = [event for event in said if event["event"] == "move"]
    assert [(m["mover"], m["apart"]) for m in moves] == [("Bob", True), ("Ann", True)]
    made = [frozenset(turn.move.placed_cells) for turn in table.referee.ledger.moves[1:]]
    assert made == [cells(first), rest]


def test_where_nothing_was_seen_under_hands_it_is_not_known_which_tiles_came_first() -> None:
    _, said = told()
    moves = [event for event in said if event["event"] == "move"]
    assert all(not move["apart"] for move in moves)


def test_a_part_of_what_was_done_came_first_unless_a_look_shows_otherwise() -> None:
    done = parse_move(f"{SOUTH} {NORTH}")
    south, north = parse_move(SOUTH), parse_move(NORTH)
    glimpse = Glimpse(frozenset({Cell(0, -1)}), frozenset({Cell(1, 0)}))
    look = Look(DieSight(), Hidden(glimpses=(glimpse,)))
    assert look.bears_out(north, done)
    assert not look.bears_out(south, done)
    assert look.bears_out(Move(), done)
    assert look.bears_out(done, done)
    assert not look.unhindered().bears_out(south, done)


def test_they_are_kept_with_the_record_and_older_records_have_none() -> None:
    table, _ = told(Glimpse(cells(NORTH), cells(SOUTH)))
    kind, data, t = next(kept for kept in table.inputs if kept[1].get("glimpses"))
    assert data["glimpses"] == [
        {"lay": [[0, -2], [0, -1]], "bare": [[0, 1], [1, 0]]},
    ]
    again = table.replayed(len(table.inputs))
    assert again.ledger.moves == table.referee.ledger.moves
    del data["glimpses"]
    assert give(palago().referee, kind, data, t, 1) is not None
    for wrong in (7, [7], [{"lay": [[0, 0]]}], [{"lay": [[0, 0]], "bare": [["x", 0]]}]):
        with pytest.raises(InputError):
            give(palago().referee, kind, {**data, "glimpses": wrong}, t, 1)
