"""What a game is played with: the game, its players and its options."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from dataclasses import fields as fields_of
from typing import Any

from companion.referee.sentences import Undecidable
from rules import (
    COLORS,
    Board,
    Color,
    GameError,
    GameFormatError,
    Mode,
    Palagem,
    PalagemGame,
    PalagemOptions,
    PalagoGame,
    PalagoniaGame,
    PalagoOptions,
    all_palagems,
)
from rules.fields import Fields
from rules.judging import (
    GAMES,
    PALAGEM,
    PALAGO,
    PALAGONIA,
    palagem_options_from_json,
    palagems_from_json,
    palago_options_from_json,
)
from rules.palagem.pattern import TILES_IN_A_PALAGEM
from rules.palago.options import Placement

COMPUTER_LEVELS = ("easy", "medium", "hard")
"""How strong the computer plays (`rules.engine.playing.Level`, which is slow to be imported)."""

OPTIONS: Mapping[str, tuple[str, ...]] = {
    PALAGO: (*(one.name for one in fields_of(PalagoOptions)), "computer", "hints"),
    PALAGEM: (*(one.name for one in fields_of(PalagemOptions)), "mode", "palagems", "hints"),
    PALAGONIA: ("size", "hints"),
}
"""The options of each game that `setup_of` takes; others it does not look at."""


@dataclass(frozen=True)
class ComputerSeat:
    """The player whose moves the computer chooses, and how strong it is."""

    player: str
    level: str


@dataclass(frozen=True)
class Setup:
    """What a game is played with.

    Attributes
    ----------
    game
        "palago", "palagem" or "palagonia".
    players
        Their names in the order of play; in Palago the first plays white.
    palago, palagem
        The options of these games.
    mode
        Whether completed palagems are called out.
    palagems
        The players' palagems where they were given and need not be seen on the table.
    pool
        The tiles to play with, those on the board included.
    in_all
        The tiles in the set, the players' palagems included.
    computer
        The player as whom the computer plays; None where all are people.
    hints
        Whether all agreed that anybody may be shown the threats, or good moves.
    """

    game: str
    players: tuple[str, ...]
    pool: int
    in_all: int
    palago: PalagoOptions = field(default_factory=PalagoOptions)
    palagem: PalagemOptions = field(default_factory=PalagemOptions)
    mode: Mode = Mode.ANNOUNCE
    palagems: Mapping[str, Palagem] = field(default_factory=dict)
    computer: ComputerSeat | None = None
    hints: bool = False

    def tiles_left(self, board: Board) -> int:
        """Return how many tiles are not on a board."""
        return max(0, self.pool - len(board))

    def color(self, player: str) -> Color:
        """Return the colour that a player of Palago plays."""
        return COLORS[self.players.index(player)]

    def check_player(self, player: str) -> None:
        """Raise ``GameError`` unless there is a player of that name."""
        if player not in self.players:
            raise GameError(Undecidable.DOES_NOT_PLAY(player=player, players=self.players))


def setup_of(game: str, players: Sequence[str], options: Mapping[str, Any] | None = None) -> Setup:
    """Return what a game is played with.

    Parameters
    ----------
    game
        "palago", "palagem" or "palagonia".
    players
        Their names in the order of play.
    options
        As ``palago judge`` takes them, and ``hints``; of Palago also ``computer`` (its ``player``
        and ``level``), of Palagem ``mode`` (announce, claim) and ``palagems``, of Palagonia
        ``size``.

    Raises
    ------
    GameError
        If the game is not for so many players, or two have one name, or it is no game.
    FormatError
        If an option cannot be read.
    """
    names = tuple(players)
    fields = Fields.of(dict(options or {}), "The options", "{}", GameFormatError)
    if game == PALAGO:
        palago = PalagoGame(names, palago_options_from_json(fields))
        return Setup(
            game,
            names,
            palago.pool,
            palago.pool,
            palago=palago.options,
            computer=_computer(fields, names, palago.options),
            hints=_hints(fields, palago.options),
        )
    if game == PALAGONIA:
        size = fields.whole_number("size", low=1) if fields.has("size") else None
        pool = PalagoniaGame(names, size=size).pool
        return Setup(game, names, pool, pool, hints=fields.flag("hints"))
    if game == PALAGEM:
        return _palagem(names, fields)
    raise GameError(Undecidable.NO_REFEREED_GAME(game=game, games=", ".join(GAMES)))


def _computer(
    fields: Fields, players: tuple[str, ...], options: PalagoOptions
) -> ComputerSeat | None:
    """Return as whom the computer plays, where it does and can."""
    if not fields.has("computer"):
        return None
    seat = fields.nested("computer", '{"player": "Bob", "level": "easy"}')
    player = seat.one_of("player", players)
    level = seat.one_of("level", COMPUTER_LEVELS)
    if not is_coached(options):
        raise GameError(Undecidable.COMPUTER_NEEDS_PAIRS())
    return ComputerSeat(player, level)


def _hints(fields: Fields, options: PalagoOptions) -> bool:
    """Return whether all agreed on hints; refuse where there can be none."""
    wanted = fields.flag("hints")
    if wanted and not is_coached(options):
        raise GameError(Undecidable.HINTS_NEED_PAIRS())
    return wanted


def is_coached(options: PalagoOptions) -> bool:
    """Tell whether the search knows a game of Palago with these options."""
    return options.placement is Placement.PAIR and not options.asks_for_enemies


def _palagem(players: tuple[str, ...], fields: Fields) -> Setup:
    given = palagems_from_json(fields) if fields.has("palagems") else {}
    strangers = given.keys() - set(players)
    if strangers:
        raise GameError(Undecidable.PALAGEM_OF_STRANGER(player=sorted(strangers)[0]))
    options = palagem_options_from_json(fields)
    # until all palagems are known, any others do to have the number of players checked
    others = dict(zip(players, all_palagems(inversion=options.inversion), strict=False))
    known = given if len(given) == len(players) else others
    pool = PalagemGame(players, known, options).pool
    return Setup(
        PALAGEM,
        players,
        pool,
        pool + TILES_IN_A_PALAGEM * len(players),
        palagem=options,
        mode=fields.choice("mode", Mode.ANNOUNCE),
        palagems=given,
        hints=fields.flag("hints"),
    )
