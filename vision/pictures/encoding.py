"""Pictures as JPEG: whole ones, and thumbnails."""

from __future__ import annotations

import cv2

from vision.arrays import Image

_THUMBNAIL_QUALITY = 80
_THUMBNAIL_SIDE_PX = 320


def thumbnail(image: Image) -> bytes:
    """Return a small JPEG of a picture."""
    height, width = image.shape[:2]
    scale = min(1.0, _THUMBNAIL_SIDE_PX / max(height, width))
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(image, size, interpolation=cv2.INTER_AREA)
    return jpeg(small, _THUMBNAIL_QUALITY)


def jpeg(image: Image | cv2.typing.MatLike, quality: int) -> bytes:
    """Return a picture as JPEG; ``quality`` in 0..100."""
    encoded, data = cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, quality])
    if not encoded:
        raise ValueError("The picture could not be encoded as JPEG.")
    return data.tobytes()
