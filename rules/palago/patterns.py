"""Patterns on a board of Palago that players know by name, found by their shape alone.

The names are the designer's; where his notes leave the shape open, it is made exact here. What a
pattern is worth depends on all that lies around it: a search tells that, not its name.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from rules.board import Board
from rules.groups import Groups, find_groups
from rules.lattice import SIDES, Cell, Corner
from rules.move import Move
from rules.palago.closing import closing_by_tracker
from rules.palago.moves import legal_moves
from rules.palago.options import PalagoOptions
from rules.tile import COLORS, Color, arch_corners, matching_orientations, tip_corner
from rules.tracker import GroupTracker


class PatternKind(StrEnum):
    """What kind of pattern it is."""

    THREE_TIPS = "three-tips"
    """Three or more open tips in a row: with nothing around it, a win if left alone."""
    TWO_TIPS = "two-tips"
    """Two open tips in a row: with nothing around it, a win in three moves if left alone."""
    OPEN_MOUTH = "open-mouth"
    """Two corners of a group face each other over an empty cell, on which an arch joins them."""
    TRISKELION = "triskelion"
    """Three arches from one corner that bend the same way."""
    HOLE = "hole"
    """An empty cell with tiles on all six sides: a tile goes there only to end the game."""
    SAFE = "safe"
    """A group beside two holes: nobody ever closes it."""
    SEKI = "seki"
    """A hole that whoever fills it loses, whichever way the tile lies."""


@dataclass(frozen=True)
class Pattern:
    """A pattern, whose it is, and where: its tiles, or the empty cells that it is about.

    A hole and a seki are nobody's.
    """

    kind: PatternKind
    color: Color | None
    cells: tuple[Cell, ...]


_ROW: Final = 3
_LEAST_OF_A_ROW: Final = 2


def find_patterns(board: Board) -> tuple[Pattern, ...]:
    """Return the patterns on a board without mismatches, by kind and place."""
    groups = find_groups(board)
    holes = _holes(board)
    found = [
        *_rows_of_tips(board),
        *_mouths(board, groups),
        *_triskelions(board),
        *(Pattern(PatternKind.HOLE, None, (hole,)) for hole in holes),
        *_safe(groups, board, holes),
        *_seki(board, holes),
    ]
    kinds = list(PatternKind)
    return tuple(sorted(found, key=lambda one: (kinds.index(one.kind), one.color or "", one.cells)))


def answers_to(pattern: Pattern, board: Board, tiles_left: int) -> tuple[Move, ...]:
    """Return the legal moves of two tiles that take a pattern away from its player.

    It is gone where none of its kind and colour is left on any of its cells; that a move closes a
    group of its player is no answer. What lies in tiles for good has none, nor what is nobody's.
    """
    finds = _THAT_CAN_GO.get(pattern.kind)
    if finds is None or pattern.color is None:
        return ()
    options = PalagoOptions(size=len(board) + tiles_left)
    closing = closing_by_tracker(GroupTracker(board), board, options)
    around = {*pattern.cells, *(one for cell in pattern.cells for one in cell.neighbours())}
    answers = []
    for move in legal_moves(board, tiles_left, options, closing):
        if around.isdisjoint(move.placed_cells):
            continue
        if any(group.color == pattern.color for group in closing(move.placed)):
            continue
        after = board.with_tiles(move.placed)
        if not any(_is_of(found, pattern) for found in finds(after)):
            answers.append(move)
    return tuple(answers)


def _is_of(found: Pattern, pattern: Pattern) -> bool:
    """Tell whether what was found is what is left of a pattern."""
    if (found.kind, found.color) != (pattern.kind, pattern.color):
        return False
    return not set(pattern.cells).isdisjoint(found.cells)


def _rows_of_tips(board: Board) -> Iterator[Pattern]:
    """Yield the longest rows of tiles side by side whose tips point the same way, into the open."""
    for color in COLORS:
        for cell in sorted(board):
            if not _has_open_tip(board, cell, color):
                continue
            # the edges to which the line through the tips does not point
            along = (board[cell] + 1) % SIDES
            if _goes_on(board, cell, along + SIDES // 2, color):
                continue
            row = [cell]
            while _goes_on(board, row[-1], along, color):
                row.append(row[-1].neighbour(along))
            if len(row) >= _LEAST_OF_A_ROW:
                kind = PatternKind.THREE_TIPS if len(row) >= _ROW else PatternKind.TWO_TIPS
                yield Pattern(kind, color, tuple(row))


def _goes_on(board: Board, cell: Cell, edge: int, color: Color) -> bool:
    beside = cell.neighbour(edge % SIDES)
    return board.get(beside) == board[cell] and _has_open_tip(board, beside, color)


def _has_open_tip(board: Board, cell: Cell, color: Color) -> bool:
    corner = cell.corner(tip_corner(board[cell], color))
    return any(around not in board for around in corner.cells())


def _mouths(board: Board, groups: Groups) -> Iterator[Pattern]:
    for group in groups.all:
        if group.arches:
            facing = Counter(cell for corner in group.corners for cell in _empty(corner, board))
            for cell, corners in facing.items():
                if corners > 1:
                    yield Pattern(PatternKind.OPEN_MOUTH, group.color, (cell,))


def _triskelions(board: Board) -> Iterator[Pattern]:
    corners = {corner for cell in board for corner in cell.corners()}
    for corner in corners:
        cells = tuple(sorted(corner.cells()))
        if any(cell not in board for cell in cells):
            continue
        for color in COLORS:
            bends = {_bend(cell, board[cell], corner, color) for cell in cells}
            if len(bends) == 1 and None not in bends:
                yield Pattern(PatternKind.TRISKELION, color, cells)


def _bend(cell: Cell, orientation: int, corner: Corner, color: Color) -> int | None:
    """Return to which side a tile's arch leads from a corner, 2 or 4 corners on; None without."""
    index = cell.corners().index(corner)
    ends = arch_corners(orientation, color)
    if index not in ends:
        return None
    return (sum(ends) - 2 * index) % SIDES


