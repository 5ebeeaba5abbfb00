"""The score sheet of Palagonia with its raw values: a row an island, a column a player."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.showing.sums import island_sum
from companion.words.language import gettext as _
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


def scores_of(state: Mapping[str, Any]) -> Scores | None:
    """Return the score sheet of a game's state; None where the game has none."""
    sheet = state.get("score_sheet")
    if not sheet:
        return None
    players = tuple(player["name"] for player in state["players"])
    return Scores(
        players=players,
        lines=tuple(score_line(row, players) for row in sheet["rows"]),
        totals=tuple(int(sheet["totals"].get(player, 0)) for player in players),
    )


def score_line(row: Mapping[str, Any], players: tuple[str, ...]) -> ScoreLine:
    """Return a row of a score sheet with a column for each of the players."""
    vote = row.get("vote")
    value = int(row["value"] if vote is None else vote)
    kinds = {"white": _("White island"), "blue": _("Blue island")}
    if row.get("continent"):
        kinds = {"white": _("White continent"), "blue": _("Blue continent")}
    return ScoreLine(
        row=int(row["row"]),
        move=int(row["move"]),
        island=kinds[row["color"]],
        color=row["color"],
        sum=island_sum(row),
        value=int(row["value"]),
        vote=vote,
        points=tuple(_points(row, player, value) for player in players),
    )


def _points(row: Mapping[str, Any], player: str, value: int) -> str:
    won = (row.get("points") or {}).get(player)
    if not won:
        return ""
    factor = CREATOR_FACTOR if player == row.get("creator") else HELPER_FACTOR
    return f"{factor} × {value} = {won}" if factor * value == won else str(won)
