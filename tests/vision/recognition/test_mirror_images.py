"""A group of tiles that is another one's image in a pane of glass is told by how it lies."""

from __future__ import annotations

import math

import numpy as np
import pytest

from rules.lattice import Cell
from training.synthesis.layout import random_cells
from vision.recognition.lie import Lie
from vision.recognition.mirror_images import (
    Group,
    mirrored_share,
    rather_images,
    which_are_images,
)


def _random_board(count: int, seed: int) -> dict[Cell, int]:
    rng = np.random.default_rng(seed)
    return {cell: int(rng.integers(6)) for cell in random_cells(count, rng)}


def _in_a_mirror(board: dict[Cell, int], degrees: float) -> dict[Cell, int]:
    """Name cells anew after their centres and tips were mirrored on a line through (0, 0)."""
    seen = {}
    for cell, orientation in board.items():
        center = np.conj(complex(*cell.center())) * np.exp(2j * math.radians(degrees))
        q = round(center.real / 1.5)
        r = round(-center.imag / math.sqrt(3) - q / 2)
        tip = 2 * degrees - 60 * orientation
        seen[Cell(q, r)] = round(tip / 60) % 6
    return seen


@pytest.mark.parametrize("degrees", [0, 30, 60, 90, 120, 150])
def test_a_mirrored_board_is_told_by_its_cells(degrees: float) -> None:
    board = _random_board(9, 3)
    image = {
        cell.rotated(2).translated(3, -1): (k + 2) % 6
        for cell, k in _in_a_mirror(board, degrees).items()
    }
    assert mirrored_share(image, board) == 1.0
    assert mirrored_share(dict(list(image.items())[:5]), board) == 1.0


def test_other_boards_are_no_images() -> None:
    for seed in range(10):
        assert mirrored_share(_random_board(9, seed), _random_board(12, seed + 50)) < 0.6


def test_an_image_is_dimmer_than_what_it_shows() -> None:
    board = _random_board(9, 3)
    image = _in_a_mirror(board, 30)
    shown = Group(board, 5.4, 1.5)
    assert which_are_images([shown, Group(image, 4.9, 1.4)]) == [Lie.FLAT, Lie.RAISED]
    assert which_are_images([shown, Group(image, 5.4, 1.5)]) == [Lie.FLAT, Lie.FLAT]
    assert which_are_images([shown, Group(image, 5.4, 0.5)]) == [Lie.FLAT, Lie.DOUBTFUL]
    few = dict(list(image.items())[:4])
    assert which_are_images([shown, Group(few, 4.9, 1.4)]) == [Lie.FLAT, Lie.FLAT]
    two = dict(list(image.items())[:2])
    assert which_are_images([shown, Group(two, 4.9, 0.5)]) == [Lie.FLAT, Lie.DOUBTFUL]
    assert which_are_images([shown, Group(two, 4.9, 1.4)]) == [Lie.FLAT, Lie.FLAT]  # in the shade
    assert which_are_images([shown, Group(two, 5.4, 0.5)]) == [Lie.FLAT, Lie.FLAT]


@pytest.mark.parametrize(
    ("brightness", "contrast", "lie"),
    [(4.8, 0.8, Lie.DOUBTFUL), (4.4, 1.4, Lie.FLAT), (5.2, 0.8, Lie.FLAT)],
)
def test_a_few_tiles_may_be_an_image_where_they_are_both_darker_and_paler(
    brightness: float, contrast: float, lie: Lie
) -> None:
    """Those in the shade are darker only, and paler only are those in a lamp's light."""
    shown = Group(_random_board(9, 3), 5.4, 1.5)
    assert which_are_images([shown, Group({Cell(0, 0): 2}, brightness, contrast)])[1] is lie


@pytest.mark.parametrize(
    ("count", "brightness", "contrast", "lie"),
    [
        (3, 4.98, 0.78, Lie.DOUBTFUL),
        (2, 5.19, 0.78, Lie.DOUBTFUL),
        (3, 5.3, 0.78, Lie.FLAT),
        (3, 4.98, 1.2, Lie.FLAT),
        (1, 4.98, 0.78, Lie.FLAT),
    ],
)
def test_a_few_tiles_that_lie_as_others_in_a_mirror_are_doubted_where_they_are_a_little_paler(
    count: int, brightness: float, contrast: float, lie: Lie
) -> None:
    """The rim cuts off the rest of an image; one tile alone lies as any does."""
    board = _random_board(9, 3)
    image = dict(list(_in_a_mirror(board, 30).items())[:count])
    shown = Group(board, 5.4, 1.5)
    assert which_are_images([shown, Group(image, brightness, contrast)])[1] is lie
    otherwise = {cell: (k + 1 + n) % 6 for n, (cell, k) in enumerate(image.items())}
    if count > 1:
        assert which_are_images([shown, Group(otherwise, brightness, contrast)])[1] is Lie.FLAT


def test_what_may_be_an_image_is_one_where_a_pane_shows_another() -> None:
    board, image = _random_board(9, 3), _in_a_mirror(_random_board(9, 3), 30)
    groups = [Group(board, 5.4, 1.5), Group(image, 4.9, 1.4), Group({Cell(0, 0): 2}, 4.8, 0.8)]
    lies = which_are_images(groups)
    assert lies == [Lie.FLAT, Lie.RAISED, Lie.DOUBTFUL]
    assert rather_images(groups, lies) == [False, False, True]
    without = [groups[0], groups[2]]
    assert rather_images(without, which_are_images(without)) == [False, False]


def test_a_few_that_lie_as_others_in_a_mirror_are_rather_an_image_than_tiles() -> None:
    board = _random_board(9, 3)
    few = dict(list(_in_a_mirror(board, 30).items())[:4])
    groups = [Group(board, 5.4, 1.5), Group(few, 4.9, 0.8)]
    assert rather_images(groups, which_are_images(groups)) == [False, True]
    paler = [groups[0], Group(few, 5.4, 0.6)]
    assert which_are_images(paler)[1] is Lie.DOUBTFUL
    assert rather_images(paler, which_are_images(paler)) == [False, False]
