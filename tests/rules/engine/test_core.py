"""The fast core says what the plain rules say."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import BLUE, COLORS, WHITE, Board, Cell, Move, PalagoGame, PalagoOptions
from rules.engine.position import FastPosition, PositionError
from rules.engine.symmetry import canonical
from rules.move import Tile
from rules.palago.closing import closing_from_nothing
from rules.palago.judging import rule_on_palago
from rules.palago.moves import legal_moves
from rules.tracker import GroupTracker
from tests.rules.boards import matched_boards
from tests.rules.engine.positions import careful_game


def tiles_of(moves: list[Move]) -> list[frozenset[Tile]]:
    return [frozenset(move.placed) for move in moves]


def grown(board: Board) -> tuple[FastPosition, list[Tile], Board]:
    """Return a position of one tile, the other tiles in an order in which all touch, and it."""
    first, *rest = board.items()
    return FastPosition(Board([first])), [Tile(*tile) for tile in rest], Board([first])


@settings(max_examples=60)
@given(matched_boards(min_tiles=1, max_tiles=40))
def test_it_closes_what_the_tracker_closes(board: Board) -> None:
    position, rest, start = grown(board)
    tracker = GroupTracker(start)
    for tile in rest:
        assert position.place(tile) == tracker.add(*tile)
    assert position.board() == board


@settings(max_examples=60)
@given(matched_boards(min_tiles=2, max_tiles=40), st.integers(0, 40))
def test_taking_tiles_back_leaves_all_as_it_was(board: Board, kept: int) -> None:
    position, rest, _ = grown(board)
    kept = min(kept, len(rest))
    for tile in rest[:kept]:
        position.place(tile)
    before = [array.copy() for array in position.state[:5]]
    said = [position.place(tile) for tile in rest[kept:]]
    for _ in rest[kept:]:
        position.undo()
    # what lies in the middle of a tree does not count until it is a root again
    for array, kept_array in zip(position.state[:5], before, strict=True):
        assert (array == kept_array).all()
    assert [position.place(tile) for tile in rest[kept:]] == said


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("size", [48, 14])
def test_all_legal_moves_of_a_game_are_the_plain_ones(seed: int, size: int) -> None:
    random, game = Random(seed), PalagoGame(options=PalagoOptions(size=size))
    while game.outcome() is None:
        plain = list(game.legal_moves())
        if game.board:
            fast = tiles_of(FastPosition(game.board, size).legal_moves())
            assert len(fast) == len(set(fast))
            assert set(fast) == set(tiles_of(plain))
        game.play(random.choice(plain))


def plain_wins(board: Board, color: str) -> set[frozenset[Tile]]:
    """Return the moves that win for a player to move, by the plain rules."""
    options, left = PalagoOptions(), 48 - len(board)
    closing = closing_from_nothing(board, options)
    mover = WHITE if color == WHITE else BLUE
    return {
        frozenset(move.placed)
        for move in legal_moves(board, left, options, closing)
        if rule_on_palago(
            board, move, mover=mover, tiles_left=left, options=options, closing=closing
        ).winner
        == color
    }


@pytest.mark.parametrize("seed", range(5))
def test_winning_moves_win_and_none_is_left_out_where_there_is_one(seed: int) -> None:
    random, game = Random(seed), PalagoGame()
    while game.outcome() is None and len(game.board) < 20:
        game.play(random.choice(list(game.legal_moves())))
    board = game.undo().before if game.outcome() else game.board
    for color in COLORS:
        fast = set(tiles_of(FastPosition(board).winning_moves(color)))
        plain = plain_wins(board, color)
        assert fast <= plain
        assert bool(fast) == bool(plain)
        # the only ones that may be left out are pairs of which the first tile alone ends it
        singles = {tile for tiles in plain if len(tiles) == 1 for tile in tiles}
        assert all(tiles & singles for tiles in plain - fast)


@settings(max_examples=30)
@given(matched_boards(min_tiles=2, max_tiles=24), st.integers(0, 5), st.booleans())
def test_a_table_turned_or_seen_in_a_mirror_is_the_same(
    board: Board, turns: int, mirrored: bool
) -> None:
    def keys(of: Board) -> set[bytes]:
        position, rest, _ = grown(of)
        for tile in rest:
            position.place(tile)
        return {canonical(position.state, position.kind(c)).tobytes() for c in COLORS}

    other = board.rotated(turns).translated(3, -7)
    if mirrored:
        other = Board({Cell(q, -q - r): -k % 6 for (q, r), k in other.items()})
    assert keys(other) == keys(board)


def test_other_positions_and_other_players_have_other_keys() -> None:
    positions = [FastPosition(careful_game(seed, 12).board) for seed in range(12)]
    keys = {
        canonical(position.state, position.kind(color)).tobytes()
        for position in positions
        for color in COLORS
    }
    assert len(keys) == 24


@pytest.mark.parametrize(
    ("board", "words"),
    [
        (Board(), "nothing to analyse"),
        (Board({Cell(0, 0): 0, Cell(1, 0): 1}), "(0, 0)"),
        (Board({Cell(0, 0): 0, Cell(3, 0): 0}), "hang together"),
        (
            Board(
                {
                    Cell(0, 0): 0,
                    Cell(1, -1): 4,
                    Cell(1, 0): 2,
                    Cell(0, -1): 2,
                    Cell(2, -1): 0,
                    Cell(0, 1): 4,
                }
            ),
            "closed already",
        ),
    ],
)
def test_what_cannot_be_searched_says_why(board: Board, words: str) -> None:
    with pytest.raises(PositionError, match=words.replace("(", r"\(").replace(")", r"\)")):
        FastPosition(board)


def test_a_board_may_lie_anywhere_and_be_as_long_as_its_tiles_reach() -> None:
    row = Board({Cell(900_000 + q, -q): 2 for q in range(47)})
    position = FastPosition(row)
    assert position.board() == row
    assert len(position.legal_moves()) > 100
