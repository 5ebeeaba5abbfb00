"""What is known of the openings, as a page with pictures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from calibration.figures.drawing import draw_labelled
from calibration.printing.svg import figure_to_svg
from companion.openings.kept import KeptSearch
from companion.openings.searching import Found
from rules import Board
from rules.engine.openings import Opening
from rules.notation import format_move
from rules.proofs.line import main_line

_EDGE = 5.0
_INTRODUCTION = """# The openings of Palago

White opens with two adjacent tiles. But for turning and mirroring the table there are six ways to
do it. Of each `palago openings` asks whether Blue wins by force, by threats alone; `palago
analyse` says how that is searched. A win that is found is proven: every reply of White is in the
proof file, and `palago verify` holds the whole of it against the plain rules. *No win by threats*
would not say that the opening is safe, since Blue could also play a quiet move first; *unknown*
says that the search is not over.

Cameron Browne's notes on the game call six pairs a to f. Two, they say, lose for sure, two more
probably, one to a strong attack, and one alone is safe; they give no proofs. Their figure is not
copied here, and which letter is which pair there could not be told. The letters here go by what
was found out.
"""


@dataclass(frozen=True)
class Entry:
    """An opening, what was found out of it, and what that took."""

    opening: Opening
    found: Found
    search: KeptSearch


def page_files(entries: list[Entry], folder: PurePosixPath) -> dict[str, str]:
    """Return the page, under the empty name, and the pictures by name.

    Parameters
    ----------
    entries
        What is known of each opening.
    folder
        Where pictures and proofs lie, as seen from the page.
    """
    pictures: dict[str, str] = {}
    lines = [_INTRODUCTION, *_table(entries, folder)]
    for entry in entries:
        name, board = entry.opening.name, entry.opening.board
        pictures[f"{name}.svg"] = figure_to_svg(draw_labelled(board, {}, _EDGE), f"Opening {name}")
        if entry.found.proof is None:
            continue
        line = main_line(entry.found.proof)
        placed = [(tile, turn) for turn, move in enumerate(line, 2) for tile in move.placed]
        after = board.with_tiles([tile for tile, _ in placed])
        turns = {tile.cell: str(turn) for tile, turn in placed}
        title = f"Opening {name}: how it goes if White puts it off as long as possible"
        pictures[f"{name}-line.svg"] = figure_to_svg(draw_labelled(after, turns, _EDGE), title)
        lines += _line(name, folder, [format_move(move) for move in line])
    return {"": "\n".join(lines).rstrip() + "\n", **pictures}


def _table(entries: list[Entry], folder: PurePosixPath) -> Iterator[str]:
    yield "| | opening | what is known | positions searched | time |"
    yield "|---|---|---|---:|---:|"
    for entry in entries:
        name = entry.opening.name
        boards = [entry.opening.board]
        if entry.opening.mirrored is not None:
            boards.append(entry.opening.mirrored)
        pairs = " or ".join(_pair(board) for board in boards)
        picture = f"![]({folder / f'{name}.svg'})"
        search = entry.search
        yield (
            f"| **{name}** | {picture} {pairs} | {_known(entry, folder)} | {search.nodes:,} "
            f"| {_time(search.seconds)} |"
        )
    yield ""
    yield "Orientations are those of the tiles on (0, 0) and (1, 0); of two pairs one mirrors the"
    yield "other. Times are of the machines that happened to be searching, one core each."
    yield ""


def _known(entry: Entry, folder: PurePosixPath) -> str:
    name, found = entry.opening.name, entry.found
    if found.proof is not None:
        proof = f"[proof]({folder / f'{name}.json'})"
        return (
            f"**White loses**: Blue wins with {found.proof.moves} moves at most; "
            f"{proof} of {len(found.proof.steps):,} positions"
        )
    if found.known == "no-threats":
        return "Blue has no win by threats alone"
    proof_number, disproof_number = found.numbers
    return f"unknown; proof number {proof_number:,}, disproof number {disproof_number:,}"


def _line(name: str, folder: PurePosixPath, moves: list[str]) -> Iterator[str]:
    yield f"## {name}"
    yield ""
    yield f"![]({folder / f'{name}-line.svg'})"
    yield ""
    yield "How it goes if White puts it off as long as possible. The numbers are turns; the opening"
    yield "is the first."
    yield ""
    for turn, move in enumerate(moves, 2):
        player = "White" if turn % 2 else "Blue"
        yield f"{turn}. {player}: `{move}`"
    yield ""


def _pair(board: Board) -> str:
    return ", ".join(str(orientation) for _, orientation in sorted(board.items()))


def _time(seconds: float) -> str:
    return f"{seconds:.1f} s" if seconds < 100 else f"{seconds / 60:,.0f} min"
