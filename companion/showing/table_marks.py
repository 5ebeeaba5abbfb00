"""What to mark on the board of a live game: what is wrong, what changed, what just closed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Literal

from companion.referee.events import AnyViolation
from companion.showing.rulings import ruling
from companion.words.findings import Finding, find_on_board
from companion.words.language import gettext as _
from companion.words.language import ngettext
from rules import Board, Cell, Code, Palagem, Shape, Turn, analyse, palagem_cells


def wrong_marks(board: Board, violations: Iterable[AnyViolation]) -> Iterator[Finding]:
    """Mark what an illegal table or move has wrong: mismatched edges, and cells to look at."""
    for violation in violations:
        cells, words = violation.cells, ruling(violation)
        if violation.code == Code.EDGE_MISMATCH:
            edges = tuple(
                edge for edge in analyse(board).mismatches if any(cell in cells for cell in edge)
            )
            on_board = tuple(cell for cell in cells if cell in board)
            yield Finding("illegal", words.wrong, (words.rule,), cells=on_board, edges=edges)
        else:
            yield Finding("wrong", words.wrong, (words.rule,), cells=cells)


def change_mark(
    before: Board, now: Board, kind: Literal["changed", "last"] = "changed"
) -> Iterator[Finding]:
    """Mark the cells in which two boards differ."""
    cells = tuple(sorted(cell for cell in {*before, *now} if before.get(cell) != now.get(cell)))
    if cells:
        title = ngettext("{count} tile of this move", "{count} tiles of this move", len(cells))
        yield Finding(kind, title, cells=cells)


def asked_mark(cells: Collection[Cell]) -> tuple[Finding, ...]:
    """Mark the cells that a question is about, or on which record and table differ."""
    if not cells:
        return ()
    title = ngettext("{count} place to look at", "{count} places to look at", len(cells))
    return (Finding("asked", title, cells=tuple(sorted(cells))),)


def doubt_marks(unsure: tuple[Cell, ...], hidden: tuple[Cell, ...]) -> Iterator[Finding]:
    """Mark what cannot be seen for sure, or not at all."""
    if unsure:
        title = ngettext("Not sure of {count} tile", "Not sure of {count} tiles", len(unsure))
        yield Finding("unsure", title, sure=False, cells=unsure)
    if hidden:
        title = ngettext(
            "One place that cannot be seen", "{count} places that cannot be seen", len(hidden)
        )
        yield Finding("hidden", title, sure=False, cells=hidden)


def newly_closed(before: Board, after: Board) -> tuple[Shape, ...]:
    """Return the shapes that a move closed, eyes left out."""
    known = set(analyse(before).closed or ())
    return tuple(
        shape for shape in analyse(after).closed or () if not shape.is_eye and shape not in known
    )


def closing_marks(before: Board, after: Board) -> Iterator[Finding]:
    """Mark what a move closed, with how its value comes about."""
    new = newly_closed(before, after)
    for finding in find_on_board(after):
        if finding.kind in ("island", "closed") and finding.shapes[0] in new:
            yield finding


def palagem_marks(turn: Turn, palagems: Mapping[str, Palagem]) -> Iterator[Finding]:
    """Mark the palagems that a move completed, as far as players are told of them."""
    for player in turn.verdict.palagems:
        if player in palagems:
            found = (
                palagem_cells(turn.after, cell, palagems[player], inversion=inversion)
                for cell in turn.move.placed_cells
                for inversion in (False, True)
            )
            cells = next((cells for cells in found if cells), ())
            yield Finding("palagem", _("The palagem of {player}", player=player), cells=cells)


def standing_marks(board: Board, hidden: tuple[Cell, ...]) -> Iterator[Finding]:
    """Mark what stands on a board: islands, closed groups, eyes, holes."""
    for finding in find_on_board(board, hidden=hidden):
        if finding.kind in ("island", "closed", "eyes", "hole"):
            yield finding
