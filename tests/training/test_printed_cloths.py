"""Cloths printed in a set's colours, on which the detector learns what is no tile."""

from __future__ import annotations

import math

import numpy as np
import pytest

from training.synthesis.printed_cloths import _CELLS, _corners, printed_cloth
from training.synthesis.scene import make_scene
from training.synthesis.tiles import random_look
from vision.arrays import Float32s

_STEPS = {
    "hexagon": [(1.5, math.sqrt(3) / 2), (0.0, math.sqrt(3))],
    "square": [(1.0, 0.0), (0.0, 1.0)],
    "triangle": [(1.0, 0.0), (0.5, math.sqrt(3) / 2)],
}


def _places(count: int, reach: float, seed: int) -> Float32s:
    rng = np.random.default_rng(seed)
    return rng.uniform(-reach, reach, (1, count, 2)).astype(np.float32)


@pytest.mark.parametrize("cell", _CELLS)
def test_cells_fill_the_plane(cell: str) -> None:
    """Every place lies in the cell it is told to lie in, and a step of the lattice on in the next.

    Steps are the lattices' own: neighbouring cells' middles, or for triangles those that point the
    same way.
    """
    places = _places(3000, 12.0, 1)
    _, _, local = _CELLS[cell](places)
    corners = _corners({"hexagon": 6, "square": 4, "triangle": 3}[cell])
    edges = np.roll(corners, -1, axis=0) - corners
    outwards = np.column_stack([edges[:, 1], -edges[:, 0]])
    beyond = ((local[0][:, None] - corners) * outwards).sum(axis=-1).max(axis=1)
    assert beyond.max() < 1e-4
    for step in _STEPS[cell]:
        _, _, moved = _CELLS[cell](places + np.array(step, np.float32))
        apart = np.hypot(*np.moveaxis(moved - local, -1, 0))
        assert (apart < 1e-4).mean() > 0.99  # but for places on an edge


def test_a_cloth_is_printed_in_the_colours_of_the_set() -> None:
    """Most cloths show hardly anything else, and every one shows more than one colour."""
    own = 0
    for seed in range(40):
        look = random_look(np.random.default_rng(seed))
        top = printed_cloth(look, np.random.default_rng((seed, 11)))
        y, x = np.mgrid[0:120, 0:160].astype(np.float32)
        color = top(x, y, np.random.default_rng(seed))
        assert color.shape == (120, 160, 3)
        spread = color.reshape(-1, 3).std(axis=0).max()
        contrast = np.abs(np.subtract(look.white, look.blue)).max()
        assert spread > 0.02 * contrast
        near = [np.abs(color - np.asarray(c)).max(axis=-1) < 0.12 for c in (look.white, look.blue)]
        own += (near[0] | near[1]).mean() > 0.7
    assert own >= 20


def test_tiles_lie_on_a_cloth_as_on_any_top() -> None:
    """Only what they lie on is another, and the same seed gives the same picture."""
    plain, printed = make_scene(5, (160, 120)), make_scene(5, (160, 120), on_cloth=True)
    assert len(plain.tiles) > 0
    for one, other in zip(plain.tiles, printed.tiles, strict=True):
        assert np.array_equal(one.corners, other.corners)
    assert (plain.image != printed.image).any(axis=-1).mean() > 0.3
    assert np.array_equal(printed.image, make_scene(5, (160, 120), on_cloth=True).image)
