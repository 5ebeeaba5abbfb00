"""What a picture file says about itself before anything is decoded: its format and its size.

A few kilobytes of PNG can unpack to gigabytes, and OpenCV allocates before it can be stopped. So
the size is read here, from the bytes alone, and a picture cut off on its way is noticed as well.

Sources: ITU-T T.81 annex B (JPEG), W3C PNG section 11.2, the WebP container (RFC 9649), GIF89a,
BITMAPINFOHEADER (BMP); for HEIC and AVIF see `vision.pictures.isobmff`.
"""

from __future__ import annotations

import re
import struct
from collections.abc import Callable
from dataclasses import dataclass

from rules.messages import MessageCode, MessageError, Said, Wording
from vision.pictures.isobmff import read_container


class HeaderFault(MessageCode):
    """What bytes are that are no readable picture; what follows the name of the file."""

    NO_PICTURE = Wording("is no picture")
    DAMAGED_JPEG = Wording("is a damaged JPEG")
    OTHER_FORMAT = Wording("is {format}, which cannot be read here")
    VIDEO = Wording("a video")
    ENDS_EARLY = Wording("is cut off")


_BOXES = b"ftyp"
_OTHER_FORMATS: tuple[tuple[int, bytes, Said], ...] = (
    (4, _BOXES, HeaderFault.VIDEO()),
    (0, b"II*\0", "TIFF"),
    (0, b"MM\0*", "TIFF"),
    (0, b"%PDF", "PDF"),
    (0, b"<svg", "SVG"),
)

_JPEG_STANDALONE = frozenset({0x01, *range(0xD0, 0xD8)})
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_SCAN = 0xDA
_FILLING = re.compile(rb"\xff+")
_MOST_SEGMENTS = 100_000
"""Of a JPEG, or chunks of a PNG: more than any picture has, and soon passed over."""


@dataclass(frozen=True)
class ImageHeader:
    """Format, size in pixels as stored (before any EXIF rotation), and whether the end is there."""

    format: str
    width: int
    height: int
    complete: bool


class HeaderError(MessageError, ValueError):
    """The bytes are no picture of a readable format; the text says what they are instead."""


class CutOffError(HeaderError):
    """The bytes begin as a picture but end before they give its size."""


def read_header(data: bytes) -> ImageHeader:
    """Read the format and size of the picture in ``data`` without decoding it.

    Raises
    ------
    CutOffError
        If the bytes end before they give a size.
    HeaderError
        If the bytes are of no readable format.
    """
    for signature, parse in _PARSERS:
        if data.startswith(signature):
            try:
                return parse(data)
            except (struct.error, IndexError):
                raise CutOffError(HeaderFault.ENDS_EARLY()) from None
    if data.startswith(_BOXES, 4):
        try:
            found = read_container(data)
        except (struct.error, IndexError):
            raise CutOffError(HeaderFault.ENDS_EARLY()) from None
        if found is not None:
            return ImageHeader(*found)
    for offset, mark, name in _OTHER_FORMATS:
        if data.startswith(mark, offset):
            raise HeaderError(HeaderFault.OTHER_FORMAT(format=name))
    raise HeaderError(HeaderFault.NO_PICTURE())


def _jpeg(data: bytes) -> ImageHeader:
    width = height = 0
    position = 2
    for _ in range(_MOST_SEGMENTS):
        position = max(position, _filling_end(data, position) - 1)
        if data[position] != 0xFF:
            raise HeaderError(HeaderFault.DAMAGED_JPEG())
        marker = data[position + 1]
        position += 2
        if marker in _JPEG_STANDALONE:
            continue
        (length,) = struct.unpack_from(">H", data, position)
        if marker in _JPEG_FRAMES:
            height, width = struct.unpack_from(">HH", data, position + 3)
        elif marker == _JPEG_SCAN:
            # Within a scan 0xFF is always followed by a stuffed zero, so this can only be its end.
            complete = data.find(b"\xff\xd9", position + length) >= 0
            return ImageHeader("JPEG", width, height, complete)
        position += length
    raise HeaderError(HeaderFault.DAMAGED_JPEG())


def _filling_end(data: bytes, position: int) -> int:
    """Return where the bytes 0xFF end that may fill up the space before a marker."""
    found = _FILLING.match(data, position)
    return found.end() if found else position


def _png(data: bytes) -> ImageHeader:
    width, height = struct.unpack_from(">II", data, 16)
    position = 8
    complete = False
    for _ in range(_MOST_SEGMENTS):
        if complete or position + 12 > len(data):
            break
        (length,) = struct.unpack_from(">I", data, position)
        complete = data[position + 4 : position + 8] == b"IEND"
        position += 12 + length
    return ImageHeader("PNG", width, height, complete)


def _webp(data: bytes) -> ImageHeader:
    (size,) = struct.unpack_from("<I", data, 4)
    kind = data[8:16]
    if kind == b"WEBPVP8X":
        width = int.from_bytes(data[24:27], "little") + 1
        height = int.from_bytes(data[27:30], "little") + 1
    elif kind == b"WEBPVP8L":
        (bits,) = struct.unpack_from("<I", data, 21)
        width, height = (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    elif kind == b"WEBPVP8 ":
        width, height = (side & 0x3FFF for side in struct.unpack_from("<HH", data, 26))
    else:
        if len(data) < 16:
            raise CutOffError(HeaderFault.ENDS_EARLY())
        raise HeaderError(HeaderFault.NO_PICTURE())
    return ImageHeader("WebP", width, height, len(data) >= size + 8)


def _gif(data: bytes) -> ImageHeader:
    width, height = struct.unpack_from("<HH", data, 6)
    return ImageHeader("GIF", width, height, data.rstrip(b"\0").endswith(b";"))


def _bmp(data: bytes) -> ImageHeader:
    width, height = struct.unpack_from("<ii", data, 18)
    (size,) = struct.unpack_from("<I", data, 2)
    return ImageHeader("BMP", abs(width), abs(height), len(data) >= size)


_PARSERS: tuple[tuple[bytes, Callable[[bytes], ImageHeader]], ...] = (
    (b"\xff\xd8\xff", _jpeg),
    (b"\x89PNG\r\n\x1a\n", _png),
    (b"RIFF", _webp),
    (b"GIF8", _gif),
    (b"BM", _bmp),
)
