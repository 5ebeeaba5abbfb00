"""Opening pictures: from a file or bytes to an upright BGR array, with memory bounded.

The size is read from the file's header before anything is decoded, so a picture that unpacks to
gigabytes is refused instead of filling the memory.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path

from rules.messages import Message, MessageCode, MessageError, Wording
from vision.arrays import Image
from vision.pictures.decoding_apart import FORMATS, decode_apart
from vision.pictures.image_header import CutOffError, HeaderError, ImageHeader, read_header
from vision.pictures.jpeg import decode_jpeg, decode_leniently

MAX_PIXELS = 65_000_000
MAX_BYTES = 64 * 1024 * 1024
MIN_SIDE = 32


class ImageFault(MessageCode):
    """Why a picture cannot be opened, and what to do."""

    EMPTY = Wording("'{name}' is empty: copy or take the picture again")
    TOO_MANY_BYTES = Wording(
        "'{name}' is a file of more than {size} megabytes: give the picture as JPEG or make it"
        " smaller"
    )
    CUT_OFF = Wording("'{name}' is cut off, the end of the picture is missing: copy it again")
    NOT_READABLE = Wording(
        "'{name}' {fault}: save the picture as JPEG, PNG, WebP, GIF or BMP and give that file"
    )
    TAKES_LONG = Wording("'{name}' is {format}, which takes too long to open here: send JPEG")
    DAMAGED_PICTURE = Wording(
        "'{name}' is a damaged {format} picture: copy it again or take another"
    )
    TOO_LARGE = Wording(
        "'{name}' is too large ({width} x {height} pixels, at most {most} million are read): make"
        " the picture smaller"
    )
    TOO_SMALL = Wording(
        "'{name}' is too small ({width} x {height} pixels, at least {least} on each side are"
        " needed): give the picture in its full size"
    )
    FOLDER = Wording("'{name}' is a folder: give the picture files in it")
    NO_PLAIN_FILE = Wording("'{name}' is not a plain file: give a picture file")
    NO_FILE = Wording("there is no file '{name}': check the name")
    NOT_OPENED = Wording("'{name}' cannot be opened ({reason}): check the name and who may read it")


class ImageError(MessageError, ValueError):
    """A picture cannot be opened; says in one sentence why and what to do."""


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


def decode_image(
    data: bytes, name: str, most_pixels: int | None = None, *, may_take_long: bool = True
) -> Image:
    """Decode the bytes of a picture file; ``name`` is what messages call it.

    Grey, 16-bit, CMYK and transparent pictures become plain 8-bit BGR (transparency is dropped); of
    an animation the first frame counts. ``most_pixels`` sets a lower bound than :data:`MAX_PIXELS`.
    Formats that need a process of their own are refused where it must not take long.

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
        raise ImageError(ImageFault.EMPTY(name=name))
    if len(data) > MAX_BYTES:
        raise ImageError(_too_many_bytes(name))
    try:
        header = read_header(data)
    except CutOffError:
        raise ImageError(ImageFault.CUT_OFF(name=name)) from None
    except HeaderError as error:
        raise ImageError(ImageFault.NOT_READABLE(name=name, fault=error.message)) from None
    _check(header, name, most_pixels or MAX_PIXELS)
    if header.format in FORMATS and not may_take_long:
        raise ImageError(ImageFault.TAKES_LONG(name=name, format=header.format))
    image = _decode(data, header.format)
    if image is None:
        raise ImageError(ImageFault.DAMAGED_PICTURE(name=name, format=header.format))
    return image


def _check(header: ImageHeader, name: str, most_pixels: int) -> None:
    size = {"width": header.width, "height": header.height}
    if header.width * header.height > most_pixels:
        raise ImageError(ImageFault.TOO_LARGE(name=name, **size, most=most_pixels // 1_000_000))
    if min(header.width, header.height) < MIN_SIDE:
        raise ImageError(ImageFault.TOO_SMALL(name=name, **size, least=MIN_SIDE))
    if not header.complete:
        raise ImageError(ImageFault.CUT_OFF(name=name))


def _decode(data: bytes, kind: str) -> Image | None:
    if kind in FORMATS:
        return decode_apart(data)
    return decode_jpeg(data) if kind == "JPEG" else decode_leniently(data)


def _read_bytes(path: Path) -> bytes:
    try:
        status = path.stat()
        if stat.S_ISDIR(status.st_mode):
            raise ImageError(ImageFault.FOLDER(name=str(path)))
        if not stat.S_ISREG(status.st_mode):
            raise ImageError(ImageFault.NO_PLAIN_FILE(name=str(path)))
        if status.st_size > MAX_BYTES:
            raise ImageError(_too_many_bytes(str(path)))
        return path.read_bytes()
    except FileNotFoundError:
        raise ImageError(ImageFault.NO_FILE(name=str(path))) from None
    except (OSError, ValueError) as error:
        if isinstance(error, ImageError):
            raise
        reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
        raise ImageError(ImageFault.NOT_OPENED(name=str(path), reason=reason.lower())) from None


def _too_many_bytes(name: str) -> Message:
    return ImageFault.TOO_MANY_BYTES(name=name, size=MAX_BYTES // 2**20)
