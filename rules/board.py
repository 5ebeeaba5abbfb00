"""The board: which tile lies on which cell, as an immutable value."""

from __future__ import annotations

from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, ValuesView
from operator import index

from rules.lattice import SIDES, Cell
from rules.tile import tiles_match


class Board(Mapping[Cell, int]):
    """Tiles on the lattice: a mapping from cells to orientations in 0..5 that never changes.

    Boards compare and hash by their tiles, so they can be kept in sets and histories. Nothing is
    asked of a position: tiles may mismatch or lie apart, as they may on a real table.
    """

    __slots__ = ("_hash", "_tiles")

    def __init__(
        self,
        tiles: Mapping[Cell, int] | Iterable[tuple[tuple[int, int], int]] = (),
    ) -> None:
        """Build a board from a mapping or from (cell, orientation) pairs.

        Raises
        ------
        ValueError
            If a cell is given twice or an orientation is outside 0..5.
        TypeError
            If a coordinate or an orientation is not a whole number.
        """
        pairs = tiles.items() if isinstance(tiles, Mapping) else tiles
        checked: dict[Cell, int] = {}
        for (q, r), orientation in pairs:
            cell, turned = Cell(index(q), index(r)), index(orientation)
            if cell in checked:
                raise ValueError(f"Cell ({cell.q}, {cell.r}) is given twice; give it once.")
            if not 0 <= turned < SIDES:
                raise ValueError(
                    f"Orientation {turned} of cell ({cell.q}, {cell.r}) is outside 0..5."
                )
            checked[cell] = turned
        self._tiles = checked
        self._hash: int | None = None

    @classmethod
    def _of(cls, tiles: dict[Cell, int]) -> Board:
        """Wrap tiles that are known to be well formed, without checking them again."""
        board = cls.__new__(cls)
        board._tiles = tiles
        board._hash = None
        return board

    def __getitem__(self, cell: Cell) -> int:
        return self._tiles[cell]

    def __iter__(self) -> Iterator[Cell]:
        return iter(self._tiles)

    def __len__(self) -> int:
        return len(self._tiles)

    def __contains__(self, cell: object) -> bool:
        return cell in self._tiles

    def keys(self) -> KeysView[Cell]:
        """Return the cells on which tiles lie, as a view."""
        return self._tiles.keys()

    def items(self) -> ItemsView[Cell, int]:
        """Return the cells with the orientations of their tiles, as a view."""
        return self._tiles.items()

    def values(self) -> ValuesView[int]:
        """Return the orientations of the tiles, as a view."""
        return self._tiles.values()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return self._tiles == other._tiles

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash(frozenset(self._tiles.items()))
        return self._hash

    def __repr__(self) -> str:
        tiles = ", ".join(f"({q}, {r}): {k}" for (q, r), k in sorted(self._tiles.items()))
        return f"Board({{{tiles}}})"

    def with_tile(self, cell: Cell, orientation: int) -> Board:
        """Return the board with a tile on ``cell``, in place of what may lie there."""
        return self.with_tiles([(cell, orientation)])

    def with_tiles(self, tiles: Iterable[tuple[Cell, int]]) -> Board:
        """Return the board with tiles on some cells, in place of what may lie there.

        Raises
        ------
        ValueError
            If an orientation is outside 0..5.
        """
        changed = dict(self._tiles)
        for cell, orientation in tiles:
            if not 0 <= orientation < SIDES:
                raise ValueError(
                    f"Orientation {orientation} of cell ({cell.q}, {cell.r}) is outside 0..5."
                )
            changed[cell] = orientation
        return Board._of(changed)

    def without(self, *cells: Cell) -> Board:
        """Return the board without the tiles on some cells.

        Raises
        ------
        KeyError
            If no tile lies on one of them.
        """
        tiles = dict(self._tiles)
        for cell in cells:
            del tiles[cell]
        return Board._of(tiles)

    def translated(self, dq: int, dr: int) -> Board:
        """Return the board with every tile moved by (dq, dr)."""
        return Board._of({Cell(q + dq, r + dr): k for (q, r), k in self._tiles.items()})

    def rotated(self, turns: int) -> Board:
        """Return the board turned about cell (0, 0) by ``turns`` times 60 degrees.

        Positive turns are counter-clockwise as seen from above; each adds 1 to every orientation.
        """
        return Board._of({c.rotated(turns): (k + turns) % SIDES for c, k in self._tiles.items()})

    def colors_swapped(self) -> Board:
        """Return the board with white and blue exchanged on every tile."""
        return Board._of({cell: (k + 3) % SIDES for cell, k in self._tiles.items()})

    def touching(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the neighbours of ``cell`` on which tiles lie."""
        tiles = self._tiles
        return tuple([neighbour for neighbour in cell.neighbours() if neighbour in tiles])

    def mismatched_neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """Return the tiles that the tile on ``cell`` touches without matching."""
        tiles = self._tiles
        own = tiles[cell]
        return tuple([n for n in self.touching(cell) if not tiles_match(own, tiles[n])])

    def border(self) -> tuple[Cell, ...]:
        """Return the empty cells that touch a tile, sorted; none for an empty board."""
        return tuple(
            sorted({n for cell in self._tiles for n in cell.neighbours() if n not in self._tiles})
        )


def mismatches(board: Board) -> tuple[tuple[Cell, Cell], ...]:
    """Return the pairs of touching tiles whose colours do not meet, each pair once and sorted."""
    if len(parities(board)) <= 1:
        return ()
    tiles = dict(board.items())
    pairs = [
        (cell, neighbour)
        for cell, orientation in tiles.items()
        for neighbour in cell.neighbours()
        if cell < neighbour
        and neighbour in tiles
        and not tiles_match(orientation, tiles[neighbour])
    ]
    return tuple(sorted(pairs))


def parities(board: Board) -> frozenset[int]:
    """Return the parities of the orientations; tiles of one parity match wherever they touch."""
    return frozenset(orientation % 2 for orientation in board.values())
