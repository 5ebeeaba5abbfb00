"""Seamless bitmaps of table tops, drawn once and spread over the table."""

from __future__ import annotations

import colorsys
import math
from functools import cache

import cv2
import numpy as np

from training.synthesis.canvas import Color
from training.synthesis.textures import wrapped
from training.synthesis.unseen.sheet import Sheet
from vision.arrays import Float32s, Image, Int32s, Points

SIDE = 1024
_CLOUD = 512


def hsv(hue: float, saturation: float, value: float) -> Color:
    """Return a colour (blue, green, red) from hue, saturation and value, each 0..1."""
    red, green, blue = colorsys.hsv_to_rgb(
        hue % 1.0, min(max(saturation, 0.0), 1.0), min(max(value, 0.0), 1.0)
    )
    return blue, green, red


def varied(color: Color, rng: np.random.Generator, spread: float) -> Color:
    """Return a colour a little lighter or darker, and a little off in hue."""
    tint = 1 + rng.normal() * spread + rng.normal(size=3) * spread * 0.25
    blue, green, red = np.clip(np.asarray(color) * tint, 0, 1)
    return float(blue), float(green), float(red)


@cache
def _cloud(seed: int, slope: int) -> Float32s:
    """Return periodic noise with a spectrum that falls with frequency, mean 0, deviation 1."""
    rng = np.random.default_rng((seed, slope))
    ways = np.fft.fftfreq(_CLOUD) * _CLOUD
    frequency = np.maximum(np.hypot(ways[:, None], ways[None, : _CLOUD // 2 + 1]), 4.0)
    frequency[:, 0] = np.maximum(np.abs(ways), 4.0)
    spectrum = np.fft.rfft2(rng.standard_normal((_CLOUD, _CLOUD))) / frequency ** (slope / 10)
    field = np.fft.irfft2(spectrum)
    field -= field.mean()
    result: Float32s = (field / field.std()).astype(np.float32)
    return result


def cloud(rng: np.random.Generator, slope: float = 1.2) -> Float32s:
    """Return one of a few periodic noise fields, (512, 512); a steeper slope is smoother."""
    return _cloud(int(rng.integers(5)), round(slope * 10))


def cloud_at(
    x: Float32s, y: Float32s, size: float, rng: np.random.Generator, slope: float = 1.2
) -> Float32s:
    """Return noise at coordinates, its largest blobs about ``size`` of their units wide."""
    scale = np.float32(64.0 / size)
    u = wrapped(x * scale + np.float32(rng.uniform(0, _CLOUD)), _CLOUD)
    v = wrapped(y * scale + np.float32(rng.uniform(0, _CLOUD)), _CLOUD)
    found = cv2.remap(cloud(rng, slope), u, v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(found, np.float32)


class Swatch:
    """A bitmap, BGR uint8, that repeats every ``period`` mm without a seam."""

    def __init__(self, period: float, ground: Color) -> None:
        """Start with one colour all over."""
        self.period = period
        self.scale = SIDE / period
        self.image: Image = np.empty((SIDE, SIDE, 3), np.uint8)
        self.image[:] = np.round(np.asarray(ground) * 255).astype(np.uint8)

    def grid(self) -> tuple[Float32s, Float32s]:
        """Return x and y of every pixel, in shares of the period, each (1024, 1024)."""
        ways = (np.arange(SIDE, dtype=np.float32) + np.float32(0.5)) / np.float32(SIDE)
        x, y = np.meshgrid(ways, ways)
        return np.asarray(x, np.float32), np.asarray(y, np.float32)

    def polygon(self, points: Points, color: Color) -> None:
        """Fill a polygon, (n, 2) in mm; what leaves the bitmap comes in on the other side."""
        for spots in self._wrapped(points, 0.0):
            cv2.fillPoly(self.image, [spots], _paint(color), cv2.LINE_AA, shift=4)

    def lines(self, points: Points, color: Color, width: float, closed: bool = False) -> None:
        """Draw a line through points, (n, 2) in mm, ``width`` mm wide."""
        thick = max(1, round(width * self.scale))
        for spots in self._wrapped(points, width):
            cv2.polylines(self.image, [spots], closed, _paint(color), thick, cv2.LINE_AA, shift=4)

    def _wrapped(self, points: Points, margin: float) -> list[Int32s]:
        low, high = points.min(0) - margin, points.max(0) + margin
        base = np.floor(low / self.period)
        last = np.floor(high / self.period)
        copies = []
        for across in np.arange(base[0], last[0] + 1):
            for down in np.arange(base[1], last[1] + 1):
                moved = (points - np.array([across, down]) * self.period) * self.scale
                copies.append(np.round(moved * 16).astype(np.int32))
        return copies

    def shade(self, factor: Float32s) -> None:
        """Multiply the bitmap by a factor, (1024, 1024) or (512, 512) spread over it."""
        if factor.shape[0] != SIDE:
            factor = np.asarray(cv2.resize(factor, (SIDE, SIDE)), np.float32)
        self.image = cv2.multiply(self.image, cv2.merge([factor] * 3), dtype=cv2.CV_8U)  # type: ignore[assignment]

    def paint(self, share: Float32s, color: Color) -> None:
        """Mix in a colour, ``share`` (1024, 1024; 0..1) of it."""
        mixed = self.image + (np.asarray(color, np.float32) * 255 - self.image) * share[..., None]
        self.image = mixed.astype(np.uint8)

    def spread(self, sheet: Sheet, angle: float, shift: Points) -> Float32s:
        """Return the swatch as the camera sees it all over the table, (height, width, 3), 0..1.

        Pixels far off average over more of it, as a lens does.
        """
        camera = sheet.camera
        c, s = np.float32(math.cos(angle) * self.scale), np.float32(math.sin(angle) * self.scale)
        u = c * sheet.x + s * sheet.y + np.float32(shift[0])
        v = c * sheet.y - s * sheet.x + np.float32(shift[1])
        px, py, pz = (np.float32(value) for value in camera.position)
        far = np.sqrt((sheet.x - px) ** 2 + (sheet.y - py) ** 2 + pz * pz)
        per_pixel = far**1.5 * np.float32(self.scale / camera.matrix[0, 0]) / np.sqrt(pz)
        level = np.clip(np.log2(per_pixel), 0, 6).astype(np.float32)
        level[~sheet.seen] = 6
        result: Float32s = np.zeros((camera.height, camera.width, 3), np.float32)
        image, side = self.image, SIDE
        for step in range(int(np.ceil(level.max())) + 1):
            weight = 1 - np.abs(level - np.float32(step))
            rows = np.flatnonzero(weight.max(axis=1) > 0)
            if len(rows):
                part = slice(int(rows[0]), int(rows[-1]) + 1)
                at = (
                    wrapped(u[part] / (1 << step) - 0.5, side),
                    wrapped(v[part] / (1 << step) - 0.5, side),
                )
                found = cv2.remap(image, *at, cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
                result[part] += found * np.maximum(weight[part], 0)[..., None]
            side //= 2
            image = np.asarray(
                cv2.resize(image, (side, side), interpolation=cv2.INTER_AREA), np.uint8
            )
        result *= np.float32(1 / 255)
        return result


def _paint(color: Color) -> tuple[float, float, float]:
    blue, green, red = (float(round(255 * min(max(c, 0.0), 1.0))) for c in color)
    return blue, green, red
