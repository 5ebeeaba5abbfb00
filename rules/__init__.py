"""The rules of Palago, Palagem and Palagonia: hexes and games, and nothing else.

Usable alone, as a library: nothing here knows an image, a network, a file or a clock.
"""

from rules.analysis import Analysis, analyse, analysis_to_json, shape_to_json
from rules.board import Board, mismatches
from rules.board_json import BoardFormatError, board_from_json, board_to_json
from rules.course import Claim, ClaimKind, Course, GivenTurn, Outcome, Roll, Turn, Vote
from rules.diagram import DiagramError, board_from_diagram, board_to_diagram
from rules.explain import (
    hole_sentence,
    island_sum,
    mismatch_sentence,
    outcome_sentence,
    scored_island_sentence,
    shape_sentence,
)
from rules.fields import FormatError
from rules.game import Game, GameFormatError, IllegalMoveError
from rules.game_json import game_from_json
from rules.game_text import WrittenGame, format_game, parse_game
from rules.judging import MoveFormatError, judge_json, verdict_from_json
from rules.lattice import Cell, Corner, enclosed_empty_cells
from rules.messages import Message
from rules.move import Move, MoveError, Tile, applied, difference, move_to_json, placing
from rules.notation import NotationError, format_move, parse_move
from rules.palagem.claims import Mode
from rules.palagem.game import PalagemGame
from rules.palagem.judging import PalagemOptions, judge_palagem
from rules.palagem.pattern import (
    Palagem,
    all_palagems,
    completed_palagems,
    palagem_cells,
    players_who_must_change,
)
from rules.palagem.progress import palagem_progress
from rules.palago.game import PalagoGame
from rules.palago.judging import judge_palago
from rules.palago.options import PalagoOptions, Placement, Tiebreak
from rules.palago.progress import palago_progress
from rules.palagonia.game import PalagoniaGame
from rules.palagonia.judging import judge_palagonia
from rules.palagonia.progress import palagonia_progress
from rules.palagonia.score_sheet import EndReason, ScoreRow, ScoreSheet
from rules.palagonia.starting import players_still_rolling
from rules.progress import Progress, Stage
from rules.readings import READINGS
from rules.refusals import GameError, PalagemError
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
    "READINGS",
    "WHITE",
    "Action",
    "Analysis",
    "Board",
    "BoardFormatError",
    "Cell",
    "Claim",
    "ClaimKind",
    "Code",
    "Color",
    "Corner",
    "Course",
    "DiagramError",
    "EndReason",
    "FormatError",
    "Game",
    "GameError",
    "GameFormatError",
    "GivenTurn",
    "IllegalMoveError",
    "Message",
    "Mode",
    "Move",
    "MoveError",
    "MoveFormatError",
    "NotationError",
    "Outcome",
    "Palagem",
    "PalagemError",
    "PalagemGame",
    "PalagemOptions",
    "PalagoGame",
    "PalagoOptions",
    "PalagoniaGame",
    "Placement",
    "Progress",
    "Reason",
    "Roll",
    "ScoreRow",
    "ScoreSheet",
    "ScoredIsland",
    "Shape",
    "Stage",
    "Tiebreak",
    "Tile",
    "Turn",
    "Verdict",
    "Violation",
    "Vote",
    "WrittenGame",
    "all_palagems",
    "analyse",
    "analysis_to_json",
    "applied",
    "board_from_diagram",
    "board_from_json",
    "board_to_diagram",
    "board_to_json",
    "closed_shapes",
    "completed_palagems",
    "difference",
    "enclosed_empty_cells",
    "format_game",
    "format_move",
    "game_from_json",
    "hole_sentence",
    "island_sum",
    "judge_json",
    "judge_palagem",
    "judge_palago",
    "judge_palagonia",
    "mismatch_sentence",
    "mismatches",
    "move_to_json",
    "outcome_sentence",
    "palagem_cells",
    "palagem_progress",
    "palago_progress",
    "palagonia_progress",
    "parse_game",
    "parse_move",
    "placing",
    "players_still_rolling",
    "players_who_must_change",
    "scored_island_sentence",
    "shape_sentence",
    "shape_to_json",
    "verdict_from_json",
    "verdict_to_json",
]
