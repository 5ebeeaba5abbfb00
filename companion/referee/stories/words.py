"""What people say between two looks, as it makes stories go on: for looks that are told anew."""

from __future__ import annotations

from collections.abc import Callable

from companion.referee.stories.content import over_with_this
from companion.referee.stories.faults import how_often_short
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story, with_turn

Word = Callable[[Story], Story | None]
"""How a story goes on with what people say; None where it cannot be then."""


def let_stand(rulings: Rulings, look: int) -> Word:
    """Return the word that what lies there, at the look with a number, stands as it is."""

    def stands(story: Story) -> Story | None:
        if not story.fault:
            return over_with_this(story)
        roll = story.likeliest_roll
        verdict = rulings.whole(story.ledger, story.table, roll, story.order)
        weight = story.weight * how_often_short(rulings, story)
        return with_turn(story, story.table, story.known_roll, weight, verdict, look)

    return stands


def taken_back(rulings: Rulings) -> Word:
    """Return the word that the last move is taken back; its tiles are on their way back then."""

    def back(story: Story) -> Story | None:
        last = story.ledger.last
        if last is None or story.table != story.base:
            return None
        ledger = story.ledger.fork()
        ledger.take_back()
        roll = None if last.move.is_pass else last.die
        return Story(
            ledger=ledger,
            table=ledger.board,
            rolls={roll: story.weight},
            thrown=not rulings.has_die or roll is not None,
            seen=True,
            turns=story.turns[:-1],
            undone=story.undone + (not story.turns),
        )

    return back
