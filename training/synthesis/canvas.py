"""The sheet a scene is painted on, back to front: colours, coverage, and which object is where."""

from __future__ import annotations

from dataclasses import dataclass, field

import cv2
import numpy as np

from training.synthesis.camera import Camera
from vision.arrays import Bytes, Float32s, Grey, Image, Int32s, Points

Color = tuple[float, float, float]
"""Blue, green, red, each 0..1."""

OVERSAMPLING = 2
_SHIFT = 4
TABLE, THING, COVER = 0, 1, 2
"""Object numbers below :data:`FIRST_TILE`: bare table, things about, what is held above."""
FIRST_TILE = 10
PAPER, INK_WHITE, INK_BLUE = 0, 1, 2


@dataclass
class Canvas:
    """Painted so far: colour and coverage oversampled, object and ink numbers one a pixel."""

    camera: Camera
    color: Image = field(init=False)
    coverage: Grey = field(init=False)
    objects: Int32s = field(init=False)
    inks: Bytes = field(init=False)

    def __post_init__(self) -> None:
        """Start with nothing painted."""
        height, width = self.camera.height, self.camera.width
        fine = (height * OVERSAMPLING, width * OVERSAMPLING)
        self.color = np.zeros((*fine, 3), np.uint8)
        self.coverage = np.zeros(fine, np.uint8)
        self.objects = np.zeros((height, width), np.int32)
        self.inks = np.zeros((height, width), np.uint8)

    def fill(self, points: Points, color: Color, number: int, ink: int = PAPER) -> None:
        """Fill a polygon given in pixels, (n, 2)."""
        if not np.isfinite(points).all() or np.abs(points).max() > 20000:
            return
        scale = 1 << _SHIFT
        fine = np.round(((points + 0.5) * OVERSAMPLING - 0.5) * scale).astype(np.int32)
        paint = [float(round(255 * min(max(c, 0.0), 1.0))) for c in color]
        cv2.fillPoly(self.color, [fine], paint, shift=_SHIFT)
        cv2.fillPoly(self.coverage, [fine], [255.0], shift=_SHIFT)
        coarse = np.round(points * scale).astype(np.int32)
        cv2.fillPoly(self.objects, [coarse], [float(number)], shift=_SHIFT)
        cv2.fillPoly(self.inks, [coarse], [float(ink)], shift=_SHIFT)

    def fill_flat(
        self, polygon: Points, z: float, color: Color, number: int, ink: int = PAPER
    ) -> None:
        """Fill a polygon that lies flat at height ``z``; ``polygon`` is (n, 2) in mm."""
        self.fill(self.project_flat(polygon, z), color, number, ink)

    def project_flat(self, polygon: Points, z: float) -> Points:
        """Return pixels of table points, (n, 2) in mm, at height ``z``."""
        return self.camera.project(np.column_stack([polygon, np.full(len(polygon), z)]))

    def extrude(
        self,
        polygon: Points,
        z0: float,
        z1: float,
        side: Color,
        top: Color,
        number: int,
        light: float = 0.0,
    ) -> None:
        """Paint a prism; ``light`` (radians) is where the light comes from, for its sides."""
        middle = polygon.mean(axis=0)
        order = np.argsort(
            [
                -np.linalg.norm(
                    (polygon[i] + np.roll(polygon, -1, 0)[i]) / 2 - self.camera.position[:2]
                )
                for i in range(len(polygon))
            ]
        )
        following = np.roll(polygon, -1, axis=0)
        for i in order if z1 > z0 else ():
            a, b = polygon[i], following[i]
            outward = (a + b) / 2 - middle
            facing = np.cos(np.arctan2(outward[1], outward[0]) - light)
            shade = 0.62 + 0.3 * facing
            wall = np.array([[*a, z0], [*b, z0], [*b, z1], [*a, z1]])
            self.fill(
                self.camera.project(wall),
                (side[0] * shade, side[1] * shade, side[2] * shade),
                number,
            )
        self.fill_flat(polygon, z1, top, number)

    def hide(self, alpha: Float32s) -> None:
        """Note that what lies where ``alpha``, (height, width), is over a half cannot be seen."""
        self.objects[alpha > 0.5] = COVER
        self.inks[alpha > 0.5] = PAPER

    def flatten(self) -> tuple[Float32s, Float32s]:
        """Return premultiplied colour, (height, width, 3), and coverage, 0..1, one a pixel."""
        size = (self.camera.width, self.camera.height)
        color = cv2.resize(self.color, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        coverage = cv2.resize(self.coverage, size, interpolation=cv2.INTER_AREA).astype(np.float32)
        return color / np.float32(255), coverage / np.float32(255)
