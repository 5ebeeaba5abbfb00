"""Laying something over a part of a cell's patch: a finger, a card's corner, the picture's edge.

Few tiles of a scene are covered by about half, and those are the hardest to read: here as many are
made as are wanted, by laying a piece of one patch over another.
"""

from __future__ import annotations

import math

import numpy as np

from training.extract_patches import MARGIN
from vision.arrays import Float32s, Image, Mask, Patches
from vision.networks.cells import EMPTY, HIDDEN
from vision.pictures.patches import CELL_REACH, OUTSIDE

LEAST_LEFT = 0.45
"""A tile of which this share is left to see is still to be read; the rules ask for half."""
NOTHING_LEFT = 0.15
LITTLE_COVERED, MUCH_COVERED = 0.25, 0.6
"""An empty cell is still empty up to the first share, and hidden from the second on."""
_PICTURES_EDGE = 0.25
_ON_THE_MIDDLE = 0.15
"""So many of the things laid over are discs about the cell's middle: a coin, a counter, a glass."""
_PLAIN = 0.25
_MOSTLY = 0.8


def shows_something(patches: Patches) -> Mask:
    """Tell which patches, (n, side, side, 3), lie mostly inside their picture, (n,)."""
    middle = patches[:, ::3, ::3]
    return np.asarray((middle != OUTSIDE).any(axis=-1).mean(axis=(1, 2)) > _MOSTLY, np.bool_)


def cover(
    patch: Image, wanted: int, over: Image, lies: bool, rng: np.random.Generator
) -> tuple[Image, frozenset[int]]:
    """Lay something over a part of a patch.

    Parameters
    ----------
    patch, wanted
        A stored patch, (side, side, 3), and its class.
    over
        A patch of the same shape, of what is laid over the other.
    lies
        Whether that lies on the table, as a card does; else it is held above, and hides what is
        there.
    rng
        Chooses how.

    Returns
    -------
    The patch, and the classes that may be said of it then: of a tile half covered, the tile or
    hidden; of an empty cell half covered, empty or hidden. No tile is empty, however much of it is
    covered.
    """
    edge = rng.random() < _PICTURES_EDGE
    x, y = _frame(len(patch), rng)
    if edge:
        distance = _half_plane(x, rng)
    elif rng.random() < _ON_THE_MIDDLE:
        distance = _disc(x, y, rng)
    else:
        distance = _outline(x, y, rng)
    left = float((distance < 0)[_hexagon(len(patch))].mean())
    classes = _classes_when_covered(wanted, left, lies and not edge)
    softness = rng.uniform(0.02, 0.12)
    share = np.clip(0.5 + distance / softness, 0, 1)[..., None]
    if edge:
        upper = np.full(patch.shape, OUTSIDE, np.float32)
    elif rng.random() < _PLAIN:
        upper = np.full(patch.shape, rng.uniform(0, 255, 3), np.float32)
    else:
        upper = np.rot90(over, int(rng.integers(4))).astype(np.float32)
    shadow = 1 - rng.uniform(0, 0.5) * np.exp(-np.maximum(-distance, 0) / rng.uniform(0.05, 0.3))
    lower = patch * (1.0 if edge else shadow[..., None])
    return np.asarray(share * upper + (1 - share) * lower, np.uint8), classes


def _classes_when_covered(wanted: int, left: float, lies: bool) -> frozenset[int]:
    """Return what a cell of which the share ``left`` is to be seen may be taken for."""
    if wanted == HIDDEN or (wanted == EMPTY and lies):
        return frozenset({wanted})
    least, most = (1 - LITTLE_COVERED, 1 - MUCH_COVERED)
    if wanted != EMPTY:
        least, most = LEAST_LEFT, NOTHING_LEFT
    if left > least:
        return frozenset({wanted})
    return frozenset({HIDDEN} if left < most else {wanted, HIDDEN})


def _frame(side: int, rng: np.random.Generator) -> tuple[Float32s, Float32s]:
    """Return coordinates about the middle, in edge lengths, turned at random, (side, side) each."""
    reach = CELL_REACH * MARGIN
    steps = ((np.arange(side) + 0.5) / side * 2 * reach - reach).astype(np.float32)
    columns, rows = np.meshgrid(steps, steps)
    turn = rng.uniform(0, 2 * math.pi)
    c, s = np.float32(math.cos(turn)), np.float32(math.sin(turn))
    return c * columns + s * rows, c * rows - s * columns


def _hexagon(side: int) -> Mask:
    """Return where the cell lies in a stored patch, (side, side)."""
    reach = CELL_REACH * MARGIN
    steps = (np.arange(side) + 0.5) / side * 2 * reach - reach
    x, y = np.meshgrid(np.abs(steps), np.abs(steps))
    height = math.sqrt(3) / 2
    return (y < height) & (x * height + y / 2 < height)


def _half_plane(x: Float32s, rng: np.random.Generator) -> Float32s:
    return np.asarray(x - rng.uniform(-0.6, 0.9), np.float32)


def _disc(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    """Return how deep each pixel is under a disc about the middle; negative where it is seen."""
    radius = rng.uniform(0.3, 1.05)
    return np.asarray(radius - np.hypot(x - rng.uniform(0, 0.25), y), np.float32)


def _outline(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    """Return how deep each pixel is under what is laid over; negative where it can be seen."""
    offset = rng.uniform(-0.6, 0.8)
    kind = rng.random()
    if kind < 0.35:  # something with a round edge: a hand, a mug
        radius = rng.uniform(0.6, 4.0)
        return np.asarray(radius - np.hypot(x - offset - radius, y), np.float32)
    if kind < 0.65:  # a finger, its tip round
        width = rng.uniform(0.2, 0.7)
        aside = np.abs(y - rng.uniform(-0.6, 0.6))
        behind = np.minimum(x - offset - width, 0)
        return np.asarray(width - np.hypot(aside, behind), np.float32)
    if kind < 0.8:  # something small: a die, a coin
        size, roundness = rng.uniform(0.15, 0.45), rng.uniform(0.0, 1.0)
        away_x, away_y = np.abs(x - offset * 0.7), np.abs(y - rng.uniform(-0.5, 0.5))
        square, disc = np.maximum(away_x, away_y), np.hypot(away_x, away_y)
        return np.asarray(size - (1 - roundness) * square - roundness * disc, np.float32)
    # the corner of a card
    slope = rng.uniform(-1.2, 1.2)
    other = (x * slope + (y - rng.uniform(-0.8, 0.8))) / math.hypot(1, slope)
    return np.asarray(np.minimum(x - offset, other), np.float32)
