"""What was done in the present turn of a story, and since the last look."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.referee.doubt import changed_cells
from companion.referee.stories import weights
from companion.referee.stories.look import Look
from companion.referee.stories.story import Story
from rules import Board, Cell, Reason, Stage, Turn, difference
from rules.judging import PALAGO
from rules.move import Tile


def gone(story: Story, table: Board) -> list[Tile]:
    """Return the tiles that were laid in this turn and do not lie there any more as they did.

    Whoever moves next may have taken one away, or turned it, before the next look.
    """
    laid = story.table.keys() - story.base.keys()
    return [
        Tile(cell, story.table[cell])
        for cell in sorted(laid)
        if story.table[cell] != table.get(cell)
    ]


def reverses(story: Story, table: Board) -> bool:
    """Tell whether the table is now what it was before the last move, which still stood then."""
    last = story.ledger.last
    return last is not None and story.table == story.base != table == last.before


def reverses_one_of(story: Story, table: Board) -> bool:
    """Tell whether what changed lies as it did before moves that were seen only together.

    Any of them may have been the last one.
    """
    if story.together < 2 or story.table != story.base or table == story.base:
        return False
    before = story.ledger.moves[-story.together].before
    changed = changed_cells(difference(story.base, table))
    return all(table.get(cell) == before.get(cell) for cell in changed)


def lays_as_it_lay(story: Story, table: Board, number: int) -> bool:
    """Tell whether a tile was laid now just as the one lay that the last move took away.

    That one was seen to be gone by a look before this one, which has a ``number``.
    """
    last = story.ledger.last
    at_once = bool(story.turns) and story.turns[-1].ended_at == number
    if last is None or last.move.placed or at_once:
        return False
    taken = [cell for cell in last.move.removed if cell not in story.table]
    return any(table.get(cell) == last.before[cell] for cell in taken)


def tempts(story: Story) -> float:
    """Return how much likelier the last turn is than others by the same roll."""
    verdict = story.turns[-1].verdict
    if verdict.move.is_pass:
        return 0.0
    return weights.SCORES if verdict.islands else 1.0


def wins(story: Story) -> bool:
    """Tell whether the last turn has won the game for its player, who sought that."""
    setup, turn = story.ledger.setup, story.turns[-1]
    own = setup.color(turn.mover) if setup.game == PALAGO else turn.mover
    sought = turn.verdict.reason in (Reason.CLOSED_GROUP, Reason.PALAGEM)
    return sought and turn.verdict.winner == own


def pace(story: Story, table: Board, stage: Stage) -> float:
    """Return how often a turn comes just so far by the next look."""
    if stage is Stage.UNCHANGED:
        return weights.RECONSIDERED if story.table != table and not story.fault else 1.0
    return weights.PAUSED if table != story.table else 1.0


def idle(story: Story, table: Board, look: Look) -> float:
    """Return how often so many hands come and go in a turn and do nothing.

    Over a table that is wrong they do as over one on which a turn has not begun.
    """
    is_begun = story.table != story.base and not story.fault
    often = weights.IDLE if is_begun else weights.IDLE_HAND
    often = weights.IDLE_STILL if look.is_of_same_hand else often
    return float(often ** look.idle(moved=table != story.table))


def order_of(story: Story, table: Board) -> tuple[Cell, ...] | None:
    """Return in which order tiles were placed; None where they were not seen one by one."""
    placed = table.keys() - story.base.keys()
    if not placed:
        return ()
    if story.order is None:
        return None
    kept = tuple(cell for cell in story.order if cell in placed)
    new = placed - set(kept)
    if len(new) > 1:
        return None
    return (*kept, *new)


def keeps(story: Story, between: Board) -> bool:
    """Tell whether a turn has all that was seen of it; a lifted tile may lie there turned."""
    done = difference(story.base, story.table)
    lifted = all(between.get(cell) != story.base[cell] for cell in done.removed)
    laid = (*done.placed, *done.rotated)
    return lifted and all(between.get(cell) == k for cell, k in laid)


def without_remade(story: Story, known: Sequence[Turn]) -> Story:
    """Return a story without a move that was taken back and made again just as it was.

    Parameters
    ----------
    story
        The story.
    known
        The moves on record.
    """
    if not (story.undone and story.turns):
        return story
    back, again = known[-story.undone], story.turns[0]
    same = (back.mover, back.after) == (again.mover, again.after)
    if not same or again.roll not in (None, back.die):
        return story
    return replace(story, undone=story.undone - 1, turns=story.turns[1:])
