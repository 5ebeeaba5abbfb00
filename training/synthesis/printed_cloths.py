"""Table cloths printed with arcs, halves and dots, cell by cell, mostly in the set's own colours.

The detector learns from them that a pattern is no tile, however alike its colours and curves are:
a tile has its own figure, one size in a picture, and an edge that throws a shadow.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from training.synthesis.canvas import Color
from training.synthesis.textures import Texture, any_color, noise
from training.synthesis.tiles import TileLook
from vision.arrays import Float32s

Places = Float32s
"""Where pixels lie, (height, width, 2)."""
_SIDES_OF = {"hexagon": 6, "square": 4, "triangle": 3}
_SHARES = (0.6, 0.25, 0.15)
_SAMPLES = ((-0.25, -0.25), (0.25, -0.25), (-0.25, 0.25), (0.25, 0.25))
"""So each pixel is sampled, as parts of a pixel from its middle: fine print turns grey."""


@dataclass(frozen=True)
class _Mark:
    """What is printed in each cell: where it is, given places in cells of edge 1, and its ink."""

    holds: Callable[[Places], Float32s]
    ink: int


@dataclass(frozen=True)
class _Print:
    """A cloth: cells of so many sides, ``edge`` mm long, turned by ``angle``; inks; its marks."""

    cell: str
    edge: float
    angle: float
    turns: int
    seam: float
    inks: tuple[Color, ...]
    marks: tuple[_Mark, ...]
    weave: float


def printed_cloth(look: TileLook, rng: np.random.Generator) -> Texture:
    """Return a cloth for a set of tiles, as a top to lay them on.

    Its cells are hexagons, squares or triangles from less than half to more than twice as
    large as a tile. Marks are drawn in all of them alike, or turned at random.
    """
    cell = str(rng.choice(list(_SIDES_OF), p=_SHARES))
    size = math.exp(rng.uniform(math.log(0.45), math.log(2.4)))
    chosen = _Print(
        cell=cell,
        edge=look.radius * size,
        angle=rng.uniform(0, math.tau),
        turns=int(rng.integers(1 << 16)) if rng.random() < 0.6 else 0,
        seam=rng.uniform(0.01, 0.05) if rng.random() < 0.5 else 0.0,
        inks=_inks(look, rng),
        marks=_marks(_SIDES_OF[cell], rng),
        weave=rng.uniform(0.0, 0.06),
    )

    def top(x: Float32s, y: Float32s, other: np.random.Generator) -> Float32s:
        across, down = (np.gradient(np.stack([x, y], -1), axis=axis) for axis in (1, 0))
        color = np.zeros((*x.shape, 3), np.float32)
        for right, below in _SAMPLES:
            places = np.stack([x, y], -1) + right * across + below * down
            color += _colors(places.astype(np.float32), chosen) / np.float32(len(_SAMPLES))
        threads = noise(x, y, other.uniform(2, 8), other, 3)
        return np.asarray(color * (1 + chosen.weave * threads)[..., None], np.float32)

    return top


def _inks(look: TileLook, rng: np.random.Generator) -> tuple[Color, ...]:
    """Return the ground's colour and two inks: the set's two mostly, and perhaps a third."""
    own = [look.white, look.blue]
    if rng.random() < 0.2:
        own[int(rng.integers(2))] = any_color(rng)
    if rng.random() < 0.5:
        own.reverse()
    third = any_color(rng) if rng.random() < 0.3 else own[0]
    inks = [np.clip(np.array(ink) * (1 + rng.normal() * 0.05), 0, 1) for ink in (*own, third)]
    return tuple((float(b), float(g), float(r)) for b, g, r in inks)


def _marks(sides: int, rng: np.random.Generator) -> tuple[_Mark, ...]:
    """Return one to four marks, the first in another ink than the ground."""
    first = _any_mark(sides, rng, 1)
    others = [_any_mark(sides, rng, int(rng.integers(3))) for _ in range(int(rng.integers(4)))]
    return first, *others


def _any_mark(sides: int, rng: np.random.Generator, ink: int) -> _Mark:
    """Return a mark: about corners, about the middle, or a part cut off by a straight line."""
    kind = rng.random()
    if kind < 0.55:
        wanted = rng.random(sides) < rng.uniform(0.2, 1.0)
        wanted[int(rng.integers(sides))] = True
        corners = _corners(sides)[wanted]
        return _Mark(_round_marks(corners, rng.uniform(0.25, 0.8), _width(rng)), ink)
    if kind < 0.7:
        middle = np.zeros((1, 2), np.float32)
        return _Mark(_round_marks(middle, rng.uniform(0.15, 0.8), _width(rng)), ink)
    heading = rng.integers(2 * sides) * math.pi / sides
    off = 0.0 if rng.random() < 0.6 else rng.uniform(-0.4, 0.4)
    way = np.array([math.cos(heading), math.sin(heading)], np.float32)
    return _Mark(lambda places: (places @ way > off).astype(np.float32), ink)


def _width(rng: np.random.Generator) -> float:
    """Return how wide a ring is, in edges; 0 for a full disc."""
    return 0.0 if rng.random() < 0.45 else float(rng.uniform(0.06, 0.3))


def _round_marks(middles: Float32s, radius: float, width: float) -> Callable[[Places], Float32s]:
    def holds(places: Places) -> Float32s:
        nearest = np.full(places.shape[:2], 9.0, np.float32)
        for middle in middles:
            far = np.hypot(places[..., 0] - middle[0], places[..., 1] - middle[1])
            np.minimum(nearest, far if not width else np.abs(far - radius), out=nearest)
        return (nearest < (width / 2 if width else radius)).astype(np.float32)

    return holds


def _corners(sides: int) -> Float32s:
    """Return the corners of a cell of edge 1 about its middle, (sides, 2)."""
    angles = (np.arange(sides) + _FIRST[sides]) * math.tau / sides
    return np.column_stack([np.cos(angles), np.sin(angles)]).astype(np.float32) / np.float32(
        2 * math.sin(math.pi / sides)
    )


_FIRST = {6: 0.0, 4: 0.5, 3: 0.75}
"""Where a cell's first corner stands, in sides from the x axis."""


