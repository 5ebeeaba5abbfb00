"""Hands and sleeves that the detector does not know, told by the table that they hide."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.following.drawn_film import LONGER, Film
from training.synthesis.staging import StagedBoard, make_table
from vision.arrays import Image, Points
from vision.following.details import shows_through
from vision.following.overhang import Overhang
from vision.following.seen import Seen, outlines_of
from vision.following.thresholds import LASTING, LASTING_ARM, LASTING_ELSEWHERE
from vision.networks.detector import Detections
from vision.readers.reader import Reader

_RING = 50.0 * np.array([(1, 0), (0.5, 0.9), (-0.5, 0.9), (-1, 0), (-0.5, -0.9), (0.5, -0.9)])
"""A place of the supply with what may lie around it, in pixels."""


def _settled_unseen(reader: Reader) -> tuple[Image, list[Points], Detections, Overhang]:
    """Return a settled table, its tiles, what a detector that sees nobody says, and who looked."""
    film, overhang = Film(make_table(8)), Overhang()
    clear = film.table.picture([StagedBoard(LONGER)])
    examination = reader.examine(clear)
    tiles = outlines_of(examination)
    assert len(tiles) == len(LONGER)
    nobody = replace(examination.detections, cover=np.zeros_like(examination.detections.cover))
    overhang.look(Seen(clear, nobody, [], tiles), 0.0)
    overhang.settled()
    return clear, tiles, nobody, overhang


def _below(tiles: list[Points]) -> tuple[int, int]:
    """Return the column at which tiles begin, and a row just below them."""
    corners = np.concatenate(tiles)
    return int(corners[:, 0].min()), int(corners[:, 1].max()) + 8


def _with_checks(picture: Image, left: int, right: int, top: int, bottom: int) -> Image:
    """Return a picture with something chequered in a part of it, in pixels."""
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    checks = np.where((rows // 26 + columns // 26) % 2, 150, 60).astype(np.uint8)
    is_part = (columns >= left) & (columns < right) & (rows >= top) & (rows < bottom)
    return np.where(is_part[..., None], checks[..., None], picture).astype(np.uint8)


def test_who_hides_the_tiles_is_waited_for_though_the_detector_sees_nobody(reader: Reader) -> None:
    """What leaves the tiles to be seen may be a shadow; what hides them is none."""
    clear, tiles, nobody, overhang = _settled_unseen(reader)
    leaning = _with_checks(clear, 0, round(0.8 * clear.shape[1]), 0, clear.shape[0])
    untils = [
        overhang.look(Seen(leaning, nobody, tiles, seen), 1.0).until
        for seen in (tiles, tiles[:2], tiles[:1], [])
    ]
    assert untils == [1.0 + LASTING_ELSEWHERE] * 2 + [1.0 + LASTING_ARM] * 2


@pytest.mark.parametrize("over", [True, False])
def test_what_hangs_over_tiles_is_waited_for_though_no_arm_leads_to_it(
    reader: Reader, *, over: bool
) -> None:
    """A sleeve may end in the picture. What is put down lies over no tile."""
    clear, tiles, nobody, overhang = _settled_unseen(reader)
    left, below = _below(tiles)
    side = round(float(np.ptp(tiles[0], axis=0).max()))
    top = below - round(0.7 * side) if over else below + side // 4
    assert below + 3 * side < clear.shape[0]
    cut_off = _with_checks(clear, left, left + 4 * side, top, below + 2 * side)
    waited = overhang.look(Seen(cut_off, nobody, tiles, tiles), 1.0).until > 1.0
    assert waited == over


def test_tiles_that_are_taken_off_the_table_are_nothing_that_came(reader: Reader) -> None:
    _, tiles, nobody, overhang = _settled_unseen(reader)
    bare = Film(make_table(8)).table.picture([])
    assert overhang.look(Seen(bare, nobody, tiles, []), 1.0).until <= 1.0


def test_who_was_not_seen_to_be_there_and_goes_again_is_nobody_who_comes(reader: Reader) -> None:
    """On a bare table nobody is waited for, so that it counts as settled with somebody over it."""
    film, overhang = Film(make_table(8)), Overhang()
    bare, laid = film.table.picture([]), film.table.picture([StagedBoard(LONGER)])
    examination = reader.examine(laid)
    tiles = outlines_of(examination)
    leaning = _with_checks(bare, 0, round(0.8 * bare.shape[1]), 0, bare.shape[0])
    cover = np.zeros_like(examination.detections.cover)
    cover[:, : cover.shape[1] // 4] = 0.4  # a table that puzzles the detector
    puzzled = replace(examination.detections, cover=cover)
    moving = (np.roll(leaning, 13 * step, axis=0) for step in range(7))
    for number, picture in enumerate((bare, leaning, *moving)):
        assert overhang.look(Seen(picture, puzzled), 10.0 * number).until < 10.0 * number
        overhang.settled()
    assert overhang.look(Seen(laid, puzzled, [], tiles), 100.0).until < 100.0
    overhang.settled()
    # who comes now is waited for, for all that
    assert overhang.look(Seen(leaning, puzzled, tiles, []), 110.0).until > 110.0


def test_the_table_before_somebody_is_known_once_who_was_not_seen_is_elsewhere(
    reader: Reader,
) -> None:
    """The table as it lay is more like the second picture than the one before; then all go."""
    film, overhang = Film(make_table(8)), Overhang()
    bare, laid = film.table.picture([]), film.table.picture([StagedBoard(LONGER)])
    examination, (height, width) = reader.examine(laid), bare.shape[:2]
    puzzled = replace(examination.detections, cover=np.full_like(examination.detections.cover, 0.4))
    on_one_side = _with_checks(bare, 0, width // 4, 0, height)
    on_the_other = _with_checks(bare, width // 2, width, 0, height)
    for number, picture in enumerate((bare, on_one_side, on_the_other)):
        assert overhang.look(Seen(picture, puzzled), 10.0 * number).until < 10.0 * number
        overhang.settled()
    tiles = outlines_of(examination)
    assert overhang.look(Seen(laid, puzzled, [], tiles), 100.0).until < 100.0


def test_a_hand_that_hides_no_tile_is_waited_for_though_the_detector_does_not_know_it(
    reader: Reader,
) -> None:
    """A bare hand, small in the picture, comes to a free cell from the border."""
    clear, tiles, nobody, overhang = _settled_unseen(reader)
    left, bottom = _below(tiles)
    hand = _with_checks(clear, left, left + 60, bottom, clear.shape[0])
    assert 0.01 < 60 * (clear.shape[0] - bottom) / clear[..., 0].size < 0.02
    assert overhang.look(Seen(hand, nobody, tiles, tiles), 1.0).until == 1.0 + LASTING
    # as much of a lamp's light is none
    lit = clear.copy()
    lit[bottom:, left : left + 60] = np.clip(1.3 * lit[bottom:, left : left + 60] + 9, 0, 255)
    assert overhang.look(Seen(lit, nobody, tiles, tiles), 2.0).until < 2.0 + LASTING_ELSEWHERE


def test_a_tile_that_is_laid_in_a_large_pool_of_light_makes_no_hand_of_it() -> None:
    """It shows more details than all of a plain cloth: these are asked for where none was laid."""
    rng = np.random.default_rng(1)
    cloth = (120 + cv2.GaussianBlur(rng.normal(0, 12, (90, 120, 3)), (0, 0), 1)).astype(np.float32)
    pool, laid = np.zeros((2, 90, 120), np.bool_)
    pool[:, :70] = laid[40:52, 30:42] = True
    lit = np.where(pool[..., None], 1.4 * cloth, cloth)
    lit[40:52, 30:42] = np.where(np.arange(12)[:, None, None] % 6 < 3, 250, 20)
    assert shows_through(pool, laid, lit, cloth)
    assert not shows_through(pool, np.zeros_like(laid), lit, cloth)
    sleeve = np.where(pool[..., None] & ~laid[..., None], np.float32(190), lit)
    assert not shows_through(pool, laid, sleeve, cloth)
    # in the shadow of a hand that lays it nothing is left out
    shade = np.where(pool[..., None] & ~laid[..., None], 0.7 * cloth, lit)
    assert not shows_through(pool, laid, shade, cloth)


@pytest.mark.parametrize(("beneath", "is_waited_for"), [(1, True), (8, False)])
def test_an_unknown_arm_may_seem_to_show_a_tile_but_not_many(
    reader: Reader, beneath: int, is_waited_for: bool
) -> None:
    clear, tiles, nobody, overhang = _settled_unseen(reader)
    left, bottom = _below(tiles)
    arm = _with_checks(clear, left, left + 200, bottom, clear.shape[0])
    under = [
        tiles[0] - tiles[0].mean(axis=0) + (left + 40 + 60 * (n % 3), bottom + 50 + 60 * (n // 3))
        for n in range(beneath)
    ]
    beyond = [np.add(outline, (300, 0)) for outline in tiles]
    known = [*tiles, *beyond, *under]
    until = overhang.look(Seen(arm, nobody, known, known), 1.0).until
    assert (until == 1.0 + LASTING) == is_waited_for


def test_what_changes_in_the_supply_beside_the_board_is_no_arm_but_what_reaches_over_it_is(
    reader: Reader,
) -> None:
    """Whoever takes a tile from a heap draws much of it anew, half of it face down."""
    clear, tiles, nobody, overhang = _settled_unseen(reader)
    left, bottom = _below(tiles)
    arm = _with_checks(clear, left, left + 200, bottom, clear.shape[0])
    heights = range(bottom, clear.shape[0] + 40, 40)
    lying = [np.add(_RING, (x, y)) for x in range(left, left + 201, 40) for y in heights]
    for supply, is_waited_for in ((lying, False), (lying[: 2 * len(heights)], True), ([], True)):
        hanging = overhang.look(Seen(arm, nobody, tiles, tiles, supply=supply), 1.0)
        assert (hanging.until == 1.0 + LASTING) == is_waited_for
    hand = _with_checks(arm, left, left + 200, bottom - 80, bottom)
    over_board = Seen(hand, nobody, tiles, tiles[:1], supply=lying)
    assert overhang.look(over_board, 2.0).until > 2.0 + LASTING_ELSEWHERE


def test_less_is_asked_of_a_hand_near_the_border_that_the_detector_knows_somewhere(
    reader: Reader,
) -> None:
    clear, tiles, nobody, overhang = _settled_unseen(reader)
    left, bottom = _below(tiles)
    hand = _with_checks(clear, left, left + 20, bottom + 32, clear.shape[0])
    assert 20 * (clear.shape[0] - bottom) / clear[..., 0].size < 0.01
    assert overhang.look(Seen(hand, nobody, tiles, tiles), 1.0).until < 1.0
    cover = nobody.cover.copy()
    cover[round((bottom + 60) / nobody.step), round((left + 10) / nobody.step)] = 0.9
    known = replace(nobody, cover=cover)
    assert overhang.look(Seen(hand, known, tiles, tiles), 2.0).until == 2.0 + LASTING_ARM


@pytest.mark.parametrize(("was_clear", "is_waited_for"), [(True, False), (False, True)])
def test_who_was_in_the_table_that_was_settled_last_and_is_gone_is_no_hand_that_came(
    *, was_clear: bool, is_waited_for: bool
) -> None:
    """A busy cloth looks like hands to the detector, a little; the table before tells.

    A hand with a tile in it is as small as tiles, what it holds left out.
    """
    cloth = np.random.default_rng(4).normal(130, 30, (90, 160, 3)).clip(0, 255)
    clear = cv2.resize(cloth.astype(np.uint8), (1280, 720), interpolation=cv2.INTER_CUBIC)
    tiles = [np.add(_RING, (640 + 75 * n, 560)) for n in range(3)]
    held = np.add(_RING, (560, 660))
    hand = _with_checks(clear, 500, 700, 610, 720)
    nothing = np.zeros((90, 160), np.float32)
    nobody = Detections((), (), nothing, nothing, 8.0)
    puzzled = replace(nobody, cover=nothing + np.float32(0.3))
    overhang = Overhang()
    if was_clear:
        overhang.look(Seen(clear, nobody, [], tiles), 0.0)
        overhang.settled()
    for time in (1.0, 2.0):  # the hand rests there
        assert overhang.look(Seen(hand, nobody, tiles, [*tiles, held]), time).until < time
        overhang.settled()
    until = overhang.look(Seen(clear, puzzled, tiles, tiles), 3.0).until
    assert (until > 3.0) == is_waited_for


def _settled_bare(reader: Reader) -> tuple[Image, Detections, Overhang]:
    """Return a settled bare table, what a detector that sees nobody says, and who looked."""
    bare, overhang = Film(make_table(8)).table.picture([]), Overhang()
    nothing = reader.examine(bare).detections
    nobody = replace(nothing, cover=np.zeros_like(nothing.cover))
    overhang.look(Seen(bare, nobody), 0.0)
    overhang.settled()
    return bare, nobody, overhang


def _seen_faintly(nobody: Detections, cover: float) -> Detections:
    """Return what a detector says that takes a part of the left border for covered, so surely."""
    faint = nobody.cover.copy()
    middle = faint.shape[0] // 2
    faint[middle - 4 : middle + 4, :8] = cover
    return replace(nobody, cover=faint)


def _leaning(picture: Image, share: float) -> Image:
    """Return a picture with something over so much of it, from the left border on."""
    height, width = picture.shape[:2]
    return _with_checks(picture, 0, round(share * width), 0, height)


@pytest.mark.parametrize(
    ("share", "cover", "is_waited_for"), [(0.3, 0.3, True), (0.3, 0.1, False), (0.05, 0.3, False)]
)
def test_a_head_over_much_of_a_bare_table_is_waited_for_though_the_detector_is_not_sure(
    reader: Reader, share: float, cover: float, is_waited_for: bool
) -> None:
    bare, nobody, overhang = _settled_bare(reader)
    unsure = _seen_faintly(nobody, cover)
    leaning = _leaning(bare, share)
    assert (overhang.look(Seen(leaning, unsure), 1.0).until == 1.0 + LASTING_ARM) == is_waited_for


@pytest.mark.parametrize(("reach", "is_waited_for"), [(0.5, True), (0.08, False)])
def test_an_arm_over_a_bare_table_is_waited_for_though_it_is_no_tenth_of_the_picture(
    reader: Reader, reach: float, is_waited_for: bool
) -> None:
    """Something as large at the border is none."""
    bare, nobody, overhang = _settled_bare(reader)
    height, width = bare.shape[:2]
    half = round(0.06 * height * width / (reach * width)) // 2
    arm = _with_checks(bare, 0, round(reach * width), height // 2 - half, height // 2 + half)
    until = overhang.look(Seen(arm, _seen_faintly(nobody, 0.3)), 1.0).until
    assert (until == 1.0 + LASTING_ARM) == is_waited_for


@pytest.mark.parametrize(("stays", "is_waited_for"), [(True, True), (False, False)])
def test_who_was_seen_to_lean_over_a_bare_table_still_does_when_less_of_it_is_seen(
    reader: Reader, *, stays: bool, is_waited_for: bool
) -> None:
    """Of a black head over most of a table a detector thinks now one thing, now the other."""
    bare, nobody, overhang = _settled_bare(reader)
    seen = Seen(_leaning(bare, 0.3), _seen_faintly(nobody, 0.3))
    assert overhang.look(seen, 1.0).until == 1.0 + LASTING_ARM
    moved = _leaning(bare, 0.29 if stays else 0.12)
    until = overhang.look(Seen(moved, nobody), 2.0).until
    assert (until == 1.0 + LASTING_ARM) == is_waited_for


def test_what_an_unknown_hand_touches_is_covered_for_as_long_as_it_rests(reader: Reader) -> None:
    """What lies still for so long was put down for good; but a tile in it may be held."""
    clear, tiles, nobody, overhang = _settled_unseen(reader)
    left, bottom = _below(tiles)
    hand = _with_checks(clear, left, left + 60, bottom, clear.shape[0])
    held = np.array([(left + 20, bottom + 20), (left + 40, bottom + 20), (left + 30, bottom + 40)])
    overhang.look(Seen(hand, nobody, tiles, tiles), 1.0)
    resting = overhang.look(Seen(hand, nobody, tiles, tiles), 2.0 + LASTING)
    assert resting.until < 2.0 + LASTING
    overhang.settled()
    assert overhang.look(Seen(hand, nobody, tiles, tiles), 90.0).covering.touches(held)
    gone = overhang.look(Seen(clear, nobody, tiles, tiles), 120.0)
    assert gone.until < 120.0
    assert not gone.covering.touches(held)


def test_tiles_that_are_laid_at_the_border_are_no_hand(reader: Reader) -> None:
    clear, tiles, nobody, overhang = _settled_unseen(reader)
    left, bottom = _below(tiles)
    laid = _with_checks(clear, left, left + 60, bottom, clear.shape[0])
    rows = range(bottom, clear.shape[0] + 20, 40)
    new = [
        np.add([(0, 0), (30, -10), (60, 0), (60, 40), (30, 50), (0, 40)], (left, row))
        for row in rows
    ]
    assert overhang.look(Seen(laid, nobody, tiles, [*tiles, *new]), 1.0).until < 1.0


@pytest.mark.parametrize(("seen_still", "is_waited_for"), [(0, True), (3, False)])
def test_a_plain_sleeve_over_most_tiles_hides_them_though_it_has_no_details(
    reader: Reader, seen_still: int, is_waited_for: bool
) -> None:
    """Nothing but the tiles that are seen no more tells it from a shadow on a plain table."""
    film, overhang = Film(make_table(8)), Overhang()
    laid = film.table.picture([StagedBoard(LONGER)])
    examination = reader.examine(laid)
    tiles = outlines_of(examination)
    on_tiles = np.zeros(laid.shape[:2], np.uint8)
    for tile in tiles:
        cv2.fillPoly(on_tiles, [np.round(tile).astype(np.int32)], [1.0])
    plain = np.where(on_tiles[..., None] > 0, laid, (120, 130, 140)).astype(np.uint8)
    nobody = replace(examination.detections, cover=np.zeros_like(examination.detections.cover))
    overhang.look(Seen(plain, nobody, [], tiles), 0.0)
    overhang.settled()
    sleeve = plain.copy()
    across = np.concatenate(tiles)[:, 0]
    sleeve[:, max(int(across.min()) - 150, 0) : int(across.max()) + 150] = (70, 110, 90)
    until = overhang.look(Seen(sleeve, nobody, tiles, tiles[:seen_still]), 1.0).until
    assert (until == 1.0 + LASTING_ARM) == is_waited_for


def test_what_is_put_down_apart_from_an_arm_is_none_when_the_arm_is_gone(reader: Reader) -> None:
    clear, tiles, nobody, overhang = _settled_unseen(reader)
    left, below = _below(tiles)
    height, width = clear.shape[:2]
    arm = (left, left + 150, 0, below)
    mug = (width - 260, width - 140, height - 260, height - 140)

    def until(time: float, *things: tuple[int, int, int, int], seen: list[Points]) -> float:
        picture, cover = clear, nobody.cover.copy()
        step = height / cover.shape[0]
        for near, far, top, bottom in things:
            picture = _with_checks(picture, near, far, top, bottom)
            rows = slice(int(top / step), int(bottom / step) + 1)
            cover[rows, int(near / step) : int(far / step) + 1] = 0.9
        detections = replace(nobody, cover=cover)
        return overhang.look(Seen(picture, detections, tiles, seen), time).until - time

    assert [until(t, arm, mug, seen=tiles[:1]) for t in (1.0, 2.0)] == [
        LASTING_ARM,
        LASTING_ARM - 1,
    ]
    assert until(3.0, mug, seen=tiles) <= LASTING_ELSEWHERE - 2
