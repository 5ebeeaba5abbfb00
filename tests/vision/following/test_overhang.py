"""Hands that rest, tiles that are held, and things that are put down, in drawn films."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from rules.board import Board
from rules.lattice import Cell
from tests.thorough import some_of
from tests.vision.following.drawn_film import LONGER, OPENING, Film, follow, made_up, views
from training.synthesis.staging import HeldTile, StagedBoard, make_table
from vision.arrays import Image
from vision.following.details import outline_went
from vision.following.follower import Follower
from vision.following.table_view import CameraMoved, HandsGone, HandsIn, Lost, Sighting
from vision.lattice.cluster import LatticeCluster
from vision.readers.picture_reader import Beside, ReadPicture
from vision.readers.reader import Reader
from vision.reading import DieReading


@pytest.mark.parametrize(
    ("seed", "seconds"), some_of([(8, 0.8), (8, 30.0), (11, 3.0), (12, 10.0)], 2)
)
def test_a_hand_that_rests_with_a_tile_is_no_move_however_long(
    reader: Reader, seed: int, seconds: float
) -> None:
    film, follower = Film(made_up(seed)), Follower(reader)
    (opening,) = views(follow(follower, film.board(OPENING)))
    assert len(opening.view.board) == len(OPENING)
    resting = follow(follower, film.holding(OPENING, seconds))
    assert [type(sighting) for sighting in resting] == [HandsIn]
    assert follower.known.board == opening.view.board

    taken_away = follow(follower, film.board(OPENING))
    assert [type(sighting) for sighting in taken_away] == [HandsGone]
    assert views(follow(follower, film.holding(OPENING, 0.8))) == []
    (laid,) = views(follow(follower, film.board(LONGER)))
    assert len(laid.view.board) == len(LONGER)
    assert not laid.view.unsure


class TwoWayReader:
    """Reads every picture in one way, and on request in another; notes which frames it was."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.looks, self.asked = reader, 0, list[int]()

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        self.looks += 1
        number, read = self.looks, self.reader.look(image, beside)

        def otherwise() -> ReadPicture:
            self.asked.append(number)
            return read

        return replace(read, otherwise=otherwise)


def test_a_picture_with_a_hand_over_the_table_is_read_in_one_way_only(reader: Reader) -> None:
    eyes = TwoWayReader(reader)
    film, follower = Film(make_table(8)), Follower(eyes)
    follow(follower, film.board(OPENING))
    assert eyes.asked == list(range(1, eyes.looks + 1))
    clear = eyes.looks
    follow(follower, film.holding(OPENING, 5.0))
    assert eyes.looks > clear
    assert len(eyes.asked) == clear
    follow(follower, film.board(LONGER))
    assert eyes.asked[-1] == eyes.looks


class PuzzledReader:
    """Reads, but cannot make out some cells, given as the pixels of their centres."""

    def __init__(self, reader: Reader) -> None:
        self.reader, self.places = reader, list[tuple[float, float]]()

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        read = self.reader.look(image, beside)
        clusters = tuple(
            (
                cluster,
                {
                    cell: replace(belief, hidden=0.9) if cell in self._puzzling(cluster) else belief
                    for cell, belief in beliefs.items()
                },
            )
            for cluster, beliefs in read.examination.clusters
        )
        return replace(read, examination=replace(read.examination, clusters=clusters))

    def _puzzling(self, cluster: LatticeCluster) -> set[Cell]:
        return {cluster.cell_at(place) for place in self.places}


