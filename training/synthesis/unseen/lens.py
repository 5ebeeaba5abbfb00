"""A camera whose lens bends pictures in more ways than radially, and how it is aimed."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from training.synthesis.camera import Camera, look_at
from vision.arrays import Float32s, Float64s, Points

_STEP = 8
_FAR = 6000.0


@dataclass(frozen=True)
class PhoneCamera(Camera):
    """A camera with a second radial and two tangential coefficients (OpenCV's k2, p1, p2)."""

    k2: float
    p1: float
    p2: float

    def project(self, points: Points) -> Points:
        """Return pixels, (n, 2), of table points, (n, 3) in mm."""
        local = (np.asarray(points, dtype=np.float64) - self.position) @ self.rotation.T
        plane = local[:, :2] / np.maximum(self.ahead(points), 1e-3)[:, None]
        bent = self._bend(plane)
        result: Float64s = bent * self.matrix[0, 0] + self.matrix[:2, 2]
        return result

    def ahead(self, points: Points) -> Float64s:
        """Return how far before the camera table points, (n, 3) in mm, lie, (n,) in mm."""
        apart = np.asarray(points, dtype=np.float64) - self.position
        return np.asarray(apart @ self.rotation[2], np.float64)

    def _bend(self, plane: Float64s) -> Float64s:
        x, y = plane[..., 0], plane[..., 1]
        squared = np.minimum(x * x + y * y, 1.5)
        radial = 1.0 + self.k1 * squared + self.k2 * squared**2
        bent: Points = np.stack(
            [
                x * radial + 2 * self.p1 * x * y + self.p2 * (squared + 2 * x * x),
                y * radial + self.p1 * (squared + 2 * y * y) + 2 * self.p2 * x * y,
            ],
            axis=-1,
        )
        return bent

    def table_coordinates(self) -> tuple[Float32s, Float32s]:
        """Return x and y (mm) of the table, each (height, width); NaN where it is not met.

        The lens is undone on every eighth pixel only and spread over those between: exact to
        a hundredth of a pixel.
        """
        high, wide = (math.ceil(side / _STEP) + 2 for side in (self.height, self.width))
        columns, rows = np.meshgrid(
            (np.arange(wide) - 0.5) * _STEP - 0.5, (np.arange(high) - 0.5) * _STEP - 0.5
        )
        bent = (np.stack([columns, rows], axis=-1) - self.matrix[:2, 2]) / self.matrix[0, 0]
        straight = bent.copy()
        for _ in range(8):
            straight = straight - (self._bend(straight) - bent)
        fine = cv2.resize(straight.astype(np.float32), None, fx=_STEP, fy=_STEP)
        fine = fine[_STEP : _STEP + self.height, _STEP : _STEP + self.width]
        turn, x, y = self.rotation.astype(np.float32), fine[..., 0], fine[..., 1]
        down = turn[0, 2] * x + turn[1, 2] * y + turn[2, 2]
        high_up = np.float32(self.position[2])
        with np.errstate(divide="ignore", invalid="ignore"):
            scale = np.where(down < -high_up / _FAR, -high_up / down, np.nan)
        return (
            np.float32(self.position[0]) + scale * (turn[0, 0] * x + turn[1, 0] * y + turn[2, 0]),
            np.float32(self.position[1]) + scale * (turn[0, 1] * x + turn[1, 1] * y + turn[2, 1]),
        )

    def distortion(self) -> list[float]:
        """Return OpenCV's five distortion coefficients."""
        return [self.k1, self.k2, self.p1, self.p2, 0.0]

    def pixels_per_mm(self, spot: Points) -> float:
        """Return how many pixels a millimetre across the line of sight takes at a table point."""
        return float(self.matrix[0, 0]) / max(self.depth(np.array([*spot[:2], 0.0])), 1.0)


@dataclass(frozen=True)
class GivenLens:
    """A lens that is not left to chance: ``focal`` in picture widths, one radial coefficient."""

    focal: float
    k1: float


@dataclass(frozen=True)
class Aim:
    """How a photo is taken: angles in radians, ``focal`` in picture widths.

    ``share`` is how much of the picture the board takes (above 1 it is cut), ``least`` and
    ``most`` bound a tile's width in pixels.
    """

    tilt: float
    heading: float
    roll: float
    focal: float
    share: float
    least: float
    most: float


def aim_camera(
    board: Points, radius: float, aim: Aim, size: tuple[int, int], rng: np.random.Generator
) -> PhoneCamera:
    """Place a camera so that the tiles' middles, (n, 2) in mm, lie in its picture as ``aim`` asks.

    ``radius`` is a tile's edge (mm), ``size`` the picture's width and height. The lens, and where
    in the picture the board lies, are drawn from ``rng``. Tiles wide enough to be read matter more
    than a board that is seen whole.
    """
    lens, frame = _random_lens(rng), np.array(size, dtype=np.float64)
    around = np.concatenate([board + np.array(way) * radius for way in _RING])
    corners = np.column_stack([around, np.zeros(len(around))])
    target = (board.max(0) + board.min(0)) / 2
    focal, off = aim.focal * size[0], rng.uniform(-0.45, 0.45, 2)
    distance = focal * float(np.ptp(around, axis=0).max()) / min(size) / aim.share
    for _ in range(12):
        camera = _camera(target, distance, aim, focal, size, lens)
        spots = camera.project(corners)
        low, high = spots.min(0), spots.max(0)
        widths = [2 * radius * camera.pixels_per_mm(spot) for spot in board]
        grow = aim.share / float(max((high - low) / frame))
        grow = min(grow, aim.most / float(np.median(widths)))
        grow = max(grow, aim.least / min(widths))
        distance /= min(max(grow, 0.6), 1.6)
        middle = frame / 2 + off * np.maximum(frame - (high - low) * grow, 0.05 * frame)
        back = np.linalg.inv(camera.table_homography())
        here, there = (back @ np.array([*p, 1.0]) for p in ((low + high) / 2, middle))
        step = here[:2] / here[2] - there[:2] / there[2]
        long = float(np.hypot(*step))
        target = target + step * min(0.8, 0.3 * distance / max(long, 1e-6))
    camera = _camera(target, distance, aim, focal, size, lens)
    while camera.ahead(corners).min() < _LEAST_AHEAD * distance:
        distance *= 1.2
        camera = _camera(target, distance, aim, focal, size, lens)
    return camera


_LEAST_AHEAD = 0.1
"""All tiles lie so far before the camera, as a share of its distance: steep boards seen from very
near would reach behind it."""
_RING = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))


def _random_lens(rng: np.random.Generator) -> tuple[float, float, float, float]:
    if rng.random() < 0.3:
        return 0.0, 0.0, 0.0, 0.0
    tangential = rng.normal(size=2) * 0.0015
    return (
        rng.uniform(-0.16, 0.07),
        rng.uniform(-0.03, 0.05),
        float(tangential[0]),
        float(tangential[1]),
    )


def _camera(
    target: Points,
    distance: float,
    aim: Aim,
    focal: float,
    size: tuple[int, int],
    lens: tuple[float, float, float, float],
) -> PhoneCamera:
    bare = look_at(
        (float(target[0]), float(target[1])),
        width=size[0],
        height=size[1],
        focal=focal,
        distance=distance,
        tilt=aim.tilt,
        heading=aim.heading,
        roll=aim.roll,
        k1=lens[0],
    )
    return PhoneCamera(
        bare.width, bare.height, bare.matrix, bare.rotation, bare.position, bare.k1, *lens[1:]
    )
