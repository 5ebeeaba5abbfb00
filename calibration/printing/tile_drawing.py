"""The tile as marks: two arches and two tips, which meet without overlapping.

A tip is the sector of half an edge round its corner; an arch is what that leaves of its half of the
hexagon (docs/rules.md). So that nothing of one colour shines through at the rim of another when a
page is rasterised, no part is painted over another.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Literal

from calibration.printing.colors import TileColors
from calibration.printing.marks import Arc, Fill, Outline, Point
from rules.lattice import SIDES
from rules.tile import BLUE, COLORS, WHITE, Color, other_color, tip_corner

PartKind = Literal["arch", "tip"]
Part = tuple[Color, PartKind]

KINDS: tuple[PartKind, PartKind] = ("arch", "tip")
PARTS: tuple[Part, ...] = tuple((color, kind) for color in COLORS for kind in KINDS)

_TIP_RADIUS = 0.5


def hexagon(center: Point, edge: float) -> Outline:
    """Return the outline of a tile."""
    return tuple(_corner(center, edge, index) for index in range(SIDES))


def part_outline(part: Part, center: Point, edge: float, orientation: int) -> Outline:
    """Return the outline of one part of a tile of this orientation (docs/rules.md)."""
    color, kind = part
    # The arch of one colour bends round the tip of the other.
    around = tip_corner(orientation, color if kind == "tip" else other_color(color))
    corner = _corner(center, edge, around)
    rim = Arc(corner, _TIP_RADIUS * edge, 60 * around + 120, 120)
    if kind == "tip":
        return (corner, rim)
    return (
        _midpoint(center, edge, around + 1),
        _corner(center, edge, around + 1),
        rim,
        _corner(center, edge, around - 1),
        _midpoint(center, edge, around - 2),
    )


def tile_fills(
    center: Point, edge: float, orientation: int, colors: TileColors
) -> tuple[Fill, ...]:
    """Return a tile's four parts in its set's two colours."""
    paint = {WHITE: colors.white, BLUE: colors.blue}
    return tuple(
        Fill((part_outline(part, center, edge, orientation),), paint[part[0]]) for part in PARTS
    )


def _corner(center: Point, edge: float, index: int) -> Point:
    return center[0] + edge * cos(pi / 3 * index), center[1] + edge * sin(pi / 3 * index)


def _midpoint(center: Point, edge: float, index: int) -> Point:
    """Return the middle of edge ``index``, which joins corners ``index`` and ``index + 1``."""
    first, second = (_corner(center, edge, index + step) for step in range(2))
    return (first[0] + second[0]) / 2, (first[1] + second[1]) / 2
