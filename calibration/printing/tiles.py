"""Tiles to cut out: pages of them for a printer, or one sheet for a laser cutter.

On paper the tiles stand corner to corner, each row half a step aside of the one before, so that all
their edges lie on straight lines across the page, in three directions, that run through no tile:
with a ruler and a knife, or a guillotine, a page is cut in some thirty straight cuts. A little of
each tile's colours runs on beyond its edges, so that a cut that is not quite true shows no bare
paper.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import ceil, cos, floor, pi, sin, sqrt
from typing import Final

from calibration.printing.colors import TileColors
from calibration.printing.marks import Fill, Mark, Point, Stroke, Words, line
from calibration.printing.paper import PRINTER_MARGIN, Paper
from calibration.printing.pdf import pages_to_pdf
from calibration.printing.ruler import horizontal_ruler
from calibration.printing.svg import layers_to_svg
from calibration.printing.texts import Texts
from calibration.printing.tile_drawing import KINDS, hexagon, part_outline, tile_fills
from rules.lattice import SIDES, Cell
from rules.tile import BLUE

TILES_IN_A_SET: Final = 48
DEFAULT_EDGE: Final = 21.0
"""Of a tile, mm: a set fits on two sheets of A4 or Letter."""
EDGE_LIMITS: Final = (8.0, 40.0)
"""Smaller tips are hard to see and to cut; of larger tiles hardly a few fit on a sheet."""

_BLEED, _CUT_LINE, _CUT_COLOR, _CUT_BEYOND = 1.0, 0.1, "#808080", 5.0
_HEADER, _FOOTER, _TEXT = 11.0, 13.0, 3.2
_RULER_LENGTH = 100
_LASER_COLUMNS, _LASER_GAP, _LASER_LINE, _LASER_COLOR = 8, 2.0, 0.1, "#ff0000"


class TileSizeError(ValueError):
    """Tiles of a size that cannot be printed; says which can."""


def tiles_pdf(paper: Paper, colors: TileColors, texts: Texts, edge: float = DEFAULT_EDGE) -> bytes:
    """Return a PDF of 48 tiles with an edge of ``edge`` mm, to print on card and cut out.

    Raises
    ------
    TileSizeError
        If the edge is outside ``EDGE_LIMITS``.
    """
    _check_edge(edge)
    columns, rows = _fitting(paper, edge)
    pages = ceil(TILES_IN_A_SET / (columns * rows))
    # Pages filled alike look better than a full one and a scrap.
    rows = min(rows, ceil(TILES_IN_A_SET / pages / columns))
    drawn = []
    left = TILES_IN_A_SET
    for page in range(1, pages + 1):
        count = min(left, columns * rows)
        centers = tile_centers(paper, edge, columns, rows)[:count]
        header = texts("tiles.header", page=page, pages=pages)
        drawn.append((*_words(paper, header, texts), *_page(centers, edge, colors)))
        left -= count
    return pages_to_pdf(drawn, paper, texts("tiles.title"))


def tile_centers(paper: Paper, edge: float, columns: int, rows: int) -> tuple[Point, ...]:
    """Return where the tiles of a full page have their centres, from the top, mm."""
    left = (paper.width - (2 * columns + 1) * edge) / 2 + edge
    middle = (paper.height - _HEADER + _FOOTER) / 2
    top = middle + (rows - 1) / 2 * sqrt(3) * edge
    return tuple(
        (left + 2 * edge * column + edge * (row % 2), top - sqrt(3) * edge * row)
        for row in range(rows)
        for column in range(columns)
    )


def tiles_svg(colors: TileColors, texts: Texts, edge: float = DEFAULT_EDGE) -> str:
    """Return one sheet of 48 tiles for a laser cutter, as SVG.

    Layer ``engrave`` has the blue parts filled, layer ``cut`` the outlines as thin red lines.
    Tiles stand 2 mm apart, which leaves the frame between them in one piece.

    Raises
    ------
    TileSizeError
        If the edge is outside ``EDGE_LIMITS``.
    """
    _check_edge(edge)
    spread = edge + _LASER_GAP / sqrt(3)
    cells = [
        Cell(q, r - q // 2)
        for q in range(_LASER_COLUMNS)
        for r in range(TILES_IN_A_SET // _LASER_COLUMNS)
    ]
    places = [(spread * x, spread * y) for x, y in (cell.center() for cell in cells)]
    left = min(x for x, _ in places) - edge - _LASER_GAP
    bottom = min(y for _, y in places) - edge * sqrt(3) / 2 - _LASER_GAP
    centers = [(x - left, y - bottom) for x, y in places]
    width = max(x for x, _ in centers) + edge + _LASER_GAP
    height = max(y for _, y in centers) + edge * sqrt(3) / 2 + _LASER_GAP
    engraved = tuple(
        part_outline((BLUE, kind), center, edge, 0) for center in centers for kind in KINDS
    )
    layers: dict[str, Sequence[Mark]] = {
        "engrave": [Fill(engraved, colors.blue)],
        "cut": [Stroke(hexagon(center, edge), _LASER_COLOR, _LASER_LINE) for center in centers],
    }
    return layers_to_svg(width, height, layers, texts("tiles.title"))


def _check_edge(edge: float) -> None:
    low, high = EDGE_LIMITS
    if not low <= edge <= high:
        raise TileSizeError(
            f"A tile's edge of {edge:g} mm cannot be printed: choose {low:g} to {high:g} mm."
        )


def _fitting(paper: Paper, edge: float) -> tuple[int, int]:
    """Return how many columns and rows of tiles fit on a sheet."""
    width = paper.width - 2 * PRINTER_MARGIN
    height = paper.height - 2 * PRINTER_MARGIN - _HEADER - _FOOTER
    return floor((width / edge - 1) / 2), floor(height / (sqrt(3) * edge))


def _page(centers: Sequence[Point], edge: float, colors: TileColors) -> list[Mark]:
    over = edge + _BLEED * 2 / sqrt(3)
    return [
        *(fill for center in centers for fill in tile_fills(center, over, 0, colors)),
        *(fill for center in centers for fill in tile_fills(center, edge, 0, colors)),
        *(
            line(start, end, _CUT_LINE, _CUT_COLOR)
            for start, end in cut_lines(centers, edge, _CUT_BEYOND)
        ),
    ]


def cut_lines(
    centers: Sequence[Point], edge: float, beyond: float
) -> tuple[tuple[Point, Point], ...]:
    """Return the straight lines that all edges of the tiles lie on, each ``beyond`` mm longer."""
    along_line: dict[tuple[int, int], list[float]] = defaultdict(list)
    for center in centers:
        corners = [c for c in hexagon(center, edge) if isinstance(c, tuple)]
        for number in range(SIDES):
            direction = (number + 2) % 3
            for x, y in (corners[number], corners[(number + 1) % SIDES]):
                along, across = _along_and_across((x, y), direction)
                along_line[direction, round(across * 1000)].append(along)
    lines = []
    for (direction, across), alongs in sorted(along_line.items()):
        ends = (min(alongs) - beyond, max(alongs) + beyond)
        start, end = (_point(along, across / 1000, direction) for along in ends)
        lines.append((start, end))
    return tuple(lines)


def _along_and_across(point: Point, direction: int) -> Point:
    """Return a point's coordinates along and across lines at 60 degrees times ``direction``."""
    cosine, sine = cos(pi / 3 * direction), sin(pi / 3 * direction)
    return point[0] * cosine + point[1] * sine, point[1] * cosine - point[0] * sine


def _point(along: float, across: float, direction: int) -> Point:
    cosine, sine = cos(pi / 3 * direction), sin(pi / 3 * direction)
    return along * cosine - across * sine, along * sine + across * cosine


def _words(paper: Paper, header: str, texts: Texts) -> tuple[Mark, ...]:
    top = paper.height - PRINTER_MARGIN
    middle = paper.width / 2
    low = PRINTER_MARGIN + 1
    ruler_left = paper.width / 2 - _RULER_LENGTH / 2
    return (
        Words(header, (middle, top - _TEXT), _TEXT, bold=True),
        Words(texts("tiles.how"), (middle, top - 2.5 * _TEXT), 0.8 * _TEXT),
        *horizontal_ruler((ruler_left, low + 11), _RULER_LENGTH),
        Words(texts("ruler.check", length=_RULER_LENGTH), (middle, low + 2.5), 0.7 * _TEXT),
        Words(texts("credit"), (middle, low), 0.7 * _TEXT, color="#555555"),
    )
