"""Shapes: closed groups with what they enclose, and what they are worth as islands.

A closed group is a *shape*; one without arches is an *eye*. The closed shapes of the other colour
directly inside a shape are its *animals*. An animal scores 1 and 1 more for every closed shape
inside it, at any depth. An *island's value* is its limbs and its animals' scores added up; a shape
is an island when that is at least 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from rules.board import Board
from rules.groups import Group, Groups, find_groups
from rules.lattice import Cell, Corner, enclosed_empty_cells
from rules.nesting import Nesting, find_nesting
from rules.tile import Color


@dataclass(frozen=True)
class Shape:
    """A closed group and its value.

    ``animals`` (scores, ascending), ``inside`` (number of closed shapes within, at any depth) and
    ``value`` are None where holes on the board leave open what lies within.
    """

    color: Color
    corners: frozenset[Corner]
    arcs: tuple[tuple[Cell, Color], ...]
    """The arches themselves: the tile and the colour of each, sorted."""
    limbs: int
    animals: tuple[int, ...] | None
    inside: int | None
    value: int | None
    cells: frozenset[Cell]
    """The tiles that carry a corner of the shape."""
    territory: frozenset[Cell]
    """The tiles that carry a corner of the shape or of a shape within it."""

    @property
    def arches(self) -> int:
        """The number of arches."""
        return len(self.arcs)

    @property
    def is_eye(self) -> bool:
        """Whether the shape has no arch."""
        return not self.arcs

    @property
    def is_island(self) -> bool:
        """Whether the shape is known to be worth at least 1."""
        return self.value is not None and self.value >= 1


@lru_cache(maxsize=32)
def closed_shapes(board: Board) -> tuple[Shape, ...]:
    """Return all closed shapes of a board, those with most arches first; some are remembered.

    Shapes that touch a mismatch are never closed. See ``rules.analysis.analyse`` for an answer
    that says so when the board has mismatches.
    """
    return shapes_of_groups(board, find_groups(board), enclosed_empty_cells(board))


def shapes_of_groups(
    board: Board, groups: Groups, holes: tuple[frozenset[Cell], ...]
) -> tuple[Shape, ...]:
    """Return all closed shapes of a board whose groups and holes are known."""
    nesting = find_nesting(board, groups, holes)
    cells_at: dict[Corner, list[Cell]] = {}
    for cell in board:
        for corner in cell.corners():
            cells_at.setdefault(corner, []).append(cell)
    shapes = [
        _shape(number, groups, nesting, cells_at, nested=not holes)
        for number, group in enumerate(groups.all)
        if group.closed
    ]
    return tuple(sorted(shapes, key=lambda s: (-s.arches, s.color, sorted(s.corners))))


def _shape(
    number: int,
    groups: Groups,
    nesting: Nesting,
    cells_at: dict[Corner, list[Cell]],
    *,
    nested: bool,
) -> Shape:
    group = groups.all[number]
    within = nesting.within(number)
    animals = sorted(
        1 + len(nesting.within(inner))
        for inner in nesting.directly_within(number)
        if groups.all[inner].color != group.color
    )
    cells = _carriers(group, cells_at)
    territory = cells.union(*(_carriers(groups.all[inner], cells_at) for inner in within))
    return Shape(
        color=group.color,
        corners=group.corners,
        arcs=tuple((cell, group.color) for cell in sorted(group.arcs)),
        limbs=group.limbs,
        animals=tuple(animals) if nested else None,
        inside=len(within) if nested else None,
        value=group.limbs + sum(animals) if nested else None,
        cells=cells,
        territory=territory,
    )


def _carriers(group: Group, cells_at: dict[Corner, list[Cell]]) -> frozenset[Cell]:
    return frozenset(cell for corner in group.corners for cell in cells_at[corner])
