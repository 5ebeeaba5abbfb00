"""Tables in dim light: what is laid there is seen as by day, and a hand is no table."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from rules.board import Board
from rules.lattice import SIDES, Cell
from tests.thorough import some_of
from tests.vision.following.drawn_film import LONGER, OPENING, Film, follow, made_up, views
from training.synthesis.staging import StagedBoard
from vision.arrays import Image, Points
from vision.following.exposure import Exposure
from vision.following.follower import Follower
from vision.following.table_view import CameraMoved
from vision.readers.reader import Reader

TURNED = Board({**LONGER, Cell(1, 0): 5})
Frames = Iterator[tuple[Image, float]]


def dimmed(frames: Frames, light: float, sheet: bool = False) -> Frames:
    """Yield frames in a share of their light, with or without a lit sheet of paper in a corner."""
    rng = np.random.default_rng(1)
    for frame, time in frames:
        grain = rng.integers(-3, 4, frame.shape, np.int16)
        dim = np.clip(frame * light + grain, 0, 255).astype(np.uint8)
        if sheet:
            dim[: dim.shape[0] // 6, : dim.shape[1] // 4] = 235
        yield dim, time


@pytest.mark.parametrize(("light", "sheet"), [(0.25, False), (0.12, False), (0.25, True)])
def test_in_dim_light_tiles_are_seen_and_hands_are_waited_for(
    reader: Reader, light: float, sheet: bool
) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    seen = []
    for board in (OPENING, LONGER, TURNED):
        said = follow(follower, dimmed(film.board(board), light, sheet))
        seen += [settled.view for settled in views(said)]
        held = follow(follower, dimmed(film.holding(OPENING, 0.8), light, sheet))
        assert not views(held)
        assert not any(isinstance(sighting, CameraMoved) for sighting in said + held)
    assert [len(view.board) for view in seen] == [2, 3, 3]
    assert not any(view.unsure for view in seen)
    third, turned = (set(view.board.items()) - set(seen[0].board.items()) for view in seen[1:])
    ((cell, before),) = third
    assert turned == {(cell, (before + 3) % SIDES)}


def on_a_dark_cloth(film: Film, board: Board, share: float) -> Frames:
    """Yield a table of which all but the tiles is darkened to a share of its light, and a hand."""
    bare = film.table.picture([]).astype(np.int16)
    place = film.place(Cell(1, 0))
    for picture, seconds in (
        (film.table.picture([StagedBoard(board)]), 1.6),
        (film.table.picture([StagedBoard(board)], hand_at=place), 0.4),
    ):
        lies = (np.abs(picture - bare).max(axis=2) > 14).astype(np.uint8)
        lies = cv2.morphologyEx(lies, cv2.MORPH_CLOSE, np.ones((9, 9)))[..., None]
        yield from film.show(
            np.where(lies > 0, picture, (picture * share).astype(np.uint8)), seconds
        )


@pytest.mark.parametrize("seed", some_of([10, 11], 1))
def test_on_a_dark_cloth_the_first_tiles_are_not_burnt(reader: Reader, seed: int) -> None:
    """They are far brighter than all that is seen before them, and a small part of the picture."""
    film, follower = Film(made_up(seed)), Follower(reader)
    boards = (Board(), OPENING, LONGER)
    said = [s for b in boards for s in follow(follower, on_a_dark_cloth(film, b, 0.2))]
    assert [len(settled.view.board) for settled in views(said)] == [0, 2, 3]
    assert not any(settled.view.unsure for settled in views(said))


@pytest.mark.parametrize(("before", "after"), [(1.0, 0.15), (0.15, 1.0)])
def test_a_lamp_that_is_switched_moves_no_tile(reader: Reader, before: float, after: float) -> None:
    film, follower = Film(made_up(8)), Follower(reader)
    (first,) = views(follow(follower, dimmed(film.board(OPENING), before)))
    said = follow(follower, dimmed(film.board(OPENING, 4.0), after))
    assert all(settled.view.board == first.view.board for settled in views(said))
    (laid,) = views(follow(follower, dimmed(film.board(LONGER), after)))
    assert set(laid.view.board.items()) > set(first.view.board.items())
    assert len(laid.view.board) == len(LONGER)
    assert not laid.view.unsure


def test_levels_stay_while_a_bright_sleeve_comes_and_goes() -> None:
    table = Film(made_up(8)).table.picture([StagedBoard(OPENING)])
    dim = (table * 0.2).astype(np.uint8)
    sleeve = dim.copy()
    sleeve[:, : dim.shape[1] // 4] = 200
    exposure = Exposure()
    before = exposure.spread(dim, 0.0)
    for number in range(40):
        shown = exposure.spread(sleeve, 0.1 + number / 10)
        assert (shown[:, dim.shape[1] // 2 :] == before[:, dim.shape[1] // 2 :]).all()
    assert (exposure.spread(dim, 4.2) == before).all()
    assert before.max() > 2 * dim.max()


@pytest.mark.parametrize("bare", [0.8, 0.0])
def test_first_tiles_that_are_put_right_elsewhere_in_dim_light_are_seen(
    reader: Reader, bare: float
) -> None:
    """Three were laid where two may be. Where they lay it is as light as before without them."""
    film, follower = Film(made_up(8)), Follower(reader)
    elsewhere = Board({Cell(-2, 1): 0, Cell(-2, 2): 0})
    (first,) = views(follow(follower, dimmed(film.board(LONGER), 0.25)))
    assert len(first.view.board) == 3
    seen = views(follow(follower, dimmed(film.holding(Board(), 0.6), 0.25)))
    if bare:
        seen += views(follow(follower, dimmed(film.board(Board(), bare), 0.25)))
        seen += views(follow(follower, dimmed(film.holding(Board(), 0.6), 0.25)))
    seen += views(follow(follower, dimmed(film.board(elsewhere, 2.6), 0.25)))
    assert [len(settled.view.board) for settled in seen] == ([0, 2] if bare else [2])
    assert not any(settled.view.unsure for settled in seen)


def _is_other_light(settled: Image, tiles: list[Points], later: Image) -> bool:
    """Tell whether a settled picture with tiles, their outlines given, is lit otherwise later."""
    exposure = Exposure()
    exposure.spread(settled, 0.0)
    exposure.settled(tiles)
    exposure.spread(settled, 0.2)
    others = []
    for number in range(2, 40):
        exposure.spread(later, number / 5)
        others.append(exposure.is_other)
    return any(others)


@pytest.mark.parametrize("lamp_is_off", [False, True])
def test_where_tiles_are_taken_away_it_is_as_light_as_before(lamp_is_off: bool) -> None:
    """A few pale tiles on a dark cloth: most of what is measured about them are they."""
    lattice = [np.array(Cell(q, r).corners()) * 30 + 300 for q, r in ((0, 0), (1, 0), (0, 1))]
    cloth = np.full((600, 600, 3), 50, np.uint8)
    tiles = cloth.copy()
    for outline in lattice:
        cv2.fillConvexPoly(tiles, outline.round().astype(np.int32), (140, 140, 140))
    later = tiles // 2 if lamp_is_off else cloth
    assert _is_other_light(tiles, lattice, later) == lamp_is_off


@pytest.mark.parametrize(("dark", "is_lamp"), [(0.7, False), (1.0, True)])
def test_who_leans_over_the_tiles_for_long_is_no_other_light(*, dark: float, is_lamp: bool) -> None:
    """A dark sleeve hides all tiles and what is around them, but not the rest of the table."""
    rng = np.random.default_rng(3)
    table = rng.integers(60, 180, (600, 800, 3)).astype(np.uint8)
    tiles = [np.array(Cell(q, 0).corners()) * 30 + (250, 300) for q in range(3)]
    later = table.copy()
    later[:, : round(800 * dark)] //= 3
    assert _is_other_light(table, tiles, later) == is_lamp
