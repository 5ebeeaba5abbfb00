"""What a reading comes to: what any look shows and no tile explains is a doubt."""

from __future__ import annotations

from dataclasses import replace

import pytest

from training.synthesis.unseen.photo import make_photo
from vision.lattice.budget import FitBudget
from vision.networks.detector import Detections
from vision.readers.attempt import Attempt
from vision.readers.concluding import concluded
from vision.readers.effort import Effort
from vision.readers.examination import Examination
from vision.readers.finds import Finds
from vision.readers.reader import Reader
from vision.readers.sight import Sight

NOTHING = Attempt((), (), (), None, (), None, 0, 0, 0)


@pytest.fixture(scope="module")
def seen(reader: Reader) -> Examination:
    """A board in plain sight (a render)."""
    return reader.examine(make_photo(3024).image)


@pytest.fixture
def blind(reader: Reader, seen: Examination) -> tuple[Sight, Detections]:
    """The same photo, and a look at it that shows nothing at all."""
    nothing = replace(seen.detections, tiles=())
    effort = Effort()
    finds = Finds(seen.pyramid, reader._finds, effort)
    sight = Sight(seen.pyramid, finds, reader.detector, FitBudget(), effort, nothing, nothing)
    return sight, nothing


def test_where_no_look_shows_anything_the_table_is_surely_empty(
    blind: tuple[Sight, Detections],
) -> None:
    sight, nothing = blind
    reading = concluded(sight, NOTHING, (nothing,))
    assert reading.sure
    assert reading.clusters == ()


def test_what_only_a_look_shows_that_was_not_gone_by_is_a_doubt(
    seen: Examination, blind: tuple[Sight, Detections]
) -> None:
    sight, nothing = blind
    assert not concluded(sight, NOTHING, (nothing, seen.detections)).sure


def test_a_photo_that_something_covers_shows_no_empty_table(
    blind: tuple[Sight, Detections],
) -> None:
    sight, nothing = blind
    for share, sure in ((0.05, True), (0.15, False)):
        found = replace(nothing, cover=nothing.cover * 0)
        found.cover[: round(share * len(found.cover))] = 1.0
        assert concluded(replace(sight, found=found), NOTHING, (nothing,)).sure == sure
