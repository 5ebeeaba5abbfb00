"""Things over the table that are followed from look to look."""

from __future__ import annotations

import numpy as np
import pytest

from vision.following.things import Thing, followed

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
