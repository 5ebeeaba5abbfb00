"""How well a tile's figure is seen in a cell, and in what light.

Where the two colours of a tile meet is fitted to the picture of the cell by an affine map, for all
cells at once. What the figure leaves unexplained then tells whether one is seen there at all; its
colours tell whether it is an image in a pane of glass.

The fit is that of B. D. Lucas and T. Kanade, "An iterative image registration technique with an
application to stereo vision", IJCAI 1981, with the drawn figure as the template.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

import numpy as np

from vision.arrays import Float32s, Float64s, Indices, Mask, Patches, Points
from vision.pictures.patches import CELL_REACH, CELL_SIDE, patch_grid
from vision.recognition.thresholds import DARKNESS

_REACH = 0.86
"""Pixels this near to the middle are looked at, as a share of the way to the rim."""
_ROUNDS = ((0.1, 1.0), (0.05, 1.0), (0.025, 1.0), (0.025, 0.5), (0.025, 0.5), (0.025, 0.5))
"""How soft the rims of the figure are in each round, in edge lengths (a pixel of a patch is 0.07),
and the share of the step between the colours by which what is off counts half. Soft rims are found
from farther."""
_HALF_HEIGHT = math.sqrt(3) / 2


@dataclass(frozen=True)
class FigureFit:
    """Where figures are seen in their cells, n tiles at once.

    Attributes
    ----------
    maps
        What turns a place in the cell into one in the figure, (n, 2, 2): the identity for a tile
        that lies as its lattice says.
    shifts
        And by how much it is moved then, (n, 2), in edge lengths.
    misfit
        What the figure leaves unexplained, (n,), as a share of the step between its colours.
    contrast
        How far its two colours lie from each other, (n,), in logarithms.
    brightness
        How bright its white is, (n,), as a logarithm.
    """

    maps: Float64s
    shifts: Points
    misfit: Float64s
    contrast: Float64s
    brightness: Float64s


def fit_figures(
    patches: Patches, orientations: Sequence[int], shown: Mask | None = None
) -> FigureFit:
    """Fit the tile's figure to the pictures of cells.

    Parameters
    ----------
    patches
        Cells, upright in their lattice's frame, (n, side, side, 3), BGR.
    orientations
        How the tile in each is turned, 0..5.
    shown
        Which pixels of each lie in the picture, (n, side * side); all, if it is not given. What the
        picture's rim cuts off tells nothing.
    """
    count = len(patches)
    grid = _looked_at()
    pixels = patches.reshape(count, -1, 3)[:, _inside()].astype(np.float32)
    counts = np.ones((count, grid.shape[1]), np.float32)
    if shown is not None:
        counts = shown[:, _inside()].astype(np.float32)
    turns = np.array([_turn(orientation) for orientation in orientations]).reshape(count, 2, 2)
    own = turns.transpose(0, 2, 1)
    maps = np.broadcast_to(np.eye(2), (count, 2, 2)).copy()
    shifts = np.zeros((count, 2))
    seen = _as_one_channel(pixels, _figure(_moved(grid, own, shifts), _ROUNDS[-1][0]).blue, counts)
    for softness, outlier in _ROUNDS:
        places = _moved(grid, own @ maps, (own @ shifts[..., None])[..., 0])
        blue, slope = _figure(places, softness)
        level = _levels(seen, blue, counts)
        step = level[:, 1, None]
        off = seen - level[:, 0, None] - step * blue
        share = off / (outlier * np.abs(step) + 1e-6)
        weights = counts / (1 + share * share)
        slope = (turns.astype(np.float32) @ slope) * step[..., None]
        ways = np.empty((count, 6, grid.shape[1]), np.float32)
        np.multiply(slope[:, :1], grid, out=ways[:, :2])
        np.multiply(slope[:, 1:], grid, out=ways[:, 2:4])
        ways[:, 4:] = slope
        weighed = ways * weights[:, None]
        pull = (weighed @ off[..., None]).astype(np.float64)
        grip = (weighed @ ways.transpose(0, 2, 1)).astype(np.float64)
        grip += np.eye(6) * (1e-3 * np.trace(grip, axis1=1, axis2=2)[:, None, None] / 6 + 1e-9)
        change = np.clip(np.linalg.solve(grip, pull)[..., 0], -0.15, 0.15)
        maps += change[:, :4].reshape(count, 2, 2)
        shifts += change[:, 4:]
    misfit = np.sqrt(_mean(weights * off**2, counts)) / np.maximum(np.abs(level[:, 1]), 1e-6)
    white, blue_mean = (_mean_color(pixels, counts * share) for share in (1 - blue, blue))
    white, blue_mean = np.log(white + DARKNESS), np.log(blue_mean + DARKNESS)
    contrast = np.asarray(np.linalg.norm(white - blue_mean, axis=1), np.float64)
    brightness = white.mean(axis=1)
    return FigureFit(maps, shifts, misfit.astype(np.float64), contrast, brightness)


def drawn_blue(grid: Points, orientation: int, softness: float) -> Float32s:
    """Return how blue a tile turned by an orientation, 0..5, is at places of its cell, (p,), 0..1.

    Parameters
    ----------
    grid
        The places, (p, 2), in edge lengths.
    softness
        How soft the rims of the figure are, in edge lengths.
    """
    own = _turn(orientation).T[None]
    places = _moved(np.asarray(grid.T, np.float32), own, np.zeros((1, 2)))
    return np.asarray(_figure(places, softness).blue[0], np.float32)


@cache
def _inside() -> Indices:
    x, y = patch_grid(CELL_SIDE, CELL_REACH).T
    across = np.maximum(np.abs(y), np.abs(y) / 2 + _HALF_HEIGHT * np.abs(x)) / _HALF_HEIGHT
    return np.asarray(np.flatnonzero(across < _REACH), np.intp)


@cache
def _looked_at() -> Float32s:
    """Return the places that are looked at, x and y as rows, (2, p)."""
    return np.ascontiguousarray(patch_grid(CELL_SIDE, CELL_REACH)[_inside()].T, np.float32)


def _moved(grid: Float32s, ways: Float64s, shifts: Points) -> Float32s:
    """Return places, (2, p), turned or stretched, (n, 2, 2), and moved, (n, 2); (n, 2, p)."""
    return ways.astype(np.float32) @ grid + shifts.astype(np.float32)[..., None]


def _turn(orientation: int) -> Float64s:
    """Return what turns places of the cell's frame, as rows, into those of a tile turned so."""
    angle = orientation * math.pi / 3
    return np.array([[math.cos(angle), -math.sin(angle)], [math.sin(angle), math.cos(angle)]])


