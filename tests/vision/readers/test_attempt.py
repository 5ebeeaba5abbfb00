"""What an attempt says of what it read, where a lamp burnt some of it."""

from __future__ import annotations

from dataclasses import replace
from typing import cast

from vision.detection import Detection, Point
from vision.lattice.cluster import LatticeCluster
from vision.readers.attempt import Attempt
from vision.reading import ClusterReading, TileReading
from vision.recognition.cells import ClusterReader


class _Reader:
    """A reader of a lattice of which a lamp burnt some cells."""

    def __init__(self, *burnt: Point) -> None:
        self._burnt = list(burnt)

    def burnt_centers(self) -> list[Point]:
        return self._burnt


def _attempt(tiles: int, *burnt: Point, raised: int = 0) -> Attempt:
    reader = cast(ClusterReader, _Reader(*burnt))
    # only how many there are matters
    reading = ClusterReading(cast(tuple[TileReading, ...], (None,) * tiles), ())
    return Attempt((), (), (reader,), None, (reading,), None, tiles, raised, raised)


def test_what_is_found_where_a_lamp_burnt_a_tile_is_no_tile_that_was_missed() -> None:
    burnt, apart = (Detection((x, 100.0), (50.0, 0.0), (0.0, 50.0), 0.9) for x in (104.0, 190.0))
    assert _attempt(0).unread([burnt, apart]) == [burnt, apart]
    assert _attempt(0, (100.0, 100.0)).unread([burnt, apart]) == [apart]


def test_cells_that_a_lamp_burnt_are_no_tiles_that_another_look_lost() -> None:
    first = _attempt(6, (0.0, 0.0), (9.0, 0.0), raised=1)
    assert not _attempt(7, (0.0, 0.0)).outnumbers(first)
    assert _attempt(8, (0.0, 0.0), (9.0, 0.0)).outnumbers(first)


def test_tiles_hang_together_better_on_fewer_lattices_unless_any_are_lost() -> None:
    def of(tiles: int, *parts: int, raised: int = 0) -> Attempt:
        fitted = cast(tuple[LatticeCluster, ...], tuple((None,) * part for part in parts))
        return replace(_attempt(tiles, raised=raised), parts=fitted)

    assert of(9, 8, 1).hangs_together_better(of(9, 5, 4))
    assert not of(9, 5, 4).hangs_together_better(of(9, 8, 1))
    assert not of(8, 8).hangs_together_better(of(9, 5, 4))
    assert of(10, 5, 5).hangs_together_better(of(9, 9))
    # one of the nine may be the tile that hung in the air
    assert not of(9, 9).hangs_together_better(of(8, 8, raised=1))
