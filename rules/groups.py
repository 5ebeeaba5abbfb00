"""Groups: corners of one colour joined by arches.

Every corner of the lattice belongs to up to three tiles. Corners and the arches that join them are
a graph of degree at most 3; a *group* is one connected part of it, a single corner included. A
group is *closed* when each of its corners has all three tiles.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from rules.board import Board
from rules.lattice import Cell, Corner
from rules.tile import COLORS, Color, arch_corners, corner_color

CELLS_AT_A_CORNER = 3


class Node(NamedTuple):
    """A corner in one colour.

    Where tiles match, a corner has one colour only. Where they mismatch it counts once in each,
    with the tiles that show that colour, so that no group runs on across a mismatch and none that
    touches one is ever closed.
    """

    corner: Corner
    color: Color


@dataclass(frozen=True)
class Group:
    """Corners of one colour that hang together, and the arches that join them.

    ``arcs`` are the tiles whose arch of this colour is part of the group; ``limbs`` counts the
    extensions from an intersection (three arches) that end in a hand (one arch).
    """

    color: Color
    corners: frozenset[Corner]
    arcs: frozenset[Cell]
    limbs: int
    closed: bool

    @property
    def arches(self) -> int:
        """The number of arches; a closed group of none is an eye."""
        return len(self.arcs)

    @property
    def loops(self) -> int:
        """The number of independent loops of the group's graph."""
        return len(self.arcs) - len(self.corners) + 1


@dataclass(frozen=True)
class Groups:
    """All groups of a board, and which of them each corner belongs to."""

    all: tuple[Group, ...]
    number_at: Mapping[Node, int]
    """The index in ``all`` of the group that a corner in a colour belongs to."""

    def at(self, corner: Corner, color: Color) -> Group:
        """Return the group of this colour at a corner of a tile that shows it."""
        return self.all[self.number_at[Node(corner, color)]]

    def largest(self, color: Color) -> int:
        """Return the number of arches of the largest group of a colour, open ones included."""
        return max((group.arches for group in self.all if group.color == color), default=0)


@lru_cache(maxsize=4096)
def tile_nodes(cell: Cell, orientation: int) -> tuple[Node, ...]:
    """Return the six corners of a tile, each in its colour."""
    return tuple(
        Node(corner, corner_color(orientation, index))
        for index, corner in enumerate(cell.corners())
    )


@lru_cache(maxsize=4096)
def tile_arches(cell: Cell, orientation: int) -> tuple[tuple[Node, Node], ...]:
    """Return the two ends of the tile's white arch, then those of its blue arch."""
    corners = cell.corners()
    ends = [(color, *arch_corners(orientation, color)) for color in COLORS]
    return tuple((Node(corners[a], color), Node(corners[b], color)) for color, a, b in ends)


def find_groups(board: Board) -> Groups:
    """Find all groups of a board from nothing, in time proportional to its tiles."""
    tiles_at: Counter[Node] = Counter()
    arches_at: dict[Node, list[tuple[Cell, Node]]] = {}
    for cell, orientation in board.items():
        tiles_at.update(tile_nodes(cell, orientation))
        for start, end in tile_arches(cell, orientation):
            arches_at.setdefault(start, []).append((cell, end))
            arches_at.setdefault(end, []).append((cell, start))
    number_at: dict[Node, int] = {}
    groups: list[Group] = []
    for node, tiles in tiles_at.items():
        if node not in arches_at:
            number_at[node] = len(groups)
            groups.append(_lone(node, tiles == CELLS_AT_A_CORNER))
        elif node not in number_at:
            members = _reach(node, arches_at)
            number_at.update(dict.fromkeys(members, len(groups)))
            groups.append(_group(members, arches_at, tiles_at))
    return Groups(tuple(groups), number_at)


def find_group(board: Board, node: Node) -> Group:
    """Find the one group of a corner in a colour, in time proportional to its size."""
    around = {member: (tiles, arches) for member, tiles, arches in _follow(board, node)}
    arches_at = {member: arches for member, (_, arches) in around.items()}
    tiles_at = {member: tiles for member, (tiles, _) in around.items()}
    return _group([*around], arches_at, tiles_at)


def is_closed(board: Board, node: Node) -> bool:
    """Tell whether the group of a corner in a colour is closed; an open end ends the search."""
    return all(tiles == CELLS_AT_A_CORNER for _, tiles, _ in _follow(board, node))


def _follow(board: Board, node: Node) -> Iterator[tuple[Node, int, list[tuple[Cell, Node]]]]:
    """Yield the corners of a group: each with its number of tiles, and the arches from there."""
    tiles = dict(board.items())
    members, found = [node], {node}
    for member in members:
        count, arches = 0, []
        for cell in member.corner.cells():
            ends = _ends(cell, tiles[cell]) if cell in tiles else {}
            if member in ends:
                count += 1
                end = ends[member]
                if end is not None:
                    arches.append((cell, end))
        yield member, count, arches
        for _, end in arches:
            if end not in found:
                found.add(end)
                members.append(end)


@lru_cache(maxsize=4096)
def _ends(cell: Cell, orientation: int) -> Mapping[Node, Node | None]:
    """Return for each corner of a tile the one to which an arch leads from there, if one does."""
    ends: dict[Node, Node | None] = dict.fromkeys(tile_nodes(cell, orientation))
    for start, end in tile_arches(cell, orientation):
        ends[start], ends[end] = end, start
    return ends


@lru_cache(maxsize=4096)
def _lone(node: Node, closed: bool) -> Group:
    """Return the group of a corner to which no arch leads."""
    return Group(node.color, frozenset([node.corner]), frozenset(), 0, closed)


def _reach(start: Node, arches_at: Mapping[Node, list[tuple[Cell, Node]]]) -> list[Node]:
    """Return the corners that arches lead to from one corner, that corner first."""
    members, found = [start], {start}
    for node in members:
        for _, end in arches_at.get(node, ()):
            if end not in found:
                found.add(end)
                members.append(end)
    return members


def _group(
    members: list[Node],
    arches_at: Mapping[Node, list[tuple[Cell, Node]]],
    tiles_at: Mapping[Node, int],
) -> Group:
    arches = [arches_at.get(node, ()) for node in members]
    degrees = [*map(len, arches)]
    return Group(
        color=members[0].color,
        corners=frozenset([node.corner for node in members]),
        arcs=frozenset([cell for at_node in arches for cell, _ in at_node]),
        limbs=degrees.count(1) if CELLS_AT_A_CORNER in degrees else 0,
        closed=all(tiles_at[node] == CELLS_AT_A_CORNER for node in members),
    )
