"""The ways to explain what was seen since a turn of Palagonia began whose roll is not known.

A story says which turns were played and ended, and what may have been rolled for the one that is
being played. Each look at the table lengthens the stories it fits and ends the others. Their
weights come from what was read of the die and from how people play: they seldom stop in the middle
of a turn, and seldom begin one without a hand that rolls the die. These rates are estimates: nobody
measured them at a table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from companion.referee.rolls import EVEN, Belief, onehot, rolls_that_fit, two_turns
from rules import Board, Stage
from rules.palagonia.judging import DIE

AHEAD = 0.95
"""A turn that so much of all weight has over is put on record, another one having begun since."""

FAR_AHEAD = 0.99
"""The same for a turn that has just become whole, to which more tiles may still come."""

PAUSED = 0.5
"""How often a player is seen to stop after a part of the tiles of a turn."""

IDLE = 0.05
"""How often a hand comes and goes in the middle of a turn and touches no tile."""

RESUMED = 0.3
"""How often tiles of the same turn are laid after that, and not those of the next one."""

RESTLESS = 0.1
"""How often a turn begins with no hand that was seen to roll, where people roll in the picture."""

UNSEEN = 0.6
"""The same where nobody was seen to roll yet, since the die may be rolled beside the picture."""

CAME_IN_SIGHT = 0.05
"""How often a die that was not read is read later in the same turn, no tile being touched."""

READ_WITH_TILES = 0.3
"""How often it is read first with more tiles of the same turn, or of the next."""

SECOND_THROW = 0.02
"""How often the die is moved while the tiles of a turn are laid."""

THROWN_AGAIN = 0.3
"""How often a die that lies elsewhere when the tiles were laid was thrown again before that."""

LEFT_LYING = 0.1
"""How often a new turn's die lies exactly where the last one lay."""

MISSED = 0.1
"""How often a whole turn falls between two looks."""

MOST = 8
"""How many stories are kept; the likeliest."""


@dataclass(frozen=True)
class DieSight:
    """What one look shows of the die.

    Attributes
    ----------
    value
        The number that was read for sure; None where there is none.
    belief
        How likely each roll is by what was read.
    moved
        Whether it lies elsewhere, or shows another number, than when it was last seen; None where
        it is not seen now or was not seen before.
    seen
        Whether any die was read, for sure or not.
    """

    value: int | None = None
    belief: Belief = field(default_factory=lambda: EVEN)
    moved: bool | None = None
    seen: bool = False

    @property
    def is_new(self) -> bool:
        """Whether it may have been rolled since the last look: it is seen, and not as it lay."""
        return self.seen and self.moved is not False


@dataclass(frozen=True)
class PlayedTurn:
    """A turn that a story holds to be over: the board after it, how likely its rolls are.

    ``seen`` says whether its roll was read for sure.
    """

    after: Board
    belief: Belief
    seen: bool


@dataclass(frozen=True)
class Story:
    """One way to explain what was seen.

    Attributes
    ----------
    base
        The board on which the present turn began.
    belief
        The weight of the story with each roll of the present turn.
    seen
        Whether the present roll was read for sure.
    die_seen
        Whether any die was read since the present turn began.
    turns
        The turns that are over.
    """

    base: Board
    belief: Belief
    seen: bool = False
    die_seen: bool = False
    turns: tuple[PlayedTurn, ...] = ()

    @property
    def weight(self) -> float:
        """How much speaks for it."""
        return sum(self.belief.values())


@dataclass(frozen=True)
class Likeliest:
    """The likeliest first turn: the board after it, its roll, and its share of all weight.

    ``roll`` is None where several rolls allow the same turn and none is far ahead; ``rolls`` holds
    all that do. ``over`` is the share of the stories by which any turn is over. ``since`` says
    whether the next turn has begun by most of the stories that have this one over.
    """

    after: Board
    roll: int | None
    rolls: tuple[int, ...]
    seen: bool
    share: float
    over: float
    since: bool


