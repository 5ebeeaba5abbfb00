"""What a HEIC or AVIF file says about itself before anything is decoded.

Both are boxes in boxes; each box begins with its length and its type. The sizes of the pictures in
the file stand in boxes ``ispe`` among the properties, and the largest is that of the whole picture,
whose tiles and thumbnails are pictures of their own.

Sources: ISO/IEC 14496-12 (boxes), ISO/IEC 23008-12 (HEIF), the AV1 Image File Format.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator
from typing import Final, NamedTuple

_AVIF: Final = frozenset({b"avif", b"avis"})
_HEIC: Final = frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"mif1", b"msf1"})
_MOST_BOXES: Final = 10_000
_VERSION_AND_FLAGS: Final = 4


class Container(NamedTuple):
    """The format, the size in pixels as stored, and whether the end is there."""

    format: str
    width: int
    height: int
    complete: bool


class _Box(NamedTuple):
    kind: bytes
    begin: int
    """Where its contents begin."""
    end: int


def read_container(data: bytes) -> Container | None:
    """Read format and size of a picture in boxes; None where these are no picture's.

    Raises
    ------
    struct.error, IndexError
        If the bytes end before they give a size.
    """
    (length,) = struct.unpack_from(">I", data, 0)
    brands = {data[at : at + 4] for at in (8, *range(16, min(length, len(data)), 4))}
    if not brands & (_AVIF | _HEIC):
        return None
    name = "AVIF" if brands & _AVIF else "HEIC"
    boxes = list(_boxes(data, 0, len(data)))
    sizes = [
        struct.unpack_from(">II", data, box.begin + _VERSION_AND_FLAGS)
        for box in _inside(data, boxes)
        if box.kind == b"ispe"
    ]
    if not sizes:
        raise IndexError("no size")
    width, height = max(sizes, key=lambda size: (size[0] * size[1], size))
    return Container(name, width, height, boxes[-1].end <= len(data))


def _inside(data: bytes, boxes: list[_Box]) -> Iterator[_Box]:
    """Yield the properties of the pictures in a file."""
    for kind, skipped in ((b"meta", _VERSION_AND_FLAGS), (b"iprp", 0), (b"ipco", 0)):
        found = next((box for box in boxes if box.kind == kind), None)
        if found is None:
            return
        boxes = list(_boxes(data, found.begin + skipped, min(found.end, len(data))))
    yield from boxes


def _boxes(data: bytes, begin: int, end: int) -> Iterator[_Box]:
    """Yield the boxes that lie one behind the other; the last may reach beyond the end."""
    for _ in range(_MOST_BOXES):
        if begin + 8 > end:
            return
        length, kind = struct.unpack_from(">I4s", data, begin)
        header = 8
        if length == 1:
            (length,) = struct.unpack_from(">Q", data, begin + 8)
            header = 16
        elif length == 0:
            length = end - begin
        if length < header:
            return
        yield _Box(kind, begin + header, begin + length)
        begin += length
