"""Remembering looks under hands: they tell which of the tiles that are new came first.

While a hand rests over the board nothing is known of the table, for what it holds or hides may be
put down or not. Once the hand is gone, and it is known what lies there, it can be told of each such
look which of these tiles lay there already, and which of their places were bare still.
"""

from __future__ import annotations

from dataclasses import dataclass

from rules.board import Board
from rules.lattice import Cell
from vision.following.known_board import KnownBoard
from vision.following.overhang import Hanging
from vision.following.places import Places
from vision.following.table_view import Glimpse
from vision.following.thresholds import MOST_GLIMPSES, MOSTLY_ALTERED
from vision.lattice.cluster import LatticeCluster
from vision.readers.examination import Examination


@dataclass(frozen=True)
class _Kept:
    """A look under hands, what covered the table in it, and where it showed something else."""

    examination: Examination
    covering: Places
    altered: Places


class Glimpses:
    """Keeps looks at a table over which something hangs, until it is settled again."""

    def __init__(self) -> None:
        """Start with none."""
        self._kept: list[_Kept] = []

    def keep(self, examination: Examination, hanging: Hanging) -> None:
        """Keep a look; of many every other one, and the last."""
        if hanging.altered is None:
            return
        if len(self._kept) >= MOST_GLIMPSES:
            self._kept = self._kept[::2]
        self._kept.append(_Kept(examination, hanging.covering, hanging.altered))

    def forget(self) -> None:
        """Keep none of them: the camera was moved since."""
        self._kept.clear()

    def settled(self, known: KnownBoard, before: Board) -> tuple[Glimpse, ...]:
        """Return what the looks tell of the tiles that came since the table was settled before.

        Only looks that tell of two of them count, one that lay there and one that did not.
        """
        kept, self._kept = self._kept, []
        doubtful = known.unsure | known.hidden
        new = Board(
            {
                cell: orientation
                for cell, orientation in known.board.items()
                if cell not in before and cell not in doubtful
            }
        )
        if known.cluster is None or len(new) < 2:
            return ()
        found = [_glimpse(one, new, known.cluster) for one in kept]
        return tuple(dict.fromkeys(g for g in found if g.lay and g.bare))


def _glimpse(kept: _Kept, new: Board, lattice: LatticeCluster) -> Glimpse:
    """Return which of some tiles lay there in a look, and which of their places were bare.

    What looks bare may be a sleeve that nobody knows for one, unless the picture shows there what
    it did before, though perhaps in a shadow.
    """
    lay, bare = set[Cell](), set[Cell]()
    for cell, belief in kept.examination.look_closer(lattice, sorted(new)).items():
        corners = lattice.cell_corners(cell)
        if not belief.is_sure or kept.covering.touches(corners):
            continue
        is_as_before = kept.altered.share_of(corners) < MOSTLY_ALTERED
        if belief.is_tile and belief.orientation == new[cell]:
            lay.add(cell)
        elif not belief.is_tile and belief.looks_bare and is_as_before:
            bare.add(cell)
    return Glimpse(frozenset(lay), frozenset(bare))
