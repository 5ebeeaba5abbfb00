"""Tournaments for tests: as they are kept, and standings worked out a second way."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime
from fractions import Fraction
from random import Random

from companion.tournaments.pairing import next_round
from companion.tournaments.tournament import Entrant, Result, Tournament

HALF = Fraction(1, 2)
POINTS = {
    "first": (Fraction(1), Fraction(0)),
    "second": (Fraction(0), Fraction(1)),
    "draw": (HALF, HALF),
    "nobody": (Fraction(0), Fraction(0)),
}
Game = tuple[str, str | None, str | None]
"""The first, the second or None for a bye, and the result or None while it is open."""
Line = tuple[str, Fraction, Fraction, Fraction]
"""A name with its points, its Buchholz and its Sonneborn-Berger score."""


def tournament_of(players: int, rounds: int) -> Tournament:
    """Return a tournament that has not begun."""
    entrants = tuple(Entrant(number, f"P{number}") for number in range(1, players + 1))
    begun = datetime(2026, 6, 1, tzinfo=UTC)
    return Tournament(1, "Evening", "palago", rounds, begun, entrants)


def with_round(tournament: Tournament, chance: Random) -> Tournament:
    """Return the tournament after one more round, with results as chance has them."""
    played = tuple(
        one if one.is_bye else replace(one, result=chance.choice(list(Result)))
        for one in next_round(tournament)
    )
    return replace(tournament, pairings=tournament.pairings + played)


def worked_out(games: Iterable[Game], names: Iterable[str]) -> list[Line]:
    """Work the standings out by hand, name by name: the best first, equal ones by name."""
    games = list(games)
    table: dict[str, list[tuple[str | None, Fraction]]] = {name: [] for name in names}
    for first, second, result in games:
        if second is None:
            table[first].append((None, Fraction(1)))
        elif result is not None:
            for name, other, got in zip(
                (first, second), (second, first), POINTS[result], strict=True
            ):
                table[name].append((other, got))
    total = {name: sum((got for _, got in lines), Fraction(0)) for name, lines in table.items()}
    worth = {
        name: [(total[name if other is None else other], got) for other, got in lines]
        for name, lines in table.items()
    }
    found = [
        (
            name,
            total[name],
            sum((points for points, _got in lines), Fraction(0)),
            sum((points * got for points, got in lines), Fraction(0)),
        )
        for name, lines in worth.items()
    ]
    return sorted(found, key=lambda line: (*(-score for score in line[1:]), line[0]))
