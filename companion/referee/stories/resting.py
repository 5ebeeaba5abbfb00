"""Where a tile may have lain between two turns, neither of them seen."""

from __future__ import annotations

from collections.abc import Iterator

from rules import Board, Cell
from rules.lattice import SIDES
from rules.move import Tile
from rules.palagonia.judging import is_interior
from rules.placing import fitting_tiles
from rules.tile import matching_orientations

_TOUCHED = 2
"""A tile is laid where it touches at least so many."""


def resting_places(standing: Board, tile: Cell, laid: tuple[Tile, ...]) -> Iterator[Tile]:
    """Yield places at which a tile of Palagem may have lain that was moved in both turns.

    A few stand for all, since none was seen.

    Which ones come first does not depend on how the table is turned.

    Parameters
    ----------
    standing
        The board without the tile.
    tile
        Where it lay before both turns.
    laid
        What was laid in all; on these cells it did not rest.
    """
    target = laid[0]
    cells = {
        cell
        for cell in standing.border()
        if cell != tile and len(standing.touching(cell)) >= _TOUCHED
    }
    cells -= {other.cell for other in laid}

    def seen_from(place: Tile) -> tuple[int, int, int, int]:
        """Return the same for a board that is turned as a whole."""
        ahead, aside = _products(tile, target.cell, place.cell)
        turned = (place.orientation - target.orientation) % SIDES
        return len(standing.touching(place.cell)), ahead, aside, turned

    yield from sorted(fitting_tiles(standing, cells), key=seen_from)


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
    ahead_of_it = first.cell.neighbours()[first.orientation]

    cells = {tile.cell for tile in laid}

    def seen_from(place: Tile) -> tuple[int, int, int, int]:
        """Return the same for a board that is turned as a whole."""
        ahead, aside = _products(first.cell, ahead_of_it, place.cell)
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
    for cell, now in laid:
        if is_interior(table, cell):
            yield from (Tile(cell, k) for k in matching_orientations(now) if k != now)


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
