"""Reading tournaments from the database, with what came of the games at their tables."""

from __future__ import annotations

import json
import sqlite3
from dataclasses import dataclass
from datetime import datetime

from companion.referee.event_reading import event_from_json
from companion.referee.events import Over
from companion.storage.transaction import row, rows
from companion.tournaments.faults import TournamentFault, TournamentNotFoundError
from companion.tournaments.tournament import Entrant, Pairing, Result, ToldBy, Tournament

_PAIRINGS = """
SELECT pairing.round, pairing.board, first, second, game_id, first_seat, ended_at, (
    SELECT data FROM entry WHERE entry.game_id = played.game_id AND source = 'event'
        AND kind = 'over' ORDER BY number DESC LIMIT 1
) AS outcome, (
    SELECT max(id) FROM tournament_result AS told WHERE told.tournament_id = pairing.tournament_id
        AND told.round = pairing.round AND told.board = pairing.board
) AS told
FROM tournament_pairing AS pairing
LEFT JOIN tournament_game AS played USING (tournament_id, round, board)
LEFT JOIN game ON game.id = played.game_id
WHERE pairing.tournament_id = ? ORDER BY pairing.round, pairing.board
"""
_DRAW, _TIE = "draw", "tie"


@dataclass(frozen=True)
class Place:
    """A table of a round of a tournament, by their numbers."""

    tournament: int
    round: int
    board: int


def read(connection: sqlite3.Connection, number: int) -> Tournament:
    """Return a tournament as it stands.

    Raises
    ------
    TournamentNotFoundError
        If there is none of this number.
    DataError
        If the file cannot be read.
    """
    found = row(connection, "SELECT * FROM tournament WHERE id = ?", (number,))
    if found is None:
        raise TournamentNotFoundError(TournamentFault.NO_SUCH_TOURNAMENT(number=number))
    return _tournament(connection, found)


def read_all(connection: sqlite3.Connection) -> list[Tournament]:
    """Return all tournaments as they stand, the newest first; errors as of :func:`read`."""
    found = rows(connection, "SELECT * FROM tournament ORDER BY id DESC")
    return [_tournament(connection, one) for one in found]


def place_of_game(connection: sqlite3.Connection, game: int) -> Place | None:
    """Return the table that a game is played at, None where it is of no tournament.

    Raises
    ------
    DataError
        If the file cannot be read.
    """
    query = "SELECT tournament_id, round, board FROM tournament_game WHERE game_id = ?"
    found = row(connection, query, (game,))
    return None if found is None else Place(*found)


def pairing_at(tournament: Tournament, place: Place) -> Pairing:
    """Return who plays at a table.

    Raises
    ------
    TournamentNotFoundError
        If nobody does.
    """
    for pairing in tournament.of_round(place.round):
        if pairing.board == place.board:
            return pairing
    raise TournamentNotFoundError(
        TournamentFault.NO_SUCH_PAIRING(round=place.round, board=place.board)
    )


def result_of(over: Over, first: str, second: str) -> Result | None:
    """Return what came of a game for two players, by their names; None where nobody can tell."""
    winner, loser = over.winner, over.loser
    if over.whose_guessed:
        return None
    if winner == _DRAW or over.reason == _TIE:
        return Result.DRAW
    if first in (winner, loser) or second in (winner, loser):
        is_first = winner == first or (winner is None and loser == second)
        return Result.FIRST if is_first else Result.SECOND
    return None


def _tournament(connection: sqlite3.Connection, found: sqlite3.Row) -> Tournament:
    number = found["id"]
    query = "SELECT * FROM tournament_player WHERE tournament_id = ? ORDER BY number"
    players = rows(connection, query, (number,))
    pairings = rows(connection, _PAIRINGS, (number,))
    told = _told(connection, number)
    names = _names(connection, number)
    return Tournament(
        number=number,
        name=found["name"],
        game=found["game"],
        rounds=found["rounds"],
        begun_at=datetime.fromisoformat(found["begun_at"]),
        players=tuple(
            Entrant(one["number"], one["name"], one["joined"], bool(one["here"])) for one in players
        ),
        pairings=tuple(_pairing(one, told, names) for one in pairings),
    )


def _told(connection: sqlite3.Connection, number: int) -> dict[int, sqlite3.Row]:
    query = "SELECT id, result, told_by FROM tournament_result WHERE tournament_id = ?"
    return {one["id"]: one for one in rows(connection, query, (number,))}


def _names(connection: sqlite3.Connection, number: int) -> dict[tuple[int, int], str]:
    """Return the names of the players of the games of a tournament, by game and seat."""
    query = (
        "SELECT game_id, seat, name FROM player WHERE game_id IN"
        " (SELECT game_id FROM tournament_game WHERE tournament_id = ?)"
    )
    return {
        (one["game_id"], one["seat"]): one["name"] for one in rows(connection, query, (number,))
    }


def _pairing(
    found: sqlite3.Row, told: dict[int, sqlite3.Row], names: dict[tuple[int, int], str]
) -> Pairing:
    said = told.get(found["told"])
    result, by = None, None
    if said is not None and said["result"] is not None:
        result, by = Result(said["result"]), ToldBy(said["told_by"])
    elif found["ended_at"] is not None and found["outcome"] is not None:
        game, seat = found["game_id"], found["first_seat"]
        over = event_from_json({"event": Over.name, **json.loads(found["outcome"])})
        if isinstance(over, Over):
            result = result_of(over, names[game, seat], names[game, 3 - seat])
        by = None if result is None else ToldBy.GAME
    return Pairing(
        found["round"],
        found["board"],
        found["first"],
        found["second"],
        found["game_id"],
        result,
        by,
    )
