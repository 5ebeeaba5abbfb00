"""Places of a picture on a coarse grid."""

from __future__ import annotations

import numpy as np
import pytest

from vision.following.places import reaches_in


@pytest.mark.parametrize("bars", [0, 20])
def test_an_arm_reaches_in_from_the_pictures_border_black_bars_left_out(bars: int) -> None:
    picture = np.full((120, 160, 3), 90.0, np.float32)
    picture[:bars] = picture[120 - bars :] = 2.0
    mask = np.zeros((120, 160), np.bool_)
    mask[bars + 1 : 60, 70:90] = True
    assert not reaches_in(mask, picture)
    mask[bars] |= mask[bars + 1]
    assert reaches_in(mask, picture)


def test_of_a_black_picture_all_is_picture() -> None:
    mask = np.zeros((120, 160), np.bool_)
    mask[:60, 70:90] = True
    assert reaches_in(mask, np.zeros((120, 160, 3), np.float32))
