r"""The character diagram in which the play-by-mail server prints a board, out and in.

A tile is a figure of five lines and nine columns in which ``o`` is the dark colour (blue here);
columns of tiles step 6 characters, rows 4 lines, and half a row 2 lines::

      .--oo
     o   oo\
    ooo  oo )
     o   oo/
      `--oo

The server's boards have the dark corners on the right of a tile's top edge (even orientations).
Odd orientations, which a board turned by 60 degrees has, are drawn as the mirror image.
"""

from __future__ import annotations

from collections.abc import Iterator

from rules.board import Board
from rules.lattice import SIDES, Cell

_COLUMN_STEP, _ROW_STEP, _HALF_ROW = 6, 4, 2
_DARK = "o"

_EVEN_FIGURES = {
    0: ("  .--oo  ", " o   oo\\ ", "ooo  oo )", " o   oo/ ", "  `--oo  "),
    2: ("  .--oo  ", " / ooo \\ ", "oooo    )", " \\    oo ", "  `--oo  "),
    4: ("  .--oo  ", " /    oo ", "oooo    )", " \\ ooo / ", "  `--oo  "),
}
_MIRRORED = str.maketrans("/\\)`", "\\/('")
_FIGURES = {
    **_EVEN_FIGURES,
    **{
        (3 - orientation) % 6: tuple(line.translate(_MIRRORED)[::-1] for line in figure)
        for orientation, figure in _EVEN_FIGURES.items()
    },
}
_EDGE_PLACES = (
    ((7, 1),),
    ((3, 0), (4, 0), (5, 0)),
    ((1, 1),),
    ((1, 3),),
    ((3, 4), (4, 4), (5, 4)),
    ((7, 3),),
)
"""Where in a figure, as (column, line), each edge is drawn; only where no tile lies beyond it."""
_CORNER_PLACES = ((8, 2), (6, 0), (2, 0), (0, 2), (2, 4), (6, 4))
_CORNER_MARKS = {
    # by which corner it is of the tiles that lie there; even figures, then their mirror images
    frozenset({0}): ")",
    frozenset({2}): ".",
    frozenset({4}): "`",
    frozenset({0, 2}): "`",
    frozenset({0, 4}): ".",
    frozenset({2, 4}): ")",
    frozenset({0, 2, 4}): ".",
    frozenset({3}): "(",
    frozenset({1}): ".",
    frozenset({5}): "'",
    frozenset({1, 3}): "'",
    frozenset({3, 5}): ".",
    frozenset({1, 5}): "(",
    frozenset({1, 3, 5}): ".",
}
_OWN_PLACES = tuple(
    (c, line) for line, low, high in ((1, 2, 7), (2, 3, 6), (3, 2, 7)) for c in range(low, high)
)
"""The places of a figure that no neighbour's figure reaches; they tell the orientation."""
_ORIENTATION_OF = {
    "".join(figure[line][column] for column, line in _OWN_PLACES): orientation
    for orientation, figure in _FIGURES.items()
}

_Canvas = dict[tuple[int, int], str]


class DiagramError(ValueError):
    """Text that is no diagram of a board; the message says where and what to do."""


def board_to_diagram(board: Board) -> str:
    """Draw a board, without blanks at the ends of lines; an empty board gives an empty string."""
    return "\n".join(_lines(_draw(board)))


def board_from_diagram(text: str) -> Board:
    """Read a board from its diagram, indented as it may be.

    A diagram does not say where the board lies: the topmost tile of the leftmost column becomes
    cell (0, 0).

    Raises
    ------
    DiagramError
        If no board is drawn exactly like this.
    """
    lines = text.expandtabs().splitlines()
    canvas = {
        (column, line): character
        for line, row in enumerate(lines)
        for column, character in enumerate(row)
        if character != " "
    }
    if not canvas:
        return Board()
    readings = _readings(canvas) or {(0, 0): {}}
    faults, tiles = min(
        ((_faults(tiles, origin, canvas), tiles) for origin, tiles in readings.items()),
        key=lambda reading: len(reading[0]),
    )
    if faults:
        line, column = faults[0]
        raise DiagramError(
            f"Line {line + 1}, column {column + 1} of the diagram does not fit a board of tiles of"
            " five lines that step 6 characters a column and 2 lines a half row; correct it there."
        )
    first = min(tiles)
    return Board(tiles).translated(-first.q, -first.r)


