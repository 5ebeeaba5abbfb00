"""The four parts of a tile as outlines: its two arches and its two tips.

Everything is in edge lengths, with y up, about the centre of a tile of orientation 0: the white tip
at corner 0, on the right. A tip is the sector of half an edge round its corner; an arch is what is
left of its half of the tile. Where tiles match, outlines run smoothly on from one to the next.
"""

from __future__ import annotations

from math import cos, pi, sin
from typing import Literal

from rules import Board, Cell, Color, Shape
from rules.lattice import SIDES
from rules.tile import tip_corner

Part = Literal["white-arch", "blue-arch", "white-tip", "blue-tip"]
Point = tuple[float, float]

_ARC_STEPS = 12
_TIP_RADIUS = 0.5


def _corner(index: int) -> Point:
    return cos(pi / 3 * index), sin(pi / 3 * index)


def _midpoint(index: int) -> Point:
    """Return the middle of edge ``index``, which joins corners ``index`` and ``index + 1``."""
    (x0, y0), (x1, y1) = _corner(index), _corner(index + 1)
    return (x0 + x1) / 2, (y0 + y1) / 2


def _arc(corner: int) -> tuple[Point, ...]:
    """Return the rim of the tip at a corner, from the edge after it to the edge before it."""
    center_x, center_y = _corner(corner)
    first = pi / 3 * corner + 2 * pi / 3
    angles = [first + step * (2 * pi / 3) / _ARC_STEPS for step in range(_ARC_STEPS + 1)]
    return tuple(
        (center_x + _TIP_RADIUS * cos(angle), center_y + _TIP_RADIUS * sin(angle))
        for angle in angles
    )


def _tip(corner: int) -> tuple[Point, ...]:
    return (_corner(corner), *_arc(corner))


def _arch(around: int) -> tuple[Point, ...]:
    """Return the arch that bends round the tip at corner ``around``."""
    return (
        _midpoint(around + 1),
        _corner(around + 1),
        *_arc(around),
        _corner(around - 1),
        _midpoint(around - 2),
    )


HEXAGON: tuple[Point, ...] = tuple(_corner(index) for index in range(SIDES))
PARTS: dict[Part, tuple[Point, ...]] = {
    "white-arch": _arch(3),
    "blue-arch": _arch(0),
    "white-tip": _tip(0),
    "blue-tip": _tip(3),
}

_ARCH_OF: dict[Color, Part] = {"white": "white-arch", "blue": "blue-arch"}
_TIP_OF: dict[Color, Part] = {"white": "white-tip", "blue": "blue-tip"}


def parts_of(shape: Shape, board: Board) -> tuple[tuple[Cell, Part], ...]:
    """Return the arches of a shape and the tips that lie at its corners."""
    arches = [(cell, _ARCH_OF[color]) for cell, color in shape.arcs]
    tips = [
        (cell, _TIP_OF[shape.color])
        for cell in sorted(shape.cells)
        if cell.corner(tip_corner(board[cell], shape.color)) in shape.corners
    ]
    return (*arches, *tips)


def path(points: tuple[Point, ...]) -> str:
    """Return a closed SVG path through points that have y down already."""
    return "M" + "L".join(f"{x:.5g} {y:.5g}" for x, y in points) + "Z"


def upright_path(points: tuple[Point, ...]) -> str:
    """Return a closed SVG path, y down, through points that have y up."""
    return path(tuple((x, -y) for x, y in points))
