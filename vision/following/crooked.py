"""Tiles that lie crookedly: off the board's lattice, half pushed in, or across cells.

Such a tile is none of the board yet. Where it will lie nobody knows, so the free cells that it
covers a part of count as hidden. A lattice that is fitted to it as well bends towards it, and a
large board is seldom straight. So it is held against the board's own tiles about it alone, on the
table's plane as the sizes and shapes of all tiles tell it, wherever they lie.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from rules.board import Board
from rules.lattice import SIDES, Cell
from vision.arrays import Float64s
from vision.detection import Detection
from vision.following.cell_looks import Beliefs
from vision.following.thresholds import (
    ALIKE_SPOT,
    BESIDE,
    BEYOND_KNOWN,
    COVERS,
    LEAST_SCORE,
    NEAR_AWRY,
    NOT_KNOWN,
    ON_LATTICE,
    UNKNOWN_EMPTY,
)
from vision.lattice.assignment import TURN, PlacedTile, Pose, fit_pose, lattice_point, nearest_cell
from vision.lattice.cluster import LatticeCluster
from vision.lattice.table_model import PictureFrame, first_guess, normalised_frames, rectify_frames
from vision.lattice.thresholds import NOISE, PITCH_DEVIATION, USUAL_PITCH

_UNKNOWN = np.array([UNKNOWN_EMPTY, *[(1 - UNKNOWN_EMPTY) / SIDES] * SIDES], np.float32)
"""What is believed of a cell that a crooked tile covers, as of one that nobody sees."""
_TELL_A_POSE = 2
"""So many tiles about one tell how far off it is."""
_Lying = tuple[complex, float]
"""Where a tile's middle is on the table's plane, and which way its white tip points, in radians."""


def under_crooked_tiles(
    likely: Sequence[Detection], board: Board, lattice: LatticeCluster
) -> frozenset[Cell]:
    """Return the free cells of which a tile covers a part that lies off the board's lattice.

    Parameters
    ----------
    likely
        All that is likely a tile in a look.
    board
        What lay there before.
    lattice
        The board's, as it is fitted to all that is seen now.
    """
    of_board = _seen_again(likely, board, lattice)
    known = set(of_board.values())
    others = [tile for tile in likely if tile not in known]
    if not (of_board and others):
        return frozenset()
    lying = _on_plane([*of_board.values(), *others], lattice.table.picture)
    placed = [
        PlacedTile(*lies, cell, board[cell]) for cell, lies in zip(of_board, lying, strict=False)
    ]
    least = BEYOND_KNOWN * _worst_of(placed)
    covered = (cell for tile in lying[len(placed) :] for cell in _covered_by(tile, placed, least))
    return frozenset(covered) - board.keys()


def with_hidden(beliefs: Beliefs, cells: Iterable[Cell]) -> Beliefs:
    """Return beliefs, some cells being hidden, so that nobody knows what lies there."""
    unknown = {
        cell: replace(beliefs[cell], hidden=1.0, probabilities=_UNKNOWN)
        for cell in cells
        if cell in beliefs
    }
    return {**beliefs, **unknown}


def _seen_again(
    likely: Sequence[Detection], board: Board, lattice: LatticeCluster
) -> dict[Cell, Detection]:
    """Return the tiles of a board that are seen as they lay, by their cells.

    The lattice may be bent so much by others that it does not take all of them in.
    """
    if not likely:
        return {}
    centers = np.array([tile.center for tile in likely])
    tips = centers + np.array([tile.axis for tile in likely]) / 2
    spots = zip(likely, lattice.locate(centers), lattice.locate(tips), strict=True)
    found = {}
    for tile, middle, tip in spots:
        at, way = complex(*middle), complex(*(tip - middle))
        cell = nearest_cell(at)
        is_near = abs(at - lattice_point(cell)) < ALIKE_SPOT
        if is_near and board.get(cell) == round(cmath.phase(way) / TURN) % SIDES:
            found[cell] = tile
    return found


def _on_plane(tiles: Sequence[Detection], picture: PictureFrame) -> list[_Lying]:
    """Return where tiles lie on the table's plane, as their sizes and shapes tell it."""
    frames = normalised_frames(tiles, picture)
    scores: Float64s = np.maximum([tile.score for tile in tiles], LEAST_SCORE)
    flat = rectify_frames(frames, first_guess(frames, scores))
    return list(zip(flat.centers.tolist(), flat.angles().tolist(), strict=True))


def _worst_of(placed: Sequence[PlacedTile]) -> float:
    """Return how far off the worst of the board's tiles is, held against the others about it.

    They lie rightly: so far off is what is seen much aslant, where the plane is not well known.
    """
    found = [0.0]
    for tile in placed:
        others = [one for one in placed if one is not tile]
        near = [one for one in others if abs(one.position - tile.position) < NEAR_AWRY]
        if len(near) >= _TELL_A_POSE:
            off, unknown = _off((tile.position, tile.angle), tile.cell, _pose_of(near))
            found.append(off - unknown)
    return max(found)


def _off(tile: _Lying, cell: Cell, pose: Pose) -> tuple[float, float]:
    """Return how far a tile is off a cell, its middle and tip together, and how little is known.

    What few tiles tell of where the cell beside them lies is not much.
    """
    middle, angle = tile
    point = lattice_point(cell)
    off = abs(middle - pose.position(point)) + abs(math.remainder(angle - pose.angle, TURN))
    variance = pose.center_variance + pose.angle_variance * abs(pose.lever(point)) ** 2
    return off, NOT_KNOWN * math.sqrt(variance)


def _covered_by(tile: _Lying, known: Sequence[PlacedTile], least: float) -> list[Cell]:
    """Return the cells of which a tile that lies crookedly covers a part; none if it does not.

    Nor does one that lies on a tile of the board, touches none, or is off by less than ``least``.
    """
    middle, _ = tile
    near = [one for one in known if abs(one.position - middle) < NEAR_AWRY]
    if min((abs(one.position - middle) for one in near), default=math.inf) > BESIDE:
        return []
    pose = _pose_of(near)
    cell = _cell_at(middle, pose)
    off, unknown = _off(tile, cell, pose)
    if any(one.cell == cell for one in near) or off < max(ON_LATTICE + unknown, least):
        return []
    around = (cell, *cell.neighbours())
    return [c for c in around if abs(pose.position(lattice_point(c)) - middle) < COVERS]


def _cell_at(middle: complex, pose: Pose) -> Cell:
    """Return the cell of a lattice in which a place of the plane lies."""
    return nearest_cell(pose.anchor + (middle - pose.center) / cmath.rect(pose.pitch, pose.angle))


def _pose_of(near: Sequence[PlacedTile]) -> Pose:
    """Return the lattice on which some tiles lie, by themselves."""
    usual = fit_pose(near, USUAL_PITCH, NOISE)
    levers = [usual.lever(lattice_point(tile.cell)) / usual.pitch for tile in near]
    ways = (tile.position - usual.center for tile in near)
    along = sum((lever.conjugate() * way).real for lever, way in zip(levers, ways, strict=True))
    told, before = 1 / NOISE.position**2, 1 / PITCH_DEVIATION**2
    spread = sum(abs(lever) ** 2 for lever in levers)
    pitch = (told * along + before * USUAL_PITCH) / (told * spread + before)
    return fit_pose(near, pitch, NOISE)
