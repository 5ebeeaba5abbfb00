"""Opening a frame that was posted, within bounds."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image
from vision.pictures.images import decode_image

MAX_FRAME_BYTES = 8 * 1024 * 1024
MAX_FRAME_PIXELS = 16_000_000
"""More than phones take by themselves; it is looked at before a frame is decoded."""
MAX_SIDE_PX = 1920
"""Larger frames take longer and show no more of a table."""


def posted_picture(data: bytes) -> Image:
    """Return a posted frame, BGR uint8, at most ``MAX_SIDE_PX`` on its longer side.

    Raises
    ------
    ImageError
        If it is no picture that can be read, or one of more than ``MAX_FRAME_PIXELS`` pixels.
    """
    image = decode_image(data, "the frame", MAX_FRAME_PIXELS, may_take_long=False)
    height, width = image.shape[:2]
    scale = MAX_SIDE_PX / max(height, width)
    if scale >= 1:
        return image
    size = max(1, round(width * scale)), max(1, round(height * scale))
    return np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
