"""Warnings before something can no longer be seen or counted, each said once."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.sentences import PictureEdge, Unclear
from companion.referee.setup import Setup
from rules.messages import Message
from vision.following.table_view import TableView


class Warnings:
    """Remembers of what people have been warned."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._edges: set[str] = set()
        self._too_many = False

    def look(self, view: TableView) -> list[Message]:
        """Return the warnings that a settled look at the table newly calls for."""
        return [*self._near_edges(view), *self._supply(view)]

    def camera_moved(self) -> None:
        """Forget the edges of the picture, since it is another one now."""
        self._edges.clear()

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
