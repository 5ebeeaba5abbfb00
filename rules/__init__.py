"""The rules of Palago, Palagem and Palagonia: hexes and games, and nothing else.

Usable alone, as a library: nothing here knows an image, a network, a file or a clock.
"""

from rules.analysis import Analysis, analyse, analysis_to_json, shape_to_json
from rules.board import Board, mismatches
from rules.board_json import BoardFormatError, board_from_json, board_to_json
from rules.diagram import DiagramError, board_from_diagram, board_to_diagram
from rules.explain import hole_sentence, island_sum, mismatch_sentence, shape_sentence
from rules.fields import FormatError
from rules.judging import MoveFormatError, judge_json, verdict_from_json
from rules.lattice import Cell, Corner, enclosed_empty_cells
from rules.move import Move, MoveError, Tile, applied, difference, move_to_json, placing
from rules.palagem.judging import PalagemOptions, judge_palagem
from rules.palagem.pattern import Palagem, PalagemError
from rules.palago.judging import judge_palago
from rules.palago.options import PalagoOptions, Placement, Tiebreak
from rules.palagonia.judging import judge_palagonia
from rules.shapes import Shape, closed_shapes
from rules.tile import BLUE, COLORS, WHITE, Color
from rules.verdict import (
    Action,
    Code,
    Reason,
    ScoredIsland,
    Verdict,
    Violation,
    verdict_to_json,
)

__all__ = [
    "BLUE",
    "COLORS",
    "WHITE",
    "Action",
    "Analysis",
    "Board",
    "BoardFormatError",
    "Cell",
    "Code",
    "Color",
    "Corner",
    "DiagramError",
    "FormatError",
    "Move",
    "MoveError",
    "MoveFormatError",
    "Palagem",
    "PalagemError",
    "PalagemOptions",
    "PalagoOptions",
    "Placement",
    "Reason",
    "ScoredIsland",
    "Shape",
    "Tiebreak",
    "Tile",
    "Verdict",
    "Violation",
    "analyse",
    "analysis_to_json",
    "applied",
    "board_from_diagram",
    "board_from_json",
    "board_to_diagram",
    "board_to_json",
    "closed_shapes",
    "difference",
    "enclosed_empty_cells",
    "hole_sentence",
    "island_sum",
    "judge_json",
    "judge_palagem",
    "judge_palago",
    "judge_palagonia",
    "mismatch_sentence",
    "mismatches",
    "move_to_json",
    "placing",
    "shape_sentence",
    "shape_to_json",
    "verdict_from_json",
    "verdict_to_json",
]
