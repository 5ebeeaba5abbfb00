"""Cells that look as they did when they were surely bare, and those that do not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.board import Board
from rules.lattice import SIDES, Cell
from tests.vision.following.drawn_film import LONGER, OPENING, Film, follow, views
from training.synthesis.staging import make_table
from vision.arrays import Float32s, Image
from vision.following.bare_cells import BareCells
from vision.following.cell_memory import CellMemory, least_residue, look_alike, surely_bare
from vision.following.follower import Follower
from vision.following.thresholds import BARE_REACH, LEAST_RESIDUE
from vision.lattice.cluster import LatticeCluster
from vision.readers.picture_reader import Beside, ReadPicture
from vision.readers.reader import Reader
from vision.recognition.cells import CellBelief


class DoubtingReader:
    """Reads, but doubts whether a tile lies on one cell, given as the pixel of its centre."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.place = reader, (-1.0, -1.0)

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        read = self.reader.look(image, beside)
        clusters = tuple(
            (cluster, {cell: self._doubted(cluster, belief) for cell, belief in beliefs.items()})
            for cluster, beliefs in read.examination.clusters
        )
        return replace(read, examination=replace(read.examination, clusters=clusters))

    def _doubted(self, cluster: LatticeCluster, belief: CellBelief) -> CellBelief:
        if cluster.cell_at(self.place) != belief.cell:
            return belief
        shares = np.full(SIDES + 1, 0.05, np.float32)
        shares[0], shares[1 + belief.orientation] = 0.3, 0.45
        return replace(belief, probabilities=shares)


@pytest.mark.parametrize(
    ("cell", "is_unsure"), [(Cell(2, -1), False), (next(iter(set(LONGER) - set(OPENING))), True)]
)
def test_what_looks_as_when_it_was_surely_bare_is_sure_though_the_reader_doubts_it(
    reader: Reader, cell: Cell, is_unsure: bool
) -> None:
    eyes = DoubtingReader(reader)
    film, follower = Film(make_table(8)), Follower(eyes)
    follow(follower, film.board(OPENING))
    ((x, y),) = film.table.camera.project(np.array([(*film.place(cell), 0.0)]))
    eyes.place = float(x), float(y)
    follow(follower, film.holding(OPENING, 0.6))
    *_, laid = views(follow(follower, film.board(LONGER)))
    assert len(laid.view.board) == len(LONGER)
    assert bool(laid.view.unsure) == is_unsure


