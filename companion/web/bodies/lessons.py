"""What somebody does on the board of a lesson."""

from __future__ import annotations

from companion.live.errors import StartError
from companion.web.bodies.body import Body, like
from companion.web.bodies.playing import OneCell, Tiles
from companion.words.language import gettext as _
from rules import Board, Move, MoveError, Tile, applied

_MOST = 8
"""Tiles that a try may lay; no step asks for as many."""


class TriedChanges(Body):
    """What is different on the board, the tiles laid in the order in which they were."""

    model_config = like({"placed": [{"q": 0, "r": 0, "orientation": 4}]})

    placed: Tiles | None = None
    removed: list[OneCell] | None = None
    rotated: Tiles | None = None

    def move(self, board: Board) -> Move:
        """Return it as a move that can be made on a board.

        Raises
        ------
        StartError
            If it cannot be made there.
        """
        placed, rotated = self.placed or {}, self.rotated or {}
        move = Move(
            placed=tuple(Tile(*one) for one in placed.items()),
            removed=tuple(self.removed or ()),
            rotated=tuple(Tile(*one) for one in rotated.items()),
            ordered=True,
        )
        try:
            applied(move, board)
        except MoveError as error:
            raise StartError(_("That cannot be done on this board: load the page anew.")) from error
        if move.is_pass or len(placed) > _MOST:
            raise StartError(_("Lay a tile first."))
        return move
