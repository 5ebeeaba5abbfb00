"""Telling the last looks anew, since what was told of them has become unlikely."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from companion.referee.stories import weights
from companion.referee.stories.content import total
from companion.referee.stories.evidence import TableEvidence
from companion.referee.stories.extending import Extending
from companion.referee.stories.handing_over import is_open
from companion.referee.stories.memory import Memory, Remembered
from companion.referee.stories.story import Story, StoryTurn, kept
from rules import Cell
from rules.move import Tile

_LATELY = 2
"""A tile that was not seen shows itself so many looks before or after something odd comes, or then.
"""

_MOST_TILES = 8
"""Where more show themselves, none of them is thought of."""

_MOST_STORIES = 8
"""So many stories are told anew; the likeliest."""

_LIKELY = 0.1
"""A tile is thought of in stories that were at least so likely then."""

_HEALS = 1 - weights.STILL_MISREAD
_MISREAD_AND_HEALED = weights.MISREAD * _HEALS


@dataclass(frozen=True)
class Retold:
    """The last looks told anew.

    Attributes
    ----------
    stories
        The stories since the moves that stay on record.
    taken_off
        So many of the last moves on record do not.
    shown
        The tiles by which stories were added to those that were told, which stay.
    """

    stories: list[Story]
    taken_off: int
    shown: frozenset[Tile] = frozenset()


class Retelling:
    """Tells the last looks anew.

    It may be that the camera was sure that nothing lay on a cell where a tile did; or that moves
    were put on record by a story that was likelier then, and is not any more. All weights are held
    against those of the stories that were told: these have 1 in all.
    """

    def __init__(self, extending: Extending, *, has_die: bool) -> None:
        self._extending, self._has_die = extending, has_die

    def of(self, memory: Memory, told: Sequence[Story]) -> Retold | None:
        """Return the last looks told anew where that is far likelier; None where it is not.

        Parameters
        ----------
        memory
            The last looks.
        told
            The stories that were told, the likeliest first.
        """
        looks = memory.looks
        if not _calls_for_it(looks):
            return None
        if looks[-1].look.stirred and (retold := self._all(memory, told)) is not None:
            return retold
        is_thrown = self._has_die and looks[-1].look.sight.is_new
        is_odd = looks[-1].likely < weights.ODD
        return self._without_passes(memory, told) if is_thrown and is_odd else None

    def _without_passes(self, memory: Memory, told: Sequence[Story]) -> Retold | None:
        """Return the looks by which a die was handed over, and was no pass, where that is likelier.

        What was told may still be so.
        """
        looks, base = memory.looks, len(memory.shared)
        gains = memory.gains(has_die=self._has_die)
        found = self._given_up(looks, base, gains, weights.NO_PASS, is_open)
        if total(found) < weights.NO_PASS:
            return None
        recorded = memory.recorded[base:]
        either = kept([*found, *(_onto(story, recorded) for story in told)])
        same, stories = _on_record(either, recorded)
        return Retold(kept(stories), len(recorded) - same)

    def _all(self, memory: Memory, told: Sequence[Story]) -> Retold | None:
        """Return the looks told anew by all that was given up, and by tiles that were not seen.

        Those by which nothing on record is otherwise need not be likelier than what was told.
        """
        looks, base = memory.looks, len(memory.shared)
        gains, recorded = memory.gains(has_die=self._has_die), memory.recorded[base:]
        found, too, shown = self._given_up(looks, base, gains), list[Story](), _shown_lately(looks)
        if _MISREAD_AND_HEALED * gains[0] >= weights.TOLD_TOO:
            wrong = _faults(_onto(told[0], recorded))
            for tile in shown:
                stories = self._with(tile, looks, base, gains)
                likely = [story for story in stories if _faults(story) <= wrong]
                found += likely
                if tile not in memory.shown:
                    too += [_since(story, recorded) for story in likely if _tells(story, recorded)]
        if total(found) >= weights.RETOLD:
            same, stories = _on_record(kept(found), recorded)
            return Retold(kept(stories), len(recorded) - same)
        if total(too) < weights.TOLD_TOO:
            return None
        return Retold(kept([*told, *too]), 0, memory.shown.union(shown))

    def _with(
        self, tile: Tile, looks: Sequence[Remembered], base: int, gains: Sequence[float]
    ) -> list[Story]:
        """Return the stories in which a tile lay there before it was seen."""
        stories: list[Story] = []
        before: Remembered | None = None
        was_missed = False
        for number, taken in enumerate(looks):
            missed = _is_surely_empty(taken.evidence, tile.cell)
            found = list(self._onwards(stories, taken, tile if missed else None))
            if was_missed and not missed:
                found = [story.times(_HEALS) for story in found]
            if missed and _MISREAD_AND_HEALED * gains[number] >= weights.TOLD_TOO:
                begun = [_onto(s, taken.recorded[base:]) for s in taken.stories]
                begun = [s for s in begun if s.weight >= _LIKELY and tile.cell not in s.table]
                found += self._laid(begun, taken, before, tile)
            gain = gains[number + 1] * (_HEALS if missed else 1.0)
            stories = _scaled(taken.heard(found), 1 / taken.weight, gain, weights.TOLD_TOO)
            before, was_missed = taken, missed
        return stories

    def _given_up(
        self,
        looks: Sequence[Remembered],
        base: int,
        gains: Sequence[float],
        needed: float = weights.RETOLD,
        counts: Callable[[Story], bool] = lambda _: True,
    ) -> list[Story]:
        """Return the stories by what was seen that were given up for what is on record.

        Only those that count, and that may still become so many times likelier as is needed.
        """
        stories: list[Story] = []
        for number, taken in enumerate(looks):
            found = taken.heard(self._onwards(stories, taken))
            stories = _scaled(found, 1 / taken.weight, gains[number + 1], needed)
            for recorded, story in taken.given_up:
                if counts(story) and story.weight * gains[number + 1] >= needed:
                    stories.append(_onto(story, recorded[base:]))
        return stories

    def _onwards(
        self, stories: Iterable[Story], taken: Remembered, tile: Tile | None = None
    ) -> Iterator[Story]:
        """Yield the ways in which stories go on with a look, a tile being misread in it."""
        for story in stories:
            for table, likely in taken.evidence.tables(story.table, taken.last):
                if tile is not None:
                    table = table.with_tile(*tile)
                    likely *= weights.STILL_MISREAD
                for way in self._extending.ways(story, table, taken.look):
                    yield way.times(likely)

    def _laid(
        self, stories: Iterable[Story], taken: Remembered, before: Remembered | None, tile: Tile
    ) -> Iterator[Story]:
        """Yield stories in which the tile was laid since the look before, and misread.

        Of several hands the first one may have laid nothing else: then nothing new was seen.
        """
        hidden = taken.look.hidden
        depth = 1 if hidden.hands > 1 or hidden.seconds >= weights.HIDDEN_S else 0
        for story in stories:
            for table, likely in taken.evidence.tables(story.table, taken.last):
                if table.touching(tile.cell):
                    laid = table.with_tile(*tile)
                    for way in self._extending.ways(story, laid, taken.look, depth=depth):
                        if not way.fault:
                            yield way.times(likely * weights.MISREAD)
            if before is not None and hidden.hands > 1 and story.table.touching(tile.cell):
                alone = story.table.with_tile(*tile)
                first = self._extending.ways(story, alone, before.look.again(), depth=0)
                rest = replace(taken, look=taken.look.after_one())
                first = [way for way in first if not way.fault]
                for way in self._onwards(first, rest, tile):
                    yield way.times(weights.MISREAD)


def _calls_for_it(looks: Sequence[Remembered]) -> bool:
    """Tell whether something odd came, or one tile alone showed itself soon after it."""
    odd = [taken.likely < weights.ODD for taken in looks[-1 - _LATELY :]]
    if not any(odd) or odd[-1]:
        return any(odd)
    last, now = looks[-2].evidence.seen, looks[-1].evidence.seen
    return len(now) == len(last) + 1


def _shown_lately(looks: Sequence[Remembered]) -> list[Tile]:
    """Return the tiles that are seen for sure now, and were not a few looks ago; none if many."""
    now = looks[-1].evidence
    before = [taken.evidence for taken in looks[-1 - _LATELY : -1]]
    sure = [Tile(cell, k) for cell, k in now.seen.items() if _is_sure(now, cell)]
    found = [tile for tile in sure if any(_is_surely_empty(seen, tile.cell) for seen in before)]
    return found if len(found) <= _MOST_TILES else []


def _is_sure(evidence: TableEvidence, cell: Cell) -> bool:
    return cell not in evidence.doubtful and cell not in evidence.hidden


def _is_surely_empty(evidence: TableEvidence, cell: Cell) -> bool:
    return cell not in evidence.seen and _is_sure(evidence, cell)


def _onto(story: Story, recorded: tuple[StoryTurn, ...]) -> Story:
    """Return a story with the turns that were put on record before it."""
    count = len(recorded) - story.undone
    if count < 0:
        return replace(story, undone=-count)
    return replace(story, undone=0, turns=(*recorded[:count], *story.turns))


def _faults(story: Story) -> int:
    """Return how much is against the rules by a story."""
    return story.fault + sum(not turn.verdict.legal for turn in story.turns)


def _scaled(
    stories: Iterable[Story], factor: float, gain: float, needed: float = weights.RETOLD
) -> list[Story]:
    """Return the likeliest of some stories, times a factor, that may still win by a gain."""
    found = list(stories)
    weight = total(found) * factor
    scaled = [story.times(weight) for story in kept(found)] if weight > 0 else []
    return [s for s in scaled[:_MOST_STORIES] if s.weight * gain >= needed]


def _on_record(stories: list[Story], recorded: tuple[StoryTurn, ...]) -> tuple[int, list[Story]]:
    """Return how many turns on record nearly all stories have, and the rest of these stories."""
    same = 0
    while same < len(recorded):
        alike = [s for s in stories if not s.undone and _has(s, same, recorded[same])]
        if total(alike) < weights.FAR_AHEAD * total(stories):
            break
        stories, same = alike, same + 1
    return same, [replace(story, turns=story.turns[same:]) for story in stories]


def _tells(story: Story, recorded: tuple[StoryTurn, ...]) -> bool:
    """Tell whether a story has all turns on record."""
    return not story.undone and all(_has(story, n, turn) for n, turn in enumerate(recorded))


def _since(story: Story, recorded: tuple[StoryTurn, ...]) -> Story:
    """Return what a story tells since the turns on record."""
    return replace(story, turns=story.turns[len(recorded) :])


def _has(story: Story, number: int, turn: StoryTurn) -> bool:
    if len(story.turns) <= number:
        return False
    told = story.turns[number]
    rolls = {told.roll, turn.roll} - {None}
    return (told.mover, told.after) == (turn.mover, turn.after) and len(rolls) <= 1
