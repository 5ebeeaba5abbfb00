"""What is no move: a camera bumped, turned or replaced, lamps, shadows, a glass; in drawn films."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.board import Board
from rules.lattice import Cell
from tests.thorough import some_of
from tests.vision.following.drawn_film import LONGER, OPENING, Film, follow, made_up, views
from training.synthesis.staging import HeldTile, StagedBoard
from vision.arrays import Image, Points
from vision.following.follower import Follower, Following
from vision.following.table_view import CameraMoved, HandsGone, HandsIn, Lost, Sighting
from vision.readers.picture_reader import Beside, ReadPicture
from vision.readers.reader import Reader

NEW = Cell(-1, 0)
MORE = Board({**LONGER, NEW: 2})

Change = Callable[[Image], Image]


def _way(picture: Image, right: float, down: float, degrees: float) -> Points:
    """Return how pixels go, (2, 3), where the camera is bumped."""
    height, width = picture.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
    way[:, 2] += np.array([right, down])
    return np.asarray(way, np.float64)


def _bumped(right: float, down: float, degrees: float) -> Change:
    def change(picture: Image) -> Image:
        size = picture.shape[1], picture.shape[0]
        way = _way(picture, right, down, degrees)
        return np.asarray(cv2.warpAffine(picture, way, size, borderMode=2), np.uint8)

    return change


def _sideways(picture: Image) -> Image:
    return np.ascontiguousarray(np.rot90(picture))


def _replaced(picture: Image) -> Image:
    """Return what another camera sees, which stands a little farther and has fewer pixels."""
    elsewhere = _bumped(60, 20, 5)(picture)
    return np.asarray(cv2.resize(elsewhere, (960, 540), interpolation=cv2.INTER_AREA), np.uint8)


def _lit(blue: float, green: float, red: float) -> Change:
    light = np.array([blue, green, red])
    return lambda picture: np.asarray(np.clip(picture * light, 0, 255), np.uint8)


def _lamp(picture: Image) -> Image:
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    gain = 1 + 0.9 * np.exp(-((columns - 500) ** 2 + (rows - 300) ** 2) / (2 * 220**2))
    return np.asarray(np.clip(picture * gain[..., None], 0, 255), np.uint8)


def _shadow(dark: float, edge: float) -> Change:
    """Return a shadow across the table, so dark, whose edge is so many pixels wide."""

    def change(picture: Image) -> Image:
        rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
        across = (columns - picture.shape[1] / 2) + 0.3 * (rows - picture.shape[0] / 2)
        beyond = np.clip((np.abs(across) - 0.12 * picture.shape[1]) / edge, -50, 50)
        gain = 1 - (1 - dark) / (1 + np.exp(beyond))
        return np.asarray(picture * gain[..., None], np.uint8)

    return change


CAMERAS = {
    "bumped": _bumped(12, -9, 1),
    "knocked": _bumped(-120, 40, -8),
    "turned by 90 degrees": _sideways,
    "replaced": _replaced,
}
LIGHTS = {
    "lamp off": _lit(0.40, 0.36, 0.32),
    "lamp on": _lit(1.2, 1.45, 1.6),
    "lamp beside": _lamp,
    "soft shadow": _shadow(0.5, 25),
    "hard shadow": _shadow(0.5, 3),
    "deep shadow": _shadow(0.3, 6),
}


def _hand(film: Film, board: Board) -> Image:
    """Return a hand that holds a tile over the cell where one will be laid."""
    place = film.place(NEW)
    held = HeldTile(place, 0.4, 30.0)
    return film.table.picture([StagedBoard(board)], hand_at=place, held=held)


def _then_a_move(film: Film, follower: Follower, change: Change) -> list[Sighting]:
    """Return what is said of a hand that rests with a tile, and then has laid it."""
    before = follower.known.board
    assert [type(s) for s in follow(follower, film.show(change(_hand(film, LONGER)), 2.0))] == [
        HandsIn
    ]
    assert follower.known.board == before
    return follow(follower, film.show(change(film.table.picture([StagedBoard(MORE)])), 1.2))


@pytest.mark.parametrize("change", CAMERAS.values(), ids=CAMERAS.keys())
def test_a_camera_that_is_moved_or_replaced_is_no_move(reader: Reader, change: Change) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    (longer,) = views(follow(follower, film.board(LONGER)))
    there = change(film.table.picture([StagedBoard(LONGER)]))
    assert [type(s) for s in follow(follower, film.show(there, 1.2))] == [
        HandsIn,
        HandsGone,
        CameraMoved,
    ]
    (laid,) = views(_then_a_move(film, follower, change))
    assert set(longer.view.board.items()) < set(laid.view.board.items())
    assert len(laid.view.board) == len(MORE)
    assert not laid.view.unsure


@pytest.mark.parametrize("bump", [(-10, -40, 2), (-60, 30, 5)])
def test_a_few_tiles_tell_how_far_away_things_went(
    reader: Reader, bump: tuple[float, float, float]
) -> None:
    film, follower = Film(made_up(11)), Follower(reader)
    follow(follower, film.board(LONGER))
    picture = film.table.picture([StagedBoard(LONGER)])
    ways = follower.known.ways_since(reader.examine(_bumped(*bump)(picture))).matrices
    height, width = picture.shape[:2]
    corners = np.array([(x, y, 1) for x in (0.0, width) for y in (0.0, height)])
    true = corners @ _way(picture, *bump).T
    told = [cv2.perspectiveTransform(corners[:, None, :2], way)[:, 0] for way in ways]
    assert min(np.hypot(*(there - true).T).max() for there in told) < 15


def _on_parquet(film: Film, picture: Image) -> Image:
    """Return a picture with a floor of bright and dark boards around the mat that tiles lie on."""
    rows, columns = np.mgrid[: picture.shape[0], : picture.shape[1]]
    numbers = (rows + columns) // 36 + 31 * ((rows - columns) // 12)
    shades = np.random.default_rng(5).uniform(60, 220, 997)
    floor = shades[numbers % len(shades)][..., None] * np.array([0.5, 0.8, 1.0])
    middle = film.table.camera.project(np.array([(*film.place(Cell(0, 0)), 0.0)]))[0]
    is_mat = np.hypot(columns - middle[0], rows - middle[1]) < 220
    return np.where(is_mat[..., None], picture, floor).astype(np.uint8)


class DazzledReader:
    """Reads, but takes the picture's outer parts for something that hides the table."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        read = self.reader.look(image, beside)
        detections = read.examination.detections
        cover = detections.cover.copy()
        columns = cover.shape[1]
        cover[:, : columns // 5] = cover[:, -columns // 5 :] = 0.9
        detections = replace(detections, cover=cover)
        return replace(read, examination=replace(read.examination, detections=detections))


class FlickeringReader(DazzledReader):
    """Takes other parts of the picture for something that hides the table in every look."""

    looks = 0

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        read = self.reader.look(image, beside)
        detections = read.examination.detections
        spots = np.random.default_rng(self.looks).random((12, 16), np.float32)
        self.looks += 1
        rows, columns = detections.cover.shape
        seems = np.asarray(cv2.resize(spots, (columns, rows)), np.float32)
        detections = replace(detections, cover=np.maximum(detections.cover, seems))
        return replace(read, examination=replace(read.examination, detections=detections))


@pytest.mark.parametrize("name", ["lamp off", "lamp beside"])
def test_a_lamp_over_a_floor_that_puzzles_the_detector_is_no_hand(
    reader: Reader, name: str
) -> None:
    film, follower = Film(made_up(8)), Follower(FlickeringReader(reader))
    picture = _on_parquet(film, film.table.picture([StagedBoard(LONGER)]))
    (first,) = views(follow(follower, film.show(picture, 6.0)))
    said = follow(follower, film.show(LIGHTS[name](picture), 1.2))
    assert [type(s) for s in said] == [HandsIn, HandsGone]
    assert follower.known.board == first.view.board


@pytest.mark.parametrize(
    ("board", "change"),
    [
        (LONGER, _bumped(-10, -40, 2)),
        (OPENING, _bumped(30, 20, -3)),
        (OPENING, _bumped(54, -19, -1)),
    ],
)
def test_a_floor_that_a_moved_camera_sees_elsewhere_is_no_hand(
    reader: Reader, board: Board, change: Change
) -> None:
    """What few tiles say of the camera's way holds far from them too, where the floor tells it."""
    film, follower = Film(made_up(8)), Follower(DazzledReader(reader))
    picture = _on_parquet(film, film.table.picture([StagedBoard(board)]))
    (first,) = views(follow(follower, film.show(picture, 6.0)))
    assert len(first.view.board) == len(board)
    said = [type(s) for s in follow(follower, film.show(change(picture), 2.0))]
    assert said == [HandsIn, HandsGone, CameraMoved]


@pytest.mark.parametrize("change", CAMERAS.values(), ids=CAMERAS.keys())
def test_a_camera_that_is_moved_while_a_hand_holds_a_tile_is_no_move(
    reader: Reader, change: Change
) -> None:
    film, follower = Film(made_up(11)), Follower(reader)
    (longer,) = views(follow(follower, film.board(LONGER)))
    (laid,) = views(_then_a_move(film, follower, change))
    assert set(longer.view.board.items()) < set(laid.view.board.items())
    assert len(laid.view.board) == len(MORE)
    assert not laid.view.unsure


@pytest.mark.parametrize("change", LIGHTS.values(), ids=LIGHTS.keys())
def test_lamps_and_shadows_are_no_move_and_not_waited_for(reader: Reader, change: Change) -> None:
    film, follower = Film(made_up(11)), Follower(reader)
    (longer,) = views(follow(follower, film.board(LONGER)))
    there = change(film.table.picture([StagedBoard(LONGER)]))
    assert [type(s) for s in follow(follower, film.show(there, 1.2))] == [HandsIn, HandsGone]
    assert follower.known.board == longer.view.board
    (laid,) = views(_then_a_move(film, follower, change))
    assert set(longer.view.board.items()) < set(laid.view.board.items())
    assert not laid.view.unsure


def _with_glass(film: Film, board: Board, cell: Cell) -> Image:
    """Return the table with a glass that stands on a cell, and through which the table is seen."""
    picture = film.table.picture([StagedBoard(board)])
    x, y = film.place(cell)
    spots = np.array([[x, y, 0.0], [x, y, 100.0], [x + 32.0, y, 0.0]])
    foot, top, beside = film.table.camera.project(spots)
    radius = round(float(np.hypot(*(beside - foot))))
    inside = np.zeros(picture.shape[:2], np.uint8)
    for share in np.linspace(0, 1, 40):
        cv2.circle(inside, _at(foot + (top - foot) * share), radius, [1.0], -1)
    behind = cv2.GaussianBlur(np.roll(picture, 6, axis=1), (0, 0), 2.0) * 0.8 + 38
    seen = np.where(inside[..., None] > 0, behind, picture).astype(np.uint8)
    for middle in (foot, top):
        axes = (radius, round(0.8 * radius))
        cv2.ellipse(seen, _at(middle), axes, 0, 0, 360, (235.0,) * 3, 2, cv2.LINE_AA)
    return seen


def _at(spot: np.ndarray[tuple[int, ...], np.dtype[np.float64]]) -> tuple[int, int]:
    return round(float(spot[0])), round(float(spot[1]))


@pytest.mark.parametrize(("seed", "cell"), [(11, Cell(2, 0)), (8, Cell(0, 0))])
def test_beside_a_glass_and_through_it_the_game_goes_on(
    reader: Reader, seed: int, cell: Cell
) -> None:
    film, follower = Film(made_up(seed)), Follower(reader)
    (longer,) = views(follow(follower, film.board(LONGER)))
    follow(follower, film.show(_with_glass(film, LONGER, cell), 4.0))
    assert follower.known.board == longer.view.board
    follow(follower, film.show(_hand(film, LONGER), 0.8))
    laid = views(follow(follower, film.show(_with_glass(film, MORE, cell), 22.0)))[-1]
    assert set(longer.view.board.items()) < set(laid.view.board.items())
    assert len(laid.view.board) == len(MORE)


def _with_cup(picture: Image) -> Image:
    """Return a picture with a cup that stands at its left border."""
    seen, (height, width) = picture.copy(), picture.shape[:2]
    middle, radius = (round(0.04 * width), round(0.85 * height)), round(0.12 * height)
    cv2.circle(seen, middle, radius, (45, 60, 80), -1, cv2.LINE_AA)
    cv2.circle(seen, middle, radius, (210, 215, 220), 4, cv2.LINE_AA)
    return seen


@pytest.mark.parametrize("seed", some_of([8, 11], 1))
def test_what_is_put_down_beside_the_border_of_a_bare_table_is_no_arm_once_tiles_are_laid(
    reader: Reader, seed: int
) -> None:
    """The first tile might lie below it, until the first ones are seen elsewhere."""
    film, follower = Film(made_up(seed)), Follower(DazzledReader(reader))
    bare, laid = (_with_cup(film.table.picture(b)) for b in ([], [StagedBoard(OPENING)]))
    follow(follower, film.show(film.table.picture([]), 1.2))
    follow(follower, film.show(bare, 1.6))
    (seen,) = views(follow(follower, film.show(laid, 6.0)))
    assert len(seen.view.board) == len(OPENING)


def test_on_a_bare_table_its_own_pattern_tells_a_camera_that_is_moved(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    bare = film.table.picture([])
    follow(follower, film.show(bare, 1.2))
    bumped = CAMERAS["bumped"](bare)
    said = follow(follower, film.show(bumped, 1.2))
    assert CameraMoved in [type(sighting) for sighting in said]
    for change in (LIGHTS["lamp beside"], LIGHTS["hard shadow"]):
        said = follow(follower, film.show(change(bumped), 5.0))
        assert CameraMoved not in [type(sighting) for sighting in said]


def test_tiles_are_seen_soon_after_a_bump_over_a_bare_table_though_something_seems_to_cover_it(
    reader: Reader,
) -> None:
    film, follower = Film(made_up(8)), Follower(DazzledReader(reader))
    bare, laid = (
        _on_parquet(film, film.table.picture(boards)) for boards in ([], [StagedBoard(OPENING)])
    )
    bump = CAMERAS["bumped"]
    follow(follower, film.show(bare, 1.2))
    said = follow(follower, film.show(bump(bare), 1.2))
    assert CameraMoved in [type(sighting) for sighting in said]
    (seen,) = views(follow(follower, film.show(bump(laid), 1.5)))
    assert len(seen.view.board) == len(OPENING)


def _zoomed(picture: Image, zoom: float) -> Image:
    """Return a picture as a lens draws it that is focused anew, a little larger."""
    height, width = picture.shape[:2]
    way = cv2.getRotationMatrix2D((width / 2, height / 2), 0.0, zoom)
    drawn = cv2.warpAffine(picture, way, (width, height), borderMode=cv2.BORDER_REFLECT)
    return np.asarray(drawn, np.uint8)


@pytest.mark.parametrize("before", [OPENING, Board()])
def test_a_floor_that_looks_like_hands_did_not_come_when_the_lens_is_focused_anew(
    reader: Reader, before: Board
) -> None:
    film, follower = Film(made_up(8)), Follower(DazzledReader(reader))
    lay, laid = (
        _on_parquet(film, film.table.picture([StagedBoard(board)])) for board in (before, LONGER)
    )
    (first,) = views(follow(follower, film.show(lay, 1.2)))
    assert len(first.view.board) == len(before)
    (seen,) = views(follow(follower, film.show(_zoomed(laid, 1.03), 1.2)))
    assert len(seen.view.board) == len(LONGER)


def test_a_picture_that_does_not_come_to_rest_is_said_to_once_and_is_looked_at_when_it_does(
    reader: Reader,
) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    picture = film.table.picture([StagedBoard(OPENING)])
    shaken = (
        (np.roll(image, 40 * (number % 2), axis=1), time)
        for number, (image, time) in enumerate(film.show(picture, 50.0))
    )
    said = follow(follower, shaken)
    assert said == [Lost(Following.NEVER_STILL())]
    (seen,) = views(follow(follower, film.show(picture, 1.2)))
    assert len(seen.view.board) == len(OPENING)


def test_a_picture_that_is_still_for_moments_only_is_said_not_to_come_to_rest(
    reader: Reader,
) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    picture = film.table.picture([StagedBoard(OPENING)])
    shaken = (
        (np.roll(image, 40 * (number // 2 % 2), axis=1), time)
        for number, (image, time) in enumerate(film.show(picture, 80.0))
    )
    assert follow(follower, shaken) == [Lost(Following.NEVER_STILL())]


@pytest.mark.parametrize("is_touched", [True, False])
def test_what_lay_there_before_the_lamp_was_out_is_waited_for_no_more_once_it_is_on_again(
    reader: Reader, *, is_touched: bool
) -> None:
    """A dark corner of this table looks like an arm to the detector: it lay there before."""
    film, follower, dark = Film(made_up(22)), Follower(reader), _lit(0.2, 0.2, 0.2)
    lit = film.table.picture([StagedBoard(LONGER)])
    assert len(views(follow(follower, film.show(lit, 6.0)))) == 1
    follow(follower, film.show(dark(lit), 3.0))
    if is_touched:
        follow(follower, film.show(dark(_hand(film, LONGER)), 1.0))
        follow(follower, film.show(dark(lit), 1.6))
    said = follow(follower, film.show(lit, 2.0))
    assert [type(sighting) for sighting in said] == [HandsIn, HandsGone]
    assert len(follower.known.board) == len(LONGER)
