"""Who leads: points, and what tells those apart who have equally many.

The *Buchholz* score is the sum of the opponents' points. The *Sonneborn-Berger* score is the sum of
the points of those one has won against, and half the points of those one has drawn with. A bye
counts in both as a game that was won against somebody with one's own points, as FIDE counts rounds
without a game (Handbook C.07, 2024, "dummy opponent"). A round that somebody missed counts nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from companion.tournaments.tournament import Entrant, Pairing, Tournament

_WON, _DRAWN = 1.0, 0.5


@dataclass(frozen=True)
class Standing:
    """How a player stands.

    Attributes
    ----------
    rank
        From 1; who cannot be told apart by points and both scores has the same.
    player
        Who it is.
    points
        1 for a win or a bye, a half for a draw.
    buchholz, sonneborn_berger
        What tells those apart who have equally many points.
    won, drawn, lost, byes
        How many games ended so, and in how many rounds they sat out.
    """

    rank: int
    player: Entrant
    points: float
    buchholz: float
    sonneborn_berger: float
    won: int
    drawn: int
    lost: int
    byes: int

    @property
    def score(self) -> tuple[float, float, float]:
        """What the order goes by, the most important first."""
        return self.points, self.buchholz, self.sonneborn_berger


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """Return how all players stand, the best first; equal ones in the order of the list."""
    points = points_of(tournament)
    unranked = [_standing(tournament, player, points) for player in tournament.players]
    better = Counter(one.score for one in unranked)
    ranks = {
        score: 1 + sum(count for other, count in better.items() if other > score)
        for score in better
    }
    ranked = [replace(one, rank=ranks[one.score]) for one in unranked]
    return tuple(sorted(ranked, key=lambda one: (one.rank, one.player.number)))


def points_of(tournament: Tournament) -> dict[int, float]:
    """Return each player's points by their number."""
    return {
        player.number: sum(
            pairing.points(player.number) for pairing in tournament.of_player(player.number)
        )
        for player in tournament.players
    }


def _standing(tournament: Tournament, player: Entrant, points: dict[int, float]) -> Standing:
    number = player.number
    played = [pairing for pairing in tournament.of_player(number) if not pairing.is_open]

    def strength(pairing: Pairing) -> float:
        other = pairing.other(number)
        return points[number if other is None else other]

    games = [pairing for pairing in played if not pairing.is_bye]
    won = sum(pairing.points(number) == _WON for pairing in games)
    drawn = sum(pairing.points(number) == _DRAWN for pairing in games)
    return Standing(
        rank=0,
        player=player,
        points=points[number],
        buchholz=sum(strength(pairing) for pairing in played),
        sonneborn_berger=sum(pairing.points(number) * strength(pairing) for pairing in played),
        won=won,
        drawn=drawn,
        lost=len(games) - won - drawn,
        byes=len(played) - len(games),
    )
