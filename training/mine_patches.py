"""Cut what the detector wrongly takes for tiles, for the cell network to turn down.

``python -m training.mine_patches SCENES OUT`` writes files beside those of extract_patches.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import numpy as np

from training.extract_patches import CELL_STORED, MARGIN, hidden_share
from training.scene_files import load_covered, load_labels, load_picture
from vision.arrays import Float32s, Patches, Points
from vision.detection import Detection, Point
from vision.looks.thresholds import WORKING_SIDE
from vision.networks.cells import EMPTY
from vision.networks.detector import Detector
from vision.networks.inference import NETWORKS
from vision.pictures.patches import CELL_REACH, Pyramid, cut_patches, patch_grid

LEAST_SCORE = 0.12
_NEAR_TILE = 0.7
_COVERED = 0.15
"""What is covered by more than this share is no example of an empty cell."""
_PER_FILE = 2000


def is_free(center: Point, reach: float, outlines: Float32s) -> bool:
    """Tell whether the middles of all outlines, (n, corners, 2), are further off than ``reach``."""
    if not len(outlines):
        return True
    away = outlines.mean(axis=1) - np.array(center)
    return bool(np.hypot(away[:, 0], away[:, 1]).min() > reach)


def places_about(detection: Detection, turn: float) -> Points:
    """Return where a patch about a detection lies, its lattice turned by ``turn`` radians."""
    grid = patch_grid(CELL_STORED, CELL_REACH * MARGIN)
    c, s = math.cos(turn), math.sin(turn)
    frame = np.array([detection.axis, detection.side])
    places: Points = grid @ np.array([[c, s], [-s, c]]) @ frame + detection.center
    return places


def mine(detector: Detector, path: Path) -> Patches:
    """Return patches of what the detector wrongly takes for tiles in one scene."""
    picture = load_picture(path)
    labels, covered = load_labels(path), load_covered(path)
    rng = np.random.default_rng(int(path.stem[1:]))
    places = []
    for tile in detector.detect(picture, WORKING_SIDE).tiles:
        (ax, ay), (sx, sy) = tile.axis, tile.side
        reach = _NEAR_TILE * math.sqrt(abs(ax * sy - ay * sx))
        if tile.score > LEAST_SCORE and is_free(tile.center, reach, labels.corners):
            where = places_about(tile, int(rng.integers(6)) * math.pi / 3)
            if hidden_share(where, covered) < _COVERED:
                places.append(where)
    where = np.array(places).reshape(-1, CELL_STORED**2, 2)
    return cut_patches(Pyramid(picture), where, CELL_STORED)


def main() -> None:
    """Mine every scene of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--models", type=Path, default=NETWORKS)
    parser.add_argument("--count", type=int, default=10_000)
    parser.add_argument("--start", type=int, default=0)
    arguments = parser.parse_args()
    detector = Detector(arguments.models / "detector.onnx")
    paths = sorted(arguments.scenes.glob("s*.json"))[: arguments.start + arguments.count]
    for start in range(arguments.start, len(paths), _PER_FILE):
        rows = [mine(detector, path) for path in paths[start : start + _PER_FILE]]
        patches = np.concatenate(rows)
        target = arguments.output / f"cells_mined{start:06d}.npz"
        np.savez(target, patches=patches, classes=np.full(len(patches), EMPTY, np.uint8))


if __name__ == "__main__":
    main()
