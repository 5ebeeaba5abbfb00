"""Analysis: everything the rules say about one position, whatever game it belongs to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.board import Board, mismatches
from rules.board_json import cell_to_json
from rules.groups import find_groups
from rules.lattice import Cell, enclosed_empty_cells
from rules.shapes import Shape, shapes_of_groups
from rules.tile import COLORS, Color


@dataclass(frozen=True)
class Analysis:
    """What stands on a board.

    ``closed`` and ``largest_group`` (arches of each colour's largest group, open ones included)
    are None when tiles mismatch: then corners have no one colour and no shape can be trusted. With
    holes the shapes' ``animals``, ``inside`` and ``value`` are None.
    """

    closed: tuple[Shape, ...] | None
    mismatches: tuple[tuple[Cell, Cell], ...]
    holes: tuple[tuple[Cell, ...], ...]
    largest_group: Mapping[Color, int] | None

    @property
    def islands(self) -> tuple[Shape, ...]:
        """The closed shapes that are known to be islands."""
        return tuple(shape for shape in self.closed or () if shape.is_island)


def analyse(board: Board) -> Analysis:
    """Return the closed shapes, mismatches, holes and largest groups of a board."""
    holes = enclosed_empty_cells(board)
    wrong_edges = mismatches(board)
    closed: tuple[Shape, ...] | None = None
    largest: dict[Color, int] | None = None
    if not wrong_edges:
        groups = find_groups(board)
        closed = shapes_of_groups(board, groups, holes)
        largest = {color: groups.largest(color) for color in COLORS}
    return Analysis(
        closed=closed,
        mismatches=wrong_edges,
        holes=tuple(tuple(sorted(hole)) for hole in holes),
        largest_group=largest,
    )


def analysis_to_json(analysis: Analysis) -> dict[str, Any]:
    """Return the analysis as the "score" that ``palago score --json`` prints."""
    closed, largest = analysis.closed, analysis.largest_group
    return {
        "closed": None if closed is None else [shape_to_json(shape) for shape in closed],
        "mismatches": [[cell_to_json(c) for c in pair] for pair in analysis.mismatches],
        "holes": [[cell_to_json(c) for c in hole] for hole in analysis.holes],
        "largest_group": None if largest is None else {c: largest[c] for c in COLORS},
    }


def shape_to_json(shape: Shape) -> dict[str, Any]:
    """Return one closed shape of a score."""
    return {
        "color": shape.color,
        "arches": shape.arches,
        "limbs": shape.limbs,
        "animals": None if shape.animals is None else list(shape.animals),
        "inside": shape.inside,
        "value": shape.value,
        "cells": [cell_to_json(cell) for cell in sorted(shape.cells)],
    }
