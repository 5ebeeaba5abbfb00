"""Practising against the computer: the form with which such a game of Palago is started."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from companion.live.choice import SourceChoice
from companion.live.starting import GameRequest, Seated, game_request
from companion.referee.setup import COMPUTER_LEVELS
from companion.showing.start_form import usual_names
from companion.words.language import gettext as _
from rules import COLORS
from rules.judging import PALAGO


@dataclass(frozen=True)
class Strength:
    """How strong the computer can play: its key, its name, and what it sees."""

    key: str
    name: str
    words: str


@dataclass(frozen=True)
class PractiseForm:
    """What was entered: the player's name and colour, the computer's strength, hints or none."""

    name: str = ""
    color: str = COLORS[0]
    level: str = COMPUTER_LEVELS[0]
    hints: bool = False

    def request(self) -> GameRequest:
        """Return the request that starts this game, tapped in by hand.

        Raises
        ------
        StartError
            If the name cannot be one.
        """
        place = COLORS.index(self.color)
        name = self.name or usual_names(PALAGO, len(COLORS))[place]
        computer = computer_name(self.level)
        if name == computer:
            computer = f"{computer} 2"
        seated = [Seated(name, self.color, place), Seated(computer, COLORS[1 - place], 1 - place)]
        seat = {"player": computer, "level": self.level}
        options = {"computer": seat, **({"hints": True} if self.hints else {})}
        return game_request(PALAGO, seated, options, None, SourceChoice("hand"))


def strengths() -> tuple[Strength, ...]:
    """Return how strong the computer can play, the weakest first."""
    words = {
        "easy": (
            _("Easy"),
            _("Closes a group where it can and stops yours; else plays anywhere."),
        ),
        "medium": (_("Medium"), _("Sees a threat and a fork coming, and makes them.")),
        "hard": (
            _("Hard"),
            _("Sees wins by threats however long; may take a few seconds a move."),
        ),
    }
    return tuple(Strength(level, *words[level]) for level in COMPUTER_LEVELS)


def computer_name(level: str) -> str:
    """Return what the computer is called as a player."""
    name = next(strength.name for strength in strengths() if strength.key == level)
    return _("Computer ({level})", level=name.lower())


def practise_entered(form: Mapping[str, str]) -> PractiseForm:
    """Return what was entered; what a browser would not send is left out."""
    level, color = form.get("level", ""), form.get("color", "")
    return PractiseForm(
        form.get("name", "").strip(),
        color if color in COLORS else PractiseForm.color,
        level if level in COMPUTER_LEVELS else PractiseForm.level,
        "hints" in form,
    )
