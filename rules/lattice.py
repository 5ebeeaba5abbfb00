"""The hexagonal lattice that tiles lie on: cells, their edges and their corners.

Hexes are flat-topped and named by axial coordinates. With an edge length of 1 and y pointing up,
the centre of cell (q, r) is at ``x = 1.5 q``, ``y = -sqrt(3) (r + q/2)``. Corner ``i`` of a cell
lies at ``60 i`` degrees, counter-clockwise as seen from above; edge ``i`` joins corners ``i`` and
``i + 1`` and faces the neighbour at ``60 i + 30`` degrees.
"""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from itertools import chain
from math import sqrt
from typing import NamedTuple

SIDES = 6

_EDGE_STEPS = ((1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1), (1, 0))
_CORNER_STEPS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


class Corner(NamedTuple):
    """A corner of the lattice, shared by the three cells that meet there.

    ``x`` counts half edges to the right, ``y`` counts ``sqrt(3) / 2`` edges upwards, so that both
    are whole numbers and a corner has one name whichever cell it is reached from.
    """

    x: int
    y: int

    def position(self) -> tuple[float, float]:
        """Return where the corner is, in edge lengths, y up."""
        return self.x / 2, self.y * sqrt(3) / 2

    def cells(self) -> tuple[Cell, ...]:
        """Return the three cells that meet here, sorted."""
        return _cells_at(self)


class Cell(NamedTuple):
    """A hexagonal cell of the lattice in axial coordinates."""

    q: int
    r: int

    def neighbour(self, edge: int) -> Cell:
        """Return the cell across edge ``edge`` (taken modulo 6)."""
        step_q, step_r = _EDGE_STEPS[edge % SIDES]
        return Cell(self.q + step_q, self.r + step_r)

    def neighbours(self) -> tuple[Cell, ...]:
        """Return the six neighbours, in the order of the edges."""
        return _neighbours(self)

    def corner(self, index: int) -> Corner:
        """Return corner ``index`` (taken modulo 6)."""
        return _corners(self)[index % SIDES]

    def corners(self) -> tuple[Corner, ...]:
        """Return the six corners, counter-clockwise from the one on the right."""
        return _corners(self)

    def center(self) -> tuple[float, float]:
        """Return where the centre is, in edge lengths, y up."""
        return 1.5 * self.q, -sqrt(3) * (self.r + self.q / 2)

    def steps_to(self, other: Cell) -> int:
        """Return how many steps from neighbour to neighbour lead to another cell; 0 to itself."""
        q, r = self.q - other.q, self.r - other.r
        return max(abs(q), abs(r), abs(q + r))

    def translated(self, dq: int, dr: int) -> Cell:
        """Return the cell that lies (dq, dr) from this one."""
        return Cell(self.q + dq, self.r + dr)

    def rotated(self, turns: int) -> Cell:
        """Return the cell turned about cell (0, 0) by ``turns`` times 60 degrees.

        Positive turns are counter-clockwise as seen from above.
        """
        q, r = self
        for _ in range(turns % SIDES):
            q, r = q + r, -q
        return Cell(q, r)


@lru_cache(maxsize=4096)
def _neighbours(cell: Cell) -> tuple[Cell, ...]:
    return tuple(cell.neighbour(edge) for edge in range(SIDES))


@lru_cache(maxsize=4096)
def _corners(cell: Cell) -> tuple[Corner, ...]:
    center_x, center_y = 3 * cell.q, -(2 * cell.r + cell.q)
    return tuple(Corner(center_x + x, center_y + y) for x, y in _CORNER_STEPS)


@lru_cache(maxsize=4096)
def _cells_at(corner: Corner) -> tuple[Cell, ...]:
    found = []
    for step_x, step_y in _CORNER_STEPS:
        q, aside = divmod(corner.x - step_x, 3)
        r, between = divmod(step_y - corner.y - q, 2)
        if not aside and not between:
            found.append(Cell(q, r))
    return tuple(sorted(found))


def connected_parts(cells: Collection[Cell]) -> tuple[frozenset[Cell], ...]:
    """Split cells into the parts that hang together by shared edges.

    Parts come in the order of their first cell in ``cells``; no cells give no parts.
    """
    remaining = set(cells)
    parts = []
    for start in cells:
        if start in remaining:
            remaining.remove(start)
            part = [start]
            for cell in part:
                if found := remaining.intersection(_neighbours(cell)):
                    remaining -= found
                    part += found
            parts.append(frozenset(part))
    return tuple(parts)


def is_connected(cells: Collection[Cell]) -> bool:
    """Tell whether the cells form one connected patch; no cells do."""
    return len(connected_parts(cells)) <= 1


def enclosed_empty_cells(cells: Collection[Cell]) -> tuple[frozenset[Cell], ...]:
    """Return the holes among the cells: connected regions of other cells with no way out.

    On this lattice two cells that touch share an edge. So a region is enclosed by one connected
    part of the cells or not at all, and the other cells along a part hang together: those all
    around it, and those along the inside of each hole.
    """
    occupied = frozenset(cells)
    enclosed: set[Cell] = set()
    for part in connected_parts(occupied):
        along = set(chain.from_iterable(map(_neighbours, part))) - part
        outermost = max(along)
        for shore in connected_parts(along):
            if outermost not in shore:
                enclosed |= _filled(shore, part)
    return connected_parts(sorted(enclosed - occupied))


def enclosed_cells(cells: Collection[Cell]) -> frozenset[Cell]:
    """Return the cells of all holes among the cells; the answers of last are remembered.

    Whoever rules on a move asks it of the same few boards again and again.
    """
    return _enclosed_cells(frozenset(cells))


@lru_cache(maxsize=512)
def _enclosed_cells(cells: frozenset[Cell]) -> frozenset[Cell]:
    return frozenset(chain.from_iterable(enclosed_empty_cells(cells)))


def _filled(shore: frozenset[Cell], part: frozenset[Cell]) -> set[Cell]:
    """Return the whole of a hole in a part by the cells along its inside."""
    hole, found = set(shore), list(shore)
    for cell in found:
        for neighbour in _neighbours(cell):
            if neighbour not in part and neighbour not in hole:
                hole.add(neighbour)
                found.append(neighbour)
    return hole
