"""``palago analyse`` for Palagonia and Palagem: good moves for a roll, and what palagems lack."""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from companion.cli.analyse import MOST_SHOWN, refused
from companion.cli.documents import DocumentError, read_one
from companion.cli.output import DONE, NOT_ALL_DONE, WRONG_USAGE, Status, complain, print_json, show
from companion.cli.seen_board import SeenBoard, seen_board
from companion.words.language import decimal, ngettext
from companion.words.language import gettext as _
from rules import Board, format_move
from rules.checks import is_faultless
from rules.fields import Fields, FormatError
from rules.judging import PALAGONIA, palagems_from_json
from rules.move import Move, move_to_json
from rules.palagem.nearness import NearerMove, Nearness, nearer_moves, nearness
from rules.palagem.pattern import TILES_IN_A_PALAGEM, Palagem
from rules.palagonia.advising import Advice, Prospect
from rules.palagonia.advising import advise as advise_palagonia
from rules.proofs.proof import tiles_to_json


def advise(options: argparse.Namespace) -> Status:
    """Say what to do on a table, as the command line asks."""
    is_palagonia = options.game == PALAGONIA
    lacking = options.die if is_palagonia else options.palagems
    if lacking is None:
        complain(
            _("Palagonia needs the roll: --die 1 to 6.")
            if is_palagonia
            else _("Palagem needs the players' palagems: --palagems FILE.")
        )
        return WRONG_USAGE
    seen = seen_board(options.board)
    if isinstance(seen, str):
        return refused(options, seen)
    if seen.doubt is not None:
        complain(f"{options.board}: {seen.doubt}")
    begins = time.monotonic()
    told = _palagonia(options, seen) if is_palagonia else _palagem(options, seen)
    if isinstance(told, str):
        return refused(options, told)
    if options.json:
        sure = {} if seen.doubt is None else {"sure": False, "reason": seen.doubt}
        took = round(time.monotonic() - begins, 3)
        print_json({"name": seen.name or options.board, **told.data, **sure, "seconds": took})
    else:
        show("\n".join([f"{options.board}: {told.lines[0]}", *told.lines[1:]]))
    return DONE if seen.doubt is None else NOT_ALL_DONE


class _Told(NamedTuple):
    """What there is to say: as JSON, and as lines for people."""

    data: dict[str, Any]
    lines: list[str]


def _palagonia(options: argparse.Namespace, seen: SeenBoard) -> _Told | str:
    board, left = seen.board, options.size - len(seen.board)
    fault = _fault(board, left)
    if fault is not None:
        return fault
    ends = time.monotonic() + options.seconds
    found = advise_palagonia(board, options.die, left, is_stopped=lambda: time.monotonic() > ends)
    moves = [_prospect_to_json(prospect, board) for prospect in found.prospects]
    data = {"game": options.game, "die": options.die, "tiles_left": left}
    return _Told(
        {**data, "all": found.weighed_all, "moves": moves},
        list(_palagonia_lines(options.die, left, found)),
    )


def _fault(board: Board, left: int) -> str | None:
    """Say why nobody can advise on a board, None where one can."""
    if left < 0:
        return _("There are more tiles on the board than in the game; say --size.")
    if not is_faultless(board):
        return _("The board is not as the rules have it: put it right first.")
    return None


def _prospect_to_json(prospect: Prospect, board: Board) -> dict[str, Any]:
    return {
        "move": move_to_json(prospect.move, board),
        "points": prospect.now,
        "values": [island.value for island in prospect.islands],
        "next_values": list(prospect.next_values),
        "risked": round(prospect.risked, 2),
        "returned": round(prospect.returned, 2),
        "balance": round(prospect.balance, 2),
    }


def _palagonia_lines(die: int, left: int, found: Advice) -> Iterator[str]:
    yield ngettext(
        "a roll of {die}, {count} tile left", "a roll of {die}, {count} tiles left", left, die=die
    )
    if not found.prospects:
        yield "  " + _("There is nothing to do with this roll: the turn is passed.")
        return
    for prospect in found.prospects[:MOST_SHOWN]:
        points = ngettext("{count} point now", "{count} points now", prospect.now)
        risk = _(
            "the next player can make {risked} in the mean, of which you get {returned}",
            risked=decimal(prospect.risked),
            returned=decimal(prospect.returned),
        )
        yield f"  {format_move(prospect.move)}: {points}; {risk}"
    if not found.weighed_all:
        yield "  " + _("Of the ways to add tiles some were looked at; there may be a better one.")


def _palagem(options: argparse.Namespace, seen: SeenBoard) -> _Told | str:
    try:
        palagems = _palagems(options.palagems)
    except (DocumentError, FormatError) as error:
        return str(error)
    board = seen.board
    left = options.size - len(board) - TILES_IN_A_PALAGEM * len(palagems)
    fault = _fault(board, max(left, 0))
    if fault is not None:
        return fault
    players = [
        (name, near, nearer_moves(board, palagem, max(left, 0), inversion=options.inversion))
        for name, palagem in palagems.items()
        for near in [nearness(board, palagem, inversion=options.inversion)]
    ]
    data = {
        "game": options.game,
        "tiles_left": max(left, 0),
        "players": {name: _near_to_json(near, moves, board) for name, near, moves in players},
    }
    lines = [ngettext("{count} palagem", "{count} palagems", len(players))]
    for name, near, moves in players:
        lines.extend(f"  {line}" for line in _palagem_lines(name, near, moves))
    return _Told(data, lines)


def _palagems(path: str) -> Mapping[str, Palagem]:
    """Read the palagems of a file.

    Raises
    ------
    DocumentError
        If it cannot be opened, or is no JSON.
    FormatError
        If it holds none.
    """
    palagems = read_one(path, "the palagems as one object")
    return palagems_from_json(Fields({"palagems": palagems}, path, FormatError))


def _near_to_json(near: Nearness, moves: tuple[NearerMove, ...], board: Board) -> dict[str, Any]:
    return {
        "missing": near.missing,
        "ways": [tiles_to_json(Move(placed=way)) for way in near.ways],
        "moves": [
            {
                "move": move_to_json(nearer.move, board),
                "missing": nearer.after.missing,
                "ways": len(nearer.after.ways),
            }
            for nearer in moves
        ],
    }


def _palagem_lines(name: str, near: Nearness, moves: tuple[NearerMove, ...]) -> Iterator[str]:
    if not near.missing:
        yield f"{name}: " + _("the palagem stands on the table")
        return
    lacks = ngettext("{count} tile is missing yet", "{count} tiles are missing yet", near.missing)
    yield f"{name}: {lacks}"
    yield from (f"  {format_move(nearer.move)}" for nearer in moves[:MOST_SHOWN])
    if len(moves) > MOST_SHOWN:
        yield "  " + _("and {count} more", count=len(moves) - MOST_SHOWN)
    if not moves:
        yield "  " + _("no move brings it nearer")
