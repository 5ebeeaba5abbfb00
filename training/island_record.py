"""Look for the most valuable island of Palagonia that 48 tiles can make.

    python -m training.island_record --minutes 30 docs/islands

anneals one board after another (:mod:`training.island_annealing`), and keeps the best with its
picture. It goes on where it stopped. An island counts for what the plain rules say it is worth, on
a board without holes and with one ocean; nothing proves that there is no better one.
"""

from __future__ import annotations

import argparse
import json
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.figures.definitions import RuleFigure
from calibration.figures.drawing import draw_figure
from calibration.printing.svg import figure_to_svg
from companion.cli.output import write_file
from rules import Board, Cell, Color, board_from_json, board_to_json
from rules.engine.grid import CELLS, EMPTY, TURNS, cell_number, cell_place, orientation_of
from rules.shapes import Shape, closed_shapes
from training.island_annealing import anneal, scratch

TILES = 48
STEPS = 4_000_000
_HEATS = (0.9, 0.15)
_OPEN_COST = 0.7
_AROUND = 6
_EDGE_MM = 5.0


@dataclass(frozen=True)
class Found:
    """The best island so far.

    Attributes
    ----------
    board
        Its tiles and nothing else.
    tries
        So many boards were annealed; the next one takes its chance from this number.
    """

    board: Board
    tries: int

    @property
    def island(self) -> Shape | None:
        """The most valuable island, if there is one."""
        return most_valuable(self.board)


def most_valuable(board: Board) -> Shape | None:
    """Return the most valuable island of a board by the plain rules."""
    islands = [shape for shape in closed_shapes(board) if shape.is_island]
    return max(islands, key=lambda shape: shape.value or 0, default=None)


def annealed(seed: int, tiles: int = TILES, steps: int = STEPS) -> Board:
    """Return the tiles of the best island that one annealing finds; it may be none."""
    rng = np.random.default_rng(seed)
    around = range(-_AROUND, _AROUND + 1)
    nearest = sorted((Cell(q, r) for q in around for r in around), key=_distance)[:tiles]
    cells = np.array([cell_number(*cell) for cell in nearest], np.int32)
    turns = np.full(CELLS, EMPTY, np.int8)
    turns[cells] = rng.integers(0, TURNS, tiles)
    _, cells, laid = anneal(cells, turns, scratch(), steps, _HEATS, _OPEN_COST, seed)
    places = (Cell(*cell_place(int(cell))) for cell in cells)
    board = Board(
        (place, orientation_of(int(turn), 0)) for place, turn in zip(places, laid, strict=True)
    )
    island = most_valuable(board)
    return _only(board, island.territory) if island else Board()


def _only(board: Board, kept: frozenset[Cell]) -> Board:
    """Return some tiles of a board, the middle one in cell (0, 0)."""
    middle = sorted(kept)[len(kept) // 2]
    tiles = Board(
        (cell, orientation) for cell, orientation in sorted(board.items()) if cell in kept
    )
    return tiles.translated(-middle.q, -middle.r)


def _distance(cell: Cell) -> tuple[float, Cell]:
    x, y = cell.center()
    return x * x + y * y, cell


def kept_record(path: Path) -> Found:
    """Read the best island so far; an empty board where there is none yet."""
    if not path.exists():
        return Found(Board(), 0)
    entry = json.loads(path.read_text("utf-8"))
    return Found(board_from_json(entry["board"]), int(entry["tries"]))


def record_to_json(found: Found) -> dict[str, Any]:
    """Return what is kept of the best island."""
    island = found.island
    assert island is not None
    return {
        "tiles": len(found.board),
        "value": island.value,
        "limbs": island.limbs,
        "animals": list(island.animals or ()),
        "color": island.color,
        "tries": found.tries,
        "board": board_to_json(found.board),
    }


def record_picture(board: Board, color: Color) -> str:
    """Return the drawing of an island, as SVG."""
    figure = RuleFigure("island", board, {}, highlight=(color,))
    return figure_to_svg(draw_figure(figure, _EDGE_MM), "The most valuable island found")


def main() -> None:
    """Search as long as was asked for."""
    parser = argparse.ArgumentParser(prog="python -m training.island_record", description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=10.0)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    path: Path = options.folder / f"{TILES}.json"
    best, stops_at = kept_record(path), time.monotonic() + 60 * options.minutes
    while time.monotonic() < stops_at:
        board = annealed(best.tries)
        island = most_valuable(board)
        value = (island.value or 0) if island else 0
        known = (best.island.value or 0) if best.island else 0
        best = Found(board if value > known else best.board, best.tries + 1)
        print(f"{best.tries}: {value}, best {max(value, known)}", flush=True)
        if best.island is None:
            continue
        write_file(path, (json.dumps(record_to_json(best)) + "\n").encode())
        picture = record_picture(best.board, best.island.color)
        write_file(path.with_suffix(".svg"), picture.encode())


if __name__ == "__main__":
    main()
