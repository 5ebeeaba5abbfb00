"""Table tops of wood as training has none: plywood, strand board, herringbone, bamboo."""

from __future__ import annotations

import math

import cv2
import numpy as np

from training.synthesis.canvas import Color
from training.synthesis.unseen.swatch import SIDE, Swatch, cloud, hsv, varied
from vision.arrays import Float32s, Points


def timber(rng: np.random.Generator) -> Color:
    """Return a wood's colour, from birch to wenge, or painted or stained."""
    if rng.random() < 0.2:
        return hsv(rng.random(), rng.uniform(0.1, 0.5), rng.uniform(0.2, 0.8))
    return hsv(rng.uniform(0.045, 0.12), rng.uniform(0.25, 0.7), rng.uniform(0.25, 0.92))


def _fibre(rng: np.random.Generator, stretch: int, slope: float = 0.8) -> Float32s:
    """Return noise drawn out along x, periodic, (1024, 1024)."""
    rows = cloud(rng, slope)[:, :: max(1, stretch)]
    long = cv2.resize(np.ascontiguousarray(rows), (SIDE, SIDE), interpolation=cv2.INTER_CUBIC)
    left, right = long[:, :48], long[:, -48:]
    ramp = np.linspace(0.5, 1, 48, dtype=np.float32)
    mean = (left[:, :1] + right[:, -1:]) / 2
    long[:, :48] = left * ramp + mean * (1 - ramp)
    long[:, -48:] = right * ramp[::-1] + mean * (1 - ramp[::-1])
    return np.asarray(long, np.float32)


def plywood(view: float, rng: np.random.Generator) -> Swatch:
    """Peeled veneer: wide flowing rings, stains, no planks."""
    base = timber(rng)
    swatch = Swatch(float(np.clip(view, 250, 900)), base)
    flow = np.asarray(cv2.resize(cloud(rng, 2.2), (SIDE, SIDE)), np.float32)
    drawn = _fibre(rng, 6, 1.6)
    rings = np.mod((flow + 0.5 * drawn) * np.float32(rng.uniform(2.5, 8)), 1.0)
    late = np.clip(1.5 * np.abs(rings - 0.5) * 2 - 0.5, 0, 1) ** 2
    dark = np.asarray(varied(base, rng, 0.05)) * rng.uniform(0.4, 0.75)
    share = (late * np.float32(rng.uniform(0.3, 0.8))).astype(np.float32)
    swatch.paint(share, (float(dark[0]), float(dark[1]), float(dark[2])))
    swatch.shade(1 + 0.05 * _fibre(rng, 10))
    stain = np.clip(cloud(rng, 1.9) - 0.9, 0, 1.2)
    swatch.shade((1 - rng.uniform(0, 0.35) * stain).astype(np.float32))
    return swatch


def strands(view: float, rng: np.random.Generator) -> Swatch:
    """Strand board: flakes glued every which way."""
    base = hsv(rng.uniform(0.07, 0.11), rng.uniform(0.3, 0.6), rng.uniform(0.55, 0.85))
    size = rng.uniform(15, 45)
    swatch = Swatch(float(np.clip(view * 0.7, 8 * size, 15 * size)), base)
    for _ in range(int(5 * (swatch.period / size) ** 2)):
        way, long = rng.uniform(0, math.pi), size * rng.uniform(0.6, 1.6)
        ahead = np.array([math.cos(way), math.sin(way)]) * long / 2
        aside = np.array([-ahead[1], ahead[0]]) * rng.uniform(0.1, 0.4)
        middle = rng.uniform(0, swatch.period, 2)
        flake = np.array([ahead + aside, aside - ahead, -ahead - aside * 0.7, ahead - aside])
        color = varied(base, rng, 0.13)
        swatch.polygon(flake + middle, color)
        swatch.lines(flake[2:] + middle, varied(color, rng, 0.25), 0.4)
    swatch.shade(1 + 0.05 * cloud(rng, 0.6))
    return swatch


