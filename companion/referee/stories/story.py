"""One way to explain what was seen, and the turns it tells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.referee.ledger import Ledger
from companion.referee.rolls import EVEN
from companion.referee.stories import weights
from companion.referee.stories.seats import Seats
from rules import Board, Cell, Turn, Verdict
from rules.judging import PALAGONIA
from rules.palagonia.judging import DIE

Rolls = Mapping[int | None, float]
"""How likely each roll of a turn is, all together the weight of the story; None: no die is used."""

NO_DIE: Rolls = {None: 1.0}
"""The roll of games without a die."""

ANY_ROLL: Rolls = {roll: p for roll, p in EVEN.items()}  # noqa: C416
"""The roll of a die that nobody saw."""


@dataclass(frozen=True)
class StoryTurn:
    """A turn that a story holds to be over.

    Attributes
    ----------
    mover
        Who made it.
    after
        The board after it.
    verdict
        The ruling on it.
    roll
        Its roll, None where no die is used.
    seen
        Whether the roll was read for sure.
    ended_at
        The number of the look by which it was over.
    stood
        Whether it is illegal, and people said that it stands.
    is_one_of
        Whether other tiles may as well have been laid in it, or in those before it: it stands for
        stories that tell so, which were too many to be kept.
    """

    mover: str
    after: Board
    verdict: Verdict
    roll: int | None = None
    seen: bool = False
    ended_at: int = 0
    stood: bool = False
    is_one_of: bool = False

    @property
    def result(self) -> Hashable:
        """What the turn came to, whichever tiles were laid in it."""
        verdict = self.verdict
        outcome = (verdict.winner, verdict.loser, verdict.reason)
        return verdict.legal, outcome, verdict.islands, verdict.palagems


@dataclass(frozen=True)
class Story:
    """One way to explain what was seen.

    Attributes
    ----------
    ledger
        The moves by this story; the present turn begins after them.
    table
        What lies on the table.
    rolls
        How likely each roll of the present turn is, together the weight of the story. While the
        die was not thrown yet all weight is that of None.
    thrown
        Whether the die was thrown for the present turn; always in games without one.
    seen
        Whether the present roll was read for sure.
    turns
        The turns that are over since the moves on record.
    undone
        How many moves on record were taken back by hand before these turns.
    order
        The cells on which tiles were placed in this turn, one by one; None where they came at once.
    fault
        Whether what lies there can become no legal move any more.
    stands
        Whether people have said that it stands nevertheless.
    following
        How likely each roll of the next turn is, which was thrown although this one is short.
    together
        How many of the last moves on record were seen only together with others.
    lacks_one
        Whether people took one more of these back: which tiles go tells which it was.
    again
        Whether a number was seen in this turn that was no roll: the die was handed over, or thrown
        again.
    habit
        How likely it is, by what was seen in the game, that these players hand the die over so.
    takes_up
        The same, that they mostly take it off the table before they throw it.
    seats
        From which side each of them was seen to reach in.
    """

    ledger: Ledger
    table: Board
    rolls: Rolls
    thrown: bool = True
    seen: bool = False
    turns: tuple[StoryTurn, ...] = ()
    undone: int = 0
    order: tuple[Cell, ...] | None = ()
    fault: bool = False
    stands: bool = False
    following: Mapping[int, float] | None = None
    together: int = 0
    lacks_one: bool = False
    again: bool = False
    habit: float = weights.HAND_OVER
    takes_up: float = weights.TAKE_UP
    seats: Seats = field(default_factory=Seats)

    @property
    def weight(self) -> float:
        """How much speaks for it."""
        return sum(self.rolls.values())

    @property
    def base(self) -> Board:
        """The board on which the present turn began."""
        return self.ledger.board

    @property
    def is_over(self) -> bool:
        """Whether the game has ended by it."""
        return self.ledger.outcome() is not None

    def times(self, factor: float) -> Story:
        """Return it with another weight."""
        if factor == 1.0:
            return self
        return replace(self, rolls={roll: p * factor for roll, p in self.rolls.items()})

    def as_played(self, other: Story) -> Story:
        """Return it with what another story knows of how these players play."""
        return replace(self, habit=other.habit, takes_up=other.takes_up, seats=other.seats)

    def without_seats(self) -> Story:
        """Return it where hands may have been taken for other players' till now."""
        return replace(self, seats=Seats())

    def by_rolls(self, rolls: Mapping[int, float]) -> Story:
        """Return it with other rolls."""
        return replace(self, rolls={roll: p for roll, p in rolls.items() if p > 0})

    @property
    def known_roll(self) -> int | None:
        """The roll of the present turn where it is hardly another one; None where it may be."""
        roll = self.likeliest_roll
        return roll if self.rolls[roll] >= weights.AHEAD * self.weight else None

    @property
    def likeliest_roll(self) -> int | None:
        """The roll of the present turn that most speaks for."""
        return max(self.rolls, key=lambda roll: self.rolls[roll])


