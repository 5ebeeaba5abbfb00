"""Dice: found again where the detector was off, and read, in pictures the network never saw."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from training.synthesis import die_scene, things
from training.synthesis.die_scene import DieScene, make_die_scene
from training.synthesis.false_dice import FalseDie
from vision.arrays import Points
from vision.networks.detector import DieDetection
from vision.networks.dice import NO_DIE, DieJudge, DieLook, Upward
from vision.networks.inference import NETWORKS
from vision.pictures.patches import Pyramid
from vision.recognition.dice import is_die, is_sure

_NEW_SEEDS = range(5_000_000, 5_000_400)
NOTHING = DieLook((0.0, 0.0), 1.0, np.eye(7, dtype=np.float32)[NO_DIE], 0.0)


def _face(scene: DieScene) -> tuple[Points, float]:
    center = scene.corners.mean(axis=0)
    return center, float(np.linalg.norm(scene.corners - center, axis=1).mean())


def _upward(scene: DieScene) -> Upward:
    return lambda points: np.broadcast_to(scene.up, points.shape)


def _contrast(scene: DieScene) -> float:
    """Return how far light and dark lie apart on the upper face, in grey levels."""
    center, radius = _face(scene)
    rows, columns = np.mgrid[: scene.image.shape[0], : scene.image.shape[1]]
    on_face = np.hypot(columns - center[0], rows - center[1]) < 0.6 * radius
    low, high = np.percentile(scene.image[on_face].mean(axis=1), [4, 96])
    return float(high - low)


@pytest.fixture(scope="module")
def judge() -> DieJudge:
    return DieJudge(NETWORKS / "dice.onnx")


@pytest.fixture(scope="module")
def drawn() -> dict[int, DieScene]:
    """All scenes by their seeds."""
    return {seed: make_die_scene(seed) for seed in _NEW_SEEDS}


@pytest.fixture(scope="module")
def scenes(drawn: dict[int, DieScene]) -> list[DieScene]:
    """Dice large and clear enough for a person to read, and things that are none."""
    return [s for s in drawn.values() if s.value == 0 or (_face(s)[1] > 9 and _contrast(s) > 60)]


@pytest.mark.parametrize("off", [0.0, 0.5])
def test_dice_are_read_wherever_the_detector_put_them(
    judge: DieJudge, scenes: list[DieScene], off: float
) -> None:
    rng = np.random.default_rng(7)
    right, near, dice = 0, 0, 0
    for scene in scenes:
        if scene.value == 0:
            continue
        center, radius = _face(scene)
        way = rng.uniform(0, 2 * math.pi)
        x, y = center + off * radius * np.array([math.cos(way), math.sin(way)])
        found = DieDetection((float(x), float(y)), radius * math.exp(rng.uniform(-0.3, 0.3)), 0.5)
        looks = judge.look(Pyramid(scene.image), [found], _upward(scene))
        look = looks[0] if looks else NOTHING
        dice += 1
        right += look.value == scene.value
        near += math.dist(look.center, tuple(center)) < 0.4 * radius
    assert dice > 80
    assert right / dice > 0.93
    assert near / dice > 0.93


def test_a_die_seen_too_small_is_found_among_many_false_finds(
    judge: DieJudge, scenes: list[DieScene]
) -> None:
    """A lone pip is no die: only larger does the thing about it look like one."""
    rng = np.random.default_rng(8)
    found = {"alone": 0, "among many": 0}
    for scene in [scene for scene in scenes if scene.value == 1]:
        center, radius = _face(scene)
        die = DieDetection((float(center[0]), float(center[1])), 0.5 * radius, 0.6)
        crowd = [
            DieDetection((float(x), float(y)), 6.0, 0.3)
            for x, y in rng.uniform(0, len(scene.image), (20, 2))
            if math.dist((x, y), die.center) > 2.5 * radius
        ]
        for name, others in (("alone", []), ("among many", crowd)):
            looks = judge.look(Pyramid(scene.image), [die, *others], _upward(scene))
            found[name] += any(
                look.value == 1 and math.dist(look.center, die.center) < 0.5 * radius
                for look in looks
            )
    assert found["alone"] > 10
    assert found["among many"] >= 0.9 * found["alone"]


class Plain(FalseDie):
    """Cubes without pips, coins, or bare table alone."""

    def paint(self) -> None:
        body = things.rectangle(1, 1) if self._rng.random() < 0.4 else things.circle(0.6)
        if self._rng.random() < 0.7:
            self._body(body, self._die.size / 2, self._die.body, self._die.body)


def _called_dice(judge: DieJudge, scenes: list[DieScene]) -> tuple[int, int, int]:
    """Return how many scenes show no die, how many of those are called one, and how many surely."""
    none, called, called_surely = 0, 0, 0
    for scene in scenes:
        if scene.value == 0:
            center, look = _face(scene)[0], _look_at(judge, scene)
            # Another die may lie beside it, and be found.
            is_here = math.dist(look.center, tuple(center)) < 1.5 * _face(scene)[1]
            none += 1
            called += is_here and is_die(look)
            called_surely += is_here and is_sure(look)
    return none, called, called_surely


def _look_at(judge: DieJudge, scene: DieScene) -> DieLook:
    center, radius = _face(scene)
    found = DieDetection((float(center[0]), float(center[1])), radius, 0.5)
    looks = judge.look(Pyramid(scene.image), [found], _upward(scene))
    return looks[0] if looks else NOTHING


def test_what_is_sure_is_right(judge: DieJudge, scenes: list[DieScene]) -> None:
    looks = [(scene.value, _look_at(judge, scene)) for scene in scenes if scene.value]
    sure = [(value, look) for value, look in looks if is_sure(look)]
    assert len(sure) > 60
    assert sum(look.value != value for value, look in sure) / len(sure) < 0.02


def test_what_is_no_die_is_none(
    judge: DieJudge, drawn: dict[int, DieScene], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(die_scene, "FalseDie", Plain)
    # whether a scene shows a die is drawn before either is painted
    plain = [make_die_scene(seed) for seed, scene in drawn.items() if scene.value == 0]
    none, called_dice, called_surely = _called_dice(judge, plain)
    assert none > 100
    assert called_dice / none < 0.05
    assert called_surely == 0


def test_look_alikes_are_not_surely_dice(judge: DieJudge, scenes: list[DieScene]) -> None:
    """Things with a die's size and colours: half a domino at the picture's edge, too."""
    none, _, called_surely = _called_dice(judge, scenes)
    assert none > 100
    assert called_surely / none < 0.02


def test_what_bears_round_marks_is_not_surely_a_die() -> None:
    """Buttons, toy bricks, dominoes, faces and plaques, of seeds that nothing was trained on."""
    things = [make_die_scene(seed, die_scene.LIKE) for seed in range(2_000_000, 2_000_200)]
    alone = _called_dice(DieJudge(NETWORKS / "dice.onnx"), things)
    held_against = _called_dice(DieJudge(NETWORKS / "dice.onnx", NETWORKS / "marks.onnx"), things)
    assert alone[0] == held_against[0] == len(things)
    assert alone[1] == held_against[1], "it doubts dice, and finds none and drops none"
    assert alone[2] > 3
    assert held_against[2] <= 1


def test_the_second_network_agrees_on_what_is_surely_a_die(scenes: list[DieScene]) -> None:
    both = DieJudge(NETWORKS / "dice.onnx", NETWORKS / "marks.onnx")
    looks = [_look_at(both, scene) for scene in scenes if scene.value]
    sure = [look for look in looks if is_sure(replace(look, agreed=1.0))]
    assert len(sure) > 60
    assert sum(is_sure(look) for look in sure) / len(sure) > 0.9
    assert all(look.agreed == 1.0 for look in looks if look.confidence < 0.9)


def test_marks_in_the_place_of_pips_are_not_surely_a_value(judge: DieJudge) -> None:
    """Seeds that nothing was trained on; the network aims at such a face all the same."""
    odd = [make_die_scene(seed, die_scene.ODD) for seed in range(950_000, 950_150)]
    odd = [scene for scene in odd if scene.value]
    looks = [_look_at(judge, scene) for scene in odd]
    near = [
        look
        for scene, look in zip(odd, looks, strict=True)
        if math.dist(look.center, tuple(_face(scene)[0])) < 1.5 * _face(scene)[1]
    ]
    assert len(odd) > 80
    assert sum(is_die(look) for look in near) / len(odd) < 0.2
    assert sum(is_sure(look) for look in near) / len(odd) < 0.02
