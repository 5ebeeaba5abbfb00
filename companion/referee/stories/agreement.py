"""What the stories of a game agree on: which turns are far ahead of all else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.referee.stories import weights
from companion.referee.stories.content import (
    Key,
    afters,
    essence,
    essence_of,
    has_begun,
    is_wrong,
    total,
)
from companion.referee.stories.evidence import Contents, may_hold
from companion.referee.stories.handing_over import is_open
from companion.referee.stories.rolls import with_known_rolls
from companion.referee.stories.story import Story, StoryTurn
from rules import Board, Cell, Code
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE

EXACTLY = 0.99
"""Of a class of stories that differ in nothing that counts, so much tells the very same turns."""

NEVER = 2.0
"""So likely nothing is."""

_LIKELIER = 0.05
"""Turns are not presumed where they and those after them are by so much of all weight likelier."""


@dataclass(frozen=True)
class Agreed:
    """What is far ahead of all else.

    Attributes
    ----------
    undone
        So many moves on record were taken back by hand first.
    turns
        The turns to put on record then.
    apart
        Of each turn, whether it is known exactly. Otherwise it was seen together with others only,
        and all ways to divide them come to the same.
    presumed
        Whether it is not known for sure, and is said with that condition.
    waited
        Whether it is no more than the likeliest: nobody answered, and play went on.
    gone_on
        Whether the next turn has begun since.
    alike
        What else the turns may come to: the same but for whose of them were wrong.
    needed
        How likely it must be to be known for sure.
    untold
        Whether it may be otherwise in a way that no story tells, until the next turn is whole.
    start
        What lay there when the game began.
    """

    undone: int
    turns: tuple[StoryTurn, ...]
    apart: tuple[bool, ...]
    presumed: bool = False
    waited: bool = False
    gone_on: bool = False
    alike: frozenset[Key] = frozenset()
    needed: float = weights.AT_ONCE_AHEAD
    untold: bool = False
    start: Board = field(default_factory=Board)

    @property
    def knows_the_last(self) -> bool:
        """Whether it is known what was laid in the last turn, so that the next one is, too."""
        return not (self.turns and self.turns[-1].is_one_of)

    @property
    def essence(self) -> Key:
        """All that counts of the turns, in whichever order tiles were laid."""
        return essence_of(self.start, self.undone, self.turns)

    def doubted(self) -> Agreed:
        """Return it presumed for what no story tells, so that no later look rules that out."""
        return replace(self, presumed=True, needed=NEVER)

    def is_told_by(self, story: Story) -> bool:
        """Tell whether a story has these turns, or what they come to alike, first."""
        count = len(self.turns)
        told = essence(story, count) if len(story.turns) >= count else None
        return told == self.essence or told in self.alike


def agreed_by(stories: Sequence[Story], looks: int, *, left_open: int) -> Agreed | None:
    """Return what is far ahead of all else, and not on record yet; None where nothing is.

    A turn of which nobody saw what was laid in it waits for the next one: what lay there between
    them is not known.

    Parameters
    ----------
    stories
        The stories; their weights add up to one.
    looks
        The number of the last look.
    left_open
        How many turns must be played since for the likeliest to be taken, although people have
        not answered; 0 where nothing more will be played.
    """
    stories = stories if left_open else _as_the_film_ends(stories)
    most = max((len(story.turns) for story in stories), default=0)
    found = [_agreed_on(stories, count, looks, left_open) for count in range(most + 1)]
    ending = [one for one in found if one and (one.waited or one.knows_the_last or not left_open)]
    known = next((one for one in ending if not one.waited), None)
    return known or next((one for one in ending if _is_best(stories, one)), None)


def _as_the_film_ends(stories: Sequence[Story]) -> list[Story]:
    """Return stories as likely as they are once the film is over."""
    ended = [story.times(_ends_so(story)) for story in stories]
    weight = total(ended)
    return [story.times(1 / weight) for story in ended]


def _ends_so(story: Story) -> float:
    """Return how often a film ends so: mostly the game does as well, or a turn at least.

    Where the roll was read, it tells how many tiles were to come. That so many tiles leave no other
    roll than one by which more were to come tells nothing.
    """
    if story.is_over:
        return 1.0
    is_midway = story.table != story.base and not story.fault
    return weights.ENDS_EARLY * (weights.LEFT_MIDWAY if is_midway and not story.seen else 1.0)


def has_later(story: Story, count: int, turns: int) -> bool:
    """Tell whether so many turns were over after the first ones, seen at a later look than these.

    While one look is all there is, nobody has had the time to answer. A move that was taken back
    was made anew by the first of these turns.
    """
    told, count = story.turns, max(count, 1)
    if not turns:
        return len(told) >= count
    if len(told) < count + turns:
        return False
    return told[count - 1].ended_at < told[count + turns - 1].ended_at


def _agreed_on(stories: Sequence[Story], count: int, looks: int, left_open: int) -> Agreed | None:
    """Return the first turns, so many of them, where they are far enough ahead."""
    best = _likeliest(stories, count)
    if not best:
        return None
    mass = total(best)
    begun = sum(s.weight for s in best if _has_gone_on(s, count, looks))
    known = weights.AHEAD if begun > mass / 2 else weights.FAR_AHEAD
    if _is_never_seen_wrong(best, count) and _may_be_right(stories, best[0]):
        return _but_for_whose(stories, count, left_open)
    if mass + _handed_over(stories) < min(known, _to_presume(stories, best, count, left_open)):
        return _but_for_whose(stories, count, left_open)
    chosen = max(best, key=lambda story: story.weight)
    exact = _are_apart(best, chosen, count)
    turns = with_known_rolls(chosen.turns[:count], best)
    waited = mass + _handed_over(stories) < known
    untold = _came_with_more(chosen, count, looks) or _may_lie_otherwise(chosen, count, looks)
    needed = weights.AT_ONCE_AHEAD if untold else _to_be_sure(chosen, count)
    presumed = waited or mass < needed or untold
    gone_on = begun > mass / 2
    found = Agreed(
        chosen.undone, turns, exact, presumed, waited, gone_on, start=chosen.ledger.start
    )
    return replace(found, needed=needed, untold=untold)


def _but_for_whose(stories: Sequence[Story], count: int, left_open: int) -> Agreed | None:
    """Return the first turns where it is known what was done in all, and not whose was wrong.

    Nothing that is seen later will tell. Nothing else may rest on whose it was: no end, island or
    palagem, and not whose turn it is now. Once that was open for many turns, it need only be likely
    what was done, if people said that the one turn which likely is wrong stands. The same holds if
    one is wrong by all stories: after so many turns nobody will say so any more.
    """
    classes: dict[Hashable, list[Story]] = defaultdict(list)
    for story in stories:
        turns = story.turns[:count]
        if len(turns) == count > 1 and not any(_counts(turn) for turn in turns):
            legal = sorted(turn.verdict.legal for turn in turns)
            start, after = story.ledger.start, turns[-1].after
            key = start, story.undone, after, tuple(legal), len(story.turns)
            classes[key].append(story)
    best = max(classes.values(), key=total, default=[])
    if not any(has_later(story, count, left_open) for story in best):
        return None
    chosen = max(best, key=lambda story: story.weight)
    wrong = [turn for turn in chosen.turns[:count] if not turn.verdict.legal]
    stood = [turn.stood for turn in wrong] == [True]
    enough = 1 if stood and not left_open else weights.TURNS_WRONG_LEFT_OPEN
    is_so = stood or (len(wrong) == 1 and _one_is_wrong(stories, count))
    long = is_so and _has_gone_on_for(best, count, enough)
    if total(best) < (weights.PRESUMED if long else weights.FAR_AHEAD):
        return None
    turns = with_known_rolls(chosen.turns[:count], best)
    apart = _are_apart(best, chosen, count)
    alike = frozenset(essence(story, count) for story in best)
    start = chosen.ledger.start
    return Agreed(chosen.undone, turns, apart, True, True, True, alike, start=start)


def _are_apart(best: Sequence[Story], chosen: Story, count: int) -> tuple[bool, ...]:
    """Tell of each of the first turns of a story whether nearly all others have the very same."""
    return tuple(
        not any(turn.is_one_of for turn in chosen.turns[:number])
        and total(s for s in best if afters(s, number) == afters(chosen, number))
        >= EXACTLY * total(best)
        for number in range(1, count + 1)
    )


def _handed_over(stories: Sequence[Story]) -> float:
    """Return how likely a die by which somebody could only pass was but handed over, if hardly.

    That is not waited for: the pass is presumed.
    """
    likely = total(story for story in stories if is_open(story))
    return likely if likely <= 1 - weights.AHEAD else 0.0


def _counts(turn: StoryTurn) -> bool:
    """Tell whether more than whether it was legal rests on whose a turn was."""
    verdict = turn.verdict
    return bool(verdict.reason or verdict.islands or verdict.palagems)


def _to_be_sure(story: Story, count: int) -> float:
    """Return how likely the first turns of a story must be to be known for sure.

    Of turns that one look was the first to show only how people play tells which they were. And
    where all lies as it did before a move, only that tells who undid it: those who made it, or the
    next player in a turn of their own.
    """
    ends = [turn.ended_at for turn in story.turns]
    at_once = any(ends[n] in ends[n + 1 : n + 2] for n in range(count))
    return weights.AT_ONCE_AHEAD if at_once or story.undone else weights.FAR_AHEAD


def _came_with_more(story: Story, count: int, looks: int) -> bool:
    """Tell whether one look shows the end of one of the first turns and a part of the next one.

    Nothing tells then that a tile of it is not one too many of a turn before, which is on record.
    """
    ends = [turn.ended_at for turn in story.turns]
    return story.table != story.base and ends[-1:] == [looks] and looks in ends[:count]


def _may_lie_otherwise(story: Story, count: int, looks: int) -> bool:
    """Tell whether a tile of the first turns may have been turned or taken away before it was seen.

    That of the last of some turns which one look was the first to show is told by stories of its
    own. Of those before it there are too many tiles that the next player may have touched.
    """
    ends = [turn.ended_at for turn in story.turns]
    may_touch = story.thrown and story.likeliest_roll in (REMOVE_DIE, ROTATE_DIE)
    return may_touch and ends.count(looks) > 1 and looks in ends[:count]


def may_hold_more(
    stories: Sequence[Story], agreed: Agreed, doubtful: Mapping[Cell, Contents]
) -> frozenset[Cell]:
    """Return the cells, none of them sure, on which a tile may lie that makes turns other ones.

    However unlikely that is by how people play: the camera thinks it possible, and some story
    tells it. Once the next turn has begun, how people play tells enough.
    """
    if agreed.gone_on or not agreed.turns:
        return frozenset()
    after = agreed.turns[-1].after
    others = [s for s in stories if essence(s, len(agreed.turns)) != agreed.essence]
    return frozenset(
        cell
        for cell, contents in doubtful.items()
        if cell not in after
        and any(may_hold(contents, s.table.get(cell)) for s in others if cell in s.table)
    )


def _is_never_seen_wrong(alike: Sequence[Story], count: int) -> bool:
    """Tell whether some of the first turns are wrong, and nobody said that they stand."""
    turns = (turn for story in alike for turn in story.turns[:count])
    return any(not turn.verdict.legal and not turn.stood for turn in turns)


def _may_be_right(stories: Sequence[Story], wrong: Story) -> bool:
    """Tell whether legal turns lead to the same table, however unlikely that is.

    Who has seen nothing wrong before play went on has not seen enough to call it so.
    """
    return any(
        story.table == wrong.table and story.turns and not is_wrong(story) for story in stories
    )


def _likeliest(stories: Sequence[Story], count: int) -> Sequence[Story]:
    """Return the stories of what the first turns most likely come to."""
    classes: dict[Hashable, list[Story]] = defaultdict(list)
    for story in stories:
        if len(story.turns) >= count and (count or story.undone):
            classes[essence(story, count)].append(story)
    return max(classes.values(), key=total, default=[])


def _is_best(stories: Sequence[Story], agreed: Agreed) -> bool:
    """Tell whether to presume turns: no more of them are likelier, all ways to divide them."""
    count = len(agreed.turns)
    most = total(_likeliest(stories, count)) + _LIKELIER
    more = range(count + 1, count + weights.MOST_TURNS + 1)
    return all(total(_likeliest(stories, turns)) <= most for turns in more)


def _has_gone_on(story: Story, count: int, looks: int) -> bool:
    """Tell whether the next turn has begun after the first ones of a story.

    Where one look shows the tiles of both, they may as well be of one turn. After a move that was
    taken back its roll is known; that alone shows nothing.
    """
    if not count and not story.turns:
        return story.table != story.base
    earlier = count == 0 or story.turns[count - 1].ended_at < looks
    if len(story.turns) > count:
        return earlier or story.turns[count].seen
    return has_begun(story) if earlier else story.seen


def _to_presume(
    stories: Sequence[Story], alike: Sequence[Story], count: int, left_open: int
) -> float:
    """Return how likely turns must be for them to be presumed, nobody having answered.

    What is against the rules is presumed only where people said that it stands, or edges do not
    match by all stories, and less readily: whose it was is all that is open then. But no game
    stands still for that for long; and once the film is over nothing more will tell, and what came
    after these turns would be lost with them.
    """
    wrong = [turn for s in alike for turn in s.turns[:count] if not turn.verdict.legal]
    if not all(turn.stood or _is_plain(turn, stories) for turn in wrong):
        return 1.0
    enough = weights.TURNS_WRONG_LEFT_OPEN if wrong else weights.TURNS_LEFT_OPEN
    if _has_gone_on_for(alike, count, enough if left_open else 1):
        return weights.PRESUMED
    return weights.LEFT_OPEN if _has_gone_on_for(alike, count, left_open) else 1.0


def _is_plain(turn: StoryTurn, stories: Sequence[Story]) -> bool:
    """Tell whether all can see that a turn is wrong: its edges do not match, by whomever."""
    codes = {violation.code for violation in turn.verdict.violations}
    by_all = total(story for story in stories if is_wrong(story))
    return codes == {Code.EDGE_MISMATCH} and by_all >= weights.SURELY_ILLEGAL


def _one_is_wrong(stories: Sequence[Story], count: int) -> bool:
    """Tell whether one of the first turns is wrong by nearly all stories, whichever it is."""
    by_all = total(s for s in stories if not all(turn.verdict.legal for turn in s.turns[:count]))
    return by_all >= weights.SURELY_ILLEGAL


def _has_gone_on_for(stories: Sequence[Story], count: int, turns: int) -> bool:
    """Tell whether most of some stories have so many turns after the first ones."""
    since = sum(story.weight for story in stories if has_later(story, count, turns))
    return since > total(stories) / 2
