"""Decoding JPEG files, and noticing damaged ones.

OpenCV draws a damaged file as well as it can, and says so to the terminal alone: half of a picture
may be grey then, or show its colours shifted, and tiles that lie there are missed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
import simplejpeg

from vision.arrays import Image
from vision.pictures.exif import orientation_of

_INKS = frozenset({"CMYK", "YCCK"})

_UPRIGHT: Mapping[int, Callable[[Image], Image]] = {
    1: lambda image: image,
    2: np.fliplr,
    3: lambda image: np.rot90(image, 2),
    4: np.flipud,
    5: lambda image: image.transpose(1, 0, 2),
    6: lambda image: np.rot90(image, -1),
    7: lambda image: np.rot90(image, 2).transpose(1, 0, 2),
    8: np.rot90,
}
"""What makes a picture upright, by its EXIF orientation."""


def decode_jpeg(data: bytes) -> Image | None:
    """Decode the bytes of a JPEG file.

    Returns
    -------
    ndarray of uint8, shape (height, width, 3)
        Blue, green, red; upright. None where the file is damaged, or of a kind that is not read.
    """
    try:
        _, _, colors, _ = simplejpeg.decode_jpeg_header(data)
        if colors in _INKS:
            return decode_leniently(data)
        stored = simplejpeg.decode_jpeg(data, colorspace="BGR", strict=True)
    except ValueError:
        return None
    return np.ascontiguousarray(_UPRIGHT[orientation_of(data)](stored))


def decode_leniently(data: bytes) -> Image | None:
    """Decode the bytes of a picture of any format that OpenCV reads, damaged or not, upright."""
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    if decoded is None or decoded.ndim != 3 or decoded.shape[2] != 3:
        return None
    return decoded.astype(np.uint8, copy=False)
