"""Of things on one spot the first one stays."""

from __future__ import annotations

import numpy as np

from vision.detection import one_on_each_spot


def test_what_lies_on_one_that_stays_is_left_out() -> None:
    lie_on = np.eye(4, dtype=np.bool_)
    lie_on[1, 0] = lie_on[2, 1] = True  # the second on the first, the third on the second alone
    assert one_on_each_spot(lie_on) == [0, 2, 3]


def test_nothing_stays_of_nothing() -> None:
    assert one_on_each_spot(np.zeros((0, 0), np.bool_)) == []
