"""What looks like a tile in one frame, and what is one on a closer look (pictures are drawn)."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.lattice import Cell
from vision.arrays import Image, Patches
from vision.detection import Detection, outline_of
from vision.pictures.patches import CELL_SIDE, Pyramid, cut_patches, detection_places
from vision.readers.effort import Effort
from vision.readers.finds import Finds
from vision.readers.look_alikes import hints_among, look_alikes, looked_at_closer
from vision.readers.reader import Reader
from vision.readers.sight import Sight
from vision.reading import ClusterReading, Reading, TileReading
from vision.recognition.closer_look import frames_otherwise, other_colors, rims_seen
from vision.recognition.sureness import Doubt

Color = tuple[int, int, int]

SIDE = 60
"""Of a chessboard's square, in pixels."""
MIDDLE = (160.0, 160.0)
SEEN = Detection(MIDDLE, (-0.95 * SIDE, 0.0), (0.0, 0.95 * SIDE), 0.7)
"""As large as the detector takes two squares for a tile, its white tip to the left."""
TIP_AT_ITS_AXIS = np.zeros(1, np.intp)
"""How :data:`SEEN` is turned if its white tip is at its axis, (1,)."""

WOODS: list[tuple[Color, Color, Color, Color]] = [
    ((239, 236, 231), (95, 16, 91), (240, 74, 51), (28, 205, 241)),
    ((221, 154, 243), (57, 60, 56), (164, 127, 10), (225, 140, 204)),
    ((226, 229, 249), (47, 40, 41), (153, 65, 18), (107, 141, 111)),
]
"""Of light and of dark squares, and of the men on them, BGR."""


def chessboard(light: Color, dark: Color, on_light: Color, on_dark: Color) -> Image:
    """Return squares of a chessboard, two of them beside its middle with a man on each."""
    picture = np.full((320, 320, 3), dark, np.uint8)
    for row in range(-3, 4):
        for column in range(-3, 3):
            left, top = 160 + column * SIDE, 160 + round((row - 0.5) * SIDE)
            color = light if (row + column) % 2 else dark
            cv2.rectangle(picture, (left, top), (left + SIDE - 1, top + SIDE - 1), color, -1)
    for way, color in ((-1, on_light), (1, on_dark)):
        middle = 160 + round(way * 0.86 * SIDE), 160
        cv2.circle(picture, middle, round(0.42 * SIDE), color, -1, cv2.LINE_AA)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def lone_tile(white: Color, blue: Color, table: Color) -> Image:
    """Return a tile on a plain table, turned as ``SEEN`` is."""
    radius = 0.95 * SIDE
    picture = np.full((320, 320, 3), white, np.uint8)
    picture[:, 160:] = blue
    for way, color in ((-1, blue), (1, white)):
        tip = round(160 + way * radius), 160
        cv2.circle(picture, tip, round(radius / 2), color, -1, cv2.LINE_AA)
    inside = np.zeros((320, 320), np.uint8)
    cv2.fillConvexPoly(inside, np.round(outline_of(SEEN)).astype(np.int32), 1)
    picture[inside == 0] = table
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def finds_in(picture: Image, reader: Reader) -> Finds:
    return Finds(Pyramid(picture), reader._finds, Effort())


def sight_of(picture: Image, reader: Reader, *tiles: Detection) -> Sight:
    """Return a picture at first sight, as if the detector had found some tiles in it."""
    sight = reader._at_first_sight(picture)
    found = replace(sight.found, tiles=tiles)
    return replace(sight, found=found, seen=found)


def patches_of(picture: Image, tile: Detection = SEEN) -> Patches:
    frames = frames_otherwise(tile)
    places = detection_places(frames[:, 0], frames[:, 1], frames[:, 2])
    return cut_patches(Pyramid(picture), places, CELL_SIDE)


def a_tile_and_a_board() -> tuple[Patches, Patches]:
    """Return a lone tile and squares with men on them as they are seen, each (1, side, side, 3)."""
    tile = lone_tile((240, 240, 240), (150, 60, 20), (60, 120, 60))
    return patches_of(tile)[:1], patches_of(chessboard(*WOODS[0]))[:1]


def test_frames_are_the_detections_own_and_others_near_it() -> None:
    frames = frames_otherwise(SEEN)
    assert np.allclose(frames[0], (SEEN.center, SEEN.axis, SEEN.side))
    radius = math.hypot(*SEEN.axis)
    assert np.linalg.norm(frames[:, 0] - SEEN.center, axis=1).max() < 0.1 * radius
    assert np.linalg.norm(frames[:, 1] - SEEN.axis, axis=1).max() < 0.15 * radius
    turns = np.sign(np.linalg.det(frames[:, 1:]))
    assert set(turns.tolist()) == {-1.0, 1.0}  # some are mirrored


def test_a_tile_ends_at_its_rim_and_squares_go_on() -> None:
    tile, board = a_tile_and_a_board()
    assert rims_seen(tile, TIP_AT_ITS_AXIS)[0] > 0.9
    assert rims_seen(board, TIP_AT_ITS_AXIS)[0] < 0.6


def test_a_tiles_arches_are_of_its_two_colors_and_men_are_of_their_own() -> None:
    tile, board = a_tile_and_a_board()
    assert other_colors(tile, TIP_AT_ITS_AXIS)[0] < 0.2
    assert other_colors(board, TIP_AT_ITS_AXIS)[0] > 0.8


