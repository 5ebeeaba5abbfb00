"""``palago analyse``: the threats in a position of Palago, and forced wins."""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion.cli.output import (
    DONE,
    NOT_ALL_DONE,
    Status,
    complain,
    print_json,
    show,
    write_file,
)
from companion.cli.seen_board import seen_board
from companion.words.language import gettext as _
from companion.words.language import ngettext, say_error
from rules import COLORS, Board, format_move
from rules.judging import GAMES, PALAGO
from rules.palago.options import STANDARD_SIZE

if TYPE_CHECKING:
    from rules.engine.analysing import PositionAnalysis
    from rules.engine.threats import Threat
    from rules.palago.patterns import Pattern

DEFAULT_SECONDS = 60.0
MOST_SHOWN = 6
"""So many moves of a kind are printed for people; JSON has them all."""
_EXAMPLE = """A BOARD is Board JSON or {"board": ...}; - is standard input. Of a photo the largest
cluster is analysed. Palago is the game of two adjacent tiles a turn. Wins are looked for that come
by one threat after the other; where none is found, that is no proof that there is none.

examples:
  palago analyse position.json
  palago analyse --to-move blue --seconds 10 --json position.json
  palago analyse --proof win.json table.jpg
  palago analyse --game palagonia --die 4 table.jpg
  palago analyse --game palagem --palagems ours.json table.jpg
"""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago analyse`` does and takes."""
    parser.description = (
        "Name the threats in a position of Palago, and look for a forced win; find good moves of"
        " Palagonia for a roll, and what palagems lack."
    )
    parser.epilog = _EXAMPLE
    parser.add_argument("board", metavar="BOARD", help="a board as JSON, or a photo")
    parser.add_argument(
        "--game", choices=GAMES, default=PALAGO, help="the game (default: %(default)s)"
    )
    parser.add_argument(
        "--die", type=int, choices=range(1, 7), metavar="N", help="Palagonia: the mover's roll"
    )
    parser.add_argument(
        "--palagems", metavar="FILE", help='Palagem: {"Ann": [four tiles], ...} as JSON'
    )
    parser.add_argument(
        "--inversion", action="store_true", help="Palagem: swapped colours count as well"
    )
    parser.add_argument(
        "--to-move", choices=COLORS, help="whose move it is (default: by the number of tiles)"
    )
    parser.add_argument(
        "--seconds",
        type=positive_seconds,
        default=DEFAULT_SECONDS,
        metavar="S",
        help="how long to search at most (default: %(default)g)",
    )
    parser.add_argument(
        "--size",
        type=int,
        default=STANDARD_SIZE,
        metavar="N",
        help="the tiles in the game (default: %(default)s)",
    )
    parser.add_argument(
        "--proof", type=Path, metavar="FILE", help="write the proof of a forced win to a file"
    )
    parser.add_argument(
        "--picture", type=Path, metavar="FILE", help="draw the win, or the threats, as SVG"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Analyse one position."""
    if options.game != PALAGO:
        from companion.cli.advice import advise

        return advise(options)
    seen = seen_board(options.board)
    if isinstance(seen, str):
        return refused(options, seen)
    if seen.doubt is not None:
        complain(f"{options.board}: {seen.doubt}")
    keep_compiled()
    # What is compiled takes a moment to load, which `palago --help` need not wait for.
    from rules.engine.analysing import analyse_position, color_to_move
    from rules.engine.position import PositionError

    begins = time.monotonic()
    try:
        found = analyse_position(
            seen.board,
            options.to_move or color_to_move(seen.board),
            size=options.size,
            is_stopped=lambda: time.monotonic() > begins + options.seconds,
            tell=_tell_depth,
        )
    except PositionError as error:
        return refused(options, f"{options.board}: {error}")
    took = time.monotonic() - begins
    left = options.size - len(seen.board)
    status: Status = DONE if seen.doubt is None else NOT_ALL_DONE
    flaw = _flaw(found)
    if flaw is not None:
        complain(_("The win that was found does not hold by the rules: {why}", why=flaw))
        found = replace(found, result="unknown", proof=None, line=(), best=())
        status = NOT_ALL_DONE
    if options.proof is not None and found.proof is not None:
        from rules.proofs.proof import proof_to_json

        text = json.dumps(proof_to_json(found.proof), separators=(",", ":"))
        if not write_file(options.proof, text.encode()):
            status = NOT_ALL_DONE
    if options.picture is not None and not write_file(
        options.picture, analysis_picture(seen.board, found).encode()
    ):
        status = NOT_ALL_DONE
    if options.json:
        sure = {} if seen.doubt is None else {"sure": False, "reason": seen.doubt}
        name = {"name": options.board} if seen.name is None else {"name": seen.name}
        told = analysis_to_json(found, seen.board, left)
        print_json({**name, **told, **sure, "seconds": round(took, 3)})
    else:
        show(describe(options.board, found, seen.board, left, took))
        if options.proof is not None and found.proof is None:
            print(_("  There is no win to be proven, so no proof was written."))
    return status


