"""How the table appears in the picture: one plane, one camera, one size of tile.

A pixel is undone in three steps: radial distortion about the picture's middle (one coefficient),
perspective (the table's vanishing line), and what is left, an affine map. On the plane that comes
out, every tile is a regular hexagon of circumradius 1. This is the stratified rectification of
Hartley and Zisserman, Multiple View Geometry, section 2.7; the affine part follows from the tiles
being round, the vanishing line from their size.

Plane points are complex numbers, y up; so turning is multiplying. Where they lie and which way the
plane is turned has no meaning: the poses of the lattices say where the tiles are on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import ArrayLike

from vision.arrays import Float64s, PlanePoints, Points
from vision.detection import Detection
from vision.lattice.thresholds import (
    DISTORTION_DEVIATION,
    ENOUGH_TO_TILT,
    GUESS_WEIGHT,
    NEIGHBOUR_WINDOWS,
    SIZE_NOISE,
    USUAL_FOCAL,
    USUAL_VANISHING,
    VANISHING_DEVIATION,
)

_NEAREST_HORIZON = 0.05
_NO_DISTORTION = 1e-9


@dataclass(frozen=True)
class PictureFrame:
    """Normalised picture coordinates: origin in the middle, y up, half a diagonal long."""

    width: int
    height: int

    def normalise(self, points: ArrayLike) -> PlanePoints:
        """Turn pixels, shape (..., 2), into normalised complex points, shape (...)."""
        pixels = np.asarray(points, dtype=np.float64)
        x = pixels[..., 0] - (self.width - 1) / 2
        y = pixels[..., 1] - (self.height - 1) / 2
        return np.asarray((x - 1j * y) / self._half_diagonal, dtype=np.complex128)

    def pixels(self, points: PlanePoints) -> Points:
        """Turn normalised points, shape (...), into pixels, shape (..., 2)."""
        x = points.real * self._half_diagonal + (self.width - 1) / 2
        y = -points.imag * self._half_diagonal + (self.height - 1) / 2
        return np.stack([x, y], axis=-1)

    @cached_property
    def _half_diagonal(self) -> float:
        return float(np.hypot(self.width, self.height)) / 2


@dataclass(frozen=True)
class TileFrames:
    """Centres, axes and sides of n tiles as complex arrays of shape (n,), in any one plane."""

    centers: PlanePoints
    axes: PlanePoints
    sides: PlanePoints

    def areas(self) -> Float64s:
        """Return the signed area that axis and side span, positive when counter-clockwise."""
        return np.asarray((self.axes.conj() * self.sides).imag, dtype=np.float64)

    def angles(self) -> Float64s:
        """Return the directions of the white tips in radians, from axes and sides alike."""
        return np.asarray(np.angle(self.axes - 1j * self.sides), dtype=np.float64)

    def __len__(self) -> int:
        return len(self.centers)


def normalised_frames(detections: Sequence[Detection], picture: PictureFrame) -> TileFrames:
    """Return the detections' frames in normalised picture coordinates."""
    if not detections:
        nothing = np.empty(0, np.complex128)
        return TileFrames(nothing, nothing, nothing)
    centers = np.array([detection.center for detection in detections])
    axes = np.array([detection.axis for detection in detections])
    sides = np.array([detection.side for detection in detections])
    middle = picture.normalise(centers)
    return TileFrames(
        middle,
        picture.normalise(centers + axes) - middle,
        picture.normalise(centers + sides) - middle,
    )


