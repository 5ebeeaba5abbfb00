"""``palago judge``: the verdict on moves."""

from __future__ import annotations

import argparse

from companion.cli.documents import Document, DocumentError, documents, read_text
from companion.cli.output import DONE, NOT_ALL_DONE, Status, complain, print_json, show
from companion.words.language import gettext as _
from rules import (
    MoveFormatError,
    Verdict,
    outcome_sentence,
    scored_island_sentence,
    verdict_from_json,
    verdict_to_json,
)

_EXAMPLE = """Each move is an object: "game" (palago, palagem or palagonia), the boards "before" and
"after", "tiles_left" before the move and, where the game has them, "options", "mover", "order",
"die" and "palagems".

examples:
  palago judge move.json
  palago judge --json moves.jsonl
  palago judge - < moves.jsonl
"""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago judge`` does and takes."""
    parser.description = "Say of each move whether it is legal, why not, and what follows from it."
    parser.epilog = _EXAMPLE
    parser.add_argument(
        "moves", metavar="MOVES", help="JSON or JSON lines of moves; - is standard input"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object a move")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Rule on the moves, in the order given."""
    try:
        moves = list(documents(read_text(options.moves), options.moves))
    except DocumentError as error:
        moves = [Document(options.moves, error=str(error))]
    status: Status = DONE
    for move in moves:
        name = move.data.get("name", move.name) if isinstance(move.data, dict) else move.name
        try:
            if move.error is not None:
                raise DocumentError(move.error)
            verdict = verdict_from_json(move.data)
        except (DocumentError, MoveFormatError) as error:
            message = move.error or f"{move.name}: {error}"
            status = NOT_ALL_DONE
            complain(message)
            if options.json:
                print_json({"name": name, "error": message})
            continue
        if not verdict.legal:
            status = NOT_ALL_DONE
        if options.json:
            print_json({"name": name, **verdict_to_json(verdict)})
        else:
            show(describe(str(name), verdict))
    return status


def describe(name: str, verdict: Verdict) -> str:
    """Return a verdict for people: a line, and one for each thing to know besides."""
    action = f" ({verdict.action})" if verdict.action else ""
    lines = [f"{name}: {_('legal') if verdict.legal else _('not legal')}{action}"]
    lines.extend(f"  {violation.message}" for violation in verdict.violations)
    lines.extend(_("  Wrong before: {what}", what=v.message) for v in verdict.already)
    lines.extend(f"  {scored_island_sentence(island)}" for island in verdict.islands)
    outcome = outcome_sentence(verdict)
    if outcome:
        lines.append(f"  {outcome}")
    elif verdict.over:
        lines.append(_("  The game is over; the scores decide."))
    return "\n".join(lines)
