"""The clean board: tiles laid out on their lattice, with what there is to say marked on it.

The lattice may start anywhere and lie in any of six rotations, so the drawing is turned to look
like the photo as nearly as steps of 60 degrees allow. Units are edge lengths, y down.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing.tile_parts import HEXAGON, PARTS, Part, Point, parts_of, path
from companion.words.findings import Finding
from rules import Board, Cell
from rules.lattice import SIDES

_MARGIN = 0.35


@dataclass(frozen=True)
class PlacedPart:
    """A part of a tile, or all of it: where its centre is and how many steps it is turned."""

    x: float
    y: float
    turns: int
    part: Part | None = None

    @property
    def transform(self) -> str:
        """The SVG transform that puts it in its place."""
        return f"translate({self.x:.4g} {self.y:.4g}) rotate({-60 * self.turns})"


@dataclass(frozen=True)
class BoardMark:
    """What lights up on the board for one finding: parts of tiles, cells, edges between them."""

    finding: int
    kind: str
    parts: tuple[PlacedPart, ...]
    cells: tuple[str, ...]
    centers: tuple[Point, ...]
    edges: tuple[str, ...]


@dataclass(frozen=True)
class Coordinates:
    """What sentences call a cell, and where its middle is."""

    x: float
    y: float
    words: str


@dataclass(frozen=True)
class BoardDrawing:
    """A board ready to be drawn as SVG."""

    view_box: str
    width: float
    """In edge lengths."""
    tiles: tuple[PlacedPart, ...]
    marks: tuple[BoardMark, ...]
    coordinates: tuple[Coordinates, ...] = ()


def draw_board(
    board: Board, findings: Sequence[Finding], turns: int = 0, *, with_coordinates: bool = False
) -> BoardDrawing:
    """Lay out a board turned counter-clockwise by ``turns`` times 60 degrees.

    ``with_coordinates``: tiles, and the cells of findings, bear the names that sentences call them.
    """
    cells = {*board, *(cell for finding in findings for cell in finding.cells)}
    corners = [corner for cell in cells for corner in _hexagon(cell, turns)] or [(0.0, 0.0)]
    left = min(x for x, _ in corners) - _MARGIN
    top = min(y for _, y in corners) - _MARGIN
    width = max(x for x, _ in corners) + _MARGIN - left
    height = max(y for _, y in corners) + _MARGIN - top
    return BoardDrawing(
        view_box=f"{left:.4g} {top:.4g} {width:.4g} {height:.4g}",
        width=width,
        tiles=tuple(_placed(cell, board, turns) for cell in sorted(board)),
        marks=tuple(
            _mark(number, finding, board, turns) for number, finding in enumerate(findings)
        ),
        coordinates=tuple(
            Coordinates(*_center(cell, turns), f"{cell.q}, {cell.r}")
            for cell in sorted(cells if with_coordinates else ())
        ),
    )


def _mark(number: int, finding: Finding, board: Board, turns: int) -> BoardMark:
    return BoardMark(
        finding=number,
        kind=finding.kind,
        parts=tuple(_placed(cell, board, turns, part) for cell, part in _parts(finding, board)),
        cells=tuple(path(_hexagon(cell, turns)) for cell in finding.cells),
        centers=tuple(_center(cell, turns) for cell in finding.cells),
        edges=tuple(_edge(first, second, turns) for first, second in finding.edges),
    )


def _parts(finding: Finding, board: Board) -> list[tuple[Cell, Part]]:
    """Return what of the tiles lights up: shapes, or all of the tiles that do not match."""
    if finding.kind == "illegal":
        return [(cell, part) for cell in finding.cells for part in PARTS]
    return [placed for shape in finding.shapes for placed in parts_of(shape, board)]


def _center(cell: Cell, turns: int) -> Point:
    x, y = cell.rotated(turns).center()
    return x, -y


def _hexagon(cell: Cell, turns: int) -> tuple[Point, ...]:
    center_x, center_y = _center(cell, turns)
    return tuple((center_x + x, center_y - y) for x, y in HEXAGON)


def _placed(cell: Cell, board: Board, turns: int, part: Part | None = None) -> PlacedPart:
    x, y = _center(cell, turns)
    return PlacedPart(x, y, (board[cell] + turns) % SIDES, part)


def _edge(first: Cell, second: Cell, turns: int) -> str:
    """Return the common edge of two touching cells as a zigzag."""
    turned = first.rotated(turns)
    index = turned.neighbours().index(second.rotated(turns))
    corners = _hexagon(first, turns)
    return zigzag(corners[index], corners[(index + 1) % SIDES])


def zigzag(start: Point, end: Point, teeth: int = 5, depth: float = 0.11) -> str:
    """Return an SVG path from start to end in teeth; ``depth`` as a share of its length."""
    along = end[0] - start[0], end[1] - start[1]
    across = -along[1] * depth, along[0] * depth
    points = [start]
    for tooth in range(teeth):
        share, side = (tooth + 0.5) / teeth, 1 if tooth % 2 else -1
        points.append(
            (
                start[0] + along[0] * share + side * across[0],
                start[1] + along[1] * share + side * across[1],
            )
        )
    points.append(end)
    return "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in points)
