"""Who plays whom: everybody has one game or the bye, and the rules of the Swiss system hold."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.tournaments.pairing import next_round
from companion.tournaments.standings import points_of, standings
from companion.tournaments.tournament import Pairing, Result, Tournament
from tests.companion.tournaments.playing import tournament_of, with_round, worked_out

FIELDS = [(4, 3), (8, 3), (8, 5), (9, 4), (12, 5), (16, 5), (33, 6)]


def games(tournament: Tournament) -> list[frozenset[int]]:
    return [frozenset((p.first, p.second)) for p in tournament.pairings if p.second is not None]


@given(st.integers(2, 20), st.integers(1, 6), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_everybody_who_is_here_plays_or_has_the_bye(players: int, rounds: int, seed: int) -> None:
    """Also where people leave and come back between the rounds."""
    chance = Random(seed)
    tournament = tournament_of(players, rounds)
    for number in range(1, rounds + 1):
        here = tuple(replace(one, here=chance.random() < 0.8) for one in tournament.players)
        tournament = with_round(replace(tournament, players=here), chance)
        present = [one.number for one in here if one.here]
        seated = [one for p in tournament.of_round(number) for one in (p.first, p.second)]
        if len(present) < 2:
            assert not seated
            break
        assert sorted(one for one in seated if one is not None) == present
        assert seated.count(None) == len(present) % 2
        boards = [p.board for p in tournament.of_round(number)]
        assert boards == list(range(1, len(boards) + 1))


@pytest.mark.parametrize(("players", "rounds"), FIELDS)
@pytest.mark.parametrize("seed", range(5))
def test_nobody_meets_twice_or_sits_out_twice_where_there_is_room(
    players: int, rounds: int, seed: int
) -> None:
    chance, tournament = Random(seed), tournament_of(players, rounds)
    for _ in range(rounds):
        tournament = with_round(tournament, chance)
    assert len(set(games(tournament))) == len(games(tournament))
    byes = Counter(p.first for p in tournament.pairings if p.is_bye)
    assert max(byes.values(), default=0) <= 1
    for player in tournament.players:
        begun = [p.first == player.number for p in tournament.of_player(player.number) if p.second]
        assert abs(2 * sum(begun) - len(begun)) <= 2
        assert all(len(set(begun[at : at + 3])) > 1 for at in range(len(begun) - 2))


def test_two_meet_again_before_somebody_is_left_without_a_game() -> None:
    """Two players have nobody else; six play more rounds than they have other opponents."""
    tournament = tournament_of(2, 3)
    for _ in range(3):
        tournament = with_round(tournament, Random(1))
    assert games(tournament) == [frozenset((1, 2))] * 3
    assert [p.first for p in tournament.pairings] == [1, 2, 1]
    tournament = tournament_of(6, 7)
    for _ in range(7):
        tournament = with_round(tournament, Random(3))
    assert not [p for p in tournament.pairings if p.is_bye]
    met = Counter(games(tournament))
    assert set(met) == {frozenset(pair) for pair in combinations(range(1, 7), 2)}
    assert max(met.values()) <= 3


def test_the_first_round_is_the_upper_half_against_the_lower() -> None:
    found = next_round(tournament_of(8, 3))
    assert {frozenset((p.first, p.second)) for p in found} == {
        frozenset((number, number + 4)) for number in range(1, 5)
    }
    assert [min(p.first, p.second or 9) == p.first for p in found] == [True, False, True, False]


def test_players_of_equal_points_meet_and_the_bye_goes_to_the_last() -> None:
    tournament = tournament_of(5, 3)
    wins = tuple(p if p.is_bye else replace(p, result=Result.FIRST) for p in next_round(tournament))
    assert [p.first for p in wins if p.is_bye] == [5]
    tournament = replace(tournament, pairings=wins)
    points = points_of(tournament)
    second = next_round(tournament)
    (bye,) = [p for p in second if p.is_bye]
    assert points[bye.first] == 0
    apart = [abs(points[p.first] - points[p.second]) for p in second if p.second is not None]
    assert sorted(apart) == [0, 1]  # three have won and one has lost who does not sit out


def test_whoever_came_second_begins_against_whoever_began() -> None:
    tournament = tournament_of(4, 3)
    drawn = tuple(replace(p, result=Result.DRAW) for p in next_round(tournament))
    began = {p.first for p in drawn}
    second = next_round(replace(tournament, pairings=drawn))
    assert all(p.first not in began for p in second)


@given(st.integers(2, 15), st.integers(1, 5), st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_standings_are_what_a_second_way_works_out(players: int, rounds: int, seed: int) -> None:
    chance, tournament = Random(seed), tournament_of(players, rounds)
    for _ in range(rounds):
        tournament = with_round(tournament, chance)
    if chance.random() < 0.5:  # some games of the last round still go on
        last = tournament.pairings[-1]
        tournament = replace(
            tournament, pairings=(*tournament.pairings[:-1], replace(last, result=None))
        )
    found = standings(tournament)
    wanted = worked_out(
        (
            (
                tournament.names[p.first],
                None if p.second is None else tournament.names[p.second],
                None if p.result is None else p.result.value,
            )
            for p in tournament.pairings
        ),
        [player.name for player in tournament.players],
    )
    lines = [(s.player.name, s.points, s.buchholz, s.sonneborn_berger) for s in found]
    assert sorted(lines, key=lambda line: (-line[1], -line[2], -line[3], line[0])) == wanted
    scores = [line[1:] for line in wanted]
    assert [s.rank for s in found] == [1 + scores.index(score) for score in scores]
    assert all(s.won + s.drawn + s.lost + s.byes <= rounds for s in found)


def test_a_bye_is_a_win_and_a_missed_round_is_nothing() -> None:
    tournament = tournament_of(3, 1)
    found = {s.player.number: s for s in standings(tournament)}
    assert {s.rank for s in found.values()} == {1}
    pairings = (Pairing(1, 1, 1, None),)
    standing = standings(replace(tournament, pairings=pairings))[0]
    assert (standing.player.number, standing.points, standing.byes) == (1, 1, 1)
    assert (standing.buchholz, standing.sonneborn_berger) == (1, 1)
