"""Following groups tile by tile, so that a move's closures are known without a look at the rest."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from rules.groups import CELLS_AT_A_CORNER, Node, tile_arches, tile_nodes
from rules.lattice import Cell
from rules.tile import Color


@dataclass(slots=True)
class _Part:
    """A group as it grows: its size, its arches and how many tiles its corners still lack."""

    color: Color
    corners: int
    arches: int
    missing: int


@dataclass(frozen=True, slots=True)
class _Merge:
    """One part that became part of another, as undoing needs it."""

    child: Node
    root: Node


class GroupTracker:
    """The groups of a growing board, kept up to date as tiles are added and taken back.

    Adding a tile looks at its six corners and joins at most four groups (a union-find by size);
    the rest of the board is not touched. Tiles are taken back in reverse order only.
    """

    def __init__(self, tiles: Mapping[Cell, int] | None = None) -> None:
        """Start from a board, or from an empty table."""
        self._parent: dict[Node, Node] = {}
        self._parts: dict[Node, _Part] = {}
        self._added: list[tuple[Cell, int, list[_Merge | None], list[Node]]] = []
        for cell, orientation in (tiles or {}).items():
            self.add(cell, orientation)
        self._added.clear()

    def add(self, cell: Cell, orientation: int) -> frozenset[Color]:
        """Add a tile to an empty cell; return the colours of the arch groups that it closes."""
        nodes = tile_nodes(cell, orientation)
        created = [node for node in nodes if node not in self._parent]
        for node in created:
            self._parent[node] = node
            self._parts[node] = _Part(node.color, 1, 0, CELLS_AT_A_CORNER)
        for node in nodes:
            self._parts[self._root(node)].missing -= 1
        merges = [self._join(start, end) for start, end in tile_arches(cell, orientation)]
        self._added.append((cell, orientation, merges, created))
        parts = (self._parts[self._root(node)] for node in nodes)
        return frozenset(part.color for part in parts if part.arches and not part.missing)

    def undo(self) -> None:
        """Take back the tile that was added last.

        Raises
        ------
        IndexError
            If no tile was added since the start.
        """
        cell, orientation, merges, created = self._added.pop()
        for (start, _), merge in reversed(
            list(zip(tile_arches(cell, orientation), merges, strict=True))
        ):
            self._parts[self._root(start)].arches -= 1
            if merge is not None:
                self._split(merge)
        for node in tile_nodes(cell, orientation):
            self._parts[self._root(node)].missing += 1
        for node in created:
            del self._parent[node], self._parts[node]

    def _root(self, node: Node) -> Node:
        parent = self._parent
        while (above := parent[node]) != node:
            node = above
        return node

    def _join(self, start: Node, end: Node) -> _Merge | None:
        """Count an arch between two corners, and merge their groups where they are two."""
        one, other = self._root(start), self._root(end)
        if one == other:
            self._parts[one].arches += 1
            return None
        if self._parts[one].corners < self._parts[other].corners:
            one, other = other, one
        kept, merged = self._parts[one], self._parts[other]
        kept.corners += merged.corners
        kept.arches += merged.arches + 1
        kept.missing += merged.missing
        self._parent[other] = one
        return _Merge(child=other, root=one)

    def _split(self, merge: _Merge) -> None:
        kept, merged = self._parts[merge.root], self._parts[merge.child]
        kept.corners -= merged.corners
        kept.arches -= merged.arches
        kept.missing -= merged.missing
        self._parent[merge.child] = merge.child