def herringbone(view: float, rng: np.random.Generator) -> Swatch:
    """Parquet: short blocks laid in a zigzag."""
    base, width = timber(rng), rng.uniform(12, 60)
    ratio = int(rng.integers(3, 6))
    repeats = max(1, round(view * 0.8 / (2 * ratio * width)))
    swatch = Swatch(2 * ratio * width * repeats, base)
    count, spread = 2 * ratio * repeats, rng.uniform(0.04, 0.13)
    grain = _fibre(rng, 8)
    image = np.zeros((SIDE, SIDE, 3), np.float32)
    step = SIDE / count
    for diagonal in range(count):
        for k in range(0, count, 2 * ratio):
            for turned in (False, True):
                color = np.asarray(varied(base, rng, spread), np.float32)
                column = diagonal + k + (ratio if turned else 0)
                row = diagonal + (1 if turned else 0) - (ratio if turned else 0) + ratio - 1
                wide, high = (1, ratio) if turned else (ratio, 1)
                if not turned:
                    row = diagonal + ratio - 1
                xs = (np.arange(round(column * step), round((column + wide) * step))) % SIDE
                ys = (np.arange(round(row * step), round((row + high) * step))) % SIDE
                away = int(rng.integers(SIDE))
                patch = grain[np.ix_((ys + away) % SIDE, (xs + away) % SIDE)]
                if turned:
                    patch = grain[np.ix_((xs + away) % SIDE, (ys + away) % SIDE)].T
                block = color * (1 + 0.06 * patch[..., None])
                edge = max(1, round(0.5 * swatch.scale))
                block[:edge] *= 0.6
                block[:, :edge] *= 0.6
                image[np.ix_(ys, xs)] = block
    swatch.image = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    return swatch


def bamboo(view: float, rng: np.random.Generator) -> Swatch:
    """A mat of round slats sewn together."""
    base, width = timber(rng), rng.uniform(2.5, 9)
    count = int(np.clip(round(view * 0.8 / width), 16, 90))
    swatch = Swatch(count * width, base)
    x, y = swatch.grid()
    slat = np.floor(y * count).astype(int) % count
    round_off = np.sqrt(np.clip(1 - (2 * np.mod(y * count, 1.0) - 1) ** 2, 0, 1))
    tints = np.asarray([varied(base, rng, 0.09) for _ in range(count)], np.float32)
    image = tints[slat] * (0.45 + 0.6 * round_off)[..., None]
    image *= (1 + 0.04 * _fibre(rng, 10))[..., None]
    swatch.image = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    threads = max(2, round(swatch.period / rng.uniform(35, 110)))
    thread = any_thread(rng)
    over = np.mod(np.floor(y * count), 2) == 0
    for k in range(threads):
        near = np.abs(x - (k + 0.5) / threads) * swatch.period < rng.uniform(0.6, 1.2)
        swatch.paint((near & over).astype(np.float32), thread)
    return swatch


def any_thread(rng: np.random.Generator) -> Color:
    """Return a colour of sewing thread."""
    return hsv(rng.random(), rng.uniform(0.0, 0.9), rng.uniform(0.1, 0.9))


def line_through(points: Points) -> Points:
    """Return a smooth curve through points, (n, 2), as (16 (n - 1), 2)."""
    padded = np.concatenate([points[:1], points, points[-1:]])
    t = np.linspace(0, 1, 16, endpoint=False)[:, None]
    pieces = []
    for a, b, c, d in zip(padded[:-3], padded[1:-2], padded[2:-1], padded[3:], strict=True):
        pieces.append(
            b
            + t * (c - a) / 2
            + t**2 * (a - 2.5 * b + 2 * c - d / 2)
            + t**3 * (-a + 3 * b - 3 * c + d) / 2
        )
    curve: Points = np.concatenate(pieces)
    return curve
