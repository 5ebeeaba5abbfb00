"""A companion whose reader knows the sample photos' truth, so that the page can be tested alone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.web import create_app
from companion.words.language import ENGLISH, speaking
from rules import Cell
from vision.arrays import Image
from vision.pictures.images import load_image
from vision.readers.picture_reader import ReadPicture
from vision.reading import ClusterReading, DieReading, Reading, TileReading

SEEN_ENOUGH = 0.5


def reading_of_truth(path: Path) -> Reading:
    """Return what a perfect reader would say of the photo whose truth file this is."""
    truth = json.loads(path.read_text("utf-8"))
    clusters = [
        ClusterReading(
            tiles=tuple(_tile(tile) for tile in cluster["tiles"] if tile["visible"] >= SEEN_ENOUGH),
            hidden=tuple(
                Cell(tile["q"], tile["r"])
                for tile in cluster["tiles"]
                if tile["visible"] < SEEN_ENOUGH
            ),
        )
        for cluster in truth["clusters"]
        if cluster["tiles"]
    ]
    return Reading(
        width=truth["width"],
        height=truth["height"],
        sure=True,
        reason=None,
        elapsed_ms=0.0,
        clusters=tuple(sorted(clusters, key=lambda cluster: -len(cluster.tiles))),
        dice=tuple(
            DieReading(die["value"], tuple(die["center"]), 1.0, True) for die in truth["dice"]
        ),
    )


def _tile(tile: dict[str, object]) -> TileReading:
    orientation = int(tile["orientation"])
    probabilities = [0.0] * 7
    probabilities[1 + orientation] = 1.0
    return TileReading(
        cell=Cell(tile["q"], tile["r"]),
        orientation=orientation,
        center=tuple(tile["center"]),
        white_tip=tuple(tile["white_tip"]),
        blue_tip=tuple(tile["blue_tip"]),
        corners=tuple(tuple(corner) for corner in tile["corners"]),
        confidence=1.0,
        sure=True,
        probabilities=tuple(probabilities),
    )


def _key(image: Image) -> bytes:
    """Return what tells a picture from others."""
    return sha256(np.ascontiguousarray(image)).digest() + repr(image.shape).encode()


@cache
def _truths(folder: Path) -> Mapping[bytes, Path]:
    """Return the truth files of sample photos by what tells these; each is opened but once."""
    truths = sorted(folder.glob("p*.json"))
    return {_key(load_image(truth.with_suffix(".jpg"))): truth for truth in truths}


class TruthReader:
    """Reads the sample photos, and no others, from their truth files."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def read(self, image: Image) -> Reading:
        truth = _truths(self._folder).get(_key(image))
        if truth is not None:
            return reading_of_truth(truth)
        return Reading(image.shape[1], image.shape[0], True, None, 0.0, ())

    def examine(self, image: Image) -> SimpleNamespace:
        return SimpleNamespace(reading=self.read(image))

    def of(self, _camera: str | None) -> TruthReader:
        return self

    def look(self, image: Image) -> ReadPicture:
        examination: Any = self.examine(image)
        return ReadPicture(examination.reading, examination, image)


@pytest.fixture(scope="session")
def truth(sample_images: Path) -> Callable[[str], Reading]:
    """What a perfect reader would say of a sample photo, by its name."""

    def of(name: str) -> Reading:
        return reading_of_truth(sample_images / f"{name}.json")

    return of


@pytest.fixture(autouse=True)
def english() -> Iterator[None]:
    """Let no test choose the language of the next: a test client answers in the test's thread."""
    with speaking(ENGLISH):
        yield


@pytest.fixture
def app(tmp_path: Path, sample_images: Path) -> Flask:
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(tmp_path / "data", reader, Samples(sample_images))
    app.testing = True
    return app


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client
