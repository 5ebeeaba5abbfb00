"""Table cloths printed with hexagons and arcs in the colours of a set of tiles."""

from __future__ import annotations

import math

import numpy as np

from training.synthesis.canvas import Color
from training.synthesis.tiles import HEXAGON, place
from training.synthesis.unseen.swatch import Swatch, cloud, varied
from training.synthesis.unseen.tile_sets import TileSet
from vision.arrays import Points

_COLUMNS, _ROWS = 8, 7
"""So many hexagons fit a square swatch to within one part in a hundred."""
KINDS = ("bands", "corners", "halves", "rings", "figures")


def tile_cloth(
    tiles: TileSet, rng: np.random.Generator, kinds: tuple[str, ...] = KINDS
) -> tuple[Swatch, str]:
    """Print a cloth in a set's two colours; return it and its kind.

    Its hexagons are smaller than a tile, about as large, or larger.

    ``bands``: arcs about every other corner; ``corners``: filled corners; ``halves``: two halves
    and no tips; ``rings``: circles about the hexagons' corners; ``figures``: tiles' own figures,
    never as large as a tile.
    """
    kind = kinds[int(rng.integers(len(kinds)))]
    sizes = [rng.uniform(0.45, 0.75), rng.uniform(0.92, 1.1), rng.uniform(1.3, 2.0)]
    pick = int(rng.integers(3)) if kind != "figures" else 2 * int(rng.integers(2))
    edge = tiles.radius * sizes[pick]
    white, blue = varied(tiles.white, rng, 0.04), varied(tiles.blue, rng, 0.04)
    if rng.random() < 0.4:
        white, blue = blue, white
    swatch = Swatch(1.5 * _COLUMNS * edge, white)
    stretch = 1.5 * _COLUMNS / (math.sqrt(3) * _ROWS)
    seam = varied(white, rng, 0.2) if rng.random() < 0.6 else None
    even = rng.random() < 0.5
    for column in range(_COLUMNS):
        for row in range(_ROWS):
            spot = edge * np.array(
                [1.5 * column, math.sqrt(3) * (row + 0.5 * (column % 2)) * stretch]
            )
            turn = 0 if even else int(rng.integers(6))
            _print(swatch, kind, place(HEXAGON, spot, turn * math.pi / 3, edge), white, blue)
            if seam is not None:
                ring = place(HEXAGON, spot, 0.0, edge)
                swatch.lines(ring, seam, 0.02 * edge, closed=True)
    swatch.shade(1 + 0.03 * cloud(rng, 0.5))
    return swatch, kind


def _print(swatch: Swatch, kind: str, corners: Points, white: Color, color: Color) -> None:
    """Print one hexagon's figure in ``color`` on ``white``; ``corners`` are (6, 2) in mm."""
    middle, edge = corners.mean(0), float(np.hypot(*(corners[1] - corners[0])))
    if kind == "rings":
        swatch.lines(_arc(corners[0], 0.5 * edge, 0.0, 2 * math.pi), color, 0.16 * edge)
    elif kind in ("halves", "figures"):
        ends = [(corners[k] + corners[k + 1]) / 2 for k in (1, 4)]
        swatch.polygon(np.array([ends[0], *corners[[1, 0, 5]], ends[1]]), color)
        if kind == "figures":
            swatch.polygon(_sector(corners[0], middle, 0.5 * edge), white)
            swatch.polygon(_sector(corners[3], middle, 0.5 * edge), color)
    else:
        for corner in corners[::2]:
            sector = _sector(corner, middle, 0.5 * edge)
            if kind == "corners":
                swatch.polygon(sector, color)
            else:
                swatch.lines(sector[1:], color, 0.24 * edge)


def _arc(centre: Points, radius: float, start: float, stop: float) -> Points:
    angles = np.linspace(start, stop, 24)
    points: Points = np.column_stack([np.cos(angles), np.sin(angles)]) * radius + centre
    return points


def _sector(corner: Points, middle: Points, radius: float) -> Points:
    heading = math.atan2(*(middle - corner)[::-1])
    arc = _arc(corner, radius, heading - math.pi / 3, heading + math.pi / 3)
    return np.concatenate([corner[None], arc])
