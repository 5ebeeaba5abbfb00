import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    Board,
    Cell,
    Move,
    NotationError,
    Tile,
    difference,
    format_move,
    parse_move,
    placing,
)
from tests.rules.boards import any_boards

cells = st.builds(Cell, st.integers(-99, 99), st.integers(-99, 99))
tiles = st.builds(Tile, cells, st.integers(0, 5))


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("0,-1=4 1,-1=2", placing((Cell(0, -1), 4), (Cell(1, -1), 2))),
        ("0,-1=4 then 1,-1=2", placing((Cell(0, -1), 4), (Cell(1, -1), 2), ordered=True)),
        ("x3,0 0,1=5", Move(placed=(Tile(Cell(0, 1), 5),), removed=(Cell(3, 0),))),
        ("2,2>4", Move(rotated=(Tile(Cell(2, 2), 4),))),
        ("pass", Move()),
    ],
)
def test_the_notations_forms(text: str, move: Move) -> None:
    assert parse_move(text) == move
    assert format_move(move) == text


@given(st.lists(tiles, max_size=8, unique_by=lambda tile: tile.cell), st.data())
def test_round_trip(changed: list[Tile], data: st.DataObject) -> None:
    cuts = sorted(data.draw(st.tuples(*[st.integers(0, len(changed))] * 2)))
    placed = tuple(changed[: cuts[0]])
    move = Move(
        placed=placed,
        removed=tuple(tile.cell for tile in changed[cuts[0] : cuts[1]]),
        rotated=tuple(changed[cuts[1] :]),
        ordered=len(placed) > 1 and data.draw(st.booleans()),
    )
    assert parse_move(format_move(move)) == move


@given(any_boards(), any_boards())
def test_what_lies_between_two_boards_can_be_written_and_read(before: Board, after: Board) -> None:
    move = difference(before, after)
    assert parse_move(format_move(move)) == move


def test_blanks_and_the_typographic_minus_are_read() -> None:
    assert parse_move("  0,−1=4   then\t1,-1=2 ") == parse_move("0,-1=4 then 1,-1=2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no move to read"),
        ("0,-1=4 1,-1", "'1,-1' is not a part of a move"),
        ("0,-1=6", "'0,-1=6' is not a part of a move"),
        ("x0,1=4", "'x0,1=4' is not"),
        ("0,1=4 pass", "'pass' is not"),
        ("0,1=4 x0,1", '"x0,1" names a cell for the second time'),
        ("0,1=4 then", r'"then" \(word 2\) must stand between two placed tiles'),
        ("then 0,1=4", r'"then" \(word 1\)'),
        ("x0,1 then 0,2=4", r'"then" \(word 2\)'),
        ("0,1=4 then 0,2=4 0,3=4", '"then" must stand between all placed tiles'),
    ],
)
def test_an_error_names_the_word(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        parse_move(text)
