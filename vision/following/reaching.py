"""From which side hands reached in, and over which of the tiles that are new.

Nobody knows a hand by its looks. But players mostly keep to their places, so the side from which
somebody reaches in tells who it is, once it is known from where each of them does.
"""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from rules.board import Board
from rules.lattice import Cell
from vision.arrays import Float32s, Grey, Image, Mask, Points
from vision.following.kept_frames import KeptFrames
from vision.following.places import Places, within_bars
from vision.following.table_view import HandsGone, Reach
from vision.following.thresholds import (
    LEAST_CHANGE,
    NOISE_WEIGHT,
    REACHED_CELL,
    REACHED_FROM_ONE_SIDE,
    REACHED_WIDTH,
    SAME_SIDE,
    WIDEST_REACH,
)
from vision.lattice.cluster import LatticeCluster


@dataclass(frozen=True)
class _Arm:
    """What reaches in from the border in one frame: where it is, and the middle of where it enters.

    ``entry`` is (x, y) in pixels of the frame.
    """

    places: Places
    entry: tuple[float, float]

    @property
    def end(self) -> tuple[float, float]:
        """Where it is farthest from where it enters, (x, y) in pixels: the hand."""
        rows, columns = np.nonzero(self.places.mask)
        spots = (np.column_stack([columns, rows]) + 0.5) * self.places.step
        x, y = spots[np.argmax(np.hypot(*(spots - self.entry).T))]
        return float(x), float(y)


def cells_apart(before: Board, now: Board) -> list[Cell]:
    """Return the cells on which something else lies now."""
    return sorted(cell for cell in before.keys() | now.keys() if before.get(cell) != now.get(cell))


def reaches_over(
    cells: Sequence[Cell], lattice: LatticeCluster, frames: KeptFrames, settled: Image
) -> tuple[Reach, ...]:
    """Return the hands that reached over some cells, those from one side together.

    Parameters
    ----------
    cells
        The cells on which tiles are new, gone or turned since the table was settled before.
    lattice
        The board's.
    frames
        The frames since then; the first one shows the table as it was settled then.
    settled
        The frame, BGR uint8 (height, width, 3), that shows it as it is settled now.
    """
    now = frames.small(settled)
    if not cells or not frames.are_like(now):
        return ()
    pictures, scale = [*frames.pictures, now], frames.scale
    outlines = {cell: lattice.cell_corners(cell) for cell in cells}
    seen: dict[Cell, list[complex]] = {cell: [] for cell in cells}
    middle = _middle_of(now, scale)
    for arm in _arms(pictures, scale):
        way = _direction(middle, np.array([arm.entry]), lattice)
        for cell, outline in outlines.items():
            if arm.places.share_of(outline) >= REACHED_CELL:
                seen[cell].append(way)
    sides = {cell: _one_side(ways) for cell, ways in seen.items()}
    return _together({cell: way for cell, way in sides.items() if way is not None})


@dataclass(frozen=True)
class SeenHand:
    """What hands showed of themselves in the picture, whatever lies on the table.

    Attributes
    ----------
    entries, ends
        Where arms entered the picture, and where they were farthest from there, in each frame that
        shows one: (x, y) in pixels.
    areas
        How large they were, in square pixels.
    middle
        The middle of the picture, (1, 2).
    """

    entries: tuple[tuple[float, float], ...]
    ends: tuple[tuple[float, float], ...]
    areas: tuple[float, ...]
    middle: Points

    def gone(self, lattice: LatticeCluster, board: Board | None) -> HandsGone:
        """Return from which side hands came, and whether they did at the tiles what they did.

        Where arms came from several sides they were several people's, and a direction in between
        would be nobody's. An arm is larger than a tile. Without a board nobody can have been at
        its tiles.
        """
        x, y = self.middle[0]
        tile = cv2.contourArea(lattice.cell_corners(lattice.cell_at((x, y))).astype(np.float32))
        large = [number for number, area in enumerate(self.areas) if area > tile]
        ways = [_direction(self.middle, np.array([self.entries[n]]), lattice) for n in large]
        side = _one_side(ways)
        direction = None if side is None else cmath.phase(side)
        if board is None:
            return HandsGone(direction)
        ends = [lattice.cell_at(self.ends[number]) for number in large]
        at_tiles = [not board.keys().isdisjoint((end, *end.neighbours())) for end in ends]
        return HandsGone(direction, 2 * sum(at_tiles) > len(large) if large else None)