def test_a_row_of_tiles_laid_and_taken_away_is_gone_though_the_cloth_puzzles_the_reader(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(CellBelief, "looks_bare", False)
    row = Board({**OPENING, **{Cell(-1 - step, 0): 4 for step in range(BARE_REACH)}})
    film, follower = Film(make_table(8)), Follower(reader)
    for board in (OPENING, row, OPENING):
        *_, settled = views(follow(follower, film.board(board)))
        assert len(settled.view.board) == len(board)
        assert not settled.view.hidden


def test_the_first_tiles_are_gone_though_the_cloth_puzzles_the_reader(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """How the table looks below them is known from before they were laid."""
    monkeypatch.setattr(CellBelief, "looks_bare", False)
    film, follower = Film(make_table(8)), Follower(reader)
    for board in (Board(), LONGER, OPENING):
        *_, settled = views(follow(follower, film.board(board)))
        assert len(settled.view.board) == len(board)
        assert not settled.view.hidden


def test_a_bare_cell_is_known_though_its_lattice_is_fitted_a_little_otherwise() -> None:
    speckled = np.random.default_rng(1).integers(0, 256, (60, 60, 3)).astype(np.uint8)
    speckled = np.asarray(cv2.GaussianBlur(speckled, (0, 0), 2.0) > 128, np.uint8) * np.uint8(200)
    cell, bare = Cell(0, 0), BareCells()
    bare.remember({cell: np.ascontiguousarray(speckled[10:50, 10:50])}, [Cell(1, 0)], [cell])
    for right, down, is_known in ((0, 0, True), (3, -2, True), (-4, 4, True), (9, 0, False)):
        shifted = speckled[10 + down : 50 + down, 10 + right : 50 + right]
        assert bare.shows_again(cell, np.ascontiguousarray(shifted)) == is_known
    assert not bare.shows_again(cell, np.full((40, 40, 3), 128, np.uint8))


def test_a_bare_cell_of_a_chequered_cloth_is_known_though_its_lattice_lies_a_little_askew() -> None:
    """The greater a pattern's contrast, the more it differs; a tile differs by all of it."""
    rows, columns = np.mgrid[:60, :60]
    checks = np.where((rows // 6 + columns // 6) % 2, 40, 220).astype(np.uint8)
    cloth = np.repeat(checks[..., None], 3, axis=2)
    cell, bare = Cell(0, 0), BareCells()
    bare.remember({cell: np.ascontiguousarray(cloth[10:50, 10:50])}, [Cell(1, 0)], [cell])

    askew = cv2.getRotationMatrix2D((30.0, 30.0), 4.0, 1.03)
    seen = np.asarray(cv2.warpAffine(cloth, askew, (60, 60)), np.uint8)[10:50, 10:50]
    plain = cv2.GaussianBlur(seen, (0, 0), 1.2).astype(np.float32)
    was = cv2.GaussianBlur(cloth[10:50, 10:50], (0, 0), 1.2).astype(np.float32)
    assert float((plain - was)[10:30, 10:30].std()) > LEAST_RESIDUE
    assert bare.is_surely_bare(cell, np.ascontiguousarray(seen))

    tile = seen.copy()
    tile[:, :20], tile[:, 20:] = 30, 230
    assert not bare.shows_again(cell, tile)
    turned = np.asarray(cv2.rotate(seen, cv2.ROTATE_90_CLOCKWISE), np.uint8)
    assert not bare.shows_again(cell, np.roll(turned, 6, axis=1))


@pytest.mark.parametrize("light", [lambda look: 1.25 * look, lambda look: look + 35.0])
def test_a_cell_below_a_tile_is_known_though_the_light_changed_since(
    light: Callable[[Float32s], Float32s],
) -> None:
    """The cells beside it tell how much; one that changed otherwise tells nothing."""
    tile, bare = Cell(0, 0), BareCells()
    rng = np.random.default_rng(2)
    shades = {cell: rng.uniform(60, 150, 3) for cell in [tile, *bare.near([tile])]}
    before = {cell: np.full((40, 40, 3), shade, np.uint8) for cell, shade in shades.items()}
    after = {c: np.asarray(light(look.astype(np.float32)), np.uint8) for c, look in before.items()}
    bare.remember(before, [], before)
    under = bare.near([tile])
    assert not bare.shows_again(tile, after[tile])

    stirred = {cell: after[cell] for cell in under} | {under[0]: before[under[1]]}
    bare.in_light_of(stirred)
    assert bare.shows_again(tile, after[tile])
    assert not bare.shows_again(tile, before[tile])
    bare.in_light_of({cell: before[cell] for cell in under})
    assert bare.shows_again(tile, before[tile])


def test_what_changes_on_each_cell_otherwise_is_no_light() -> None:
    tile, bare = Cell(0, 0), BareCells()
    rng = np.random.default_rng(3)
    before, after = (
        {c: np.full((40, 40, 3), rng.uniform(40, 220, 3), np.uint8) for c in bare.near([tile])}
        for _ in range(2)
    )
    below = np.full((40, 40, 3), 120, np.uint8)
    bare.remember({**before, tile: below}, [], ())
    bare.in_light_of(after)
    assert bare.shows_again(tile, below)


def _patches(grey: int, cells: list[Cell]) -> dict[Cell, Image]:
    return {cell: np.full((40, 40, 3), grey, np.uint8) for cell in cells}


def test_a_cell_that_changed_is_not_relied_on_unless_most_did() -> None:
    tile, bare = Cell(0, 0), BareCells()
    beside = bare.near([tile])
    dark, light = _patches(60, beside), _patches(160, beside)
    bare.remember(dark, [tile], beside)
    assert all(bare.is_surely_bare(cell, dark[cell]) for cell in beside)

    first = beside[0]
    bare.remember({**dark, first: light[first]}, [tile], beside)
    assert bare.shows_again(first, light[first])
    assert not bare.is_surely_bare(first, light[first])
    assert bare.is_surely_bare(beside[1], dark[beside[1]])

    bare.remember(light, [tile], beside)  # a lamp is lit
    assert bare.is_surely_bare(beside[1], light[beside[1]])
    assert not bare.is_surely_bare(beside[1], dark[beside[1]])


def test_a_cell_that_nobody_was_sure_of_is_not_relied_on() -> None:
    tile, bare = Cell(0, 0), BareCells()
    beside = bare.near([tile])
    looks = _patches(60, beside)
    bare.remember(looks, [tile], beside[1:])
    assert bare.shows_again(beside[0], looks[beside[0]])
    assert not bare.is_surely_bare(beside[0], looks[beside[0]])


def test_in_dim_light_a_cell_with_a_tile_is_not_taken_for_what_it_was() -> None:
    bare_table = np.full((40, 40, 3), 22, np.uint8)
    tile = bare_table.copy()
    tile[:, 20:] += 12  # one of its two colours, the other being as dark as the table
    cell, bare = Cell(0, 0), BareCells()
    bare.remember({cell: bare_table}, [Cell(1, 0)], [cell])
    assert bare.is_surely_bare(cell, tile), "by day, noise is as great"

    sure = np.eye(1, SIDES + 1, 1, np.float32)[0]
    lying = CellMemory(sure, True, True, False, tile[..., 0], 1)
    residue = least_residue([lying, surely_bare(bare_table[..., 0])])
    assert residue < LEAST_RESIDUE
    assert bare.is_surely_bare(cell, bare_table + np.uint8(1), residue)
    assert not bare.is_surely_bare(cell, tile, residue)
    turned = np.rot90(tile[..., 0])
    assert look_alike(tile[..., 0], turned)
    assert not look_alike(tile[..., 0], turned, residue)


def test_by_day_cells_are_told_apart_as_ever() -> None:
    tile = np.zeros((40, 40), np.uint8)
    tile[:, 20:] = 200
    sure = np.eye(1, SIDES + 1, 1, np.float32)[0]
    assert least_residue([CellMemory(sure, True, True, False, tile, 1)]) == LEAST_RESIDUE
    assert least_residue([]) == LEAST_RESIDUE


class MisledReader(DoubtingReader):
    """Reads, but takes one cell for surely empty by its colours, though it does not look bare."""

    def _doubted(self, cluster: LatticeCluster, belief: CellBelief) -> CellBelief:
        if cluster.cell_at(self.place) != belief.cell:
            return belief
        shares, looked = np.full(SIDES + 1, 0.001, np.float32), np.full(SIDES + 2, 0.01, np.float32)
        shares[0], looked[0], looked[1], looked[-1] = 0.994, 0.45, 0.3, 0.2
        misled = replace(belief, probabilities=shares, looked=looked, detected=None)
        assert misled.is_sure
        return misled


def test_a_tile_is_gone_only_where_its_cell_looks_bare(reader: Reader) -> None:
    eyes = MisledReader(reader)
    film, follower = Film(make_table(8)), Follower(eyes)
    (first,) = views(follow(follower, film.board(LONGER)))
    laid = next(iter(set(LONGER) - set(OPENING)))
    ((x, y),) = film.table.camera.project(np.array([(*film.place(laid), 0.0)]))
    eyes.place = float(x), float(y)
    follow(follower, film.holding(OPENING, 0.6))
    said = views(follow(follower, film.board(LONGER, 6.0)))
    assert all(settled.view.board == first.view.board for settled in said)
    assert not any(settled.view.unsure for settled in said)

    eyes.place = (-1.0, -1.0)
    *_, gone = views(follow(follower, film.board(OPENING)))
    assert len(gone.view.board) == len(OPENING)
