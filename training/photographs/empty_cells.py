"""Patches of photographs without tiles: ``python -m training.photographs.empty_cells OUT FOLDER``.

The cell network learns from them what real tables hold that is no tile. They are what the detector
wrongly takes for tiles there, and places as they come. They are written beside the files of
``training.extract_patches``.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np

from training.extract_patches import CELL_STORED
from training.mine_patches import LEAST_SCORE, places_about
from training.photographs.folders import opened, photographs_in
from vision.arrays import Image, Patches
from vision.detection import Detection
from vision.looks.thresholds import CLOSE_SIDE, FAR_SIDES, WORKING_SIDE
from vision.networks.cells import EMPTY
from vision.networks.detector import Detector
from vision.networks.inference import NETWORKS
from vision.pictures.patches import Pyramid, cut_patches

_LOOKS = (*FAR_SIDES, WORKING_SIDE, CLOSE_SIDE)
_MOST_FINDS = 60
"""So many finds of one look at a photograph are taken, the likeliest: a carpet shows hundreds."""
_ANYWHERE = 40
"""And so many places as they come, of tiles between these radii, as shares of the longer side."""
_LEAST_RADIUS, _MOST_RADIUS = 0.012, 0.15


def _anywhere(photograph: Image, rng: np.random.Generator) -> Iterator[Detection]:
    """Yield places where a tile of some size, seen more or less aslant, might lie."""
    height, width = photograph.shape[:2]
    for _ in range(_ANYWHERE):
        share = math.exp(rng.uniform(math.log(_LEAST_RADIUS), math.log(_MOST_RADIUS)))
        radius, turn = share * max(height, width), rng.uniform(0, math.tau)
        flat, way = rng.uniform(0.45, 1.0), rng.uniform(0, math.tau)
        across = np.array([[math.cos(way), -math.sin(way)], [math.sin(way), math.cos(way)]])
        arms = np.array([[math.cos(turn), math.sin(turn)], [math.sin(turn), -math.cos(turn)]]) @ (
            across @ np.diag([radius, radius * flat]) @ across.T
        )
        x, y = rng.uniform(0, 1, 2) * (width, height)
        (ax, ay), (sx, sy) = arms.tolist()
        yield Detection((float(x), float(y)), (ax, ay), (sx, sy), 1.0)


def empty_patches(detector: Detector, photograph: Image, seed: int) -> Patches:
    """Return patches, (n, CELL_STORED, CELL_STORED, 3), of a photograph without tiles."""
    rng = np.random.default_rng((seed, 8))
    finds = list(_anywhere(photograph, rng))
    for side in _LOOKS:
        tiles = [t for t in detector.detect(photograph, side).tiles if t.score > LEAST_SCORE]
        finds += sorted(tiles, key=lambda tile: -tile.score)[:_MOST_FINDS]
    where = [places_about(tile, int(rng.integers(6)) * math.pi / 3) for tile in finds]
    return cut_patches(Pyramid(photograph), np.array(where), CELL_STORED)


def main() -> None:
    """Cut the photographs of the folders on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("folders", type=Path, nargs="+", help="of photographs without a tile")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    detector = Detector(NETWORKS / "detector.onnx")
    for folder in arguments.folders:
        rows = [
            empty_patches(detector, opened(path), seed)
            for seed, path in enumerate(photographs_in([folder]))
        ]
        patches = np.concatenate(rows)
        target = arguments.output / f"cells_photographs_{folder.name}.npz"
        np.savez(target, patches=patches, classes=np.full(len(patches), EMPTY, np.uint8))


if __name__ == "__main__":
    main()
