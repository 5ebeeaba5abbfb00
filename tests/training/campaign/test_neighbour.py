"""Somebody in a corner of a drawn game: always there, never still, nowhere near the board."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest

from training.campaign.neighbour import far_seat, with_neighbour

SIZE = 1280, 960


@pytest.mark.parametrize("corner", [(0, 0), (1280, 0), (0, 960), (1280, 960)])
def test_somebody_sits_in_the_corner_that_is_farthest_from_the_board(
    corner: tuple[int, int],
) -> None:
    away = np.array([640.0, 480.0]) - (np.array(corner) - (640, 480)) * 0.3
    x, y = far_seat(SIZE, np.array([away, away + 40.0]))
    assert y == corner[1]
    assert 0 < abs(x - corner[0]) < 0.2 * SIZE[0]
    assert 0 < x < SIZE[0]


def test_somebody_is_there_in_every_frame_and_keeps_still_in_none() -> None:
    table = np.full((SIZE[1], SIZE[0], 3), 120, np.uint8)
    frames = [with_neighbour(table, (1126, 0), n / 10) for n in range(40)]
    there = [(frame != table).any(axis=2) for frame in frames]
    assert all(seen.mean() > 0.01 for seen in there)
    rows, columns = np.nonzero(np.logical_or.reduce(there))
    assert rows.max() < 0.2 * SIZE[1]
    assert columns.min() > 0.6 * SIZE[0]
    moved = [(now != before).any(axis=2).mean() for before, now in pairwise(frames)]
    assert min(moved) > 0.0003
    assert (table == 120).all()