def test_cells_that_puzzle_the_reader_but_look_as_they_did_are_not_waited_for(
    reader: Reader,
) -> None:
    eyes = PuzzledReader(reader)
    film, follower = Film(make_table(8)), Follower(eyes)
    follow(follower, film.board(OPENING))
    follow(follower, film.holding(OPENING, 0.6))
    places = [(*film.place(cell), 0.0) for cell in (Cell(2, 0), Cell(2, -1))]
    pixels = film.table.camera.project(np.array(places))
    eyes.places = [(float(x), float(y)) for x, y in pixels]
    (laid,) = views(follow(follower, film.board(LONGER)))
    assert len(laid.view.board) == len(LONGER)
    assert not laid.view.unsure
    assert not laid.view.hidden

    follow(follower, film.holding(LONGER, 0.6))
    covered = film.table.picture([StagedBoard(LONGER)])
    for x, y in pixels:
        cv2.circle(covered, (round(x), round(y)), 12, (20.0, 20.0, 20.0), -1)
    assert views(follow(follower, film.show(covered, 1.2))) == []


def test_a_tile_is_gone_where_a_puzzling_cell_looks_as_it_did_before_it_was_laid(
    reader: Reader,
) -> None:
    eyes = PuzzledReader(reader)
    film, follower = Film(make_table(8)), Follower(eyes)
    (opening,) = views(follow(follower, film.board(OPENING)))
    (laid,) = views(follow(follower, film.board(LONGER)))
    place = np.array([(*film.place(Cell(1, 0)), 0.0)])
    ((x, y),) = film.table.camera.project(place)
    eyes.places = [(float(x), float(y))]
    (gone,) = views(follow(follower, film.board(OPENING)))
    assert gone.view.board == opening.view.board

    follow(follower, film.board(LONGER))
    assert follower.known.board == laid.view.board
    sleeve = film.table.picture([StagedBoard(OPENING)])
    cv2.circle(sleeve, (round(x), round(y)), 14, (90.0, 60.0, 40.0), -1)
    follow(follower, film.show(sleeve, 6.0))
    assert follower.known.board == laid.view.board


def _with_mug(film: Film, board: Board, cell: Cell) -> Image:
    """Return the table with a mug that stands over a cell."""
    picture = film.table.picture([StagedBoard(board)])
    x, y = film.place(cell)
    foot, top = (
        film.table.camera.project(np.array([[x, y, z]], np.float64))[0] for z in (0.0, 90.0)
    )
    beside = film.table.camera.project(np.array([[x + 40.0, y, 0.0]]))[0]
    radius = float(np.hypot(*(beside - foot)))
    for share in np.linspace(0, 1, 40):
        middle = foot + (top - foot) * share
        shade = 60.0 + 60.0 * float(share)
        at = (round(float(middle[0])), round(float(middle[1])))
        cv2.circle(picture, at, round(radius), (shade, shade * 0.8, shade * 0.5), -1, cv2.LINE_AA)
    at = (round(float(top[0])), round(float(top[1])))
    cv2.circle(picture, at, round(radius * 0.85), (30.0, 40.0, 60.0), -1, cv2.LINE_AA)
    return picture


def test_beside_a_mug_that_was_put_down_the_game_goes_on_and_nothing_new_is_sure(
    reader: Reader,
) -> None:
    # of several noises this one makes the cells beside the mug hardest to read
    film, follower = Film(made_up(8), noise=2), Follower(reader)
    (opening,) = views(follow(follower, film.board(OPENING)))
    follow(follower, film.holding(OPENING, 0.6))
    mug = Cell(2, 0)
    assert follow(follower, film.show(_with_mug(film, OPENING, mug), 19.0)) == []
    follow(follower, film.show(_with_mug(film, OPENING, mug), 4.0))
    assert follower.known.board == opening.view.board

    far = Board({**OPENING, Cell(-1, 0): 2})
    follow(follower, film.holding(far, 0.6))
    (laid,) = views(follow(follower, film.show(_with_mug(film, far, mug), 2.0)))
    (new,) = laid.view.board.keys() - opening.view.board.keys()
    assert new not in laid.view.unsure | laid.view.hidden

    beside = Board({**far, Cell(1, 0): 0})
    follow(follower, film.holding(beside, 0.6))
    view = views(follow(follower, film.show(_with_mug(film, beside, mug), 24.0)))[-1].view
    assert view.board.keys() - laid.view.board.keys() <= view.unsure | view.hidden
    assert view.unsure - laid.view.unsure


