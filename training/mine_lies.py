"""Cut out how tiles lie, for the lie network to learn: ``python -m training.mine_lies SCENES OUT``.

Reads every scene and writes the patches of all that was read as a tile, with what is true of it: 0
it lies flat there, 1 what is seen there is in the air or on other tiles. What the truth leaves open
is passed over.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from rules.lattice import SIDES, Cell
from training.scene_files import Labels, load_labels, load_picture
from vision.arrays import Bytes, Float32s, Float64s, Patches, Points
from vision.lattice.cluster import LatticeCluster
from vision.networks.cells import EMPTY, HIDDEN
from vision.networks.inference import NETWORKS
from vision.pictures.patches import LIE_REACH, LIE_SIDE, Places, cut_patches, projected_places
from vision.readers.reader import Reader
from vision.recognition.cells import CellBelief

FLAT, ALOFT = 0, 1
MARGIN = 1.125
"""How much larger than the reader's the stored patches are."""
LIE_STORED = round(LIE_SIDE * MARGIN)
_ON_CELL, _BESIDE = 0.35, 0.6
"""A tile's middle this near to that of a cell, in edge lengths, lies on it, or beside it."""
_OVER_CELL = 0.9
"""A face aloft that is seen this near to the cell's middle, in edge lengths, is what is read."""
_SEEN, _COVERED = 0.55, 0.3
"""So much of a tile must be seen for it to be what was read; of less something else is seen."""
_LOOKED = 0.02
"""What the cell network gives a tile of any way must be more for one that is aloft to be read."""
_PER_FILE = 500
_FLAT_A_SCENE = 8
"""So many tiles that lie flat are kept of a scene, those beside what is aloft first."""


def read_as(belief: CellBelief) -> int | None:
    """Return as which orientation a cell was read, though it may be held to be aloft; else None."""
    if belief.is_tile:
        return belief.orientation
    looked = int(np.argmax(belief.looked))
    is_raised = belief.hidden == 1.0 and not belief.burnt and EMPTY < looked < HIDDEN
    return looked - 1 if is_raised else None


@dataclass(frozen=True)
class Truth:
    """What is true about a scene, on the plane of a fitted lattice: middles (n, 2) of its tiles.

    ``tips`` are the ways of their white tips (radians), ``visible`` the shares seen, (n,) each;
    ``faces`` and ``face_tips`` are the same of what is aloft.
    """

    centers: Points
    tips: Float64s
    visible: Float64s
    faces: Points
    face_tips: Float64s

    def off_faces(self, cell: Cell) -> float:
        """Return how far the middle of the nearest face aloft is from that of a cell."""
        ways = self.faces - np.array(cell.center())
        return float(np.hypot(*ways.T).min(initial=math.inf))


def truth_on(labels: Labels, cluster: LatticeCluster) -> Truth:
    """Return the truth about a scene as it is seen on a lattice."""
    centers, tips = _frames(labels.corners, cluster)
    faces, face_tips = _frames(labels.aloft, cluster)
    return Truth(centers, tips, labels.visible.astype(np.float64), faces, face_tips)


def _frames(corners: Float32s, cluster: LatticeCluster) -> tuple[Points, Float64s]:
    """Return the middles, (n, 2), and the white tips' ways, (n,), of tiles' corners, (n, 6, 2)."""
    seen = cluster.locate(corners.astype(np.float64).reshape(-1, 2)).reshape(-1, SIDES, 2)
    centers = seen.mean(axis=1)
    x, y = (seen[:, 0] - centers).T
    return centers, np.asarray(np.arctan2(y, x), np.float64)


def how_it_lies(truth: Truth, cell: Cell, orientation: int) -> int | None:
    """Return whether what was read in a cell lies flat there or is aloft; None if that is open."""
    is_over = truth.off_faces(cell) < _OVER_CELL
    apart = np.hypot(*(truth.centers - np.array(cell.center())).T)
    nearest = int(np.argmin(apart)) if len(apart) else -1
    if nearest < 0 or apart[nearest] > _BESIDE:
        return ALOFT if is_over else None
    if apart[nearest] > _ON_CELL:
        return None
    if truth.visible[nearest] < _COVERED:
        return ALOFT if is_over else None
    way = round(float(truth.tips[nearest]) / (math.pi / 3)) % SIDES
    return FLAT if truth.visible[nearest] > _SEEN and way == orientation else None


def _tiles(beliefs: Mapping[Cell, CellBelief], truth: Truth) -> list[tuple[Cell, int]]:
    """Return what was read as tiles, and how a tile that is aloft might be read."""
    ways = {cell: read_as(belief) for cell, belief in beliefs.items()}
    read = [(cell, way) for cell, way in ways.items() if way is not None]
    if not read:
        return []
    for face, tip in zip(truth.faces, truth.face_tips.tolist(), strict=True):
        for cell, belief in beliefs.items():
            is_near = np.hypot(*(face - cell.center())) < _OVER_CELL
            looked = float(belief.looked[EMPTY + 1 : HIDDEN].sum())
            way = round(tip / (math.pi / 3)) % SIDES
            if is_near and looked > _LOOKED and ways[cell] != way:
                read.append((cell, way))
    return read


def mine(reader: Reader, path: Path) -> tuple[Patches, Bytes]:
    """Return the patches of one scene, (n, side, side, 3), and whether each is aloft, (n,)."""
    labels = load_labels(path)
    examination = reader.examine(load_picture(path))
    places: list[Places] = [np.zeros((0, LIE_STORED**2, 2), np.float32)]
    found: list[tuple[int, float]] = []
    for cluster, beliefs in examination.clusters:
        truth = truth_on(labels, cluster)
        tiles = _tiles(beliefs, truth)
        lies = [how_it_lies(truth, *tile) for tile in tiles]
        kept = [(*tile, lie) for tile, lie in zip(tiles, lies, strict=True) if lie is not None]
        if not kept:
            continue
        centers = np.array([cell.center() for cell, _, _ in kept])
        turns = np.array([way for _, way, _ in kept]) * (math.pi / 3)
        reach = LIE_REACH * MARGIN
        places.append(projected_places(cluster.project, centers, reach, LIE_STORED, turns))
        found += [(lie, truth.off_faces(cell)) for cell, _, lie in kept]
    classes = np.array([lie for lie, _ in found], np.uint8)
    order = np.argsort(np.array([off for _, off in found]), kind="stable")
    flat = order[classes[order] == FLAT][:_FLAT_A_SCENE]
    chosen = np.sort(np.concatenate([flat, np.flatnonzero(classes == ALOFT)])).astype(np.intp)
    cut = cut_patches(examination.pyramid, np.concatenate(places)[chosen], LIE_STORED)
    return cut, classes[chosen]


def main() -> None:
    """Mine scenes of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--models", type=Path, default=NETWORKS)
    parser.add_argument("--start", type=int, default=0)
    parser.add_argument("--count", type=int, default=1_000_000)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    reader = Reader(arguments.models)
    last = arguments.start + arguments.count
    paths = sorted(arguments.scenes.glob("*.json"))[:last]
    for start in range(arguments.start, len(paths), _PER_FILE):
        rows = [mine(reader, path) for path in paths[start : min(start + _PER_FILE, last)]]
        np.savez(
            arguments.output / f"lies{start:06d}.npz",
            patches=np.concatenate([row[0] for row in rows]),
            classes=np.concatenate([row[1] for row in rows]),
        )


if __name__ == "__main__":
    main()
