"""Folders of photographs: the pictures in them, opened once."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from vision.arrays import Image
from vision.pictures.images import load_image

_KINDS = {".jpg", ".jpeg", ".png"}


def photographs_in(folders: Sequence[Path]) -> list[Path]:
    """Return the pictures in some folders, in order.

    Raises
    ------
    FileNotFoundError
        If a folder holds none.
    """
    found: list[Path] = []
    for folder in folders:
        pictures = sorted(p for p in folder.glob("*") if p.suffix.lower() in _KINDS)
        if not pictures:
            raise FileNotFoundError(f"There is no photograph in {folder}: name another folder.")
        found += pictures
    return found


@lru_cache(maxsize=400)
def opened(path: Path) -> Image:
    """Return a photograph, BGR, upright, (height, width, 3)."""
    return load_image(path)
