from math import cos, hypot, isclose, pi, sin

from hypothesis import given
from hypothesis import strategies as st

from rules import Board, Cell, enclosed_empty_cells
from rules.lattice import connected_parts
from tests.rules.boards import any_boards

cells = st.builds(Cell, st.integers(-50, 50), st.integers(-50, 50))


@given(cells)
def test_corners_lie_an_edge_from_the_centre_counter_clockwise_from_the_right(cell: Cell) -> None:
    x, y = cell.center()
    for index, corner in enumerate(cell.corners()):
        corner_x, corner_y = corner.position()
        assert isclose(corner_x - x, cos(index * pi / 3), abs_tol=1e-9)
        assert isclose(corner_y - y, sin(index * pi / 3), abs_tol=1e-9)


@given(cells, st.integers(0, 5))
def test_an_edge_and_its_two_corners_are_shared_with_the_neighbour(cell: Cell, edge: int) -> None:
    neighbour = cell.neighbour(edge)
    assert neighbour.neighbour(edge + 3) == cell
    shared = {cell.corner(edge), cell.corner(edge + 1)}
    assert set(cell.corners()) & set(neighbour.corners()) == shared


@given(cells, cells, st.integers(-12, 12))
def test_rotation_keeps_distances_and_turns_by_60_degrees(
    one: Cell, other: Cell, turns: int
) -> None:
    (x, y), (turned_x, turned_y) = one.center(), one.rotated(turns).center()
    angle = turns * pi / 3
    assert isclose(turned_x, x * cos(angle) - y * sin(angle), abs_tol=1e-6)
    assert isclose(turned_y, x * sin(angle) + y * cos(angle), abs_tol=1e-6)
    before = hypot(*(a - b for a, b in zip(one.center(), other.center(), strict=True)))
    pairs = zip(one.rotated(turns).center(), other.rotated(turns).center(), strict=True)
    assert isclose(before, hypot(*(a - b for a, b in pairs)), abs_tol=1e-6)


def ring(around: Cell) -> list[Cell]:
    return list(around.neighbours())


def test_a_ring_of_six_encloses_its_middle() -> None:
    middle = Cell(3, -7)
    assert enclosed_empty_cells(ring(middle)) == (frozenset({middle}),)


def test_tiles_inside_a_large_hole_leave_what_is_empty_around_them_enclosed() -> None:
    middle = Cell(0, 0)
    wide_ring = {
        Cell(q, r)
        for q in range(-3, 4)
        for r in range(-3, 4)
        if max(abs(q), abs(r), abs(q + r)) == 3
    }
    (hole,) = enclosed_empty_cells(wide_ring | {middle})
    assert len(hole) == 18
    assert middle not in hole


def test_tiles_very_far_apart_enclose_nothing() -> None:
    assert enclosed_empty_cells([Cell(0, 0), Cell(10**12, -(10**12))]) == ()


@given(any_boards())
def test_holes_are_what_a_walk_from_far_away_cannot_reach(board: Board) -> None:
    reach = {Cell(q, r) for q in range(-7, 8) for r in range(-7, 8)} - board.keys()
    outside = next(part for part in connected_parts(reach) if Cell(-7, -7) in part)
    holes = enclosed_empty_cells(board)
    assert frozenset().union(*holes) == reach - outside
    assert all(len(connected_parts(hole)) == 1 for hole in holes)
