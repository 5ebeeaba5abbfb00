"""Ruling on moves given as JSON, whichever game they are of."""

from __future__ import annotations

from typing import Any

from rules.board import Board
from rules.board_json import BoardFormatError, board_from_json, board_from_tiles
from rules.fields import Fields, FormatError, kind_of
from rules.palagem.judging import PalagemOptions, judge_palagem
from rules.palagem.pattern import Palagem
from rules.palago.judging import judge_palago
from rules.palago.options import PalagoOptions
from rules.palagonia.judging import DIE, judge_palagonia
from rules.refusals import PalagemError
from rules.tile import BLUE, COLORS, WHITE, Color
from rules.verdict import Verdict, verdict_to_json

PALAGO, PALAGEM, PALAGONIA = "palago", "palagem", "palagonia"
GAMES = (PALAGO, PALAGEM, PALAGONIA)

_MOVE_EXAMPLE = '{"game": "palago", "before": {"tiles": []}, "after": {"tiles": []}}'


class MoveFormatError(FormatError):
    """Data that is no move to be judged; the message names the key at fault and what to do."""


def judge_json(move: object) -> dict[str, Any]:
    """Rule on a move given as decoded JSON, and return the verdict as JSON.

    Parameters
    ----------
    move
        An object with ``game``, ``before``, ``after``, ``tiles_left`` and, where the game has them,
        ``options``, ``mover``, ``order``, ``die`` and ``palagems``. Unknown keys are ignored.

    Raises
    ------
    MoveFormatError
        If a key is missing or is not what it must be. A move that breaks rules of play is no format
        error.
    """
    return verdict_to_json(verdict_from_json(move))


def verdict_from_json(move: object) -> Verdict:
    """Rule on a move given as decoded JSON; see ``judge_json``."""
    fields = Fields.of(move, "The move", _MOVE_EXAMPLE, MoveFormatError)
    game = fields.one_of("game", [PALAGO, PALAGEM, PALAGONIA])
    before, after = _board(fields, "before"), _board(fields, "after")
    if game == PALAGO:
        return _palago(fields, before, after)
    if game == PALAGEM:
        return judge_palagem(
            before,
            after,
            mover=fields.text("mover"),
            tiles_left=fields.whole_number("tiles_left", low=0),
            palagems=palagems_from_json(fields) if fields.has("palagems") else {},
            options=palagem_options_from_json(_options(fields)),
        )
    die = fields.whole_number("die", low=DIE[0], high=DIE[-1]) if fields.has("die") else None
    tiles_left = fields.whole_number("tiles_left", low=0)
    return judge_palagonia(before, after, die=die, tiles_left=tiles_left)


def palago_options_from_json(options: Fields) -> PalagoOptions:
    """Read the options of Palago; what is not given is as in the standard game."""
    standard = PalagoOptions()
    counts = {
        key: options.whole_number(key, low=low)
        for key, low in (("size", 1), ("eat_enemy", 0), ("eat_size", 0))
        if options.has(key)
    }
    return PalagoOptions(
        placement=options.choice("placement", standard.placement),
        tiebreak=options.choice("tiebreak", standard.tiebreak),
        must_contain=options.flag("must_contain"),
        **counts,
    )


def palagem_options_from_json(options: Fields) -> PalagemOptions:
    """Read the options of Palagem; what is not given is as in the standard game."""
    return PalagemOptions(inversion=options.flag("inversion"))


def palagems_from_json(fields: Fields) -> dict[str, Palagem]:
    """Read the ``palagems`` of an object: each player's, given as a list of tiles.

    Raises
    ------
    FormatError
        If tiles are not four matching ones in a 2x2 rhombus; of the object's own kind.
    """
    palagems = {}
    for player, tiles in fields.nested("palagems", '{"Ann": [four tiles]}').data.items():
        name = f"The palagem of {player}"
        if not isinstance(tiles, list):
            raise fields.error(f"{name} must be a list, but is {kind_of(tiles)}.")
        try:
            palagems[str(player)] = Palagem(board_from_tiles(tiles))
        except (BoardFormatError, PalagemError) as error:
            raise fields.error(f"{name} cannot be read: {error}") from error
    return palagems


def _palago(fields: Fields, before: Board, after: Board) -> Verdict:
    options = palago_options_from_json(_options(fields))
    tiles_left = max(0, options.size - len(before))
    if fields.has("tiles_left"):
        tiles_left = fields.whole_number("tiles_left", low=0)
    order = None
    if fields.has("order"):
        order = fields.cells("order")
        if sorted(order) != sorted(after.keys() - before.keys()):
            raise MoveFormatError(
                'The move: "order" must name each cell on which this move places a tile once, and'
                " no other; correct it, or leave it out where the order is not known."
            )
    mover: Color = WHITE if fields.one_of("mover", COLORS) == WHITE else BLUE
    return judge_palago(
        before, after, mover=mover, tiles_left=tiles_left, options=options, order=order
    )


def _board(fields: Fields, key: str) -> Board:
    try:
        return board_from_json(fields.value(key, 'a board like {"tiles": []}'))
    except BoardFormatError as error:
        raise MoveFormatError(f'The board "{key}" of the move cannot be read: {error}') from error


def _options(fields: Fields) -> Fields:
    if not fields.has("options"):
        return Fields({}, "The options", MoveFormatError)
    return fields.nested("options", '{"placement": "pair"}')