class TurnStories:
    """All the stories of what happened since the moves on record.

    Attributes
    ----------
    stories
        The stories, likeliest first.
    now
        The board at the last look that a story explains.
    """

    def __init__(
        self, pool: int, base: Board, belief: Belief | None = None, *, seen: bool = False
    ) -> None:
        """Begin on the board after the last move on record, with what is known of the roll."""
        self.stories = [Story(base, belief or EVEN, seen, die_seen=belief is not None)]
        self.now = base
        self._pool = pool
        self._idle = False
        self._said: int | None = None
        self._contested = False

    def look(self, now: Board, sight: DieSight, *, hand: bool, rolls_in_view: bool) -> bool:
        """Take in a look at the table, and tell whether any story explains it.

        Parameters
        ----------
        now
            The tiles on the table.
        sight
            What is seen of the die.
        hand
            Whether a hand came and went and left the tiles as they were since the last look at
            which they had changed.
        rolls_in_view
            Whether anybody was seen to roll in this game.
        """
        moved = now != self.now
        quiet = RESTLESS if rolls_in_view else UNSEEN
        came = READ_WITH_TILES if moved else CAME_IN_SIGHT
        if self._contested and moved:
            self._contested = False
        found: list[Story] = []
        for story in self.stories:
            rested = 1.0 if self._idle or not hand else IDLE
            resumed = RESUMED if hand and moved else 1.0
            found.append(self._going_on(story, sight, rested * resumed, came))
            if moved or sight.is_new:
                thrown = sight.is_new and (story.die_seen or not moved)
                beyond = 1.0 if hand or thrown else max(quiet, came) if sight.is_new else quiet
                found.append(self._next_turn(story, sight, beyond))
        fitting = self._kept(self._laid(story, now) if moved else story for story in found)
        if not fitting and moved:
            fitting = self._kept(self._folded(now, sight))
        if not fitting:
            return False
        self.stories, self.now = fitting, now
        self._idle = hand if not moved else False
        return True

    def contest(self, now: Board, roll: int, shown: int) -> None:
        """Hold that the turn is over by one roll, though the die shows another one already.

        Nobody saw which number lay there while the tiles were laid, so it may as well be an illegal
        move by the number that is shown.
        """
        (begun,) = self.stories
        over = PlayedTurn(now, onehot(roll), seen=False)
        self.stories = [
            Story(now, onehot(shown), seen=True, die_seen=True, turns=(over,)),
            replace(begun, belief=onehot(shown), seen=True, die_seen=True),
        ]
        self.now = now
        self._contested = True

    def say(self, roll: int) -> bool:
        """Take a person's word for the roll of the first turn; tell whether a story fits it."""
        fitting = self._kept(_told(story, roll) for story in self.stories)
        if fitting:
            self.stories, self._said, self._contested = fitting, roll, False
        return bool(fitting)

    @property
    def said(self) -> bool:
        """Whether a person said what was rolled for the first turn."""
        return self._said is not None

    def likeliest(self, *, ended: bool = False) -> Likeliest | None:
        """Return the likeliest first turn that is over; None where no story has it over.

        Parameters
        ----------
        ended
            Whether a person said that the present turn is over.
        """
        weights: dict[Board, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        seen: dict[Board, bool] = {}
        since: dict[Board, float] = defaultdict(float)
        pending = 0.0
        for story in self.stories:
            first = story.turns[0] if story.turns else None
            over = first.belief if first else self._whole(story)
            after = first.after if first else self.now
            part = story.weight if first else 1.0
            for roll, weight in over.items():
                weights[after][roll] += part * weight
            since[after] += story.weight if first else 0.0
            seen.setdefault(after, first.seen if first else story.seen)
            pending += 0.0 if first else story.weight - sum(over.values())
        masses = {after: sum(rolls.values()) for after, rolls in weights.items()}
        after = max(masses, key=lambda board: masses[board], default=self.now)
        mass, known = masses.get(after, 0.0), sum(masses.values())
        if mass <= 0:
            return None
        rolls = {roll: weight for roll, weight in weights[after].items() if weight > 0}
        roll = max(rolls, key=lambda value: rolls[value])
        told = roll if rolls[roll] >= AHEAD * mass else None
        total = known if ended else known + pending
        share = mass / total * (0.5 if self._contested else 1.0)
        ranked = tuple(sorted(rolls, key=lambda value: -rolls[value]))
        over_by_any = known / (known + pending)
        begun = since[after] > mass / 2
        return Likeliest(after, told, ranked, seen[after], share, over_by_any, begun)

    def is_far_ahead(self, likeliest: Likeliest) -> bool:
        """Tell whether a first turn is likely enough to be put on record."""
        return likeliest.share >= (AHEAD if likeliest.since else FAR_AHEAD)

    def settled(self, after: Board) -> TurnStories | None:
        """Return the stories that go on after a first turn; None where none has begun another."""
        rest = [
            replace(story, turns=story.turns[1:])
            for story in self.stories
            if story.turns and story.turns[0].after == after
        ]
        if not rest:
            return None
        following = TurnStories(self._pool, after)
        following.stories, following.now, following._idle = rest, self.now, self._idle
        return following

    @property
    def fact(self) -> int | None:
        """The present roll where all stories have it read for sure, and none has ended a turn."""
        rolls = {roll for s in self.stories for roll, weight in s.belief.items() if weight > 0}
        sure = all(story.seen and not story.turns for story in self.stories)
        return rolls.pop() if sure and len(rolls) == 1 else None

    @property
    def is_far_ahead_if_ended(self) -> bool:
        """Whether one turn is far ahead if the present one is over with what lies there."""
        likeliest = self.likeliest(ended=True)
        return likeliest is not None and self.is_far_ahead(likeliest)

    @property
    def has_ended_turns(self) -> bool:
        """Whether a turn is over by some story."""
        return any(story.turns for story in self.stories)

    @property
    def is_untouched(self) -> bool:
        """Whether by all stories no tile of the present turn was touched, and none is over."""
        return all(story.base == self.now and not story.turns for story in self.stories)

    @property
    def belief(self) -> Belief:
        """How likely each roll of the present turn is."""
        return {roll: sum(story.belief[roll] for story in self.stories) for roll in DIE}

    def _going_on(self, story: Story, sight: DieSight, often: float, came: float) -> Story:
        """Return a story in which the present turn goes on.

        ``often`` is how often it does with the hands that were seen, where it is not over yet, and
        ``came`` how often its die comes in sight so late.
        """
        begun = story.base != self.now
        if not begun:
            if not sight.is_new:
                return _by_sight(story, sight) if sight.value is not None else story
            weight, known = story.weight, story.belief
            # a die that was read before is thrown again, or thrown for the next turn already
            again = THROWN_AGAIN if story.die_seen else 1.0
            belief = {
                roll: (1 - again) * known[roll] + again * weight * sight.belief[roll]
                for roll in DIE
            }
            known_now = again == 1.0 and sight.value is not None
            return replace(story, belief=belief, seen=known_now, die_seen=True)
        if sight.is_new and story.die_seen:
            story = _times(story, {roll: SECOND_THROW / len(DIE) for roll in DIE})
        elif sight.is_new:
            read = _times(story, {roll: came * sight.belief[roll] for roll in DIE})
            story = replace(read, seen=sight.value is not None, die_seen=True)
        elif sight.value is not None:
            story = _by_sight(story, sight)
        whole = self._whole(story)
        return _times(story, {roll: 1.0 if whole.get(roll) else often for roll in DIE})

    def _next_turn(self, story: Story, sight: DieSight, beyond: float) -> Story:
        """Return a story in which the present turn was over and the next one has begun."""
        whole = self._whole(story)
        mass = sum(whole.values())
        if mass <= 0:
            return replace(story, belief=dict.fromkeys(DIE, 0.0))
        rolls = {roll: weight / mass for roll, weight in whole.items()}
        over = PlayedTurn(self.now, rolls, story.seen)
        lying = LEFT_LYING if sight.moved is False else 1.0
        prior = EVEN[1] * mass * beyond * lying
        read = sight.belief if sight.seen else dict.fromkeys(DIE, 1.0)
        belief = {roll: prior * read[roll] for roll in DIE}
        known = sight.value is not None
        return Story(self.now, belief, known, sight.seen, (*story.turns, over))

    def _folded(self, now: Board, sight: DieSight) -> Iterable[Story]:
        """Yield stories in which a turn was played and ended that no look fell into."""
        for story in self.stories:
            left = self._left(story.base)
            new = sight.belief if sight.is_new else EVEN
            for way in two_turns(story.base, now, left, story.belief, new):
                over = PlayedTurn(way.between, onehot(way.first), story.seen)
                weight = MISSED * story.belief[way.first] * new[way.second]
                belief = {roll: weight * float(roll == way.second) for roll in DIE}
                known = sight.is_new and sight.value is not None
                yield Story(way.between, belief, known, sight.seen, (*story.turns, over))

    def _laid(self, story: Story, now: Board) -> Story:
        """Return a story with the rolls that explain the tiles on the table now."""
        fits = rolls_that_fit(story.base, now, self._left(story.base))
        parts = {
            roll: PAUSED if progress.stage is Stage.IN_PROGRESS else 1.0
            for roll, progress in fits.items()
        }
        return _times(story, {roll: parts.get(roll, 0.0) for roll in DIE})

    def _whole(self, story: Story) -> Belief:
        """Return the weights of the rolls by which the present turn is whole at the last look."""
        fits = rolls_that_fit(story.base, self.now, self._left(story.base))
        return {
            roll: story.belief[roll]
            for roll, progress in fits.items()
            if progress.stage is Stage.COMPLETE and story.belief[roll] > 0
        }

    def _left(self, board: Board) -> int:
        return max(0, self._pool - len(board))

    @staticmethod
    def _kept(stories: Iterable[Story]) -> list[Story]:
        """Return the likeliest stories with weights that add up to one."""
        merged: dict[tuple[object, ...], Story] = {}
        for story in stories:
            if story.weight > 0:
                key = (tuple(turn.after for turn in story.turns), story.base, story.seen)
                known = merged.get(key)
                merged[key] = story if known is None else _with(known, story)
        alive = sorted(merged.values(), key=lambda story: -story.weight)[:MOST]
        total = sum(story.weight for story in alive)
        return [_times(story, dict.fromkeys(DIE, 1 / total)) for story in alive]


def _times(story: Story, factors: Belief) -> Story:
    return replace(
        story, belief={roll: weight * factors[roll] for roll, weight in story.belief.items()}
    )


def _with(story: Story, other: Story) -> Story:
    """Return a story with the weight of another one beside its own that tells the same turns."""
    return replace(story, belief={roll: story.belief[roll] + other.belief[roll] for roll in DIE})


def _by_sight(story: Story, sight: DieSight) -> Story:
    """Return a story whose present roll is the one that was read for sure."""
    known = _times(story, sight.belief)
    return replace(known, seen=True) if known.weight > 0 else known


def _told(story: Story, roll: int) -> Story:
    """Return a story in which the first turn's roll is what a person said."""
    if not story.turns:
        return _times(story, onehot(roll))
    first = story.turns[0]
    share = first.belief.get(roll, 0.0)
    told = replace(first, belief=onehot(roll))
    return _times(replace(story, turns=(told, *story.turns[1:])), dict.fromkeys(DIE, share))