def with_turn(
    story: Story, table: Board, roll: int | None, weight: float, verdict: Verdict, at: int
) -> Story:
    """Return a story in which the present turn is over."""
    ledger = story.ledger.fork()
    stood = story.stands and not verdict.legal
    turn = StoryTurn(ledger.mover, table, verdict, roll, story.seen, at, stood)
    ledger.record(table, verdict, roll)
    rolls: Rolls = {None: weight}
    if story.following is not None:
        total = sum(story.following.values())
        rolls = {r: weight * p / total for r, p in story.following.items()}
    return Story(
        ledger=ledger,
        table=table,
        rolls=rolls,
        thrown=story.ledger.setup.game != PALAGONIA or story.following is not None,
        seen=story.following is not None,
        turns=(*story.turns, turn),
        undone=story.undone,
    ).as_played(story)


def rolls_of(played: Turn, *, has_die: bool) -> Rolls:
    """Return the rolls by which a move that was taken back is made anew; any if none is on record.

    A pass tells of none: its player may not have thrown the die.
    """
    if not has_die or played.move.is_pass:
        return NO_DIE
    return ANY_ROLL if played.die is None else {played.die: 1.0}


def throws(belief: Mapping[int, float]) -> dict[int, float]:
    """Return the rolls of a die that was thrown, by how likely each number is seen as it was."""
    return {roll: belief[roll] / len(DIE) for roll in DIE}


def kept(stories: Iterable[Story]) -> list[Story]:
    """Return the likeliest stories with weights that add up to one, equal ones made one."""
    merged: dict[Hashable, Story] = {}
    for story in stories:
        if story.weight <= 0:
            continue
        told = tuple((turn.after, turn.roll, turn.seen, turn.ended_at) for turn in story.turns)
        key = (told, story.undone, story.base, story.table, story.fault, *_present(story))
        known = merged.get(key)
        merged[key] = story if known is None else _together(known, story)
    alive = sorted(_represented(merged.values()), key=lambda story: -story.weight)
    alive = alive[: weights.MOST_STORIES]
    total = sum(story.weight for story in alive)
    return [story.times(1 / total) for story in alive]


def _represented(stories: Iterable[Story]) -> Iterator[Story]:
    """Yield the likeliest of the stories that come to the same, with the weight of all of them.

    One by one, ways to divide tiles among turns may be too many and each too unlikely to be kept.
    """
    classes: dict[Hashable, list[Story]] = defaultdict(list)
    for story in stories:
        classes[_outcome(story)].append(story)
    least = weights.LEAST_SHARE * sum(map(_total, classes.values()))
    likely = [alike for alike in classes.values() if _total(alike) >= least]
    most = _most_alike(likely)
    for alike in likely:
        chosen = _standing_for(alike, most)
        scale = _total(alike) / _total(chosen)
        yield from (story.times(scale) for story in chosen)


def _most_alike(classes: Sequence[Sequence[Story]]) -> int:
    """Return how many of each class of stories to keep at most, so that all classes have room."""
    for most in range(weights.MOST_ALIKE, weights.FEWEST_ALIKE, -1):
        if sum(min(most, len(alike)) for alike in classes) <= weights.MOST_STORIES:
            return most
    return weights.FEWEST_ALIKE


def _standing_for(alike: Sequence[Story], most: int) -> Sequence[Story]:
    """Return a few stories, likeliest first: where some differ after a turn, two of these do."""
    if len(alike) <= most:
        return alike
    ranked = sorted(alike, key=lambda story: -story.weight)
    likeliest = ranked[0]
    chosen = {id(likeliest): likeliest}
    for number, turn in enumerate(likeliest.turns):
        other = next((s for s in ranked if s.turns[number].after != turn.after), likeliest)
        chosen.setdefault(id(other), other)
    for story in ranked:
        if len(chosen) >= most:
            break
        chosen.setdefault(id(story), story)
    return [_standing_for_others(story, alike) for story in chosen.values()]


def _standing_for_others(story: Story, alike: Sequence[Story]) -> Story:
    """Return a story that knows in which of its turns others, which are not kept, differ."""
    turns = tuple(
        turn
        if turn.is_one_of or all(s.turns[number].after == turn.after for s in alike)
        else replace(turn, is_one_of=True)
        for number, turn in enumerate(story.turns)
    )
    return replace(story, turns=turns)


def _total(stories: Iterable[Story]) -> float:
    return sum(story.weight for story in stories)


def _outcome(story: Story) -> Hashable:
    """Return all of a story but which of the tiles were laid in which of its turns."""
    told = tuple((turn.roll, turn.seen, turn.ended_at, turn.result) for turn in story.turns)
    return told, story.undone, story.base, story.table, story.fault, _present(story)


def _present(story: Story) -> tuple[Hashable, ...]:
    is_short = story.following is not None
    start = story.ledger.start
    return start, story.thrown, story.seen, story.stands, story.order, is_short, story.again


def _together(story: Story, other: Story) -> Story:
    rolls = dict(story.rolls)
    for roll, weight in other.rolls.items():
        rolls[roll] = rolls.get(roll, 0.0) + weight
    share = story.weight / sum(rolls.values())
    habit = share * story.habit + (1 - share) * other.habit
    takes_up = share * story.takes_up + (1 - share) * other.takes_up
    return replace(story, rolls=rolls, habit=habit, takes_up=takes_up)
