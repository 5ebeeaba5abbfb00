"""The truth is told in the names that a follower gives to cells."""

from __future__ import annotations

from rules import Board, Cell
from training.campaign.naming import Naming


def test_a_tile_that_is_seen_beside_the_board_names_no_cells() -> None:
    """The first tile was knocked out before anybody looked: it is named where it is put back."""
    seen, shift = Board({Cell(0, 0): 0}), Naming(0, Cell(0, -7))
    assert not shift.fits(Board(), seen)
    assert not shift.fits(Board({Cell(0, 0): 2}), seen)
    assert Naming(4).fits(Board({Cell(0, 0): 2}), seen)
