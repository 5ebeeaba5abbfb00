"""Cut what the detector wrongly takes for tiles out of scenes, for the cell network to turn down.

``python -m vision.training.mine_patches SCENES OUT`` writes files beside those of extract_patches.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cell_network import EMPTY
from vision.detection import Detection
from vision.detector import Detector
from vision.patches import CELL_REACH, Pyramid, cut_patches, patch_grid
from vision.reader import MODELS, WORKING_SIDE
from vision.training.extract_patches import CELL_STORED, MARGIN
from vision.training.samples import Labels, load_labels, load_picture

_LEAST_SCORE = 0.12
_NEAR = 0.7
_PER_FILE = 2000


def _is_wrong(detection: Detection, labels: Labels) -> bool:
    """Tell whether no tile, seen or hidden, lies near a detection."""
    if not len(labels.corners):
        return True
    radius = math.sqrt(abs(float(np.cross(detection.axis, detection.side))))
    centers = labels.corners.mean(axis=1)
    return bool(np.hypot(*(centers - detection.center).T).min() > _NEAR * radius)


def _places(detection: Detection, turn: float) -> NDArray[np.float64]:
    """Return where a patch about a detection lies, its lattice turned by ``turn`` radians."""
    grid = patch_grid(CELL_STORED, CELL_REACH * MARGIN)
    c, s = math.cos(turn), math.sin(turn)
    frame = np.array([detection.axis, detection.side])
    places: NDArray[np.float64] = grid @ np.array([[c, s], [-s, c]]) @ frame + detection.center
    return places


def mine(detector: Detector, path: Path) -> NDArray[np.uint8]:
    """Return patches of what the detector takes for tiles in one scene, (n, side, side, 3)."""
    picture = load_picture(path)
    labels = load_labels(path)
    rng = np.random.default_rng(int(path.stem[1:]))
    places = [
        _places(detection, int(rng.integers(6)) * math.pi / 3)
        for detection in detector.detect(picture, WORKING_SIDE).tiles
        if detection.score > _LEAST_SCORE and _is_wrong(detection, labels)
    ]
    return cut_patches(
        Pyramid(picture), np.array(places).reshape(-1, CELL_STORED**2, 2), CELL_STORED
    )


def main() -> None:
    """Mine every scene of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--count", type=int, default=10_000)
    arguments = parser.parse_args()
    detector = Detector(MODELS / "detector.onnx")
    paths = sorted(arguments.scenes.glob("s*.json"))[: arguments.count]
    for start in range(0, len(paths), _PER_FILE):
        patches = np.concatenate([mine(detector, p) for p in paths[start : start + _PER_FILE]])
        classes = np.full(len(patches), EMPTY, np.uint8)
        np.savez(arguments.output / f"cells_mined{start:06d}.npz", patches=patches, classes=classes)


if __name__ == "__main__":
    main()
