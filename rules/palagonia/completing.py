"""Whether tiles that were added can still become a legal move with those that are due.

Two ways lead there. The due tiles may make one patch of what was added, or they may close an island
that everything belongs to. Either way they must fill each hole that the added tiles made, for no
tile opens a hole again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from rules.board import Board, mismatches, parities
from rules.groups import find_groups
from rules.lattice import Cell, connected_parts, enclosed_cells
from rules.move import Move, Tile
from rules.palagonia.judging import rule_on_palagonia
from rules.palagonia.moves import closings
from rules.placing import fitting_tiles

Cells = frozenset[Cell]


def can_be_completed(
    before: Board, placed: Sequence[Tile], missing: int, *, die: int, tiles_left: int
) -> bool:
    """Tell whether exactly ``missing`` more tiles can make a legal move of the placed ones.

    Parameters
    ----------
    before
        The board before the move.
    placed
        The tiles added so far, at least one.
    missing
        How many tiles are due, at least one.
    die
        The mover's roll, 2 to 5.
    tiles_left
        The tiles left before the move.
    """
    board = before.with_tiles(placed)
    if len(parities(before)) < 2 <= len(parities(board)):
        return False  # tiles that match and hang together are of one parity
    known = enclosed_cells(before)
    to_fill = enclosed_cells(board) - known
    if len(to_fill) > missing:
        return False
    if known and (missing > 1 or enclosed_cells(board) or mismatches(board)):
        return _beside_a_hole(before, placed, missing, die=die, tiles_left=tiles_left)
    own = frozenset(tile.cell for tile in placed)
    for cells in _patches(before, own, to_fill, missing):
        tiles = _tiling(board, cells)
        if tiles is not None and enclosed_cells({*board, *cells}) <= known:
            return True
    return any(
        rule_on_palagonia(
            before, Move(placed=(*placed, *tiles)), die=die, tiles_left=tiles_left
        ).legal
        for tiles in _closing_tiles(board, own, missing)
    )


def _beside_a_hole(
    before: Board, placed: Sequence[Tile], missing: int, *, die: int, tiles_left: int
) -> bool:
    """Tell whether tiles can be completed on a board that had a hole, which people let stand.

    While a hole is there, or tiles mismatch, nobody rules on whether tiles belong together, so they
    may lie anywhere. With more than one tile due that is taken for possible.
    """
    board = before.with_tiles(placed)
    return missing > 1 or any(
        rule_on_palagonia(
            before, Move(placed=(*placed, tile)), die=die, tiles_left=tiles_left
        ).legal
        for tile in fitting_tiles(board, [*board.border(), *enclosed_cells(board)])
    )


def _patches(before: Board, own: Cells, to_fill: Cells, missing: int) -> Iterator[Cells]:
    """Yield the sets of empty cells that make one patch of placed cells and touch the table.

    They are grown from one placed cell; others that were placed join it when it reaches them.
    """
    seen: set[Cells] = set()
    start = connected_parts(sorted(own))[0]

    def grow(added: Cells, patch: Cells) -> Iterator[Cells]:
        left = missing - len(added)
        joined = not before or any(before.touching(cell) for cell in patch)
        to_reach = own - patch or (frozenset() if joined else before.keys())
        if not left and not to_reach:
            yield added
        if not left or _too_far(patch, to_reach, left) or len(to_fill - added) > left:
            return
        for cell in sorted({n for member in patch for n in member.neighbours()} - patch):
            larger = added | {cell}
            if cell not in before and larger not in seen:
                seen.add(larger)
                yield from grow(larger, _part_with(cell, own | larger))

    yield from grow(frozenset(), start)


def _part_with(cell: Cell, cells: Cells) -> Cells:
    return next(part for part in connected_parts(sorted(cells)) if cell in part)


def _too_far(patch: Cells, others: Collection[Cell], steps: int) -> bool:
    """Tell whether so many cells lead from a patch to none of some others."""
    nearest = min((cell.steps_to(other) for cell in patch for other in others), default=0)
    return nearest - 1 > steps


def _tiling(board: Board, cells: Cells) -> Board | None:
    """Return a board with matching tiles on cells that hang together with it, if there is one.

    Whichever of its matching rotations a tile has, the tiles beside it have the same choice; so
    nothing needs to be tried twice.
    """
    remaining = set(cells)
    while remaining:
        cell = next(c for c in sorted(remaining) if board.touching(c))
        tile = next(fitting_tiles(board, [cell]), None)
        if tile is None:
            return None
        board = board.with_tile(*tile)
        remaining.remove(cell)
    return board


def _closing_tiles(board: Board, own: Cells, missing: int) -> Iterator[tuple[Tile, ...]]:
    """Yield the ways in which so many tiles close a group of arches and fill what it encloses.

    Groups at the placed tiles come first, as most islands that these belong to pass through them.
    """
    corners = {corner for cell in own for corner in cell.corners()}
    seen: set[frozenset[Tile]] = set()
    groups = [group for group in find_groups(board).all if group.arches]
    for group in sorted(groups, key=lambda group: corners.isdisjoint(group.corners)):
        lacking = {cell for corner in group.corners for cell in corner.cells()} - board.keys()
        if len(lacking) <= missing:
            for tiles in closings(board, min(group.corners), group.color, missing):
                if frozenset(tiles) not in seen:
                    seen.add(frozenset(tiles))
                    yield tiles
