"""Whether what looks like a tile looks so still on a closer look.

A light square of a chessboard beside a dark one, with a piece on each, looks much like a tile: two
halves, and something round of the other colour in both. Three things tell it from one. It looks so
by chance: less so in frames that differ a little from the one that the detector gave. A tile ends
at its rim, where squares go on. And a tile has two colours, while pieces have their own.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import cache

import numpy as np

from rules.lattice import SIDES
from vision.arrays import Float32s, Float64s, Indices, Mask, Patches, Points
from vision.detection import Detection
from vision.networks.cells import EMPTY, HIDDEN
from vision.pictures.patches import CELL_REACH, CELL_SIDE, patch_grid
from vision.recognition.figure_fit import drawn_blue
from vision.recognition.fusion import log_odds
from vision.recognition.thresholds import (
    ALONG_A_SIDE,
    BEYOND_IT,
    CHANGES_AT_THE_RIM,
    COLOR_EDGE,
    DARKNESS,
    LEAST_STEP,
    LEAST_STEP_IN_LOGARITHMS,
    MOST_OTHER_COLOR,
    OTHER_COLOR_WEIGHT,
    OTHERWISE_BIAS,
    RIM_WEIGHT,
    SEEN_OTHERWISE,
    WELL_WITHIN,
    WITHIN_THE_RIM,
)

_SOFTNESS = 0.06
"""How soft the rims of the drawn figure are, in edge lengths: about a pixel of a patch."""
_GRID: Points = patch_grid(CELL_SIDE, CELL_REACH)


def frames_otherwise(tile: Detection) -> Float64s:
    """Return the frames in which a detection is seen, its own first: centres, axes, sides.

    They are (frames, 3, 2), in pixels.
    """
    center, axis, side = (np.array(way) for way in (tile.center, tile.axis, tile.side))
    return np.array([_frame(center, axis, side, *each) for each in SEEN_OTHERWISE])


def _frame(
    center: Points,
    axis: Points,
    side: Points,
    turn: float,
    scale: float,
    x: float,
    y: float,
    up: int,
) -> tuple[Points, Points, Points]:
    c, s = math.cos(math.radians(turn)) * scale, math.sin(math.radians(turn)) * scale
    return center + x * axis + y * side, c * axis + s * side, up * (c * side - s * axis)


def margin_otherwise(patches: Patches, looks: Float32s) -> float:
    """Return how far, in log odds, a detection is from being no tile on a closer look.

    Below 0 it is none.

    Parameters
    ----------
    patches
        What is seen in each of :func:`frames_otherwise`, (frames, side, side, 3), BGR.
    looks
        What the find network says of each, (frames, 8).
    """
    chances = 1 - looks[:, EMPTY] - looks[:, HIDDEN]
    odds = [log_odds(float(chance)) for chance in chances]
    turned = looks[:, EMPTY + 1 : HIDDEN].argmax(axis=1)
    return (
        float(np.mean(odds))
        + RIM_WEIGHT * float(rims_seen(patches, turned).mean())
        + OTHER_COLOR_WEIGHT * float(other_colors(patches, turned).mean())
        + OTHERWISE_BIAS
    )


def rims_seen(patches: Patches, turned: Indices) -> Float64s:
    """Return of how many of a tile's half sides something is seen to change there, 0..1, (n,).

    Parameters
    ----------
    patches
        Of what may be tiles, upright in their own frames, (n, side, side, 3), BGR.
    turned
        How the tile in each would be turned, 0..5, (n,): its colours tell what is much of a change.
    """
    pixels = patches.reshape(len(patches), -1, 3).astype(np.float64)
    steps = np.linalg.norm((_contrasts()[turned][:, None] @ pixels)[:, 0], axis=1) + LEAST_STEP
    within, beyond = _half_sides()
    changes = np.linalg.norm(within @ pixels - beyond @ pixels, axis=2)
    return np.asarray((changes > CHANGES_AT_THE_RIM * steps[:, None]).mean(axis=1))


def other_colors(patches: Patches, turned: Indices) -> Float64s:
    """Return how far the arches' colours lie from those of the halves that they are like, (n,).

    They are lengths in logarithms, as shares of how far the halves' colours lie from each other, of
    both arches together; each counts up to a limit. Parameters are those of :func:`rims_seen`.
    """
    pixels = np.log(patches.reshape(len(patches), -1, 3) + DARKNESS)
    white, blue, blue_arch, white_arch = np.moveaxis(_parts()[turned] @ pixels, 1, 0)
    step = np.linalg.norm(white - blue, axis=1) + LEAST_STEP_IN_LOGARITHMS
    off = np.stack([blue_arch - blue, white_arch - white])
    return np.asarray(np.minimum(np.linalg.norm(off, axis=2) / step, MOST_OTHER_COLOR).sum(axis=0))


@cache
def _contrasts() -> Float64s:
    """Return what makes of a patch's pixels the step from a tile's one colour to the other.

    One for each way it may be turned, (6, side * side).
    """
    seen = np.asarray(_across(_GRID) < WELL_WITHIN, np.float64)
    blue = np.array([drawn_blue(_GRID, turn, _SOFTNESS) for turn in range(SIDES)])
    about = (blue - (blue * seen).sum(axis=1, keepdims=True) / seen.sum()) * seen
    return np.asarray(about / (about**2).sum(axis=1, keepdims=True))


@cache
def _parts() -> Float64s:
    """Return what makes of a patch's pixels the means of a tile's parts, (6, 4, side * side).

    They are its white and its blue half, the blue arch in the one and the white arch in the other.
    """
    return np.array([_shares(*_parts_turned(turn)) for turn in range(SIDES)])


def _parts_turned(turn: int) -> Iterator[Mask]:
    angle = turn * math.pi / 3
    x = _GRID @ (math.cos(angle), math.sin(angle))
    y = _GRID @ (-math.sin(angle), math.cos(angle))
    seen = _across(_GRID) < WELL_WITHIN
    for side in (1, -1):
        yield seen & (side * x > COLOR_EDGE) & (np.hypot(x - side, y) > 0.5 + COLOR_EDGE)
    for side in (1, -1):
        yield seen & (np.hypot(x - side, y) < 0.5 - COLOR_EDGE)


@cache
def _half_sides() -> tuple[Float64s, Float64s]:
    """Return what makes of a patch's pixels means within and beyond each half side, (12, p)."""
    halves = [(side, way) for side in range(SIDES) for way in (-1, 1)]
    within, beyond = (
        _shares(*(_along(*half, band) for half in halves)) for band in (WITHIN_THE_RIM, BEYOND_IT)
    )
    return within, beyond


def _along(side: int, way: int, band: tuple[float, float]) -> Mask:
    """Return which pixels lie along one half of a side, (p,), so far from the tile's middle."""
    angle = (side + 0.5) * math.pi / 3
    out = _GRID @ (math.cos(angle), math.sin(angle))
    along = _GRID @ (-math.sin(angle), math.cos(angle)) * way
    nearest, farthest = ALONG_A_SIDE
    is_along = (along > nearest) & (along < farthest)
    return np.asarray(is_along & (out > band[0]) & (out < band[1]))


def _shares(*parts: Mask) -> Float64s:
    """Return what makes of pixels the means of some parts of them, (parts, p)."""
    shares = np.array(parts, np.float64)
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def _across(grid: Points) -> Float64s:
    """Return how far out places lie, (p,): 1 at the rim."""
    x, y = np.abs(grid).T
    return np.asarray(np.maximum(y, y / 2 + x * math.sqrt(3) / 2) / (math.sqrt(3) / 2))
