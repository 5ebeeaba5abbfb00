"""The legal moves of Palagonia, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from rules.board import Board
from rules.groups import Node, find_group, find_groups
from rules.lattice import Cell, Corner, enclosed_cells, is_connected
from rules.move import Move, Tile
from rules.palagonia.judging import (
    REMOVE_DIE,
    ROTATE_DIE,
    can_act,
    is_interior,
    rule_on_palagonia,
    tiles_due,
)
from rules.placing import fitting_tiles, places
from rules.tile import Color, matching_orientations


def legal_moves(board: Board, die: int, tiles_left: int) -> Iterator[Move]:
    """Yield each legal move once; for tiles to add there may be millions, so take what you need.

    Tiles that form one patch come before tiles that all belong to one island they close.

    Parameters
    ----------
    board
        The position.
    die
        The mover's roll.
    tiles_left
        The tiles left before the move.
    """
    if not can_act(board, die, tiles_left):
        yield Move()
        return
    for move in _candidates(board, die, tiles_left):
        if rule_on_palagonia(board, move, die=die, tiles_left=tiles_left).legal:
            yield move


def _candidates(board: Board, die: int, tiles_left: int) -> Iterator[Move]:
    """Yield moves of the kinds that a roll allows, the legal ones among them."""
    if die == ROTATE_DIE:
        yield from _rotations(board)
        return
    if die != REMOVE_DIE:
        yield from _additions(board, tiles_due(die, tiles_left))
    if die == REMOVE_DIE or die > tiles_left:
        yield from _removals(board)


def _rotations(board: Board) -> Iterator[Move]:
    for cell in sorted(board):
        if is_interior(board, cell):
            for orientation in matching_orientations(board[cell]):
                if orientation != board[cell]:
                    yield Move(rotated=(Tile(cell, orientation),))


def _removals(board: Board) -> Iterator[Move]:
    for cell in sorted(board):
        yield Move(removed=(cell,))


def _additions(board: Board, number: int) -> Iterator[Move]:
    if number == 0:
        return
    for patch in _patches(board, number):
        for tiles in _tilings(board, patch):
            yield Move(placed=tiles)
    seen: set[frozenset[Tile]] = set()
    for group in find_groups(board).all:
        if not group.closed:
            for tiles in closings(board, min(group.corners), group.color, number):
                scattered = not is_connected([tile.cell for tile in tiles])
                if scattered and frozenset(tiles) not in seen:
                    seen.add(frozenset(tiles))
                    yield Move(placed=tiles)


def _patches(board: Board, number: int) -> Iterator[frozenset[Cell]]:
    """Yield the connected sets of so many empty cells that touch the table.

    On an empty table the least of the cells is (0, 0), so that no patch comes in two places.
    """
    origin = Cell(0, 0)
    patches = {frozenset([cell]) for cell in places(board)}
    for _ in range(number - 1):
        patches = {
            patch | {cell}
            for patch in patches
            for member in patch
            for cell in member.neighbours()
            if cell not in patch and cell not in board and (board or cell > origin)
        }
    yield from sorted(patches, key=sorted)


def _tilings(board: Board, cells: frozenset[Cell]) -> Iterator[tuple[Tile, ...]]:
    """Yield the matching ways to put tiles on all of some cells that hang together with a board."""
    if not cells:
        yield ()
        return
    cell = min((c for c in cells if board.touching(c)), default=min(cells))
    for tile in fitting_tiles(board, [cell]):
        for others in _tilings(board.with_tile(*tile), cells - {cell}):
            yield (tile, *others)


def closings(board: Board, corner: Corner, color: Color, number: int) -> Iterator[tuple[Tile, ...]]:
    """Yield the ways to close the group at a corner, and fill what it encloses, with so many tiles.

    A tile that is laid to close a group must lie on a cell that its corners lack, so there is no
    choice but the orientation.
    """
    group = find_group(board, Node(corner, color))
    lacking = {cell for own in group.corners for cell in own.cells() if cell not in board}
    if not lacking:
        lacking = set(enclosed_cells(board))
    if len(lacking) > number:
        return
    if not lacking:
        if number == 0:
            yield ()
        return
    for tile in fitting_tiles(board, [min(lacking)]):
        for others in closings(board.with_tile(*tile), corner, color, number - 1):
            yield (tile, *others)
