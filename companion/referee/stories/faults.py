"""How often people do wrong, by what is wrong, and how often they leave it at that."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.ledger import Ledger
from companion.referee.stories import weights
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story, StoryTurn
from rules import Code, Verdict
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE

_MENDED_BY_MORE = {
    Code.WRONG_COUNT,
    Code.NOT_TOUCHING,
    Code.NOT_ADJACENT,
    Code.NOT_TOGETHER,
    Code.TOUCH_TWO,
    Code.SINGLE_HOLE,
    Code.SPLIT_OCEAN,
    Code.INTERIOR_HOLE,
}
"""What may be wrong only because tiles are missing that were laid as well."""

_MENDED_BY_THE_TURNED = {Code.WRONG_COUNT, Code.DISTURBED}
"""The same where a tile was to be turned and is gone."""


def may_lack_tiles(rulings: Rulings, ledger: Ledger, verdict: Verdict, roll: int | None) -> bool:
    """Tell whether a tile more may put right all that is wrong with a turn, as it was seen.

    Too few tiles were laid then, or one that was to be turned is gone; or, where nothing but tiles
    tells turns apart, one too many, which with another is the next turn. That may be as it seems,
    or a tile lies there that the camera does not see: neither is much likelier.
    """
    laid, touched = len(verdict.move.placed), len(verdict.move.removed) + len(verdict.move.rotated)
    if roll == ROTATE_DIE and verdict.codes <= _MENDED_BY_THE_TURNED:
        return not laid and touched == len(verdict.move.removed) == 1
    due = rulings.due(ledger, roll)
    may_be_next = not rulings.has_die and due > 1 and laid == due + 1
    return verdict.codes <= _MENDED_BY_MORE and (laid < due or may_be_next)


def lack_tiles(turns: Sequence[StoryTurn], ledger: Ledger, rulings: Rulings) -> bool:
    """Tell whether a tile of one of some turns may not be seen, people not having said it stands.

    ``ledger`` has the moves before them.
    """
    told = ledger.fork()
    for turn in turns:
        is_known = turn.verdict.legal or turn.stood
        if not is_known and may_lack_tiles(rulings, told, turn.verdict, turn.roll):
            return True
        told.record(turn.after, turn.verdict, turn.roll)
    return False


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
