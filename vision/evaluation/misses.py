"""A small picture of a photo that was read wrongly, with what is wrong marked on it."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.arrays import Image, Points
from vision.drawing.annotation import annotate
from vision.drawing.pen import Color, Pen
from vision.evaluation.judgement import Judgement
from vision.reading import Reading

SIDE = 800
"""Longer side of the small picture, at most, in pixels."""
VERMILION: Color = (0, 94, 213)
_WORD_SHARE = 1 / 48


def draw_misses(image: Image, reading: Reading, judgement: Judgement) -> Image:
    """Return a small copy of a photo with its reading drawn on it and the faults outlined.

    Parameters
    ----------
    image
        BGR, uint8, shape (height, width, 3), upright: the picture that was read.
    reading, judgement
        What was read in it, and how right that is.

    Returns
    -------
    ndarray of uint8
        Of the same proportions, its longer side :data:`SIDE` pixels at most.
    """
    drawn = annotate(image, reading)
    longer = max(image.shape[:2])
    pen = Pen(drawn, max(2, round(longer / 240)))
    for word, corners in _faults(judgement):
        pen.outline(corners, VERMILION)
        # On the lower rim, so that the word hides little of the tile.
        below = corners[:, 0].mean(), corners[:, 1].max()
        pen.words(word, below, max(9, round(longer * _WORD_SHARE)))
    scale = min(1.0, SIDE / longer)
    size = max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale))
    return np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)


def _faults(judgement: Judgement) -> Iterator[tuple[str, Points]]:
    """Yield a word for each tile that is wrong, and its corners in pixels, shape (6, 2)."""
    for tile in judgement.missed:
        yield "missed", np.array(tile.corners)
    for pair in judgement.turned:
        yield "turned", np.array(pair.true.corners)
    for extra in judgement.extra:
        yield "no tile", np.array(extra.corners)
