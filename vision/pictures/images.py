"""Opening pictures: from a file or bytes to an upright BGR array, with memory bounded.

The size is read from the file's header before anything is decoded, so a picture that unpacks to
gigabytes is refused instead of filling the memory.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Image
from vision.pictures.image_header import (
    READABLE_FORMATS,
    CutOffError,
    HeaderError,
    ImageHeader,
    read_header,
)

MAX_PIXELS = 50_000_000
MAX_BYTES = 64 * 1024 * 1024
MIN_SIDE = 32


class ImageError(ValueError):
    """A picture cannot be opened; the text is one sentence that says why and what to do."""


def load_image(path: str | os.PathLike[str]) -> Image:
    """Open the picture file at ``path``.

    Returns
    -------
    ndarray of uint8, shape (height, width, 3)
        Blue, green, red; upright (the EXIF rotation is applied).

    Raises
    ------
    ImageError
        If there is no such file, or it is no picture that can be read.
    """
    name = os.fspath(path)
    return decode_image(_read_bytes(Path(name)), name)


def decode_image(data: bytes, name: str) -> Image:
    """Decode the bytes of a picture file; ``name`` is what messages call it.

    Grey, 16-bit, CMYK and transparent pictures become plain 8-bit BGR (transparency is dropped); of
    an animation the first frame counts.

    Returns
    -------
    ndarray of uint8, shape (height, width, 3)
        Blue, green, red; upright (the EXIF rotation is applied).

    Raises
    ------
    ImageError
        If the bytes are no picture, a damaged one, one too small to show a tile, or one of more
        than :data:`MAX_PIXELS` pixels or :data:`MAX_BYTES` bytes.
    """
    if not data:
        raise ImageError(f"'{name}' is empty: copy or take the picture again")
    if len(data) > MAX_BYTES:
        raise ImageError(_too_many_bytes(name))
    try:
        header = read_header(data)
    except CutOffError:
        raise ImageError(_cut_off(name)) from None
    except HeaderError as error:
        raise ImageError(
            f"'{name}' {error}: save the picture as {READABLE_FORMATS} and give that file"
        ) from None
    _check(header, name)
    image = _decode(data)
    if image is None:
        raise ImageError(
            f"'{name}' is a damaged {header.format} picture: copy it again or take another"
        )
    return image


def _check(header: ImageHeader, name: str) -> None:
    size = f"{header.width} x {header.height} pixels"
    if header.width * header.height > MAX_PIXELS:
        raise ImageError(
            f"'{name}' is too large ({size}, at most {MAX_PIXELS // 1_000_000} million are read): "
            "make the picture smaller"
        )
    if min(header.width, header.height) < MIN_SIDE:
        raise ImageError(
            f"'{name}' is too small ({size}, at least {MIN_SIDE} on each side are needed): "
            "give the picture in its full size"
        )
    if not header.complete:
        raise ImageError(_cut_off(name))


def _decode(data: bytes) -> Image | None:
    try:
        decoded = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    except cv2.error:
        return None
    if decoded is None or decoded.ndim != 3 or decoded.shape[2] != 3:
        return None
    return decoded.astype(np.uint8, copy=False)


def _read_bytes(path: Path) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise ImageError(f"'{path}' is a folder: give the picture files in it")
        if not stat.S_ISREG(status.st_mode):
            raise ImageError(f"'{path}' is not a plain file: give a picture file")
        if status.st_size > MAX_BYTES:
            raise ImageError(_too_many_bytes(str(path)))
        return path.read_bytes()
    except FileNotFoundError:
        raise ImageError(f"there is no file '{path}': check the name") from None
    except (OSError, ValueError) as error:
        if isinstance(error, ImageError):
            raise
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ImageError(
            f"'{path}' cannot be opened ({reason.lower()}): check the name and who may read it"
        ) from None


def _cut_off(name: str) -> str:
    return f"'{name}' is cut off, the end of the picture is missing: copy it again"


def _too_many_bytes(name: str) -> str:
    return (
        f"'{name}' is a file of more than {MAX_BYTES // 2**20} megabytes: "
        "give the picture as JPEG or make it smaller"
    )
