"""Photos whose reading a person has put right, kept with their truth to measure the reader by.

`palago evaluate` reads the folder; `vision.evaluation.labelled_photos` says how a truth file looks.
Nothing of it is ever sent anywhere.
"""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from companion.photos.correction import Correction, corrected, corrected_clusters
from companion.photos.readings import KeptReading
from companion.words.language import gettext as _
from vision.evaluation.labelled_photos import truth_path
from vision.reading import Reading, TileReading

NAME = "labelled"
_OWNER_ONLY = 0o700


class LabellingError(RuntimeError):
    """A labelled photo could not be written or removed; the text says where and why."""


class LabelledFolder:
    """The folder of labelled photos in a data directory; it is made when it is first needed."""

    def __init__(self, data: Path) -> None:
        self.path = data / NAME

    def photo_of(self, kept: KeptReading) -> Path:
        """Return where the labelled photo of a reading lies, if there is one.

        The time is part of the name, so that data that are begun anew never overwrite it.
        """
        return self.path / f"{kept.read_at:%Y-%m-%d-%H%M%S}-reading-{kept.number}.jpg"

    def holds(self, kept: KeptReading) -> bool:
        """Tell whether the photo of a reading is labelled."""
        photo = self.photo_of(kept)
        return photo.is_file() and truth_path(photo).is_file()

    def update(self, kept: KeptReading, jpeg: bytes) -> None:
        """Label a reading's photo where its correction is complete; otherwise take the label away.

        Raises
        ------
        LabellingError
            If the folder cannot be written.
        """
        if kept.correction is None or not kept.correction.is_complete:
            self.remove(kept)
            return
        photo = self.photo_of(kept)
        truth = truth_to_json(kept.reading, kept.correction, photo.name)
        try:
            self.path.mkdir(mode=_OWNER_ONLY, parents=True, exist_ok=True)
            _write(photo, jpeg)
            _write(truth_path(photo), json.dumps(truth, indent=1, ensure_ascii=False).encode())
        except OSError as error:
            if not self.holds(kept):  # half a label is none
                with suppress(LabellingError):
                    self.remove(kept)
            raise LabellingError(
                _(
                    "The correction is kept, but {photo} cannot be written for measuring"
                    " ({reason}): make room or set the folder's rights, and save again.",
                    photo=photo,
                    reason=error.strerror or error,
                )
            ) from error

    def remove(self, kept: KeptReading) -> None:
        """Remove the labelled photo of a reading, if there is one.

        Raises
        ------
        LabellingError
            If it cannot be removed.
        """
        photo = self.photo_of(kept)
        try:
            photo.unlink(missing_ok=True)
            truth_path(photo).unlink(missing_ok=True)
        except OSError as error:
            raise LabellingError(
                _(
                    "All else is done, but {photo} cannot be removed ({reason}): remove it"
                    " yourself.",
                    photo=photo,
                    reason=error.strerror or error,
                )
            ) from error


def truth_to_json(reading: Reading, correction: Correction, image: str) -> dict[str, Any]:
    """Return a complete correction as the truth about a photo.

    Of each tile ``visible`` says how much of it lies within the picture; nothing of one that was
    added where the reader said that it cannot see, so no reader is asked for it.
    """
    hidden = [seen.hidden for seen in reading.clusters]
    placed = [
        (cluster, cells)
        for cluster, cells in zip(corrected_clusters(reading, correction), hidden, strict=True)
        if cluster.tiles
    ]
    clusters = tuple(cluster for cluster, _cells in placed)
    truth = replace(corrected(reading, correction), clusters=clusters).to_json(image)
    for (cluster, cells), entry in zip(placed, truth["clusters"], strict=True):
        for tile, fields in zip(cluster.tiles, entry["tiles"], strict=True):
            share = (
                0.0 if tile.cell in cells else _share_within(tile, reading.width, reading.height)
            )
            fields["visible"] = round(share, 3)
    truth["dice"] = [{"value": die.value} for die in correction.dice]
    return truth


def _share_within(tile: TileReading, width: int, height: int) -> float:
    """Return the share of a tile's face that lies within the picture, 0..1."""
    face = np.array(tile.corners, dtype=np.float32)
    frame = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    within, _face = cv2.intersectConvexConvex(face, frame)
    return min(1.0, within / cv2.contourArea(face))


def _write(path: Path, data: bytes) -> None:
    """Write a file wholly or not at all."""
    unfinished = path.with_name(f".{path.name}.unfinished")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(path)
    except OSError:
        unfinished.unlink(missing_ok=True)
        raise