def hand_seen(frames: KeptFrames, settled: Image) -> SeenHand | None:
    """Return what was seen of hands; None where the frames tell nothing.

    Parameters
    ----------
    frames, settled
        As for :func:`reaches_over`.
    """
    now = frames.small(settled)
    if not frames.are_like(now):
        return None
    arms = list(_arms([*frames.pictures, now], frames.scale))
    return SeenHand(
        tuple(arm.entry for arm in arms),
        tuple(arm.end for arm in arms),
        tuple(float(arm.places.mask.sum() * arm.places.step**2) for arm in arms),
        _middle_of(now, frames.scale),
    )


def _middle_of(picture: Grey, scale: float) -> Points:
    """Return the middle (x, y) of a frame of which this is a copy, in its pixels, (1, 2)."""
    height, width = picture.shape
    return np.array([[width / 2, height / 2]]) / scale


def _direction(middle: Points, entry: Points, lattice: LatticeCluster) -> complex:
    """Return the direction to a place, in the board's plane, as a complex number of length 1."""
    start, end = (lattice.table.to_plane(points)[0] for points in (middle, entry))
    way = complex(end - start) * cmath.rect(1, -lattice.angle)
    return way / max(abs(way), 1e-9)


def _one_side(ways: Sequence[complex]) -> complex | None:
    """Return the direction from which all hands came; None where none or several sides were."""
    mean = sum(ways) / len(ways) if ways else 0j
    return mean / abs(mean) if abs(mean) > REACHED_FROM_ONE_SIDE else None


def _together(ways: Mapping[Cell, complex]) -> tuple[Reach, ...]:
    """Return reaches over cells, those from nearly one direction as one."""
    groups: list[list[Cell]] = []
    for cell, way in ways.items():
        near = (g for g in groups if abs(cmath.phase(way / ways[g[0]])) < SAME_SIDE)
        group = next(near, None)
        if group is None:
            groups.append([cell])
        else:
            group.append(cell)
    return tuple(
        Reach(cmath.phase(sum(ways[cell] for cell in group)), frozenset(group)) for group in groups
    )


def _arms(pictures: Sequence[Grey], scale: float) -> Iterator[_Arm]:
    """Yield what reaches in from the border of pictures of which both ends show the table."""
    step = pictures[0].shape[1] / REACHED_WIDTH
    small = [_small(picture) for picture in pictures]
    shown = within_bars(small[0])
    for picture in small[1:-1]:
        hides = (_apart(picture, small[0]) & _apart(picture, small[-1])).astype(np.uint8)
        closed = cv2.morphologyEx(hides, cv2.MORPH_CLOSE, np.ones((3, 3), np.uint8))
        count, labels = cv2.connectedComponents(np.asarray(closed, np.uint8))
        for label in range(1, count):
            mask = np.asarray(labels == label, np.bool_)
            entry = _entry(mask, shown)
            if entry is not None:
                x, y = ((place + 0.5) * step / scale for place in entry)
                yield _Arm(Places(mask, step / scale), (x, y))


def _entry(mask: Mask, shown: tuple[slice, slice]) -> tuple[float, float] | None:
    """Return the middle (column, row) of where something meets the border; None if it is no arm.

    ``shown`` is the rows and columns that no black bars hide.
    """
    rim = np.zeros(mask.shape, np.bool_)
    inner = rim[shown]
    inner[0], inner[-1], inner[:, 0], inner[:, -1] = True, True, True, True
    meets = np.argwhere(mask & rim)
    if not len(meets) or len(meets) > WIDEST_REACH * rim.sum():
        return None
    row, column = meets.mean(axis=0)
    return float(column), float(row)


def _small(picture: Grey) -> Float32s:
    height, width = picture.shape
    size = (REACHED_WIDTH, max(1, round(height * REACHED_WIDTH / width)))
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.float32)


def _apart(now: Float32s, before: Float32s) -> Mask:
    """Return where a picture has changed by more than its noise and its exposure."""
    apart = now - before
    apart -= np.float32(np.median(apart))
    noise = float(np.median(np.abs(apart)))
    return np.asarray(np.abs(cv2.blur(apart, (3, 3))) > LEAST_CHANGE + NOISE_WEIGHT * noise / 3)
