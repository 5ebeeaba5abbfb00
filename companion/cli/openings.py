"""``palago openings``: which openings of Palago lose by force, as far as that is known."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from companion.cli.analyse import keep_compiled, positive_seconds
from companion.cli.cluster_option import add_scheduler_option
from companion.cli.output import DONE, NOT_ALL_DONE, Status, complain, print_json, write_file
from companion.clusters import Client, ClusterError, cluster
from companion.words.language import gettext as _

if TYPE_CHECKING:
    from companion.openings.kept import KeptSearch
    from companion.openings.page import Entry
    from companion.openings.searching import Found
    from rules.engine.openings import Opening
    from rules.engine.proof_number import Numbers

_ALL = "abcdef"
_EFFORTS = "efforts.json"
_EXAMPLE = """Each opening is searched for so many seconds, from where its last search stopped;
what is known is kept in the folder, with the proofs and pictures, and written into a page. An
opening whose proof is there is not searched again; palago verify holds it against the rules.

examples:
  palago openings
  palago openings --only ef --seconds 3600
  palago openings --seconds 3600 --scheduler
  palago openings --seconds 3600 --scheduler tcp://192.168.1.20:8786
"""


def set_up(parser: argparse.ArgumentParser) -> None:
    """Say what ``palago openings`` does and takes."""
    parser.description = "Search the six openings of Palago for forced wins, and prove them."
    parser.epilog = _EXAMPLE
    parser.add_argument(
        "--seconds",
        type=positive_seconds,
        default=60.0,
        help="how long to search each opening that is not decided (default: %(default)s)",
    )
    parser.add_argument(
        "--only",
        type=_letters,
        default=_ALL,
        metavar="LETTERS",
        help="search and print only these openings (default: %(default)s)",
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("openings"),
        help="where searches, proofs and pictures are kept (default: %(default)s)",
    )
    parser.add_argument("--page", type=Path, metavar="FILE", help="the page (FOLDER/openings.md)")
    add_scheduler_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object an opening")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Search the openings, one after the other, and write down what is known of all."""
    keep_compiled()
    from companion.openings.kept import SearchFileError, efforts_to_bytes, kept_efforts
    from companion.openings.page import page_files
    from rules.engine.openings import openings

    try:
        options.folder.mkdir(parents=True, exist_ok=True)
        entries: list[Entry] = []
        written: list[bool] = []
        efforts = kept_efforts(options.folder / _EFFORTS)
        with _client(options.scheduler) as client:
            for opening in openings():
                entry = _searched(opening, options, client, efforts, written)
                entries.append(entry)
                if opening.name in options.only:
                    _print(entry, options)
    except (ClusterError, SearchFileError) as error:
        complain(str(error))
        return NOT_ALL_DONE
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        complain(
            f"{error.filename or options.folder} cannot be used: {reason}; name another folder."
        )
        return NOT_ALL_DONE
    page: Path = options.page or options.folder / "openings.md"
    seen_from = os.path.relpath(options.folder, page.parent)
    files = page_files(entries, PurePosixPath(Path(seen_from).as_posix()))
    searches = {entry.opening.name: entry.search for entry in entries}
    written.append(write_file(options.folder / _EFFORTS, efforts_to_bytes(searches)))
    for name, text in files.items():
        written.append(write_file(options.folder / name if name else page, text.encode()))
    return DONE if all(written) else NOT_ALL_DONE


def _searched(
    opening: Opening,
    options: argparse.Namespace,
    client: Client,
    efforts: dict[str, KeptSearch],
    written: list[bool],
) -> Entry:
    """Search an opening if that is asked for and not proven yet; return what is known of it.

    ``efforts`` says what searches took whose files are gone. ``written`` grows by whether each file
    could be written.
    """
    from companion.openings.kept import KeptSearch, kept_proof, kept_search, search_to_bytes
    from companion.openings.page import Entry
    from companion.openings.searching import Found, found_in, search_opening
    from rules.engine.proof_number import WON
    from rules.proofs.proof import proof_to_json
    from rules.proofs.verifying import ProofError, verify

    file: Path = options.folder / f"{opening.name}.search.npz"
    search = kept_search(file)
    proof = kept_proof(options.folder / f"{opening.name}.json", opening.board)
    if proof is not None:
        effort = search if search.nodes else efforts.get(opening.name, KeptSearch())
        return Entry(opening, Found("lost", WON, proof), effort)
    found = found_in(opening.board, search)
    if opening.name in options.only and found.known == "unknown":
        found = _run(client, search_opening)(
            opening.board,
            search,
            options.seconds,
            lambda known: written.append(write_file(file, search_to_bytes(known))),
            lambda known, numbers: _tell(opening.name, known, numbers),
        )
    if found.proof is not None:
        try:
            verify(found.proof)
        except ProofError as error:
            complain(f"{opening.name}: {error}")
            written.append(False)
            return Entry(opening, Found("unknown", found.numbers), search)
        text = json.dumps(proof_to_json(found.proof), separators=(",", ":"))
        written.append(write_file(options.folder / f"{opening.name}.json", text.encode()))
    return Entry(opening, found, search)


def _run(client: Client, alone: Callable[..., Found]) -> Callable[..., Found]:
    """Return what searches: this process alone, or the workers of a cluster."""
    if client is None:
        return alone
    from functools import partial

    from companion.openings.spreading import spread_opening

    return partial(spread_opening, client)


def _client(address: str | None) -> AbstractContextManager[Client]:
    return nullcontext() if address is None else cluster(address)


def _letters(text: str) -> str:
    """Take the letters of openings from the command line."""
    if not text or not set(text) <= set(_ALL):
        raise argparse.ArgumentTypeError(
            f"{text!r} names no openings: write letters of {_ALL}, as in --only ef"
        )
    return text


def _tell(name: str, search: KeptSearch, numbers: Numbers) -> None:
    if sys.stderr.isatty():
        text = f"  {name}: {search.nodes:,}  {numbers.proof:,} / {numbers.disproof:,}"
        print(f"\r{text:<60}", end="", file=sys.stderr, flush=True)


def _print(entry: Entry, options: argparse.Namespace) -> None:
    found, search = entry.found, entry.search
    if options.json:
        print_json(entry_to_json(entry))
        return
    known = {
        "lost": _("White loses"),
        "no-threats": _("Blue has no win by threats alone"),
        "unknown": _("unknown"),
    }[found.known]
    if sys.stderr.isatty():
        print("\r", end="", file=sys.stderr)
    if found.proof is not None:
        known = _("{known}, in {count} moves of Blue at most", known=known, count=found.proof.moves)
    searched = _(
        "{nodes} positions in {seconds} s",
        nodes=f"{search.nodes:,}",
        seconds=f"{search.seconds:.1f}",
    )
    print(f"{entry.opening.name}: {known} ({searched})")


def entry_to_json(entry: Entry) -> dict[str, Any]:
    """Return what is known of an opening as ``palago openings --json`` prints it."""
    from rules.board_json import board_to_json

    proof = entry.found.proof
    return {
        "opening": entry.opening.name,
        "board": board_to_json(entry.opening.board),
        "known": entry.found.known,
        "moves": None if proof is None else proof.moves,
        "proof_number": entry.found.numbers.proof,
        "disproof_number": entry.found.numbers.disproof,
        "nodes": entry.search.nodes,
        "seconds": round(entry.search.seconds, 1),
    }
