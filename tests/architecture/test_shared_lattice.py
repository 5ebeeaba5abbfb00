"""The pages' lattice is that of the rules: both are held to the same cases, in one file.

``tests/javascript/lattice.json`` is written by the rules and read by the tests of the pages'
JavaScript. After the rules' lattice was changed on purpose, write it anew with
``python -m tests.architecture.test_shared_lattice``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules import Board, Cell, board_from_json, board_to_json
from rules.lattice import SIDES
from rules.tile import ORIENTATIONS, tiles_match

ROOT = Path(__file__).resolve().parents[2]
CASES = ROOT / "tests" / "javascript" / "lattice.json"
SAMPLES = ("p001048_big", "p001057_overhead", "p001066_illegal")
CELLS = (Cell(0, 0), Cell(1, -3), Cell(-4, 2), Cell(-2, -5), Cell(7, 6))


def cases() -> dict[str, Any]:
    """Return what the rules say of a few cells, of all pairs of tiles and of real boards."""
    return {
        "cells": [_cell_case(cell) for cell in CELLS],
        "matching": [[tiles_match(one, other) for other in ORIENTATIONS] for one in ORIENTATIONS],
        "boards": [_board_case(name) for name in SAMPLES],
    }


def _cell_case(cell: Cell) -> dict[str, Any]:
    return {
        "cell": _plain(cell),
        "neighbours": [_plain(neighbour) for neighbour in cell.neighbours()],
        "rotated": [_plain(cell.rotated(turns)) for turns in range(-1, SIDES + 1)],
        "center": cell.center(),
        "corners": [corner.position() for corner in cell.corners()],
    }


def _board_case(sample: str) -> dict[str, Any]:
    truth = json.loads((ROOT / "sample_images" / f"{sample}.json").read_text("utf-8"))
    tiles = [{key: tile[key] for key in ("q", "r", "orientation")} for tile in _largest(truth)]
    board = board_from_json({"tiles": tiles})
    return {
        "sample": sample,
        "rotated": [_tiles(board.rotated(turns)) for turns in range(SIDES)],
        "border": [_plain(cell) for cell in board.border()],
    }


def _largest(truth: dict[str, Any]) -> list[dict[str, Any]]:
    clusters: list[list[dict[str, Any]]] = [cluster["tiles"] for cluster in truth["clusters"]]
    return max(clusters, key=len)


def _tiles(board: Board) -> Any:
    return board_to_json(board)["tiles"]


def _plain(cell: Cell) -> dict[str, int]:
    return {"q": cell.q, "r": cell.r}


def written(found: dict[str, Any]) -> str:
    """Return the cases as the file has them, one of each kind a line."""
    kinds = [
        f"{json.dumps(kind)}: [\n" + ",\n".join(map(json.dumps, of_kind)) + "\n]"
        for kind, of_kind in found.items()
    ]
    return "{\n" + ",\n".join(kinds) + "\n}\n"


def test_the_cases_of_the_pages_are_what_the_rules_say() -> None:
    assert json.loads(CASES.read_text("utf-8")) == json.loads(written(cases()))


if __name__ == "__main__":
    CASES.write_text(written(cases()), "utf-8")
