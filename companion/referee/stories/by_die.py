"""What the die says of a story's present turn: thrown before, since the last look, or not yet."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.referee.doubt import changed_cells
from companion.referee.stories import weights
from companion.referee.stories.handing_over import handed
from companion.referee.stories.look import Look
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story, throws
from companion.referee.stories.taking_up import taken_up, thrown_at_once
from rules import Board, Stage, difference
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE

Present = tuple[Story, Look]
"""A story with what the die says, and what is left of the look to explain."""


@dataclass(frozen=True)
class ByDie:
    """Tells stories with what looks show of the die."""

    rulings: Rulings

    def tell(self, story: Story, table: Board, look: Look, *, begun: bool) -> Iterator[Present]:
        """Yield a story with what the die says: it was thrown before, since then, or not yet.

        Hands that did nothing are weighed by who explains the tiles, but where nobody has rolled
        yet.

        Parameters
        ----------
        story, table
            The story so far, and what lies on the table now.
        look
            What else is seen.
        begun
            Whether the present turn has surely begun, its die thrown.
        """
        if not self.rulings.has_die:
            yield story, look
        elif story.thrown:
            yield from self._thrown_before(story, table, look)
        else:
            if not begun or table != story.base:
                yield from self._not_thrown(story, table, look)
            yield from self._thrown_since(story, table, look, begun=begun)

    def _thrown_before(self, story: Story, table: Board, look: Look) -> Iterator[Present]:
        sight = look.sight
        shown = sight.lying() if story.seen else sight.found()
        read = {roll: p * shown[roll] for roll, p in story.rolls.items() if roll is not None}
        yield replace(story.by_rolls(read), seen=story.seen or sight.value is not None), look
        is_gone = sight.is_gone and not look.hidden.said
        if story.table == story.base and (sight.is_new or is_gone):
            again = _thrown(handed(story), look, at_once(story, table, look))
            yield again, look.after_one()

    def _not_thrown(self, story: Story, table: Board, look: Look) -> Iterator[Present]:
        """Yield a story in which nobody has rolled yet, the die lying there or being taken up."""
        sight, touched = look.sight, table != story.base
        lying = sight.found() if _passed_by_an_unseen_die(story, look) else sight.lying()
        last = story.ledger.last.die if story.ledger.last else None
        chance = lying[last] if last else sum(lying.values()) / len(lying)
        idle = look.idle(moved=table != story.table)
        idly = weights.IDLE_STILL if look.is_of_same_hand else weights.IDLE_HAND
        yield story.times(chance * idly**idle), look
        if look.takes_a_die and not touched:
            yield taken_up(story).times(weights.IDLE_HAND ** max(0, idle - 1)), look

    def _thrown_since(
        self, story: Story, table: Board, look: Look, *, begun: bool
    ) -> Iterator[Present]:
        sight, touched = look.sight, table != story.base
        often, rest = 1.0, look.after_one()
        if touched and not look.hides_a_roll:
            often, rest = 1.0 if begun else at_once(story, table, look), look
        elif not (touched or begun):
            often = 1.0 if look.hands or sight.is_new else weights.SELDOM_MISSED
        if look.is_of_same_hand and not (touched or begun):
            often *= weights.ROLLED_AT_ONCE
        story = thrown_at_once(story) if sight.was_seen else story
        often *= _after_a_pass(story, look) * _by_another_die(story, look)
        yield _thrown(story, look, often), rest
        if not touched and sight.is_new and self._is_a_pass(story, sight.value):
            yield _given(story, look, often), rest

    def _is_a_pass(self, story: Story, roll: int | None) -> bool:
        """Tell whether by a roll the mover can only pass."""
        if roll not in (REMOVE_DIE, ROTATE_DIE):
            return False
        return self.rulings.progress(story.ledger, story.base, roll, None).stage is Stage.COMPLETE


def _after_a_pass(story: Story, look: Look) -> float:
    """Return how often who passes by an unread roll leaves the next one so little time.

    The hand that threw then had hardly gone when the next one came; or the die lies there again
    sooner than two players can have thrown it.
    """
    last = story.turns[-1] if story.turns else None
    if last is None or last.seen or last.ended_at != look.number - 1:
        return 1.0
    is_soon = look.hidden.follows or look.hidden.since < weights.LEAST_OF_A_TURN_S
    return weights.PASSED_AT_ONCE if last.verdict.move.is_pass and is_soon else 1.0


def _by_another_die(story: Story, look: Look) -> float:
    """Return how often the next player throws another die than the one that was rolled before.

    That one lies as it lay. A die that never moves while turns pass is a marker, and no roll.
    """
    last = story.turns[-1] if story.turns else None
    beside = look.sight.beside
    if last is None or beside is None or not last.seen or last.roll != beside:
        return 1.0
    return weights.ANOTHER_DIE


def _passed_by_an_unseen_die(story: Story, look: Look) -> bool:
    """Tell whether somebody passed by a roll in a look in which no die was seen, nor since then.

    Where that die came to lie nobody knows: it is not the one that was seen before it.
    """
    last = story.turns[-1] if story.turns else None
    if last is None or last.seen or not last.verdict.move.is_pass:
        return False
    return last.ended_at >= look.number - look.sight.unseen_looks


def at_once(story: Story, table: Board, look: Look) -> float:
    """Return how often a roll is seen in one look with what was done by it."""
    if table == story.base:
        return 1.0
    return look.rolled_and_laid(len(changed_cells(difference(story.table, table))))


def _given(story: Story, look: Look, often: float) -> Story:
    """Return a story whose mover was given the die since the last look, and rolls it now."""
    read = throws(look.sight.thrown())
    return handed(story.times(often * sum(read.values())))


def _thrown(story: Story, look: Look, often: float) -> Story:
    """Return a story whose present roll was thrown since the last look."""
    rolls = {r: story.weight * often * p for r, p in throws(look.sight.thrown()).items()}
    return replace(story.by_rolls(rolls), thrown=True, seen=look.sight.value is not None)
