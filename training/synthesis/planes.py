"""Planes of numbers, (height, width), laid on pictures of three channels, (height, width, 3).

NumPy goes through a last axis of three number by number, which takes it six times as long.
"""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Float32s


def on_all_channels(plane: Float32s) -> Float32s:
    """Return a picture each of whose channels is the plane: for ``plane[..., None]``."""
    return np.asarray(cv2.merge((plane, plane, plane)), plane.dtype)


def in_color(plane: Float32s, color: Float32s) -> Float32s:
    """Return a plane times a colour, (3,): what ``plane[..., None] * color`` is."""
    return np.asarray(cv2.merge([plane * share for share in color]), np.float32)


def times_color(picture: Float32s, color: Float32s) -> Float32s:
    """Return a picture times a colour, (3,): what ``picture * color`` is."""
    height, width = picture.shape[:2]
    rows = picture.reshape(height, -1) * np.tile(color, width)
    return np.asarray(rows.reshape(picture.shape), np.float32)
