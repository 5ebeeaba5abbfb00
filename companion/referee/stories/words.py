"""What people say between two looks, as it makes stories go on: for looks that are told anew."""

from __future__ import annotations

from collections.abc import Callable

from companion.referee.stories import weights
from companion.referee.stories.content import over_with_this
from companion.referee.stories.faults import how_often_short
from companion.referee.stories.handing_over import without_pass
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story, rolls_of, with_turn

Word = Callable[[Story], Story | None]
"""How a story goes on with what people say; None where it cannot be then."""


def let_stand(rulings: Rulings, look: int) -> Word:
    """Return the word that what lies there, at the look with a number, stands as it is."""

    def stands(story: Story) -> Story | None:
        if not story.fault:
            over = over_with_this(story)
            return over and over.times(weights.LET_STAND_UNSEEN)
        roll = story.likeliest_roll
        verdict = rulings.whole(story.ledger, story.table, roll, story.order)
        weight = story.weight * how_often_short(rulings, story)
        return with_turn(story, story.table, story.known_roll, weight, verdict, look)

    return stands


def taken_back(rulings: Rulings) -> Word:
    """Return the word that the last move is taken back.

    Its tiles are on their way back then, or were seen to be back already.
    """

    def back(story: Story) -> Story | None:
        if story.undone and not story.turns and story.table == story.base:
            return story  # by this one it is what had been done before they said so
        last = story.ledger.last
        if last is None or story.table not in (story.base, last.before):
            return None
        ledger = story.ledger.fork()
        ledger.take_back()
        rolls = rolls_of(last, has_die=rulings.has_die)
        taken = Story(
            ledger=ledger,
            table=ledger.board,
            rolls={roll: p * story.weight for roll, p in rolls.items()},
            thrown=not rulings.has_die or None not in rolls,
            seen=last.die is not None,
            turns=story.turns[:-1],
            undone=story.undone + (not story.turns),
        ).as_played(story)
        return without_pass(taken) if last.move.is_pass and last.die is not None else taken

    return back
