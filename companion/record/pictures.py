"""Making pictures small enough to keep as evidence, and free of all that is no picture."""

from __future__ import annotations

from io import BytesIO

import cv2
import PIL.Image

from companion.record.entries import Picture
from companion.record.evidence import MAX_PICTURE_BYTES
from vision.arrays import Image
from vision.pictures.encoding import jpeg
from vision.pictures.image_header import read_header
from vision.pictures.images import decode_image

MAX_SIDE_PX = 1280
_QUALITIES = (85, 75, 65, 50)
_SMALLER = 0.75
_MOST_PIXELS = 16_000_000
"""Ten times as many as a picture has that is kept."""
_LONGEST_JFIF = 16
"""Of a JFIF header without a small picture in it."""
_END = b"\xff\xd9"


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


def without_notes(data: bytes) -> Picture | None:
    """Return a JPEG picture anew, without notes on place, time and owner; None if it has none.

    Notes are EXIF, XMP, comments, small pictures, and whatever stands behind the picture's end.

    Parameters
    ----------
    data
        A whole JPEG file.

    Raises
    ------
    ImageError
        If it has notes and cannot be read.
    HeaderError, OSError
        If it is no JPEG.
    """
    header = read_header(data)
    if header.width * header.height > _MOST_PIXELS:
        return picture_of(decode_image(data, "The picture", _MOST_PIXELS))  # which refuses it
    with PIL.Image.open(BytesIO(data), formats=["JPEG"]) as opened:
        segments = getattr(opened, "applist", [])
    is_plain = all(
        (name == "APP0" and content.startswith(b"JFIF") and len(content) <= _LONGEST_JFIF)
        or (name == "APP14" and content.startswith(b"Adobe"))
        for name, content in segments
    )
    if is_plain and data.find(_END) == len(data) - len(_END):
        return None
    return picture_of(decode_image(data, "The picture"))
