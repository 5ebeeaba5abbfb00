"""A position as a figure: its tiles, and on them what its caption speaks of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from math import dist
from typing import Final

from calibration.figures.definitions import RuleFigure
from calibration.printing.marks import Arc, Figure, Fill, Mark, Outline, Point, Stroke, Words, moved
from calibration.printing.tile_drawing import PARTS, Part, hexagon, part_outline
from rules import Board, Cell, Color, mismatches
from rules.groups import Group, Groups, find_groups
from rules.lattice import SIDES, Corner, enclosed_empty_cells
from rules.nesting import find_nesting
from rules.tile import arch_corners, tip_corner

DEFAULT_EDGE: Final = 8.0
"""Of a tile in a figure that stands alone, mm."""

_PLAIN: dict[Color, str] = {"white": "#ffffff", "blue": "#4b87c6"}
_PALE: dict[Color, str] = {"white": "#ffffff", "blue": "#c3d7ec"}
_STRONG: dict[Color, str] = {"white": "#ffd34d", "blue": "#17508f"}
_RIM, _ACCENT, _FAULT = "#5d6b7a", "#d9480f", "#c92a2a"

# In edges of a tile.
_RIM_WIDTH, _ACCENT_WIDTH, _MARGIN = 0.03, 0.13, 0.2
_LABEL_RADIUS, _LABEL_SIZE, _HAND_RADIUS = 0.3, 0.42, 0.13


def draw_figure(figure: RuleFigure, edge: float = DEFAULT_EDGE) -> Figure:
    """Return a figure drawn with tiles of so large an edge, mm."""
    board, groups = figure.board, find_groups(figure.board)
    holes = [cell for hole in enclosed_empty_cells(board) for cell in hole]
    shown = [_largest(groups, color) for color in figure.highlight]
    marks: list[Mark] = []
    for cell in sorted(board):
        marks += _tile(cell, board[cell], edge, shown)
    marks += [_empty_cell(cell, edge) for cell in holes]
    marks += [_common_edge(*pair, edge) for pair in mismatches(board)]
    if figure.framed:
        marks += _frame(figure.framed, edge)
    marks += [
        Stroke(hexagon(_place(cell, edge), 0.94 * edge), _ACCENT, _ACCENT_WIDTH * edge)
        for cell in (*figure.placed, *figure.marked)
    ]
    for group in shown:
        marks += _hands(group, board, edge)
        marks += _animals(group, groups, board, edge)
    return _framed(marks, [*board, *holes], edge)


def draw_labelled(board: Board, labels: Mapping[Cell, str], edge: float = DEFAULT_EDGE) -> Figure:
    """Return a board with labels of one or two signs on tiles, and on empty cells, framed."""
    marks: list[Mark] = []
    for cell in sorted(board):
        marks += _tile(cell, board[cell], edge, [])
    for cell, label in labels.items():
        if cell not in board:
            marks.append(_empty_cell(cell, edge))
        marks += _label(label, _place(cell, edge), edge)
    return _framed(marks, [*board, *labels], edge)


def _tile(cell: Cell, orientation: int, edge: float, shown: list[Group]) -> Iterator[Mark]:
    center = _place(cell, edge)
    for part in PARTS:
        color = part[0]
        if not shown:
            paint = _PLAIN[color]
        elif any(_is_of(part, cell, orientation, group) for group in shown):
            paint = _STRONG[color]
        else:
            paint = _PALE[color]
        yield Fill((part_outline(part, center, edge, orientation),), paint)
    yield Stroke(hexagon(center, edge), _RIM, _RIM_WIDTH * edge)


def _is_of(part: Part, cell: Cell, orientation: int, group: Group) -> bool:
    """Tell whether a part of a tile belongs to a group."""
    color, kind = part
    if color != group.color:
        return False
    if kind == "arch":
        return cell in group.arcs
    return cell.corner(tip_corner(orientation, color)) in group.corners


def _empty_cell(cell: Cell, edge: float) -> Mark:
    return Stroke(hexagon(_place(cell, edge), edge), _RIM, _RIM_WIDTH * edge, dash=0.2 * edge)


def _largest(groups: Groups, color: Color) -> Group:
    closed = [group for group in groups.all if group.closed and group.color == color]
    return max(closed, key=lambda group: len(group.arcs))


def _hands(group: Group, board: Board, edge: float) -> Iterator[Mark]:
    """Yield a dot on the hand of each limb."""
    if not group.limbs:
        return
    arches_at: Counter[Corner] = Counter()
    for cell in group.arcs:
        arches_at.update(cell.corner(end) for end in arch_corners(board[cell], group.color))
    for corner, arches in arches_at.items():
        if arches == 1:
            x, y = corner.position()
            yield Fill((_circle((x * edge, y * edge), _HAND_RADIUS * edge),), _ACCENT)


def _animals(group: Group, groups: Groups, board: Board, edge: float) -> Iterator[Mark]:
    """Yield the score of each animal of a group, written on it."""
    nesting = find_nesting(board, groups, ())
    for inner in nesting.directly_within(groups.all.index(group)):
        animal = groups.all[inner]
        if animal.color != group.color:
            middle = _middle([corner.position() for corner in animal.corners])
            score = str(1 + len(nesting.within(inner)))
            yield from _label(score, (middle[0] * edge, middle[1] * edge), edge)


def _label(text: str, at: Point, edge: float) -> Iterator[Mark]:
    """Yield a number in a circle."""
    size = _LABEL_SIZE * edge
    yield Fill((_circle(at, _LABEL_RADIUS * edge),), "#ffffff")
    yield Stroke(_circle(at, _LABEL_RADIUS * edge), _RIM, _RIM_WIDTH * edge)
    yield Words(text, (at[0], at[1] - 0.36 * size), size, bold=True)


def _middle(points: list[Point]) -> Point:
    """Return the point that lies nearest to the middle of all of them."""
    mean = (sum(x for x, _ in points) / len(points), sum(y for _, y in points) / len(points))
    return min(sorted(points), key=lambda point: dist(point, mean))


def _common_edge(first: Cell, second: Cell, edge: float) -> Stroke:
    index = first.neighbours().index(second)
    ends = tuple(_position(first.corner(index + step), edge) for step in range(2))
    return Stroke(ends, _FAULT, _ACCENT_WIDTH * edge, closed=False)


def _frame(cells: tuple[Cell, ...], edge: float) -> Iterator[Mark]:
    """Yield the rim of several cells together."""
    for cell in cells:
        for index, neighbour in enumerate(cell.neighbours()):
            if neighbour not in cells:
                ends = tuple(_position(cell.corner(index + step), edge) for step in range(2))
                yield Stroke(ends, _STRONG["blue"], _ACCENT_WIDTH * edge, closed=False)


def _circle(center: Point, radius: float) -> Outline:
    return (Arc(center, radius, 0, 360),)


def _place(cell: Cell, edge: float) -> Point:
    x, y = cell.center()
    return x * edge, y * edge


def _position(corner: Corner, edge: float) -> Point:
    x, y = corner.position()
    return x * edge, y * edge


def _framed(marks: list[Mark], cells: list[Cell], edge: float) -> Figure:
    """Return the marks moved into a picture that holds the cells."""
    corners = [_position(cell.corner(index), edge) for cell in cells for index in range(SIDES)]
    margin = _MARGIN * edge
    left, bottom = min(x for x, _ in corners) - margin, min(y for _, y in corners) - margin
    width = max(x for x, _ in corners) + margin - left
    height = max(y for _, y in corners) + margin - bottom
    return Figure(width, height, moved(marks, (-left, -bottom)))
