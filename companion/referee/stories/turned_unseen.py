"""A tile that was turned, and that nobody can see since."""

from __future__ import annotations

from collections.abc import Iterator

from companion.referee.stories import weights
from companion.referee.stories.look import Look
from companion.referee.stories.resting import otherwise_turned
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story, with_turn
from rules import Board, Stage
from rules.palagonia.judging import ROTATE_DIE


def turned_unseen(rulings: Rulings, story: Story, table: Board, look: Look) -> Iterator[Story]:
    """Yield stories in which the mover of Palagonia has turned a tile that is not made out since.

    It is hidden by itself since this look, nothing else was touched, and by the roll the mover was
    to turn one. How it lies now nobody knows: each way is a story of its own.
    """
    weight = story.rolls.get(ROTATE_DIE, 0.0) * weights.TURNED_UNSEEN
    if not weight or story.fault or not story.table == story.base == table:
        return
    hidden = sorted(look.concealed & table.keys())
    turned = [(cell, k) for cell in hidden for k in otherwise_turned(table, cell)]
    for tile in turned:
        after = table.with_tile(*tile)
        progress = rulings.progress(story.ledger, after, ROTATE_DIE, None)
        if progress.stage is Stage.COMPLETE and progress.verdict is not None:
            each = weight / len(turned)
            yield with_turn(story, after, ROTATE_DIE, each, progress.verdict, look.number)
