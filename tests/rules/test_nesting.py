"""Nesting, held against a drawing: tiles painted as pixels, regions found by flood fill."""

from __future__ import annotations

from math import cos, pi, sin
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given, settings
from numpy.typing import NDArray
from scipy import ndimage

from rules import Board, analyse, board_from_json
from tests.rules.boards import matched_boards, records

PIXELS = 14
"""Pixels an edge: enough that no two regions of a colour run together at a boundary."""


def painted(board: Board) -> NDArray[np.int8]:
    """Paint a board: 0 the bare table, 1 white, 2 blue."""
    centers = np.array([cell.center() for cell in board])
    low = centers.min(axis=0) - 1.5
    width, height = np.ceil((centers.max(axis=0) + 1.5 - low) * PIXELS).astype(int)
    x = low[0] + (np.arange(width) + 0.37) / PIXELS
    y = low[1] + (np.arange(height) + 0.41) / PIXELS
    picture = np.zeros((height, width), np.int8)
    for cell, orientation in board.items():
        dx, dy = np.meshgrid(x - cell.center()[0], y - cell.center()[1])
        angles = [pi / 6 + i * pi / 3 for i in range(6)]
        inside = np.all([dx * cos(a) + dy * sin(a) <= cos(pi / 6) for a in angles], axis=0)
        tip_x, tip_y = cos(orientation * pi / 3), sin(orientation * pi / 3)
        color = np.where(dx * tip_x + dy * tip_y > 0, 2, 1)
        color[np.hypot(dx - tip_x, dy - tip_y) < 0.5] = 1
        color[np.hypot(dx + tip_x, dy + tip_y) < 0.5] = 2
        picture[inside] = color[inside]
    return picture


def nesting_in_a_picture(picture: NDArray[np.int8]) -> list[tuple[str, int, list[int]]]:
    """Return color, shapes inside and animals' scores of each region away from the bare table."""
    around = ndimage.binary_dilation(picture == 0)
    closed: list[tuple[str, NDArray[np.bool_]]] = []
    for color, value in (("white", 1), ("blue", 2)):
        labels, count = ndimage.label(picture == value)
        regions = (labels == label for label in range(1, count + 1))
        closed += [(color, region) for region in regions if not (region & around).any()]
    filled = [ndimage.binary_fill_holes(region) for _, region in closed]
    within = [
        {j for j, (_, other) in enumerate(closed) if j != i and (other & whole).any()}
        for i, whole in enumerate(filled)
    ]
    found = []
    for (color, _), inner in zip(closed, within, strict=True):
        animals = inner - set().union(*(within[j] for j in inner))
        found.append((color, len(inner), sorted(1 + len(within[j]) for j in animals)))
    return sorted(found)


def nesting_by_the_rules(board: Board) -> list[tuple[str, int, list[int]]]:
    closed = analyse(board).closed
    assert closed is not None
    return sorted((s.color, s.inside or 0, list(s.animals or ())) for s in closed)


NESTED = [
    record
    for record in records("shapes.jsonl")
    if not record["expect"]["holes"] and not record["expect"]["mismatches"]
]


@pytest.mark.parametrize("record", NESTED, ids=lambda record: record["name"])
def test_known_positions_nest_as_they_are_painted(record: dict[str, Any]) -> None:
    board = board_from_json(record["board"])
    assert nesting_by_the_rules(board) == nesting_in_a_picture(painted(board))


@settings(max_examples=40, deadline=None)
@given(matched_boards(min_tiles=12))
def test_random_boards_nest_as_they_are_painted(board: Board) -> None:
    assume(not analyse(board).holes)
    assert nesting_by_the_rules(board) == nesting_in_a_picture(painted(board))
