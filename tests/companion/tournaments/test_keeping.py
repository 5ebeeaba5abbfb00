"""Tournaments on the disk: what is refused, corrected, taken back, and outlives its games."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.live.forgetting import forget_game
from companion.photos.labelled_folder import LabelledFolder
from companion.record import Games, NewEntry, Player
from companion.record.salvaging import open_record
from companion.referee.events import Over
from companion.storage import database
from companion.tournaments.faults import (
    EntryRefusedError,
    ResultStandsError,
    TournamentError,
    TournamentNotFoundError,
)
from companion.tournaments.keeping import Tournaments, Wanted, claim
from companion.tournaments.reading import Place, pairing_at, result_of
from companion.tournaments.tournament import MOST_PLAYERS, Result, ToldBy, Tournament

NAMES = ("Ann", "Bob", "Cem", "Dora", "Élodie")


@pytest.fixture
def data(tmp_path: Path) -> Path:
    database.prepare(tmp_path)
    return tmp_path


@pytest.fixture
def connection(data: Path) -> Iterator[sqlite3.Connection]:
    with closing(database.connect(data)) as connection:
        yield connection


@pytest.fixture
def kept(connection: sqlite3.Connection) -> Tournaments:
    return Tournaments(connection)


def begun(kept: Tournaments, players: int = 4, rounds: int = 3) -> int:
    return kept.begin(Wanted("Evening", NAMES[:players], rounds)).number


def told(kept: Tournaments, tournament: Tournament, result: Result = Result.FIRST) -> Tournament:
    """Tell one result for all games that are open."""
    for one in tournament.open_pairings:
        tournament = kept.tell(Place(tournament.number, one.round, one.board), result)
    return tournament


def played(
    connection: sqlite3.Connection, tournament: Tournament, place: Place, winner: str | None
) -> int:
    """Play the game of a table to its end, seats the other way round; None is a draw."""
    pairing = pairing_at(tournament, place)
    assert pairing.second is not None
    names = tournament.names[pairing.second], tournament.names[pairing.first]
    log = Games(connection).start(
        "palago", [Player(name) for name in names], {}, lambda c, n: claim(c, place, n)
    )
    over = {"result": {"winner": winner or "draw", "loser": None, "reason": "closed-group"}}
    log.append([NewEntry("settled", {}, 1, 1)], [NewEntry("over", over, 1, 1)], over=True)
    return log.game


@pytest.mark.parametrize(
    "wanted",
    [
        Wanted("", NAMES, 3),
        Wanted("Evening", NAMES, 0),
        Wanted("Evening", NAMES, 31),
        Wanted("Evening", (*NAMES, "ann"), 3),
        Wanted("Evening", (*NAMES, "x" * 81), 3),
        Wanted("Evening", (*NAMES, "Ann\0"), 3),
        Wanted("Evening", [f"P{n}" for n in range(MOST_PLAYERS + 1)], 3),
        Wanted("Evening", NAMES, 3, "palagonia"),
    ],
)
def test_what_cannot_be_begun_leaves_nothing(kept: Tournaments, wanted: Wanted) -> None:
    with pytest.raises(EntryRefusedError):
        kept.begin(wanted)
    assert kept.all() == []


def test_lots_are_drawn_for_the_order(kept: Tournaments) -> None:
    names = [f"P{number}" for number in range(40)]
    drawn = kept.begin(Wanted("Evening", names, 3, shuffled=True))
    order = [player.name for player in drawn.players]
    assert sorted(order) == sorted(names)
    assert order != names


def test_a_round_waits_for_the_results_of_the_last(kept: Tournaments) -> None:
    number = begun(kept)
    with pytest.raises(TournamentError, match="The next round to be paired is round 1"):
        kept.pair(number, 2)
    tournament = kept.pair(number, 1)
    with pytest.raises(TournamentError, match="tables 1 and 2 have no result yet"):
        kept.pair(number, 2)
    assert kept.find(number) == tournament
    told(kept, tournament)
    assert kept.pair(number, 2).round == 2
    told(kept, kept.find(number))
    tournament = told(kept, kept.pair(number, 3))
    assert tournament.is_over
    with pytest.raises(TournamentError, match="All 3 rounds are paired"):
        kept.pair(number, 4)
    kept.change(number, rounds=4)
    assert kept.pair(number, 4).round == 4
    with pytest.raises(EntryRefusedError, match="from 4 to"):
        kept.change(number, rounds=3)


def test_another_result_asks_to_be_confirmed_and_can_be_taken_back(kept: Tournaments) -> None:
    number = begun(kept)
    kept.pair(number, 1)
    place = Place(number, 1, 1)
    kept.tell(place, Result.FIRST)
    with pytest.raises(ResultStandsError):
        kept.tell(place, Result.DRAW)
    assert pairing_at(kept.find(number), place).result is Result.FIRST
    assert pairing_at(kept.tell(place, Result.DRAW, confirmed=True), place).result is Result.DRAW
    assert pairing_at(kept.tell(place, None, confirmed=True), place).is_open
    for wrong in (Place(number, 1, 9), Place(number, 2, 1), Place(number + 1, 1, 1)):
        with pytest.raises(TournamentNotFoundError):
            kept.tell(wrong, Result.DRAW)


def test_a_game_brings_its_result_and_people_may_correct_it(
    kept: Tournaments, connection: sqlite3.Connection
) -> None:
    number = begun(kept)
    tournament = kept.pair(number, 1)
    place = Place(number, 1, 1)
    first = tournament.names[pairing_at(tournament, place).first]
    game = played(connection, tournament, place, first)
    found = pairing_at(kept.find(number), place)
    assert (found.game, found.result, found.told_by) == (game, Result.FIRST, ToldBy.GAME)
    with pytest.raises(ResultStandsError):
        kept.tell(place, Result.SECOND)
    found = pairing_at(kept.tell(place, Result.SECOND, confirmed=True), place)
    assert (found.result, found.told_by) == (Result.SECOND, ToldBy.PEOPLE)
    # what people say is taken back: the game's own result holds again
    found = pairing_at(kept.tell(place, None, confirmed=True), place)
    assert (found.result, found.told_by) == (Result.FIRST, ToldBy.GAME)


def test_a_name_put_right_loses_no_result(
    kept: Tournaments, connection: sqlite3.Connection
) -> None:
    number = begun(kept)
    tournament = kept.pair(number, 1)
    place = Place(number, 1, 1)
    pairing = pairing_at(tournament, place)
    played(connection, tournament, place, tournament.names[pairing.first])
    changed = kept.change_player(number, pairing.first, name="  Zoë   Ng ")
    assert changed.names[pairing.first] == "Zoë Ng"
    assert pairing_at(changed, place).result is Result.FIRST
    with pytest.raises(EntryRefusedError, match="is in the list already"):
        kept.change_player(number, pairing.first, name=changed.names[pairing.second or 0])


def test_results_outlive_the_games_that_are_removed(
    data: Path, kept: Tournaments, connection: sqlite3.Connection
) -> None:
    number = begun(kept)
    tournament = kept.pair(number, 1)
    games = [played(connection, tournament, Place(number, 1, board), None) for board in (1, 2)]
    kept.tell(Place(number, 1, 2), Result.FIRST, confirmed=True)
    for game in games:
        forget_game(connection, LabelledFolder(data), game)
    found = kept.find(number).of_round(1)
    assert [(p.game, p.result, p.told_by) for p in found] == [
        (None, Result.DRAW, ToldBy.GAME),
        (None, Result.FIRST, ToldBy.PEOPLE),
    ]


def test_only_the_game_of_its_two_players_is_played_at_a_table(
    kept: Tournaments, connection: sqlite3.Connection
) -> None:
    number = begun(kept)
    tournament = kept.pair(number, 1)
    place, other = Place(number, 1, 1), Place(number, 1, 2)
    pairing = pairing_at(tournament, place)
    names = [tournament.names[one] for one in (pairing.first, pairing.second or 0)]
    strangers = Games(connection).start("palago", [Player("X"), Player("Y")]).game
    another = Games(connection).start("palagem", [Player(name) for name in names]).game
    right = Games(connection).start("palago", [Player(name.upper()) for name in names]).game
    for wrong in (strangers, another):
        with pytest.raises(TournamentError, match="this is another game"):
            kept.play(place, wrong)
    assert pairing_at(kept.play(place, right), place).game == right
    kept.play(place, right)
    with pytest.raises(TournamentError, match="is played for another table"):
        kept.play(other, right)
    before = Games(connection).recent(9)
    with pytest.raises(TournamentError, match=f"has game {right} already"):
        played(connection, tournament, place, None)
    assert Games(connection).recent(9) == before, "a game that is refused is not begun"
    assert pairing_at(kept.play(place, None), place).game is None


def test_who_comes_late_and_who_leaves(kept: Tournaments) -> None:
    number = begun(kept, players=4)
    told(kept, kept.pair(number, 1))
    late = kept.add_players(number, ["Late"]).players[-1]
    assert (late.number, late.joined) == (5, 2)
    kept.change_player(number, 1, here=False)
    second = kept.pair(number, 2)
    seated = {one for p in second.of_round(2) for one in (p.first, p.second)}
    assert seated == {2, 3, 4, 5}
    told(kept, second)
    kept.change_player(number, 1, here=True)
    third = kept.pair(number, 3)
    assert sum(p.is_bye for p in third.of_round(3)) == 1
    assert {1, 5} <= {one for p in third.of_round(3) for one in (p.first, p.second)}
    with pytest.raises(TournamentError, match="was paired already"):
        kept.remove_player(number, 1)
    spare = kept.add_players(number, ["Spare"]).players[-1].number
    assert spare not in kept.remove_player(number, spare).names
    for wrong in (lambda: kept.remove_player(number, 99), lambda: kept.find(number + 1)):
        with pytest.raises(TournamentNotFoundError):
            wrong()


def test_a_round_is_taken_back_until_it_is_played(kept: Tournaments) -> None:
    number = begun(kept, players=5)
    with pytest.raises(TournamentError, match="cannot be taken back"):
        kept.take_back(number, 0)
    tournament = kept.pair(number, 1)
    assert kept.take_back(number, 1).pairings == ()
    assert kept.pair(number, 1) == tournament
    (bye,) = [p for p in tournament.pairings if p.is_bye]
    with pytest.raises(TournamentError, match="has a bye"):
        kept.tell(Place(number, 1, bye.board), Result.FIRST)
    told(kept, tournament)
    with pytest.raises(TournamentError, match="cannot be taken back"):
        kept.take_back(number, 1)


def test_fewer_than_two_cannot_be_paired(kept: Tournaments) -> None:
    number = begun(kept, players=2)
    kept.change_player(number, 2, here=False)
    with pytest.raises(TournamentError, match="It takes two players"):
        kept.pair(number, 1)


def test_a_tournament_is_removed_and_its_games_stay(
    kept: Tournaments, connection: sqlite3.Connection
) -> None:
    number, other = begun(kept), begun(kept)
    tournament = kept.pair(number, 1)
    kept.pair(other, 1)
    game = played(connection, tournament, Place(number, 1, 1), None)
    kept.tell(Place(number, 1, 2), Result.DRAW)
    kept.forget(number)
    assert [one.number for one in kept.all()] == [other]
    assert kept.find(other).round == 1
    assert Games(connection).find(game) is not None
    with pytest.raises(TournamentNotFoundError):
        kept.forget(number)


def test_a_damaged_file_gives_its_tournaments_back(data: Path) -> None:
    with closing(database.connect(data)) as connection:
        kept = Tournaments(connection)
        number = begun(kept)
        tournament = kept.pair(number, 1)
        played(connection, tournament, Place(number, 1, 1), None)
        before = kept.tell(Place(number, 1, 2), Result.SECOND)
        page = connection.execute("PRAGMA page_size").fetchone()[0]
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        root = connection.execute(
            "SELECT rootpage FROM sqlite_schema WHERE name = 'retention'"
        ).fetchone()[0]
    file = data / database.FILE_NAME
    with file.open("r+b") as opened:
        opened.seek((root - 1) * page)
        opened.write(b"\xff" * 64)
    assert open_record(data) is not None
    with closing(database.connect(data)) as connection:
        assert Tournaments(connection).find(number) == before


@pytest.mark.parametrize(
    ("over", "result"),
    [
        (Over(1, 1, "Ann", None, "closed-group"), Result.FIRST),
        (Over(1, 1, "Bob", None, "closed-group"), Result.SECOND),
        (Over(1, 1, None, "Ann", "palagem"), Result.SECOND),
        (Over(1, 1, None, "Bob", "palagem"), Result.FIRST),
        (Over(1, 1, "Ann", None, "palagem", whose_guessed=True), None),
        (Over(1, 1, "draw", None, "tiles-out"), Result.DRAW),
        (Over(1, 1, None, None, "tie"), Result.DRAW),
        (Over(1, 1, None, None, "stopped"), None),
    ],
)
def test_what_came_of_a_game_is_read_from_its_end(over: Over, result: Result | None) -> None:
    assert result_of(over, "Ann", "Bob") is result