@dataclass(frozen=True)
class TableModel:
    """The map between the picture and the table's plane.

    Attributes
    ----------
    picture
        The size of the picture, which sets the normalised coordinates.
    vanishing
        The table's vanishing line, as ``l`` of ``1 + Re(conj(l) u) = 0`` over undistorted points u.
    distortion
        ``u = d (1 + distortion |d|^2)`` undistorts the normalised point d. Positive for barrels.
    stretch
        ``(a, b, c)`` of the affine rest: ``x' = a x``, ``y' = b x + c y``.
    """

    picture: PictureFrame
    vanishing: complex
    distortion: float
    stretch: tuple[float, float, float]

    def to_plane(self, points: ArrayLike) -> PlanePoints:
        """Turn pixels, shape (..., 2), into points of the plane, shape (...)."""
        parameters = np.array(
            [self.vanishing.real, self.vanishing.imag, self.distortion, *self.stretch]
        )
        return rectify(self.picture.normalise(points), parameters)

    def to_picture(self, points: PlanePoints) -> Points:
        """Turn points of the plane, shape (...), into pixels, shape (..., 2)."""
        a, b, c = self.stretch
        x = points.real / a
        flat = x + 1j * (points.imag - b * x) / c
        scale = 1 - (flat * np.conj(self.vanishing)).real
        return self.picture.pixels(self._distort(flat / np.maximum(scale, _NEAREST_HORIZON)))

    def upward(self, points: ArrayLike, tiles: int) -> Points:
        """Return how what stands on the table points in the picture: unit vectors, (..., 2), px.

        All upright lines of a picture meet in one point, below the camera. Where it lies depends on
        the lens: a usual one is taken.

        Parameters
        ----------
        points
            Pixels, shape (..., 2).
        tiles
            How many tiles the table was fitted to. Few say little of how it is tilted; then it is
            rather taken to be seen as people hold a camera.
        """
        known = tiles**2 / (tiles**2 + ENOUGH_TO_TILT**2)
        below = USUAL_FOCAL**2 * (known * self.vanishing + (1 - known) * USUAL_VANISHING)
        away = self.picture.normalise(points) - below
        away = away / np.maximum(np.abs(away), 1e-9)
        return np.stack([away.real, -away.imag], axis=-1)

    def tile_radii(self, points: ArrayLike) -> Float64s:
        """Return how many pixels a tile's circumradius takes up at some pixels.

        ``points`` has shape (..., 2), the result (...); where the table is seen aslant it is the
        radius of a circle of the tile's area.
        """
        right, down = self._steps(points)
        area = np.abs((right.conj() * down).imag)
        return np.asarray(1 / np.sqrt(np.maximum(area, 1e-12)), np.float64)

    def flatness(self, points: ArrayLike) -> Float64s:
        """Return how much flatter than wide a circle on the table is seen at some pixels, 0..1.

        ``points`` has shape (..., 2), the result (...): the cosine of the angle between the line of
        sight and the table's normal, were the camera turned there.
        """
        right, down = self._steps(points)
        squares = np.abs(right) ** 2 + np.abs(down) ** 2
        doubled = 2 * np.abs((right.conj() * down).imag)
        # The sum and the difference of the two singular values of (right, down).
        wide, narrow = np.sqrt(squares + doubled), np.sqrt(np.maximum(squares - doubled, 0.0))
        return np.asarray((wide - narrow) / np.maximum(wide + narrow, 1e-12), np.float64)

    def _steps(self, points: ArrayLike) -> tuple[PlanePoints, PlanePoints]:
        """Return the ways on the plane that a step right and a step down of a pixel makes."""
        pixels = np.asarray(points, np.float64)
        right, down = (
            self.to_plane(pixels + step) - self.to_plane(pixels - step) for step in np.eye(2) / 2
        )
        return right, down

    def _distort(self, points: PlanePoints) -> PlanePoints:
        """Solve the cubic ``d (1 + distortion |d|^2) = u`` for d, by the radius (Viete, Chebyshev).

        A pincushion folds back far outside the picture: what would lie beyond stays on the fold.
        """
        if abs(self.distortion) < _NO_DISTORTION:
            return points
        fold = 1 / math.sqrt(3 * abs(self.distortion))
        radius = np.maximum(np.abs(points), 1e-12)
        third = radius * (1.5 / fold)
        if self.distortion > 0:
            distorted = 2 * fold * np.sinh(np.arcsinh(third) / 3)
        else:
            distorted = 2 * fold * np.sin(np.arcsin(np.minimum(third, 1.0)) / 3)
            distorted = np.minimum(distorted, 0.95 * fold)
        return np.asarray(points * (distorted / radius), dtype=np.complex128)


def rectify(points: PlanePoints, parameters: Float64s) -> PlanePoints:
    """Undo distortion, perspective and stretch of normalised points.

    ``parameters`` has shape (6, ...): vanishing line (2), distortion, stretch (3); its further axes
    broadcast against ``points``, so that many models can be tried at once.
    """
    line_x, line_y, distortion, a, b, c = parameters
    flat = points * (1 + distortion * (points.real**2 + points.imag**2))
    x, y = flat.real, flat.imag
    scale = 1 / np.maximum(1 + line_x * x + line_y * y, _NEAREST_HORIZON)
    return np.asarray(a * x * scale + 1j * (b * x + c * y) * scale, dtype=np.complex128)


def rectify_frames(frames: TileFrames, parameters: Float64s) -> TileFrames:
    """Rectify centres, axes and sides; see :func:`rectify` for the parameters."""
    points = np.stack(
        [
            frames.centers,
            frames.centers + frames.axes,
            frames.centers - frames.axes,
            frames.centers + frames.sides,
            frames.centers - frames.sides,
        ]
    )
    flat = rectify(points, parameters[..., None, None] if parameters.ndim > 1 else parameters)
    centers = flat[..., 0, :]
    axes = (flat[..., 1, :] - flat[..., 2, :]) / 2
    sides = (flat[..., 3, :] - flat[..., 4, :]) / 2
    return TileFrames(centers, axes, sides)


