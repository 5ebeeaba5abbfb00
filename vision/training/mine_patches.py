"""Cut what the detector wrongly takes for tiles or dice, for the patch networks to turn down.

``python -m vision.training.mine_patches SCENES OUT`` writes files beside those of extract_patches.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision.cell_network import EMPTY, NO_DIE
from vision.detection import Detection, Point
from vision.detector import Detector, DieDetection
from vision.patches import CELL_REACH, DIE_REACH, Pyramid, cut_patches, patch_grid
from vision.reader import MODELS, WORKING_SIDE
from vision.training.extract_patches import CELL_STORED, DIE_STORED, MARGIN, hidden_share
from vision.training.samples import SEEN, Floats, Labels, load_covered, load_labels, load_picture

_LEAST_SCORE = 0.12
_NEAR_TILE = 0.7
_NEAR_DIE, _ON_DIE = 1.5, 0.7
_LEAST_RADIUS = 5.0
"""Pips of a smaller face (px) cannot be told apart."""
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


@dataclass(frozen=True)
class Mined:
    """Patches of one scene and their classes: false tiles, and dice, true and false."""

    cells: NDArray[np.uint8]
    cell_classes: NDArray[np.uint8]
    dice: NDArray[np.uint8]
    die_classes: NDArray[np.uint8]


def mine(detector: Detector, path: Path) -> Mined:
    """Return patches of what the detector wrongly takes for tiles, and of its dice."""
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
    dice, values = _dice(found.dice, labels)
    return Mined(
        cut_patches(pyramid, np.array(tiles).reshape(-1, CELL_STORED**2, 2), CELL_STORED),
        np.full(len(tiles), EMPTY, np.uint8),
        cut_patches(pyramid, np.array(dice).reshape(-1, DIE_STORED**2, 2), DIE_STORED),
        np.array(values, np.uint8),
    )


def _dice(
    found: Sequence[DieDetection], labels: Labels
) -> tuple[list[NDArray[np.float64]], list[int]]:
    """Return where to cut what the detector takes for dice, as it places them, and their values."""
    grid = patch_grid(DIE_STORED, DIE_REACH * MARGIN) * np.array([1.0, -1.0])
    places, values = [], []
    middles = labels.dice.mean(axis=1) if len(labels.dice) else np.zeros((0, 2))
    for die in found:
        if die.score <= _LEAST_SCORE:
            continue
        away = np.hypot(*(middles - np.array(die.center)).T)
        nearest = int(np.argmin(away)) if len(away) else None
        if nearest is None or away[nearest] > _NEAR_DIE * die.radius:
            values.append(NO_DIE)
        elif away[nearest] < _ON_DIE * die.radius and _is_readable(labels, nearest):
            values.append(int(labels.dice_values[nearest]))
        else:
            continue
        places.append(np.array(die.center) + grid * die.radius)
    return places, values


def _is_readable(labels: Labels, die: int) -> bool:
    corners = labels.dice[die]
    radius = float(np.hypot(*(corners - corners.mean(axis=0)).T).mean())
    return bool(labels.dice_visible[die] > SEEN and radius > _LEAST_RADIUS)


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
        for kind, patches, classes in (
            ("cells", [row.cells for row in rows], [row.cell_classes for row in rows]),
            ("dice", [row.dice for row in rows], [row.die_classes for row in rows]),
        ):
            target = arguments.output / f"{kind}_mined{start:06d}.npz"
            np.savez(target, patches=np.concatenate(patches), classes=np.concatenate(classes))


if __name__ == "__main__":
    main()
