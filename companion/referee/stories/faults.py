"""How often people do wrong, by what is wrong."""

from __future__ import annotations

from companion.referee.stories import weights
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story
from rules import Code, Verdict


def how_often(rulings: Rulings, story: Story, verdict: Verdict | None, roll: int | None) -> float:
    """Return how often something is wrong in this way."""
    if verdict is None:
        return weights.FAULT
    placed = len(verdict.move.placed)
    touched = len(verdict.move.removed) + len(verdict.move.rotated)
    touched -= rulings.moves_tiles(story.ledger) and touched > 0
    others = bool(verdict.codes - {Code.WRONG_COUNT})
    miscounted = Code.WRONG_COUNT in verdict.codes and placed
    beyond = placed - rulings.due(story.ledger, roll) if miscounted else 0
    often = 1.0
    if others and not touched and beyond == 1 and not rulings.lays_one(story.ledger):
        often = weights.MISPLACED_TOO
    elif others or touched:
        often = weights.FAULT * weights.ANOTHER ** max(0, touched - 1)
    if miscounted:
        often *= weights.MISCOUNTED * weights.ANOTHER ** (max(1, abs(beyond)) - 1)
    return often
