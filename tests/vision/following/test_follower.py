"""A drawn table followed frame by frame: one lattice throughout, bumps and hands included."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import cv2
import numpy as np
import pytest

from rules.board import Board
from rules.lattice import Cell
from tests.grain import Showings, grainy
from training.synthesis.staging import StagedBoard, Table, make_table
from vision.arrays import Image
from vision.following.follower import Follower
from vision.following.table_view import CameraMoved, HandsGone, HandsIn, Lost, Settled, Sighting
from vision.readers.reader import Reader

FRAMES = 8
OPENING = Board({Cell(0, 0): 4, Cell(1, -1): 4})
LONGER = Board({**OPENING, Cell(1, 0): 2, Cell(2, -1): 0})
TURNED = LONGER.with_tile(Cell(2, -1), 3)


class Film:
    """Frames of one table, ten a second, each with its own noise."""

    def __init__(self, table: Table) -> None:
        self.table, self.frame = table, 0
        self._showings = Showings()

    def show(self, picture: Image, count: int = FRAMES) -> Iterator[tuple[Image, float]]:
        """Yield a still picture for ``count`` frames."""
        first = self._showings.first_noise(picture)
        for noise in range(first, first + count):
            self.frame += 1
            yield grainy(picture, noise, 4), self.frame / 10

    def board(self, board: Board, count: int = FRAMES) -> Iterator[tuple[Image, float]]:
        """Yield the table with a board for ``count`` frames."""
        return self.show(self.table.picture([StagedBoard(board)]), count)

    def hand(self, board: Board) -> Iterator[tuple[Image, float]]:
        """Yield three frames of a hand over the board."""
        return self.show(self.table.picture([StagedBoard(board)], hand_at=(20.0, 10.0)), 3)


def _follow(follower: Follower, frames: Iterable[tuple[Image, float]]) -> list[Sighting]:
    return [sighting for frame, time in frames for sighting in follower.feed(frame, time)]


def _settled(sightings: list[Sighting]) -> list[Board]:
    return [sighting.view.board for sighting in sightings if isinstance(sighting, Settled)]


def _shape(board: Board) -> set[tuple[Cell, int]]:
    """Return a board in coordinates that do not depend on names: the least of all its turns."""
    turned = []
    for turns in range(6):
        cells = board.rotated(turns)
        first = min(cells, default=Cell(0, 0))
        turned.append(sorted(cells.translated(-first.q, -first.r).items()))
    return set(min(turned))


def test_a_game_keeps_its_cells_through_hands_turns_and_a_bump(reader: Reader) -> None:
    film, follower = Film(make_table(8)), Follower(reader)
    assert _settled(_follow(follower, film.board(Board({})))) == [Board({})]

    sightings = _follow(follower, [*film.hand(OPENING), *film.board(OPENING)])
    assert [type(s) for s in sightings] == [HandsIn, HandsGone, Settled]
    opening = _settled(sightings)[0]
    assert _shape(opening) == _shape(OPENING)

    longer = _settled(_follow(follower, [*film.hand(LONGER), *film.board(LONGER)]))[0]
    assert _shape(longer) == _shape(LONGER)
    assert set(opening.items()) <= set(longer.items())

    film.table = make_table(8, heading=1.27, distance=720.0, target=(25.0, -15.0))
    sightings = _follow(follower, film.board(LONGER))
    assert any(isinstance(sighting, CameraMoved) for sighting in sightings)
    assert not _settled(sightings)
    assert follower.known.board == longer

    turned = _settled(_follow(follower, [*film.hand(TURNED), *film.board(TURNED)]))[0]
    assert _shape(turned) == _shape(TURNED)
    assert [cell for cell in longer if turned[cell] != longer[cell]] == [
        cell for cell, k in longer.items() if cell not in opening and turned[cell] == (k + 3) % 6
    ]

    fewer = _settled(_follow(follower, film.board(OPENING)))[0]
    assert fewer == opening


def test_a_still_table_is_reported_once_and_looked_at_no_more(reader: Reader) -> None:
    film, follower = Film(make_table(8)), Follower(reader)
    picture = film.table.picture([StagedBoard(LONGER)])
    assert len(_settled(_follow(follower, film.show(picture, 12)))) == 1
    looks = []
    follower.known.look = lambda examination: looks.append(examination)  # type: ignore[assignment,method-assign]
    assert _follow(follower, film.show(picture, 40)) == []
    assert looks == []


def test_clusters_set_aside_are_never_the_board(reader: Reader) -> None:
    film = Film(make_table(8, distance=900.0))
    follower = Follower(reader, set_aside=lambda board: len(board) == 4)
    rhombus, lone = StagedBoard(LONGER, (-150.0, 60.0), 0.3), Board({Cell(0, 0): 1})
    sightings = _follow(follower, film.show(film.table.picture([rhombus])))
    assert _settled(sightings) == [Board({})]
    picture = film.table.picture([rhombus, StagedBoard(lone, (120.0, 0.0))])
    (settled,) = [s for s in _follow(follower, film.show(picture)) if isinstance(s, Settled)]
    assert len(settled.view.board) == 1
    assert [len(other.board) for other in settled.view.others] == [4]


def test_a_board_out_of_the_picture_is_lost_not_empty(reader: Reader) -> None:
    film, follower = Film(make_table(8)), Follower(reader)
    board = _settled(_follow(follower, film.board(LONGER)))[0]
    away = make_table(8, target=(3000.0, 3000.0)).picture([])
    sightings = _follow(follower, film.show(away, 30))
    assert [type(s) for s in sightings] == [HandsIn, Lost]
    assert follower.known.board == board
    back = _follow(follower, film.board(LONGER))
    assert not any(isinstance(sighting, Lost) for sighting in back)
    assert follower.known.board == board


OTHER = Board({Cell(0, 0): 1, Cell(0, 1): 1, Cell(-1, 1): 5})


def test_a_board_that_was_cleared_is_empty_and_another_one_is_seen_then(reader: Reader) -> None:
    """All tiles are taken off and others laid elsewhere: nothing of the board is left to find."""
    film, follower = Film(make_table(8)), Follower(reader)
    _follow(follower, film.board(LONGER))
    sightings = _follow(follower, [*film.hand(LONGER), *film.show(film.table.picture([]), 24)])
    assert _settled(sightings) == [Board()]
    other = film.table.picture([StagedBoard(OTHER, (23.0, 17.0), 0.4)])
    (board,) = _settled(_follow(follower, film.show(other, 24)))
    assert _shape(board) == _shape(OTHER)


def test_a_board_that_another_one_took_the_place_of_is_not_lost(reader: Reader) -> None:
    film, follower = Film(make_table(8)), Follower(reader)
    _follow(follower, film.board(LONGER))
    other = film.table.picture([StagedBoard(OTHER, (23.0, 17.0), 0.4)])
    sightings = _follow(follower, [*film.hand(LONGER), *film.show(other, 24)])
    assert [type(s) for s in sightings] == [HandsIn, HandsGone, Settled]
    (board,) = _settled(sightings)
    assert _shape(board) == _shape(OTHER)


def test_tiles_laid_anew_that_look_like_the_board_from_elsewhere_are_seen_as_they_lie(
    reader: Reader,
) -> None:
    film, follower = Film(make_table(8)), Follower(reader)
    (first,) = _settled(_follow(follower, film.board(LONGER)))
    _follow(follower, film.hand(LONGER))
    said = _follow(follower, [*film.board(LONGER.rotated(2)), *film.board(LONGER.rotated(2))])
    assert not any(isinstance(sighting, CameraMoved) for sighting in said)
    (anew,) = _settled(said)
    names = [
        (turns, cell)
        for turns in range(6)
        for cell in first
        if LONGER.rotated(turns).translated(*cell) == first
    ]
    assert [LONGER.rotated(2 + turns).translated(*cell) for turns, cell in names] == [anew]


@pytest.mark.parametrize("laid", [Cell(0, 1), Cell(0, -1), Cell(-1, 1)])
def test_a_lone_tile_that_was_knocked_away_is_found_where_it_is_put_back(
    reader: Reader, laid: Cell
) -> None:
    """With a second tile beside it, each looks like the one that was known."""
    film, follower = Film(make_table(8)), Follower(reader)
    lone = Board({Cell(0, 0): 3})
    (first,) = _settled(_follow(follower, film.board(lone, 12)))
    _follow(follower, film.hand(lone))
    knocked = film.table.picture([StagedBoard(lone, (-52.0, 17.0), 0.4)])
    assert _settled(_follow(follower, film.show(knocked, 12))) == []
    _follow(follower, film.hand(lone))
    both = Board({**lone, laid: 3})
    (board,) = _settled(_follow(follower, film.board(both)))
    (turns,) = {(k - 3) % 6 for k in first.values()}
    assert board == both.rotated(turns)


def test_another_board_that_a_moved_camera_sees_is_not_the_games(reader: Reader) -> None:
    film, follower = Film(make_table(8)), Follower(reader)
    board = _settled(_follow(follower, film.board(LONGER)))[0]
    elsewhere = make_table(8, target=(3000.0, 3000.0))
    away = elsewhere.picture([StagedBoard(OTHER, (3000.0, 3000.0), 0.4)])
    assert reader.read(away).clusters
    sightings = _follow(follower, film.show(away, 30))
    assert [type(s) for s in sightings] == [HandsIn, Lost]
    assert follower.known.board == board


def test_of_what_is_unsure_it_is_said_how_likely_it_is_as_the_game_names_cells(
    reader: Reader,
) -> None:
    film, follower = Film(make_table(8)), Follower(reader)
    _follow(follower, film.board(LONGER))
    film.table = make_table(8, heading=5.4)
    _follow(follower, film.board(LONGER))
    more = Board({**LONGER, Cell(-1, 0): 2})
    sharp = film.table.picture([StagedBoard(more)])
    at = np.array([[*Cell(-1, 0).center(), 0.0]]) * film.table.look.radius
    x, y = film.table.camera.project(at)[0].round().astype(int)
    blurred = sharp.copy()
    around = (slice(y - 70, y + 70), slice(x - 70, x + 70))
    blurred[around] = cv2.GaussianBlur(sharp[around], (0, 0), 13.0)
    (view,) = (s.view for s in _follow(follower, film.show(blurred, 20)) if isinstance(s, Settled))
    (cell,) = view.unsure
    assert view.probabilities.keys() == view.unsure
    empty, *turns = view.probabilities[cell]
    assert sum(turns) + empty == pytest.approx(1.0, abs=1e-5)
    assert max(turns) < 0.99
    (view,) = (s.view for s in _follow(follower, film.show(sharp, 20)) if isinstance(s, Settled))
    assert not view.unsure
    assert not view.probabilities
    assert turns.index(max(turns)) == view.board[cell]


@pytest.mark.parametrize("size", [1, 2])
def test_a_tile_of_a_small_board_that_is_turned_is_turned_and_the_board_has_not_moved(
    reader: Reader, size: int
) -> None:
    """A small board with a tile turned may look like itself from elsewhere, but lies just there."""
    film, follower = Film(make_table(8)), Follower(reader)
    cells = [Cell(0, 0), Cell(-1, 1)][:size]
    before = Board(dict(zip(cells, (5, 1), strict=False)))
    after = Board({**before, cells[-1]: 3, Cell(0, 1): 3})
    (first,) = _settled(_follow(follower, film.board(before, 12)))
    _follow(follower, film.hand(before))
    said = _follow(follower, film.board(after))
    assert not any(isinstance(sighting, CameraMoved) for sighting in said)
    (second,) = _settled(said)
    assert len(second) == size + 1
    kept = [cell for cell, k in first.items() if second.get(cell) == k]
    assert first.keys() <= second.keys()
    assert len(kept) == size - 1
