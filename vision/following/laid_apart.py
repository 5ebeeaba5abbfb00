"""What is laid apart from the tiles that lay there when a table was seen first.

Those are taken for the board, since a game may be gone on with. But they may have been dropped
there, while people play beside them. So as long as nothing is laid on them, what is laid apart from
them is followed as a board of its own. Which of the two the game is played on is not told here.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from rules.board import Board
from vision.arrays import Points
from vision.following.cell_looks import Beliefs, tiles_of
from vision.following.known_board import KnownBoard
from vision.following.overhang import Hanging
from vision.following.seen import outlines_of
from vision.following.table_view import Apart
from vision.following.thresholds import CHANGED_ELSEWHERE
from vision.lattice.cluster import LatticeCluster
from vision.readers.examination import Examination

LAID_ELSEWHERE = 5.0
"""A lone tile that is seen less far, in edge lengths, from where it lay was shoved or bumped."""


class LaidApart:
    """A board that may be played on beside the tiles that lay there first."""

    def __init__(self, first: KnownBoard) -> None:
        """Begin on a table of which nothing is known but the tiles that lie there ``first``."""
        self._first = first
        self._lay = first.board.keys() | first.unsure | first.hidden
        self.known = KnownBoard(first.set_aside)
        self._is_found = True

    @property
    def is_over(self) -> bool:
        """Whether the first tiles are played on: one was surely laid beside them.

        What could not be seen surely at first may have lain there. Or a lone tile was taken off the
        table, which is bare now: what is laid next is the board.
        """
        first = self._first
        if len(self._lay) == 1 and not (first.board or self.known.board):
            return True
        return not (first.board.keys() - first.unsure - first.hidden) <= self._lay

    @property
    def outlines(self) -> list[Points]:
        """The tiles that were laid apart as they were seen last, each (6, 2) in pixels."""
        return self.known.outlines

    def without(self, examination: Examination, hanging: Hanging) -> Examination:
        """Return a look without what was laid apart: that is not where the first tiles went.

        Any tile looks like a lone one. So while the camera stands still, ``hanging`` tells, what
        lies far from where a lone one lay was laid apart from it.
        """
        first = self._first
        is_lone = len(first.board) == 1 and not first.is_doubtful
        by_place = is_lone and _stands_still(examination, hanging, first.outlines)
        clusters = tuple(
            (cluster, beliefs)
            for cluster, beliefs in examination.clusters
            if _lies_on(first, cluster, beliefs)
            or not (
                _lies_on(self.known, cluster, beliefs)
                or (by_place and _is_far(first, cluster, beliefs))
            )
        )
        return replace(examination, clusters=clusters)

    def look(self, examination: Examination, hanging: Hanging) -> bool:
        """Take in a look, the first tiles having been looked at; tell whether cells are covered."""
        first, lattice = self._first, self._first.cluster
        clusters = tuple(
            (cluster, beliefs)
            for cluster, beliefs in examination.clusters
            if not _lies_on(first, cluster, beliefs)
        )
        of_first = [
            tile
            for tile in examination.likely
            if lattice is not None and lattice.cell_at(tile.center) in first.board
        ]
        self.known.supply = first.supply.joined_by(of_first)
        look = self.known.look(replace(examination, clusters=clusters), hanging)
        self._is_found = look.found
        return look.covered

    def settled(self, examination: Examination) -> None:
        """Note that the table counts as settled."""
        self.known.settled(examination)

    def view(self) -> Apart:
        """Return what is known of it; it is hidden as a whole where it was not found."""
        known = self.known
        hidden = known.hidden if self._is_found else known.hidden | known.board.keys()
        return Apart(known.board, known.unsure, hidden, known.burnt, known.probabilities)


def _stands_still(examination: Examination, hanging: Hanging, lay: Sequence[Points]) -> bool:
    """Tell whether the picture shows what it did but for tiles that lie there now, or ``lay``."""
    if hanging.changed is None:
        return False
    elsewhere = hanging.changed.share_apart_from([*lay, *outlines_of(examination)])
    return hanging.still or elsewhere <= CHANGED_ELSEWHERE


def _is_far(known: KnownBoard, cluster: LatticeCluster, beliefs: Beliefs) -> bool:
    """Tell whether all tiles of a cluster lie far from those that are known."""
    if known.cluster is None:
        return False
    seen = [cluster.cell_center(cell) for cell in tiles_of(beliefs)]
    lay = np.array([cell.center() for cell in known.board])
    return all(
        np.hypot(*(lay - spot).T).min() > LAID_ELSEWHERE
        for spot in known.cluster.locate(np.array(seen).reshape(-1, 2))
    )


def _lies_on(known: KnownBoard, cluster: LatticeCluster, beliefs: Beliefs) -> bool:
    """Tell whether a cluster is seen where tiles are known: most of the fewer of the two."""
    if known.cluster is None:
        return False
    board: Board = known.board
    tiles = tiles_of(beliefs)
    there = {known.cluster.cell_at(cluster.cell_center(cell)) for cell in tiles} & board.keys()
    return bool(there) and 2 * len(there) >= min(len(tiles), len(board))
