"""Warnings before something can no longer be seen or counted, each said once."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.events import Event, Unsure
from companion.referee.moment import Moment
from companion.referee.sentences import PictureEdge, Unclear
from companion.referee.setup import Setup
from rules.judging import PALAGEM
from rules.messages import Message
from vision.following.table_view import TableView


class Warnings:
    """Remembers of what people have been warned."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._edges: set[str] = set()
        self._is_dazzled = self._lies_crookedly = False
        self._too_many = self._is_elsewhere = False
        self._beside_at_first: int | None = None

    def look(self, view: TableView, at: Moment) -> list[Event]:
        """Return the warnings that a settled look at the table newly calls for."""
        about_the_table = [*self._near_edges(view), *self._supply(view), *self._elsewhere(view)]
        warnings = [Unsure(*at, (), reason) for reason in about_the_table]
        if view.burnt and not self._is_dazzled:
            cells = tuple(sorted(view.burnt))
            warnings.append(Unsure(*at, cells, Unclear.DAZZLED(count=len(cells))))
        self._is_dazzled = bool(view.burnt)
        if view.crooked and not self._lies_crookedly:
            warnings.append(Unsure(*at, tuple(sorted(view.crooked)), Unclear.CROOKED()))
        self._lies_crookedly = bool(view.crooked)
        return [*warnings]

    def camera_moved(self) -> None:
        """Forget what was said of the picture, since it is another one now."""
        self._edges.clear()
        self._is_dazzled = False

    def _near_edges(self, view: TableView) -> Iterator[Message]:
        new = [edge for edge in view.near_edge if edge not in self._edges]
        self._edges.update(new)
        if new:
            yield Unclear.NEAR_EDGE(edges=tuple(_EDGES[edge]() for edge in new))

    def _supply(self, view: TableView) -> Iterator[Message]:
        tiles = len(view.board) + sum(len(other.board) for other in view.others)
        too_many = tiles > self._setup.in_all
        if too_many and not self._too_many:
            yield Unclear.TOO_MANY_TILES(tiles=tiles, all=self._setup.in_all)
        self._too_many = too_many

    def _elsewhere(self, view: TableView) -> Iterator[Message]:
        """Warn where a board grows beside what lay there first, which is taken for the board.

        Tiles of the supply lie beside it as well, but do not grow; palagems do. As long as nothing
        was laid on the first tiles it may still be told where the game is played.
        """
        if self._setup.game == PALAGEM or view.apart is not None:
            return
        beside = max((len(other.board) for other in view.others if other.sure), default=0)
        if self._beside_at_first is None:
            self._beside_at_first = beside
        grown = beside - self._beside_at_first
        if view.board and grown >= _GROWN and beside > len(view.board) and not self._is_elsewhere:
            self._is_elsewhere = True
            yield Unclear.PLAYED_ELSEWHERE(count=beside)


_GROWN = 3
"""By so many tiles a cluster beside the board must have grown to be one that people play on."""

_EDGES = {
    "left": PictureEdge.LEFT_EDGE,
    "right": PictureEdge.RIGHT_EDGE,
    "top": PictureEdge.UPPER_EDGE,
    "bottom": PictureEdge.LOWER_EDGE,
}
