"""The form with which a game is started: its choices, and the request that it makes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.showing.game_names import game_choices
from companion.words.language import gettext as _
from rules.judging import PALAGEM, PALAGO, PALAGONIA

_FLAG = "yes"


@dataclass(frozen=True)
class PlayerField:
    """A player as entered: the name, empty where none was, and the starting roll."""

    name: str = ""
    roll: int | None = None


@dataclass(frozen=True)
class CameraChoice:
    """Something that can watch the table."""

    key: str
    name: str
    words: str


@dataclass(frozen=True)
class OptionField:
    """A house rule: of which game, its key in the form, and its values, none for a number."""

    game: str
    key: str
    label: str
    values: tuple[tuple[str, str], ...] = ()
    placeholder: str = ""


@dataclass(frozen=True)
class StartForm:
    """What was entered; as it stands, a game by hand of two can be started at once."""

    game: str = PALAGO
    players: tuple[PlayerField, ...] = (PlayerField(), PlayerField(), PlayerField())
    camera: str = "camera"
    address: str = ""
    options: Mapping[str, str] = field(default_factory=dict)

    def request(self) -> dict[str, Any]:
        """Return the request that starts this game (docs/http_api.md)."""
        choice = next(c for c in game_choices() if c.key == self.game)
        entered = self._players(choice.fewest, choice.most)
        wanted: dict[str, Any] = {
            "game": self.game,
            "players": [{"name": player.name} for player in entered],
            "options": self._options(),
        }
        if self.camera != "camera":  # which camera is meant is said when the companion starts
            wanted["source"] = self._source()
        if self.game == PALAGO:
            for player, color in zip(wanted["players"], ("white", "blue"), strict=True):
                player["color"] = color
        rolls = {player.name: player.roll for player in entered if player.roll}
        if self.game == PALAGONIA and rolls:
            wanted["starting_rolls"] = rolls
        return wanted

    def _players(self, fewest: int, most: int) -> list[PlayerField]:
        """Return as many players as the game needs, those without a name under one of ours."""
        named = [player for player in self.players if player.name]
        players = list(self.players[:most]) if len(named) < fewest else named[:most]
        players = [*players, *[PlayerField()] * (fewest - len(players))]
        defaults = [_("Player {number}", number=number + 1) for number in range(len(players))]
        if self.game == PALAGO:
            defaults = [_("White"), _("Blue")]
        return [
            PlayerField(player.name or default, player.roll)
            for player, default in zip(players, defaults, strict=True)
        ]

    def _options(self) -> dict[str, Any]:
        options: dict[str, Any] = {}
        for name, value in self.options.items():
            game, _dot, key = name.partition(".")
            if game != self.game or not value:
                continue
            if key in ("must_contain", "inversion"):
                options[key] = value == _FLAG
            else:
                options[key] = int(value) if value.isdecimal() else value
        return options

    def _source(self) -> dict[str, Any]:
        """Return where the frames come from; a number is a camera of this computer."""
        if self.camera != "stream":
            return {"kind": self.camera}
        if self.address.isdecimal():
            return {"kind": "camera", "number": int(self.address)}
        if "://" in self.address:
            return {"kind": "stream", "url": self.address}
        return {"kind": "file", "path": self.address}


def entered(form: Mapping[str, str], names: Sequence[str], rolls: Sequence[str]) -> StartForm:
    """Return what was entered; what a browser would not send is left out.

    Parameters
    ----------
    form
        The single fields by name.
    names, rolls
        The players' names and starting rolls, in order; a roll may be empty.
    """
    games = [choice.key for choice in game_choices()]
    cameras = [choice.key for choice in camera_choices()]
    padded = [*rolls, *[""] * len(names)]
    players = tuple(
        PlayerField(name.strip(), int(roll) if roll in "123456" and roll else None)
        for name, roll in zip(names, padded, strict=False)
    )
    return StartForm(
        game=form["game"] if form.get("game") in games else PALAGO,
        players=players or StartForm.players,
        camera=form["camera"] if form.get("camera") in cameras else StartForm.camera,
        address=form.get("address", "").strip(),
        options={key: value for key, value in form.items() if "." in key},
    )


def camera_choices() -> tuple[CameraChoice, ...]:
    """Return what can watch the table, in the order in which it is offered."""
    return (
        CameraChoice("camera", _("This computer's camera"), _("Built in or plugged in.")),
        CameraChoice("phone", _("A phone"), _("Scan a code with it and lean it on something.")),
        CameraChoice("hand", _("Nobody"), _("You tap the tiles in by hand.")),
        CameraChoice("stream", _("Something else"), _("A video file or a network camera.")),
    )


def option_fields() -> tuple[OptionField, ...]:
    """Return the house rules of all games; the first value of each is the usual one."""
    no_yes = (("", _("no")), (_FLAG, _("yes")))
    placements = (
        ("", _("two tiles that touch")),
        ("single", _("one tile a turn")),
        ("anywhere", _("two tiles anywhere")),
    )
    ties = (
        ("", _("the largest group wins")),
        ("draw", _("a draw")),
        ("largest-loses", _("the largest group loses")),
    )
    modes = (("", _("are called out")), ("claim", _("must be claimed")))
    return (
        OptionField(PALAGO, "palago.placement", _("A move is"), placements),
        OptionField(PALAGO, "palago.tiebreak", _("Tiles out, nobody won:"), ties),
        OptionField(PALAGO, "palago.size", _("Number of tiles"), placeholder="48"),
        OptionField(
            PALAGO, "palago.must_contain", _("A winning group must enclose something"), no_yes
        ),
        OptionField(PALAGO, "palago.eat_enemy", _("Enemy shapes it must enclose at least")),
        OptionField(PALAGO, "palago.eat_size", _("Arches that such a shape must have")),
        OptionField(PALAGEM, "palagem.mode", _("Palagems on the table"), modes),
        OptionField(
            PALAGEM, "palagem.inversion", _("Inversion: the colours may be swapped"), no_yes
        ),
        OptionField(
            PALAGONIA, "palagonia.size", _("Number of tiles"), placeholder=_("48, from five on 96")
        ),
    )
