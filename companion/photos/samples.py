"""The sample photos that come with the project."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from vision.pictures.encoding import thumbnail
from vision.pictures.images import load_image

FOLDER = Path(__file__).resolve().parents[2] / "sample_images"
_INDEX = "index.json"


@dataclass(frozen=True)
class Sample:
    """A sample photo: its file's name without the ending, and what it shows."""

    name: str
    caption: str


class Samples:
    """The sample photos in a folder, in the order of its index; none where there is no folder."""

    def __init__(self, folder: Path = FOLDER) -> None:
        self._folder = folder
        index = folder / _INDEX
        entries = json.loads(index.read_text("utf-8")) if index.is_file() else []
        self._samples = {entry["name"]: Sample(**entry) for entry in entries}
        self._thumbnails: dict[str, bytes] = {}

    def all(self) -> list[Sample]:
        """Return the samples in order."""
        return list(self._samples.values())

    def find(self, name: str) -> Sample | None:
        """Return a sample by its name."""
        return self._samples.get(name)

    def photo(self, sample: Sample) -> bytes:
        """Return a sample's photo."""
        return self._path(sample).read_bytes()

    def thumbnail(self, sample: Sample) -> bytes:
        """Return a small picture of a sample; made once, then remembered."""
        if sample.name not in self._thumbnails:
            self._thumbnails[sample.name] = thumbnail(load_image(self._path(sample)))
        return self._thumbnails[sample.name]

    def _path(self, sample: Sample) -> Path:
        return self._folder / f"{sample.name}.jpg"
