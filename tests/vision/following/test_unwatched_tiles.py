"""For how long nobody can have seen the first tiles being laid."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.following.drawn_film import OPENING, Film, follow, made_up, views
from vision.arrays import Image, Points
from vision.following.die_watch import DieWatch
from vision.following.follower import Follower
from vision.networks.detector import DieDetection
from vision.readers.reader import Reader

_EDGE = 20.0


def _painted(places: list[int]) -> Image:
    """Return a picture with a chequered square for each place, 60 px apart."""
    picture = np.full((120, 400, 3), 90, np.uint8)
    checks = np.indices((40, 40)).sum(axis=0) // 10 % 2 * 160 + 40
    for place in places:
        picture[40:80, 60 * place : 60 * place + 40] = checks[..., None]
    return picture


def _outline(place: int) -> Points:
    angles = np.arange(6) * np.pi / 3
    middle = 60.0 * place + 20.0, 60.0
    return np.stack([np.cos(angles), np.sin(angles)], axis=1) * _EDGE + np.array(middle)


def _watched(*frames: tuple[float, list[int]]) -> DieWatch:
    watch = DieWatch()
    for time, places in frames:
        watch.see(_painted(places), time)
    return watch


def test_it_counts_until_all_tiles_are_seen_to_lie_there() -> None:
    watch = _watched((3.0, []), (5.0, [1]), (9.0, [1, 3]), (12.0, [1, 3]))
    now = _painted([1, 3])
    assert watch.unwatched(now, 14.0, [_outline(1)], []) == 2.0
    assert watch.unwatched(now, 14.0, [_outline(1), _outline(3)], []) == 6.0
    assert watch.unwatched(now, 14.0, [], []) == 0.0


def test_without_a_tile_the_dice_tell() -> None:
    watch = _watched((3.0, []), (5.0, [1]), (9.0, [1, 3]))
    die = DieDetection((80.0, 60.0), 12.0, 0.9)
    assert watch.unwatched(_painted([1, 3]), 14.0, [], [die]) == 2.0
    assert watch.unwatched(_painted([1, 3]), 14.0, [_outline(3)], [die]) == 6.0


def test_what_lay_there_from_the_first_frame_on_was_not_laid_though_an_arm_passed() -> None:
    watch = _watched((3.0, [1, 3]), (5.0, [3]), (9.0, []))
    assert watch.unwatched(_painted([1, 3]), 14.0, [_outline(1), _outline(3)], []) == 0.0


def test_of_a_picture_of_another_size_nothing_is_known() -> None:
    watch = _watched((3.0, [1]), (5.0, [1]))
    assert watch.unwatched(_painted([1])[:100], 14.0, [_outline(1)], []) == 11.0


def test_a_single_photo_has_no_time_before_it() -> None:
    assert DieWatch().unwatched(_painted([1]), 14.0, [_outline(1)], []) == 0.0


@pytest.mark.parametrize("covered", [0.0, 6.0])
def test_a_camera_that_was_covered_at_first_has_seen_nothing(
    reader: Reader, covered: float
) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    dark = np.full_like(film.table.picture([]), 3)
    assert not views(follow(follower, film.show(dark, covered)))
    first, *_ = views(follow(follower, film.board(OPENING, 2.0)))
    assert set(first.view.board) == set(OPENING)
    assert first.view.unwatched == pytest.approx(covered, abs=0.5)
    later = views(follow(follower, film.board(OPENING.without(next(iter(OPENING))), 3.0)))
    assert all(not view.view.unwatched for view in later)
