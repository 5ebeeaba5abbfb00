"""Tournaments in the database: each change is on the disk, whole, before anybody is told of it."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime

from companion.record.games import MAX_NAME_LENGTH, is_name
from companion.record.moment import moment, now
from companion.storage.transaction import row, writing
from companion.storage.wiping import wipe
from companion.tournaments.faults import (
    EntryRefusedError,
    ResultStandsError,
    TournamentError,
    TournamentFault,
    TournamentNotFoundError,
)
from companion.tournaments.pairing import next_round
from companion.tournaments.reading import Place, pairing_at, place_of_game, read, read_all
from companion.tournaments.tournament import (
    GAMES_OF_TWO,
    MOST_PLAYERS,
    MOST_ROUNDS,
    Entrant,
    Result,
    ToldBy,
    Tournament,
)

_HAS_GAME = "SELECT 1 FROM tournament_game WHERE tournament_id = ? AND round = ?"
_HAS_RESULT = "SELECT 1 FROM tournament_result WHERE tournament_id = ? AND round = ?"


@dataclass(frozen=True)
class Wanted:
    """A tournament to begin; ``shuffled`` draws lots for the order of the list."""

    name: str
    players: Sequence[str]
    rounds: int
    game: str = GAMES_OF_TWO[0]
    shuffled: bool = False


class Tournaments:
    """The tournaments in one database, over a connection that its thread has to itself.

    What is asked for is refused with a `TournamentError` where it cannot be done, and with a
    `DataError` where the file cannot be read or written. Nothing has changed then.
    """

    def __init__(
        self, connection: sqlite3.Connection, *, clock: Callable[[], datetime] = now
    ) -> None:
        self._connection = connection
        self._clock = clock

    def all(self) -> list[Tournament]:
        """Return all tournaments, the newest first."""
        return read_all(self._connection)

    def find(self, number: int) -> Tournament:
        """Return a tournament as it stands."""
        return read(self._connection, number)

    def begin(self, wanted: Wanted) -> Tournament:
        """Begin a tournament; it has no rounds yet."""
        if wanted.game not in GAMES_OF_TWO:
            raise EntryRefusedError(TournamentFault.NO_GAME_OF_TWO())
        name = _name(wanted.name, TournamentFault.NOT_A_TOURNAMENT_NAME)
        _check_rounds(wanted.rounds, 1)
        names = [_name(player) for player in wanted.players]
        if wanted.shuffled:
            secrets.SystemRandom().shuffle(names)
        with writing(self._connection):
            cursor = self._connection.execute(
                "INSERT INTO tournament (name, game, rounds, begun_at) VALUES (?, ?, ?, ?)",
                (name, wanted.game, wanted.rounds, moment(self._clock())),
            )
            number = cursor.lastrowid
            assert number is not None, "SQLite numbers every row it inserts"
            for player in names:
                self._add(read(self._connection, number), player)
        return self.find(number)

    def change(
        self, number: int, *, name: str | None = None, rounds: int | None = None
    ) -> Tournament:
        """Give a tournament another name, or another number of rounds."""
        with writing(self._connection):
            found = self.find(number)
            if rounds is not None:
                _check_rounds(rounds, max(1, found.round))
            self._connection.execute(
                "UPDATE tournament SET name = ?, rounds = ? WHERE id = ?",
                (
                    found.name
                    if name is None
                    else _name(name, TournamentFault.NOT_A_TOURNAMENT_NAME),
                    found.rounds if rounds is None else rounds,
                    number,
                ),
            )
        return self.find(number)

    def forget(self, number: int) -> None:
        """Remove a tournament for good; its games stay on record."""
        with writing(self._connection):
            self.find(number)
            # its pairings hold its players, and go before them
            for table in ("tournament_pairing", "tournament_player"):
                self._connection.execute(f"DELETE FROM {table} WHERE tournament_id = ?", (number,))
            self._connection.execute("DELETE FROM tournament WHERE id = ?", (number,))
        wipe(self._connection)

    def add_players(self, number: int, names: Sequence[str]) -> Tournament:
        """Put people on the list: they play from the next round that is paired."""
        with writing(self._connection):
            for name in names:
                self._add(self.find(number), _name(name))
        return self.find(number)

    def change_player(
        self, number: int, player: int, *, name: str | None = None, here: bool | None = None
    ) -> Tournament:
        """Put a name right, or say that somebody has left or is back."""
        with writing(self._connection):
            tournament = self.find(number)
            found = _entrant(tournament, player)
            wanted = found.name if name is None else _name(name)
            others = tuple(one for one in tournament.players if one is not found)
            _check_is_new(others, wanted)
            self._connection.execute(
                "UPDATE tournament_player SET name = ?, here = ?"
                " WHERE tournament_id = ? AND number = ?",
                (wanted, found.here if here is None else here, number, player),
            )
        return self.find(number)

    def remove_player(self, number: int, player: int) -> Tournament:
        """Take somebody off the list who was never paired."""
        with writing(self._connection):
            tournament = self.find(number)
            found = _entrant(tournament, player)
            if tournament.of_player(player):
                raise TournamentError(TournamentFault.ENTRANT_HAS_PLAYED(name=found.name))
            self._connection.execute(
                "DELETE FROM tournament_player WHERE tournament_id = ? AND number = ?",
                (number, player),
            )
        return self.find(number)

    def pair(self, number: int, round_: int) -> Tournament:
        """Pair a round, which must be the next one."""
        with writing(self._connection):
            tournament = self.find(number)
            _check_next(tournament, round_)
            pairings = next_round(tournament)
            if not pairings:
                raise TournamentError(TournamentFault.TOO_FEW_HERE())
            self._connection.executemany(
                "INSERT INTO tournament_pairing VALUES (?, ?, ?, ?, ?)",
                [(number, one.round, one.board, one.first, one.second) for one in pairings],
            )
        return self.find(number)

    def take_back(self, number: int, round_: int) -> Tournament:
        """Take the last round back, which nobody has begun to play."""
        with writing(self._connection):
            tournament = self.find(number)
            asked = (number, round_)
            is_begun = any(
                row(self._connection, query, asked) for query in (_HAS_GAME, _HAS_RESULT)
            )
            if round_ != tournament.round or round_ == 0 or is_begun:
                raise TournamentError(TournamentFault.ROUND_IS_PLAYED(round=round_))
            self._connection.execute(
                "DELETE FROM tournament_pairing WHERE tournament_id = ? AND round = ?", asked
            )
        return self.find(number)

    def tell(self, place: Place, result: Result | None, *, confirmed: bool = False) -> Tournament:
        """Say what came of a game; None takes back what people said.

        One that stands already is changed where that is ``confirmed``, else a `ResultStandsError`
        tells of it.
        """
        with writing(self._connection):
            tournament = self.find(place.tournament)
            pairing = pairing_at(tournament, place)
            _check_is_game(tournament, place)
            if pairing.result not in (None, result) and not confirmed:
                raise ResultStandsError(
                    TournamentFault.RESULT_STANDS(board=place.board, round=place.round)
                )
            if pairing.result is not result:
                keep_result(self._connection, place, result, ToldBy.PEOPLE, self._clock())
        return self.find(place.tournament)

    def play(self, place: Place, game: int | None) -> Tournament:
        """Say which game on record is played at a table, None for none."""
        with writing(self._connection):
            if game is None:
                pairing_at(self.find(place.tournament), place)
                self._connection.execute(
                    "DELETE FROM tournament_game"
                    " WHERE tournament_id = ? AND round = ? AND board = ?",
                    (place.tournament, place.round, place.board),
                )
            else:
                claim(self._connection, place, game)
        return self.find(place.tournament)

    def _add(self, tournament: Tournament, name: str) -> None:
        _check_is_new(tournament.players, name)
        if len(tournament.players) >= MOST_PLAYERS:
            raise EntryRefusedError(TournamentFault.TOO_MANY_ENTRANTS(most=MOST_PLAYERS))
        last = max((player.number for player in tournament.players), default=0)
        self._connection.execute(
            "INSERT INTO tournament_player VALUES (?, ?, ?, ?, 1)",
            (tournament.number, last + 1, name, tournament.round + 1),
        )


def claim(connection: sqlite3.Connection, place: Place, game: int) -> None:
    """Say in the caller's transaction that a game on record is played at a table.

    Raises
    ------
    TournamentError
        If the table has a game, the game a table, or others play it.
    """
    tournament = read(connection, place.tournament)
    pairing = pairing_at(tournament, place)
    second = _check_is_game(tournament, place)
    at = {"board": place.board, "round": place.round}
    if pairing.game == game:
        return
    if pairing.game is not None:
        raise TournamentError(TournamentFault.PAIRING_HAS_GAME(game=pairing.game, **at))
    if row(connection, "SELECT 1 FROM tournament_game WHERE game_id = ?", (game,)):
        raise TournamentError(TournamentFault.GAME_HAS_PAIRING(game=game))
    names = tournament.names[pairing.first], tournament.names[second]
    seats = _seats(connection, game)
    order = [name.casefold() for name in names]
    if _game_of(connection, game) != tournament.game or sorted(seats) != sorted(order):
        raise TournamentError(
            TournamentFault.OTHER_GAME(
                first=names[0], second=names[1], game=tournament.game.capitalize(), **at
            )
        )
    connection.execute(
        "INSERT INTO tournament_game VALUES (?, ?, ?, ?, ?)",
        (place.tournament, place.round, place.board, game, 1 + seats.index(order[0])),
    )


def keep_result_of(connection: sqlite3.Connection, game: int) -> None:
    """Keep what came of a game that is about to be removed, for the table it was played at.

    Raises
    ------
    DataError
        If the file cannot be written.
    """
    if place_of_game(connection, game) is None:
        return
    with writing(connection):
        place = place_of_game(connection, game)
        if place is None:
            return
        pairing = pairing_at(read(connection, place.tournament), place)
        if pairing.told_by is ToldBy.GAME:
            keep_result(connection, place, pairing.result, ToldBy.GAME, now())


def keep_result(
    connection: sqlite3.Connection, place: Place, result: Result | None, by: ToldBy, at: datetime
) -> None:
    """Write a result in the caller's transaction."""
    connection.execute(
        "INSERT INTO tournament_result (tournament_id, round, board, told_at, told_by, result)"
        " VALUES (?, ?, ?, ?, ?, ?)",
        (place.tournament, place.round, place.board, moment(at), by.value, result),
    )


