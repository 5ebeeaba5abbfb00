"""Somebody who leans over most of the picture, and cells that puzzle the reader from the first."""

from __future__ import annotations

import numpy as np
import pytest

from rules.lattice import Cell
from tests.vision.following.drawn_film import OPENING, Film, follow, views
from tests.vision.following.test_landmarks import on_grid, seen_from
from tests.vision.following.test_overhang import PuzzledReader
from training.synthesis.staging import make_table
from vision.arrays import Float32s, Image
from vision.following.details import redrawn_places, shows_a_part
from vision.following.follower import Follower
from vision.following.overhang import is_all_another
from vision.following.scene import Scene, changed_places, places_unlike
from vision.readers.reader import Reader


def leaned_over(picture: Image, share: float) -> Image:
    """Return a picture that a bright shirt hides, from the left border on."""
    covered = picture.copy()
    shirt = covered[:, : round(share * covered.shape[1])]
    shirt[:] = np.arange(shirt.shape[0])[:, None, None] % 14 * 4 + 180
    return covered


@pytest.mark.parametrize("share", [0.3, 0.6, 0.8])
def test_who_hides_most_of_the_picture_tells_nothing_of_the_light_on_the_rest(share: float) -> None:
    table = seen_from(0.0, 0.0, 0.0)
    before, now = on_grid(table), on_grid(leaned_over(table, share))
    assert changed_places(now, before).mean() == pytest.approx(share, abs=0.03)


def test_light_on_all_of_a_table_changes_no_place_of_it() -> None:
    before = on_grid(seen_from(0.0, 0.0, 0.0))
    assert changed_places(np.asarray(0.6 * before, np.float32), before).mean() < 0.02


def test_a_part_that_shows_what_it_did_tells_who_leans_from_a_camera_that_was_moved() -> None:
    table = seen_from(0.0, 0.0, 0.0)

    def shown(now: Image, before: Image = table) -> bool:
        pictures: list[Float32s] = [on_grid(now), on_grid(before)]
        return shows_a_part(~places_unlike(*pictures), *pictures)

    assert shown(leaned_over(table, 0.8))
    assert not shown(seen_from(3.0, 40.0, -25.0))
    assert not shown(leaned_over(seen_from(3.0, 40.0, -25.0), 0.6))
    plain = np.full_like(table, 128)
    assert not shown(leaned_over(plain, 0.8), plain)


def _scene(picture: Image) -> Scene:
    grid = on_grid(picture)
    nothing = np.zeros(grid.shape[:2], np.bool_)
    return Scene(grid, nothing.astype(np.float32), nothing, nothing, 4.0)


@pytest.mark.parametrize("shows_tiles", [False, True])
def test_where_tiles_are_seen_who_was_taken_for_the_table_went(shows_tiles: bool) -> None:
    """Where none is seen, somebody leans over the table."""
    table = seen_from(0.0, 0.0, 0.0)
    leaning, free = _scene(leaned_over(table, 0.8)), _scene(table)
    redrawn = redrawn_places(free.picture, leaning.picture)
    assert is_all_another(free, leaning, redrawn, shows_tiles=shows_tiles) == shows_tiles


def test_cells_that_puzzle_the_reader_are_waited_for_only_so_long_though_people_play_on(
    reader: Reader,
) -> None:
    """No look is still for the whole time that such cells are waited for."""
    eyes = PuzzledReader(reader)
    film, follower = Film(make_table(8)), Follower(eyes)
    places = [(*film.place(cell), 0.0) for cell in (Cell(-1, 0), Cell(-1, 1))]
    eyes.places = [(float(x), float(y)) for x, y in film.table.camera.project(np.array(places))]
    rounds = []
    for _ in range(6):
        rounds.append(views(follow(follower, film.board(OPENING, 1.6))))
        follow(follower, film.holding(OPENING, 0.6))
    assert not any(rounds[:2])
    settled = [view for seen in rounds for view in seen]
    assert [len(seen.view.board) for seen in settled[:1]] == [len(OPENING)]
