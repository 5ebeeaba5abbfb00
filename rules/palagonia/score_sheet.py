"""The score sheet of Palagonia: a row for each island, a column for each player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.course import Course, Event, Outcome, Vote
from rules.palagonia.scoring import CREATOR_FACTOR, HELPER_FACTOR
from rules.refusals import GameError, Refusal
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


def score_sheet(
    players: tuple[str, ...],
    moves: Iterable[tuple[int, str, Sequence[ScoredIsland]]],
    votes: Mapping[int, int],
) -> ScoreSheet:
    """Return the islands that moves closed, with their points.

    Parameters
    ----------
    players
        In the order of play.
    moves
        Each move's number, who made it, and the islands it closed. The helper is who made the move
        before it.
    votes
        The values that the players agreed on, by the rows of the sheet from 1.
    """
    rows: list[ScoreRow] = []
    helper: str | None = None
    for number, creator, islands in moves:
        for island in islands:
            rows.append(ScoreRow(number, creator, helper, island, votes.get(len(rows) + 1)))
        helper = creator
    return ScoreSheet(players, tuple(rows))


def score_sheet_of(course: Course[Any]) -> ScoreSheet:
    """Return the islands closed so far with their points; of votes on a row the last counts."""
    moves = ((n, turn.mover, turn.verdict.islands) for n, turn in enumerate(course.turns, 1))
    return score_sheet(course.players, moves, course.votes)


def vote_on(sheet: ScoreSheet, row: int, value: int) -> Vote:
    """Return the players' value for an island of a sheet.

    Raises
    ------
    GameError
        If there is no such row, or the value is negative.
    """
    rows = len(sheet.rows)
    if not 1 <= row <= rows:
        raise GameError(Refusal.NO_SUCH_ROW(row=row, rows=rows))
    if value < 0:
        raise GameError(Refusal.VALUE_OUT_OF_RANGE(value=value))
    return Vote(row, value)


def without_lost_votes(course: Course[Event]) -> Course[Event]:
    """Return a course without the votes on rows that the score sheet has no more."""
    rows = len(score_sheet_of(course).rows)
    kept = (e for e in course.events if not isinstance(e, Vote) or e.row <= rows)
    return replace(course, events=tuple(kept))


def outcome_of_palagonia(course: Course[Any], tiles_left: int) -> Outcome | None:
    """Return how a game ended with its scores, or None while it goes on."""
    if tiles_left or course.last is None or not course.last.move.placed:
        return None
    sheet = score_sheet_of(course)
    winner, reason = sheet.ranking()
    return Outcome(winner=winner, reason=reason.value, scores=sheet.totals())


def _leading(points: Mapping[str, int], players: tuple[str, ...]) -> tuple[str, ...]:
    most = max(points[player] for player in players)
    return tuple(player for player in players if points[player] == most)
