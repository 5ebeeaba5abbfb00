"""Pictures of made-up tables that tests ask for again are the same, and are not drawn again."""

from __future__ import annotations

import numpy as np

from rules import Board, Cell
from tests.drawn_once import DrawnOnce
from training.synthesis.staging import StagedBoard, make_table


def test_a_picture_that_is_asked_for_again_is_the_same_and_one_s_own(
    drawn_once: DrawnOnce,
) -> None:
    laid = [StagedBoard(Board({Cell(0, 0): 4}))]
    first = make_table(3, width=320, height=180).picture(laid)
    drawn = drawn_once.drawn
    again = make_table(3, width=320, height=180).picture(laid)
    assert drawn_once.drawn == drawn
    np.testing.assert_array_equal(first, again)
    again[:] = 0
    assert first.any()
    other = make_table(3, width=320, height=180).picture(laid, die=(4, (60.0, 20.0)))
    assert drawn_once.drawn == drawn + 1
    assert (other != first).any()
