"""The rules of Palago, Palagem and Palagonia: hexes and games, and nothing else.

Usable alone, as a library: nothing here knows an image, a network, a file or a clock.
"""

from rules.analysis import Analysis, analyse, analysis_to_json, shape_to_json
from rules.board import Board, mismatches
from rules.board_json import BoardFormatError, board_from_json, board_to_json
from rules.diagram import DiagramError, board_from_diagram, board_to_diagram
from rules.explain import hole_sentence, island_sum, mismatch_sentence, shape_sentence
from rules.lattice import Cell, Corner, enclosed_empty_cells
from rules.shapes import Shape, closed_shapes
from rules.tile import BLUE, COLORS, WHITE, Color

__all__ = [
    "BLUE",
    "COLORS",
    "WHITE",
    "Analysis",
    "Board",
    "BoardFormatError",
    "Cell",
    "Color",
    "Corner",
    "DiagramError",
    "Shape",
    "analyse",
    "analysis_to_json",
    "board_from_diagram",
    "board_from_json",
    "board_to_diagram",
    "board_to_json",
    "closed_shapes",
    "enclosed_empty_cells",
    "hole_sentence",
    "island_sum",
    "mismatch_sentence",
    "mismatches",
    "shape_sentence",
    "shape_to_json",
]
