"""Readings of labelled photos, rated and kept: a line of JSON each, so that no photo is read twice.

A line says which reader it comes from and which picture and truth it is of. Lines of other readers
are passed over, and a photo that lies in two folders counts once.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import vision
from vision.evaluation.labelled_photos import labelled_photos, load_truth, truth_path
from vision.evaluation.risk import RatedReading, rate
from vision.pictures.images import load_image
from vision.readers.reader import Reader

_FURTHEST = 100.0
"""Stands for infinity in the file, for JSON has none; log odds are kept within about 14 each."""
_READ_NOTHING = {"drawing", "evaluation", "following"}
"""Rooms of ``vision`` that no reading of a single photo depends on."""
_PROMISE = Path("recognition") / "promise.py"
"""What is chosen by the readings; they do not depend on it."""


@dataclass(frozen=True)
class Photo:
    """A labelled photo; ``key`` tells picture and truth from all others."""

    path: Path
    key: str


@dataclass(frozen=True)
class PhotoRated:
    """The rated reading of one photo; ``folder`` is what its folder is called."""

    key: str
    name: str
    folder: str
    family: str
    rated: RatedReading

    def to_json(self, reader: str) -> dict[str, Any]:
        """Return it as JSON data."""
        return {
            "reader": reader,
            "key": self.key,
            "folder": self.folder,
            "photo": self.name,
            "family": self.family,
            "margin": _finite(self.rated.margin),
            "exact": self.rated.exact,
            "wrong_die": _finite(self.rated.wrong_die),
        }

    @classmethod
    def of_json(cls, line: dict[str, Any]) -> PhotoRated:
        """Return what was kept."""
        rated = RatedReading(line["margin"], line["exact"], line["wrong_die"])
        return cls(line["key"], line["photo"], line["folder"], line["family"], rated)


def reader_at_work() -> str:
    """Return what tells this reader from others: a digest of its networks and its code."""
    digest = sha256()
    home = Path(vision.__path__[0])
    for path in sorted(path for path in home.rglob("*") if path.suffix in (".py", ".onnx")):
        place = path.relative_to(home)
        if place.parts[0] not in _READ_NOTHING and place != _PROMISE:
            digest.update(str(place).encode() + path.read_bytes())
    return digest.hexdigest()[:12]


def photos_of(folders: Sequence[Path]) -> list[Photo]:
    """Return the labelled photos of some folders, each once.

    Raises
    ------
    OSError
        If one cannot be read.
    """
    found: dict[str, Photo] = {}
    for folder in folders:
        for path in labelled_photos(folder):
            key = sha256(path.read_bytes() + truth_path(path).read_bytes()).hexdigest()[:16]
            found.setdefault(key, Photo(path, key))
    return list(found.values())


def kept_readings(file: Path, reader: str) -> dict[str, PhotoRated]:
    """Return what is kept of this reader, by the photos' keys; a line cut short is left out."""
    found: dict[str, PhotoRated] = {}
    if not file.is_file():
        return found
    for line in file.read_text("utf-8").splitlines():
        try:
            data = json.loads(line)
            if data["reader"] == reader:
                found[data["key"]] = PhotoRated.of_json(data)
        except (ValueError, KeyError, TypeError):
            continue
    return found


def read_and_keep(photos: Sequence[Photo], file: Path, reader: str) -> Iterator[PhotoRated]:
    """Read photos, keep each rated reading in the file as soon as it is there, and yield it.

    Raises
    ------
    LabelError, ImageError
        If a photo or its truth cannot be used.
    OSError
        If the file cannot be written.
    """
    readers = Reader()
    is_cut_short = file.is_file() and not file.read_bytes().endswith(b"\n")
    with file.open("a", encoding="utf-8") as kept:
        kept.write("\n" if is_cut_short else "")
        for photo in photos:
            truth = load_truth(truth_path(photo.path))
            rated = rate(truth, readers.read(load_image(photo.path)))
            done = PhotoRated(
                photo.key, photo.path.name, photo.path.parent.name, truth.family or "other", rated
            )
            line = done.to_json(reader)
            kept.write(json.dumps(line) + "\n")
            kept.flush()
            # As it will be found again, so that a run that was stopped ends like any other.
            yield PhotoRated.of_json(line)


def _finite(margin: float) -> float:
    return round(max(-_FURTHEST, min(_FURTHEST, margin)), 5)
