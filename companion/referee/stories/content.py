"""What of a story counts: by what two stories are held to be the same."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace

from companion.referee.doubt import changed_cells
from companion.referee.stories.story import Story, StoryTurn
from rules import Board, Cell, difference

Key = tuple[Hashable, ...]
"""All that counts of a story: what lay there when the game began, the moves taken back, what the
turns come to, what is wrong."""


def key_of(story: Story) -> Key:
    """Return what an answer that has a story would hold: of a fault, the cells that are wrong."""
    wrong = _changed(story.base, story.table) if story.fault else None
    return *essence(story, len(story.turns)), wrong


def holds_nothing(key: Key) -> bool:
    """Tell whether by an answer no turn is over, and nothing is wrong."""
    return key[1:] == (0, None, (), None)


def has_key(story: Story, key: Key, asked_at: int) -> bool:
    """Tell whether a story has what an answer holds of the looks up to the one with a number.

    What was wrong then is still so, or was let stand. It may have been so before the last look, and
    the next player have begun by then: that is said in the same words.
    """
    by_then = sum(turn.ended_at <= asked_at for turn in story.turns)
    if key[-1] is not None and 0 < by_then == len(story.turns):
        last = story.turns[-1]
        if not (last.verdict.legal or story.fault or last.stood):
            cells = _changed(_before(story, by_then), story.table)
            return (*essence(story, by_then - 1), cells) == key
    *_, wrong = key_of(story)
    for turn in story.turns[by_then : by_then + 1]:
        wrong = None if turn.verdict.legal else changed_cells(turn.verdict.move)
    return (*essence(story, by_then), wrong) == key


def reads_like(story: Story, other: Story, asked_at: int) -> bool:
    """Tell whether what a story says of the looks up to one is said in the same words of another.

    They may differ in which tiles were laid in which turn, and so in what these came to.
    """
    mine, theirs = (
        [turn for turn in told.turns if turn.ended_at <= asked_at] for told in (story, other)
    )
    if (story.undone, len(mine)) != (other.undone, len(theirs)) or story.fault or other.fault:
        return False
    if story.ledger.start != other.ledger.start:
        return False
    same = mine[-1:] == theirs[-1:] or mine[-1].after == theirs[-1].after
    return same and all(map(_said_alike, mine, theirs))


def _said_alike(turn: StoryTurn, other: StoryTurn) -> bool:
    told = [
        (t.mover, v.legal, *map(len, (m.placed, m.removed, m.rotated, v.islands)))
        for t, v, m in ((t, t.verdict, t.verdict.move) for t in (turn, other))
    ]
    return told[0] == told[1] and (turn.roll == other.roll or None in (turn.roll, other.roll))


def essence(story: Story, count: int) -> Key:
    """Return all that counts of the first turns of a story, in whichever order tiles were laid."""
    return essence_of(story.ledger.start, story.undone, story.turns[:count])


def essence_of(start: Board, undone: int, turns: Sequence[StoryTurn]) -> Key:
    """Return all that counts of turns, so many moves having been taken back before them.

    ``start`` is what lay there when the game began.
    """
    results = tuple(turn.result for turn in turns)
    return start, undone, turns[-1].after if turns else None, results


def results(story: Story) -> Key:
    """Return what was taken back in a story, and what its turns come to."""
    return story.undone, tuple(turn.result for turn in story.turns)


def has_begun(story: Story) -> bool:
    """Tell whether the present turn has begun."""
    return story.table != story.base or (story.thrown and not is_diceless(story))


def is_diceless(story: Story) -> bool:
    """Tell whether no die is known of in the present turn."""
    return None in story.rolls


def afters(story: Story, count: int) -> tuple[Board, ...]:
    """Return the tables after each of the first turns."""
    return tuple(turn.after for turn in story.turns[:count])


def total(stories: Iterable[Story]) -> float:
    """Return the weight of some stories together."""
    return sum(story.weight for story in stories)


def _before(story: Story, number: int) -> Board:
    """Return the board before a turn of a story, by its number from 1."""
    moves = story.ledger.moves
    return moves[len(moves) - len(story.turns) + number - 1].before


def _changed(base: Board, table: Board) -> frozenset[Cell]:
    return changed_cells(difference(base, table))


def is_wrong(story: Story) -> bool:
    """Tell whether by a story something is wrong that is not on record."""
    return story.fault or not all(turn.verdict.legal for turn in story.turns)


def tells(story: Story, turns: Sequence[StoryTurn]) -> bool:
    """Tell whether by a story these turns were made since the moves on record, and no others."""
    told = [(turn.mover, turn.after) for turn in story.turns]
    return not story.undone and told == [(turn.mover, turn.after) for turn in turns]


def over_with_this(story: Story) -> Story | None:
    """Keep a story in which the last turn is over with what lies there."""
    return story if story.turns and story.table == story.base else None


def first_is_over(story: Story) -> Story | None:
    """Keep a story in which the first turn that is not on record is over."""
    return story if story.turns and not story.undone else None


def with_fault_standing(story: Story) -> Story | None:
    """Return a story with what is wrong let stand: by some an earlier turn was so already."""
    if story.fault:
        return replace(story, stands=True)
    return story if is_wrong(story) else None