def _holes(board: Board) -> list[Cell]:
    beside = {cell for placed in board for cell in placed.neighbours() if cell not in board}
    return sorted(cell for cell in beside if all(one in board for one in cell.neighbours()))


def _safe(groups: Groups, board: Board, holes: list[Cell]) -> Iterator[Pattern]:
    """Yield the groups beside two holes or more.

    Of a pair of adjacent tiles none fits into a hole, and a single tile fills one of them only.
    """
    for group in groups.all:
        free = {cell for corner in group.corners for cell in _empty(corner, board)}
        beside = tuple(sorted(free.intersection(holes)))
        if group.arches and len(beside) > 1:
            yield Pattern(PatternKind.SAFE, group.color, beside)


def _seki(board: Board, holes: list[Cell]) -> Iterator[Pattern]:
    tracker = GroupTracker(board)
    orientations = matching_orientations(next(iter(board.values()))) if board else ()
    for hole in holes:
        closes = []
        for orientation in orientations:
            closes.append(tracker.add(hole, orientation))
            tracker.undo()
        if any(closes) and all(len(colors) != 1 for colors in closes):
            yield Pattern(PatternKind.SEKI, None, (hole,))


def _empty(corner: Corner, board: Board) -> list[Cell]:
    return [cell for cell in corner.cells() if cell not in board]


def _all_mouths(board: Board) -> Iterator[Pattern]:
    return _mouths(board, find_groups(board))


_THAT_CAN_GO: Final[Mapping[PatternKind, Callable[[Board], Iterator[Pattern]]]] = {
    PatternKind.THREE_TIPS: _rows_of_tips,
    PatternKind.TWO_TIPS: _rows_of_tips,
    PatternKind.OPEN_MOUTH: _all_mouths,
}
