"""The score sheet of Palagonia with its raw values: a row an island, a column a player."""

from __future__ import annotations

from dataclasses import dataclass

from companion.live.snapshot import Snapshot
from companion.showing.sums import island_sum
from companion.words.language import gettext as _
from rules import ScoreRow
from rules.judging import PALAGONIA
from rules.palagonia.scoring import CREATOR_FACTOR, HELPER_FACTOR


@dataclass(frozen=True)
class ScoreLine:
    """An island that was closed.

    ``sum`` writes its value out; ``points`` has what each player gets, as in ``3 × 4 = 12``, empty
    for those who get nothing. ``vote`` is the value that the players agreed on, where they did.
    """

    row: int
    move: int
    island: str
    color: str
    sum: str
    value: int
    vote: int | None
    points: tuple[str, ...]


@dataclass(frozen=True)
class Scores:
    """A score sheet: the players, a line an island, and the totals."""

    players: tuple[str, ...]
    lines: tuple[ScoreLine, ...]
    totals: tuple[int, ...]


def scores_of(snapshot: Snapshot) -> Scores | None:
    """Return the score sheet of a game; None where the game has none."""
    if snapshot.setup.game != PALAGONIA:
        return None
    sheet, players = snapshot.sheet, snapshot.players
    totals = sheet.totals()
    return Scores(
        players=players,
        lines=tuple(score_line(number, row, players) for number, row in enumerate(sheet.rows, 1)),
        totals=tuple(totals[player] for player in players),
    )


def score_line(number: int, row: ScoreRow, players: tuple[str, ...]) -> ScoreLine:
    """Return a row of a score sheet, by its number from 1, with a column for each player."""
    island = row.island
    kinds = {"white": _("White island"), "blue": _("Blue island")}
    if island.continent:
        kinds = {"white": _("White continent"), "blue": _("Blue continent")}
    return ScoreLine(
        row=number,
        move=row.turn,
        island=kinds[island.color],
        color=island.color,
        sum=island_sum(island.limbs, island.animals, island.value),
        value=island.value,
        vote=row.agreed,
        points=tuple(_points(row, player) for player in players),
    )


def _points(row: ScoreRow, player: str) -> str:
    won = row.points(player)
    if not won:
        return ""
    factor = CREATOR_FACTOR if player == row.creator else HELPER_FACTOR
    return f"{factor} × {row.value} = {won}"
