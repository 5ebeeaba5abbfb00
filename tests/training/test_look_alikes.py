"""Things that look like dice: those that are learned, and those by which that is measured."""

from __future__ import annotations

import ast
import inspect

import numpy as np

from training.synthesis.die_scene import LIKE, SIDE, make_die_scene
from training.synthesis.unseen import look_alikes
from training.synthesis.unseen.look_alikes import KINDS, LEARNED, make_littered_table


def test_a_learned_one_is_no_die_and_lies_where_its_truth_says() -> None:
    for seed in range(24):
        scene, again = (make_die_scene(seed, LIKE) for _ in range(2))
        assert scene.value == 0
        assert (scene.image == again.image).all()
        middle = scene.corners.mean(axis=0)
        assert np.abs(middle - SIDE / 2).max() < SIDE / 4


def test_those_that_measure_share_no_code_with_those_that_are_learned() -> None:
    nodes = ast.walk(ast.parse(inspect.getsource(look_alikes)))
    modules = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}
    assert not modules & {"training.synthesis.look_alikes", "training.synthesis.false_dice"}
    assert set(LEARNED) < set(KINDS)


def test_kinds_come_in_turn_and_lie_in_the_picture() -> None:
    seen: set[str] = set()
    for seed in range(4):
        scene, laid = make_littered_table(seed)
        seen |= {thing.kind for thing in laid}
        assert (scene.image == make_littered_table(seed)[0].image).all()
        assert bool(scene.tiles) == (seed % 4 != 0)
        for thing in laid:
            x, y = thing.center
            assert 0 <= x < scene.camera.width
            assert 0 <= y < scene.camera.height
            apart = [np.hypot(*(thing.center - die.center)) for die in scene.dice]
            assert all(away > 1 for away in apart)
    assert len(seen) > 0.7 * len(KINDS)
