"""How near a palagem is to standing on the table, and which moves bring it nearer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.board import Board
from rules.lattice import SIDES
from rules.move import Move, Tile, applied
from rules.palagem.moves import legal_moves
from rules.palagem.pattern import TILES_IN_A_PALAGEM, Palagem
from rules.tile import tiles_match


@dataclass(frozen=True)
class Nearness:
    """What a palagem lacks on a table.

    Attributes
    ----------
    missing
        How many of its four tiles are not there yet where it is nearest: 4 where none of its tiles
        can be used, 0 where it stands.
    ways
        The tiles that would complete it, for each place and rotation that lacks so few.
    """

    missing: int
    ways: tuple[tuple[Tile, ...], ...]


@dataclass(frozen=True)
class NearerMove:
    """A legal move that brings a palagem nearer, and what it lacks then."""

    move: Move
    after: Nearness


def nearness(board: Board, palagem: Palagem, *, inversion: bool = False) -> Nearness:
    """Tell how near a palagem is to standing on a table.

    Parameters
    ----------
    board
        The tiles on the table.
    palagem
        A player's palagem.
    inversion
        Whether it counts with its colours swapped, too.
    """
    found = set(_ways(board, palagem, inversion=inversion))
    missing = min((len(way) for way in found), default=TILES_IN_A_PALAGEM)
    nearest = sorted(tuple(sorted(way)) for way in found if len(way) == missing)
    return Nearness(missing, tuple(nearest))


def nearer_moves(
    board: Board, palagem: Palagem, tiles_left: int, *, inversion: bool = False
) -> tuple[NearerMove, ...]:
    """Return the legal moves after which a palagem lacks less than before.

    Those come first that leave the most ways to complete it.
    """
    now = nearness(board, palagem, inversion=inversion).missing
    found = []
    for move in legal_moves(board, tiles_left):
        after = nearness(applied(move, board), palagem, inversion=inversion)
        if after.missing < now:
            found.append(NearerMove(move, after))
    return tuple(sorted(found, key=lambda one: (one.after.missing, -len(one.after.ways))))


def _ways(board: Board, palagem: Palagem, *, inversion: bool) -> Iterator[frozenset[Tile]]:
    """Yield the tiles that a palagem lacks, for each place where at least one of it lies."""
    colorings = [palagem.tiles, palagem.tiles.colors_swapped()] if inversion else [palagem.tiles]
    for coloring in colorings:
        for turns in range(SIDES):
            turned = coloring.rotated(turns)
            for cell, orientation in turned.items():
                for spot, lies in board.items():
                    if lies == orientation:
                        there = turned.translated(spot.q - cell.q, spot.r - cell.r)
                        lacking = frozenset(Tile(*one) for one in there.items() - board.items())
                        if _fit(board, lacking):
                            yield lacking


def _fit(board: Board, tiles: frozenset[Tile]) -> bool:
    """Tell whether tiles can lie on empty cells of a table and match what they touch."""
    return all(
        tile.cell not in board
        and all(tiles_match(tile.orientation, board[at]) for at in board.touching(tile.cell))
        for tile in tiles
    )
