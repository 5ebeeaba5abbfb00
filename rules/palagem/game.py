"""A game of Palagem."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from rules.board import Board
from rules.board_json import tiles_to_json
from rules.course import Claim, ClaimKind, Outcome, Turn
from rules.fields import Fields
from rules.game import Game
from rules.move import Move
from rules.palagem.claims import Mode, judged_claim, outcome_of_palagem, told
from rules.palagem.judging import PalagemOptions, already_wrong, rule_on_palagem
from rules.palagem.moves import legal_moves
from rules.palagem.pattern import (
    TILES_IN_A_PALAGEM,
    Palagem,
    players_who_must_change,
)
from rules.refusals import GameError, PalagemError, Refusal
from rules.verdict import Verdict, Violation

TILES = 48
MIN_PLAYERS, MAX_PLAYERS = 2, 6


class PalagemGame(Game[Claim]):
    """A game of Palagem between two to six players.

    In *claim* mode a completed palagem ends the game only if it is claimed before the next move,
    and ``play`` and ``verdict`` say nothing of it; the record keeps the full verdict.
    """

    name = "palagem"

    def __init__(
        self,
        players: Sequence[str],
        palagems: Mapping[str, Palagem],
        options: PalagemOptions | None = None,
        mode: Mode = Mode.ANNOUNCE,
        start: Board | None = None,
    ) -> None:
        """Start a game.

        Parameters
        ----------
        players
            The players' names in the order of play.
        palagems
            Each player's palagem; its four tiles come out of the 48.
        options
            How the game is played.
        mode
            Whether completed palagems are called out.
        start
            The tiles that lie on the table already; none as a rule.

        Raises
        ------
        GameError
            If the game is not for so many players.
        PalagemError
            If somebody has no palagem, or some are alike.
        """
        super().__init__(players, start)
        if not MIN_PLAYERS <= len(self.players) <= MAX_PLAYERS:
            count = len(self.players)
            raise GameError(
                Refusal.PALAGEM_PLAYERS(fewest=MIN_PLAYERS, most=MAX_PLAYERS, count=count)
            )
        self.options = options or PalagemOptions()
        self.mode = mode
        missing = [player for player in self.players if player not in palagems]
        if missing:
            raise PalagemError(Refusal.PALAGEMS_MISSING(players=missing))
        self.palagems = {player: palagems[player] for player in self.players}
        changing = players_who_must_change(self.palagems, inversion=self.options.inversion)
        if changing:
            raise PalagemError(Refusal.PALAGEMS_ALIKE(players=changing))

    @property
    def pool(self) -> int:
        """The tiles to play with: 48 less the players' palagems."""
        return TILES - TILES_IN_A_PALAGEM * len(self.players)

    def legal_moves(self) -> Iterator[Move]:
        """Yield each legal move once."""
        if self.outcome() is None:
            yield from legal_moves(self.board, self.tiles_left)

    def claim(self, player: str, kind: ClaimKind) -> Claim:
        """Judge what a player claims of the last move, and keep it on record.

        Raises
        ------
        GameError
            If the game is over, or nobody of that name plays.
        """
        if self.outcome() is not None:
            raise GameError(Refusal.NOTHING_TO_CLAIM())
        if player not in self.players:
            raise GameError(Refusal.CLAIMS_ARE_FOR_PLAYERS(player=player, players=self.players))
        claim = judged_claim(self._course, player, kind)
        self._record(claim)
        return claim

    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""
        return outcome_of_palagem(self._course, self.mode)

    def _rule(self, move: Move) -> Verdict:
        return rule_on_palagem(
            self.board,
            move,
            mover=self.mover,
            tiles_left=self.tiles_left,
            palagems=self.palagems,
            options=self.options,
        )

    @staticmethod
    def _already_wrong(board: Board) -> tuple[Violation, ...]:
        return already_wrong(board)

    def _told(self, verdict: Verdict) -> Verdict:
        """Return a verdict without what is not said in *claim* mode."""
        return told(verdict, self.mode)

    def _options_to_json(self) -> dict[str, Any]:
        return {
            **asdict(self.options),
            "mode": self.mode.value,
            "palagems": {p: tiles_to_json(palagem.tiles) for p, palagem in self.palagems.items()},
        }

    def _event_to_json(self, event: Claim | Turn) -> dict[str, Any]:
        if isinstance(event, Claim):
            return {"event": "claim", "player": event.player, "kind": event.kind.value}
        return super()._event_to_json(event)

    def _replay_event(self, kind: str, fields: Fields) -> None:
        if kind == "claim":
            claimed = ClaimKind(fields.one_of("kind", list(ClaimKind)))
            self.claim(fields.text("player"), claimed)
        else:
            super()._replay_event(kind, fields)
