"""The score sheet of Palagonia: a row for each island, a column for each player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from rules.palagonia.scoring import CREATOR_FACTOR, HELPER_FACTOR
from rules.verdict import DRAW, ScoredIsland


class EndReason(StrEnum):
    """Why a game of Palagonia was won, or not."""

    HIGHEST_SCORE = "highest-score"
    BEST_MOVE = "best-move"
    """Equal totals, told apart by the best single scoring move."""
    TIE = "tie"


@dataclass(frozen=True)
class ScoreRow:
    """One island that was closed.

    ``turn`` counts the game's turns from 1. ``agreed`` is the value that the players voted in
    place of the computed one, which stays on record in ``island``. A first move has no helper.
    """

    turn: int
    creator: str
    helper: str | None
    island: ScoredIsland
    agreed: int | None = None

    @property
    def value(self) -> int:
        """The value that counts."""
        return self.island.value if self.agreed is None else self.agreed

    def points(self, player: str) -> int:
        """Return a player's points for this island."""
        if player == self.creator:
            return CREATOR_FACTOR * self.value
        return HELPER_FACTOR * self.value if player == self.helper else 0


@dataclass(frozen=True)
class ScoreSheet:
    """All islands of a game in the order in which they were closed."""

    players: tuple[str, ...]
    rows: tuple[ScoreRow, ...]

    def totals(self) -> dict[str, int]:
        """Return each player's points."""
        return {p: sum(row.points(p) for row in self.rows) for p in self.players}

    def best_moves(self) -> dict[str, int]:
        """Return the most points that each player got for one move of their own."""
        moves: dict[tuple[str, int], int] = {}
        for row in self.rows:
            key = (row.creator, row.turn)
            moves[key] = moves.get(key, 0) + row.points(row.creator)
        return {
            p: max((v for (c, _), v in moves.items() if c == p), default=0) for p in self.players
        }

    def ranking(self) -> tuple[str, EndReason]:
        """Return the winner, or "draw", and what decided."""
        totals, best = self.totals(), self.best_moves()
        leaders = _leading(totals, self.players)
        if len(leaders) == 1:
            return leaders[0], EndReason.HIGHEST_SCORE
        leaders = _leading(best, leaders)
        if len(leaders) == 1:
            return leaders[0], EndReason.BEST_MOVE
        return DRAW, EndReason.TIE


def _leading(points: Mapping[str, int], players: tuple[str, ...]) -> tuple[str, ...]:
    most = max(points[player] for player in players)
    return tuple(player for player in players if points[player] == most)
