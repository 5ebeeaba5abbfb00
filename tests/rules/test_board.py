import json
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import Board, BoardFormatError, Cell, board_from_json, board_to_json
from rules.board import mismatches
from tests.rules.boards import any_boards, matched_boards

TILE = {"q": 0, "r": 0, "orientation": 4}


def test_a_board_never_changes_and_equals_its_like() -> None:
    board = Board({Cell(0, 0): 4})
    larger = board.with_tile(Cell(1, 0), 2)
    assert len(board) == 1
    assert larger.without(Cell(1, 0)) == board
    assert len({board, larger.without(Cell(1, 0)), larger}) == 2


def test_a_board_takes_pairs_and_plain_tuples() -> None:
    assert Board([((1, 2), 3)]) == Board({Cell(1, 2): 3})


def test_a_board_refuses_a_cell_twice_and_an_orientation_that_is_none() -> None:
    with pytest.raises(ValueError, match=r"\(1, 2\) is given twice"):
        Board([((1, 2), 3), ((1, 2), 5)])
    with pytest.raises(ValueError, match=r"Orientation 6 of cell \(1, 2\)"):
        Board({Cell(1, 2): 6})


@given(any_boards(), st.integers(-6, 6), st.integers(-9, 9), st.integers(-9, 9))
def test_moving_and_turning_there_and_back_gives_the_same_board(
    board: Board, turns: int, dq: int, dr: int
) -> None:
    assert board.translated(dq, dr).translated(-dq, -dr) == board
    assert board.rotated(turns).rotated(-turns) == board
    assert hash(board.rotated(turns).rotated(6 - turns)) == hash(board)


@given(any_boards() | matched_boards())
def test_tiles_mismatch_that_touch_and_differ_in_parity(board: Board) -> None:
    pairs = combinations(sorted(board), 2)
    touching = [(one, other) for one, other in pairs if other in one.neighbours()]
    expected = [pair for pair in touching if len({board[cell] % 2 for cell in pair}) == 2]
    assert list(mismatches(board)) == expected


@given(any_boards())
def test_board_json_round_trip_in_any_order_of_tiles(board: Board) -> None:
    data = json.loads(json.dumps(board_to_json(board)))
    data["tiles"].reverse()
    assert board_from_json(data) == board


def test_extra_keys_are_ignored() -> None:
    assert board_from_json({"tiles": [{**TILE, "sure": True}], "name": "x"}) == Board(
        {Cell(0, 0): 4}
    )


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([TILE], "The board must be an object like .*, but is a list"),
        (None, "but is null"),
        ({"board": []}, 'no "tiles"'),
        ({"tiles": {}}, 'The board: "tiles" must be a list, but is an object'),
        ({"tiles": [TILE, 7]}, r"tiles\[1\] must be an object"),
        ({"tiles": [TILE, {"q": 0, "r": 1}]}, r'tiles\[1\] has no "orientation"'),
        ({"tiles": [TILE, TILE]}, r"tiles\[1\]: cell \(0, 0\) is given twice, first in tiles\[0\]"),
        ({"tiles": [{**TILE, "orientation": 6}]}, r"tiles\[0\]: orientation 6 is outside 0\.\.5"),
        ({"tiles": [{**TILE, "orientation": -1}]}, r"orientation -1 is outside"),
        ({"tiles": [{**TILE, "q": 1.5}]}, r'tiles\[0\]: "q" must be a whole number, but is 1\.5'),
        ({"tiles": [{**TILE, "r": True}]}, r'"r" must be a whole number, but is true'),
        ({"tiles": [{**TILE, "q": 10**4000}]}, r'"q" must be -999999999\.\.999999999, but is 1000'),
        ({"tiles": [{**TILE, "orientation": "4"}]}, r"must be a whole number, but is '4'"),
    ],
)
def test_what_is_no_board_is_refused_with_the_entry_named(data: object, message: str) -> None:
    with pytest.raises(BoardFormatError, match=message):
        board_from_json(data)


def test_a_board_larger_than_any_game_is_refused_at_once() -> None:
    tiles = [{**TILE, "q": q} for q in range(100_000)]
    with pytest.raises(BoardFormatError, match="has 100000 tiles, but no game has more than 1000"):
        board_from_json({"tiles": tiles})


def test_a_message_stays_short_whatever_was_given() -> None:
    with pytest.raises(BoardFormatError) as caught:
        board_from_json({"tiles": [{**TILE, "q": "x" * 10_000}]})
    assert len(str(caught.value)) < 200
