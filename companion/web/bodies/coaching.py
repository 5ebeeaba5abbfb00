"""Moves that are tried."""

from __future__ import annotations

from companion.live.errors import StartError
from companion.web.bodies.body import Body, like
from companion.web.bodies.playing import Tiles
from companion.words.language import gettext as _
from rules import Cell

_MOST = 2


class TriedTiles(Body):
    """A move that somebody tries, its tiles in the order in which they are laid."""

    model_config = like({"placed": [{"q": 0, "r": 0, "orientation": 4}]})

    placed: Tiles

    def tiles(self) -> dict[Cell, int]:
        """Return the tiles.

        Raises
        ------
        StartError
            If they are no move.
        """
        if not 1 <= len(self.placed) <= _MOST:
            raise StartError(_("Lay one or two tiles."))
        return self.placed
