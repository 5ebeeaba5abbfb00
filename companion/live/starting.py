"""What somebody asks for who starts a game: what is played by whom in which order, seen by what."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from companion.live.choice import SourceChoice
from companion.live.demos import DEMO, all_demos
from companion.live.errors import StartError
from companion.record import EntryError, Player
from companion.record.games import check_game
from companion.referee.setup import setup_of
from companion.tournaments.reading import Place
from companion.words.language import gettext as _
from companion.words.language import listing
from rules import GameError
from rules.judging import PALAGO, PALAGONIA
from rules.messages import message_of

_MOST_PLAYERS = 24
_ROLLS = "starting_rolls"


@dataclass(frozen=True)
class Seated:
    """Somebody who wants to play; ``seat`` counts clockwise, those alike as they are named."""

    name: str
    color: str | None
    seat: int


@dataclass(frozen=True)
class GameRequest:
    """A game to start; ``players`` are in the order of play.

    ``place`` is the table of a tournament that it is played at, if it is.
    """

    game: str
    players: tuple[Player, ...]
    options: Mapping[str, Any]
    source: SourceChoice
    place: Place | None = None


def demo_request(source: SourceChoice) -> GameRequest | None:
    """Return the game that is played in a sample video; None of any other source."""
    if source.kind != "demo":
        return None
    demo = next((demo for demo in all_demos() if demo.name == source.address), None)
    if demo is None:
        return None
    players = tuple(Player(name) for name in demo.players)
    return GameRequest(demo.game, players, {DEMO: demo.name}, source)


def game_request(
    game: str,
    seated: Sequence[Seated],
    options: Mapping[str, Any],
    rolls: Mapping[str, int] | None,
    source: SourceChoice,
) -> GameRequest:
    """Return the request for a game that can be played, its players in the order of play.

    Parameters
    ----------
    game, options
        What is played, and by which house rules.
    seated
        Who plays.
    rolls
        Palagonia's starting rolls by the players' names, where they were made.
    source
        Where the frames come from.

    Raises
    ------
    StartError
        If the game is not for these players, an option makes no sense, or those who rolled the
        highest must roll again.
    """
    if len(seated) > _MOST_PLAYERS:
        raise StartError(_("At most {count} can play; name fewer.", count=_MOST_PLAYERS))
    chosen = dict(options)
    clockwise = sorted(seated, key=lambda one: one.seat)
    players = tuple(Player(one.name, one.color) for one in clockwise)
    colors = [player.color for player in players if player.color is not None]
    if len(set(colors)) < len(colors):
        raise StartError(_("Two players have one colour: change one of them, or leave it out."))
    if game == PALAGO:
        players = tuple(sorted(players, key=_plays_later))
    if rolls is not None:
        if game != PALAGONIA:
            raise StartError(_("Starting rolls are made in Palagonia; leave them out."))
        made = _rolls(rolls, players)
        chosen[_ROLLS] = made
        players = _from_highest(players, made)
    try:
        check_game(game, players)
        setup_of(game, [player.name for player in players], chosen)
    except (EntryError, GameError) as error:
        raise StartError(message_of(error)) from error
    return GameRequest(game, players, chosen, source)


def _plays_later(player: Player) -> int:
    """Sort who plays white before who said nothing, and who plays blue last."""
    return {"white": 0, "blue": 2}.get(player.color or "", 1)


def _rolls(rolls: Mapping[str, int], players: Sequence[Player]) -> dict[str, int]:
    """Return what each player rolled."""
    without = [player.name for player in players if player.name not in rolls]
    if without:
        raise StartError(
            _(
                "The starting rolls lack {players}: give one for each player, or none at all.",
                players=listing(without),
            )
        )
    return {player.name: rolls[player.name] for player in players}


def _from_highest(players: tuple[Player, ...], rolls: dict[str, int]) -> tuple[Player, ...]:
    """Return the players clockwise from the one who rolled highest."""
    highest = max(rolls.values(), default=0)
    first = [player.name for player in players if rolls[player.name] == highest]
    if len(first) != 1:
        raise StartError(
            _("{players} rolled the highest number alike: they roll again.", players=listing(first))
        )
    place = [player.name for player in players].index(first[0])
    return players[place:] + players[:place]
