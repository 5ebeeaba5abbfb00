"""Turns that were over before a look, though none fell between them and the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice

from companion.referee.doubt import changed_cells
from companion.referee.setup import Setup
from companion.referee.stories import weights
from companion.referee.stories.division import first_turns, rolls_for, touches_again
from companion.referee.stories.faults import how_often
from companion.referee.stories.look import Look
from companion.referee.stories.resting import laid_and_gone, resting_places
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.since import gone, keeps, tempts, wins
from companion.referee.stories.story import ANY_ROLL, Rolls, Story, with_turn
from rules import Board, Move, Stage, applied, difference
from rules.move import Tile

Ways = Callable[..., list[Story]]
"""Tells how a story goes on with a table, a turn of it being over."""

_UNLIKELY = 1e-3
"""What is less likely than this is not looked into."""

_SURE_ROLL = 0.99
"""A roll that is so likely leaves no room for others."""

_RESTED = 2
"""So many places at which a tile may have lain unseen show that nobody knows which it was."""

_TRIED = 12
"""So many of them are tried."""


class UnseenTurns:
    """Finds the turns that a story may have missed."""

    def __init__(self, setup: Setup, rulings: Rulings, ways: Ways) -> None:
        self._setup, self._rulings, self._ways = setup, rulings, ways

    def may_be(self, story: Story, look: Look, legal: float) -> bool:
        """Tell whether to look for turns that no look fell between."""
        if legal < _UNLIKELY * story.weight:
            return True
        if not self._rulings.has_die:
            return False
        missed = look.missed(Move(), another=False, touched=0)
        thrown = max(look.sight.thrown().values()) * missed * story.weight
        sure = story.thrown and max(story.rolls.values()) >= _SURE_ROLL * story.weight
        return thrown >= _UNLIKELY * legal and (look.sight.is_new or look.sight.is_gone or not sure)

    def ways(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
        """Yield stories in which the present turn was over before, and the next one has begun."""
        lost = gone(story, table)
        done = difference(story.base, table.with_tiles(lost))
        others = len(done.removed) + len(done.rotated) + len(lost)
        if len(done.placed) > weights.MOST_TILES or others > depth:
            return
        over = self._first_over(story, done, look)
        touched = len(changed_cells(difference(story.table, table)))
        tempting = {first.table: tempts(first) for first in over}
        total = sum(tempting.values())
        for first in over:
            another = depth < weights.MOST_TURNS
            turn = first.turns[-1].verdict.move
            missed = look.missed(turn, another=another, touched=touched)
            if first.weight * missed >= weights.LEAST_SHARE:
                share = 1.0 if turn.is_pass else tempting[first.table] / total
                if touches_again(turn, first.base, table):
                    share *= weights.TOUCHED_AGAIN
                first = first.times(missed * share)
                rest = look.after_one() if turn.is_pass else look
                rest = rest if story.thrown else rest.after_a_throw()
                for way in self._ways(first, table, rest, begun=True, depth=depth - 1):
                    won = len(way.turns) == len(first.turns) + 1 and wins(way)
                    yield way.times(weights.WINS if won else 1.0)

    def moved_on(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
        """Yield stories in which the next player moved on the tile that was moved in this turn."""
        done = difference(story.base, table)
        if not done.placed or len(done.removed) > depth or story.table.keys() - story.base.keys():
            return
        touched = len(changed_cells(difference(story.table, table)))
        missed = look.missed(done, another=depth < weights.MOST_TURNS, touched=touched)
        often = missed * weights.TOUCHED_AGAIN / max(1, len(done.removed))
        if story.weight * often < weights.LEAST_SHARE:
            return
        for cell in done.removed:
            standing = story.base.without(cell)
            places = resting_places(standing, cell, done.placed)
            rested = self._rested(story.times(often), standing, places, look)
            yield from self._gone_on(rested, table, look, depth)

    def taken_again(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
        """Yield stories in which the next player took away a tile that was laid in this turn."""
        done = difference(story.base, table)
        if not done.placed or done.removed or done.rotated or story.fault:
            return
        touched = len(changed_cells(difference(story.table, table)))
        missed = look.missed(done, another=depth < weights.MOST_TURNS, touched=touched)
        often = missed * weights.TOUCHED_AGAIN
        if story.weight * often < weights.LEAST_SHARE:
            return
        rested = self._rested(story.times(often), table, laid_and_gone(table, done.placed), look)
        yield from self._gone_on(rested, table, look, depth)

    def _gone_on(
        self, rested: Iterator[Story], table: Board, look: Look, depth: int
    ) -> Iterator[Story]:
        """Yield how stories go on in which a tile lay where nobody saw it: a few stand for all."""
        both: list[list[Story]] = []
        for first in rested:
            ways = self._ways(first, table, look, begun=True, depth=depth - 1)
            both += [legal] if (legal := [way for way in ways if not way.fault]) else []
            if len(both) == _RESTED:
                break
        yield from (way.times(1 / len(both)) for ways in both for way in ways)

    def _rested(
        self, story: Story, standing: Board, places: Iterator[Tile], look: Look
    ) -> Iterator[Story]:
        """Yield stories in which a tile came to lie where nobody saw it."""
        for tile in islice(places, _TRIED):
            between = standing.with_tile(*tile)
            placed = difference(story.base, between)
            for roll, weight in self._rolls(story).items():
                if roll is not None and roll not in rolls_for(placed, story.ledger.tiles_left):
                    continue
                progress = self._rulings.progress(story.ledger, between, roll, None)
                verdict = progress.verdict
                is_whole = progress.stage is Stage.COMPLETE and verdict is not None
                if verdict is not None and is_whole and weight > 0 and keeps(story, between):
                    over = with_turn(story, between, roll, weight, verdict, look.number)
                    if not over.is_over:
                        yield over

    def _first_over(self, story: Story, done: Move, look: Look) -> list[Story]:
        """Return the stories in which a part of what was done was the present turn, and whole."""
        rolls = self._rolls(story)
        found: list[Story] = []
        for turn in self._first_turns(story, done):
            between = applied(turn, story.base)
            if not (story.fault or keeps(story, between)):
                continue
            for roll, weight in rolls.items():
                if weight < _UNLIKELY * story.weight or weight < weights.LEAST_SHARE:
                    continue
                if roll is not None and roll not in rolls_for(turn, story.ledger.tiles_left):
                    continue
                progress = self._rulings.progress(story.ledger, between, roll, None)
                if progress.stage is Stage.COMPLETE and progress.verdict is not None:
                    verdict = progress.verdict
                    found.append(with_turn(story, between, roll, weight, verdict, look.number))
        return found

    def wrong_ways(self, story: Story, table: Board, look: Look, depth: int) -> list[Story]:
        """Return stories in which the present turn was illegal, and the next one legal after it."""
        if story.fault:
            return []
        done = difference(story.base, table)
        another = depth < weights.MOST_TURNS
        found: list[Story] = []
        for turn in first_turns(self._setup, story.base, done):
            between = applied(turn, story.base)
            if not keeps(story, between):
                continue
            often = weights.STANDS_UNSAID
            often *= look.missed(turn, another=another, touched=len(changed_cells(done)))
            for roll, weight in self._rolls_of_fault(story, turn):
                verdict = self._rulings.whole(story.ledger, between, roll, None)
                if verdict.legal:
                    continue
                share = weight * often * how_often(self._rulings, story, verdict, roll)
                known = roll if story.known_roll == roll else None
                stands = with_turn(story, between, known, share, verdict, look.number)
                if not stands.is_over:
                    rest = look if story.thrown else look.after_a_throw()
                    ways = self._ways(stands, table, rest, begun=True, depth=0)
                    found += [way for way in ways if not way.fault]
        return [way.times(1 / len(found)) for way in found]

    def _rolls_of_fault(self, story: Story, turn: Move) -> list[tuple[int | None, float]]:
        """Return the rolls by which an illegal turn may have been made, each with its weight."""
        if story.thrown:
            return [(story.likeliest_roll, story.weight)]
        rolls = rolls_for(turn, story.ledger.tiles_left)
        return [(roll, story.weight * ANY_ROLL[roll]) for roll in rolls]

    def _first_turns(self, story: Story, done: Move) -> Iterator[Move]:
        laid = frozenset(story.table.keys() - story.base.keys())
        seen = frozenset() if story.fault else laid & {tile.cell for tile in done.placed}
        lifted = frozenset(story.base.keys() - story.table.keys())
        yield from first_turns(self._setup, story.base, done, seen, lifted)
        if self._rulings.has_die:
            yield done
            if not done.is_pass:
                yield Move()

    def _rolls(self, story: Story) -> Rolls:
        """Return the rolls of a turn that is over, its die unseen where it was not thrown."""
        if story.thrown:
            return story.rolls
        return {roll: p * story.weight for roll, p in ANY_ROLL.items()}
