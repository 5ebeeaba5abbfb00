"""A game of Palago."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import Any, Never

from rules.board import Board
from rules.course import Outcome, Turn
from rules.game import Game
from rules.move import Move
from rules.palago.closing import Closing, closing_by_tracker
from rules.palago.judging import already_wrong, rule_on_palago
from rules.palago.moves import legal_moves
from rules.palago.options import PalagoOptions
from rules.palago.outcome import outcome_of_palago
from rules.refusals import GameError, Refusal
from rules.tile import COLORS, Color
from rules.tracker import GroupTracker
from rules.verdict import Verdict, Violation


class PalagoGame(Game[Never]):
    """A game of Palago between two players, the first of whom plays white.

    Groups are followed tile by tile, so that playing a move does not look at the whole board
    unless it closes a group.
    """

    name = "palago"

    def __init__(
        self,
        players: Sequence[str] = COLORS,
        options: PalagoOptions | None = None,
        start: Board | None = None,
    ) -> None:
        """Start a game.

        Parameters
        ----------
        players
            The names of the two players.
        options
            How the game is played.
        start
            The tiles that lie on the table already, as in the server's opening one tile.

        Raises
        ------
        GameError
            If two names are alike, or there are not two.
        """
        super().__init__(players, start)
        if len(self.players) != len(COLORS):
            raise GameError(Refusal.PALAGO_PLAYERS(count=len(self.players)))
        self.options = options or PalagoOptions()
        # one more for each move that disturbed tiles and was let stand
        self._trackers = [GroupTracker(self.start)]

    @property
    def pool(self) -> int:
        """The tiles to play with, those on the table included."""
        return self.options.size

    @property
    def color(self) -> Color:
        """The colour of the player whose move it is."""
        return COLORS[self.players.index(self.mover)]

    def legal_moves(self) -> Iterator[Move]:
        """Yield each legal move once; of two tiles, the one that comes first is placed first."""
        if self.outcome() is None:
            yield from legal_moves(self.board, self.tiles_left, self.options, self._closing())

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return outcome_of_palago(self._course, self.options, self.tiles_left)

    def undo(self) -> Turn:
        """Take back the last move, and return it."""
        turn = super().undo()
        if _only_places(turn.move):
            for _ in turn.move.placed:
                self._trackers[-1].undo()
        else:
            self._trackers.pop()
        return turn

    def _rule(self, move: Move) -> Verdict:
        return rule_on_palago(
            self.board,
            move,
            mover=self.color,
            tiles_left=self.tiles_left,
            options=self.options,
            closing=self._closing(),
        )

    @staticmethod
    def _already_wrong(board: Board) -> tuple[Violation, ...]:
        return already_wrong(board)

    def _record(self, event: Turn) -> None:
        super()._record(event)
        if _only_places(event.move):
            for tile in event.move.placed:
                self._trackers[-1].add(*tile)
        else:
            self._trackers.append(GroupTracker(event.after))

    def _closing(self) -> Closing:
        return closing_by_tracker(self._trackers[-1], self.board, self.options)

    def _options_to_json(self) -> dict[str, Any]:
        return asdict(self.options)


def _only_places(move: Move) -> bool:
    return not move.removed and not move.rotated
