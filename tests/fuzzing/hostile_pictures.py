"""Photos as somebody sends them who means harm: notes that lie, sizes that lie, bombs, oddities."""

from __future__ import annotations

import struct
import zlib
from functools import cache
from io import BytesIO

import numpy as np
import PIL.Image

from tests.fuzzing.samples import SAMPLE, SAMPLES, encoded, small_pictures


@cache
def hostile_pictures() -> tuple[bytes, ...]:
    """Return photos that are to be read, or refused in a sentence."""
    noise = np.random.default_rng(3).integers(0, 255, (30, 40, 3), np.uint8)
    plain = encoded(noise, "JPEG", quality=80)
    return (
        *small_pictures(),
        (SAMPLES / f"{SAMPLE}.jpg").read_bytes(),
        *(encoded(noise, "JPEG", exif=_notes(turned)) for turned in (0, 2, 5, 6, 9, 65535)),
        *(_with_segment(plain, 0xE1, b"Exif\0\0" + notes) for notes in _LYING_NOTES),
        _with_segment(plain, 0xE2, b"ICC_PROFILE\0\x01\x01" + bytes(3000)),
        *(_of_size(plain, width, height) for width, height in ((65535, 65535), (1, 65535), (0, 9))),
        *(_png(width, height) for width, height in ((30_000, 30_000), (2**31 - 1, 1), (0, 0))),
        _png(4000, 4000, zlib.compress(bytes(4000 * 501))),
        encoded(noise[:1, :1], "PNG"),
        encoded(np.zeros((1, 9000, 3), np.uint8), "PNG"),
        *(_as(mode, kind) for mode, kind in _MODES),
        _animated(),
        plain[: len(plain) // 2],
        plain + bytes(200_000),
        b"<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'/>",
        b"GIF89a" + bytes([255] * 40),
        b"RIFF\xff\xff\xff\xffWEBPVP8X" + bytes(40),
    )


# one has a folder that holds itself
_LYING_NOTES = (
    b"",
    b"II*\0\x08\0\0\0\xff\xff" + b"\xff" * 60,
    b"MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\xff\xff\xff\xff\0\0\0\0\0\0\0\0",
    b"II*\0\x08\0\0\0\x01\0\x69\x87\x04\0\x01\0\0\0\x08\0\0\0\0\0\0\0",
    b"II*\0\x08\0\0\0\x01\0\x10\x01\x02\0\xff\xff\xff\x7f\x08\0\0\0\0\0\0\0",
)
_PNG_MODES = ("1", "P", "RGBA", "I;16")
_MODES = (("CMYK", "JPEG"), ("L", "JPEG"), *((mode, "PNG") for mode in _PNG_MODES))


def _notes(turned: int) -> PIL.Image.Exif:
    exif = PIL.Image.Exif()
    exif[0x0112], exif[0x010F], exif[0x0110] = turned, "A\0cme\n" * 50, "../../etc/passwd"
    exif.get_ifd(0x8825)[2] = (48.0, 51.0, 30.0)
    return exif


def _with_segment(jpeg: bytes, marker: int, content: bytes) -> bytes:
    segment = bytes([0xFF, marker]) + struct.pack(">H", len(content) + 2) + content
    return jpeg[:2] + segment + jpeg[2:]


def _of_size(jpeg: bytes, width: int, height: int) -> bytes:
    """Return a JPEG that says it is of another size."""
    at = jpeg.index(b"\xff\xc0") + 5
    return jpeg[:at] + struct.pack(">HH", height, width) + jpeg[at + 4 :]


def _png(width: int, height: int, data: bytes = b"") -> bytes:
    """Return a PNG of one bit a pixel, with the data of some of its rows."""
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", data or zlib.compress(bytes(100))), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )


def _as(mode: str, kind: str) -> bytes:
    file = BytesIO()
    PIL.Image.new("RGB" if mode == "P" else mode, (40, 30)).convert(mode).save(file, kind)
    return file.getvalue()


def _animated() -> bytes:
    file = BytesIO()
    frames = [PIL.Image.new("P", (900, 900), color) for color in range(30)]
    frames[0].save(file, "GIF", save_all=True, append_images=frames[1:])
    return file.getvalue()
