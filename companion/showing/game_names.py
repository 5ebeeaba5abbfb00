"""The games as people choose them: what they are called, for how many, and what they are about."""

from __future__ import annotations

from dataclasses import dataclass

from companion.drawing.board_drawing import BoardDrawing
from companion.drawing.emblems import emblem
from companion.words.language import gettext as _
from companion.words.language import ngettext
from rules.judging import PALAGEM, PALAGO, PALAGONIA

MOST_PLAYERS = 6
"""On the page; the rules of Palagonia set no bound."""


@dataclass(frozen=True)
class GameChoice:
    """A game to choose: its key, its name, for how many players, and a sentence on it."""

    key: str
    name: str
    fewest: int
    most: int
    players: str
    words: str
    emblem: BoardDrawing


def game_choices() -> tuple[GameChoice, ...]:
    """Return the games in the order in which they are offered."""
    return (
        _choice(PALAGO, 2, 2, _("Close a group of your colour before the other does.")),
        _choice(PALAGEM, 2, MOST_PLAYERS, _("Find your own four tiles somewhere on the table.")),
        _choice(PALAGONIA, 3, MOST_PLAYERS, _("Roll, build islands, and count limbs and animals.")),
    )


def game_name(game: str) -> str:
    """Return the name of a game as people write it, in every language."""
    return game.capitalize()


def _choice(key: str, fewest: int, most: int, words: str) -> GameChoice:
    if fewest == most:
        players = ngettext("{count} player", "{count} players", most)
    else:
        players = _("{fewest} to {most} players", fewest=fewest, most=most)
    return GameChoice(key, game_name(key), fewest, most, players, words, emblem(key))
