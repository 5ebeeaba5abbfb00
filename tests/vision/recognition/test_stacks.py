"""Stacks: a lone tile that seems to stand higher than the others of its photo is not sure."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import pytest

from rules import Board, Cell
from tests.drawn_table import drawn_table, laid, picture_of
from training.synthesis.unseen.filmed_table import Placed
from vision.arrays import Patches
from vision.networks.heights import SOFTENED, HeightJudge, SeenSides
from vision.networks.lies import LieJudge
from vision.readers.reader import Reader
from vision.reading import Reading
from vision.recognition.lie_thresholds import (
    HEIGHTS_COMPARED,
    LEAST_SPREAD,
    SURELY_ON_NO_STACK,
    TOPS_A_STACK,
)
from vision.recognition.stacks import odds_of_a_stack

ONE = {Cell(0, 0): 0}
BOARD = laid(Board({Cell(q, 0): 0 for q in range(4)}), (-2.0, -1.0))
LONE = laid(Board(ONE), (-3.0, 4.0))
THIN = 0.1


def _reads(
    reader: Reader,
    monkeypatch: pytest.MonkeyPatch,
    lengths: list[float],
    *tiles: Placed,
    aloft: float = 0.5,
) -> tuple[Reading, int]:
    """Read a picture whose sides are said to be so long; return how many were asked about, too."""
    asked: list[int] = []

    def judge(_: HeightJudge, patches: Patches) -> SeenSides:
        asked.append(len(patches))
        told = np.array(lengths[-len(patches) :]) if len(patches) else np.zeros(0)
        return SeenSides(np.log(told + SOFTENED), np.full(len(told), LEAST_SPREAD))

    monkeypatch.setattr(HeightJudge, "judge", judge)
    monkeypatch.setattr(LieJudge, "judge", lambda _, patches: np.full(len(patches), aloft))
    return reader.read(picture_of(*tiles)), max(asked, default=0)


def _unsure(reading: Reading) -> list[int]:
    """Return of how many tiles the clusters are in which one is not sure."""
    return sorted(
        len(cluster.tiles)
        for cluster in reading.clusters
        if not all(tile.sure for tile in cluster.tiles)
    )


@pytest.mark.parametrize(("times", "unsure"), [(1.0, []), (2.0, [1]), (20.0, [1])])
def test_a_lone_tile_beside_a_board_is_not_sure_if_its_sides_reach_much_further_down(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, times: float, unsure: list[int]
) -> None:
    lengths = [*[THIN] * HEIGHTS_COMPARED, times * THIN]
    reading, _ = _reads(reader, monkeypatch, lengths, *BOARD, *LONE)
    assert sorted(len(cluster.tiles) for cluster in reading.clusters) == [1, 4]
    assert _unsure(reading) == unsure
    assert reading.sure == (not unsure)


def test_of_lone_tiles_the_higher_one_is_not_sure(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    tiles = [*LONE, *laid(Board(ONE), (3.0, 4.0))]
    for lengths in ([THIN, 3 * THIN], [3 * THIN, THIN]):
        reading, _ = _reads(reader, monkeypatch, lengths, *tiles)
        sure = [tile.sure for cluster in reading.clusters for tile in cluster.tiles]
        assert sorted(sure) == [False, True]
    reading, _ = _reads(reader, monkeypatch, [3 * THIN, 3 * THIN], *tiles)
    assert reading.sure, "all tiles of the set are thick"


def test_one_tile_alone_has_nothing_to_be_compared_with(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, _ = _reads(reader, monkeypatch, [1.0], *LONE)
    assert reading.sure


def test_where_no_tile_is_alone_none_is_asked_about(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, asked = _reads(reader, monkeypatch, [], *BOARD)
    assert asked == 0


@pytest.mark.parametrize("times", [2.0, 20.0])
def test_what_the_lie_network_takes_for_flat_tops_no_stack(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, times: float
) -> None:
    """A table's stripes that go on from the edges of a tile look like sides."""
    lengths = [*[THIN] * HEIGHTS_COMPARED, times * THIN]
    flat = SURELY_ON_NO_STACK - 0.5
    reading, _ = _reads(reader, monkeypatch, lengths, *BOARD, *LONE, aloft=flat)
    assert reading.sure
    assert sorted(len(cluster.tiles) for cluster in reading.clusters) == [1, 4]


def test_what_is_as_high_as_the_threshold_may_be_either() -> None:
    above = np.array([TOPS_A_STACK - 1, TOPS_A_STACK, TOPS_A_STACK + 1, math.inf, -math.inf])
    odds = odds_of_a_stack(above, np.full(5, 9.0))
    assert odds[0] < 0 == odds[1] < odds[2]
    assert odds[4] == -math.inf
    assert odds_of_a_stack(above, np.full(5, SURELY_ON_NO_STACK)).max() == 0


@pytest.mark.parametrize("at", [(-3.0, 4.0), (-6.0, -4.0)])
def test_a_drawn_stack_beside_a_board_is_never_a_tile_that_is_sure(
    reader: Reader, at: tuple[float, float]
) -> None:
    for count in (1, 2, 4):
        (lone,) = laid(Board(ONE), at)
        stack = [
            replace(lone, z=level * drawn_table().tiles.height, piece=level + 5)
            for level in range(count)
        ]
        reading = reader.read(picture_of(*BOARD, *stack))
        assert len(reading.clusters[0].tiles) == len(BOARD)
        assert reading.sure == (count == 1)
