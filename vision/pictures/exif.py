"""What a camera noted in a photo's file (EXIF).

Source: Exif 2.32 (CIPA DC-008).
"""

from __future__ import annotations

import io
import struct
import warnings

from PIL import ExifTags, Image, UnidentifiedImageError

# What is damaged in a camera's notes is passed over; Pillow would print lines about it as well. (A
# filter for a moment would be one of all threads.)
warnings.filterwarnings("ignore", category=UserWarning, module=r"PIL\.")
_UPRIGHT = 1
UNREADABLE = (
    *(UnidentifiedImageError, Image.DecompressionBombError),
    *(OSError, ValueError, SyntaxError, struct.error),
)
"""What Pillow raises where a photo, or an entry in what it says of itself, is damaged: an entry is
read only when it is asked for."""


def exif_of(data: bytes) -> Image.Exif | None:
    """Return what a photo says of itself, from its file's bytes or their beginning.

    None where it is no picture, or one that cannot be opened.
    """
    try:
        with Image.open(io.BytesIO(data)) as photo:
            return photo.getexif()
    except UNREADABLE:
        return None


def orientation_of(data: bytes) -> int:
    """Return how a photo is turned in its file, 1..8 as EXIF counts; 1 is upright, and the rule."""
    exif = exif_of(data)
    try:
        orientation = None if exif is None else exif.get(ExifTags.Base.Orientation)
    except UNREADABLE:
        return _UPRIGHT
    return orientation if isinstance(orientation, int) and 1 <= orientation <= 8 else _UPRIGHT
