"""What a phone does to the light it gets: exposure, lens faults, noise, and its own corrections."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from training.synthesis.planes import on_all_channels, times_color
from vision.arrays import Float32s, Image, Int32s


@dataclass(frozen=True)
class Fault:
    """How bad a photo is.

    ``exposure`` of white (linear), ``noise`` (0..1), ``defocus`` and ``shake`` (px), ``cast`` of
    the white balance, ``smear`` of the noise filter, JPEG ``quality``.
    """

    exposure: float
    noise: float
    defocus: float
    shake: float
    cast: float
    smear: bool
    banding: float
    quality: int


def random_fault(kind: str, hard: bool, tile_px: float, rng: np.random.Generator) -> Fault:
    """Make up faults; ``kind``: ``dim``, ``blur`` or ``clean``; ``tile_px``: a tile's width."""
    worse = 1.6 if hard else 1.0
    dim, blurred = kind == "dim", kind == "blur"
    most = 0.024 * tile_px * (1.3 if hard else 1.0)
    blur = rng.uniform(0.4, 1.0) * most if blurred else rng.uniform(0, 0.7)
    shaken = rng.random() < (0.5 if blurred else 0.08)
    return Fault(
        exposure=rng.uniform(0.26, 0.55) / (1.25 if hard else 1.0)
        if dim
        else rng.uniform(0.95, 1.5),
        noise=rng.uniform(0.02, 0.05) * worse if dim else rng.uniform(0.003, 0.018) * worse,
        defocus=0.3 if shaken and blurred else min(blur, most),
        shake=min(2.2 * blur, 2.2 * most) if shaken and blurred else rng.uniform(0, 1.2) * shaken,
        cast=rng.uniform(0.02, 0.12) * worse,
        smear=bool(rng.random() < (0.6 if dim else 0.2)),
        banding=rng.uniform(0.01, 0.05) if rng.random() < (0.3 if dim else 0.07) else 0.0,
        quality=int(rng.integers(35, 80) if hard else rng.integers(65, 97)),
    )


def metered(light: Float32s, objects: Int32s) -> float:
    """Return how bright linear light, (height, width, 3), is to be taken for.

    The meter looks at the whole picture, and at what is bright in it.
    """
    meter = light[::8, ::8].mean(axis=2)
    bright = float(np.percentile(meter, 97))
    tiles = meter[objects[::8, ::8] >= 10]
    if len(tiles) > 30:
        bright = 0.35 * bright + 0.65 * float(np.percentile(tiles, 92))
    return bright


def expose(light: Float32s, bright: float, fault: Fault, rng: np.random.Generator) -> Float32s:
    """Return what the sensor makes of linear light, (height, width, 3), as a screen shows it.

    ``bright`` is what was :func:`metered`.
    """
    gain = np.exp(rng.normal(size=3) * fault.cast).astype(np.float32)
    gain *= np.float32(fault.exposure * 0.85 / max(bright, 1e-3))
    linear = times_color(light, gain)
    # Highlights are rolled off rather than cut.
    linear *= (1 + linear * np.float32(1 / 2.6)) / (1 + linear * np.float32(0.75))
    shown: Float32s = np.sqrt(np.clip(linear, 0, 1.1))
    return shown


