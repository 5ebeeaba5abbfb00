"""The HTTP API of tournaments (docs/http_api.md); all but looking is for the host alone."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify

from companion.record.moment import moment
from companion.tournaments.faults import ResultStandsError, TournamentError
from companion.tournaments.keeping import Tournaments
from companion.tournaments.reading import Place
from companion.tournaments.standings import Standing, standings
from companion.tournaments.tournament import Pairing, Result, Tournament
from companion.web import live_games
from companion.web.answers import tournaments as answers
from companion.web.bodies.tournaments import (
    EntrantChange,
    EntrantWanted,
    GameAtTable,
    ResultTold,
    RoundWanted,
    TournamentChange,
    TournamentWanted,
)
from companion.web.json_body import json_body
from companion.web.operation import operation
from companion.web.resources import connection
from companion.words.language import gettext as _
from companion.words.language import say_error

blueprint = Blueprint("tournaments_api", __name__, url_prefix="/api/tournaments")

Answer = tuple[Response, int]
_CREATED, _NO_CONTENT = 201, 204
_ONE = "/<int:tournament>"
_TABLE = f"{_ONE}/rounds/<int:round_>/tables/<int:table>"


@blueprint.get("")
@operation("listTournaments", {200: answers.TournamentList})
def index() -> Response:
    """List the tournaments, the newest first."""
    answer: answers.TournamentList = {
        "tournaments": [{**_head(one), "players": len(one.players)} for one in _tournaments().all()]
    }
    return jsonify(answer)


@blueprint.post("")
@operation("beginTournament", {201: answers.TournamentState}, 400, 413, body=TournamentWanted)
def begin() -> Answer:
    """Begin a tournament."""
    wanted = TournamentWanted.of(json_body()).wanted()
    return _answer(_tournaments().begin(wanted)), _CREATED


@blueprint.get(_ONE)
@operation("showTournament", {200: answers.TournamentState}, 404)
def show(tournament: int) -> Response:
    """Return how a tournament stands."""
    return _answer(_tournaments().find(tournament))


@blueprint.put(_ONE)
@operation("changeTournament", {200: answers.TournamentState}, 400, 404, 413, body=TournamentChange)
def change(tournament: int) -> Response:
    """Change the name of a tournament, or how many rounds it has."""
    asked = TournamentChange.of(json_body())
    return _answer(_tournaments().change(tournament, name=asked.name, rounds=asked.rounds))


@blueprint.delete(_ONE)
@operation("forgetTournament", {204: None}, 404)
def forget(tournament: int) -> tuple[str, int]:
    """Remove a tournament for good; its games stay on record."""
    _tournaments().forget(tournament)
    return "", _NO_CONTENT


@blueprint.post(f"{_ONE}/players")
@operation("addEntrant", {201: answers.TournamentState}, 400, 404, 413, body=EntrantWanted)
def add_player(tournament: int) -> Answer:
    """Put somebody on the list of players."""
    name = EntrantWanted.of(json_body()).name
    return _answer(_tournaments().add_players(tournament, [name])), _CREATED


@blueprint.put(f"{_ONE}/players/<int:player>")
@operation("changeEntrant", {200: answers.TournamentState}, 400, 404, 413, body=EntrantChange)
def change_player(tournament: int, player: int) -> Response:
    """Put a name right, or say that somebody has left or is back."""
    asked = EntrantChange.of(json_body())
    changed = _tournaments().change_player(tournament, player, name=asked.name, here=asked.here)
    return _answer(changed)


@blueprint.delete(f"{_ONE}/players/<int:player>")
@operation("removeEntrant", {200: answers.TournamentState}, 404, 409)
def remove_player(tournament: int, player: int) -> Response:
    """Take somebody off the list who was never paired."""
    return _answer(_tournaments().remove_player(tournament, player))


@blueprint.post(f"{_ONE}/rounds")
@operation("pairRound", {201: answers.TournamentState}, 400, 404, 409, 413, body=RoundWanted)
def pair(tournament: int) -> Answer:
    """Pair the next round."""
    wanted = RoundWanted.of(json_body())
    return _answer(_tournaments().pair(tournament, wanted.round)), _CREATED


@blueprint.delete(f"{_ONE}/rounds/<int:round_>")
@operation("takeRoundBack", {200: answers.TournamentState}, 404, 409)
def take_back(tournament: int, round_: int) -> Response:
    """Take the last round back, which nobody has begun to play."""
    return _answer(_tournaments().take_back(tournament, round_))


@blueprint.put(f"{_TABLE}/result")
@operation("tellResult", {200: answers.TournamentState}, 400, 404, 409, 413, body=ResultTold)
def tell(tournament: int, round_: int, table: int) -> Response:
    """Say what came of a game."""
    told = ResultTold.of(json_body())
    result = None if told.result is None else Result(told.result)
    place = Place(tournament, round_, table)
    try:
        changed = _tournaments().tell(place, result, confirmed=bool(told.confirmed))
    except ResultStandsError as error:
        sentence = _(
            '{sentence} If another is meant, send it once more with "confirmed": true.',
            sentence=say_error(error),
        )
        raise TournamentError(sentence) from error
    return _answer(changed)


@blueprint.put(f"{_TABLE}/game")
@operation("chooseGame", {200: answers.TournamentState}, 400, 404, 409, 413, body=GameAtTable)
def choose_game(tournament: int, round_: int, table: int) -> Response:
    """Say which game on record is played at a table."""
    game = GameAtTable.of(json_body()).game
    if game is not None:
        live_games.check_kept(game)
    return _answer(_tournaments().play(Place(tournament, round_, table), game))


def _tournaments() -> Tournaments:
    return Tournaments(connection())


def _answer(found: Tournament) -> Response:
    answer: answers.TournamentState = {
        **_head(found),
        "players": [
            {"number": one.number, "name": one.name, "joined": one.joined, "here": one.here}
            for one in found.players
        ],
        "pairings": [
            {"round": number, "tables": [_table(one) for one in found.of_round(number)]}
            for number in range(1, found.round + 1)
        ],
        "standings": [_standing(one) for one in standings(found)],
    }
    return jsonify(answer)


def _head(found: Tournament) -> answers.TournamentHead:
    return {
        "id": found.number,
        "name": found.name,
        "game": found.game,
        "rounds": found.rounds,
        "round": found.round,
        "begun_at": moment(found.begun_at),
        "over": found.is_over,
    }


def _table(pairing: Pairing) -> answers.Table:
    return {
        "table": pairing.board,
        "first": pairing.first,
        "second": pairing.second,
        "game": pairing.game,
        "result": pairing.result,
        "by": pairing.told_by,
    }


def _standing(standing: Standing) -> answers.Standing:
    return {
        "rank": standing.rank,
        "player": standing.player.number,
        "name": standing.player.name,
        "points": standing.points,
        "buchholz": standing.buchholz,
        "sonneborn_berger": standing.sonneborn_berger,
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "byes": standing.byes,
    }