def _colors(places: Places, cloth: _Print) -> Float32s:
    """Return the print's colours, (height, width, 3), at places (mm)."""
    c, s = math.cos(cloth.angle) / cloth.edge, math.sin(cloth.angle) / cloth.edge
    turned = places @ np.array([[c, -s], [s, c]], np.float32)
    column, row, local = _CELLS[cloth.cell](turned)
    if cloth.turns:
        sides = _SIDES_OF[cloth.cell]
        which = np.sin(column * 12.9898 + row * 78.233 + cloth.turns) * 43758.5453
        angle = np.floor((which - np.floor(which)) * sides) * (math.tau / sides)
        c_there, s_there = np.cos(angle), np.sin(angle)
        local = np.stack(
            [
                c_there * local[..., 0] + s_there * local[..., 1],
                c_there * local[..., 1] - s_there * local[..., 0],
            ],
            -1,
        ).astype(np.float32)
    inks = np.array(cloth.inks, np.float32)
    ink = np.zeros(places.shape[:2], np.intp)
    for mark in cloth.marks:
        ink[mark.holds(local) > 0] = mark.ink
    color = inks[ink]
    if cloth.seam:
        color = np.where(_at_rim(local, cloth)[..., None], color * np.float32(0.6), color)
    return color.astype(np.float32)


def _at_rim(local: Places, cloth: _Print) -> Float32s:
    """Tell which places are on the seam between cells."""
    sides = _SIDES_OF[cloth.cell]
    apothem = 0.5 / math.tan(math.pi / sides)
    angles = (np.arange(sides) + _FIRST[sides] + 0.5) * math.tau / sides
    outwards = np.stack([np.cos(angles), np.sin(angles)])
    return np.asarray((local @ outwards).max(axis=-1) > apothem - cloth.seam / 2)


def _hexagon_cells(places: Places) -> tuple[Float32s, Float32s, Places]:
    """Return columns and rows of cells, and places about their middles; corners to the right."""
    step = np.array([3.0, math.sqrt(3)], np.float32)
    even = np.round(places / step)
    odd = np.round(places / step - 0.5) + np.float32(0.5)
    to_even, to_odd = places - even * step, places - odd * step
    nearer = ((to_even**2).sum(-1) <= (to_odd**2).sum(-1))[..., None]
    index = np.where(nearer, even, odd)
    return index[..., 0], index[..., 1], np.where(nearer, to_even, to_odd).astype(np.float32)


def _square_cells(places: Places) -> tuple[Float32s, Float32s, Places]:
    index = np.round(places)
    return index[..., 0], index[..., 1], (places - index).astype(np.float32)


def _triangle_cells(places: Places) -> tuple[Float32s, Float32s, Places]:
    """As the others; triangles that point down are turned to point up."""
    height = math.sqrt(3) / 2
    row = np.floor(places[..., 1] / height)
    shift = places[..., 0] - 0.5 * row
    up = places[..., 1] / height - row
    column = np.floor(shift - 0.5 * up)
    right = shift - 0.5 * up - column
    down = right + up > 1
    middle_x = column + 0.5 * row + np.where(down, 1.0, 0.5)
    middle_y = row * height + np.where(down, 2 / 3, 1 / 3) * height
    local = places - np.stack([middle_x, middle_y], -1)
    local = np.where(down[..., None], -local, local)
    return 2 * column + down, row, local.astype(np.float32)


_CELLS = {"hexagon": _hexagon_cells, "square": _square_cells, "triangle": _triangle_cells}
