"""Boards for the tests: random ones as hypothesis strategies, and positions kept in files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from rules import Board, Cell
from rules.tile import matching_orientations

DATA = Path(__file__).parent / "data"


def records(name: str) -> list[dict[str, Any]]:
    """Return the lines of a JSON-lines file of the test data."""
    return [json.loads(line) for line in (DATA / name).read_text("utf-8").splitlines()]


@st.composite
def matched_boards(draw: st.DrawFn, min_tiles: int = 0, max_tiles: int = 48) -> Board:
    """Connected boards without mismatches, grown tile by tile; holes may be left.

    The growth prefers crowded cells in some boards, so that closed shapes are not rare.
    """
    size = draw(st.integers(min_tiles, max_tiles))
    random = draw(st.randoms(use_true_random=False))
    crowding = draw(st.sampled_from([0.0, 0.8, 1.0]))
    board = Board()
    for _ in range(size):
        if not board:
            board = board.with_tile(Cell(0, 0), random.randrange(6))
            continue
        places = list(board.border())
        if random.random() < crowding:
            most = max(len(board.touching(cell)) for cell in places)
            places = [cell for cell in places if len(board.touching(cell)) == most]
        cell = random.choice(places)
        choices = matching_orientations(board[board.touching(cell)[0]])
        board = board.with_tile(cell, random.choice(choices))
    return board


@st.composite
def any_boards(draw: st.DrawFn) -> Board:
    """Boards of any kind: tiles may mismatch and lie apart."""
    coordinate = st.integers(-5, 5)
    cells = st.builds(Cell, coordinate, coordinate)
    return Board(draw(st.dictionaries(cells, st.integers(0, 5), max_size=40)))
