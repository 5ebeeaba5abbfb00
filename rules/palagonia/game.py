"""A game of Palagonia."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from rules.board import Board
from rules.course import Outcome, Roll, Turn, Vote
from rules.fields import Fields
from rules.game import Game
from rules.move import Move
from rules.palagonia.judging import DIE, already_wrong, rule_on_palagonia
from rules.palagonia.moves import legal_moves
from rules.palagonia.score_sheet import (
    ScoreSheet,
    outcome_of_palagonia,
    score_sheet_of,
    vote_on,
)
from rules.refusals import GameError, Refusal
from rules.verdict import Verdict, Violation

MIN_PLAYERS = 3
SET_SIZE = 48
PLAYERS_FOR_ONE_SET = 4


class PalagoniaGame(Game[Roll | Vote]):
    """A game of Palagonia between three or more players.

    Each turn is a ``roll`` and then a move, a pass included.
    """

    name = "palagonia"

    def __init__(
        self,
        players: Sequence[str],
        *,
        first: str | None = None,
        size: int | None = None,
        start: Board | None = None,
    ) -> None:
        """Start a game.

        Parameters
        ----------
        players
            The players' names, clockwise.
        first
            Who starts, as ``players_still_rolling`` finds it; else the first player.
        size
            The number of tiles; else 48, and 96 above four players.
        start
            The tiles that lie on the table already; none as a rule.

        Raises
        ------
        GameError
            If the game is not for so many players or tiles, or ``first`` is none of them.
        """
        super().__init__(players, start)
        if len(self.players) < MIN_PLAYERS:
            raise GameError(Refusal.PALAGONIA_PLAYERS(fewest=MIN_PLAYERS, count=len(self.players)))
        sets = 1 if len(self.players) <= PLAYERS_FOR_ONE_SET else 2
        self.size = sets * SET_SIZE if size is None else size
        if self.size < 1:
            raise GameError(Refusal.GAME_WITHOUT_TILES())
        self.first = self.players[0] if first is None else first
        if self.first not in self.players:
            raise GameError(Refusal.CANNOT_START(player=self.first, players=self.players))
        self._course = replace(self._course, first=self.players.index(self.first))

    @property
    def pool(self) -> int:
        """The tiles to play with, those on the table included."""
        return self.size

    @property
    def die(self) -> int | None:
        """The mover's roll, or None while it is due."""
        event = next((e for e in reversed(self.history) if not isinstance(e, Vote)), None)
        return event.value if isinstance(event, Roll) else None

    def roll(self, value: int) -> None:
        """Put the mover's roll on record.

        Raises
        ------
        GameError
            If the game is over, the mover has rolled already, or this is no 1 to 6.
        """
        if self.outcome() is not None:
            raise GameError(Refusal.NOBODY_ROLLS())
        if self.die is not None:
            raise GameError(Refusal.ROLLED_ALREADY(player=self.mover, die=self.die))
        if value not in DIE:
            raise GameError(Refusal.ROLL_OUT_OF_RANGE(value=value))
        self._record(Roll(self.mover, value))

    def vote(self, row: int, value: int) -> None:
        """Put the players' value for an island on record, beside the computed one.

        Parameters
        ----------
        row
            The island's row on the score sheet, from 1.
        value
            What the players agreed on, 0 or more.

        Raises
        ------
        GameError
            If there is no such row, or the value is negative.
        """
        self._record(vote_on(self.score_sheet(), row, value))

    def legal_moves(self) -> Iterator[Move]:
        """Yield each legal move once; there may be very many.

        Raises
        ------
        GameError
            If the mover has not rolled yet.
        """
        if self.outcome() is None:
            yield from legal_moves(self.board, self._rolled(), self.tiles_left)

    def score_sheet(self) -> ScoreSheet:
        """Return the islands closed so far with their points; votes are applied, the last last."""
        return score_sheet_of(self._course)

    def outcome(self) -> Outcome | None:
        """Return how the game ended with its scores, or None while it goes on."""
        return outcome_of_palagonia(self._course, self.tiles_left)

    def _rolled(self) -> int:
        if self.die is None:
            raise GameError(Refusal.ROLL_IS_DUE(player=self.mover))
        return self.die

    def _rule(self, move: Move) -> Verdict:
        return rule_on_palagonia(
            self.board,
            move,
            die=self._rolled(),
            tiles_left=self.tiles_left,
            first_move=not self.turns,
        )

    @staticmethod
    def _already_wrong(board: Board) -> tuple[Violation, ...]:
        return already_wrong(board)

    def _record(self, event: Roll | Vote | Turn) -> None:
        super()._record(replace(event, die=self.die) if isinstance(event, Turn) else event)

    def _options_to_json(self) -> dict[str, Any]:
        return {"first": self.first, "size": self.size}

    def _event_to_json(self, event: Roll | Vote | Turn) -> dict[str, Any]:
        if isinstance(event, Roll):
            return {"event": "roll", "player": event.player, "value": event.value}
        if isinstance(event, Vote):
            return {"event": "vote", "row": event.row, "value": event.value}
        return super()._event_to_json(event)

    def _replay_event(self, kind: str, fields: Fields) -> None:
        if kind == "roll":
            self._check_turn(fields, "player")
            self.roll(fields.whole_number("value"))
        elif kind == "vote":
            self.vote(fields.whole_number("row"), fields.whole_number("value"))
        else:
            super()._replay_event(kind, fields)
