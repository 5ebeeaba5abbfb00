"""Which camera took a photo, as the photo itself says.

The name tells apart what a lens profile must tell apart: the camera, and the lens and zoom in use.
Source: Exif 2.32 (CIPA DC-008), the tags Make, Model, FocalLength and FocalLengthIn35mmFilm.
"""

from __future__ import annotations

from pathlib import Path

from PIL import ExifTags

from vision.pictures.exif import UNREADABLE, exif_of

_LONGEST = 80
_BEGINNING = 256 * 1024
"""Bytes of a file: what a camera says of itself stands before the picture."""


def camera_of_file(path: Path) -> str | None:
    """Return the camera that took the photo in a file, None where the photo does not say."""
    try:
        if not path.is_file():
            return None  # to open a pipe would wait for somebody to write into it
        with path.open("rb") as file:
            return camera_of(file.read(_BEGINNING))
    except (OSError, ValueError):
        return None


def camera_of(data: bytes) -> str | None:
    """Return the camera that took a photo, from the bytes of its file or their beginning.

    None where the photo does not say.
    """
    exif = exif_of(data)
    if exif is None:
        return None
    try:
        make, model = _text(exif.get(ExifTags.Base.Make)), _text(exif.get(ExifTags.Base.Model))
        details = exif.get_ifd(ExifTags.IFD.Exif)
    except UNREADABLE:
        return None
    if not model:
        return None
    name = model if model.lower().startswith(make.lower()) else f"{make} {model}"
    return f"{name[:_LONGEST]}{_zoom(details)}"


def _text(value: object) -> str:
    return "".join(c for c in str(value or "") if c.isprintable()).strip()


def _zoom(details: dict[int, object]) -> str:
    """Return the focal length, as of 35 mm film where it is known: it counts digital zoom in."""
    for tag, unit in ((ExifTags.Base.FocalLengthIn35mmFilm, "mm (35 mm)"), (_FOCAL, "mm")):
        try:
            length = float(details.get(tag) or 0)  # type: ignore[arg-type]
        except (TypeError, ValueError, ZeroDivisionError):
            continue
        if 0 < length < 10_000:
            return f", {length:g} {unit}"
    return ""


_FOCAL = ExifTags.Base.FocalLength
