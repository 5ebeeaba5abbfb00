"""Stacks of tiles, as the generator draws them."""

from __future__ import annotations

import numpy as np
import pytest

from training.synthesis.camera import look_at
from training.synthesis.scene import make_scene
from training.synthesis.stacked_tiles import stack_tiles
from training.synthesis.tiles import random_look
from training.synthesis.truth import truth_to_json

SEEDS = range(12)


def test_tiles_lie_as_they_would_without_stacks_beside_them() -> None:
    stacks = 0
    for seed in SEEDS:
        plain, among = make_scene(seed, (160, 120)), make_scene(seed, (160, 120), stacks=True)
        corners = [np.array([tile.corners for tile in one.tiles]) for one in (among, plain)]
        assert np.array_equal(*corners)
        seen = [(a.visible, b.visible) for a, b in zip(among.tiles, plain.tiles, strict=True)]
        assert all(covered <= before for covered, before in seen)
        assert not plain.aloft
        assert len(truth_to_json(among, "x.jpg")["aloft"]) == len(among.aloft)
        stacks += len(among.aloft)
    assert stacks >= len(SEEDS) / 2


def test_the_top_of_a_stack_is_nearer_to_the_camera_than_a_tile_on_the_table() -> None:
    camera = look_at(
        (0.0, 0.0),
        width=160,
        height=120,
        focal=150.0,
        distance=700.0,
        tilt=0.0,
        heading=0.0,
        roll=0.0,
        k1=0.0,
    )
    look = random_look(np.random.default_rng(3))
    size = look.radius * 150.0 / (700.0 - look.height)
    for seed in SEEDS:
        stacks = stack_tiles(camera, look, [], 0.0, np.random.default_rng(seed))
        assert stacks
        for stack in stacks:
            edges = np.hypot(*(stack.corners - np.roll(stack.corners, 1, axis=0)).T)
            assert edges.min() > 1.001 * size


@pytest.mark.parametrize("seed", [3, 5])
def test_the_same_seed_stacks_the_same_tiles(seed: int) -> None:
    first, second = (make_scene(seed, (160, 120), stacks=True) for _ in range(2))
    assert np.array_equal(first.image, second.image)
