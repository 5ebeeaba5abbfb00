"""Table tops taken from photographs: drawn tiles lie on them as on a drawn top."""

from __future__ import annotations

import math

import cv2
import numpy as np

from training.synthesis.textures import Texture
from vision.arrays import Float32s, Image

_LEAST_WIDTH, _MOST_WIDTH = 180.0, 900.0
"""So many mm of the table a photograph is taken to show."""
_MOST_STEP = 1.5
"""A drawn pixel shows no more of the photograph's pixels than this: of a halving, if need be."""


def photographed_top(photograph: Image) -> Texture:
    """Return a photograph, BGR (height, width, 3), as a top: mirrored over and over without end.

    How large it is taken to be, how it is turned and where it begins are random.
    """

    def top(x: Float32s, y: Float32s, rng: np.random.Generator) -> Float32s:
        width_mm = math.exp(rng.uniform(math.log(_LEAST_WIDTH), math.log(_MOST_WIDTH)))
        scale = max(photograph.shape[:2]) / width_mm
        angle = rng.uniform(0, math.tau)
        c, s = math.cos(angle) * scale, math.sin(angle) * scale
        where = rng.uniform(0, 1, 2) * np.array(photograph.shape[1::-1])
        u, v = c * x - s * y + where[0], s * x + c * y + where[1]
        level = photograph
        step = _step(u, v)
        while step > _MOST_STEP and min(level.shape[:2]) > 16:
            level = np.asarray(cv2.pyrDown(level), np.uint8)
            u, v, step = u / 2, v / 2, step / 2
        sampled = cv2.remap(
            level,
            _mirrored(u, level.shape[1]),
            _mirrored(v, level.shape[0]),
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        return np.asarray(sampled, np.float32) / np.float32(255)

    return top


def _step(u: Float32s, v: Float32s) -> float:
    """Return how far apart in the photograph (px) neighbouring drawn pixels lie, as a rule."""
    if u.ndim < 2 or u.shape[1] < 2:
        return 1.0
    return float(np.median(np.hypot(np.diff(u, axis=1), np.diff(v, axis=1))))


def _mirrored(places: Float32s, side: int) -> Float32s:
    """Return places folded into 0..side, to and fro."""
    phase = np.mod(places, 2.0 * side)
    return np.asarray(np.minimum(phase, 2 * side - phase), np.float32)
