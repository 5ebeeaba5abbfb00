"""What the cell network learns from: patches laid over with things, and unclear cells of scenes."""

from __future__ import annotations

import numpy as np
import pytest

from training.covering import cover
from training.extract_patches import CELL_STORED
from training.mine_cells import balanced
from training.remembering import where_right
from vision.networks.cells import EMPTY, HIDDEN

_TILE = 3


def _covered(wanted: int, lies: bool) -> list[tuple[float, frozenset[int]]]:
    """Cover a dark patch by a light one many times: how much of it is left, and its classes."""
    below = np.full((CELL_STORED, CELL_STORED, 3), 10, np.uint8)
    above = np.full_like(below, 240)
    results = []
    for seed in range(1200):
        shown, classes = cover(below, wanted, above, lies, np.random.default_rng(seed))
        middle = shown[CELL_STORED // 4 : -CELL_STORED // 4, CELL_STORED // 4 : -CELL_STORED // 4]
        results.append((float((middle < 60).mean()), classes))
    return results


@pytest.mark.parametrize("lies", [False, True])
def test_a_tile_is_never_empty_however_much_of_it_is_covered(lies: bool) -> None:
    """A coin that hides most of a tile leaves it a tile or hidden; of the half either is right."""
    results = _covered(_TILE, lies)
    tile, either, hidden = frozenset({_TILE}), frozenset({_TILE, HIDDEN}), frozenset({HIDDEN})
    assert {classes for _, classes in results} == {tile, either, hidden}
    left = {
        classes: float(np.median([share for share, found in results if found == classes]))
        for classes in (tile, either, hidden)
    }
    assert left[hidden] < 0.1 < left[either] < 0.6 < left[tile]


def test_what_lies_on_an_empty_cell_leaves_it_empty_and_what_is_held_over_it_hides_it() -> None:
    """A card is no hand."""
    held = [classes for _, classes in _covered(EMPTY, lies=False)]
    lying = [classes for _, classes in _covered(EMPTY, lies=True)]
    assert {*held} == {frozenset({EMPTY}), frozenset({EMPTY, HIDDEN}), frozenset({HIDDEN})}
    assert lying.count(frozenset({EMPTY})) > held.count(frozenset({EMPTY}))


def test_what_a_network_was_right_on_is_remembered_and_no_more() -> None:
    """A class that is right, or two that are, must have more than half of what it said."""
    said = np.array([0.3, 0, 0, 0.4, 0, 0, 0, 0.3], np.float32)
    tile, either = np.zeros_like(said), np.zeros_like(said)
    tile[_TILE] = either[_TILE] = either[HIDDEN] = 1
    np.testing.assert_array_equal(where_right(said, either), said)
    np.testing.assert_array_equal(where_right(said, tile), np.zeros_like(said))


def test_empty_cells_do_not_prevail_among_the_unclear_ones() -> None:
    """All others are kept, each once, in their order; of the empty ones no more than half again."""
    classes = np.array([EMPTY] * 70 + [_TILE] * 6 + [HIDDEN] * 4, np.uint8)
    kept = balanced(classes)
    assert (np.diff(kept) > 0).all()
    assert (classes[kept] != EMPTY).sum() == 10
    assert (classes[kept] == EMPTY).sum() == 15
    assert len(balanced(classes[60:])) == 20
