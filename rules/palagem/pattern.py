"""The palagem: four matching tiles in a 2x2 rhombus, recognised in any place and rotation."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

from rules.board import Board, mismatches
from rules.lattice import SIDES, Cell
from rules.refusals import PalagemError, Refusal
from rules.tile import matching_orientations

TILES_IN_A_PALAGEM = 4
_RHOMBUS_SHAPES = 3

Pattern = tuple[tuple[Cell, int], ...]
"""A palagem's tiles as they lie in the rotation that sorts first: alike for all of one kind."""


@dataclass(frozen=True)
class Palagem:
    """A player's palagem, as it lies in front of them.

    Raises
    ------
    PalagemError
        If these are not four matching tiles in a 2x2 rhombus.
    """

    tiles: Board

    def __post_init__(self) -> None:
        cells = frozenset(self.tiles)
        if len(cells) != TILES_IN_A_PALAGEM:
            raise PalagemError(Refusal.NOT_FOUR_TILES(count=len(cells)))
        if cells not in (frozenset(rhombus) for rhombus in _rhombi_with(min(cells))):
            raise PalagemError(Refusal.NO_RHOMBUS())
        if mismatches(self.tiles):
            raise PalagemError(Refusal.PALAGEM_MISMATCHES())

    def pattern(self, *, inversion: bool = False) -> Pattern:
        """Return what all palagems of one kind share, whatever their place and rotation.

        Parameters
        ----------
        inversion
            Whether a palagem with its colours swapped counts as the same.
        """
        return _pattern(self.tiles, inversion=inversion)


def all_palagems(*, inversion: bool = False) -> tuple[Palagem, ...]:
    """Return one palagem of each kind.

    There are 81, and 45 in Inversion. The published page gives 42 for Inversion; that is the
    count with mirror images taken for one, which the rules forbid.
    """
    cells = _rhombi_with(Cell(0, 0))[0]
    kinds: dict[Pattern, Palagem] = {}
    for orientations in product(matching_orientations(0), repeat=TILES_IN_A_PALAGEM):
        palagem = Palagem(Board(zip(cells, orientations, strict=True)))
        kinds.setdefault(palagem.pattern(inversion=inversion), palagem)
    return tuple(kinds.values())


def completed_palagems(
    board: Board, cell: Cell, palagems: Mapping[str, Palagem], *, inversion: bool = False
) -> tuple[str, ...]:
    """Return the players whose palagem stands on a board with the tile of one cell in it."""
    standing = {_pattern(part, inversion=inversion) for part in _rhombi_on(board, cell)}
    return tuple(
        player
        for player, palagem in palagems.items()
        if palagem.pattern(inversion=inversion) in standing
    )


def palagem_cells(
    board: Board, cell: Cell, palagem: Palagem, *, inversion: bool = False
) -> tuple[Cell, ...]:
    """Return the cells in which a palagem stands on a board with the tile of one cell in it.

    They are in order; of several places all cells are returned, and none where it does not stand.
    """
    wanted = palagem.pattern(inversion=inversion)
    standing = (
        part for part in _rhombi_on(board, cell) if _pattern(part, inversion=inversion) == wanted
    )
    return tuple(sorted({place for part in standing for place in part}))


def players_who_must_change(
    palagems: Mapping[str, Palagem], *, inversion: bool = False
) -> tuple[str, ...]:
    """Return the players whose palagem equals that of somebody later in the order.

    Parameters
    ----------
    palagems
        The players' choices, in the order of play.
    inversion
        Whether colour swaps count as equal.
    """
    patterns = {player: p.pattern(inversion=inversion) for player, p in palagems.items()}
    last_with = {pattern: player for player, pattern in patterns.items()}
    return tuple(player for player, pattern in patterns.items() if last_with[pattern] != player)


def _rhombi_with(cell: Cell) -> list[tuple[Cell, ...]]:
    """Return the twelve rhombi of four cells that a cell is part of."""
    rhombi = []
    for edge in range(_RHOMBUS_SHAPES):
        zero = Cell(0, 0)
        steps = (zero, zero.neighbour(edge), zero.neighbour(edge + 1))
        far = steps[1].translated(*steps[2])
        for q, r in (*steps, far):
            origin = cell.translated(-q, -r)
            rhombi.append(tuple(origin.translated(*step) for step in (*steps, far)))
    return rhombi


def _rhombi_on(board: Board, cell: Cell) -> Iterator[Board]:
    for rhombus in _rhombi_with(cell):
        if all(part in board for part in rhombus):
            yield Board({part: board[part] for part in rhombus})


@lru_cache(maxsize=1024)
def _pattern(tiles: Board, *, inversion: bool) -> Pattern:
    colorings = (tiles, tiles.colors_swapped()) if inversion else (tiles,)
    return min(
        _moved_to_origin(coloring.rotated(turns))
        for coloring in colorings
        for turns in range(SIDES)
    )


def _moved_to_origin(tiles: Board) -> Pattern:
    first = min(tiles)
    return tuple(sorted(tiles.translated(-first.q, -first.r).items()))
