"""Warnings before something can no longer be seen or counted, each said once."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.setup import Setup
from companion.words.language import gettext as _
from companion.words.language import listing
from vision.following.table_view import TableView


class Warnings:
    """Remembers of what people have been warned."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._edges: set[str] = set()
        self._too_many = False

    def look(self, view: TableView) -> list[str]:
        """Return the sentences that a settled look at the table newly calls for."""
        return [*self._near_edges(view), *self._supply(view)]

    def camera_moved(self) -> None:
        """Forget the edges of the picture, since it is another one now."""
        self._edges.clear()

    def _near_edges(self, view: TableView) -> Iterator[str]:
        new = [edge for edge in view.near_edge if edge not in self._edges]
        self._edges.update(new)
        if new:
            yield _(
                "The board comes near the {edges} edge of the picture; move the camera so that it"
                " has room to grow.",
                edges=listing([_(_EDGES[edge]) for edge in new]),
            )

    def _supply(self, view: TableView) -> Iterator[str]:
        tiles = len(view.board) + sum(len(other.board) for other in view.others)
        too_many = tiles > self._setup.in_all
        if too_many and not self._too_many:
            yield _(
                "{tiles} tiles lie face up, but the game has {all}; take away those that are not"
                " of it.",
                tiles=tiles,
                all=self._setup.in_all,
            )
        self._too_many = too_many


_EDGES = {"left": "left", "right": "right", "top": "upper", "bottom": "lower"}
