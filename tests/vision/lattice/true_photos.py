"""The true tiles of the sample photos (renders), as a perfect detector would find them."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest

from rules import Board, Cell
from vision.detection import Detection, Point
from vision.lattice.cluster import LatticeCluster
from vision.lattice.fitting import fit_clusters

SAMPLES = Path(__file__).resolve().parents[3] / "sample_images"


@dataclass(frozen=True)
class TrueTile:
    cell: Cell
    orientation: int
    center: Point
    corners: tuple[Point, ...]

    def detection(self, score: float = 0.9) -> Detection:
        """What a perfect detector would say of this tile."""
        c = np.array(self.corners)
        axis = (c[0] - c[3]) / 2
        side = (c[1] + c[2] - c[4] - c[5]) / (2 * math.sqrt(3))
        return Detection(self.center, tuple(axis.tolist()), tuple(side.tolist()), score)


@dataclass(frozen=True)
class TruePhoto:
    name: str
    width: int
    height: int
    clusters: tuple[tuple[TrueTile, ...], ...]

    def tiles(self) -> list[TrueTile]:
        return [tile for cluster in self.clusters for tile in cluster]

    def fit(self, detections: list[Detection]) -> tuple[LatticeCluster, ...]:
        return fit_clusters(detections, self.width, self.height)

    def boards(self) -> list[Board]:
        return [
            Board({tile.cell: tile.orientation for tile in cluster}) for cluster in self.clusters
        ]


def read_photo(path: Path) -> TruePhoto:
    truth = json.loads(path.read_text(encoding="utf-8"))
    clusters = tuple(
        tuple(
            TrueTile(
                Cell(tile["q"], tile["r"]),
                tile["orientation"],
                tuple(tile["center"]),
                tuple(map(tuple, tile["corners"])),
            )
            for tile in cluster["tiles"]
        )
        for cluster in truth["clusters"]
    )
    return TruePhoto(path.stem, truth["width"], truth["height"], clusters)


PHOTOS = [
    photo for path in sorted(SAMPLES.glob("*_*.json")) if (photo := read_photo(path)).clusters
]
all_photos = pytest.mark.parametrize("photo", PHOTOS, ids=lambda photo: photo.name)


def sample(name: str) -> TruePhoto:
    return next(photo for photo in PHOTOS if photo.name.endswith(name))


def board(cluster: LatticeCluster) -> Board:
    return Board({cell: tile.orientation for cell, tile in cluster.tiles.items()})


def upright(board: Board) -> frozenset[Board]:
    """The position in all six rotations, each with its least cell at (0, 0)."""
    turned = [board.rotated(turns) for turns in range(6)]
    return frozenset(b.translated(-min(b).q, -min(b).r) for b in turned)


def assert_same_positions(clusters: tuple[LatticeCluster, ...], boards: list[Board]) -> None:
    found = sorted((upright(board(cluster)) for cluster in clusters), key=hash)
    assert found == sorted((upright(board) for board in boards), key=hash)
