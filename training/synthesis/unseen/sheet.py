"""What a photo is painted on: reflectance, object and ink numbers, gloss, one value a pixel.

Things are painted back to front. Colours are blue, green, red, 0..1, as a screen shows them.
"""

from __future__ import annotations

import cv2
import numpy as np

from training.synthesis.canvas import PAPER, THING, Color
from training.synthesis.unseen.lens import PhoneCamera
from vision.arrays import Bytes, Float32s, Image, Int32s, Mask, Points

Part = tuple[slice, slice]
_SHIFT = 4


class Sheet:
    """The picture while it is painted.

    ``color`` is (height, width, 3). ``coverage`` (0..1) is how much of the table top is painted
    over. ``objects``, ``inks`` hold the numbers of :mod:`training.synthesis.canvas`. ``gloss``
    (0..1) is how strongly a pixel mirrors. ``x``, ``y`` are the table's coordinates (mm), and
    ``seen`` tells where the table's plane is met at all.
    """

    def __init__(self, camera: PhoneCamera) -> None:
        """Start with a black table."""
        self.camera = camera
        x, y = camera.table_coordinates()
        self.seen: Mask = np.isfinite(x)
        self.x: Float32s = np.where(self.seen, x, np.float32(0))
        self.y: Float32s = np.where(self.seen, y, np.float32(0))
        shape = (camera.height, camera.width)
        self.color: Float32s = np.zeros((*shape, 3), np.float32)
        self.coverage: Float32s = np.zeros(shape, np.float32)
        self.gloss: Float32s = np.zeros(shape, np.float32)
        self.objects: Int32s = np.zeros(shape, np.int32)
        self.inks: Bytes = np.zeros(shape, np.uint8)

    def flat(self, polygon: Points, z: float) -> Points:
        """Return pixels, (n, 2), of points at height ``z``, (n, 2) in mm."""
        return self.camera.project(np.column_stack([polygon, np.full(len(polygon), z)]))

    def part(self, points: Points, margin: int = 2) -> Part | None:
        """Return the part of the picture that pixels, (n, 2), span; None if it is outside."""
        if not np.isfinite(points).all() or np.abs(points).max() > 30000:
            return None
        limits = np.array([self.camera.width, self.camera.height])
        low = np.clip(np.floor(points.min(0)) - margin, 0, limits).astype(int)
        high = np.clip(np.ceil(points.max(0)) + margin + 1, 0, limits).astype(int)
        if (high - low).min() < 2:
            return None
        return slice(int(low[1]), int(high[1])), slice(int(low[0]), int(high[0]))

    def plane(self, part: Part, z: float) -> tuple[Float32s, Float32s]:
        """Return x and y (mm) where the pixels of a part meet the plane at height ``z``."""
        px, py, pz = (np.float32(v) for v in self.camera.position)
        share = np.float32(1 - z / pz)
        return px + share * (self.x[part] - px), py + share * (self.y[part] - py)

    def blend(
        self,
        part: Part,
        color: Float32s | Color,
        alpha: Float32s,
        number: int = THING,
        ink: int | Bytes = PAPER,
        gloss: float = 0.0,
    ) -> None:
        """Lay a colour over a part of the picture, ``alpha`` (0..1) of it."""
        under = self.color[part]
        under += (np.asarray(color, np.float32) - under) * alpha[..., None]
        cover = self.coverage[part]
        cover += (1 - cover) * alpha
        solid = alpha > 0.5
        self.objects[part][solid] = number
        self.inks[part][solid] = ink if isinstance(ink, int) else ink[solid]
        self.gloss[part][solid] = gloss

    def stencil(self, points: Points, part: Part) -> Float32s:
        """Return how much of each pixel of a part a polygon, (n, 2) px, covers, 0..1."""
        high, wide = part[0].stop - part[0].start, part[1].stop - part[1].start
        factor = 4 if high * wide < 120_000 else 2
        mask = np.zeros((high * factor, wide * factor), np.uint8)
        moved = (points - np.array([part[1].start, part[0].start]) + 0.5) * factor - 0.5
        spots = np.round(moved * (1 << _SHIFT)).astype(np.int32)
        cv2.fillPoly(mask, [spots], [255.0], shift=_SHIFT)
        small = cv2.resize(mask, (wide, high), interpolation=cv2.INTER_AREA)
        return small.astype(np.float32) / np.float32(255)

    def polygon(
        self,
        points: Points,
        color: Color,
        number: int = THING,
        alpha: float = 1.0,
        gloss: float = 0,
    ) -> None:
        """Fill a polygon given in pixels, (n, 2)."""
        part = self.part(points)
        if part is not None:
            self.blend(part, color, self.stencil(points, part) * alpha, number, gloss=gloss)

    def picture_of(
        self,
        bitmap: Image,
        corners: Points,
        number: int = THING,
        shade: float = 1.0,
        gloss: float = 0.0,
    ) -> None:
        """Lay a bitmap, BGRA uint8, on the quadrilateral ``corners``, (4, 2) px.

        The corners are those of the bitmap's upper left, upper right, lower right, lower left.
        """
        part = self.part(corners)
        if part is None:
            return
        sides = np.hypot(*(np.roll(corners, -1, 0) - corners).T)
        fit = np.array([max(sides[0], sides[2]), max(sides[1], sides[3])])
        now = np.array([bitmap.shape[1], bitmap.shape[0]])
        target = np.clip(np.ceil(fit), 2, now).astype(int)
        paint = bitmap.astype(np.float32) / np.float32(255)
        paint[..., :3] *= paint[..., 3:]
        if (target < now).any():
            fine = (int(target[0]), int(target[1]))
            paint = np.asarray(cv2.resize(paint, fine, interpolation=cv2.INTER_AREA), np.float32)
        high, wide = paint.shape[:2]
        frame = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
        place = (corners - np.array([part[1].start, part[0].start])).astype(np.float32)
        matrix = cv2.getPerspectiveTransform(frame, place)
        size = (part[1].stop - part[1].start, part[0].stop - part[0].start)
        warped = np.asarray(cv2.warpPerspective(paint, matrix, size), np.float32)
        alpha = warped[..., 3]
        color = warped[..., :3] / np.maximum(alpha, 1e-3)[..., None] * np.float32(shade)
        self.blend(part, color.astype(np.float32), alpha, number, gloss=gloss)


def edge_cover(distance: Float32s) -> Float32s:
    """Return how much of each pixel lies where ``distance`` is above 0, 0..1.

    ``distance`` may be in any unit and stretched; its slope from pixel to pixel is taken off.
    """
    down, across = np.gradient(distance)
    slope = np.hypot(down, across) + np.float32(1e-6)
    cover: Float32s = np.clip(distance / slope + np.float32(0.5), 0, 1)
    return cover
