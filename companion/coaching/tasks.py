"""What the coach's process does: each kind of question with what answers it, as plain JSON.

It alone of the companion imports the compiled search.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rules import board_from_json
from rules.engine.playing import Level, choose_move
from rules.proofs.proof import tiles_to_json

Question = Mapping[str, Any]
Answer = dict[str, Any]


def choose(question: Question) -> Answer:
    """Choose a move as a player of a strength does; the seed decides between equals."""
    move = choose_move(
        board_from_json(question["board"]),
        question["to_move"],
        Level(question["level"]),
        Random(question["seed"]),
        question["size"],
    )
    return {"placed": tiles_to_json(move)}


TASKS: Mapping[str, Callable[[Question], Answer]] = {"choose": choose}
"""By the names that questions have for them."""
