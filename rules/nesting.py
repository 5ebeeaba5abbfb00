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
from rules.groups import Groups, Node, tile_nodes
from rules.lattice import SIDES, Cell
from rules.tile import BLUE, COLORS, WHITE, arch_corners, tip_corner

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

    Parameters
    ----------
    board
        The tiles.
    groups
        The groups of this board.
    holes
        The holes of this board, as ``enclosed_empty_cells`` gives them.
    """
    closed = [number for number, group in enumerate(groups.all) if group.closed]
    looped = [number for number in closed if groups.all[number].loops]
    if not looped:
        return Nesting({})
    borders = _borders(board, groups, holes)
    enclosed = {}
    for number in looped:
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
        numbers = [number_at[node] for node in tile_nodes(cell, orientation)]
        white_tip, blue_tip = (numbers[tip_corner(orientation, color)] for color in COLORS)
        white, blue = (numbers[arch_corners(orientation, color)[0]] for color in COLORS)
        _join(borders, white_tip, blue)
        _join(borders, blue, white)
        _join(borders, white, blue_tip)
        for edge, beyond in enumerate(cell.neighbours()):
            if beyond not in board:
                region = hole_at.get(beyond, _OUTSIDE)
                _join(borders, region, numbers[edge])
                _join(borders, region, numbers[(edge + 1) % SIDES])
    _join_mismatched_corners(borders, number_at)
    return borders


def _join_mismatched_corners(borders: dict[int, set[int]], number_at: Mapping[Node, int]) -> None:
    """Let both colours' groups border on each other where tiles mismatch at a corner."""
    for (corner, color), number in number_at.items():
        if color == WHITE:
            other = number_at.get(Node(corner, BLUE))
            if other is not None:
                _join(borders, number, other)


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
