"""Procedural table tops: functions from table coordinates (mm) to colour, 0..1."""

from __future__ import annotations

import colorsys
import math
from collections.abc import Callable
from functools import cache

import cv2
import numpy as np

from training.synthesis.canvas import Color
from vision.arrays import Float32s, Float64s

Texture = Callable[[Float32s, Float32s, np.random.Generator], Float32s]
_SIDE = 512


@cache
def _noise_field(seed: int, octaves: int) -> Float32s:
    """Return smooth periodic noise, (512, 512), mean 0, standard deviation 1."""
    rng = np.random.default_rng(seed)
    total = np.zeros((_SIDE, _SIDE), np.float32)
    for octave in range(octaves):
        cells = 8 << octave
        coarse = rng.standard_normal((cells, cells)).astype(np.float32)
        padded = np.pad(coarse, 2, mode="wrap")
        step = _SIDE // cells
        fine = cv2.resize(padded, None, fx=step, fy=step, interpolation=cv2.INTER_CUBIC)
        total += fine[2 * step : 2 * step + _SIDE, 2 * step : 2 * step + _SIDE] * 0.6**octave
    total -= total.mean()
    normalised: Float32s = total / total.std()
    return normalised


def wrapped(places: Float32s | Float64s, side: int) -> Float32s:
    """Return places moved by whole sides into 0..side; ``side`` is a power of two.

    That is what ``np.mod`` returns, to the last bit, and takes it ten times as long.
    """
    whole = places / side
    np.floor(whole, out=whole)
    whole *= side
    return np.subtract(places, whole, out=whole).astype(np.float32, copy=False)


def noise(
    x: Float32s, y: Float32s, size: float, rng: np.random.Generator, octaves: int = 5
) -> Float32s:
    """Return noise at the given coordinates, its largest blobs about ``size`` mm wide."""
    field = _noise_field(int(rng.integers(6)), octaves)
    scale = 64.0 / size
    u = wrapped(x * scale + rng.uniform(0, _SIDE), _SIDE)
    v = wrapped(y * scale + rng.uniform(0, _SIDE), _SIDE)
    sampled = cv2.remap(field, u, v, interpolation=cv2.INTER_LINEAR, borderMode=cv2.BORDER_WRAP)
    return np.asarray(sampled, np.float32)


def any_color(rng: np.random.Generator, dark: float = 0.1, light: float = 1.0) -> Color:
    """Return a colour of any hue, mostly subdued."""
    hue, saturation = rng.random(), rng.random() ** 1.5
    red, green, blue = colorsys.hsv_to_rgb(hue, saturation, rng.uniform(dark, light))
    return blue, green, red


def _warm(rng: np.random.Generator) -> Color:
    red, green, blue = colorsys.hsv_to_rgb(
        rng.uniform(0.04, 0.13), rng.uniform(0.2, 0.75), rng.uniform(0.25, 0.95)
    )
    return blue, green, red


def _mix(a: Color, b: Color, share: Float32s) -> Float32s:
    share = share[..., None]
    mixed: Float32s = np.asarray(a, np.float32) * (1 - share) + np.asarray(b, np.float32) * share
    return mixed


def _turned(x: Float32s, y: Float32s, rng: np.random.Generator) -> tuple[Float32s, Float32s]:
    angle = rng.uniform(0, 2 * math.pi)
    c, s = np.float32(math.cos(angle)), np.float32(math.sin(angle))
    return c * x + s * y, c * y - s * x


