"""How often people do wrong, by what is wrong, and how often they leave it at that."""

from __future__ import annotations

from companion.referee.stories import weights
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story
from rules import Code, Verdict
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE


def how_often(rulings: Rulings, story: Story, verdict: Verdict | None, roll: int | None) -> float:
    """Return how often something is wrong in this way."""
    if verdict is None:
        return weights.FAULT
    placed = len(verdict.move.placed)
    touched = len(verdict.move.removed) + len(verdict.move.rotated)
    by_one = rulings.moves_tiles(story.ledger) or (roll in (REMOVE_DIE, ROTATE_DIE) and touched > 1)
    touched -= by_one and touched > 0  # the turn itself takes one, or turns it
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


def how_often_short(rulings: Rulings, story: Story) -> float:
    """Return how often what is wrong by a story is the whole turn, some of its tiles not laid.

    Who turns a tile, or knocks one out, has a turn to make still.
    """
    if story.following is not None or not story.thrown:
        return 1.0  # that the next one has rolled, or nobody has, is weighed by itself
    laid = len(story.table.keys() - story.base.keys())
    return weights.CUT_SHORT if laid < rulings.due(story.ledger, story.likeliest_roll) else 1.0
