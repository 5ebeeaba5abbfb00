"""A game move by move: one drawing in which every tile knows from which move to which it lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.drawing.board_drawing import BoardMark, PlacedPart, draw_board
from companion.live.snapshot import StandingMove
from companion.showing.announcements import announce_standing
from companion.showing.table_marks import change_mark, closing_marks, palagem_marks, wrong_marks
from companion.words.findings import Finding
from companion.words.language import gettext as _
from rules import Board, Palagem


@dataclass(frozen=True)
class ReplayTile:
    """A tile as it lies from one step to another, both included; step 0 is before all moves."""

    placed: PlacedPart
    first: int
    last: int


@dataclass(frozen=True)
class ReplayStep:
    """One step: what was done, what to light up, and whose palagems it completed."""

    number: int
    headline: str
    details: tuple[str, ...]
    marks: tuple[BoardMark, ...]
    palagems: tuple[str, ...] = ()


@dataclass(frozen=True)
class Replay:
    """A whole game, ready to be drawn."""

    view_box: str
    width: float
    tiles: tuple[ReplayTile, ...]
    steps: tuple[ReplayStep, ...]


def replay(moves: Sequence[StandingMove], palagems: Mapping[str, Palagem] | None = None) -> Replay:
    """Return a game's replay from the moves that stand, and the players' palagems."""
    boards = [moves[0].turn.before if moves else Board(), *(move.turn.after for move in moves)]
    everywhere = Board({cell: k for board in boards for cell, k in board.items()})
    drawing = draw_board(everywhere, ())
    places = {
        cell: (tile.x, tile.y) for cell, tile in zip(sorted(everywhere), drawing.tiles, strict=True)
    }
    tiles = [
        ReplayTile(PlacedPart(*places[cell], orientation), first, last)
        for cell in sorted(everywhere)
        for orientation, first, last in _runs([board.get(cell) for board in boards])
    ]
    steps = _steps(moves, palagems or {})
    return Replay(drawing.view_box, drawing.width, tuple(tiles), tuple(steps))


def _runs(lies: Sequence[int | None]) -> list[tuple[int, int, int]]:
    """Return what lies on a cell from which step to which."""
    runs: list[tuple[int, int, int]] = []
    for step, orientation in enumerate(lies):
        if orientation is None:
            continue
        if runs and runs[-1][0] == orientation and runs[-1][2] == step - 1:
            runs[-1] = (orientation, runs[-1][1], step)
        else:
            runs.append((orientation, step, step))
    return runs


def _steps(moves: Sequence[StandingMove], palagems: Mapping[str, Palagem]) -> list[ReplayStep]:
    steps = [ReplayStep(0, _("Before the first move"), (), ())]
    for move in moves:
        words = announce_standing(move)
        before, after = move.turn.before, move.turn.after
        findings: tuple[Finding, ...] = (
            *change_mark(before, after, "last"),
            *wrong_marks(after, move.turn.verdict.violations),
            *closing_marks(before, after),
            *palagem_marks(move.turn, palagems),
        )
        marks = draw_board(after, findings).marks
        matched = tuple(move.turn.verdict.palagems)
        steps.append(ReplayStep(move.number, words.headline, words.details, marks, matched))
    return steps
