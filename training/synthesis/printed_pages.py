"""Pages of printed tiles that are not cut out yet, as a scanner or a camera right above sees them.

Nothing on them stands up, throws a shadow or shows noise, as do the figures of a printed cloth; but
these are tiles: what learns from cloths is to learn them as well.
"""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np

from rules.lattice import Cell
from training.synthesis.camera import look_at
from training.synthesis.canvas import FIRST_TILE, Canvas
from training.synthesis.layout import LaidCluster, LaidTile
from training.synthesis.scene import Scene, tile_truth
from training.synthesis.tiles import TileLook, paint_tile, random_look
from vision.arrays import Points

_COLUMNS, _ROWS = 4, 6
_RADIUS_PX = (20.0, 90.0)


def make_page(seed: int) -> Scene:
    """Make up a page from a seed: rows of tiles whose corners meet, all turned alike.

    As on the pages that the project prints, they fit no lattice: each lies by itself.
    """
    rng = np.random.default_rng((seed, 12))
    look = replace(random_look(rng), height=0.0, grain=0.0)
    paper = np.array([1.0, 1.0, 1.0]) if rng.random() < 0.7 else rng.uniform(0.8, 1.0, 3)
    radius = math.exp(rng.uniform(*np.log(_RADIUS_PX)))
    camera = look_at(
        (0.0, 0.0),
        width=round(radius * (2 * _COLUMNS + 2)),
        height=round(radius * math.sqrt(3) * (_ROWS + 1)),
        focal=1000.0,
        distance=1000.0 * look.radius / radius,
        tilt=0.0,
        heading=float(rng.integers(4)) * math.pi / 2 if rng.random() < 0.5 else rng.uniform(0, 6.3),
        roll=0.0,
        k1=0.0,
    )
    canvas = Canvas(camera)
    clusters = tuple(_alone(centre, look) for centre in _centres(look.radius))
    numbered = [(index, tile) for index, cluster in enumerate(clusters) for tile in cluster.tiles]
    for index, tile in numbered:
        paint_tile(canvas, look, tile.centre, tile.angle, FIRST_TILE + index, 0.0, 1.0)
    color, coverage = canvas.flatten()
    painted = 255 * (color + paper * (1 - coverage[..., None]))
    image = np.asarray(np.clip(painted, 0, 255), np.uint8)
    if rng.random() < 0.5:
        image = np.asarray(cv2.GaussianBlur(image, (0, 0), rng.uniform(0.3, 1.2)), np.uint8)
    tiles = tuple(
        tile_truth(canvas, look, index, tile, FIRST_TILE + index, image) for index, tile in numbered
    )
    nothing = np.zeros(image.shape[:2], np.bool_)
    return Scene(image, camera, look, clusters, tiles, (), nothing)


def _centres(edge: float) -> list[Points]:
    """Return where the tiles of a page have their centres (mm), about the page's middle."""
    across = 2 * edge * (np.arange(_COLUMNS) - (_COLUMNS - 0.5) / 2)
    down = math.sqrt(3) * edge * (np.arange(_ROWS) - (_ROWS - 1) / 2)
    return [
        np.array([x + edge * (row % 2), y]) for row, y in enumerate(down.tolist()) for x in across
    ]


def _alone(centre: Points, look: TileLook) -> LaidCluster:
    """Return a tile that is a cluster by itself, its white tip along the row."""
    tile = LaidTile(Cell(0, 0), 0, centre, 0.0)
    return LaidCluster((tile,), centre, 0.0, look.radius)
