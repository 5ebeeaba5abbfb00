"""Things over the table that are followed from look to look."""

from __future__ import annotations

import numpy as np
import pytest

from vision.arrays import Points
from vision.following.seen import Seen, Ways
from vision.following.things import Thing, followed, outlasting_play
from vision.following.thresholds import LASTING_ELSEWHERE
from vision.networks.detector import Detections

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