class _Drawn(NamedTuple):
    """How blue a tile is at places, 0..1, (n, p), and the slopes there, x and y, (n, 2, p)."""

    blue: Float32s
    slope: Float32s


def _figure(places: Float32s, softness: float) -> _Drawn:
    """Draw a tile at places of its own frame, (n, 2, p)."""
    x, y = places[:, 0], places[:, 1]
    from_white, from_blue, square = x - 1, x + 1, y * y
    to_white = np.sqrt(from_white * from_white + square)
    to_blue = np.sqrt(from_blue * from_blue + square)
    white, blue = to_white - 0.5, 0.5 - to_blue
    far = np.minimum(x, white)
    on_blue = blue > far
    on_white = (white < x) & ~on_blue
    # the way away from the middle of an arch, or nothing where neither arch is near
    np.putmask(to_white, on_blue, to_blue)
    np.putmask(from_white, on_blue, from_blue)
    sign = np.subtract(on_white, on_blue, dtype=np.float32)
    per_length = sign / np.maximum(to_white, 1e-6)
    inside = np.clip(np.maximum(far, blue) / softness, -30, 30)
    value = np.asarray(1 / (1 + np.exp(-inside)), np.float32)
    steepness = value * (1 - value) / softness
    slope = np.empty_like(places)
    slope[:, 0] = (from_white * per_length + (1 - np.abs(sign))) * steepness
    slope[:, 1] = y * per_length * steepness
    return _Drawn(value, slope)


def _as_one_channel(pixels: Float32s, blue: Float32s, counts: Float32s) -> Float32s:
    """Return pixels, (n, p, 3), along the way from a tile's one colour to the other, (n, p)."""
    way = _mean_color(pixels, counts * blue) - _mean_color(pixels, counts * (1 - blue))
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-6)
    return np.asarray((pixels @ way.astype(np.float32)[..., None])[..., 0], np.float32)


def _mean_color(pixels: Float32s, share: Float32s) -> Float64s:
    """Return the mean of pixels, (n, p, 3), that count for a share each, (n, p); (n, 3)."""
    total = (share[:, None] @ pixels)[:, 0].astype(np.float64)
    return np.asarray(total / np.maximum(share.sum(axis=1, keepdims=True), 1e-6))


def _levels(seen: Float32s, blue: Float32s, counts: Float32s) -> Float32s:
    """Return the value of white and the step to blue that explain what is seen best, (n, 2)."""
    mean_seen, mean_blue = _mean(counts * seen, counts), _mean(counts * blue, counts)
    around = blue - mean_blue[:, None]
    spread = _mean(counts * around * around, counts)
    both = _mean(counts * around * (seen - mean_seen[:, None]), counts)
    step = both / np.maximum(spread, 1e-9)
    return np.stack([mean_seen - step * mean_blue, step], axis=1)


def _mean(values: Float32s, counts: Float32s) -> Float32s:
    """Return the means, (n,), of values at places, (n, p), of which those counted are not 0."""
    return np.asarray(values.sum(axis=1) / np.maximum(counts.sum(axis=1), 1), np.float32)
