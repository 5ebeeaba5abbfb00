"""Cut what the detector takes for tiles: for the find network to turn down, or to know.

Where it is wrong, the patch is of an empty cell. Where a tile lies, the patch shows it as roughly
as the detector drew it, which seen steeply is rough indeed; half of the scenes are squeezed for it.
``python -m training.mine_patches SCENES OUT`` writes files beside those of extract_patches.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np

from rules.lattice import SIDES
from training.extract_patches import CELL_STORED, MARGIN, hidden_share
from training.scene_files import (
    READABLE,
    SEEN,
    Labels,
    load_covered,
    load_labels,
    load_picture,
)
from vision.arrays import Bytes, Float32s, Grey, Image, Patches, Points
from vision.detection import Detection, Point
from vision.looks.thresholds import WORKING_SIDE
from vision.networks.cells import EMPTY
from vision.networks.detector import Detector
from vision.networks.inference import NETWORKS
from vision.pictures.patches import CELL_REACH, Pyramid, cut_patches, patch_grid

LEAST_SCORE = 0.12
_NEAR_TILE, _ON_TILE = 0.7, 0.4
"""Further than the one from any tile nothing is its detection; nearer than the other it is."""
_SQUEEZE = (0.4, 0.8)
_CLEAR_TURN = 0.35
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


def tile_class(tile: Detection, turn: float, corners: Float32s) -> int | None:
    """Return which orientation, 1 to 6, a true tile has in a patch about a detection of it.

    ``corners``, (6, 2), are the true ones, the white tip first; ``turn`` is that of the patch. None
    where the detector drew it so wrongly turned that it may be either of two.
    """
    frame = np.array([tile.axis, tile.side]).T
    way = np.linalg.solve(frame, corners[0] - corners.mean(axis=0))
    steps = (math.atan2(way[1], way[0]) - turn) / (math.pi / 3)
    return round(steps) % SIDES + 1 if abs(steps - round(steps)) < _CLEAR_TURN else None


def squeezed(
    picture: Image, labels: Labels, covered: Grey, rng: np.random.Generator
) -> tuple[Image, Labels, Grey]:
    """Return a scene as if its table were seen more steeply."""
    height, width = picture.shape[:2]
    heading = rng.uniform(0, math.pi)
    c, s = math.cos(heading), math.sin(heading)
    way = np.array([[c, -s], [s, c]])
    linear = way @ np.diag([1.0, rng.uniform(*_SQUEEZE)]) @ way.T
    middle = np.array([width, height]) / 2
    view = np.column_stack([linear, middle - linear @ middle])
    seen = cv2.warpAffine(picture, view, (width, height), flags=cv2.INTER_AREA)
    hidden = cv2.warpAffine(covered, view, (width, height), borderValue=255)
    corners = (labels.corners @ linear.T + view[:, 2]).astype(np.float32)
    return (
        np.asarray(seen, np.uint8),
        replace(labels, corners=corners),
        np.asarray(hidden, np.uint8),
    )


def mine(detector: Detector, path: Path) -> tuple[Patches, Bytes]:
    """Return patches of what the detector takes for tiles in one scene, and their classes."""
    picture, labels, covered = load_picture(path), load_labels(path), load_covered(path)
    rng = np.random.default_rng(int(path.stem[1:]))
    if rng.random() < 0.5:
        picture, labels, covered = squeezed(picture, labels, covered, rng)
    places, classes = [], []
    for tile in detector.detect(picture, WORKING_SIDE).tiles:
        (ax, ay), (sx, sy) = tile.axis, tile.side
        reach = math.sqrt(abs(ax * sy - ay * sx))
        turn = int(rng.integers(6)) * math.pi / 3
        where = places_about(tile, turn)
        if tile.score <= LEAST_SCORE:
            continue
        if is_free(tile.center, _NEAR_TILE * reach, labels.corners):
            wanted = EMPTY if hidden_share(where, covered) < _COVERED else None
        else:
            wanted = _class_of_nearest(tile, turn, labels, _ON_TILE * reach)
        if wanted is not None:
            places.append(where)
            classes.append(wanted)
    where = np.array(places).reshape(-1, CELL_STORED**2, 2)
    return cut_patches(Pyramid(picture), where, CELL_STORED), np.array(classes, np.uint8)


def _class_of_nearest(tile: Detection, turn: float, labels: Labels, reach: float) -> int | None:
    """Return how the tile within ``reach`` px of a detection is turned; None if it is not told."""
    away = np.hypot(*(labels.corners.mean(axis=1) - np.array(tile.center)).T)
    nearest = int(np.argmin(away))
    is_seen = labels.visible[nearest] >= SEEN and labels.contrast[nearest] >= READABLE
    if away[nearest] > reach or not is_seen:
        return None
    return tile_class(tile, turn, labels.corners[nearest])


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
        np.savez(
            arguments.output / f"cells_mined{start:06d}.npz",
            patches=np.concatenate([patches for patches, _ in rows]),
            classes=np.concatenate([classes for _, classes in rows]),
        )


if __name__ == "__main__":
    main()
