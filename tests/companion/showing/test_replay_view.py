"""A replay has every tile on the table from the move that laid it to the one that took it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from companion.live.snapshot import Snapshot, snapshot_of
from companion.record import KeptGame, Player
from companion.referee import Referee
from companion.showing.best_island import best_island
from companion.showing.replay_view import replay
from rules import Board, Cell
from vision.following.table_view import Settled, TableView

FLOWER = dict(zip((Cell(0, 0), *Cell(0, 0).neighbours()), (2, 4, 4, 0, 0, 2, 2), strict=True))


def played(*boards: dict[Cell, int]) -> Snapshot:
    """Return a game of Palago that led from board to board, whatever had to be let stand."""
    referee = Referee("palago", ["Ann", "Bob"])
    for number, board in enumerate(({}, *boards)):
        view = TableView(Board(board), frozenset(), frozenset())
        referee.see(Settled(view), float(number), number)
        say_who_did_wrong(referee)
        if len(referee.ledger.moves) < number and not referee.is_wrong:
            referee.end_turn()
        if referee.is_wrong:
            referee.let_stand()
            say_who_did_wrong(referee)
    players = (Player("Ann"), Player("Bob"))
    kept = KeptGame(1, "", "palago", {}, players, datetime(2026, 1, 31, tzinfo=UTC))
    return snapshot_of(kept, referee, ())


def say_who_did_wrong(referee: Referee) -> None:
    """Answer what is asked: of the answers by which something is wrong, the likeliest."""
    if referee.question is not None:
        illegal = [choice.illegal for choice in referee.question.choices]
        referee.answer(illegal.index(True))


def lying(shown: Any, step: int) -> int:
    return sum(tile.first <= step <= tile.last for tile in shown.tiles)


def test_tiles_lie_from_their_move_on() -> None:
    two = {Cell(0, 0): 0, Cell(0, -1): 0}
    four = {**two, Cell(1, -1): 0, Cell(1, 0): 0}
    shown = replay(played(two, four).standing_moves)
    assert [lying(shown, step.number) for step in shown.steps] == [0, 2, 4]


def test_a_tile_that_is_turned_lies_otherwise_from_then_on() -> None:
    two = {Cell(0, 0): 0, Cell(0, -1): 0}
    turned = {**two, Cell(0, 0): 2}
    gone = {Cell(0, -1): 0}
    shown = replay(played(two, turned, gone).standing_moves)
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
    shared = best_island(played(FLOWER))
    assert shared is not None
    assert "group of 1 arch" in shared.title
    assert "Ann" in shared.words
    assert any(mark.parts for mark in shared.board.marks)


def test_where_nothing_was_closed_there_is_nothing_to_share() -> None:
    assert best_island(played({Cell(0, 0): 0})) is None