def _flaw(found: PositionAnalysis) -> str | None:
    """Hold a win against the plain rules; say why it does not hold, None where there is no flaw."""
    from rules.proofs.verifying import ProofError, verify

    if found.proof is None:
        return None
    if sys.stderr.isatty():
        print(_("Holding the win against the rules ..."), file=sys.stderr)
    try:
        verify(found.proof)
    except ProofError as error:
        return say_error(error)
    return None


def refused(options: argparse.Namespace, reason: str) -> Status:
    """Complain why a position is not looked at, in JSON as well where that is asked for."""
    complain(reason)
    if options.json:
        print_json({"name": options.board, "error": reason})
    return NOT_ALL_DONE


def keep_compiled() -> None:
    """Have what is compiled kept in the user's cache, so that it is compiled once only."""
    from companion.coaching import compiled

    compiled.keep_compiled()
    if not compiled.compiled_folder().exists() and sys.stderr.isatty():
        print(_("Preparing the search, once; this takes a minute ..."), file=sys.stderr)


def _tell_depth(depth: int, nodes: int) -> None:
    if sys.stderr.isatty():
        text = ngettext("no win in {count} move", "no win in {count} moves", depth)
        print(_("  {found}, {nodes} positions", found=text, nodes=nodes), file=sys.stderr)


def analysis_picture(board: Board, found: PositionAnalysis) -> str:
    """Return the board as SVG: how a forced win goes, or which cells are threatened.

    The tiles of a win bear the number of their turn; a threatened cell is framed, and bears W or B
    for whose threat it is.
    """
    from calibration.figures.drawing import draw_labelled
    from calibration.printing.svg import figure_to_svg

    placed = [(tile, turn) for turn, move in enumerate(found.line, 1) for tile in move.placed]
    labels = {tile.cell: str(turn) for tile, turn in placed}
    after = board.with_tiles([tile for tile, _turn in placed])
    title = _("How the forced win goes")
    if not placed:
        title = _("Cells on which somebody threatens to close a group")
        for threat in found.threats:
            for cell in threat.cells:
                letter = color_name(threat.color)[0]
                labels[cell] = letter if labels.get(cell, letter) == letter else "!"
    return figure_to_svg(draw_labelled(after, labels), title)


def analysis_to_json(found: PositionAnalysis, board: Board, tiles_left: int) -> dict[str, Any]:
    """Return an analysis as ``palago analyse --json`` prints it."""
    from rules.palago.patterns import answers_to
    from rules.proofs.proof import tiles_to_json

    proof = found.proof
    return {
        "to_move": found.to_move,
        "verdict": found.result,
        "winner": None if proof is None else proof.winner,
        "moves": None if proof is None else proof.moves,
        "verified": proof is not None,
        "line": [tiles_to_json(move) for move in found.line],
        "best": [tiles_to_json(move) for move in found.best],
        "threats": [
            {
                "color": threat.color,
                "kind": threat.kind.value,
                "cells": [list(cell) for cell in threat.cells],
                "answers": [tiles_to_json(move) for move in threat.answers],
            }
            for threat in found.threats
        ],
        "patterns": [
            {
                "kind": pattern.kind.value,
                "color": pattern.color,
                "cells": [list(cell) for cell in pattern.cells],
                "answers": [tiles_to_json(m) for m in answers_to(pattern, board, tiles_left)],
            }
            for pattern in found.patterns
        ],
        "searched": found.searched,
        "nodes": found.nodes,
    }


