"""What lies around the game's board: other clusters, bare cells, and the picture's edges."""

from __future__ import annotations

import math

import numpy as np

from rules.board import Board
from vision.arrays import Points
from vision.detection import Detection
from vision.following.cell_memory import CellMemory
from vision.following.table_view import OtherCluster
from vision.following.thresholds import NEAR_MIDDLE, NO_HEAT, ON_LATTICE
from vision.lattice.cluster import LatticeCluster
from vision.readers.examination import Examination
from vision.reading import ClusterReading


def other_clusters(
    examination: Examination, board: Board, cluster: LatticeCluster | None
) -> tuple[OtherCluster, ...]:
    """Return the clusters that are no part of a board, whose lattice is known if it was seen."""
    return tuple(
        OtherCluster(reading.board(), _middle(reading), all(t.sure for t in reading.tiles))
        for reading in examination.reading.clusters
        if cluster is None or not _is_of_board(reading, board, cluster)
    )


def edges_near(
    examination: Examination, board: Board, cluster: LatticeCluster | None
) -> tuple[str, ...]:
    """Return the edges of the picture that cells beside a board lie beyond."""
    if cluster is None:
        return ()
    width, height = examination.reading.width, examination.reading.height
    ring = {n for cell in board for n in cell.neighbours()} - set(board)
    corners = [cluster.cell_corners(cell) for cell in sorted(ring)]
    spots = np.concatenate(corners) if corners else np.zeros((0, 2))
    # A straightened picture has borders that show nothing: they are beyond the nearest edge.
    x, y = (spots / (width, height) - 0.5).T
    bare = ~examination.pyramid.shows(spots)
    beyond = {
        "left": (x < -0.5) | (bare & (x < -np.abs(y))),
        "right": (x >= 0.5) | (bare & (x > np.abs(y))),
        "top": (y < -0.5) | (bare & (y < -np.abs(x))),
        "bottom": (y >= 0.5) | (bare & (y > np.abs(x))),
    }
    return tuple(name for name, outside in beyond.items() if outside.any())


def fits_board(tile: Detection, board: Board, cluster: LatticeCluster) -> bool:
    """Tell whether a tile lies on a board's lattice, on or beside one of its tiles."""
    cell = cluster.cell_at(tile.center)
    if board.keys().isdisjoint({cell, *cell.neighbours()}):
        return False
    corners = cluster.cell_corners(cell) - cluster.cell_center(cell)
    turned = min(math.dist(corner, tile.axis) for corner in corners)
    apart = math.dist(cluster.cell_center(cell), tile.center)
    return apart + turned < ON_LATTICE * float(np.hypot(*corners.T).mean())


def is_bare(memory: CellMemory | None, corners: Points, examination: Examination) -> bool:
    """Tell whether surely no tile lies on a cell, judged or too far from the board for that.

    Parameters
    ----------
    memory
        What is known of it; None where it was not judged.
    corners
        Its corners, (6, 2), in pixels.
    examination
        What the frame shows.
    """
    if memory is not None:
        return memory.is_sure and not memory.hidden
    x, y = corners.mean(axis=0)
    reach = NEAR_MIDDLE * float(np.hypot(*(corners - (x, y)).T).mean())
    return examination.detections.heat_near((x, y), reach) < NO_HEAT


def _is_of_board(reading: ClusterReading, board: Board, cluster: LatticeCluster) -> bool:
    seen = [cluster.cell_at(tile.center) in board for tile in reading.tiles]
    return sum(seen) * 2 > len(seen)


def _middle(reading: ClusterReading) -> tuple[float, float]:
    x, y = np.mean([tile.center for tile in reading.tiles], axis=0)
    return float(x), float(y)
