"""Things over the table that are followed from look to look."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from rules import Board, Cell
from tests.thorough import some_of
from tests.vision.following.drawn_film import Film, follow, made_up, views
from tests.vision.following.test_reaching import with_arm
from vision.arrays import Mask, Points
from vision.following.follower import Follower
from vision.following.seen import Seen, Ways
from vision.following.things import Thing, followed, outlasting_play
from vision.following.thresholds import LASTING_ELSEWHERE
from vision.networks.detector import Detections
from vision.readers.reader import Reader

PICTURE = np.zeros((60, 80, 3), np.float32)
PLACE = np.zeros((60, 80), np.bool_)
PLACE[40:, :12] = True
NOWHERE = np.zeros_like(PLACE)


@pytest.mark.parametrize("on_bare", [True, False])
@pytest.mark.parametrize("is_elsewhere", [True, False])
def test_what_was_an_arm_still_is_one_unless_it_was_for_the_first_tiles_alone(
    *, on_bare: bool, is_elsewhere: bool
) -> None:
    arm = Thing(PLACE, PICTURE, 3.0, 60.0, on_bare=on_bare)
    now = followed(Thing(PLACE, PICTURE, 9.0, 3.0), [(arm, NOWHERE)], is_elsewhere=is_elsewhere)
    assert now.since == 3.0
    assert now.patience == (3.0 if on_bare and is_elsewhere else 60.0)


def test_what_looks_otherwise_now_came_just_now() -> None:
    arm = Thing(PLACE, PICTURE, 3.0, 60.0)
    now = followed(Thing(PLACE, PICTURE, 9.0, 3.0), [(arm, PLACE)], is_elsewhere=False)
    assert (now.since, now.patience) == (9.0, 3.0)


def test_what_hides_the_first_tiles_is_forgotten_for_good_once_they_lie_elsewhere() -> None:
    arm = Thing(PLACE, PICTURE, 3.0, 60.0, on_bare=True)
    now = followed(Thing(PLACE, PICTURE, 9.0, 3.0), [(arm, NOWHERE)], is_elsewhere=True)
    later = followed(Thing(PLACE, PICTURE, 12.0, 3.0), [(now, NOWHERE)], is_elsewhere=False)
    assert (later.since, later.patience) == (3.0, 3.0)


def _tile(x: float, y: float) -> Points:
    angles = np.arange(6) * np.pi / 3
    return np.stack([x + 40 * np.cos(angles), y + 40 * np.sin(angles)], axis=1)


@pytest.mark.parametrize(
    ("known", "beside", "came", "has_moved", "is_thought_a_hand"),
    [
        ([], [], (560.0, 120.0), False, False),
        ([], [], (130.0, 360.0), False, True),  # the hand itself may hold it
        ([(560.0, 120.0)], [], (560.0, 120.0), False, False),  # known since
        ([], [(560.0, 120.0)], (563.0, 121.0), False, True),
        ([], [], (560.0, 120.0), True, True),
    ],
)
def test_a_thing_is_no_hand_once_another_hand_has_laid_a_tile_elsewhere(
    *,
    known: list[tuple[float, float]],
    beside: list[tuple[float, float]],
    came: tuple[float, float],
    has_moved: bool,
    is_thought_a_hand: bool,
) -> None:
    first, empty = _tile(400.0, 120.0), np.zeros((60, 80), np.float32)
    lay, found = [first, *(_tile(*at) for at in known)], [first, _tile(*came)]
    arm = Thing(PLACE, PICTURE, 3.0, 60.0, beside=[first, *(_tile(*at) for at in beside)])
    detections = Detections((), (), empty, empty, 8.0)
    seen = Seen(np.zeros((480, 640, 3), np.uint8), detections, lay, found, Ways((), has_moved))
    patience = outlasting_play(arm, seen, 8.0).patience
    assert patience == (60.0 if is_thought_a_hand else LASTING_ELSEWHERE)


def _gone(*tiles: Points, wider: float = 1.0) -> Mask:
    """Return where the picture is another one than it was: on some tiles, or about them, too."""
    drawn = np.zeros((480, 640), np.uint8)
    for tile in tiles:
        middle = tile.mean(axis=0)
        cv2.fillConvexPoly(drawn, (middle + wider * (tile - middle)).astype(np.int32), (1.0,))
    return np.asarray(cv2.resize(drawn, (80, 60), interpolation=cv2.INTER_AREA) > 0, np.bool_)


TILES = [_tile(x, 120.0) for x in (240.0, 320.0, 400.0, 480.0, 560.0)]


@pytest.mark.parametrize(
    ("gone", "is_thought_a_hand"),
    [
        (_gone(TILES[2]), False),
        (_gone(TILES[2], TILES[4]), False),
        (_gone(TILES[2], wider=2.5), True),  # a hand was there, and went
        (_gone(TILES[0], TILES[2], TILES[4]), True),  # the picture went a little
        (_gone(_tile(100.0, 360.0)), True),
        (None, True),
    ],
)
@pytest.mark.parametrize("is_taken", [True, False])
def test_a_thing_is_no_hand_once_another_hand_has_turned_a_tile_elsewhere_or_taken_it(
    *, gone: Mask | None, is_thought_a_hand: bool, is_taken: bool
) -> None:
    empty = np.zeros((60, 80), np.float32)
    cup = Thing(PLACE, PICTURE, 3.0, 60.0, beside=[*TILES, *TILES])
    found = [*TILES[:2], *TILES[3:]] if is_taken else TILES
    detections = Detections((), (), empty, empty, 8.0)
    seen = Seen(np.zeros((480, 640, 3), np.uint8), detections, TILES, found)
    patience = outlasting_play(cup, seen, 8.0, gone).patience
    assert patience == (60.0 if is_thought_a_hand else LASTING_ELSEWHERE)


ROW = Board({Cell(q, -(q // 2)): 4 for q in range(-1, 5)})


@pytest.mark.parametrize(
    "after", some_of([ROW.without(Cell(4, -2)), ROW.with_tile(Cell(4, -2), 0)], 1)
)
def test_an_arm_that_rests_is_waited_for_no_more_once_another_hand_took_a_tile_or_turned_it(
    reader: Reader, after: Board
) -> None:
    """It was waited for until 20 s were over."""
    film, follower, cell = Film(made_up(8)), Follower(reader), Cell(-2, 1)
    follow(follower, film.board(ROW, 1.5))
    assert not views(follow(follower, film.show(with_arm(film, ROW, cell, "right"), 2.0)))
    (look,) = views(follow(follower, film.show(with_arm(film, after, cell, "right"), 6.0)))
    assert len(look.view.board) == len(after)
