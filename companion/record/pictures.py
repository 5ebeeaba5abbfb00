"""Making pictures small enough to keep as evidence."""

from __future__ import annotations

import cv2

from companion.record.entries import Picture
from companion.record.evidence import MAX_PICTURE_BYTES
from vision.arrays import Image
from vision.pictures.encoding import jpeg

MAX_SIDE_PX = 1280
_QUALITIES = (85, 75, 65, 50)
_SMALLER = 0.75


def picture_of(image: Image) -> Picture:
    """Return an image as it is kept: a JPEG of bounded size in which tiles can still be told.

    It is scaled down to :data:`MAX_SIDE_PX` on its longer side, and encoded as well as
    `companion.record.evidence.MAX_PICTURE_BYTES` allows; a picture of pure noise gets smaller.

    Parameters
    ----------
    image
        BGR uint8, shape (height, width, 3).
    """
    height, width = image.shape[:2]
    scale = min(1.0, MAX_SIDE_PX / max(height, width))
    while True:
        size = max(1, round(width * scale)), max(1, round(height * scale))
        scaled = image if scale == 1.0 else cv2.resize(image, size, interpolation=cv2.INTER_AREA)
        for quality in _QUALITIES:
            data = jpeg(scaled, quality)
            if len(data) <= MAX_PICTURE_BYTES:
                return Picture(data, *size)
        scale *= _SMALLER
