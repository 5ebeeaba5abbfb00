"""Table tops of yarn and hide: knitted cloth, carpet, tartan, houndstooth, cane."""

from __future__ import annotations

import math

import cv2
import numpy as np

from training.synthesis.textures import any_color
from training.synthesis.unseen.swatch import SIDE, Swatch, cloud, hsv, varied


def knitted(view: float, rng: np.random.Generator) -> Swatch:
    """Stocking stitch: rows of small Vs, perhaps with bands of other yarn."""
    wide = rng.uniform(4, 11)
    count = int(np.clip(round(view * 0.8 / wide), 16, 64))
    swatch = Swatch(count * wide, (0.0, 0.0, 0.0))
    x, y = swatch.grid()
    rows = round(count * rng.uniform(1.0, 1.4))
    across, down = np.mod(x * count, 1.0), y * rows
    lean = np.abs(across - 0.5)
    phase = np.mod(down + lean * rng.uniform(1.0, 1.6), 1.0)
    strand = np.sqrt(np.clip(1 - ((phase - 0.5) / 0.52) ** 2, 0, 1))
    middle = np.clip(np.minimum(lean, 0.5 - lean) * 12, 0.35, 1)
    yarns = [any_color(rng) for _ in range(int(rng.integers(1, 4)))]
    bands = rng.integers(0, len(yarns), rows) if len(yarns) > 1 else np.zeros(rows, int)
    bands = np.sort(bands) if rng.random() < 0.4 else np.repeat(bands[::4], 4)[:rows]
    row = np.floor(down + lean * 1.3).astype(int) % rows
    image = np.asarray(yarns, np.float32)[bands[row]] * (0.25 + 0.75 * strand * middle)[..., None]
    swatch.image = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    swatch.shade(1 + 0.08 * cloud(rng, 0.5))
    return swatch


def carpet(view: float, rng: np.random.Generator) -> Swatch:
    """Carpet pile, plain or with a diamond pattern."""
    base = any_color(rng, 0.15, 0.8)
    swatch = Swatch(float(np.clip(view * 0.8, 120, 700)), base)
    if rng.random() < 0.5:
        count = int(rng.integers(2, 6))
        cell, colors = swatch.period / count, [any_color(rng) for _ in range(4)]
        for row in range(count):
            for column in range(count):
                middle = (np.array([column, row]) + 0.5) * cell
                for step, color in enumerate(colors[: int(rng.integers(2, 5))]):
                    reach = cell * (0.48 - 0.12 * step)
                    diamond = np.array([(reach, 0), (0, reach), (-reach, 0), (0, -reach)])
                    swatch.polygon(diamond + middle, color)
    ways = rng.uniform(0, math.pi)
    kernel = np.zeros((9, 9), np.float32)
    for t in np.linspace(-4, 4, 30):
        kernel[round(4 + t * math.sin(ways)), round(4 + t * math.cos(ways))] = 1
    grain = rng.standard_normal((SIDE, SIDE), dtype=np.float32)
    pile = cv2.filter2D(grain, -1, kernel / 3, borderType=cv2.BORDER_REFLECT)
    swatch.shade(np.asarray(1 + rng.uniform(0.05, 0.16) * pile, np.float32))
    swatch.shade(1 + rng.uniform(0.02, 0.1) * cloud(rng, 1.5))
    return swatch


def tartan(view: float, rng: np.random.Generator) -> Swatch:
    """Twill with bands of several colours crossing."""
    sett = rng.uniform(40, 160)
    repeats = max(1, round(view * 0.8 / sett))
    swatch = Swatch(repeats * sett, (0.0, 0.0, 0.0))
    colors = np.asarray([any_color(rng) for _ in range(4)], np.float32)
    widths = rng.uniform(0.2, 1.0, int(rng.integers(3, 8)))
    edges = np.cumsum(widths) / widths.sum()
    picks = rng.integers(0, 4, len(edges))
    picks[0] = 0
    x, y = swatch.grid()
    mirrored = [np.abs(np.mod(way * repeats, 1.0) * 2 - 1) for way in (x, y)]
    warp, weft = (colors[picks[np.searchsorted(edges, way[...]) % len(edges)]] for way in mirrored)
    threads = rng.uniform(1.0, 2.5)
    twill = np.mod(np.floor(x * SIDE / threads / 3) + np.floor(y * SIDE / threads / 3), 4) < 2
    image = np.where(twill[..., None], warp, weft) * 0.65 + (warp + weft) * 0.175
    swatch.image = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    swatch.shade(1 + 0.05 * cloud(rng, 0.4))
    return swatch


def houndstooth(view: float, rng: np.random.Generator) -> Swatch:
    """Broken checks of two colours."""
    cell = math.exp(rng.uniform(math.log(10), math.log(50)))
    repeats = int(np.clip(round(view * 0.7 / cell), 3, 40))
    swatch = Swatch(repeats * cell, (0.0, 0.0, 0.0))
    x, y = swatch.grid()
    u, v = np.mod(x * repeats, 1.0), np.mod(y * repeats, 1.0)
    left, top = u < 0.5, v < 0.5
    slant = np.mod((u + v) * 4, 1.0) < 0.5
    dark = np.where(left == top, left, slant)
    first, second = any_color(rng, 0.0, 0.35), hsv(rng.random(), rng.uniform(0, 0.3), 0.93)
    pair = np.asarray([second, first], np.float32)
    swatch.image = (pair[dark.astype(int)] * 255).astype(np.uint8)
    swatch.image = np.asarray(cv2.GaussianBlur(swatch.image, (0, 0), 0.8), np.uint8)
    swatch.shade(1 + 0.06 * cloud(rng, 0.4))
    return swatch


def basket(view: float, rng: np.random.Generator) -> Swatch:
    """Cane or strap woven over and under."""
    strap = rng.uniform(3, 16)
    count = 2 * int(np.clip(round(view * 0.35 / strap), 6, 40))
    swatch = Swatch(count * strap, (0.0, 0.0, 0.0))
    x, y = swatch.grid()
    u, v = np.mod(x * count, 1.0) * 2 - 1, np.mod(y * count, 1.0) * 2 - 1
    over = np.mod(np.floor(x * count) + np.floor(y * count), 2) == 0
    along, across = np.where(over, u, v), np.where(over, v, u)
    height = (1 - 0.5 * along**2) * np.sqrt(np.clip(1 - across**2, 0, 1))
    base = any_color(rng, 0.25)
    other = varied(base, rng, 0.12) if rng.random() < 0.7 else any_color(rng)
    pair = np.asarray([base, other], np.float32)
    image = pair[over.astype(int)] * (0.3 + 0.75 * height)[..., None]
    swatch.image = (np.clip(image, 0, 1) * 255).astype(np.uint8)
    swatch.shade(1 + 0.07 * cloud(rng, 0.6))
    return swatch
