"""When the clusters of a reading may be others, on the board of a sample picture (a render)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from rules.lattice import Cell
from vision.lattice.cluster import LatticeCluster
from vision.pictures.images import load_image
from vision.readers.reader import Reader
from vision.recognition.cells import CellBelief
from vision.recognition.doubts import (
    Beliefs,
    ReadCluster,
    is_of_odd_size,
    may_be_held,
    may_be_parted_otherwise,
    tiles_of,
)


@pytest.fixture(scope="module")
def board(sample_images: Path) -> ReadCluster:
    (board,) = Reader().examine(load_image(sample_images / "p001025_sloppy.jpg")).clusters
    return board


def belief(cell: Cell, *, tile: bool = False, hidden: float = 0.0, seen: float = 1.0) -> CellBelief:
    fused = np.eye(7, dtype=np.float32)[1 if tile else 0]
    return CellBelief(cell, fused, hidden, seen, 0.0, None, np.append(fused, hidden))


def part(board: ReadCluster, cells: set[Cell], unseen: set[Cell] = frozenset()) -> ReadCluster:
    """The board as if only these of its tiles lay there, and nothing of other cells were seen."""
    cluster, _ = board
    beliefs = {c: belief(c, tile=True) for c in cells} | {c: belief(c, hidden=1.0) for c in unseen}
    tiles = {cell: cluster.tiles[cell] for cell in cells}
    return replace(cluster, tiles=tiles), beliefs


def ends(board: ReadCluster) -> tuple[Cell, Cell, Cell]:
    """Two tiles that do not touch, and a free or taken cell that touches both."""
    tiles = tiles_of(board[1])
    for cell in sorted(tiles):
        for other in sorted(tiles):
            between = set(cell.neighbours()) & set(other.neighbours())
            if other not in (cell, *cell.neighbours()) and between:
                return cell, other, min(between)
    raise AssertionError


def test_a_board_that_hangs_together_is_one(board: ReadCluster) -> None:
    assert not may_be_parted_otherwise([board])


def test_tiles_apart_are_one_cluster_only_if_what_is_between_is_not_seen(
    board: ReadCluster,
) -> None:
    first, second, between = ends(board)
    assert may_be_parted_otherwise([part(board, {first, second})])
    assert not may_be_parted_otherwise([part(board, {first, second}, {between})])


def test_clusters_that_touch_may_be_one_but_loose_tiles_lie_anyhow(board: ReadCluster) -> None:
    tiles = tiles_of(board[1])
    cell = next(c for c in sorted(tiles) if len(tiles & {*c.neighbours()}) > 2)
    near, *others = sorted(tiles & {*cell.neighbours()})
    further = next(c for c in others if c in near.neighbours())
    assert may_be_parted_otherwise([part(board, {cell}), part(board, {near, further})])
    assert not may_be_parted_otherwise([part(board, {cell}), part(board, {near})])
    first, second, _ = ends(board)
    assert not may_be_parted_otherwise([part(board, {first}), part(board, {second})])


def test_parts_of_one_lattice_that_go_on_unseen_may_be_one(board: ReadCluster) -> None:
    first, second, between = ends(board)
    free = tiles_of(board[1]) & {*first.neighbours()}
    beside = min(free - {between, *second.neighbours()})
    go_on = part(board, {first, beside}, {between}), part(board, {second}, {between})
    seen = part(board, {first, beside}), part(board, {second})
    assert may_be_parted_otherwise(go_on)
    assert not may_be_parted_otherwise(seen)
    loose = part(board, {first}, {between}), part(board, {second}, {between})
    assert not may_be_parted_otherwise(loose)


def test_a_tile_that_is_turned_far_lies_on_another_lattice(board: ReadCluster) -> None:
    cluster, beliefs = board
    cell, fitted = next(iter(cluster.tiles.items()))
    turned = replace(cluster, tiles={**cluster.tiles, cell: replace(fitted, turn=20.0)})
    assert may_be_parted_otherwise([(turned, beliefs)])


def test_only_a_lone_tile_is_of_odd_size(board: ReadCluster) -> None:
    cluster, _ = board

    def of_size(size: float, count: int) -> LatticeCluster:
        tiles = dict(list(cluster.tiles.items())[:count])
        return replace(cluster, tiles={c: replace(t, size=size) for c, t in tiles.items()})

    assert is_of_odd_size(of_size(0.5, 1), cluster)
    assert is_of_odd_size(of_size(2.0, 1), cluster)
    assert not is_of_odd_size(of_size(1.1, 1), cluster)
    assert not is_of_odd_size(of_size(0.5, 2), cluster)
    assert not is_of_odd_size(of_size(0.5, 1), of_size(1.0, 2))  # too few to compare with


def test_a_tile_or_two_beside_a_hand_may_be_held() -> None:
    origin, beside = Cell(0, 0), Cell(0, 0).neighbours()
    held: Beliefs = {origin: belief(origin, tile=True), beside[0]: belief(beside[0], hidden=1.0)}
    assert may_be_held(held)
    out_of_sight = {**held, beside[0]: belief(beside[0], hidden=1.0, seen=0.2)}
    assert not may_be_held(out_of_sight)
    assert not may_be_held({**held, **{c: belief(c, tile=True) for c in beside[1:4]}})


def test_what_lies_further_off_holds_no_tile() -> None:
    """A tile lying face down a cell away, say, is no hand."""
    origin, beside, further = Cell(0, 0), Cell(1, 0), Cell(2, 0)
    beliefs: Beliefs = {
        origin: belief(origin, tile=True),
        beside: belief(beside),
        further: belief(further, hidden=1.0),
    }
    assert not may_be_held(beliefs)
    assert may_be_held({**beliefs, beside: belief(beside, hidden=1.0)})
