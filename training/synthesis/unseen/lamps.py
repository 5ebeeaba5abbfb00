"""Light in a room: windows with frames, spot lamps, tubes; the shadows and mirror images they make.

Colours of light are linear (blue, green, red); a surface's linear reflectance is taken as the
square of its colour.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from training.synthesis.canvas import COVER
from training.synthesis.planes import in_color
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.swatch import cloud_at
from vision.arrays import Bytes, Float32s, Float64s, Points


@dataclass(frozen=True)
class Lamp:
    """A light over the table: where (mm), its colour, and how soft its shadows are.

    ``softness``: width of a shadow's rim per height of what throws it. ``shape``: ``flood``,
    ``spot``, ``window``, ``blinds`` or ``leaves`` says where its light falls; ``scale`` (mm) is
    the size of that pattern, ``rim`` (mm) how soft, ``angle`` (radians) how it lies on the table.
    """

    position: Points
    color: Float64s
    softness: float
    shape: str = "flood"
    scale: float = 300.0
    rim: float = 10.0
    angle: float = 0.0

    def falls(self, x: Float32s, y: Float32s, middle: Points, rng: np.random.Generator) -> Float32s:
        """Return how much light falls at points (mm) of the table, 1 at ``middle`` at the most."""
        lx, ly, lz = (np.float32(v) for v in self.position)
        mx, my = np.float32(middle[0]), np.float32(middle[1])
        near = np.float32((middle[0] - lx) ** 2 + (middle[1] - ly) ** 2 + lz**2)
        field: Float32s = near / ((x - lx) ** 2 + (y - ly) ** 2 + lz**2)
        if self.shape == "flood":
            return field
        c, s = np.float32(math.cos(self.angle)), np.float32(math.sin(self.angle))
        u = np.asarray((c * (x - mx) + s * (y - my)) / self.scale, np.float32)
        v = np.asarray((c * (y - my) - s * (x - mx)) / self.scale, np.float32)
        rim = np.float32(max(self.rim / self.scale, 1e-3))
        if self.shape == "spot":
            return field * _ramp(1 - np.hypot(u * np.float32(0.8), v), rim)
        if self.shape == "window":
            panes = np.minimum(np.abs(np.mod(u, 1.0) - 0.5), np.abs(np.mod(v * 0.7, 1.0) - 0.5))
            bars = _ramp(np.float32(0.44) - np.float32(0.5) + panes, rim)
            frame = np.minimum(1.02 - np.abs(u), 1.45 - np.abs(v))
            return field * _ramp(frame, rim) * bars
        if self.shape == "blinds":
            return field * _ramp(np.abs(np.mod(u * 6, 1.0) - 0.5) - np.float32(0.2), rim * 6)
        return field * _ramp(cloud_at(u, v, 0.6, rng, 1.7) + np.float32(0.4), rim * 10)


def _ramp(value: Float32s, rim: np.float32) -> Float32s:
    share = np.clip(value / rim + np.float32(0.5), 0, 1).astype(np.float32)
    smooth: Float32s = share * share * (3 - 2 * share)
    return smooth


@dataclass(frozen=True)
class Panel:
    """A bright rectangle at the ceiling (mm), seen mirrored in what is glossy."""

    middle: Points
    half: Points
    angle: float
    height: float
    rim: float
    color: Float64s

    def mirrored(self, sheet: Sheet, lean: Float32s) -> Float32s:
        """Return how much of the panel each pixel mirrors, (height, width), 0..1.

        ``lean``, (objects + 1, 2), shifts what each object mirrors (mm at the ceiling): no two
        tiles lie quite level.
        """
        px, py, pz = (np.float32(v) for v in sheet.camera.position)
        up = np.float32(self.height) / pz
        offset = lean[sheet.objects]
        x = sheet.x * (1 + up) - px * up + offset[..., 0] - np.float32(self.middle[0])
        y = sheet.y * (1 + up) - py * up + offset[..., 1] - np.float32(self.middle[1])
        c, s = np.float32(math.cos(self.angle)), np.float32(math.sin(self.angle))
        u, v = np.abs(c * x + s * y), np.abs(c * y - s * x)
        rim = np.float32(self.rim)
        return _ramp(np.float32(self.half[0]) - u, rim) * _ramp(np.float32(self.half[1]) - v, rim)

    @staticmethod
    def over(spot: Points, sheet: Sheet, height: float) -> Float64s:
        """Return where at the ceiling a panel hangs that a table point mirrors, (2,) mm."""
        up = height / sheet.camera.position[2]
        place: Points = spot * (1 + up) - sheet.camera.position[:2] * up
        return place


class Shadows:
    """The shadows that each lamp throws: low ones on the table only, high ones on all."""

    def __init__(self, sheet: Sheet, lamps: tuple[Lamp, ...]) -> None:
        """Start without shadows."""
        self._sheet, self._lamps = sheet, lamps
        shape = sheet.coverage.shape
        self._low = [np.zeros(shape, np.uint8) for _ in lamps]
        self._high = [np.zeros(shape, np.uint8) for _ in lamps]
        self._heights: list[tuple[list[float], list[float]]] = [([], []) for _ in lamps]

    def cast(self, outline: Points, z0: float, z1: float) -> None:
        """Throw the shadow of a prism, (n, 2) in mm, that reaches from ``z0`` to ``z1``."""
        self.cast_body(np.column_stack([outline, np.full(len(outline), z1)]), z0)

    def cast_body(self, outline: Points, low: float | None = None) -> None:
        """Throw the shadow of points, (n, 3) in mm, joined with those below them at ``low``."""
        top = float(outline[:, 2].max())
        for index, lamp in enumerate(self._lamps):
            reach = outline[:, 2:] / np.maximum(lamp.position[2] - outline[:, 2:], 50.0)
            thrown = outline[:, :2] + (outline[:, :2] - lamp.position[:2]) * reach
            if low is not None:
                base = outline[:, :2]
                if low > 0:
                    base = base + (base - lamp.position[:2]) * low / (lamp.position[2] - low)
                both = np.concatenate([thrown, base]).astype(np.float32)
                thrown = cv2.convexHull(both).reshape(-1, 2).astype(np.float64)
            points = self._sheet.flat(thrown, 0.0)
            if np.abs(points).max() > 30000:
                continue
            high = top > 25 or low is None
            mask = (self._high if high else self._low)[index]
            cv2.fillPoly(mask, [np.round(points * 16).astype(np.int32)], [255.0], shift=4)
            self._heights[index][int(high)].append(top)

    def fields(self, middle: Points, rng: np.random.Generator) -> list[Float32s]:
        """Return how much of each lamp's light falls where, (height, width), shadows left out."""
        x, y, seen = self._sheet.x, self._sheet.y, self._sheet.seen
        fields = [lamp.falls(x, y, middle, rng) for lamp in self._lamps]
        return [np.where(seen, field, np.float32(0.3)) for field in fields]

    def light(self, ambient: Float64s, middle: Points, rng: np.random.Generator) -> Float32s:
        """Return the light, (height, width, 3), that reaches every pixel; about 1 in the open."""
        return self.light_of(self.fields(middle, rng), ambient, middle)

    def light_of(self, fields: Sequence[Float32s], ambient: Float64s, middle: Points) -> Float32s:
        """Return the light as ``light`` does, from fields of the lamps that are known already."""
        sheet = self._sheet
        scale = sheet.camera.pixels_per_mm(middle)
        bare, held = 1 - sheet.coverage, sheet.objects == COVER
        close = cv2.blur(sheet.coverage, (_odd(5 * scale), _odd(5 * scale)))
        dim = 1 - np.float32(0.55) * np.asarray(close, np.float32) * bare
        total = in_color(dim, ambient.astype(np.float32))
        for index, lamp in enumerate(self._lamps):
            field = fields[index]
            low, high = self._heights[index]
            if high:
                shade = _soften(self._high[index], lamp.softness * float(np.mean(high)) * scale)
                field = np.where(held, field, field * (1 - shade))
            if low:
                shade = _soften(self._low[index], lamp.softness * float(np.mean(low)) * scale)
                field = field * (1 - shade * bare)
            total += in_color(field, lamp.color.astype(np.float32))
        return total


def _odd(size: float) -> int:
    return 2 * int(min(max(size, 1.0), 60.0) / 2) + 1


def _soften(mask: Bytes, width: float) -> Float32s:
    sigma = min(max(width / 2, 0.6), 60.0)
    step = 4 if sigma > 8 else 1
    small = cv2.resize(mask, None, fx=1 / step, fy=1 / step, interpolation=cv2.INTER_AREA)
    small = cv2.GaussianBlur(small, (0, 0), sigma / step)
    full = cv2.resize(small, (mask.shape[1], mask.shape[0])) if step > 1 else small
    return np.asarray(full, np.float32) / np.float32(255)
