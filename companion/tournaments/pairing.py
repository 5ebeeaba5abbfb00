"""Who plays whom next, by the Swiss system, with the first move shared out evenly.

What a pairing should be is written as costs of each pair that could be, the graver ones before all
lesser ones together, and the pairing that costs least is found as a matching of maximum weight
(Edmonds' blossom algorithm, of networkx). So it is the best there is by these rules, and there is
one even where every rule cannot be kept: in a small field of many rounds two meet again before
somebody is left without a game. From the gravest on:

1. Two who have met do not meet again.
2. Nobody has a second bye.
3. Nobody begins three times running, or comes second three times running, or does either three
   times more than the other.
4. The bye goes to who has the fewest points.
5. Players of equal points meet, else those whose points differ least.
6. Who begins and who comes second alternates.
7. Within those of equal points the upper half of the list meets the lower half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.tournaments.standings import points_of
from companion.tournaments.tournament import Pairing, Tournament

_BYE = 0
"""Stands for nobody where the number of players is odd."""
_RUN, _LEAD = 2, 2
_Costs = tuple[int, ...]


@dataclass(frozen=True)
class _Past:
    """What counts of a player's past.

    ``halves`` are points counted in halves; ``begun`` has for each game True where they began;
    ``met`` are those they played, with repetitions; ``place`` is theirs among the ``alike`` who
    have equal points.
    """

    number: int
    halves: int
    begun: tuple[bool, ...]
    met: tuple[int, ...]
    byes: int
    place: int
    alike: int

    @property
    def lead(self) -> int:
        """How many times more often they began than came second."""
        return 2 * sum(self.begun) - len(self.begun)

    @property
    def must(self) -> bool | None:
        """Whether they must begin (True) or come second (False); None where either will do."""
        last = self.begun[-_RUN:]
        if abs(self.lead) >= _LEAD:
            return self.lead < 0
        if len(last) == _RUN and len(set(last)) == 1:
            return not last[0]
        return None

    @property
    def wants(self) -> bool | None:
        """Whether they should begin; None for who has not played."""
        if self.lead:
            return self.lead < 0
        return not self.begun[-1] if self.begun else None


def next_round(tournament: Tournament) -> tuple[Pairing, ...]:
    """Return the pairings of the round after the last one, for all players who are here.

    The tables are in the order of the players' points; a bye comes last.
    """
    number = tournament.round + 1
    pasts = _pasts(tournament)
    if len(pasts) < 2:
        return ()
    pairs = _matched(pasts)
    pairs.sort(key=lambda pair: _importance(*pair))
    return tuple(
        Pairing(number, board, *_seated(one, other, board))
        for board, (one, other) in enumerate(pairs, 1)
    )


def _pasts(tournament: Tournament) -> list[_Past]:
    points = points_of(tournament)
    here = [player.number for player in tournament.players if player.here]
    halves = {number: round(2 * points[number]) for number in here}
    pasts = []
    for number in here:
        alike = [other for other in here if halves[other] == halves[number]]
        pairings = tournament.of_player(number)
        games = [pairing for pairing in pairings if not pairing.is_bye]
        pasts.append(
            _Past(
                number=number,
                halves=halves[number],
                begun=tuple(pairing.first == number for pairing in games),
                met=tuple(pairing.other(number) or _BYE for pairing in games),
                byes=len(pairings) - len(games),
                place=alike.index(number),
                alike=len(alike),
            )
        )
    return pasts


def _matched(pasts: list[_Past]) -> list[tuple[_Past, _Past | None]]:
    """Return the pairs that cost least together."""
    from networkx import Graph, max_weight_matching  # it takes a fifth of a second to load

    known: dict[int, _Past] = {past.number: past for past in pasts}
    least = min(past.halves for past in pasts)
    costs: dict[tuple[int, int], _Costs] = {
        (one.number, other.number): _of_pair(one, other) for one, other in combinations(pasts, 2)
    }
    if len(pasts) % 2:
        costs |= {(past.number, _BYE): _of_bye(past, least) for past in pasts}
    factors = _factors(list(costs.values()), (len(pasts) + 1) // 2)
    graph = Graph()
    for pair, cost in costs.items():
        graph.add_edge(*pair, weight=-sum(c * f for c, f in zip(cost, factors, strict=True)))
    matching = max_weight_matching(graph, maxcardinality=True)
    # of a pair the first is who stands first in the list, and nobody is first of all
    ordered = [tuple(sorted(pair, key=lambda n: (n == _BYE, n))) for pair in matching]
    return [(known[one], known.get(other)) for one, other in sorted(ordered)]


def _factors(costs: Sequence[_Costs], pairs: int) -> list[int]:
    """Return what each kind of cost counts: more than all lesser ones together."""
    factors = [1]
    for kind in reversed(list(zip(*costs, strict=True))[1:]):
        factors.append(factors[-1] * (1 + pairs * max(kind)))
    return factors[::-1]


def _of_pair(one: _Past, other: _Past) -> _Costs:
    apart = abs(one.halves - other.halves)
    fold = abs(abs(one.place - other.place) - one.alike // 2) if apart == 0 else 0
    return (
        one.met.count(other.number),
        0,
        int(one.must is not None and one.must == other.must),
        0,
        apart * apart,
        int(one.wants is not None and one.wants == other.wants),
        fold * fold,
    )


def _of_bye(past: _Past, least: int) -> _Costs:
    # of those with the fewest points the last of the list sits out
    return (0, past.byes, 0, past.halves - least, 0, 0, past.alike - 1 - past.place)


def _importance(one: _Past, other: _Past | None) -> tuple[bool, int, int]:
    if other is None:
        return True, 0, one.number
    return False, -(one.halves + other.halves), min(one.number, other.number)


def _seated(one: _Past, other: _Past | None, board: int) -> tuple[int, int | None]:
    """Return who begins and who comes second."""
    if other is None:
        return one.number, None
    begins = _begins(one, other, board)
    return (one.number, other.number) if begins else (other.number, one.number)


def _begins(one: _Past, other: _Past, board: int) -> bool:
    """Tell whether the first of two begins: who must, or came second more often, or last."""
    if one.must != other.must:
        for must, begins in ((one.must, True), (other.must, False)):
            if must is not None:
                return must is begins
    if one.lead != other.lead:
        return one.lead < other.lead
    for ours, theirs in zip(reversed(one.begun), reversed(other.begun), strict=False):
        if ours != theirs:
            return theirs
    if one.begun or other.begun:
        return len(one.begun) < len(other.begun)
    return board % 2 == 1