def _seats(connection: sqlite3.Connection, game: int) -> list[str]:
    query = "SELECT name FROM player WHERE game_id = ? ORDER BY seat"
    return [found["name"].casefold() for found in connection.execute(query, (game,))]


def _game_of(connection: sqlite3.Connection, game: int) -> str | None:
    found = row(connection, "SELECT game FROM game WHERE id = ?", (game,))
    return None if found is None else str(found["game"])


def _name(text: str, fault: TournamentFault = TournamentFault.NOT_AN_ENTRANT_NAME) -> str:
    name = " ".join(text.split())
    if not is_name(name):
        raise EntryRefusedError(fault(most=MAX_NAME_LENGTH))
    return name


def _check_is_new(players: Sequence[Entrant], name: str) -> None:
    if name.casefold() in {player.name.casefold() for player in players}:
        raise EntryRefusedError(TournamentFault.ENTRANT_NAMED_TWICE(name=name))


def _check_rounds(rounds: int, fewest: int) -> None:
    if not fewest <= rounds <= MOST_ROUNDS:
        raise EntryRefusedError(
            TournamentFault.ROUNDS_OUT_OF_RANGE(fewest=fewest, most=MOST_ROUNDS)
        )


def _check_next(tournament: Tournament, round_: int) -> None:
    if tournament.round >= tournament.rounds:
        raise TournamentError(TournamentFault.ALL_ROUNDS_PAIRED(rounds=tournament.rounds))
    if round_ != tournament.round + 1:
        raise TournamentError(TournamentFault.OTHER_ROUND_IS_NEXT(round=tournament.round + 1))
    missing = [pairing for pairing in tournament.open_pairings if pairing.round == tournament.round]
    if missing:
        boards = [pairing.board for pairing in missing]
        raise TournamentError(
            TournamentFault.RESULTS_MISSING(
                round=tournament.round, boards=boards, count=len(boards)
            )
        )


def _check_is_game(tournament: Tournament, place: Place) -> int:
    """Return the second player at a table; refuse where the first has a bye."""
    pairing = pairing_at(tournament, place)
    if pairing.second is None:
        name = tournament.names[pairing.first]
        raise TournamentError(TournamentFault.BYE_HAS_NO_GAME(name=name, round=place.round))
    return pairing.second


def _entrant(tournament: Tournament, player: int) -> Entrant:
    found = next((one for one in tournament.players if one.number == player), None)
    if found is None:
        raise TournamentNotFoundError(TournamentFault.NO_SUCH_ENTRANT(number=player))
    return found
