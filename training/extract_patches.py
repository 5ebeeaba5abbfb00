"""Cut training patches of cells: ``python -m training.extract_patches SCENES OUT``.

Writes files of patches a little larger than the reader's, so that training can still shift and turn
them, and their classes: 0 empty, 1 to 6 orientation 0 to 5, 7 hidden.
"""

from __future__ import annotations

import argparse
import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from training.scene_files import (
    DOUBTFUL,
    READABLE,
    SEEN,
    Labels,
    load_covered,
    load_labels,
    load_picture,
)
from vision.arrays import Float64s, Grey, Matrix, Patches, Points
from vision.networks.cells import EMPTY, HIDDEN
from vision.pictures.patches import (
    CELL_REACH,
    CELL_SIDE,
    Pyramid,
    cut_patches,
    patch_grid,
)

MARGIN = 1.2
"""How much larger than the reader's the stored patches are."""
CELL_STORED = round(CELL_SIDE * MARGIN)
BURNT = 12.0
"""Below this contrast nobody can tell a tile's colours apart: it might as well be covered."""
_PER_FILE = 500
_OTHERS = 14
_FAR_OFF = 5000
_HEXAGON: Points = np.array(
    [(math.cos(math.pi / 3 * i), math.sin(math.pi / 3 * i)) for i in range(6)]
)


def _frames(labels: Labels) -> list[Matrix]:
    """Return, per tile, the homography from its own frame (white tip along x) to pixels."""
    frames = []
    for corners in labels.corners:
        frame, _ = cv2.findHomography(_HEXAGON.astype(np.float32), corners)
        frames.append(np.asarray(frame, np.float64))
    return frames


def _apply(frame: Matrix, points: Points) -> Float64s:
    mapped: Float64s = np.column_stack([points, np.ones(len(points))]) @ frame.T
    points_mapped: Points = mapped[:, :2] / mapped[:, 2:]
    return points_mapped


def _places(frame: Matrix, centre: Points, turn: float) -> Points:
    grid = patch_grid(CELL_STORED, CELL_REACH * MARGIN)
    c, s = math.cos(turn), math.sin(turn)
    points: Points = grid @ np.array([[c, s], [-s, c]]) + centre
    return _apply(frame, points)


@dataclass(frozen=True)
class _Spot:
    """A place to cut a patch: in the frame of tile ``tile``, turned by ``turn`` radians."""

    tile: int
    centre: Points
    turn: float


def _tile_spots(labels: Labels, rng: np.random.Generator) -> list[tuple[_Spot, int]]:
    """Return the tiles clearly seen or clearly not, turned at random, and their classes."""
    spots = []
    for i, (visible, contrast) in enumerate(zip(labels.visible, labels.contrast, strict=True)):
        hidden = visible < DOUBTFUL or contrast < BURNT
        if not hidden and (visible < SEEN or contrast < READABLE):
            continue
        k = int(rng.integers(6))
        spot = _Spot(i, np.zeros(2), -k * math.pi / 3)
        spots.append((spot, HIDDEN if hidden else k + 1))
    return spots


def _other_spots(frames: list[Matrix], centers: Points, rng: np.random.Generator) -> list[_Spot]:
    """Return places without a tile: most of them the empty cells beside tiles."""
    spots = []
    for _ in range(_OTHERS):
        tile = int(rng.integers(len(frames)))
        if rng.random() < 0.75:
            angle = math.pi / 6 + int(rng.integers(6)) * math.pi / 3
            distance = math.sqrt(3) * rng.uniform(1.0, 1.05)
            turn = int(rng.integers(6)) * math.pi / 3
        else:
            angle, distance = rng.uniform(0, 6.3), rng.uniform(0.75, 6)
            turn = rng.uniform(0, 6.3)
        centre = np.array([math.cos(angle), math.sin(angle)]) * distance
        away = _apply(np.asarray(np.linalg.inv(frames[tile]), np.float64), centers) - centre
        if np.hypot(away[:, 0], away[:, 1]).min() > 0.7:
            spots.append(_Spot(tile, centre, turn))
    return spots


def hidden_share(where: Points, covered: Grey) -> float:
    """Return how much of a patch's middle is covered; all of it when it leaves the picture."""
    side = CELL_STORED
    inner = where.reshape(side, side, 2)[side // 4 : -side // 4, side // 4 : -side // 4]
    spots = np.round(inner.reshape(-1, 2)).astype(int)
    height, width = covered.shape
    inside = (spots >= 0).all(1) & (spots[:, 0] < width) & (spots[:, 1] < height)
    if inside.mean() < 0.5:
        return 1.0
    return float((covered[spots[inside, 1], spots[inside, 0]] > 0).mean())


def cell_examples(
    labels: Labels, covered: Grey, rng: np.random.Generator
) -> tuple[list[Float64s], list[int]]:
    """Choose cells of one scene: return where their patches lie, and their classes."""
    if not len(labels.corners):
        return [], []
    frames = _frames(labels)
    centers = labels.corners.mean(axis=1).astype(np.float64)
    chosen = [
        (_places(frames[spot.tile], spot.centre, spot.turn), label)
        for spot, label in _tile_spots(labels, rng)
    ]
    for spot in _other_spots(frames, centers, rng):
        where = _places(frames[spot.tile], spot.centre, spot.turn)
        if not np.isfinite(where).all() or np.abs(where).max() > _FAR_OFF:
            continue
        share = hidden_share(where, covered)
        if share < 0.3 or share > 0.55:
            chosen.append((where, EMPTY if share < 0.3 else HIDDEN))
    return [where for where, _ in chosen], [label for _, label in chosen]


def _scene(path: Path) -> tuple[Patches, list[int]]:
    rng = np.random.default_rng(int(path.stem[1:]))
    places, classes = cell_examples(load_labels(path), load_covered(path), rng)
    where = np.array(places).reshape(-1, CELL_STORED**2, 2)
    return cut_patches(Pyramid(load_picture(path)), where, CELL_STORED), classes


def _cut_cells(scenes: Path, output: Path, first: int, count: int) -> None:
    paths = sorted(scenes.glob("s*.json"))[: first + count]
    for start in range(first, len(paths), _PER_FILE):
        target = output / f"cells{start:06d}.npz"
        if not target.exists():
            rows = [_scene(path) for path in paths[start : start + _PER_FILE]]
            np.savez(
                target,
                patches=np.concatenate([row[0] for row in rows]),
                classes=np.concatenate([np.array(row[1], np.uint8) for row in rows]),
            )


def main() -> None:
    """Cut the patches of every scene in a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--start", type=int, default=0, help="the first scene to cut from")
    parser.add_argument("--count", type=int, default=1_000_000, help="how many scenes")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    _cut_cells(arguments.scenes, arguments.output, arguments.start, arguments.count)


if __name__ == "__main__":
    main()
