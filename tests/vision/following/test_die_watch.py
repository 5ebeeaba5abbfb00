"""For how long a die has lain as it does, while hands were over the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain

import numpy as np
import pytest

from rules.lattice import Cell
from tests.vision.following.drawn_film import LONGER, OPENING, Film, follow, made_up, views
from training.synthesis.staging import HeldTile, StagedBoard
from vision.arrays import Image
from vision.following.die_watch import DiceBetween, DieWatch, faces_in_photo
from vision.following.follower import Follower
from vision.following.thresholds import WATCH_EVERY_S, WATCH_FRAMES
from vision.networks.detector import DieDetection
from vision.readers.picture_reader import ReadPicture
from vision.readers.reader import Reader
from vision.reading import DieReading

Die = tuple[int, tuple[float, float]]
BEFORE: Die = (5, (-70.0, 60.0))
AFTER: Die = (2, (-90.0, 20.0))
ROLLING: tuple[Die, ...] = (
    (4, (90.0, 70.0)),
    (1, (45.0, 62.0)),
    (6, (0.0, 55.0)),
    (3, (-50.0, 40.0)),
)
SMALL_DIE = 0.008
"""What takes up no more of the picture than this share does not count as motion: so does no die."""


def _frames(
    film: Film, die: Die | None, seconds: float, *, laid: bool = False, holding: bool = False
) -> Iterator[tuple[Image, float]]:
    """Yield a still table, perhaps with a hand that holds a tile over the cell (1, 0)."""
    place = film.place(Cell(1, 0))
    board = StagedBoard(LONGER if laid else OPENING)
    over = {"hand_at": place, "held": HeldTile(place, 0.4, 30.0)} if holding else {}
    yield from film.show(film.table.picture([board], die=die, **over), seconds)


def test_a_die_that_is_seen_while_a_hand_rests_was_thrown_before(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    follow(follower, _frames(film, BEFORE, 2.0))
    follow(follower, _frames(film, BEFORE, 2.0, holding=True))
    follow(follower, _frames(film, AFTER, 6.0, holding=True))
    (view,) = views(follow(follower, _frames(film, AFTER, 1.0)))
    assert [die.value for die in view.view.dice] == [AFTER[0]]
    lain, left = view.view.dice_lain, view.view.dice_left
    assert lain is not None
    assert left is not None
    assert 6.0 < lain < 7.0
    assert lain < left < 7.5
    # and one that nobody touched has lain since the table was seen last, at least
    (laid,) = views(follow(follower, _frames(film, AFTER, 3.0, laid=True)))
    lain = laid.view.dice_lain
    assert lain is not None
    assert 0.2 < lain < 2.0


def test_a_die_that_is_thrown_as_the_hand_goes_has_not_lain_there(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    follow(follower, _frames(film, BEFORE, 2.0))
    follow(follower, _frames(film, BEFORE, 8.0, holding=True))
    (view,) = views(follow(follower, _frames(film, AFTER, 1.0)))
    lain = view.view.dice_lain
    assert lain is not None
    assert lain < 1.0


def test_a_die_that_rolls_and_is_too_small_to_be_seen_moving_does_not_lie_there(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.following.motion.LEAST_SHARE", SMALL_DIE)
    film, follower = Film(made_up(8)), Follower(reader)
    follow(follower, _frames(film, BEFORE, 1.0))
    rolling = [_frames(film, (value, place), 0.2) for value, place in ROLLING]
    thrown = chain(_frames(film, BEFORE, 0.6, holding=True), *rolling, _frames(film, AFTER, 1.4))
    seen = [
        die.value for view in views(follow(follower, thrown)) for die in view.view.dice if die.sure
    ]
    assert seen == [AFTER[0]]


def test_what_is_thrown_and_picked_up_again_under_a_hand_is_seen(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    meanwhile: Die = (6, (-60.0, -30.0))
    follow(follower, _frames(film, BEFORE, 2.0))
    said = follow(follower, _frames(film, BEFORE, 3.0, holding=True))
    said += follow(follower, _frames(film, meanwhile, 6.0, holding=True))
    said += follow(follower, _frames(film, AFTER, 3.0, holding=True))
    (view,) = views([*said, *follow(follower, _frames(film, AFTER, 1.0))])
    assert [die.value for die in view.view.dice] == [AFTER[0]]
    assert view.view.dice_between == (meanwhile[0],)
    (laid,) = views(follow(follower, _frames(film, AFTER, 3.0, laid=True)))
    assert laid.view.dice_between == ()


def _die(value: int, place: int, *, sure: bool = True) -> DieReading:
    return DieReading(value, (40.0 * place, 50.0), 0.99, sure)


def test_dice_between_are_those_that_lay_neither_before_nor_now() -> None:
    between = DiceBetween()
    assert between.settled([_die(2, 1)]) == ()
    for die in [_die(2, 1), *[_die(6, 2)] * 3, *[_die(1, 3)] * 2, *[_die(4, 4)] * 2]:
        between.look([die])
    assert between.settled([_die(4, 4)]) == (6, 1)
    assert between.settled([_die(4, 4)]) == ()


def test_a_die_that_is_read_unsurely_once_or_beside_another_is_not_known_to_lie_between() -> None:
    between = DiceBetween()
    between.settled([_die(2, 1)])
    for dice in ([_die(3, 2, sure=False)], [_die(3, 2)], [_die(3, 2), _die(5, 4)]):
        between.look(dice)
    assert between.settled([_die(4, 5)]) == ()
    # where no die is seen now, one that was seen under the hand may lie there
    for _ in range(3):
        between.look([_die(6, 2)])
    assert between.settled([]) == ()


def _painted(places: list[int], side: int = 24) -> Image:
    """Return a picture with a chequered square for each place, 40 px apart."""
    picture = np.full((120, 400, 3), 90, np.uint8)
    checks = np.indices((side, side)).sum(axis=0) // 6 % 2 * 160 + 40
    for place in places:
        picture[40 : 40 + side, 40 * place : 40 * place + side] = checks[..., None]
    return picture


def _face(place: int, side: int = 24) -> DieDetection:
    return DieDetection((40.0 * place + side / 2, 40.0 + side / 2), 0.7 * side, 0.9)


@pytest.mark.parametrize("seconds", [5, 60, 1800])
def test_of_long_times_only_so_much_is_kept(seconds: int) -> None:
    watch = DieWatch()
    watch.settled(_painted([]), 0.0)
    times = np.arange(0.0, float(seconds), 0.1)
    for time in times:
        watch.see(_painted([2] if time >= seconds / 2 else []), float(time))
    assert len(watch.frames.kept) <= WATCH_FRAMES
    lain = watch.lain(_painted([2]), float(seconds), [_face(2)])
    assert lain is not None
    spacing = max(WATCH_EVERY_S, 4 * seconds / WATCH_FRAMES)
    assert seconds / 2 - spacing <= lain <= seconds / 2 + 0.2


def test_the_die_that_was_thrown_last_tells() -> None:
    watch = DieWatch()
    watch.settled(_painted([1]), 0.0)
    watch.see(_painted([1, 5]), 3.0)
    assert watch.lain(_painted([1, 5]), 4.0, [_face(1), _face(5)]) == 1.0
    assert watch.lain(_painted([1, 5]), 4.0, [_face(1)]) == 4.0
    # an arm lies over it for a while
    watch.see(_painted([5]), 5.0)
    assert watch.lain(_painted([1, 5]), 6.0, [_face(1)]) == 6.0


def test_a_die_lay_there_until_it_was_seen_last() -> None:
    watch = DieWatch()
    watch.settled(_painted([1, 5]), 0.0, [_face(1), _face(5)])
    for time, places in ((3.0, [1, 5]), (4.0, [5]), (5.0, [1, 5]), (7.0, [3, 5]), (9.0, [3])):
        watch.see(_painted(places), time)
    # an arm lay over one of them at 4 s, and the other one has stayed
    assert watch.left(_painted([3, 5]), 10.0) == 5.0
    watch.settled(_painted([3, 5]), 10.0, [])
    assert watch.left(_painted([3, 5]), 11.0) is None
    watch.settled(_painted([3, 5]), 12.0, [_face(3)])
    assert watch.left(_painted([3, 5])[:100], 13.0) is None
    assert watch.left(_painted([3, 5]), 14.0) == 2.0


def test_nothing_is_known_without_a_die_or_frames_of_the_same_size() -> None:
    watch = DieWatch()
    assert watch.lain(_painted([1]), 1.0, [_face(1)]) is None
    watch.settled(_painted([1]), 1.0)
    assert watch.lain(_painted([1]), 2.0, []) is None
    assert watch.lain(_painted([1])[:100], 2.0, [_face(1)]) is None
    watch.forget()
    assert watch.lain(_painted([1]), 3.0, [_face(1)]) is None


def test_a_face_is_looked_at_where_the_camera_saw_it(reader: Reader) -> None:
    """Readings are of straightened pictures, where a lens bends them; frames are not."""
    film = Film(made_up(8))
    frame = film.table.picture([StagedBoard(OPENING)], die=BEFORE)
    examination = reader.examine(frame)
    (die,) = examination.reading.dice
    bent = replace(die, center=(die.center[0] - 7.0, die.center[1] + 3.0))
    looked = ReadPicture(replace(examination.reading, dice=(bent,)), examination, frame.copy())
    face, strange = (DieDetection(at, 9.0, 0.9) for at in (die.center, (1.0, 2.0)))
    assert faces_in_photo(looked, [face]) == (replace(face, center=bent.center),)
    assert faces_in_photo(looked, [face, strange]) == ()
