"""What the pages of tournaments show: tables, results, standings, players."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from companion.showing.game_names import game_name
from companion.tournaments.standings import Standing, standings
from companion.tournaments.tournament import Entrant, Pairing, Result, ToldBy, Tournament
from companion.words.language import gettext as _
from companion.words.language import ngettext
from rules.judging import PALAGO

_PARTS = {0.0: "", 0.25: "¼", 0.5: "½", 0.75: "¾"}


@dataclass(frozen=True)
class ResultChoice:
    """What may come of a game: the key of the form, and the words."""

    key: str
    words: str
    is_chosen: bool


@dataclass(frozen=True)
class TableLine:
    """A table of a round.

    Attributes
    ----------
    pairing
        Who plays whom, by numbers, and what came of it.
    first, second
        Their names; ``second`` is empty for a bye.
    score
        What came of it in figures, as ``1 – 0``; empty while that is open.
    state
        The same in words, with who says so.
    choices
        What may come of it, to choose from.
    """

    pairing: Pairing
    first: str
    second: str
    score: str
    state: str
    choices: tuple[ResultChoice, ...]


@dataclass(frozen=True)
class StandingLine:
    """A player's line of the standings; the scores are written with fractions."""

    standing: Standing
    name: str
    points: str
    buchholz: str
    sonneborn_berger: str


@dataclass(frozen=True)
class PlayerLine:
    """Somebody on the list of players; ``was_paired`` tells whether they may still be removed."""

    player: Entrant
    state: str
    was_paired: bool


@dataclass(frozen=True)
class RoundView:
    """A round with its tables."""

    number: int
    tables: tuple[TableLine, ...]


@dataclass(frozen=True)
class TournamentView:
    """All that the pages of a tournament show.

    Attributes
    ----------
    tournament
        What it shows.
    game
        The name of the game.
    state
        Where it stands, in a sentence.
    sides
        What the first and the second of a pairing play.
    rounds
        The rounds, the newest first.
    standings, players
        Line by line.
    next_round
        The round that can be paired now; None where none can.
    may_take_back
        Whether nobody has begun to play the newest round.
    """

    tournament: Tournament
    game: str
    state: str
    sides: tuple[str, str]
    rounds: tuple[RoundView, ...]
    standings: tuple[StandingLine, ...]
    players: tuple[PlayerLine, ...]
    next_round: int | None
    may_take_back: bool

    @property
    def now(self) -> RoundView | None:
        """The newest round."""
        return self.rounds[0] if self.rounds else None


def tournament_view(
    tournament: Tournament, is_played: Callable[[int], bool] = lambda _game: False
) -> TournamentView:
    """Return what the pages of a tournament show; ``is_played`` tells what games are followed."""
    done = tournament.round
    waits = any(pairing.is_open for pairing in tournament.of_round(done))
    may_pair = not waits and done < tournament.rounds
    newest = tournament.of_round(done)
    return TournamentView(
        tournament=tournament,
        game=game_name(tournament.game),
        state=_state(tournament),
        sides=sides_of(tournament.game),
        rounds=tuple(round_view(tournament, number, is_played) for number in range(done, 0, -1)),
        standings=tuple(_standing_line(standing) for standing in standings(tournament)),
        players=tuple(_player_line(tournament, player) for player in tournament.players),
        next_round=done + 1 if may_pair else None,
        may_take_back=bool(newest)
        and all(one.is_bye or (one.is_open and one.game is None) for one in newest),
    )


def sides_of(game: str) -> tuple[str, str]:
    """Return what the first and the second of a pairing play."""
    return (_("White"), _("Blue")) if game == PALAGO else (_("Begins"), _("Second"))


def round_view(
    tournament: Tournament, number: int, is_played: Callable[[int], bool] = lambda _game: False
) -> RoundView:
    """Return a round with its tables."""
    tables = tuple(
        _table_line(tournament, pairing, is_played) for pairing in tournament.of_round(number)
    )
    return RoundView(number, tables)


def points_text(points: float) -> str:
    """Write points with fractions, which every language has: ``2½``."""
    whole = int(points)
    part = _PARTS[points - whole]
    return part if part and not whole else f"{whole}{part}"


def result_text(pairing: Pairing) -> str:
    """Write what came of a game in figures; empty while that is open."""
    if pairing.result is None:
        return ""
    first, second = pairing.result.points
    return f"{points_text(first)} – {points_text(second)}"


def result_words(result: Result, first: str, second: str) -> str:
    """Say what came of a game."""
    return {
        Result.FIRST: _("{player} wins", player=first),
        Result.SECOND: _("{player} wins", player=second),
        Result.DRAW: _("a draw"),
        Result.NOBODY: _("nobody gets a point"),
    }[result]


def _state(tournament: Tournament) -> str:
    done, rounds = tournament.round, tournament.rounds
    if not done:
        return ngettext(
            "{count} round is to be played; none is paired yet.",
            "{count} rounds are to be played; none is paired yet.",
            rounds,
        )
    waiting = len(tournament.open_pairings)
    if waiting:
        return ngettext(
            "Round {round} of {rounds}: {count} result is missing.",
            "Round {round} of {rounds}: {count} results are missing.",
            waiting,
            round=done,
            rounds=rounds,
        )
    if done < rounds:
        return _("Round {round} of {rounds} is played.", round=done, rounds=rounds)
    return _("All rounds are played.")


def _table_line(
    tournament: Tournament, pairing: Pairing, is_played: Callable[[int], bool]
) -> TableLine:
    first = tournament.names[pairing.first]
    second = "" if pairing.second is None else tournament.names[pairing.second]
    choices = tuple(
        ResultChoice(result.value, result_words(result, first, second), result is pairing.result)
        for result in Result
    )
    state = _table_state(pairing, first, second, is_played)
    return TableLine(pairing, first, second, result_text(pairing), state, choices)


def _table_state(
    pairing: Pairing, first: str, second: str, is_played: Callable[[int], bool]
) -> str:
    if pairing.is_bye:
        return _("{player} has a bye: one point.", player=first)
    if pairing.result is None:
        if pairing.game is None:
            return _("not begun")
        if is_played(pairing.game):
            return _("being played now")
        return _("Nobody watches this game at present.")
    words = result_words(pairing.result, first, second)
    if pairing.told_by is ToldBy.PEOPLE:
        return _("{result}, as was told", result=words)
    return words


def _standing_line(standing: Standing) -> StandingLine:
    return StandingLine(
        standing,
        standing.player.name,
        points_text(standing.points),
        points_text(standing.buchholz),
        points_text(standing.sonneborn_berger),
    )


def _player_line(tournament: Tournament, player: Entrant) -> PlayerLine:
    if not player.here:
        state = _("has left")
    elif player.joined > max(1, tournament.round):
        state = _("plays from round {round} on", round=player.joined)
    else:
        state = ""
    return PlayerLine(player, state, bool(tournament.of_player(player.number)))
