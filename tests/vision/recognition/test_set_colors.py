"""The set's two colours as a witness, on sample pictures (renders)."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from rules.lattice import Cell
from vision.arrays import Image
from vision.networks.cells import CellJudge
from vision.networks.inference import NETWORKS
from vision.pictures.images import load_image
from vision.pictures.patches import CELL_SIDE, OUTSIDE, Pyramid, cell_places, cut_patches
from vision.readers.examination import Examination
from vision.readers.reader import Reader
from vision.recognition.cells import ClusterReader
from vision.recognition.faint import may_be_a_tile
from vision.recognition.fusion import is_open, with_likeness
from vision.recognition.set_colors import Likeness, SetColors, TilePatch

_HALF = np.array([0.5, 0.5, 0, 0, 0, 0, 0], np.float32)


@pytest.fixture(scope="module")
def board(sample_images: Path) -> Examination:
    return Reader().examine(load_image(sample_images / "p001032_redset.jpg"))


def patch_of(board: Examination, cell: Cell, orientation: int) -> TilePatch:
    cluster, _ = board.clusters[0]
    places = cell_places(cluster.project, np.array([cell.center()]))
    pixels = cut_patches(board.pyramid, places, CELL_SIDE)[0]
    return TilePatch(cluster.cell_center(cell), orientation, pixels)


def sure_tiles(board: Examination) -> list[TilePatch]:
    _, beliefs = board.clusters[0]
    sure = [b for b in beliefs.values() if b.is_tile and b.is_sure]
    return [patch_of(board, b.cell, b.orientation) for b in sure]


def test_a_tile_is_like_the_others_only_as_it_is_turned(board: Examination) -> None:
    tiles = sure_tiles(board)
    for number, tile in enumerate(tiles):
        colors = SetColors([*tiles[:number], *tiles[number + 1 :]])
        likeness = [
            colors.likeness(replace(tile, orientation=(tile.orientation + turns) % 6)).share
            for turns in range(6)
        ]
        assert likeness[0] > 0.6
        assert max(range(6), key=likeness.__getitem__) == 0
        assert likeness[3] < 0.2  # every place has the other colour


def test_bare_table_beside_the_board_is_not_like_a_tile(board: Examination) -> None:
    colors = SetColors(sure_tiles(board))
    _, beliefs = board.clusters[0]
    bare = [b for b in beliefs.values() if not b.is_tile and b.hidden < 0.1 and b.seen > 0.9]
    assert bare
    for belief in bare:
        assert all(colors.likeness(patch_of(board, belief.cell, k)).share < 0.35 for k in range(6))


def test_half_of_a_tile_under_a_finger_is_half_as_like(board: Examination) -> None:
    tiles = sure_tiles(board)
    colors = SetColors(tiles)
    for tile in tiles:
        covered = tile.pixels.copy()
        covered[: CELL_SIDE // 2] = (120, 160, 200)
        less = colors.likeness(replace(tile, pixels=covered))
        assert less.share < colors.likeness(tile).share


@pytest.mark.parametrize("rows", [slice(0, 18), slice(24, None)])
def test_what_the_rim_of_the_picture_cuts_off_is_not_held_against_a_tile(
    board: Examination, rows: slice
) -> None:
    tiles = sure_tiles(board)
    colors = SetColors(tiles)
    better = 0
    for tile in tiles:
        shown = np.ones((CELL_SIDE, CELL_SIDE), np.bool_)
        shown[rows] = False
        cut = tile.pixels.copy()
        cut[rows] = OUTSIDE
        whole = colors.likeness(tile).share
        blind = colors.likeness(replace(tile, pixels=cut)).share
        seen = [
            colors.likeness(
                TilePatch(tile.center, (tile.orientation + turns) % 6, cut, shown.ravel())
            )
            for turns in (0, 3)
        ]
        assert blind <= seen[0].share < 1.2 * whole
        assert seen[1].share < 0.2
        better += seen[0].share > 0.8 * whole > blind
    assert better > len(tiles) / 2


def test_too_little_of_a_colour_in_the_picture_tells_nothing(board: Examination) -> None:
    tile = sure_tiles(board)[0]
    colors = SetColors(sure_tiles(board))
    sliver = np.zeros((CELL_SIDE, CELL_SIDE), np.bool_)
    sliver[:8] = True
    cut = np.where(sliver[..., None], tile.pixels, np.uint8(OUTSIDE))
    assert colors.likeness(replace(tile, pixels=cut, shown=sliver.ravel())).share < 0.2


def test_a_burnt_patch_says_nothing(board: Examination) -> None:
    tiles = sure_tiles(board)
    white = np.full((CELL_SIDE, CELL_SIDE, 3), 255, np.uint8)
    likeness = SetColors(tiles).likeness(replace(tiles[0], pixels=white))
    assert likeness == Likeness(share=0.0, bright=1.0)


def test_colours_are_asked_only_where_the_networks_leave_it_open() -> None:
    for tile, is_asked in ((0.001, False), (0.5, True), (0.9999, False)):
        probabilities = np.array([1 - tile, tile, 0, 0, 0, 0, 0], np.float32)
        assert is_open(probabilities) is is_asked


def test_likeness_moves_the_probability_of_a_tile_and_not_how_it_is_turned() -> None:
    before = np.array([0.5, 0.3, 0.1, 0.1, 0, 0, 0], np.float32)
    more, less = (with_likeness(before, Likeness(share, bright=0.0)) for share in (0.9, 0.0))
    assert more[0] < before[0] < less[0]
    for after in (more, less):
        assert after.sum() == pytest.approx(1, abs=1e-5)
        assert after[1] / after[2] == pytest.approx(3, rel=1e-4)


def test_where_nothing_of_the_set_is_seen_no_tile_is_unless_it_may_be_burnt() -> None:
    doubtful = np.array([0.7, 0.3, 0, 0, 0, 0, 0], np.float32)
    bare = with_likeness(doubtful, Likeness(0.0, bright=0.0))
    burnt = with_likeness(doubtful, Likeness(0.0, bright=1.0))
    assert 1 - bare[0] < 0.01
    assert 1 - burnt[0] > 0.06
    alone = with_likeness(doubtful, Likeness(0.3, bright=0.0), alone=True)
    assert 1 - alone[0] < 1 - with_likeness(doubtful, Likeness(0.3, bright=0.0))[0]


def test_what_is_seen_faintly_must_have_the_sets_size_and_colours(board: Examination) -> None:
    tiles = sure_tiles(board)
    colors, table = SetColors(tiles), board.clusters[0][0].table
    cluster, beliefs = board.clusters[0]
    cell, fitted = next((c, t) for c, t in cluster.tiles.items() if beliefs[c].is_sure)
    faint = replace(fitted.detection, score=0.25)
    look = np.array([0.2, 0.8, 0, 0, 0, 0, 0, 0], np.float32)
    upright = patch_of(board, cell, beliefs[cell].orientation)
    turned = np.roll(look[1:7], upright.orientation)
    look[1:7] = turned
    assert may_be_a_tile(faint, upright.pixels, look, table, colors)
    table_only = np.full_like(upright.pixels, 90)
    assert not may_be_a_tile(faint, table_only, look, table, colors)
    small = replace(
        faint,
        axis=(faint.axis[0] / 4, faint.axis[1] / 4),
        side=(faint.side[0] / 4, faint.side[1] / 4),
    )
    assert not may_be_a_tile(small, table_only, look, table, colors)
    flat = replace(faint, side=faint.axis)  # the detector outlined nothing
    assert not may_be_a_tile(flat, table_only, look, table, colors)


def test_on_an_empty_table_a_faint_tile_needs_its_figure_and_a_readable_size(
    board: Examination,
) -> None:
    cluster, beliefs = board.clusters[0]
    cell, fitted = next((c, t) for c, t in cluster.tiles.items() if beliefs[c].is_sure)
    faint = replace(fitted.detection, score=0.25)
    upright = patch_of(board, cell, beliefs[cell].orientation)
    look = np.array([0.2, 0.8, 0, 0, 0, 0, 0, 0], np.float32)
    look[1:7] = np.roll(look[1:7], upright.orientation)
    weave = np.random.default_rng(0).integers(60, 120, upright.pixels.shape, np.uint8)

    assert may_be_a_tile(faint, upright.pixels, look, None, None, on_an_empty_table=True)
    assert not may_be_a_tile(faint, weave, look, None, None, on_an_empty_table=True)
    (ax, ay), (bx, by) = faint.axis, faint.side
    speck = replace(faint, axis=(ax / 8, ay / 8), side=(bx / 8, by / 8))
    assert not may_be_a_tile(speck, upright.pixels, look, None, None, on_an_empty_table=True)
    assert may_be_a_tile(faint, weave, look, None, None)  # beside a lone tile, perhaps its like
    outlines_nothing = replace(faint, side=faint.axis)
    assert not may_be_a_tile(outlines_nothing, weave, look, None, None, on_an_empty_table=True)


def test_cells_are_weighed_again_when_the_colours_are_known(board: Examination) -> None:
    cluster, _ = board.clusters[0]
    judge = CellJudge(NETWORKS / "cells.onnx")
    reader = ClusterReader(board.pyramid, judge, cluster, board.look, board.likely)
    reader.read()
    cell = next(c for c, b in reader.beliefs.items() if b.is_tile and b.is_sure)
    sure = reader.beliefs[cell]
    doubtful = np.concatenate([[0.5], sure.probabilities[1:] * 0.5]).astype(np.float32)
    reader.beliefs[cell] = replace(sure, probabilities=doubtful)
    reader.weigh(SetColors(sure_tiles(board)))
    assert reader.beliefs[cell].tile_probability > 0.9


def _lit(pixels: Image, gain: float, base: float) -> Image:
    """A place in which a lamp is mirrored: brighter everywhere, at most as bright as can be."""
    return np.clip(pixels * gain + base, 0, 255).astype(np.uint8)


def test_a_place_that_a_lamp_burnt_is_told_from_tiles_that_are_only_bright(
    board: Examination,
) -> None:
    tiles = sure_tiles(board)
    colors = SetColors(tiles)
    for tile in tiles:
        assert not colors.is_burnt(tile)
        assert colors.is_burnt(replace(tile, pixels=_lit(tile.pixels, 0.1, 235)))
        # its white is burnt, its blue is seen
        assert not colors.is_burnt(replace(tile, pixels=_lit(tile.pixels, 2.0, 0)))
        # no white is burnt, as in a veil of light
        assert not colors.is_burnt(replace(tile, pixels=_lit(tile.pixels, 0.1, 200)))


def test_a_cell_that_a_lamp_burnt_cannot_be_seen_and_makes_no_doubt(board: Examination) -> None:
    cluster, _ = board.clusters[0]
    judge = CellJudge(NETWORKS / "cells.onnx")
    cell = next(c for c, b in board.clusters[0][1].items() if b.is_tile and b.seen == 1)
    burnt = board.pyramid.image.copy()
    outline = np.round(cluster.cell_corners(cell)).astype(np.int32)
    cv2.fillPoly(burnt, [outline], (255, 255, 255))
    pyramid = Pyramid(burnt)
    reader = ClusterReader(pyramid, judge, cluster, board.look, board.likely)
    reader.read()
    open_belief = replace(reader.beliefs[cell], probabilities=_HALF, hidden=0.0, burnt=False)
    reader.beliefs[cell] = open_belief
    assert not open_belief.is_sure
    reader.weigh(SetColors([t for t in sure_tiles(board) if t.center != cluster.cell_center(cell)]))
    belief = reader.beliefs[cell]
    assert belief.burnt
    assert not belief.is_tile
    assert belief.hidden > 0.5
    assert belief.is_sure
    assert len(reader.burnt_centers()) == 1


def test_a_face_shows_no_blue_where_it_is_white_unless_something_lies_on_it(
    board: Examination,
) -> None:
    tiles = sure_tiles(board)
    colors = SetColors(tiles)
    assert max(map(colors.blue_on_white, tiles)) < 0.005
    around = [replace(tile, orientation=(tile.orientation + 3) % 6) for tile in tiles]
    assert min(map(colors.blue_on_white, around)) > 0.2
    mid = CELL_SIDE // 2
    for tile, turned in zip(tiles, around, strict=True):
        pixels = tile.pixels.copy()
        pixels[mid:] = np.flip(tile.pixels)[mid:, :, ::-1]  # half of it as if turned around
        covered = [replace(each, pixels=pixels) for each in (tile, turned)]
        assert min(map(colors.blue_on_white, covered)) > 0.02


def test_what_a_lamp_burns_white_tells_nothing_of_a_face(board: Examination) -> None:
    tiles = sure_tiles(board)
    colors = SetColors(tiles)
    burnt = [replace(tile, pixels=np.full_like(tile.pixels, 255)) for tile in tiles]
    assert max(map(colors.blue_on_white, burnt)) == 0


def test_of_a_face_that_the_rim_cuts_only_what_is_shown_tells(board: Examination) -> None:
    tiles = sure_tiles(board)
    colors = SetColors(tiles)
    hidden = np.zeros(CELL_SIDE**2, np.bool_)
    cut = [replace(tile, orientation=(tile.orientation + 3) % 6, shown=hidden) for tile in tiles]
    assert max(map(colors.blue_on_white, cut)) == 0
