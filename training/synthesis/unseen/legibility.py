"""Whether a tile's two colours can be told apart in the finished picture."""

from __future__ import annotations

import math

import cv2
import numpy as np

from training.synthesis.canvas import INK_BLUE, INK_WHITE
from vision.arrays import Bytes, Float32s, Image, Mask

_LEAST = 18.0


def legibility(pixels: Image, inks: Bytes, seen: Mask) -> tuple[float, float]:
    """Return the legible share, 0..1, and the contrast, 0..441, of one tile.

    ``pixels``, (h, w, 3) BGR, ``inks`` and ``seen``, (h, w), are cut out about the tile. Contrast
    is the distance of its two colours' means. A pixel is legible when it is closer to its own
    colour's mean nearby than to the other's, and the two differ there: a shadow's edge may run
    through a tile without spoiling it, a lamp's mirror image may not.
    """
    white, blue = seen & (inks == INK_WHITE), seen & (inks == INK_BLUE)
    if not white.any() or not blue.any():
        return 0.0, 0.0
    values = pixels.astype(np.float32)
    contrast = float(np.linalg.norm(values[white].mean(0) - values[blue].mean(0)))
    # Some 40 samples across a tile are enough.
    step = max(1, round(math.sqrt(seen.size) / 40))
    soft = np.asarray(cv2.blur(values, (step, step)), np.float32)[::step, ::step]
    values = values[::step, ::step]
    white, blue = white[::step, ::step], blue[::step, ::step]
    if not white.any() or not blue.any():
        return 0.0, contrast
    sigma = max(0.13 * math.sqrt(white.size), 1.0)
    soft = np.asarray(cv2.GaussianBlur(soft, (0, 0), max(sigma * 0.12, 0.3)), np.float32)
    near_white, near_blue = (_mean_nearby(values, mask, sigma) for mask in (white, blue))
    apart = np.linalg.norm(near_white - near_blue, axis=2)
    off_white = np.linalg.norm(soft - near_white, axis=2)
    off_blue = np.linalg.norm(soft - near_blue, axis=2)
    right = np.where(white, off_white < off_blue, off_blue < off_white) & (apart > _LEAST)
    faces = white | blue
    return float(right[faces].mean()), contrast


def _mean_nearby(values: Float32s, mask: Mask, sigma: float) -> Float32s:
    """Return the mean of the masked pixels round about each pixel, (h, w, 3)."""
    weight = mask.astype(np.float32)
    total = cv2.GaussianBlur(values * weight[..., None], (0, 0), sigma)
    share = cv2.GaussianBlur(weight, (0, 0), sigma)
    # Far from the masked pixels the mean over all of them takes over.
    everywhere = values[mask].mean(0)
    mean: Float32s = (total + 0.01 * everywhere) / (share[..., None] + 0.01)
    return mean
