"""Warnings before something can no longer be seen or counted, each said once."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.events import Event, Unsure
from companion.referee.moment import Moment
from companion.referee.sentences import PictureEdge, Unclear
from companion.referee.setup import Setup
from rules.messages import Message
from vision.following.table_view import TableView


class Warnings:
    """Remembers of what people have been warned."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._edges: set[str] = set()
        self._is_dazzled = False
        self._too_many = False

    def look(self, view: TableView, at: Moment) -> list[Event]:
        """Return the warnings that a settled look at the table newly calls for."""
        about_the_table = [*self._near_edges(view), *self._supply(view)]
        warnings = [Unsure(*at, (), reason) for reason in about_the_table]
        if view.burnt and not self._is_dazzled:
            cells = tuple(sorted(view.burnt))
            warnings.append(Unsure(*at, cells, Unclear.DAZZLED(count=len(cells))))
        self._is_dazzled = bool(view.burnt)
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


_EDGES = {
    "left": PictureEdge.LEFT_EDGE,
    "right": PictureEdge.RIGHT_EDGE,
    "top": PictureEdge.UPPER_EDGE,
    "bottom": PictureEdge.LOWER_EDGE,
}
