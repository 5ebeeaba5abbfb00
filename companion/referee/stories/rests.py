"""For how long nobody's hand was over the table: mostly longer between two turns than in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.referee.sightline import Hidden
from companion.referee.stories import weights
from rules.judging import PALAGONIA

if TYPE_CHECKING:
    from companion.referee.stories.story import Story


def after_rest(before: Story, now: Story, hidden: Hidden) -> float:
    """Return how likely it is by a story that the next hand came when it did.

    Who lays the tiles of a turn one after the other is soon back, and the next player takes the die
    first. It is held against a hand that comes in the same turn, and is told of games in which
    nothing else tells how many tiles a turn has.

    Parameters
    ----------
    before, now
        The story up to the look before, and one way in which it goes on with this one.
    hidden
        For how long no hand came after the one that had done what that look was the first to show.
    """
    has_die = before.ledger.setup.game == PALAGONIA
    if hidden.rested is None or not has_die or not _was_over(before, now):
        return 1.0
    return min(max(hidden.rested / weights.EVEN_REST, weights.AT_ONCE_BACK), weights.LONG_REST)


def _was_over(before: Story, now: Story) -> bool:
    """Tell whether the turn in which tiles had been laid by the look before was over then.

    So it was, for who plays, where the next player rolls though it is short.
    """
    if now.undone != before.undone:
        return False
    is_cut_short = now.following is not None and now.table == before.table
    if before.table == before.base or is_cut_short:
        return True
    new = now.turns[len(before.turns) :]
    return bool(new) and new[0].after == before.table
