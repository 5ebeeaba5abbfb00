"""A pinhole camera with radial distortion above a table.

Table coordinates are millimetres, x and y in the table's plane as seen from above
(counter-clockwise positive), z up. Picture coordinates are pixels, origin top left, y down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float32s, Float64s, Matrix, Points


@dataclass(frozen=True)
class Camera:
    """Where the camera stands and what its lens does.

    ``matrix`` is 3x3 (px), ``rotation`` 3x3 and ``position`` (mm) place it over the table, ``k1``
    is the first radial coefficient of OpenCV's lens model.
    """

    width: int
    height: int
    matrix: Matrix
    rotation: Matrix
    position: Points
    k1: float

    def project(self, points: Points) -> Points:
        """Return pixels, (n, 2), of table points, (n, 3) in mm."""
        local = (np.asarray(points, dtype=np.float64) - self.position) @ self.rotation.T
        depth = np.maximum(local[:, 2], 1e-3)
        plane = local[:, :2] / depth[:, None]
        squared = np.minimum((plane**2).sum(axis=1), 1.5)
        bent = plane * (1.0 + self.k1 * squared)[:, None]
        focal, centre = self.matrix[0, 0], self.matrix[:2, 2]
        result: Float64s = bent * focal + centre
        return result

    def depth(self, point: Points) -> float:
        """Return the distance (mm) from the camera to a table point, (3,)."""
        return float(np.linalg.norm(np.asarray(point) - self.position))

    def table_coordinates(self) -> tuple[Float32s, Float32s]:
        """Return x and y (mm) of the table, each (height, width); NaN above the horizon."""
        centre, focal = self.matrix[:2, 2].astype(np.float32), np.float32(self.matrix[0, 0])
        across = np.broadcast_to(
            (np.arange(self.width, dtype=np.float32) - centre[0]) / focal,
            (self.height, self.width),
        )
        down = np.broadcast_to(
            ((np.arange(self.height, dtype=np.float32) - centre[1]) / focal)[:, None],
            (self.height, self.width),
        )
        right, low = across, down
        for _ in range(5):
            squared = right * right + low * low
            bend = 1.0 + np.float32(self.k1) * np.minimum(squared, 1.5)
            right, low = across / bend, down / bend
        rays = np.stack([right, low, np.ones_like(right)], axis=-1)
        rays = rays @ self.rotation.astype(np.float32)
        with np.errstate(divide="ignore", invalid="ignore"):
            scale = np.where(rays[..., 2] < -1e-3, -self.position[2] / rays[..., 2], np.nan)
        x = (self.position[0] + scale * rays[..., 0]).astype(np.float32)
        y = (self.position[1] + scale * rays[..., 1]).astype(np.float32)
        return x, y

    def distortion(self) -> list[float]:
        """Return OpenCV's five distortion coefficients."""
        return [self.k1, 0.0, 0.0, 0.0, 0.0]

    def table_homography(self) -> Matrix:
        """Return the 3x3 map from the table's plane (mm) to undistorted pixels."""
        columns = np.column_stack(
            [self.rotation[:, 0], self.rotation[:, 1], -self.rotation @ self.position]
        )
        product = self.matrix @ columns
        result: Float64s = product / product[2, 2]
        return result


def look_at(
    target: tuple[float, float],
    *,
    width: int,
    height: int,
    focal: float,
    distance: float,
    tilt: float,
    heading: float,
    roll: float,
    k1: float,
) -> Camera:
    """Place a camera ``distance`` mm from ``target`` (mm on the table), looking at it.

    ``tilt`` is the angle from straight down, ``heading`` where it stands round the target, ``roll``
    the turn about its own axis (radians); ``focal`` is in pixels.
    """
    away = np.array(
        [
            math.sin(tilt) * math.cos(heading),
            math.sin(tilt) * math.sin(heading),
            math.cos(tilt),
        ]
    )
    position = np.array([target[0], target[1], 0.0]) + distance * away
    forward = -away
    right = np.array([-math.sin(heading), math.cos(heading), 0.0])
    down = np.cross(forward, right)
    level = np.stack([right, down, forward])
    turn, _ = cv2.Rodrigues(np.array([0.0, 0.0, roll]))
    matrix = np.array(
        [[focal, 0.0, (width - 1) / 2], [0.0, focal, (height - 1) / 2], [0.0, 0.0, 1.0]]
    )
    return Camera(width, height, matrix, np.asarray(turn) @ level, position, k1)
