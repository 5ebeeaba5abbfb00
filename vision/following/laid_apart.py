"""What is laid apart from the tiles that lay there when a table was seen first.

Those are taken for the board, since a game may be gone on with. But they may have been dropped
there, while people play beside them. So as long as nothing is laid on them, what is laid apart from
them is followed as a board of its own. Which of the two the game is played on is not told here.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import permutations

import numpy as np

from rules.board import Board
from rules.lattice import Cell
from vision.arrays import Points
from vision.following.alignment import likeness
from vision.following.cell_looks import Beliefs, tiles_of
from vision.following.known_board import KnownBoard
from vision.following.overhang import Hanging
from vision.following.seen import outlines_of
from vision.following.table_view import Apart, Point
from vision.following.thresholds import CHANGED_ELSEWHERE
from vision.lattice.cluster import LatticeCluster
from vision.readers.examination import Examination

LAID_ELSEWHERE = 5.0
"""A lone tile that is seen less far, in edge lengths, from where it lay was shoved or bumped."""


@dataclass(frozen=True)
class ExpectedApart:
    """What was laid apart in a game that is gone on with, all cells named as in that game.

    Attributes
    ----------
    board
        What was laid apart.
    lay
        The cells where something lay first, or may have lain.
    center
        Where it was seen last, in pixels; None where nobody knows. The camera may stand elsewhere
        now, but of two lone tiles nothing else tells which is which.
    """

    board: Board
    lay: frozenset[Cell]
    center: Point | None = None


class LaidApart:
    """A board that may be played on beside the tiles that lay there first."""

    def __init__(self, first: KnownBoard, expected: ExpectedApart | None = None) -> None:
        """Begin on a table of which nothing is known but the tiles that lie there ``first``.

        Where a game is gone on with, that is what is ``expected``: both are still to be found.
        """
        self._first, self._expected = first, expected
        seen = frozenset(first.board) | first.unsure | first.hidden
        self._lay = seen if expected is None else expected.lay
        self.known = KnownBoard(first.set_aside, Board() if expected is None else expected.board)
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
        if self._expected is not None and first.cluster is None:
            return _without_likeliest(examination, first.expected, self._expected)
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


def _without_likeliest(examination: Examination, first: Board, apart: ExpectedApart) -> Examination:
    """Return the first look of a game that is gone on with without what was laid apart.

    Of the two boards that are looked for each is where as many tiles as can be lie as they lay.
    """
    clusters = examination.clusters
    tiles = [tiles_of(beliefs) for _, beliefs in clusters]
    seen = [number for number, found in enumerate(tiles) if found]
    if not apart.board or len(seen) < 2:
        return examination

    def alike(pair: tuple[int, int]) -> tuple[int, float]:
        of_first, of_apart = pair
        middle = _middle(clusters[of_apart][0], tiles[of_apart])
        away = 0.0 if apart.center is None else math.dist(middle, apart.center)
        return likeness(tiles[of_first], first) + likeness(tiles[of_apart], apart.board), -away

    _, left_out = max(permutations(seen, 2), key=alike)
    left = tuple(cluster for number, cluster in enumerate(clusters) if number != left_out)
    return replace(examination, clusters=left)


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


def _middle(cluster: LatticeCluster, cells: Iterable[Cell]) -> Point:
    """Return the mean of where some cells, one at least, are seen in the picture."""
    x, y = np.mean([cluster.cell_center(cell) for cell in cells], axis=0)
    return float(x), float(y)