@pytest.mark.parametrize("colors", WOODS)
def test_men_on_a_chessboard_are_no_tile_on_a_closer_look(
    reader: Reader, colors: tuple[Color, Color, Color, Color]
) -> None:
    picture = chessboard(*colors)
    assert finds_in(picture, reader).likely([SEEN]) == [SEEN]  # in that one frame
    tells = look_alikes(sight_of(picture, reader, SEEN))
    assert tells is not None
    assert tells(SEEN)


@pytest.mark.parametrize("blur", [0.0, 12.0])
@pytest.mark.parametrize(
    ("white", "blue", "table"),
    [
        ((240, 240, 240), (150, 60, 20), (60, 120, 60)),
        ((240, 240, 240), (150, 60, 20), (225, 232, 235)),  # hardly a rim at its white half
        ((200, 225, 240), (40, 50, 60), (50, 60, 75)),  # nor here at its dark one
    ],
)
def test_a_lone_tile_holds_out(
    reader: Reader, white: Color, blue: Color, table: Color, blur: float
) -> None:
    picture = lone_tile(white, blue, table)
    if blur:
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), blur), np.uint8)
    assert finds_in(picture, reader).margins_otherwise([SEEN])[SEEN] > 0
    assert look_alikes(sight_of(picture, reader, SEEN)) is None


def test_of_what_is_cut_by_the_pictures_rim_nothing_is_told(reader: Reader) -> None:
    cut = np.ascontiguousarray(chessboard(*WOODS[0])[:, : 160 + round(0.9 * SIDE)])
    finds = finds_in(cut, reader)
    assert finds.likely([SEEN]) == [SEEN]
    assert finds.margins_otherwise([SEEN])[SEEN] < 0
    assert look_alikes(sight_of(cut, reader, SEEN)) is None


def test_of_what_is_seen_aslant_nothing_is_told(reader: Reader) -> None:
    flat = cv2.resize(chessboard(*WOODS[0]), (320, 176), interpolation=cv2.INTER_AREA)
    picture = np.asarray(flat, np.uint8)
    seen = replace(SEEN, center=(160.0, 88.0), side=(0.0, 0.95 * 0.55 * SIDE))
    finds = finds_in(picture, reader)
    assert finds.likely([seen]) == [seen]
    assert finds.margins_otherwise([seen])[seen] < 0
    assert look_alikes(sight_of(picture, reader, seen)) is None


def test_nothing_is_told_where_something_else_holds_out(reader: Reader) -> None:
    """The table is not empty then, whatever the rest is."""
    board = chessboard(*WOODS[0])
    tile = lone_tile((240, 240, 240), (150, 60, 20), (60, 120, 60))
    both = np.ascontiguousarray(np.hstack([board, tile]))
    beside = replace(SEEN, center=(MIDDLE[0] + 320, MIDDLE[1]))
    assert look_alikes(sight_of(both, reader, SEEN)) is not None
    assert look_alikes(sight_of(both, reader, SEEN, beside)) is None


def test_what_the_find_network_knows_to_be_nothing_hints_at_no_slivers(reader: Reader) -> None:
    """A sliver is not known; what is seen as high as wide is."""
    grain = np.random.default_rng(5).normal(120, 6, (320, 320, 3)).clip(0, 255).astype(np.uint8)
    finds = finds_in(grain, reader)
    sliver = replace(SEEN, side=(0.0, 0.3 * SIDE))
    assert finds.chances([SEEN])[0] < 0.01
    assert hints_among([SEEN, sliver], finds) == [sliver]
    faint = replace(sliver, score=0.2)
    assert hints_among([faint], finds) == []


def read_as(tile: Detection, *, sure: bool = True) -> TileReading:
    """Return a tile as it would be read where the detector found it."""
    corners = [(x, y) for x, y in outline_of(tile).tolist()]
    return TileReading(
        Cell(0, 0), 0, tile.center, corners[0], corners[3], tuple(corners), 0.99, sure, (0.01, 0.99)
    )


def reading_of(*tiles: TileReading) -> Reading:
    return Reading(320, 320, True, None, 0.0, (ClusterReading(tiles),), (), 2.0)


def test_a_lone_tile_is_sure_only_if_it_holds_out(reader: Reader) -> None:
    board = sight_of(chessboard(*WOODS[0]), reader, SEEN)
    reading = looked_at_closer(reading_of(read_as(SEEN)), board)
    assert not reading.sure
    assert not reading.clusters[0].tiles[0].sure
    assert reading.reason is not None
    assert reading.reason.code is Doubt.UNSURE_TILES
    tile = sight_of(lone_tile((240, 240, 240), (150, 60, 20), (60, 120, 60)), reader, SEEN)
    kept = reading_of(read_as(SEEN))
    assert looked_at_closer(kept, tile) is kept


def test_tiles_of_a_board_tell_of_one_another(reader: Reader) -> None:
    board = sight_of(chessboard(*WOODS[0]), reader, SEEN)
    many = reading_of(*(replace(read_as(SEEN), cell=Cell(q, 0)) for q in range(3)))
    assert looked_at_closer(many, board) is many
