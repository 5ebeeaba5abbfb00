"""The four parts of a tile as outlines: its two arches and its two tips.

Everything is in edge lengths, with y up, about the centre of a tile of orientation 0: the white tip
at corner 0, on the right. The outlines are those that are printed, with their arcs in short steps,
since a photo shows circles as none. Where tiles match, outlines run smoothly on from one to the
next.
"""

from __future__ import annotations

from typing import Literal

from calibration.printing.marks import Arc, Outline
from calibration.printing.tile_drawing import hexagon, part_outline
from rules import Board, Cell, Color, Shape
from rules.tile import tip_corner

Part = Literal["white-arch", "blue-arch", "white-tip", "blue-tip"]
Point = tuple[float, float]

_ARC_STEPS = 12
_CENTER, _EDGE, _ORIENTATION = (0.0, 0.0), 1.0, 0


def _points(outline: Outline) -> tuple[Point, ...]:
    points: list[Point] = []
    for step in outline:
        if isinstance(step, Arc):
            turn = step.sweep / _ARC_STEPS
            points += (step.at(step.start + turn * n) for n in range(_ARC_STEPS + 1))
        else:
            points.append(step)
    return tuple(points)


def _part(color: Color, kind: Literal["arch", "tip"]) -> tuple[Point, ...]:
    return _points(part_outline((color, kind), _CENTER, _EDGE, _ORIENTATION))


HEXAGON: tuple[Point, ...] = _points(hexagon(_CENTER, _EDGE))
PARTS: dict[Part, tuple[Point, ...]] = {
    "white-arch": _part("white", "arch"),
    "blue-arch": _part("blue", "arch"),
    "white-tip": _part("white", "tip"),
    "blue-tip": _part("blue", "tip"),
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
