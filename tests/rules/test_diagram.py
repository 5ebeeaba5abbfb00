import pytest
from hypothesis import given

from rules import (
    Board,
    Cell,
    DiagramError,
    analyse,
    board_from_diagram,
    board_to_diagram,
)
from tests.rules.boards import DATA, any_boards, matched_boards

SINGLE_TILES = {
    0: """
          .--oo
         o   oo\\
        ooo  oo )
         o   oo/
          `--oo
    """,
    4: """
          .--oo
         /    oo
        oooo    )
         \\ ooo /
          `--oo
    """,
    2: """
          .--oo
         / ooo \\
        oooo    )
         \\    oo
          `--oo
    """,
}


def at_origin(board: Board) -> Board:
    first = min(board, default=Cell(0, 0))
    return board.translated(-first.q, -first.r)


@pytest.mark.parametrize("orientation", SINGLE_TILES)
def test_the_servers_three_tiles(orientation: int) -> None:
    assert board_from_diagram(SINGLE_TILES[orientation]) == Board({Cell(0, 0): orientation})


@pytest.mark.parametrize("orientation", SINGLE_TILES)
def test_odd_orientations_are_drawn_as_in_a_mirror(orientation: int) -> None:
    figure = board_to_diagram(Board({Cell(0, 0): orientation})).splitlines()
    mirror = str.maketrans("/\\)`", "\\/('")
    mirrored = [line.ljust(9).translate(mirror)[::-1].rstrip() for line in figure]
    turned = board_to_diagram(Board({Cell(0, 0): (3 - orientation) % 6}))
    assert turned.splitlines() == mirrored


def test_the_help_pages_position_is_won_by_dark() -> None:
    """The server's help page: Dark has won with a closed group of one arch; Light's has none."""
    board = board_from_diagram((DATA / "help_page.txt").read_text("utf-8"))
    closed = analyse(board).closed
    assert closed is not None
    assert [(shape.color, shape.arches) for shape in closed] == [("blue", 1), ("white", 0)]


def test_the_help_pages_position_is_drawn_as_the_server_draws_it() -> None:
    text = (DATA / "help_page.txt").read_text("utf-8").rstrip("\n")
    assert board_to_diagram(board_from_diagram(text)) == text


@given(matched_boards())
def test_round_trip(board: Board) -> None:
    assert board_from_diagram(board_to_diagram(board)) == at_origin(board)


@given(any_boards())
def test_round_trip_of_boards_that_mismatch_and_lie_apart(board: Board) -> None:
    assert board_from_diagram(board_to_diagram(board)) == at_origin(board)


def test_a_wrong_character_is_named_by_line_and_column() -> None:
    lines = board_to_diagram(Board({Cell(0, 0): 0, Cell(0, 1): 0})).splitlines()
    lines[6] = lines[6].replace(")", "x")
    with pytest.raises(DiagramError, match="Line 7, column 9 "):
        board_from_diagram("\n".join(lines))


def test_text_that_is_no_diagram_is_refused() -> None:
    with pytest.raises(DiagramError, match="Line 1, column 1 "):
        board_from_diagram("hello")
