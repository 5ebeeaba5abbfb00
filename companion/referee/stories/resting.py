"""Where a tile may have lain between two turns, neither of them seen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator
from itertools import zip_longest

from rules import Board, Cell
from rules.lattice import SIDES
from rules.move import Tile
from rules.palagonia.judging import is_interior
from rules.placing import fitting_tiles
from rules.tile import matching_orientations

_TOUCHED = 2
"""A tile is laid where it touches at least so many."""


def resting_places(
    standing: Board, start: Cell, towards: Tile, barred: Collection[Cell]
) -> Iterator[Tile]:
    """Yield places at which a tile of Palagem may have lain that the next player moved on.

    A few stand for all, since none was seen: each of another cell, as long as there are such, since
    on that cell the tile cannot be laid next. Which ones come first does not depend on how the
    table is turned.

    Parameters
    ----------
    standing
        The board without the tile.
    start, towards
        Where it lay before, or lies now, and a tile by which directions are told from there.
    barred
        The cells on which it did not rest.
    """
    cells = {cell for cell in standing.border() if len(standing.touching(cell)) >= _TOUCHED}

    def seen_from(place: Tile) -> tuple[int, int, int, int]:
        """Return the same for a board that is turned as a whole."""
        ahead, aside = _products(start, towards.cell, place.cell)
        turned = (place.orientation - towards.orientation) % SIDES
        return len(standing.touching(place.cell)), ahead, aside, turned

    places: dict[Cell, list[Tile]] = defaultdict(list)
    for place in sorted(fitting_tiles(standing, cells - {start, *barred}), key=seen_from):
        places[place.cell].append(place)
    for turned_so in zip_longest(*places.values()):
        yield from filter(None, turned_so)


def ahead_of(tile: Tile) -> Tile:
    """Return a tile turned as another one, beside it: it tells the same direction on any table."""
    return Tile(tile.cell.neighbours()[tile.orientation], tile.orientation)


def laid_and_gone(standing: Board, laid: tuple[Tile, ...]) -> Iterator[Tile]:
    """Yield places at which a tile of Palagonia may have lain, laid with others and taken away.

    Those come first at which it lay beside most of them: a turn's tiles lie together. Which others
    do does not depend on how the table is turned.

    Parameters
    ----------
    standing
        The board without the tile.
    laid
        What was laid with it and lies there.
    """
    first = laid[0]

    cells = {tile.cell for tile in laid}

    def seen_from(place: Tile) -> tuple[int, int, int, int]:
        """Return the same for a board that is turned as a whole."""
        ahead, aside = _products(first.cell, ahead_of(first).cell, place.cell)
        beside = len(cells & set(place.cell.neighbours()))
        return -beside, ahead, aside, (place.orientation - first.orientation) % SIDES

    near = {cell for tile in laid for cell in tile.cell.neighbours()} - standing.keys()
    yield from sorted(fitting_tiles(standing, near), key=seen_from)


def turned_since(table: Board, laid: tuple[Tile, ...]) -> Iterator[Tile]:
    """Yield how tiles of Palagonia may have been laid that were turned since.

    Only a tile with no free edge can be turned.

    Parameters
    ----------
    table
        The board as it lies.
    laid
        The tiles that were laid on it, as they lie now.
    """
    for tile in laid:
        yield from (Tile(tile.cell, k) for k in otherwise_turned(table, tile.cell))


def otherwise_turned(table: Board, cell: Cell) -> tuple[int, ...]:
    """Return the orientations that a tile of Palagonia may be turned to; none if it may not."""
    now = table[cell]
    ways = matching_orientations(now) if is_interior(table, cell) else ()
    return tuple(k for k in ways if k != now)


def taken_and_filled(before: Board, laid: tuple[Tile, ...]) -> Iterator[Cell]:
    """Yield tiles of Palagonia that may have been taken away, and laid anew with others.

    They lie there now just as they did.

    Parameters
    ----------
    before
        The board before both.
    laid
        The tiles that are new.
    """
    near = {cell for tile in laid for cell in tile.cell.neighbours()} & before.keys()
    yield from (cell for cell in sorted(near) if not is_interior(before, cell))


def _products(start: Cell, one: Cell, other: Cell) -> tuple[int, int]:
    """Return how far two ways from a cell lead the same way, and how far aside of each other."""
    q, r = one.q - start.q, one.r - start.r
    s, t = other.q - start.q, other.r - start.r
    return 2 * (q * s + r * t) + q * t + r * s, q * t - r * s
