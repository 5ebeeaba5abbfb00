"""The six openings are all there are."""

from __future__ import annotations

from itertools import product

from rules import BLUE, Board
from rules.engine.openings import CELLS, openings
from rules.engine.position import FastPosition
from rules.engine.symmetry import canonical


def name_of(board: Board) -> bytes:
    position = FastPosition(board)
    return bytes(canonical(position.state, position.kind(BLUE)).tobytes())


def test_each_pair_on_an_axis_is_one_of_the_six_and_no_two_are_alike() -> None:
    pairs = {
        name_of(Board(zip(CELLS, orientations, strict=True)))
        for orientations in product((0, 2, 4), repeat=2)
    }
    named = [name_of(opening.board) for opening in openings()]
    assert len(set(named)) == len(named) == 6
    assert set(named) == pairs


def test_the_nine_pairs_are_the_openings_and_their_mirror_images() -> None:
    boards = [board for o in openings() for board in (o.board, o.mirrored) if board is not None]
    assert len(set(boards)) == 9
    for opening in openings():
        if opening.mirrored is not None:
            assert name_of(opening.mirrored) == name_of(opening.board)


def test_an_opening_is_the_same_however_the_table_is_turned() -> None:
    for opening in openings():
        assert {name_of(opening.board.rotated(turns)) for turns in (0, 2, 4)} == {
            name_of(opening.board)
        }