def describe(name: str, found: PositionAnalysis, board: Board, tiles_left: int, took: float) -> str:
    """Return an analysis for people: a line, and one for each thing to know besides."""
    player = color_name(found.to_move)
    lines = [f"{name}: " + _("{player} to move", player=player)]
    lines.extend(f"  {line}" for line in _result(found))
    lines.extend(f"  {_threat(threat)}" for threat in found.threats)
    if not found.threats:
        lines.append("  " + _("Nobody threatens anything."))
    lines.extend(f"  {line}" for line in _patterns(found, board, tiles_left))
    if found.proof is None and found.best:
        lines.extend(_answers(found))
    took_text = _("{nodes} positions in {seconds} s", nodes=found.nodes, seconds=f"{took:.1f}")
    return "\n".join([*lines, f"  {took_text}"])


def color_name(color: str) -> str:
    """Return the name of the player of a colour."""
    return _("White") if color == "white" else _("Blue")


def _result(found: PositionAnalysis) -> Iterator[str]:
    if found.proof is None:
        yield ngettext(
            "Unknown: no win by threats within {count} move was found.",
            "Unknown: no win by threats within {count} moves was found.",
            found.searched,
        )
        return
    yield ngettext(
        "{winner} wins by force with {count} move:",
        "{winner} wins by force with {count} moves at most:",
        found.proof.moves,
        winner=color_name(found.proof.winner),
    )
    mover = found.to_move
    for move in found.line:
        yield f"  {color_name(mover)}: {format_move(move)}"
        mover = COLORS[1 - COLORS.index(mover)]


def _answers(found: PositionAnalysis) -> Iterator[str]:
    """Say which answers may hold, and show a few of them."""
    more = len(found.best) - MOST_SHOWN
    yield "  " + ngettext(
        "{count} answer was not found to lose:",
        "{count} answers were not found to lose:",
        len(found.best),
    )
    yield from (f"    {format_move(move)}" for move in found.best[:MOST_SHOWN])
    if more > 0:
        yield "    " + _("and {count} more", count=more)


def _threat(threat: Threat) -> str:
    from rules.engine.threats import ThreatKind

    words = {
        ThreatKind.ONE_FREEDOM: "threatens to close a group with one tile",
        ThreatKind.TWO_FREEDOM: "threatens to close a group with two tiles",
        ThreatKind.DISJOINT: "has threats in different places",
        ThreatKind.DOUBLE: "has more threats than one answer can meet",
    }
    cells = " ".join(f"({q}, {r})" for q, r in threat.cells)
    answers = ngettext("{count} answer", "{count} answers", len(threat.answers))
    return f"{color_name(threat.color)} {words[threat.kind]}: {cells}; {answers}"


def _patterns(found: PositionAnalysis, board: Board, tiles_left: int) -> Iterator[str]:
    """Yield a line for each kind of pattern and each player that has it."""
    from rules.palago.patterns import PatternKind

    words = {
        PatternKind.THREE_TIPS: _("three tips in a row"),
        PatternKind.TWO_TIPS: _("two tips in a row"),
        PatternKind.OPEN_MOUTH: _("an open mouth"),
        PatternKind.TRISKELION: _("a triskelion"),
        PatternKind.HOLE: _("a hole"),
        PatternKind.SAFE: _("a group that two holes make safe"),
        PatternKind.SEKI: _("a hole that whoever fills it loses (seki)"),
    }
    whose = dict.fromkeys((pattern.kind, pattern.color) for pattern in found.patterns)
    for kind, color in whose:
        cells = "; ".join(
            _where(pattern, board, tiles_left)
            for pattern in found.patterns
            if (pattern.kind, pattern.color) == (kind, color)
        )
        owner = "" if color is None else f"{color_name(color)}: "
        yield f"{owner}{words[kind]}: {cells}"


def _where(pattern: Pattern, board: Board, tiles_left: int) -> str:
    """Return where a pattern lies, and with how many moves the other player takes it away."""
    from rules.palago.patterns import answers_to

    cells = " ".join(f"({q}, {r})" for q, r in pattern.cells)
    count = len(answers_to(pattern, board, tiles_left))
    if not count:
        return cells
    return cells + " [" + ngettext("{count} answer", "{count} answers", count) + "]"


def positive_seconds(text: str) -> float:
    """Read a number of seconds from the command line."""
    seconds = float(text)
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError("a search takes more than 0 seconds")
    return seconds
