"""The best island of a game, as a picture to share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.live.snapshot import Snapshot
from companion.showing.game_names import game_name
from companion.words.findings import Finding, find_on_board
from companion.words.language import gettext as _
from rules import Board, analyse


@dataclass(frozen=True)
class SharedPicture:
    """A board with one shape lit up, and the words under it."""

    board: BoardDrawing
    title: str
    words: str


def best_island(snapshot: Snapshot) -> SharedPicture | None:
    """Return the island of the greatest value that ever stood; None where none did.

    Of equal ones the first. Where no island stood the largest closed group is taken.
    """
    best: tuple[tuple[int, int], Board, Finding, str] | None = None
    for turn in snapshot.moves:
        for finding in find_on_board(turn.after):
            if finding.kind not in ("island", "closed"):
                continue
            (shape,) = finding.shapes
            worth = (shape.value or 0, shape.arches)
            if best is None or worth > best[0]:
                best = worth, turn.after, finding, turn.mover
    if best is None:
        return None
    _worth, board, finding, mover = best
    words = _("{details} By {player}.", details=_first(finding.details), player=mover)
    return SharedPicture(
        board=draw_board(_around(board, finding), (finding,)),
        title=_("{game}: {title}", game=game_name(snapshot.setup.game), title=finding.title),
        words=words,
    )


def _around(board: Board, finding: Finding) -> Board:
    """Return the tiles of a shape and those beside it, so that it fills the picture."""
    territory = finding.shapes[0].territory
    near = {*territory, *(n for cell in territory for n in cell.neighbours())}
    kept = Board({cell: k for cell, k in board.items() if cell in near})
    return kept if analyse(kept).closed else board


def _first(details: Sequence[str]) -> str:
    words = details[0] if details else ""
    return words if not words or words.endswith(".") else f"{words}."
