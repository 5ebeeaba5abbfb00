"""Warnings before something can no longer be seen or counted, each said once until it is over."""

from __future__ import annotations

from collections.abc import Iterator

from companion.language import gettext as _
from companion.language import listing
from companion.referee.setup import Setup
from vision.table_view import TableView


class Warnings:
    """Remembers of what people have been warned."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self._said: frozenset[str] = frozenset()

    def look(self, view: TableView) -> list[str]:
        """Return the sentences that a settled look at the table newly calls for."""
        due = dict(self._due(view))
        new = [sentence for key, sentence in due.items() if key not in self._said]
        self._said = frozenset(due)
        return new

    def _due(self, view: TableView) -> Iterator[tuple[str, str]]:
        """Yield what there is to warn of: what it is about, and the sentence."""
        if view.near_edge:
            edges = listing([_(_EDGES[edge]) for edge in view.near_edge])
            yield (
                "edge " + edges,
                _(
                    "The board comes near the {edges} edge of the picture; move the camera so that"
                    " it has room to grow.",
                    edges=edges,
                ),
            )
        tiles = len(view.board) + sum(len(other.board) for other in view.others)
        if tiles > self._setup.in_all:
            yield (
                "supply",
                _(
                    "{tiles} tiles lie face up, but the game has {all}; take away those that are"
                    " not of it.",
                    tiles=tiles,
                    all=self._setup.in_all,
                ),
            )


_EDGES = {"left": "left", "right": "right", "top": "upper", "bottom": "lower"}
