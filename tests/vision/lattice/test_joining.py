"""Parts of one lattice: told from others, weighed, joined; on true tiles of sample photos."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import replace

import pytest

from rules import Board, Cell
from tests.vision.lattice.true_photos import TruePhoto, TrueTile, assert_same_positions, sample
from vision.lattice.cluster import LatticeCluster
from vision.lattice.joining import SharedLattice, easiest_way, join, join_where, same_lattice


def parted() -> tuple[TruePhoto, tuple[LatticeCluster, ...], list[TrueTile]]:
    """A photo in which the tiles of one lattice were missed all along a line."""
    photo = sample("overhead")
    (cluster,) = photo.clusters
    line = sorted(tile.cell.q for tile in cluster)[len(cluster) // 2]
    kept = [tile for tile in cluster if tile.cell.q != line]
    return photo, photo.fit([tile.detection() for tile in kept]), kept


def test_parts_of_one_lattice_are_told_and_joined() -> None:
    _, clusters, kept = parted()
    assert len(clusters) > 1
    joined = join_where(clusters, lambda _first, _second, shared: shared.gap <= 2)
    expected = Board({tile.cell: tile.orientation for tile in kept})
    assert_same_positions(joined, [expected])
    for cell, tile in joined[0].tiles.items():
        assert joined[0].cell_at(tile.detection.center) == cell
        assert tile.offset < 0.1
        assert abs(tile.turn) < 5


def test_nothing_is_joined_against_the_readers_word() -> None:
    _, clusters, _ = parted()
    assert join_where(clusters, lambda *_: False) == clusters


def test_names_the_cells_between_two_parts() -> None:
    _, clusters, _ = parted()
    first, second = clusters[:2]
    shared = same_lattice(first, second)
    assert shared is not None
    assert shared.gap == 2
    whole = join(first, second, shared)
    assert len(whole) == len(first) + len(second)
    assert shared.between
    assert set(shared.between).isdisjoint(whole.tiles)


def moved_aside(cluster: LatticeCluster, share: float) -> LatticeCluster:
    """The same with all its tiles seen beside their place, by so much of their own axes."""
    tiles = {}
    for cell, tile in cluster.tiles.items():
        seen = tile.detection
        center = (seen.center[0] + share * seen.axis[0], seen.center[1] + share * seen.axis[1])
        tiles[cell] = replace(tile, detection=replace(seen, center=center))
    return replace(cluster, tiles=tiles)


def test_a_way_round_lies_between_two_parts_of_several_tiles() -> None:
    """What hides the way from one to the other need not lie where they are nearest."""
    _, clusters, _ = parted()
    first, second = clusters[:2]
    shared = same_lattice(first, second)
    assert shared is not None
    moved = [cell.rotated(shared.turns).translated(*shared.shift) for cell in second.tiles]

    def steps(cell: Cell, others: Iterable[Cell]) -> int:
        ways = ((cell.q - other.q, cell.r - other.r) for other in others)
        return min(max(abs(q), abs(r), abs(q + r)) for q, r in ways)

    def detours(shared: SharedLattice) -> set[int]:
        return {steps(c, first.tiles) + steps(c, moved) - shared.gap for c in shared.between}

    # The two are truly one, and fit well: the way may go round by the picture's edge.
    assert shared.misfit < 1.5
    assert detours(shared) == {0, 1, 2, 3, 4}
    askew = same_lattice(first, moved_aside(second, 0.25))
    assert askew is not None
    assert askew.misfit > 1.5
    assert detours(askew) == {0, 1}


def test_the_more_tiles_fit_one_lattice_and_the_nearer_the_more_it_says() -> None:
    _, clusters, _ = parted()
    first, second = clusters[:2]
    shared = same_lattice(first, second)
    askew = same_lattice(first, moved_aside(second, 0.25))
    tile = second.tiles[next(iter(second.tiles))]
    lone = same_lattice(first, replace(second, tiles={next(iter(second.tiles)): tile}))
    assert shared is not None
    assert askew is not None
    assert lone is not None
    assert shared.evidence > lone.evidence > 0
    assert shared.evidence > askew.evidence


def test_the_easiest_way_goes_where_tiles_may_lie_unseen() -> None:
    here, there = {Cell(0, 0)}, {Cell(3, 0)}
    bare, covered = 8.0, 0.1
    straight = {Cell(1, 0): bare, Cell(2, 0): covered}
    assert easiest_way(here, there, straight) == pytest.approx(8.1)
    round_about = {**straight, Cell(1, -1): covered, Cell(2, -1): covered}
    assert easiest_way(here, there, round_about) == pytest.approx(0.3)
    assert easiest_way(here, there, {Cell(1, 0): covered}) == math.inf
    assert easiest_way(here, {Cell(2, 0)}, {Cell(1, 0): covered}) == covered
    assert easiest_way(there, here, round_about) == pytest.approx(0.3)


def test_clusters_on_different_lattices_are_not_the_same() -> None:
    photo = sample("palagems")
    clusters = photo.fit([tile.detection() for tile in photo.tiles()])
    pairs = [(a, b) for a in clusters for b in clusters if a is not b]
    assert pairs
    assert all(same_lattice(a, b) is None for a, b in pairs)
