"""What a photo may take is counted: what goes beyond it is left out, and then nothing is sure."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from rules import Board, Cell
from tests.drawn_table import laid, picture_of
from training.synthesis.unseen.evenings import make_evening
from training.synthesis.unseen.photo import make_photo
from vision.lattice.budget import fit_work
from vision.lattice.joining import easiest_way
from vision.networks.detector import Detections
from vision.pictures.images import load_image
from vision.readers import reader as reading_photos
from vision.readers.effort import CountedFinder, Effort, cluster_work, lying_work, overhead_work
from vision.readers.reader import Reader
from vision.readers.thresholds import MOST_WORK, PIXELS_A_CELL, STRETCHED_LOOK
from vision.reading import Reading
from vision.recognition.sureness import Doubt, unless

LITTLE = 700.0
NOTHING = Detections((), (), np.zeros((1, 1), np.float32), np.zeros((1, 1), np.float32), 1.0)


class Blind:
    """Sees nothing anywhere."""

    def detect(self, *_: object) -> Detections:
        """Find nothing."""
        return NOTHING


def test_effort_lasts_until_it_is_spent_and_tells_when_it_was_short() -> None:
    effort = Effort(10.0)
    effort.spend(6.0)
    assert effort.allows(4.0)
    assert not effort.was_short
    assert not effort.allows(5.0)
    assert effort.was_short


def test_what_is_larger_takes_more_work() -> None:
    assert cluster_work(20) > cluster_work(7) > 7
    assert fit_work(60) > 2 * fit_work(30)
    assert lying_work(30) > lying_work(20) > 20
    assert overhead_work(200_000) == pytest.approx(2 * overhead_work(100_000))


def test_looks_count_the_pixels_that_the_network_sees() -> None:
    effort = Effort(1000.0)
    finder = CountedFinder(Blind(), effort)
    picture = np.zeros((960, 1280, 3), np.uint8)
    assert finder.detect(picture, 640) is NOTHING
    assert 1000.0 - effort.left == pytest.approx(640 * 480 / PIXELS_A_CELL)
    finder.detect(picture, 5000)
    assert 1000.0 - effort.left == pytest.approx(5 * 640 * 480 / PIXELS_A_CELL)


def test_a_reading_that_was_cut_short_is_not_sure() -> None:
    sure = Reading(100, 100, True, None, 0.0, (), (), 3.0)
    assert unless(False, sure) is sure
    short = unless(True, sure)
    assert (short.sure, short.reason) == (False, Doubt.TOO_MUCH_TO_SEE())
    assert short.margin == -math.inf
    doubted = replace(sure, sure=False, reason=Doubt.LOOK_ALIKES())
    assert unless(True, doubted) is doubted


@pytest.fixture
def efforts(monkeypatch: pytest.MonkeyPatch) -> list[Effort]:
    """Return the efforts of the photos that are read, of which each may take little."""
    made: list[Effort] = []

    def little() -> Effort:
        made.append(Effort(LITTLE))
        return made[-1]

    monkeypatch.setattr(reading_photos, "Effort", little)
    return made


@pytest.mark.parametrize("seed", [1513, 2372])
def test_a_board_that_takes_more_than_there_is_is_not_said_to_be_sure(
    reader: Reader, efforts: list[Effort], seed: int
) -> None:
    """With all there is, these are read surely (test_overhead)."""
    reading = reader.read(make_photo(seed).image)
    assert efforts[0].was_short
    assert not reading.sure
    assert efforts[0].left > -MOST_WORK / 2


@pytest.mark.parametrize("seed", [56991, 57348])
def test_a_table_without_tiles_is_drawn_out_as_long_as_there_is_effort_for_it(
    reader: Reader, efforts: list[Effort], seed: int
) -> None:
    photo = make_evening(seed)
    assert photo is not None
    reading = reader.read(photo.image)
    assert (reading.sure, reading.reason) == (False, Doubt.TOO_MUCH_TO_SEE())
    assert not reading.clusters
    assert efforts[0].left > -STRETCHED_LOOK


def test_a_large_board_seen_from_above_takes_little(
    reader: Reader, sample_images: Path, efforts: list[Effort]
) -> None:
    assert reader.read(load_image(sample_images / "p001048_big.jpg")).sure
    assert not efforts[0].was_short
    assert 0 < efforts[0].left < LITTLE


@pytest.mark.parametrize("seed", [51996, 52017])
def test_cloths_of_hexagons_take_no_more_than_there_is(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    """What was begun may take a little more than what was left for it."""
    effort = Effort()
    monkeypatch.setattr(reading_photos, "Effort", lambda: effort)
    reader.read(make_evening(seed).image)
    assert effort.left > -MOST_WORK / 4


@pytest.mark.parametrize(("left", "is_looked_between"), [(MOST_WORK, True), (0.0, False)])
def test_what_lies_between_two_parts_is_looked_at_as_long_as_there_is_effort_for_it(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, left: float, *, is_looked_between: bool
) -> None:
    effort = Effort(left)
    looked: list[float] = []

    def way(*between: Any) -> float:
        looked.append(easiest_way(*between))
        return looked[-1]

    monkeypatch.setattr(reading_photos, "Effort", lambda: effort)
    monkeypatch.setattr("vision.readers.rejoining.easiest_way", way)
    parts = Board({Cell(q, r): 0 for q in (-3, -2, -1, 3, 4, 5) for r in (-1, 0)})
    reading = reader.read(picture_of(*laid(parts, (0.0, 0.0))))
    assert bool(looked) == is_looked_between
    assert effort.was_short != is_looked_between
    assert reading.sure == is_looked_between
