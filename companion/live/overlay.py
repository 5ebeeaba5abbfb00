"""The board as it lies in a picture of the game: outlines that a page draws over it."""

from __future__ import annotations

from cmath import rect
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from math import pi
from typing import Literal

from companion.drawing.tile_parts import HEXAGON, PARTS, Part, Point
from companion.live.kept_sightings import KeptSighting
from companion.live.snapshot import Snapshot
from rules import Board, Cell
from rules.lattice import SIDES
from vision.lattice.projection import Projection

Why = Literal["unsure", "hidden", "empty"]
Outline = tuple[Point, ...]


@dataclass(frozen=True)
class OverlayTile:
    """A tile in a picture, in its pixels; ``outline`` begins at the white tip's corner."""

    cell: Cell
    orientation: int
    sure: bool
    outline: Outline
    center: Point
    parts: Mapping[Part, Outline]


@dataclass(frozen=True)
class OverlayCell:
    """A cell without a tile in a picture, in its pixels, and why it is of interest."""

    cell: Cell
    outline: Outline
    center: Point
    why: Why


@dataclass(frozen=True)
class Overlay:
    """The tiles of a board and cells beside them, as they lie in a picture.

    Attributes
    ----------
    width, height
        The size of the picture in whose pixels the outlines are.
    entry
        The number of the look's entry on record.
    picture
        The number of the picture that was looked at; None where none was kept.
    tiles, cells
        By cell.
    """

    width: int
    height: int
    entry: int
    picture: int | None
    tiles: tuple[OverlayTile, ...]
    cells: tuple[OverlayCell, ...]

    @property
    def board(self) -> Board:
        """The tiles as a board."""
        return Board({tile.cell: tile.orientation for tile in self.tiles})


def overlay_of_look(
    look: KeptSighting, snapshot: Snapshot | None = None, more: Collection[Cell] = ()
) -> Overlay | None:
    """Return a look's board as it lies in its picture; None where nothing lay there.

    With a snapshot the tiles are those that lie there now, as people have put them right; ``more``
    are other cells to outline.
    """
    if look.projection is None:
        return None
    width, height = look.size
    seen = look if snapshot is None else snapshot
    return Overlay(
        width,
        height,
        look.entry.number,
        look.entry.after,
        overlay_tiles(look.projection, seen.board, {*seen.unsure, *seen.hidden}),
        _cells(look.projection, seen.board, seen.unsure, seen.hidden, more),
    )


def overlay_tiles(
    projection: Projection, board: Board, doubtful: Collection[Cell]
) -> tuple[OverlayTile, ...]:
    """Return a board's tiles as they lie in a picture; those on ``doubtful`` cells are not sure."""
    return tuple(
        OverlayTile(
            cell=cell,
            orientation=board[cell],
            sure=cell not in doubtful,
            outline=projection.places(_placed(HEXAGON, cell, board[cell])),
            center=projection.cell_center(cell),
            parts={
                part: projection.places(_placed(outline, cell, board[cell]))
                for part, outline in PARTS.items()
            },
        )
        for cell in sorted(board)
    )


def _cells(
    projection: Projection,
    board: Board,
    unsure: Collection[Cell],
    hidden: Collection[Cell],
    more: Collection[Cell],
) -> tuple[OverlayCell, ...]:
    """Return the cells beside a board, those that cannot be seen well, and some more."""
    beside = {n for cell in board for n in cell.neighbours()} | {*unsure, *hidden, *more}
    return tuple(
        OverlayCell(
            cell=cell,
            outline=projection.places(_placed(HEXAGON, cell, 0)),
            center=projection.cell_center(cell),
            why="hidden" if cell in hidden else "unsure" if cell in unsure else "empty",
        )
        for cell in sorted(beside - board.keys())
    )


def _placed(points: Sequence[Point], cell: Cell, orientation: int) -> list[Point]:
    """Return an outline of a tile of orientation 0 as it lies on a cell, in edge lengths, y up."""
    center = complex(*cell.center())
    turn = rect(1, orientation * 2 * pi / SIDES)
    placed = [center + turn * complex(*point) for point in points]
    return [(point.real, point.imag) for point in placed]
