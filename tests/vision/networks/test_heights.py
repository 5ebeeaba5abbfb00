"""The height network: sides of tiles in scenes that it never learned from."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from training.mine_heights import STORED, mine
from training.painted_sides import Prism, with_sides
from training.synthesis.__main__ import SceneKind, write_scene
from vision.arrays import Float64s, Patches
from vision.networks.heights import HeightJudge
from vision.networks.inference import NETWORKS
from vision.pictures.patches import HEIGHT_SIDE

SEEDS = range(698_000, 698_004)
INNER = slice((STORED - HEIGHT_SIDE) // 2, (STORED + HEIGHT_SIDE) // 2)
GREY = np.array([70.0, 75.0, 80.0])


@pytest.fixture(scope="module")
def judge() -> HeightJudge:
    return HeightJudge(NETWORKS / "heights.onnx")


@pytest.fixture(scope="module")
def flat(tmp_path_factory: pytest.TempPathFactory) -> tuple[Patches, Float64s]:
    """Patches of tiles on tables, and where their white tips are."""
    folder: Path = tmp_path_factory.mktemp("tables")
    rng = np.random.default_rng(0)
    patches, turns = [], []
    for seed in SEEDS:
        write_scene(folder, seed, SceneKind((640, 480), stacks=True))
        cut, known = mine(folder / f"s{seed}.json", rng)
        kept = [index for index, one in enumerate(known) if not one.is_stacked]
        patches.append(cut[kept])
        turns += [known[index].turn for index in kept]
    return np.concatenate(patches), np.array(turns)


def _on_prisms(flat: tuple[Patches, Float64s], reach: float) -> Patches:
    rng = np.random.default_rng(1)
    prism = Prism(reach, GREY, 3, loose=0.02, gap=0.1, taper=0.05)
    painted = [
        with_sides(patch, turn, prism, rng)
        for patch, turn in zip(flat[0], flat[1].tolist(), strict=True)
    ]
    return np.stack(painted)[:, INNER, INNER]


@pytest.mark.parametrize("reach", [0.5, 1.0])
def test_long_sides_are_told_from_those_of_a_tile(
    judge: HeightJudge, flat: tuple[Patches, Float64s], reach: float
) -> None:
    before, told = judge.judge(flat[0][:, INNER, INNER]), judge.judge(_on_prisms(flat, reach))
    assert len(told.lengths) >= 8
    assert np.median(before.lengths) < 0.15
    assert np.median(told.lengths) == pytest.approx(reach, rel=0.35)
    above = (told.logarithms - before.logarithms) / np.hypot(told.spreads, before.spreads)
    assert (above > 1).mean() > 0.8


def test_what_tells_more_exactly_is_nearer_to_what_is_so(
    judge: HeightJudge, flat: tuple[Patches, Float64s]
) -> None:
    clear = judge.judge(_on_prisms(flat, 0.7))
    noise = np.random.default_rng(2).integers(0, 255, _on_prisms(flat, 0.7).shape, np.uint8)
    assert np.median(clear.spreads) < np.median(judge.judge(noise).spreads)


def test_nothing_is_said_of_nothing(judge: HeightJudge) -> None:
    told = judge.judge(np.zeros((0, HEIGHT_SIDE, HEIGHT_SIDE, 3), np.uint8))
    assert len(told.logarithms) == len(told.spreads) == 0
