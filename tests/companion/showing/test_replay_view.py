"""A replay has every tile on the table from the move that laid it to the one that took it."""

from __future__ import annotations

from typing import Any

from companion.showing.best_island import best_island
from companion.showing.replay_view import replay
from rules import Board, Cell, board_to_json

FLOWER = dict(zip((Cell(0, 0), *Cell(0, 0).neighbours()), (2, 4, 4, 0, 0, 2, 2), strict=True))


def moves(*boards: dict[Cell, int]) -> list[dict[str, Any]]:
    """Return moves that lead from board to board, as a game's state has them."""
    before: dict[Cell, int] = {}
    made = []
    for number, board in enumerate(boards, start=1):
        placed = [
            {"q": cell.q, "r": cell.r, "orientation": k}
            for cell, k in board.items()
            if cell not in before
        ]
        made.append(
            {
                "number": number,
                "mover": "Ann",
                "placed": placed,
                "removed": [],
                "rotated": [],
                "board": board_to_json(Board(board)),
                "legal": True,
                "violations": [],
            }
        )
        before = board
    return made


def lying(shown: Any, step: int) -> int:
    return sum(tile.first <= step <= tile.last for tile in shown.tiles)


def test_tiles_lie_from_their_move_on() -> None:
    two = {Cell(0, 0): 0, Cell(0, -1): 0}
    four = {**two, Cell(1, -1): 0, Cell(1, 0): 0}
    shown = replay(moves(two, four))
    assert [lying(shown, step.number) for step in shown.steps] == [0, 2, 4]


def test_a_tile_that_is_turned_lies_otherwise_from_then_on() -> None:
    two = {Cell(0, 0): 0, Cell(0, -1): 0}
    turned = {**two, Cell(0, 0): 2}
    gone = {Cell(0, -1): 0}
    shown = replay(moves(two, turned, gone))
    (cell,) = {(tile.placed.x, tile.placed.y) for tile in shown.tiles if tile.placed.turns == 2}
    there = [
        (tile.first, tile.last, tile.placed.turns)
        for tile in shown.tiles
        if (tile.placed.x, tile.placed.y) == cell
    ]
    assert there == [(1, 1, 0), (2, 2, 2)]
    assert [lying(shown, step) for step in range(4)] == [0, 2, 2, 1]


def test_a_game_without_moves_has_nothing_to_show() -> None:
    shown = replay([])
    assert shown.tiles == ()
    assert len(shown.steps) == 1


def test_the_shared_picture_shows_the_shape_that_is_worth_most() -> None:
    shared = best_island({"game": "palago", "moves": moves(FLOWER)})
    assert shared is not None
    assert "group of 1 arch" in shared.title
    assert "Ann" in shared.words
    assert any(mark.parts for mark in shared.board.marks)


def test_where_nothing_was_closed_there_is_nothing_to_share() -> None:
    assert best_island({"game": "palago", "moves": moves({Cell(0, 0): 0})}) is None
