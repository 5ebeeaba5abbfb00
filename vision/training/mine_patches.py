"""Cut what the detector wrongly takes for tiles or dice, for the patch networks to turn down.

``python -m vision.training.mine_patches SCENES OUT`` writes files beside those of extract_patches.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cell_network import EMPTY
from vision.detection import Detection, Point
from vision.detector import Detector
from vision.patches import CELL_REACH, DIE_REACH, Pyramid, cut_patches, patch_grid
from vision.reader import MODELS, WORKING_SIDE
from vision.training.extract_patches import CELL_STORED, DIE_STORED, MARGIN, hidden_share
from vision.training.samples import Floats, load_covered, load_labels, load_picture

_LEAST_SCORE = 0.12
_NEAR_TILE = 0.7
_NEAR_DIE = 1.5
_COVERED = 0.15
"""What is covered by more than this share is no example of an empty cell."""
_PER_FILE = 2000


def _is_free(center: Point, reach: float, outlines: Floats) -> bool:
    """Tell whether the middles of all outlines, (n, corners, 2), are further off than ``reach``."""
    if not len(outlines):
        return True
    away = outlines.mean(axis=1) - np.array(center)
    return bool(np.hypot(away[:, 0], away[:, 1]).min() > reach)


def _places(detection: Detection, turn: float) -> NDArray[np.float64]:
    """Return where a patch about a detection lies, its lattice turned by ``turn`` radians."""
    grid = patch_grid(CELL_STORED, CELL_REACH * MARGIN)
    c, s = math.cos(turn), math.sin(turn)
    frame = np.array([detection.axis, detection.side])
    places: NDArray[np.float64] = grid @ np.array([[c, s], [-s, c]]) @ frame + detection.center
    return places


def mine(detector: Detector, path: Path) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return patches of what the detector takes for tiles, and for dice, in one scene."""
    picture = load_picture(path)
    pyramid, labels, covered = Pyramid(picture), load_labels(path), load_covered(path)
    rng = np.random.default_rng(int(path.stem[1:]))
    found = detector.detect(picture, WORKING_SIDE)
    tiles = []
    for tile in found.tiles:
        (ax, ay), (sx, sy) = tile.axis, tile.side
        reach = _NEAR_TILE * math.sqrt(abs(ax * sy - ay * sx))
        if tile.score > _LEAST_SCORE and _is_free(tile.center, reach, labels.corners):
            where = _places(tile, int(rng.integers(6)) * math.pi / 3)
            if hidden_share(where, covered) < _COVERED:
                tiles.append(where)
    grid = patch_grid(DIE_STORED, DIE_REACH * MARGIN) * np.array([1.0, -1.0])
    dice = [
        np.array(die.center) + grid * die.radius
        for die in found.dice
        if die.score > _LEAST_SCORE and _is_free(die.center, _NEAR_DIE * die.radius, labels.dice)
    ]
    return (
        cut_patches(pyramid, np.array(tiles).reshape(-1, CELL_STORED**2, 2), CELL_STORED),
        cut_patches(pyramid, np.array(dice).reshape(-1, DIE_STORED**2, 2), DIE_STORED),
    )


def main() -> None:
    """Mine every scene of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--start", type=int, default=0)
    arguments = parser.parse_args()
    detector = Detector(MODELS / "detector.onnx")
    paths = sorted(arguments.scenes.glob("s*.json"))[: arguments.start + arguments.count]
    for start in range(arguments.start, len(paths), _PER_FILE):
        rows = [mine(detector, path) for path in paths[start : start + _PER_FILE]]
        for kind, part in (("cells", 0), ("dice", 1)):
            patches = np.concatenate([row[part] for row in rows])
            classes = np.full(len(patches), EMPTY, np.uint8)
            target = arguments.output / f"{kind}_mined{start:06d}.npz"
            np.savez(target, patches=patches, classes=classes)


if __name__ == "__main__":
    main()
