"""The form with which a game is started: its choices, and the game that it asks for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.live.choice import FIRST_CAMERA, SourceChoice, choice_from_text
from companion.live.errors import StartError
from companion.live.starting import GameRequest, Seated, demo_request, game_request
from companion.record import KeptGame
from companion.showing.game_names import game_choices
from companion.tournaments.reading import Place
from companion.tournaments.tournament import Pairing, Tournament
from companion.words.language import gettext as _
from rules.judging import PALAGEM, PALAGO, PALAGONIA

THIS_SCREEN = "browser"
"""The camera choice by which the page of the game sends pictures itself, as a phone does."""
_FLAG = "yes"
_FIELDS = ("game", "camera", "address")
_MOST_DIGITS = 9
_OTHERWISE = ("hand", "phone")
"""Sources that are choices of their own, beside this computer's camera."""


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
    """What was entered; as it stands, a game by hand of two can be started at once.

    ``place`` is the table of a tournament that the game is played at, if it is.
    """

    game: str = PALAGO
    players: tuple[PlayerField, ...] = (PlayerField(), PlayerField(), PlayerField())
    camera: str = "camera"
    address: str = ""
    options: Mapping[str, str] = field(default_factory=dict)
    place: Place | None = None

    def request(self, usual: SourceChoice) -> GameRequest:
        """Return the request that starts this game; ``usual`` is the source taken as a rule.

        Raises
        ------
        StartError
            If it cannot be played, or its source cannot be told.
        """
        source = self._source() or (FIRST_CAMERA if usual.kind in _OTHERWISE else usual)
        demo = demo_request(source)
        if demo is not None:
            return demo
        choice = next(c for c in game_choices() if c.key == self.game)
        entered = self._players(choice.fewest, choice.most)
        colors = ("white", "blue") if self.game == PALAGO else (None,) * len(entered)
        rolls = {player.name: player.roll for player in entered if player.roll}
        request = game_request(
            self.game,
            [
                Seated(player.name, color, seat)
                for seat, (player, color) in enumerate(zip(entered, colors, strict=True), 1)
            ],
            self._options(),
            rolls if self.game == PALAGONIA and rolls else None,
            source,
        )
        return replace(request, place=self.place)

    def _players(self, fewest: int, most: int) -> list[PlayerField]:
        """Return as many players as the game needs, those without a name under one of ours."""
        named = [player for player in self.players if player.name]
        players = list(self.players[:most]) if len(named) < fewest else named[:most]
        players = [*players, *[PlayerField()] * (fewest - len(players))]
        names = usual_names(self.game, len(players))
        return [
            PlayerField(player.name or usual, player.roll)
            for player, usual in zip(players, names, strict=True)
        ]

    def _options(self) -> dict[str, bool | int | str]:
        options: dict[str, bool | int | str] = {}
        for name, value in self.options.items():
            game, _dot, key = name.partition(".")
            if game != self.game or not value:
                continue
            if key in ("must_contain", "inversion", "hints"):
                options[key] = value == _FLAG
            else:
                options[key] = int(value) if value.isdecimal() else value
        return options

    def _source(self) -> SourceChoice | None:
        """Return where the frames come from; None for the usual camera of this computer."""
        if self.camera == "camera":  # which camera is meant is said when the companion starts
            return None
        if self.camera == THIS_SCREEN:
            return SourceChoice("phone")
        if self.camera != "stream":
            return SourceChoice(self.camera)
        if not self.address:
            raise StartError(
                _("Say what watches: a video file, the address of a stream, or a camera's number.")
            )
        return choice_from_text(self.address)


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
    game, camera, address = (form.get(key, "") for key in _FIELDS)
    return StartForm(
        game=game if game in games else PALAGO,
        players=players or StartForm.players,
        camera=camera if camera in cameras else StartForm.camera,
        address=address.strip(),
        options={key: value for key, value in form.items() if "." in key},
        place=place_of(form.get("pairing", "")),
    )


def usually_watched(form: StartForm, usual: SourceChoice) -> StartForm:
    """Return a form in which what watches as a rule is chosen already."""
    return replace(form, camera=usual.kind if usual.kind in _OTHERWISE else StartForm.camera)


def place_of(text: str) -> Place | None:
    """Return the table of a tournament that is written as ``1.2.3``; None where it is none."""
    parts = text.split(".")
    if len(parts) != 3 or not all(
        part.isascii() and part.isdecimal() and len(part) <= _MOST_DIGITS for part in parts
    ):
        return None
    return Place(*map(int, parts))


def place_text(place: Place) -> str:
    """Write the table of a tournament as :func:`place_of` reads it."""
    return f"{place.tournament}.{place.round}.{place.board}"


def form_at(tournament: Tournament, pairing: Pairing) -> StartForm:
    """Return the form for the game of a table of a tournament."""
    players = [tournament.names[one] for one in (pairing.first, pairing.second) if one]
    return StartForm(
        game=tournament.game,
        players=tuple(PlayerField(name) for name in players),
        place=Place(tournament.number, pairing.round, pairing.board),
    )


def usual_names(game: str, count: int) -> list[str]:
    """Return what players are called who gave no name."""
    if game == PALAGO:
        return [_("White"), _("Blue")]
    return [_("Player {number}", number=number) for number in range(1, count + 1)]


def form_after(last: KeptGame) -> StartForm:
    """Return the form for one more game like the last; names that nobody gave are not kept."""
    usual = usual_names(last.game, len(last.players))
    names = ("" if name in usual else name for name in (player.name for player in last.players))
    return StartForm(game=last.game, players=tuple(PlayerField(name) for name in names))


def camera_choices() -> tuple[CameraChoice, ...]:
    """Return what can watch the table, in the order in which it is offered."""
    return (
        CameraChoice("camera", _("This computer's camera"), _("Built in or plugged in.")),
        CameraChoice(
            THIS_SCREEN,
            _("The camera of this screen"),
            _("In the browser, as on a tablet; you see its picture and choose among several."),
        ),
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
    hints = _("Hints for everybody")
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
        OptionField(PALAGO, "palago.hints", hints, no_yes),
        OptionField(PALAGEM, "palagem.mode", _("Palagems on the table"), modes),
        OptionField(PALAGEM, "palagem.hints", hints, no_yes),
        OptionField(
            PALAGEM, "palagem.inversion", _("Inversion: the colours may be swapped"), no_yes
        ),
        OptionField(
            PALAGONIA, "palagonia.size", _("Number of tiles"), placeholder=_("48, from five on 96")
        ),
        OptionField(PALAGONIA, "palagonia.hints", hints, no_yes),
    )
