"""The board drawn over a picture of the table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import atan2, degrees

import numpy as np

from companion.drawing.board_drawing import zigzag
from companion.drawing.photo_drawing import PhotoDrawing, PhotoMark, PhotoTile
from companion.drawing.photo_view import View, view_around, whole_view
from companion.drawing.tile_parts import PARTS, Part, Point, parts_of, path
from companion.live.overlay import Overlay, OverlayTile
from companion.words.findings import Finding
from rules import Board, Cell
from rules.lattice import SIDES


@dataclass(frozen=True)
class PictureView:
    """A picture of the table with the board on it.

    ``photo`` is its number on record, None where it is not kept;
    ``view`` is the part that shows the board and the places beside it.
    """

    width: int
    height: int
    photo: int | None
    drawing: PhotoDrawing
    view: View


def picture_view(
    overlay: Overlay, findings: Sequence[Finding], alike: Sequence[Overlay] = ()
) -> PictureView:
    """Lay what there is to say over a picture; cells that the overlay does not know are left out.

    Parameters
    ----------
    overlay
        Where tiles and cells lie in the picture.
    findings
        What to mark.
    alike
        Overlays of other pictures that are shown beside this one, of the same part of the table.
    """
    tiles = {tile.cell: tile for tile in overlay.tiles}
    outlines = {one.cell: one.outline for one in overlay.cells}
    outlines |= {tile.cell: tile.outline for tile in overlay.tiles}
    held = [point for one in (overlay, *alike) for point in _to_hold(one)]
    return PictureView(
        width=overlay.width,
        height=overlay.height,
        photo=overlay.picture,
        view=view_around(held, overlay.width, overlay.height),
        drawing=PhotoDrawing(
            tiles=tuple(
                PhotoTile(path(tile.outline), _paths(tile), tile.sure) for tile in overlay.tiles
            ),
            marks=tuple(
                _mark(number, finding, overlay.board, tiles, outlines)
                for number, finding in enumerate(findings)
            ),
        ),
    )


def bare_picture(width: int, height: int) -> PictureView:
    """Return a picture with nothing drawn over it."""
    return PictureView(width, height, None, PhotoDrawing((), ()), whole_view(width, height))


def _to_hold(overlay: Overlay) -> list[Point]:
    """Return points of a picture that are to be seen: the tiles, and half of the places beside."""
    if not overlay.tiles:
        return []
    corners = [corner for tile in overlay.tiles for corner in tile.outline]
    return [*corners, *(one.center for one in overlay.cells)]


def turns_towards_picture(overlay: Overlay) -> int:
    """Return how many steps of 60 degrees turn the lattice to lie as the picture shows it."""
    if len(overlay.tiles) < 2:
        return 0
    on_lattice = np.array([tile.cell.center() for tile in overlay.tiles])
    in_picture = np.array([tile.center for tile in overlay.tiles])
    lattice = on_lattice[:, 0] - 1j * on_lattice[:, 1]
    picture = in_picture[:, 0] + 1j * in_picture[:, 1]
    turn = np.vdot(lattice - lattice.mean(), picture - picture.mean())
    return round(-degrees(atan2(turn.imag, turn.real)) / 60) % SIDES


def _paths(tile: OverlayTile) -> dict[Part, str]:
    return {part: path(outline) for part, outline in tile.parts.items()}


def _mark(
    number: int,
    finding: Finding,
    board: Board,
    tiles: Mapping[Cell, OverlayTile],
    outlines: Mapping[Cell, tuple[Point, ...]],
) -> PhotoMark:
    cells = [outlines[cell] for cell in finding.cells if cell in outlines]
    return PhotoMark(
        finding=number,
        kind=finding.kind,
        parts=tuple(
            (part, path(tiles[cell].parts[part])) for cell, part in _parts(finding, board, tiles)
        ),
        cells=tuple(path(corners) for corners in cells),
        centers=tuple(_center_and_size(corners) for corners in cells),
        edges=tuple(
            _edge(first, second, board, outlines)
            for first, second in finding.edges
            if first in tiles
        ),
    )


def _parts(
    finding: Finding, board: Board, tiles: Mapping[Cell, OverlayTile]
) -> list[tuple[Cell, Part]]:
    if finding.kind == "illegal":
        return [(cell, part) for cell in finding.cells if cell in tiles for part in PARTS]
    return [
        placed
        for shape in finding.shapes
        if all(cell in tiles for cell in shape.cells)
        for placed in parts_of(shape, board)
    ]


def _edge(
    first: Cell, second: Cell, board: Board, outlines: Mapping[Cell, tuple[Point, ...]]
) -> str:
    """Return the edge of a tile towards a neighbour; outlines begin at the white tip's corner."""
    index = (first.neighbours().index(second) - board[first]) % SIDES
    corners = outlines[first]
    return zigzag(corners[index], corners[(index + 1) % SIDES])


def _center_and_size(corners: Sequence[Point]) -> tuple[float, float, float]:
    xs, ys = zip(*corners, strict=True)
    size = min(max(xs) - min(xs), max(ys) - min(ys))
    return sum(xs) / len(xs), sum(ys) / len(ys), size
