"""Which table top a photo has, where the table ends, and what lies beyond."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from training.synthesis.textures import any_color
from training.synthesis.unseen import printed_tops, stone_tops, wooden_tops, woven_tops
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.swatch import Swatch, cloud_at, hsv
from vision.arrays import Points

Top = Callable[[float, np.random.Generator], Swatch]

CALM: tuple[Top, ...] = (
    wooden_tops.plywood,
    wooden_tops.plywood,
    wooden_tops.herringbone,
    wooden_tops.strands,
    stone_tops.granite,
    stone_tops.concrete,
    stone_tops.concrete,
    stone_tops.terrazzo,
    stone_tops.flagstones,
    stone_tops.ceramic,
    woven_tops.carpet,
    woven_tops.knitted,
    wooden_tops.bamboo,
    woven_tops.basket,
)
"""Tops that most tables have."""
BUSY: tuple[Top, ...] = (
    printed_tops.newspaper,
    printed_tops.game_board,
    printed_tops.leopard,
    printed_tops.leaves,
    printed_tops.flowers,
    woven_tops.tartan,
    woven_tops.houndstooth,
    stone_tops.terrazzo,
    stone_tops.ceramic,
    stone_tops.flagstones,
)
"""Tops with bold patterns, some of them of a tile's size."""


def random_top(busy: float, rng: np.random.Generator) -> Top:
    """Pick a table top, one with a bold pattern with probability ``busy``."""
    tops = BUSY if rng.random() < busy else CALM
    return tops[int(rng.integers(len(tops)))]


def paint_top(
    sheet: Sheet, top: Top, middle: Points, rng: np.random.Generator, view: float | None = None
) -> None:
    """Paint the table top, its edge a way off ``middle`` (mm), and the floor beyond.

    ``view`` is how much of the table (mm) the picture is wide, told where that is another camera's.
    """
    camera = sheet.camera
    view = view or camera.width / camera.pixels_per_mm(middle)
    sheet.color = top(view, rng).spread(sheet, rng.uniform(0, 6.3), rng.uniform(0, 1024, 2))
    if rng.random() < 0.8:
        loud = np.float32(rng.uniform(0.75, 1.0))
        mean = sheet.color[::16, ::16].mean(axis=(0, 1))
        sheet.color = mean + (sheet.color - mean) * loud
    sheet.gloss[:] = np.float32(rng.choice([0.0, 0.05, 0.15, 0.4]))
    angle = rng.uniform(0, 2 * math.pi)
    dark = np.asarray(any_color(rng, 0.02, 0.35), np.float32)
    off = ~sheet.seen
    if rng.random() < 0.5:
        way = np.array([math.cos(angle), math.sin(angle)])
        side = sheet.x * np.float32(way[0]) + sheet.y * np.float32(way[1])
        beyond = side - np.float32(way @ middle + rng.uniform(0.45, 0.9) * view)
        rim = np.clip(beyond / 8, 0, 1) * (beyond < 8)
        sheet.color *= (1 - np.float32(0.5) * rim)[..., None]
        off |= beyond > 8
    sheet.color[off] = dark + sheet.color[off] * np.float32(0.12)
    sheet.gloss[off] = 0
    if rng.random() < 0.08:
        cloth = hsv(rng.random(), rng.uniform(0, 0.8), rng.uniform(0.3, 0.95))
        _runner(sheet, cloth, middle, view, rng)


def _runner(
    sheet: Sheet,
    color: tuple[float, float, float],
    middle: Points,
    view: float,
    rng: np.random.Generator,
) -> None:
    """Paint a runner: a band of plain cloth that crosses the table under everything."""
    angle, width = rng.uniform(0, 2 * math.pi), rng.uniform(0.1, 0.3) * view
    side = (sheet.x - np.float32(middle[0])) * np.float32(math.cos(angle))
    side += (sheet.y - np.float32(middle[1])) * np.float32(math.sin(angle))
    inside = np.float32(width) - np.abs(side - np.float32(rng.uniform(-0.3, 0.3) * view))
    on = inside > 0
    weave = 0.8 + 0.2 * np.clip(inside / 3, 0, 1) + 0.05 * cloud_at(sheet.x, sheet.y, 12, rng, 0.5)
    sheet.color[on] = (np.asarray(color, np.float32) * weave[..., None])[on]