def _plain(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    base = any_color(rng)
    strength = rng.uniform(0.0, 0.12)
    grain = noise(x, y, rng.uniform(2, 80), rng) * np.float32(strength)
    result: Float32s = np.asarray(base, np.float32) * (1 + grain[..., None])
    return result


def _wood(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    x, y = _turned(x, y, rng)
    width = rng.uniform(60, 220)
    plank = np.floor(y / width)
    shift = np.sin(plank * 12.9898) * 437.585
    stretch = rng.uniform(6, 25)
    wave = noise(x / np.float32(stretch) + shift, y, rng.uniform(20, 90), rng)
    rings = np.sin(wave * rng.uniform(1.0, 6.0) + y * rng.uniform(0.0, 0.3))
    fibre = noise(x / np.float32(stretch * 2) + shift, y, rng.uniform(3, 8), rng, 4)
    light, dark = _warm(rng), _warm(rng)
    share = 0.5 + 0.35 * rings * rng.uniform(0.3, 1) + 0.12 * fibre
    result = _mix(light, dark, np.clip(share, 0, 1).astype(np.float32))
    if rng.random() < 0.75:
        result *= (1 + 0.1 * np.sin(plank * 78.233))[..., None]
        gap = np.abs(np.mod(y, width) / width - 0.5) > 0.5 - rng.uniform(0.3, 1.5) / width
        result *= np.where(gap, np.float32(rng.uniform(0.3, 0.8)), np.float32(1))[..., None]
    return result.astype(np.float32)


def _soft_step(value: Float32s, period: float, share: float, softness: float) -> Float32s:
    """Return a square wave between 0 and 1 with slightly soft edges."""
    phase = np.abs(np.mod(value / period, 1.0) - 0.5) * 2
    step: Float32s = np.clip((phase - (1 - share)) / max(softness, 1e-3) + 0.5, 0, 1)
    return step.astype(np.float32)


def _gingham(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    x, y = _turned(x, y, rng)
    period = math.exp(rng.uniform(math.log(6), math.log(75)))
    a = _soft_step(x, period, 0.5, 0.05)
    b = _soft_step(y, period, 0.5, 0.05)
    kind = rng.random()
    share: Float32s = a * b if kind > 0.8 else np.asarray((a + b) / 2, np.float32)
    if 0.6 < kind < 0.8:
        share = np.abs(a - b)
    first = (0.95, 0.95, 0.95) if rng.random() < 0.7 else any_color(rng)
    second = any_color(rng, 0.2) if rng.random() < 0.5 else _vivid(rng)
    weave = 1 + 0.05 * noise(x, y, rng.uniform(2, 6), rng, 3)
    result: Float32s = _mix(first, second, share) * weave[..., None]
    return result


def _vivid(rng: np.random.Generator) -> Color:
    hue = [0.0, 0.6, 0.63, 0.35, 0.1][int(rng.integers(5))] + rng.normal() * 0.02
    red, green, blue = colorsys.hsv_to_rgb(hue % 1, rng.uniform(0.5, 0.95), rng.uniform(0.4, 0.9))
    return blue, green, red


def _stripes(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    x, y = _turned(x, y, rng)
    share = _soft_step(x, rng.uniform(8, 120), rng.uniform(0.2, 0.8), 0.05)
    if rng.random() < 0.4:
        share = np.maximum(share, _soft_step(y, rng.uniform(8, 120), rng.uniform(0.05, 0.5), 0.05))
    return _mix(any_color(rng), any_color(rng), share)


def _hexagons(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    x, y = _turned(x, y, rng)
    pitch = math.exp(rng.uniform(math.log(14), math.log(110)))
    u, v = x / pitch, y / (pitch * np.float32(math.sqrt(3)))
    best = np.full(x.shape, 9.0, np.float32)
    for du, dv in ((0.0, 0.0), (0.5, 0.5)):
        a = np.abs(np.mod(u + du, 1.0) - 0.5)
        b = np.abs(np.mod(v + dv, 1.0) - 0.5) * np.float32(math.sqrt(3))
        radius = np.maximum(a, a * 0.5 + b * np.float32(math.sqrt(3) / 2))
        best = np.minimum(best, radius).astype(np.float32)
    result = np.broadcast_to(np.asarray(any_color(rng), np.float32), (*x.shape, 3)).copy()
    first, second = any_color(rng), any_color(rng)
    for k in range(int(rng.integers(1, 4))):
        size = 0.5 - rng.uniform(0.01, 0.06) - 0.11 * k * rng.uniform(0.5, 1.5)
        inside = np.clip((size - best) / 0.01, 0, 1).astype(np.float32)[..., None]
        result = (
            result * (1 - inside) + np.asarray(first if k % 2 == 0 else second, np.float32) * inside
        )
    return result.astype(np.float32)


def _marble(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    bend = noise(x, y, rng.uniform(100, 300), rng)
    vein = np.abs(noise(x + 30 * bend, y + 30 * bend, rng.uniform(80, 250), rng))
    share = np.clip(1 - vein * rng.uniform(5, 25), 0, 1) * rng.uniform(0.1, 0.7)
    base = (0.9, 0.92, 0.93) if rng.random() < 0.5 else any_color(rng, 0.3)
    result = _mix(base, any_color(rng, 0.0, 0.7), share.astype(np.float32))
    return (result * (1 + 0.03 * bend[..., None])).astype(np.float32)


def _cloth(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    x, y = _turned(x, y, rng)
    thread = noise(x / np.float32(rng.uniform(4, 15)), y, rng.uniform(3, 12), rng, 4)
    other = noise(x, y / np.float32(rng.uniform(4, 15)), rng.uniform(3, 12), rng, 4)
    patch = noise(x, y, rng.uniform(20, 120), rng)
    strength = rng.uniform(0.02, 0.12)
    grain = strength * (thread + other) + rng.uniform(0, 0.06) * patch
    result: Float32s = np.asarray(any_color(rng), np.float32) * (1 + grain[..., None]).astype(
        np.float32
    )
    return result


def _dots(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    x, y = _turned(x, y, rng)
    pitch = math.exp(rng.uniform(math.log(10), math.log(80)))
    row = np.floor(y / pitch)
    a = np.mod(x / pitch + 0.5 * np.mod(row, 2), 1.0) - 0.5
    b = np.mod(y / pitch, 1.0) - 0.5
    inside = np.clip((rng.uniform(0.1, 0.45) - np.hypot(a, b)) / 0.02, 0, 1)
    return _mix(any_color(rng), any_color(rng), inside.astype(np.float32))


def _blotches(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    n = noise(x, y, rng.uniform(15, 150), rng)
    share = np.clip(n * rng.uniform(0.5, 20) + 0.5, 0, 1)
    return _mix(any_color(rng), any_color(rng), share.astype(np.float32))


def _arcs(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    """Squares or diamonds with quarter rings, turned this way and that, as printed cloth has."""
    x, y = _turned(x, y, rng)
    pitch = math.exp(rng.uniform(math.log(12), math.log(70)))
    u, v = x / np.float32(pitch), y / np.float32(pitch * rng.uniform(0.7, 1.3))
    flip = np.sin(np.floor(u) * 12.9898 + np.floor(v) * 78.233) > rng.uniform(-0.5, 0.5)
    a, b = np.mod(u, 1.0), np.mod(v, 1.0)
    a = np.where(flip, a, 1 - a)
    near = np.minimum(np.hypot(a, b), np.hypot(1 - a, 1 - b))
    width = rng.uniform(0.05, 0.3)
    ring = np.clip((width - np.abs(near - 0.5)) / 0.03 + 0.5, 0, 1)
    return _mix(any_color(rng), any_color(rng), ring.astype(np.float32))


_TEXTURES: tuple[tuple[Texture, float], ...] = (
    (_plain, 0.16),
    (_wood, 0.26),
    (_gingham, 0.16),
    (_stripes, 0.05),
    (_hexagons, 0.09),
    (_marble, 0.06),
    (_cloth, 0.12),
    (_dots, 0.04),
    (_blotches, 0.06),
    (_arcs, 0.03),
)


def random_texture(rng: np.random.Generator) -> Texture:
    """Pick one of the table tops."""
    weights = np.array([weight for _, weight in _TEXTURES])
    return _TEXTURES[int(rng.choice(len(_TEXTURES), p=weights / weights.sum()))][0]


def paint_top(x: Float32s, y: Float32s, top: Texture, rng: np.random.Generator) -> Float32s:
    """Return the colours, (height, width, 3), of a given table top without an edge."""
    seen = np.isfinite(x) & (np.abs(x) < 20000) & (np.abs(y) < 20000)
    x, y = np.where(seen, x, 0).astype(np.float32), np.where(seen, y, 0).astype(np.float32)
    return np.clip(top(x, y, rng), 0, 1)


def paint_table(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
    """Return the colours, (height, width, 3), of a table top with an edge somewhere, perhaps."""
    seen = np.isfinite(x) & (np.abs(x) < 20000) & (np.abs(y) < 20000)
    x, y = np.where(seen, x, 0).astype(np.float32), np.where(seen, y, 0).astype(np.float32)
    result = random_texture(rng)(x, y, rng)
    if rng.random() < 0.15:
        angle = rng.uniform(0, 2 * math.pi)
        beyond = x * math.cos(angle) + y * math.sin(angle) > rng.uniform(80, 400)
        other = random_texture(rng)(x, y, rng) * rng.uniform(0.4, 1.0)
        result = np.where(beyond[..., None], other, result)
    angle, edge = rng.uniform(0, 2 * math.pi), rng.uniform(350, 900)
    floor = np.asarray(any_color(rng, 0.02, 0.5), np.float32)
    off = ~seen | (x * math.cos(angle) + y * math.sin(angle) > edge)
    clipped: Float32s = np.clip(np.where(off[..., None], floor, result), 0, 1).astype(np.float32)
    return clipped
