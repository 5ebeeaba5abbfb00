"""``palago verify``: holding a proof of a forced win against the rules."""

from __future__ import annotations

import argparse

from companion.cli.documents import DocumentError, read_one
from companion.cli.output import DONE, NOT_ALL_DONE, Status, complain, print_json, show
from companion.words.language import gettext as _
from companion.words.language import ngettext
from rules import FormatError
from rules.proofs.proof import proof_from_json
from rules.proofs.verifying import ProofError, verify

_EXAMPLE = """Every reply of the player who loses is looked at, by the plain rules alone and by
nothing of the search that found the win.

examples:
  palago verify win.json
  palago verify --json win.json
"""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago verify`` does and takes."""
    parser.description = "Check a proof that a player of Palago wins by force."
    parser.epilog = _EXAMPLE
    parser.add_argument("proof", metavar="PROOF", help="a proof; - is standard input")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Check one proof."""
    from companion.cli.analyse import color_name

    try:
        proof = proof_from_json(read_one(options.proof, "one proof"))
        checked = verify(proof)
    except (DocumentError, FormatError, ProofError) as error:
        message = str(error) if isinstance(error, DocumentError) else f"{options.proof}: {error}"
        complain(message)
        if options.json:
            print_json({"name": options.proof, "holds": False, "error": message})
        return NOT_ALL_DONE
    if options.json:
        print_json(
            {
                "name": options.proof,
                "holds": True,
                "winner": proof.winner,
                "moves": proof.moves,
                "positions": checked.positions,
                "replies": checked.replies,
            }
        )
    else:
        wins = ngettext(
            "{winner} wins by force with {count} move",
            "{winner} wins by force with {count} moves at most",
            proof.moves,
            winner=color_name(proof.winner),
        )
        looked = _(
            "{positions} positions, {replies} replies looked at",
            positions=checked.positions,
            replies=checked.replies,
        )
        show(
            _("{name}: it holds. {wins} ({looked}).", name=options.proof, wins=wins, looked=looked)
        )
    return DONE
