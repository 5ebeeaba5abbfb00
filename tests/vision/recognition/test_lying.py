"""How tiles lie: by what the lie network says of each, and by the room that lone ones have."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, cast

import numpy as np
import pytest

from rules.lattice import Cell
from vision.arrays import Float64s, Points
from vision.recognition.cells import ClusterReader
from vision.recognition.lie import Lie
from vision.recognition.lying import how_they_lie, lie_of
from vision.recognition.thresholds import (
    ALOFT,
    CROWDED,
    MAY_BE_ALOFT,
    NO_ROOM,
)

EDGE_PX = 40.0
SURELY_FLAT = -6.0
BOARD = {Cell(q, r): 0 for q in range(3) for r in range(2)}


@dataclass
class _Table:
    seen_flat: float

    def flatness(self, centers: Points) -> Float64s:
        return np.full(len(centers), self.seen_flat)


@dataclass
class _Tiles:
    """Stands in for who read tiles: a lattice that is seen from above, moved by some pixels."""

    ways: dict[Cell, int]
    moved: tuple[float, float] = (0.0, 0.0)
    seen_flat: float = 0.95
    cluster: Any = field(init=False)

    def __post_init__(self) -> None:
        self.cluster = self
        self.table = _Table(self.seen_flat)

    def orientations(self) -> dict[Cell, int]:
        return self.ways

    def tile_centers(self) -> list[tuple[float, float]]:
        centers = EDGE_PX * np.array([cell.center() for cell in self.ways]) + self.moved
        return [(x, y) for x, y in centers.tolist()]

    def locate(self, pixels: Points) -> Points:
        return np.asarray((pixels - self.moved) / EDGE_PX, np.float64)


def _lies(tiles: _Tiles, others: list[_Tiles], odds: list[float]) -> list[Lie]:
    readers = [cast(ClusterReader, one) for one in (tiles, *others)]
    return how_they_lie(readers[0], readers[1:], np.array(odds))


def test_the_network_tells_flat_from_doubtful_and_from_what_is_in_the_air() -> None:
    odds = [SURELY_FLAT, MAY_BE_ALOFT - 0.1, MAY_BE_ALOFT + 0.1, ALOFT - 0.1, ALOFT + 0.1, 9.0]
    told = [Lie.FLAT, Lie.FLAT, Lie.DOUBTFUL, Lie.DOUBTFUL, Lie.RAISED, Lie.RAISED]
    assert [lie_of(one) for one in odds] == told
    assert _lies(_Tiles(BOARD), [], odds) == told


def test_a_lone_tile_is_told_by_the_network_as_well() -> None:
    far = _Tiles({Cell(0, 0): 1}, (20 * EDGE_PX, 0.0))
    for odds, lie in (
        (MAY_BE_ALOFT - 0.1, Lie.FLAT),
        (MAY_BE_ALOFT + 0.1, Lie.DOUBTFUL),
        (ALOFT + 0.1, Lie.RAISED),
    ):
        assert _lies(far, [_Tiles(BOARD)], [odds]) == [lie]


@pytest.mark.parametrize(
    ("off", "lie"),
    [
        (NO_ROOM - 0.1, Lie.RAISED),
        (NO_ROOM + 0.1, Lie.DOUBTFUL),
        (CROWDED - 0.1, Lie.DOUBTFUL),
        (CROWDED + 0.1, Lie.FLAT),
    ],
)
def test_a_lone_tile_that_others_leave_no_room_is_none_whatever_it_looks_like(
    off: float, lie: Lie
) -> None:
    left = min(x for x, _ in (cell.center() for cell in BOARD))
    lone = _Tiles({Cell(0, 0): 1}, ((left - off) * EDGE_PX, 0.0))
    assert _lies(lone, [_Tiles(BOARD)], [SURELY_FLAT]) == [lie]


def test_where_few_tiles_lie_or_much_aslant_one_across_another_is_only_doubted() -> None:
    across = (-0.5 * EDGE_PX, 0.0)
    few = dict.fromkeys(list(BOARD)[:3], 0)
    assert _lies(_Tiles({Cell(0, 0): 1}, across), [_Tiles(few)], [SURELY_FLAT]) == [Lie.DOUBTFUL]
    aslant = _Tiles({Cell(0, 0): 1}, across, seen_flat=0.5)
    assert _lies(aslant, [_Tiles(BOARD)], [SURELY_FLAT]) == [Lie.DOUBTFUL]


def test_another_lone_tile_leaves_room_for_none_to_be_told() -> None:
    across = _Tiles({Cell(0, 0): 1}, (-0.5 * EDGE_PX, 0.0))
    assert _lies(across, [_Tiles({Cell(0, 0): 1})], [SURELY_FLAT]) == [Lie.FLAT]