def _place(cell: Cell) -> tuple[int, int]:
    """Return the column and line of the top left of a cell's figure."""
    return _COLUMN_STEP * cell.q, _ROW_STEP * cell.r + _HALF_ROW * cell.q


def _draw(board: Board) -> _Canvas:
    canvas: _Canvas = {}
    dark: _Canvas = {}
    for cell, orientation in board.items():
        figure = _FIGURES[orientation]
        left, top = _place(cell)
        drawn = dict(_free_edges(board, cell, figure))
        drawn.update(_white_corners(board, cell, orientation))
        canvas.update({(left + c, top + line): mark for (c, line), mark in drawn.items()})
        dark.update(
            {
                (left + c, top + line): _DARK
                for line, row in enumerate(figure)
                for c, mark in enumerate(row)
                if mark == _DARK
            }
        )
    return canvas | dark


def _free_edges(
    board: Board, cell: Cell, figure: tuple[str, ...]
) -> Iterator[tuple[tuple[int, int], str]]:
    for neighbour, places in zip(cell.neighbours(), _EDGE_PLACES, strict=True):
        if neighbour not in board:
            for column, line in places:
                if figure[line][column] != " ":
                    yield (column, line), figure[line][column]


def _white_corners(
    board: Board, cell: Cell, orientation: int
) -> Iterator[tuple[tuple[int, int], str]]:
    for index in range(orientation % 2, SIDES, 2):
        # the same corner, counted from each of the three cells that meet there
        seen_from = {
            index: cell,
            (index + 4) % SIDES: cell.neighbour(index),
            (index + 2) % SIDES: cell.neighbour(index - 1),
        }
        present = frozenset(i for i, other in seen_from.items() if other in board)
        yield _CORNER_PLACES[index], _CORNER_MARKS[present]


def _lines(canvas: _Canvas) -> list[str]:
    if not canvas:
        return []
    left = min(column for column, _ in canvas)
    top, bottom = min(line for _, line in canvas), max(line for _, line in canvas)
    rows: list[dict[int, str]] = [{} for _ in range(bottom - top + 1)]
    for (column, line), mark in canvas.items():
        rows[line - top][column - left] = mark
    return ["".join(row.get(c, " ") for c in range(max(row, default=-1) + 1)) for row in rows]


def _readings(canvas: _Canvas) -> dict[tuple[int, int], dict[Cell, int]]:
    """Return the tiles that the text shows, by how the lattice lies under it."""
    figures = {
        (column - own_column, line - own_line)
        for (column, line), mark in canvas.items()
        if mark == _DARK
        for own_column, own_line in _OWN_PLACES
    }
    readings: dict[tuple[int, int], dict[Cell, int]] = {}
    for left, top in figures:
        shown = "".join(canvas.get((left + c, top + line), " ") for c, line in _OWN_PLACES)
        if shown in _ORIENTATION_OF:
            q, column = divmod(left, _COLUMN_STEP)
            r, line = divmod(top - _HALF_ROW * q, _ROW_STEP)
            readings.setdefault((column, line), {})[Cell(q, r)] = _ORIENTATION_OF[shown]
    return readings


def _faults(
    tiles: dict[Cell, int], origin: tuple[int, int], canvas: _Canvas
) -> list[tuple[int, int]]:
    """Return the (line, column) places where the text differs from a drawing of the tiles."""
    drawn = {
        (column + origin[0], line + origin[1]): mark
        for (column, line), mark in _draw(Board(tiles)).items()
    }
    places = drawn.keys() | canvas.keys()
    return sorted((line, c) for c, line in places if drawn.get((c, line)) != canvas.get((c, line)))
