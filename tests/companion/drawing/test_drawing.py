"""The drawings: parts fill the tile, shapes are drawn whole, and lie where the photo shows them."""

from collections.abc import Callable
from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.drawing.board_drawing import draw_board
from companion.drawing.photo_drawing import draw_on_photo, turns_towards_photo
from companion.drawing.photo_view import view_around, view_of, whole_view
from companion.drawing.tile_parts import HEXAGON, PARTS, Point, parts_of
from companion.words.findings import find_in_cluster
from rules import Board, Cell, closed_shapes
from vision.reading import ClusterReading, Reading, TileReading

Truth = Callable[[str], Reading]


def area(points: tuple[Point, ...]) -> float:
    pairs = zip(points, (*points[1:], points[0]), strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2


def turned(cluster: ClusterReading, turns: int) -> ClusterReading:
    """Return the same tiles in the picture with the lattice counted from another side."""
    return ClusterReading(
        tuple(
            TileReading(
                cell=tile.cell.rotated(turns).translated(3, -1),
                orientation=(tile.orientation + turns) % 6,
                center=tile.center,
                white_tip=tile.white_tip,
                blue_tip=tile.blue_tip,
                corners=tile.corners,
                confidence=tile.confidence,
                sure=tile.sure,
                probabilities=tile.probabilities,
            )
            for tile in cluster.tiles
        )
    )


def test_the_four_parts_fill_the_tile() -> None:
    assert area(HEXAGON) == pytest.approx(3 * sqrt(3) / 2)
    assert sum(map(area, PARTS.values())) == pytest.approx(area(HEXAGON))


def test_every_edge_is_half_white_and_half_blue() -> None:
    for start, end in zip(HEXAGON, (*HEXAGON[1:], HEXAGON[0]), strict=True):
        middle = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        ending_here = [
            name
            for name, outline in PARTS.items()
            if min(dist(middle, point) for point in outline) < 1e-9
        ]
        assert {name.partition("-")[0] for name in ending_here} == {"white", "blue"}


def test_an_eye_is_three_tips() -> None:
    eye = Board({Cell(0, 0): 0, Cell(1, 0): 2, Cell(1, -1): 4})
    shapes = [shape for shape in closed_shapes(eye) if shape.is_eye]
    for shape in shapes:
        assert sorted(part for _cell, part in parts_of(shape, eye)) == [f"{shape.color}-tip"] * 3
    assert len(shapes) == 1


def test_a_shape_has_all_its_arches_and_its_tips(truth: Truth) -> None:
    board = truth("palagonia_1_r039").clusters[0].board()
    for shape in closed_shapes(board):
        parts = parts_of(shape, board)
        assert len(set(parts)) == len(parts)
        assert sum(part.endswith("arch") for _cell, part in parts) == shape.arches
        # Three tiles meet at each corner; an arch ends at two corners, a tip lies at one.
        tips = sum(part.endswith("tip") for _cell, part in parts)
        assert 2 * shape.arches + tips == 3 * len(shape.corners)


@pytest.mark.parametrize("turns", range(6))
def test_the_board_is_drawn_as_the_photo_shows_it(truth: Truth, turns: int) -> None:
    cluster = truth("palagonia_1_r039").clusters[0]
    board = draw_board(cluster.board(), (), turns_towards_photo(cluster))
    again = turned(cluster, turns)
    other = draw_board(again.board(), (), turns_towards_photo(again))
    assert other.width == pytest.approx(board.width)

    def layout(tiles: tuple[object, ...]) -> list[tuple[float, float, int]]:
        left, top = min(t.x for t in tiles), min(t.y for t in tiles)
        return sorted((round(t.x - left, 6), round(t.y - top, 6), t.turns) for t in tiles)

    assert layout(other.tiles) == layout(board.tiles)


def test_above_in_the_photo_is_above_on_the_board(truth: Truth) -> None:
    cluster = truth("p001057_overhead").clusters[0]
    drawn = draw_board(cluster.board(), (), turns_towards_photo(cluster)).tiles
    highest = min(cluster.tiles, key=lambda tile: tile.center[1])
    lowest = max(cluster.tiles, key=lambda tile: tile.center[1])
    placed = dict(zip(sorted(cluster.board()), drawn, strict=True))
    assert placed[highest.cell].y < placed[lowest.cell].y


def test_parts_lie_where_the_photo_shows_them(truth: Truth) -> None:
    cluster = truth("p001039_oblique").clusters[0]
    drawing = draw_on_photo(cluster, ())
    for tile, drawn in zip(cluster.tiles, drawing.tiles, strict=True):
        corner_x, corner_y = map(float, drawn.parts["white-tip"][1:].split("L")[0].split())
        assert dist((corner_x, corner_y), tile.corners[0]) < 1.5


def test_every_finding_has_its_mark_on_both_pictures(truth: Truth) -> None:
    for name in ("palagonia_1_r039", "p001066_illegal", "p001059_lowlight", "p001081_hand"):
        cluster = truth(name).clusters[0]
        findings = find_in_cluster(cluster)
        board, photo = draw_board(cluster.board(), findings), draw_on_photo(cluster, findings)
        for number, _finding in enumerate(findings):
            for mark in (board.marks[number], photo.marks[number]):
                assert mark.finding == number
                assert mark.parts or mark.cells or mark.edges


def test_the_view_holds_every_tile(truth: Truth) -> None:
    for name in ("palagonia_1_r039", "p001103_palagems", "p001075_cropped", "p001073_negative"):
        reading = truth(name)
        view = view_of(reading)
        for cluster in reading.clusters:
            for tile in cluster.tiles:
                assert view.x <= tile.center[0] <= view.x + view.width
                assert view.y <= tile.center[1] <= view.y + view.height
        assert view.x + view.width <= reading.width
        assert view.y + view.height <= reading.height


@given(
    st.lists(st.tuples(st.integers(0, 1280), st.integers(0, 720)), min_size=1),
)
def test_a_view_of_the_pictures_shape_holds_all_points_in_it(points: list[tuple[int, int]]) -> None:
    view = view_around(points, 1280, 720)
    for x, y in points:
        assert view.x <= x <= view.x + view.width
        assert view.y <= y <= view.y + view.height
    assert 0 <= view.x <= view.x + view.width <= 1280
    assert 0 <= view.y <= view.y + view.height <= 720
    assert view.whole or view.width / view.height == pytest.approx(4 / 3)


def test_a_view_shows_the_board_large_and_all_where_little_would_be_left_out() -> None:
    board = [(520.0, 240.0), (800.0, 400.0)]
    view = view_around(board, 1280, 720)
    assert (view.x, view.y, view.width, view.height) == (495, 180, 360, 270)
    assert view_around([(100, 100), (1200, 650)], 1280, 720) == whole_view(1280, 720)
    assert view_around([], 1280, 720) == whole_view(1280, 720)
    beyond = [(-300.0, 100.0), (200.0, 300.0)]
    assert view_around(beyond, 1280, 720).x == 0
    upright = view_around([(300, 700), (800, 1200)], 1080, 1920)
    assert upright.height > upright.width
