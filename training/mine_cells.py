"""Cut the cells that the reader as it stands gets wrong, or nearly, for the cell network to learn.

``python -m training.mine_cells SCENES OUT`` reads every scene, looks at each cell the reader
looked at, and writes those that were not clear, with what the scene's truth says of them, beside
the files of extract_patches.
"""

from __future__ import annotations

import argparse
import math
from pathlib import Path

import cv2
import numpy as np

from rules.lattice import SIDES, Cell
from training.extract_patches import BURNT, CELL_STORED, MARGIN, hidden_share
from training.scene_files import (
    DOUBTFUL,
    READABLE,
    SEEN,
    Labels,
    load_covered,
    load_labels,
    load_picture,
)
from vision.arrays import Bytes, Grey, Indices, Patches, Points
from vision.lattice.cluster import LatticeCluster
from vision.networks.cells import EMPTY, HIDDEN
from vision.networks.inference import NETWORKS
from vision.pictures.patches import CELL_REACH, cut_patches, patch_grid
from vision.readers.reader import Reader
from vision.recognition.cells import CellBelief

_CLEAR = 0.985
_ALL_THE_SAME = 0.04
"""So many of the clear cells are taken too, so that they are not forgotten."""
_ON_CELL = 0.35
_BESIDE = 0.75
"""A tile whose centre is this near to that of a cell, in edge lengths, lies on it, or beside it."""
_PER_FILE = 1000
_EMPTY_TO_OTHERS = 1.5
"""So many empty cells to one of the others are kept of a file: what is unclear would else be
learned to be empty.
"""


def true_class(
    labels: Labels, covered: Grey, cluster: LatticeCluster, cell: Cell, where: Points
) -> int | None:
    """Return what truly is on a cell of a fitted lattice; None where that cannot be said."""
    if len(labels.corners):
        centers = cluster.locate(labels.corners.mean(axis=1))
        apart = np.hypot(*(centers - np.array(cell.center())).T)
        nearest = int(np.argmin(apart))
        if apart[nearest] < _ON_CELL:
            return _tile_class(labels, cluster, nearest, centers[nearest])
        if apart[nearest] < _BESIDE:
            return None
    share = hidden_share(where, covered)
    if 0.3 <= share <= 0.55:
        return None
    return EMPTY if share < 0.3 else HIDDEN


def _tile_class(labels: Labels, cluster: LatticeCluster, index: int, center: Points) -> int | None:
    visible, contrast = labels.visible[index], labels.contrast[index]
    if visible < DOUBTFUL or contrast < BURNT:
        return HIDDEN
    if visible < SEEN or contrast < READABLE:
        return None
    way = cluster.locate(labels.corners[index][0]) - center
    turn = math.atan2(way[1], way[0]) / (math.pi / 3)
    return round(turn) % SIDES + 1 if abs(turn - round(turn)) < 0.25 else None


def _is_clear(belief: CellBelief, truth: int) -> bool:
    if truth == HIDDEN:
        return belief.hidden > _CLEAR
    return float(belief.probabilities[truth]) * (1 - belief.hidden) > _CLEAR


def mine(reader: Reader, path: Path) -> tuple[Patches, Bytes]:
    """Return the patches of one scene that are worth learning, and their classes."""
    rng = np.random.default_rng(int(path.stem[1:]))
    labels, covered = load_labels(path), load_covered(path)
    examination = reader.examine(load_picture(path))
    grid = patch_grid(CELL_STORED, CELL_REACH * MARGIN)
    places, classes = [], []
    for cluster, beliefs in examination.clusters:
        for cell, belief in beliefs.items():
            where = cluster.project(grid + np.array(cell.center()))
            if not np.isfinite(where).all() or np.abs(where).max() > 5000:
                continue
            truth = true_class(labels, covered, cluster, cell, where)
            if truth is None or (_is_clear(belief, truth) and rng.random() > _ALL_THE_SAME):
                continue
            places.append(where)
            classes.append(truth)
    cut = cut_patches(
        examination.pyramid, np.array(places).reshape(-1, CELL_STORED**2, 2), CELL_STORED
    )
    return cut, np.array(classes, np.uint8)


def balanced(classes: Bytes) -> Indices:
    """Return which of a file's cells to keep, ascending, for the empty ones not to prevail."""
    empty = np.flatnonzero(classes == EMPTY)
    others = np.flatnonzero(classes != EMPTY)
    most = min(len(empty), round(_EMPTY_TO_OTHERS * len(others)))
    kept = np.random.default_rng(len(classes)).choice(empty, most, replace=False)
    return np.sort(np.concatenate([others, kept]))


def main() -> None:
    """Mine scenes of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--models", type=Path, default=NETWORKS)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--count", type=int, default=10_000)
    arguments = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader(arguments.models)
    last = arguments.start + arguments.count
    paths = sorted(arguments.scenes.glob("s*.json"))[:last]
    for start in range(arguments.start, len(paths), _PER_FILE):
        rows = [mine(reader, path) for path in paths[start : min(start + _PER_FILE, last)]]
        classes = np.concatenate([row[1] for row in rows])
        kept = balanced(classes)
        np.savez(
            arguments.output / f"cells_hard{start:06d}.npz",
            patches=np.concatenate([row[0] for row in rows])[kept],
            classes=classes[kept],
        )


if __name__ == "__main__":
    main()
