"""Naming the cells of a new look as the game does: lattices may coincide where boards do not."""

from __future__ import annotations

import cmath

import pytest

from rules.board import Board
from rules.lattice import SIDES, Cell
from vision.following.alignment import align
from vision.lattice.cluster import LatticeCluster
from vision.lattice.table_model import PictureFrame, TableModel

KNOWN = Board({Cell(0, 0): 4, Cell(1, -1): 4, Cell(1, 0): 2, Cell(2, -1): 0})


def _lattice(across: float = 0.0) -> LatticeCluster:
    """Return a lattice seen from above, ``across`` edge lengths to the right of where it was."""
    table = TableModel(PictureFrame(1280, 960), 0j, 0.0, (20.0, 0.0, 20.0))
    return LatticeCluster(table, 0.0, complex(across), 1.0, {})


@pytest.mark.parametrize("turns", range(1, SIDES))
@pytest.mark.parametrize("pivot", sorted(KNOWN))
def test_a_board_that_comes_to_lie_on_its_old_lattice_otherwise_was_moved(
    turns: int, pivot: Cell
) -> None:
    """A camera that is turned may see the lattice just where it was, by chance: tiles tell."""
    found = KNOWN.translated(-pivot.q, -pivot.r).rotated(turns).translated(*pivot)
    alignment = align(found, _lattice(0.08), KNOWN, _lattice())
    assert alignment is not None
    assert alignment.apply(found) == dict(KNOWN)
    assert alignment.turns == -turns % SIDES


@pytest.mark.parametrize("changed", sorted(KNOWN))
def test_where_a_tile_of_the_board_lies_otherwise_the_board_has_stayed(changed: Cell) -> None:
    found = KNOWN.with_tile(changed, KNOWN[changed] + 1)
    alignment = align(found, _lattice(0.08), KNOWN, _lattice())
    assert alignment is not None
    assert (alignment.turns, alignment.shift) == (0, Cell(0, 0))


@pytest.mark.parametrize("turns", range(1, SIDES))
def test_tiles_that_were_laid_anew_under_a_still_camera_are_no_board_that_was_moved(
    turns: int,
) -> None:
    found = KNOWN.rotated(turns)
    alignment = align(found, _lattice(0.08), KNOWN, _lattice(), still=True)
    assert alignment is not None
    assert alignment.apply(found) == dict(found)


@pytest.mark.parametrize("across", [0.0, 0.08, 0.2])
def test_a_board_that_was_moved_by_about_a_cell_is_known_by_all_of_its_tiles(across: float) -> None:
    """Of those that come to lie on known cells the only one happens to lie as another lay."""
    known = Board(
        {
            Cell(-2, 2): 4,
            Cell(-1, 2): 2,
            Cell(0, 0): 4,
            Cell(0, 1): 2,
            Cell(0, 2): 2,
            Cell(0, 3): 2,
        }
    )
    found = known.translated(1, -1)
    assert [cell for cell in found if cell in known] == [Cell(0, 1)]
    alignment = align(found, _lattice(across), known, _lattice())
    assert alignment is not None
    assert alignment.apply(found) == dict(known)


@pytest.mark.parametrize(("across", "went"), [(0.0, False), (0.25, True)])
def test_a_board_of_rows_is_seen_to_be_moved_by_a_cell_where_its_lattice_lies_off(
    across: float, went: bool
) -> None:
    """Three of its five tiles lie as others of their row lay; just there one tile may be new."""
    known = Board({Cell(n, 0): 1 for n in range(3)} | {Cell(n, 1): 1 for n in range(2)})
    found = known.translated(1, 0).with_tile(Cell(3, 1), 1)
    alignment = align(found, _lattice(across), known, _lattice())
    assert alignment is not None
    assert (dict(known).items() <= alignment.apply(found).items()) == went
    assert (alignment.shift == Cell(0, 0)) != went


@pytest.mark.parametrize("turned", [3, 4])
def test_two_tiles_laid_like_those_that_lie_there_are_no_board_that_was_moved(turned: int) -> None:
    """A tile was turned as well; of cells far from a small board it is less exact where they lie.

    The lattice that is seen now turns a little about the two tiles that are known.
    """
    known = Board({Cell(0, 0): 2, Cell(1, 0): 2})
    found = Board({Cell(0, 0): turned, Cell(1, 0): 2, Cell(2, -1): 2, Cell(3, -1): 2})
    table = TableModel(PictureFrame(1280, 960), 0j, 0.0, (20.0, 0.0, 20.0))
    first, second = (complex(*cell.center()) for cell in known)
    turn = cmath.exp(0.07j)
    about = (first + second) / 2
    now = LatticeCluster(table, cmath.phase(turn), about - turn * about, 1.0, {})
    alignment = align(found, now, known, _lattice())
    assert alignment is not None
    assert alignment.apply(found) == dict(found)


@pytest.mark.parametrize("beside", Cell(0, 0).neighbours())
def test_a_lone_tile_that_is_seen_a_cell_away_is_the_same_one(beside: Cell) -> None:
    """A camera that is bumped may see it there; and of one tile nothing rests on where it lies."""
    known, found = Board({Cell(0, 0): 2}), Board({beside: 2})
    alignment = align(found, _lattice(0.03), known, _lattice())
    assert alignment is not None
    assert alignment.apply(found) == dict(known)


def test_a_lone_tile_that_is_turned_where_it_lies_has_not_moved() -> None:
    known, found = Board({Cell(0, 0): 2}), Board({Cell(0, 0): 3})
    alignment = align(found, _lattice(0.03), known, _lattice())
    assert alignment is not None
    assert alignment.apply(found) == dict(found)


def test_under_a_still_camera_a_lone_tile_was_laid_on_another_cell() -> None:
    known, found = Board({Cell(0, 0): 2}), Board({Cell(1, 0): 2})
    alignment = align(found, _lattice(), known, _lattice(), still=True)
    assert alignment is not None
    assert alignment.apply(found) == dict(found)