def first_guess(frames: TileFrames, weights: Float64s) -> Float64s:
    """Guess the six parameters of :func:`rectify` from the tiles' sizes and shapes alone.

    The cube root of a tile's area in the picture falls off linearly towards the vanishing line, so
    the line is a regression, and the stretch is the one that makes the typical tile round.

    Parameters
    ----------
    frames
        At least one tile, in normalised coordinates, with positive areas.
    weights
        How much each tile counts, shape (n,), above 0.
    """
    vanishing_x, vanishing_y, distortion = _size_trend(frames, weights)
    parameters = np.array([vanishing_x, vanishing_y, distortion, 1.0, 0.0, 1.0])
    flat = rectify_frames(frames, parameters)
    xx = _weighted_median(flat.axes.real**2 + flat.sides.real**2, weights)
    xy = _weighted_median(
        flat.axes.real * flat.axes.imag + flat.sides.real * flat.sides.imag, weights
    )
    yy = _weighted_median(flat.axes.imag**2 + flat.sides.imag**2, weights)
    # Medians taken one by one need not belong to one shape: keep it a shape.
    most = 0.98 * np.sqrt(xx * yy)
    xy = float(np.clip(xy, -most, most))
    # The inverse of the Cholesky factor of [[xx, xy], [xy, yy]] makes axis and side orthonormal.
    root_x = np.sqrt(xx)
    slope = xy / root_x
    root_y = np.sqrt(yy - slope**2)
    parameters[3:] = 1 / root_x, -slope / (root_x * root_y), 1 / root_y
    return parameters


def rounded_by_neighbours(centers: PlanePoints, parameters: Float64s, distance: float) -> Float64s:
    """Correct the stretch so that tiles that seem to touch are equally far apart in all directions.

    A tile's own outline says little of how its plane is tilted; the way to its neighbour says much.
    The distances are a quadratic form of the ways, so its three numbers are a linear regression,
    held to the guess where there are few neighbours.

    Parameters
    ----------
    centers
        Of the tiles, normalised, shape (n,).
    parameters
        Of :func:`rectify`, as guessed, shape (6,).
    distance
        How far apart the centres of touching tiles are on the plane.
    """
    corrected = parameters.copy()
    for window in NEIGHBOUR_WINDOWS:
        flat = rectify(centers, corrected)
        first, second = np.triu_indices(len(flat), 1)
        ways = (flat[second] - flat[first]) / distance
        ways = ways[np.abs(np.abs(ways) - 1) < window]
        columns = np.stack([ways.real**2, 2 * ways.real * ways.imag, ways.imag**2], axis=1)
        guess = np.array([1.0, 0.0, 1.0])
        misfits = 1 - columns @ guess
        form = guess + np.linalg.solve(
            columns.T @ columns + GUESS_WEIGHT * np.eye(3), columns.T @ misfits
        )
        xx, xy, yy = form
        if yy <= 0 or xx * yy <= xy**2:
            return corrected
        # The lower triangle whose square the form is keeps the stretch's own shape.
        lower = np.sqrt(xx - xy**2 / yy), xy / np.sqrt(yy), np.sqrt(yy)
        a, b, c = corrected[3:]
        corrected[3:] = lower[0] * a, lower[1] * a + lower[2] * b, lower[2] * c
    return corrected


def _size_trend(frames: TileFrames, weights: Float64s) -> tuple[float, float, float]:
    """Regress the tiles' sizes on where they are: vanishing line and distortion."""
    sizes = np.cbrt(frames.areas())
    sizes = sizes / _weighted_median(sizes, weights)
    x, y = frames.centers.real, frames.centers.imag
    columns = np.stack([np.ones_like(x), x, y, -4 / 3 * (x**2 + y**2)], axis=1)
    prior = np.diag([1e-6, *([1 / VANISHING_DEVIATION**2] * 2), 1 / DISTORTION_DEVIATION**2])
    solution = np.array([1.0, 0.0, 0.0, 0.0])
    for _ in range(6):
        misfits = (sizes - columns @ solution) / SIZE_NOISE
        trust = weights / (1 + (misfits / 2) ** 2) / SIZE_NOISE**2
        solution = np.linalg.solve(
            columns.T @ (trust[:, None] * columns) + prior, columns.T @ (trust * sizes)
        )
    middle = max(float(solution[0]), 0.2)
    vanishing_x, vanishing_y, distortion = (float(value) for value in solution[1:] / middle)
    return vanishing_x, vanishing_y, float(np.clip(distortion, -0.2, 0.3))


def _weighted_median(values: Float64s, weights: Float64s) -> float:
    order = np.argsort(values)
    total = np.cumsum(weights[order])
    return float(values[order][np.searchsorted(total, total[-1] / 2)])
