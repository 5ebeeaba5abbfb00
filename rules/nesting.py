"""Nesting: which closed groups lie within which.

The curves on the tiles cut the table into regions: one for each group, one for each hole, and the
outside. A closed group encloses another when every way from that one to the outside leads through
it. This holds whatever else is on the table (holes, tiles that lie apart, a mismatch somewhere
else), and where there are no holes it makes the regions a tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rules.board import Board
from rules.groups import Groups, Node
from rules.lattice import Cell, Corner
from rules.tile import COLORS, arch_corners, tip_corner

_OUTSIDE = -1


@dataclass(frozen=True)
class Nesting:
    """For each group that encloses closed groups, by number: which, and which of them directly."""

    enclosed: Mapping[int, frozenset[int]]
    """The closed groups within a group, at any depth; groups without any are left out."""

    def within(self, number: int) -> frozenset[int]:
        """Return the closed groups within a closed group, at any depth."""
        return self.enclosed.get(number, frozenset())

    def directly_within(self, number: int) -> frozenset[int]:
        """Return the closed groups within a closed group and within none that is inside it."""
        within = self.within(number)
        return within.difference(*(self.within(inner) for inner in within))


def find_nesting(board: Board, groups: Groups, holes: Iterable[frozenset[Cell]] = ()) -> Nesting:
    """Find which closed groups lie within which closed groups.

    Args:
        board: the tiles.
        groups: the groups of this board.
        holes: the holes of this board, as ``enclosed_empty_cells`` gives them.
    """
    borders = _borders(board, groups, holes)
    closed = [number for number, group in enumerate(groups.all) if group.closed]
    enclosed = {}
    for number in closed:
        if groups.all[number].loops:
            outside = _reached_without(number, borders)
            within = frozenset(other for other in closed if other not in outside) - {number}
            if within:
                enclosed[number] = within
    return Nesting(enclosed)


def _borders(board: Board, groups: Groups, holes: Iterable[frozenset[Cell]]) -> dict[int, set[int]]:
    """Return which regions border on each other; groups by number, the others negative."""
    number_at = groups.number_at
    borders: dict[int, set[int]] = {number: set() for number in range(len(groups.all))}
    borders[_OUTSIDE] = set()
    hole_at: dict[Cell, int] = {}
    for region, hole in enumerate(holes, start=2):
        hole_at.update(dict.fromkeys(hole, -region))
        borders[-region] = set()
    for cell, orientation in board.items():
        corners = cell.corners()
        tips = [number_at[Node(corners[tip_corner(orientation, c)], c)] for c in COLORS]
        arches = [number_at[Node(corners[arch_corners(orientation, c)[0]], c)] for c in COLORS]
        _join(borders, tips[0], arches[1])
        _join(borders, arches[1], arches[0])
        _join(borders, arches[0], tips[1])
        for empty in cell.neighbours():
            if empty not in board:
                region = hole_at.get(empty, _OUTSIDE)
                for corner in set(empty.corners()).intersection(corners):
                    for number in _numbers_at(corner, number_at):
                        _join(borders, region, number)
    _join_mismatched_corners(borders, number_at)
    return borders


def _numbers_at(corner: Corner, number_at: Mapping[Node, int]) -> list[int]:
    nodes = (Node(corner, color) for color in COLORS)
    return [number_at[node] for node in nodes if node in number_at]


def _join_mismatched_corners(borders: dict[int, set[int]], number_at: Mapping[Node, int]) -> None:
    """Let both colours' groups border on each other where tiles mismatch at a corner."""
    for corner in {node.corner for node in number_at}:
        numbers = _numbers_at(corner, number_at)
        if len(numbers) > 1:
            _join(borders, *numbers)


def _join(borders: dict[int, set[int]], one: int, other: int) -> None:
    borders[one].add(other)
    borders[other].add(one)


def _reached_without(blocked: int, borders: Mapping[int, set[int]]) -> set[int]:
    """Return the regions that a walk from the outside reaches without entering one region."""
    reached, queue = {_OUTSIDE}, [_OUTSIDE]
    while queue:
        for region in borders[queue.pop()]:
            if region != blocked and region not in reached:
                reached.add(region)
                queue.append(region)
    return reached