def test_what_was_put_down_is_not_new_again_whenever_a_hand_passes_over_it(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    follow(follower, film.board(OPENING))
    mug = Cell(2, 0)
    for _ in range(3):
        waiting = follow(follower, film.show(_with_mug(film, OPENING, mug), 5.5))
        assert HandsGone not in map(type, waiting)
        hand = film.table.picture([StagedBoard(OPENING)], hand_at=film.place(mug))
        follow(follower, film.show(hand, 0.8))
    settled = follow(follower, film.show(_with_mug(film, OPENING, mug), 6.0))
    assert HandsGone in map(type, settled)


def test_where_play_goes_on_beside_a_mug_it_is_waited_for_no_longer(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    (opening,) = views(follow(follower, film.board(OPENING)))
    mug, laid = Cell(2, 0), Board({**OPENING, Cell(-1, 0): 2})
    for board in (OPENING, OPENING, laid):
        assert follower.known.board == opening.view.board
        follow(follower, film.show(_with_mug(film, board, mug), 3.5))
        if board is OPENING:
            hand = film.table.picture([StagedBoard(board)], hand_at=film.place(mug))
            follow(follower, film.show(hand, 0.8))
    assert len(follower.known.board) == len(laid)


def test_a_hand_over_a_board_is_no_camera_that_was_moved(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    (longer,) = views(follow(follower, film.board(LONGER)))
    for cell in (Cell(0, 0), Cell(1, -1), Cell(0, 1)):
        hand = film.table.picture([StagedBoard(LONGER)], hand_at=film.place(cell))
        assert {type(s) for s in follow(follower, film.show(hand, 3.0))} <= {HandsIn}
    assert [type(s) for s in follow(follower, film.board(LONGER))] == [HandsGone]
    assert follower.known.board == longer.view.board


def test_a_camera_that_was_moved_is_not_taken_for_hands(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    follow(follower, film.board(LONGER))
    film.table = make_table(8, heading=1.27, distance=720.0, target=(25.0, -15.0))
    assert any(isinstance(s, CameraMoved) for s in follow(follower, film.board(LONGER)))
    hand = film.table.picture([StagedBoard(LONGER)], hand_at=film.place(Cell(0, 0)))
    assert [type(s) for s in follow(follower, film.show(hand, 3.0))] == [HandsIn]


def moved_before_puzzled(reader: Reader) -> tuple[Film, Follower, PuzzledReader]:
    """Let a camera be moved after which the reader cannot see two bare cells."""
    eyes = PuzzledReader(reader)
    film, follower = Film(made_up(8)), Follower(eyes)
    follow(follower, film.board(LONGER))
    film.table = make_table(8, heading=1.27, distance=720.0, target=(25.0, -15.0))
    places = [(*film.place(cell), 0.0) for cell in (Cell(2, 0), Cell(2, -1))]
    eyes.places = [(float(x), float(y)) for x, y in film.table.camera.project(np.array(places))]
    return film, follower, eyes


def test_a_camera_that_was_moved_is_told_though_the_first_look_after_it_settles_nothing(
    reader: Reader,
) -> None:
    film, follower, eyes = moved_before_puzzled(reader)
    picture = film.table.picture([StagedBoard(LONGER)])
    for x, y in eyes.places:
        cv2.circle(picture, (round(x), round(y)), 14, (60, 40, 160), -1)
    assert [type(s) for s in follow(follower, film.show(picture, 1.0))] == [HandsIn]
    eyes.places = []
    said = follow(follower, film.board(LONGER, 2.0))
    assert [type(s) for s in said] == [HandsGone, CameraMoved]


def test_after_a_bump_what_puzzles_the_reader_holds_nothing_up_where_nothing_came(
    reader: Reader,
) -> None:
    film, follower, _ = moved_before_puzzled(reader)
    said = [type(s) for s in follow(follower, film.board(LONGER))]
    assert said[:3] == [HandsIn, HandsGone, CameraMoved]


@pytest.mark.parametrize("seed", some_of([3, 1, 8], 1))
def test_a_camera_that_was_moved_over_a_bare_table_is_told_though_a_hand_came_at_once(
    reader: Reader, seed: int
) -> None:
    film, follower = Film(made_up(seed)), Follower(reader)
    follow(follower, film.board(Board()))
    film.table = make_table(seed, heading=1.27, distance=720.0, target=(25.0, -15.0))
    hand = film.table.picture([], hand_at=film.place(Cell(0, 0)))
    said = follow(follower, film.show(hand, 2.0))
    said += follow(follower, film.board(OPENING, 5.0))
    assert any(isinstance(s, CameraMoved) for s in said)
    assert [len(s.view.board) for s in views(said)] == [len(OPENING)]


def test_light_that_falls_otherwise_is_not_waited_for(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    (longer,) = views(follow(follower, film.board(LONGER)))
    picture = film.table.picture([StagedBoard(LONGER)])
    shade = np.linspace(0.45, 1.0, picture.shape[1])[None, :, None]
    darker = (picture * shade).astype(np.uint8)
    seen = follow(follower, film.show(darker, 2.0))
    assert [type(s) for s in seen] == [HandsIn, HandsGone]
    assert follower.known.board == longer.view.board


def test_who_sits_at_the_table_far_from_all_tiles_is_not_waited_for(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    follow(follower, film.board(OPENING))
    follow(follower, film.holding(LONGER, 0.8))
    picture = film.table.picture([StagedBoard(LONGER)])
    picture[:90] = (60, 40, 90)
    (laid,) = views(follow(follower, film.show(picture, 1.2)))
    assert len(laid.view.board) == len(LONGER)


class SpeckledReader:
    """Reads, and takes so many specks of the table for dice, though not surely."""

    def __init__(self, reader: Reader, specks: int) -> None:
        self.reader = reader
        self.specks = tuple(DieReading(1, (9.0 + 40 * n, 9.0), 0.8, False) for n in range(specks))

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        examination = self.reader.look(image, beside).examination
        dice = (*examination.reading.dice, *self.specks)
        reading = replace(examination.reading, dice=dice)
        return ReadPicture(reading, replace(examination, reading=reading), image)


@pytest.mark.parametrize("specks", [0, 2])
def test_a_hand_that_rests_on_the_die_is_waited_for_however_far_it_is_from_all_tiles(
    reader: Reader, specks: int
) -> None:
    film, follower = Film(made_up(11)), Follower(SpeckledReader(reader, specks))
    lying, thrown = (4, (-70.0, 60.0)), (2, (-150.0, 0.0))
    with_die = film.table.picture([StagedBoard(LONGER)], die=lying)
    (before,) = views(follow(follower, film.show(with_die, 1.2)))
    assert [die.value for die in before.view.dice if die.sure] == [4]
    resting = film.table.picture([StagedBoard(LONGER)], die=thrown, hand_at=thrown[1])
    assert not reader.read(resting).dice
    said = follow(follower, film.show(resting, 12.0))
    assert [type(sighting) for sighting in said] == [HandsIn]
    with_die = film.table.picture([StagedBoard(LONGER)], die=thrown)
    (after,) = views(follow(follower, film.show(with_die, 1.2)))
    assert [die.value for die in after.view.dice if die.sure] == [2]


def test_a_picture_that_grows_brighter_as_a_whole_is_not_waited_for(reader: Reader) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    follow(follower, film.board(OPENING))
    follow(follower, film.holding(LONGER, 0.8))
    picture = film.table.picture([StagedBoard(LONGER)])
    brighter = np.clip(picture * np.array([1.25, 1.15, 1.2]), 0, 255).astype(np.uint8)
    (laid,) = views(follow(follower, film.show(brighter, 1.2)))
    assert len(laid.view.board) == len(LONGER)


@pytest.mark.parametrize("seed", some_of([8, 11, 13], 1))
def test_over_a_bare_table_nothing_is_waited_for_and_a_hand_that_went_is_none(
    reader: Reader, seed: int
) -> None:
    film, follower = Film(made_up(seed)), Follower(reader)
    hand = film.table.picture([], hand_at=film.place(Cell(0, 0)))
    (bare,) = views(follow(follower, film.show(hand, 1.0)))
    assert not bare.view.board
    (opening,) = views(follow(follower, film.board(OPENING)))
    assert len(opening.view.board) == len(OPENING)
    assert not opening.view.unsure
    assert views(follow(follower, film.holding(OPENING, 2.0))) == []


@pytest.mark.parametrize("color", [(70, 110, 60), (60, 40, 160)])
def test_a_sleeve_that_the_detector_does_not_know_is_none_once_it_went(
    reader: Reader, color: tuple[int, int, int]
) -> None:
    """What was settled shows it, so that the bare table it leaves is what is new."""
    film, follower = Film(made_up(11)), Follower(reader)
    sleeve = film.table.picture([])
    height, width = sleeve.shape[:2]
    border, end = (width, height // 2 - 60), (width // 2 + 30, height // 2 - 10)
    cv2.line(sleeve, border, end, color, 40)
    assert len(views(follow(follower, film.show(sleeve, 1.0)))) == 1
    (opening,) = views(follow(follower, film.board(OPENING)))
    assert len(opening.view.board) == len(OPENING)


def test_what_came_draws_an_outline_and_what_went_takes_its_own_along() -> None:
    rng = np.random.default_rng(5)
    bare = rng.uniform(90, 110, (60, 80, 3)).astype(np.float32)
    sleeve = bare.copy()
    sleeve[20:35, 30:] = (70.0, 110.0, 60.0)
    part = np.zeros(bare.shape[:2], np.bool_)
    part[20:35, 30:] = True
    nothing = np.zeros_like(part)
    assert outline_went(part, nothing, bare, sleeve)
    assert not outline_went(part, nothing, sleeve, bare)
    assert not outline_went(part, nothing, sleeve, sleeve)
    assert not outline_went(part, ~nothing, bare, sleeve)


def test_a_hand_that_rests_over_a_bare_table_is_waited_for(reader: Reader) -> None:
    film, follower = Film(made_up(11)), Follower(reader)
    bare = film.table.picture([])
    assert len(views(follow(follower, film.show(bare, 1.2)))) == 1
    hand = film.table.picture([], hand_at=film.place(Cell(0, 0)))
    assert [type(said) for said in follow(follower, film.show(hand, 15.0))] == [HandsIn]
    assert [type(said) for said in follow(follower, film.show(bare, 1.2))] == [HandsGone]


def _sent(follower: Follower, film: Film, picture: Image) -> list[Sighting]:
    """Show one picture as a photo is shown: the very same for two seconds."""
    times = [time for _, time in film.show(picture, 2.0)]
    return [s for time in times for s in follower.feed(picture, time, photo=True)]


def test_a_photo_is_settled_by_one_look_and_what_a_hand_hides_in_it_is_never_sure(
    reader: Reader,
) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    (opening,) = views(_sent(follower, film, film.table.picture([StagedBoard(OPENING)])))
    assert len(opening.view.board) == len(OPENING)
    assert not opening.view.unsure

    place = film.place(Cell(1, 0))
    hand = film.table.picture(
        [StagedBoard(OPENING)], hand_at=place, held=HeldTile(place, 0.4, 30.0)
    )
    view = views(_sent(follower, film, hand))[-1].view
    assert view.board.keys() - opening.view.board.keys() <= view.unsure | view.hidden
    assert view.unsure | view.hidden

    (laid,) = views(_sent(follower, film, film.table.picture([StagedBoard(LONGER)])))
    assert len(laid.view.board) == len(LONGER)
    assert not laid.view.unsure | laid.view.hidden
    away = make_table(8, target=(3000.0, 3000.0)).picture([])
    assert [type(s) for s in _sent(follower, film, away)] == [HandsIn, Lost]
