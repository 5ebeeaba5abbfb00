"""The lessons by their games."""

from __future__ import annotations

from companion.lessons.palagem import palagem_steps
from companion.lessons.palago import palago_steps
from companion.lessons.palagonia import palagonia_steps
from companion.lessons.step import Step
from rules.judging import GAMES, PALAGEM, PALAGO, PALAGONIA

STEPS = 10
"""Of each lesson."""


def steps_of(game: str) -> tuple[Step, ...]:
    """Return the steps of a game's lesson, in the reader's language."""
    return {PALAGO: palago_steps, PALAGEM: palagem_steps, PALAGONIA: palagonia_steps}[game]()


def step_number(game: str, step: int) -> int:
    """Return the number of a step among those of all games, both counted from 1."""
    return GAMES.index(game) * STEPS + step


def step_of(number: int) -> tuple[str, int] | None:
    """Return the game of a step and its place in the lesson; None where there is no such number."""
    if not 1 <= number <= STEPS * len(GAMES):
        return None
    game, step = divmod(number - 1, STEPS)
    return GAMES[game], step + 1
