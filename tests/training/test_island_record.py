"""The search for the most valuable island, and the record in the documentation."""

import json
from pathlib import Path

import numpy as np
import pytest

from rules import Board, board_from_json
from rules.engine.grid import CELLS, EMPTY, WIDTH, cell_number, turn_of
from rules.lattice import enclosed_empty_cells, is_connected
from rules.shapes import closed_shapes
from training.island_annealing import RIM, anneal, scratch, worth
from training.island_record import (
    TILES,
    annealed,
    kept_record,
    most_valuable,
    record_picture,
    record_to_json,
)

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "islands"
OPEN_COST = 0.7


def counted(board: Board) -> tuple[float, int]:
    """Return what the search says a board is worth."""
    turns = np.full(CELLS, EMPTY, np.int8)
    cells = np.array([cell_number(*cell) for cell in board], np.int32)
    for number, orientation in zip(cells, board.values(), strict=True):
        turns[number] = turn_of(orientation)
    value, missing = worth(cells, turns, scratch(), OPEN_COST)
    return float(value), int(missing)


@pytest.mark.parametrize("seed", range(3))
def test_what_the_search_counts_is_what_the_rules_count(seed: int) -> None:
    board = annealed(seed, tiles=20, steps=20_000)
    island = most_valuable(board)
    assert island is not None
    assert counted(board) == (island.value, 0)


def test_a_tile_that_is_missing_costs_something() -> None:
    board = annealed(0, tiles=20, steps=20_000)
    island = most_valuable(board)
    assert island is not None
    at_the_edge = next(
        cell for cell in sorted(board) if any(beyond not in board for beyond in cell.neighbours())
    )
    value, missing = counted(board.without(at_the_edge))
    assert missing > 0
    assert value < (island.value or 0)


def test_tiles_do_not_wander_over_the_edge_of_the_grid() -> None:
    corner = np.array([[RIM + q + (RIM + r) * WIDTH for q in range(4)] for r in range(4)])
    cells = corner.ravel().astype(np.int32)
    turns = np.full(CELLS, EMPTY, np.int8)
    turns[cells] = 0
    anneal(cells, turns, scratch(), 30_000, (5.0, 5.0), OPEN_COST, 1)
    assert len({*cells.tolist()}) == len(cells)
    assert {*np.flatnonzero(turns != EMPTY).tolist()} == {*cells.tolist()}
    for place in (cells % WIDTH, cells // WIDTH):
        assert place.min() >= RIM
        assert place.max() < WIDTH - RIM


def test_the_record_is_worth_what_is_said_of_it() -> None:
    said = json.loads((FOLDER / f"{TILES}.json").read_text("utf-8"))
    board = board_from_json(said["board"])
    assert len(board) == said["tiles"] <= TILES
    assert not enclosed_empty_cells(board)
    assert is_connected(board.keys())
    island = max(closed_shapes(board), key=lambda shape: shape.value or 0)
    assert island.value == said["value"]
    assert (island.limbs, list(island.animals or ())) == (said["limbs"], said["animals"])
    assert record_to_json(kept_record(FOLDER / f"{TILES}.json")) == said
    drawn = (FOLDER / f"{TILES}.svg").read_text("utf-8")
    assert drawn == record_picture(board, island.color)