def develop(shown: Float32s, fault: Fault, rng: np.random.Generator) -> Image:
    """Lay lens and sensor faults on a picture, (height, width, 3) in 0..1; returns BGR uint8."""
    height, width = shown.shape[:2]
    picture = _lens(shown, fault, rng)
    if fault.noise:
        picture += grain(height, width, rng) * np.float32(fault.noise)
    if fault.banding:
        rows = np.arange(height, dtype=np.float32)
        wave = np.sin(rows * np.float32(2 * math.pi / rng.uniform(60, 300)) + rng.uniform(0, 6.3))
        picture *= 1 + np.float32(fault.banding) * wave[:, None, None]
    contrast = np.float32(rng.uniform(0.9, 1.15))
    picture = (picture - np.float32(0.45)) * contrast + np.float32(0.45 + rng.uniform(-0.02, 0.05))
    result = (np.clip(picture, 0, 1) * 255).astype(np.uint8)
    if fault.smear:
        result = np.asarray(cv2.medianBlur(result, 3 if fault.noise < 0.03 else 5), np.uint8)
    if rng.random() < 0.5:
        soft = cv2.GaussianBlur(result, (0, 0), rng.uniform(0.8, 2.0))
        amount = rng.uniform(0.2, 0.8)
        result = np.asarray(cv2.addWeighted(result, 1 + amount, soft, -amount, 0), np.uint8)
    _, code = cv2.imencode(".jpg", result, [int(cv2.IMWRITE_JPEG_QUALITY), fault.quality])
    return np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)


def grain(height: int, width: int, rng: np.random.Generator) -> Float32s:
    """Return a sensor's noise, (height, width, 3): a grain, and coarser spots of any colour."""
    fine = rng.standard_normal((height, width), dtype=np.float32)
    coarse = rng.standard_normal((height // 2 + 1, width // 2 + 1, 3), dtype=np.float32)
    colored = np.asarray(cv2.resize(coarse, (width, height)), np.float32)
    return np.asarray(on_all_channels(fine) + colored * np.float32(0.9), np.float32)


def _lens(picture: Float32s, fault: Fault, rng: np.random.Generator) -> Float32s:
    """Darken the corners, split colours towards them, blur by a disc and by shaking."""
    height, width = picture.shape[:2]
    rows = np.linspace(-1, 1, height, dtype=np.float32)[:, None]
    columns = np.linspace(-1, 1, width, dtype=np.float32)
    away = (rows * rows + columns * columns) / 2
    dark = np.float32(rng.uniform(0.0, 0.2))
    picture *= on_all_channels(np.asarray(1 - dark * away, np.float32))
    if rng.random() < 0.5:
        middle = np.array([width, height]) / 2
        for channel in (0, 2):
            grow = 1 + rng.normal() * 0.0007
            move = np.array(
                [[grow, 0, middle[0] * (1 - grow)], [0, grow, middle[1] * (1 - grow)]], np.float32
            )
            picture[..., channel] = cv2.warpAffine(
                np.ascontiguousarray(picture[..., channel]),
                move,
                (width, height),
                borderMode=cv2.BORDER_REPLICATE,
            )
    if fault.defocus > 0.5:
        picture = np.asarray(cv2.filter2D(picture, -1, _disc(fault.defocus)), np.float32)
    if fault.shake > 1:
        picture = np.asarray(cv2.filter2D(picture, -1, _stroke(fault.shake, rng)), np.float32)
    return picture


def _disc(radius: float) -> Float32s:
    """Return a round blur kernel of a lens out of focus."""
    reach = math.ceil(radius)
    ways = np.arange(-reach, reach + 1, dtype=np.float32)
    kernel = np.clip(np.float32(radius + 0.5) - np.hypot(ways[:, None], ways[None]), 0, 1)
    disc: Float32s = (kernel / kernel.sum()).astype(np.float32)
    return disc


def _stroke(length: float, rng: np.random.Generator) -> Float32s:
    """Return the blur kernel of a hand that shook: a slightly bent stroke."""
    reach = math.ceil(length / 2)
    kernel = np.zeros((2 * reach + 1, 2 * reach + 1), np.float32)
    way, bend = rng.uniform(0, math.pi), rng.normal() * 0.5
    for t in np.linspace(-0.5, 0.5, 40):
        along = way + bend * t
        x, y = reach + t * length * math.cos(along), reach + t * length * math.sin(along)
        kernel[round(y), round(x)] += 1
    stroke: Float32s = np.asarray(cv2.GaussianBlur(kernel, (3, 3), 0.5), np.float32)
    stroke /= stroke.sum()
    return stroke
