"""How a story goes on with the next look at the table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from math import comb

from companion.referee.doubt import changed_cells
from companion.referee.setup import Setup
from companion.referee.sightline import Hidden
from companion.referee.stories import weights
from companion.referee.stories.by_die import ByDie, at_once
from companion.referee.stories.content import is_wrong, total
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.faults import how_often, how_often_short
from companion.referee.stories.handing_over import with_rolled_turn
from companion.referee.stories.look import Look
from companion.referee.stories.rests import after_rest
from companion.referee.stories.rolls_between import how_likely
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.seats import after_reaches, after_throws
from companion.referee.stories.sequels import Sequels
from companion.referee.stories.since import (
    gone,
    idle,
    lays_as_it_lay,
    order_of,
    pace,
    reverses,
    reverses_one_of,
)
from companion.referee.stories.story import Story, rolls_of, throws, with_turn
from companion.referee.stories.turned_unseen import turned_unseen
from companion.referee.stories.unseen_turns import UnseenTurns
from rules import Board, Stage, difference
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE

_UNLIKELY = 1e-3
"""What is less likely than this calls for stories of turns that were missed, or taken back."""

_ANEW = 2
"""So many turns may have been missed since a move was taken back: it, made anew, and the next."""

_OUT_OF_NOWHERE = 1e-3
"""How often tiles are laid after the game is over."""


_CLOSER, _CLOSER_TIMES = 10.0, 4
"""By what factor less likely ways are told of a look that is unlikely, and how often at most."""

_CLOSER_STEPS = 1_500
"""So many ways are asked for each time at most, about a third of a second."""

_TOLD_ENOUGH = 0.1
"""All that is told of a look is enough if it is at least so many times as likely as the least that
is told: of what is less likely it takes many ways to outweigh it, and long to look for them."""

_OUTWEIGHED = 2.0
"""By so much the less likely ways and the others must outweigh the others alone to be told. In 84
looks of 24 games in which nobody saw two turns they did so 82 times, and 690 times or more."""


class SearchTooLongError(Exception):
    """There are more ways to try than there is time for."""


class Extending:
    """Finds the ways in which a story goes on."""

    def __init__(self, setup: Setup, rulings: Rulings) -> None:
        self._rulings = rulings
        self._by_die = ByDie(rulings)
        self._sequels = Sequels(rulings, self._ways)
        self._unseen = UnseenTurns(setup, rulings, self._sequels)
        self._left: int | None = None

    @contextmanager
    def at_most(self, steps: int) -> Iterator[None]:
        """Bound a search: steps are counted, not seconds, so that it ends the same everywhere.

        Raises
        ------
        SearchTooLongError
            Where ways are asked for more often than that.
        """
        self._left = steps
        try:
            yield
        finally:
            self._left = None

    def closely(self, tell: Callable[[], list[Story]]) -> list[Story]:
        """Return the stories that are told of a look, or the unlikely ones too if these are more.

        What is too unlikely is not told. Of turns that nobody saw, though, each way to divide the
        tiles may be so, and all of them together likelier than anything else that is told.
        """
        told = tell()
        likely, odds = total(told), 1.0
        for _ in range(_CLOSER_TIMES):
            if likely >= _TOLD_ENOUGH * weights.LEAST_SHARE * odds:
                break
            odds /= _CLOSER
            self._unseen.least = weights.LEAST_SHARE * odds
            try:
                with self.at_most(_CLOSER_STEPS):
                    closer = tell()
            except SearchTooLongError:
                break
            finally:
                self._unseen.least = weights.LEAST_SHARE
            if total(closer) > _OUTWEIGHED * likely:
                return closer
        return told

    def ways(
        self,
        story: Story,
        table: Board,
        look: Look,
        *,
        begun: bool = False,
        depth: int | None = None,
    ) -> list[Story]:
        """Return the ways in which a story goes on with a table.

        Parameters
        ----------
        story, table
            The story so far, and what lies on the table now.
        look
            What else is seen.
        begun
            Whether the present turn has surely begun, its die thrown.
        depth
            So many turns may have been missed since; None: as many as are thought of.
        """
        self._sequels.forget()
        depth = self._unseen.most if depth is None else depth
        found = self._ways(story, table, look, begun=begun, depth=depth)
        return [self._weighed(story, way, look.hidden) for way in found]

    @staticmethod
    def _weighed(story: Story, way: Story, hidden: Hidden) -> Story:
        """Return a way in which a story goes on, weighed by what was seen under hands."""
        way = way.times(how_likely(story, way, hidden.rolls) * after_rest(story, way, hidden))
        for told in (after_reaches, after_throws) if hidden.came or hidden.reaches else ():
            seats, likely = told(story, way, hidden)
            way = replace(way, seats=seats).times(likely)
        return way

    def _ways(
        self, story: Story, table: Board, look: Look, *, begun: bool, depth: int
    ) -> list[Story]:
        """Return the ways in which a story goes on; see :meth:`ways`."""
        if self._left is not None:
            if not self._left:
                raise SearchTooLongError
            self._left -= 1
        if story.is_over:
            return [] if begun else list(self._after_the_end(story, table, look))
        depth = 0 if self._unseen.are_too_many(story, table) else depth
        found = [
            way
            for present, rest in self._by_die.tell(story, table, look, begun=begun)
            for way in (
                *self._going_on(present, table, rest),
                *self._passed(present, table, rest),
                *turned_unseen(self._rulings, present, table, rest),
            )
        ]
        legal = sum(way.weight for way in found if not way.fault)
        if depth and self._unseen.may_be(story, look, legal):
            found += self._unseen.ways(story, table, look, depth)
            found += self._reconsidered(story, table, look, depth)
            legal = sum(way.weight for way in found if not way.fault)
            if legal < _UNLIKELY * story.weight:
                found += self._unseen.wrong_ways(story, table, look, depth)
        if depth and self._rulings.has_die:
            found += self._unseen.taken_again(story, table, look, depth)
        if depth and self._rulings.has_die and not begun:
            found += self._unseen.turned_again(story, table, look, depth)
            found += self._unseen.turned_back(story, table, look, depth)
            found += self._unseen.filled_again(story, table, look, depth)
        if depth and self._rulings.moves_next(story.ledger) and not story.fault:
            found += self._unseen.moved_on(story, table, look, depth)
        is_reversed = not self._rulings.has_die and reverses(story, table)
        if is_reversed and not (look.came_beside or self._is_lifted(story, table)):
            found = [way.times(weights.REVERSED) for way in found]
        elif not self._rulings.has_die and reverses_one_of(story, table):
            is_reversed = True
            found = [way if way.fault else way.times(weights.REVERSED) for way in found]
        elif self._rulings.has_die and lays_as_it_lay(story, table, look.number):
            is_reversed = True
            found = [way if way.fault else way.times(weights.LAID_AS_IT_LAY) for way in found]
        is_undone = is_reversed or legal < _UNLIKELY * story.weight
        if not begun and (is_undone or self._is_turned_once_more(story, table, look.sight)):
            found += self._taken_back(story, table, look)
            found += self._taken_back_of_several(story, table, look)
        if not begun:
            found += self._let_stand(story, table, look, depth) if story.fault else []
            found += self._cut_short(story, table, look)
        return found

    def _reconsidered(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
        """Yield stories in which what was laid in this turn was taken up again in it."""
        lost = {tile.cell for tile in gone(story, table)}
        if lost and not story.fault:
            kept = Board({cell: k for cell, k in story.table.items() if cell not in lost})
            rest = replace(story.times(weights.RECONSIDERED), table=kept, order=None)
            yield from self._unseen.ways(rest, table, look, depth)

    def _is_lifted(self, story: Story, table: Board) -> bool:
        """Tell whether the mover may have lifted a tile to move it, be it the one laid last."""
        done = difference(story.base, table)
        return self._rulings.moves_tiles(story.ledger) and not (done.placed or done.rotated)

    def _is_turned_once_more(self, story: Story, table: Board, sight: DieSight) -> bool:
        """Tell whether just the tile of the last move was turned, and the die lies as it lay."""
        last, is_thrown = story.ledger.last, story.thrown or sight.is_new or not sight.seen
        if last is None or not last.move.rotated or is_thrown:
            return False
        changed = set(changed_cells(difference(story.base, table)))
        return story.table == story.base and changed == set(changed_cells(last.move))

    def again(self, story: Story) -> list[Story]:
        """Return the ways in which a story goes on as it is, its roll being known now."""
        return [story] if story.is_over else self.doing(story, story.table)

    def doing(self, story: Story, table: Board) -> list[Story]:
        """Return a story with what lies on a table as what the mover has done, weighed as it is."""
        return list(self._going_on(story, table, Look(DieSight())))

    def _going_on(self, story: Story, table: Board, look: Look) -> Iterator[Story]:
        """Yield the ways in which the present turn has come as far as the table shows."""
        if not story.thrown:
            yield self._without_roll(story, table)
            return
        if story.fault and table == story.table:
            yield story.times(idle(story, table, look))
            return
        order = order_of(story, table)
        stayed = idle(story, table, look)
        is_grown = len(table.keys() - look.doubtful) > max(len(story.table), len(story.base))
        only_moves = self._rulings.moves_tiles(story.ledger)
        at_hand = weights.FROM_ELSEWHERE if is_grown and only_moves else 1.0
        going: dict[int | None, float] = {}
        faulty: dict[int | None, float] = {}
        for roll, weight in story.times(stayed).rolls.items():
            progress = self._rulings.progress(story.ledger, table, roll, order)
            if progress.stage is Stage.COMPLETE and progress.verdict is not None:
                late = 1.0 if story.following is None else weights.COMPLETED_LATE
                verdict = progress.verdict
                yield with_rolled_turn(story, table, roll, weight * late, verdict, look.number)
            elif progress.stage is Stage.ILLEGAL:
                faulty[roll] = weight * how_often(self._rulings, story, progress.verdict, roll)
            elif story.following is not None and progress.stage is Stage.IN_PROGRESS:
                faulty[roll] = weight  # it is still short
            else:
                going[roll] = weight * at_hand * pace(story, table, progress.stage)
        if going:
            yield replace(story, table=table, rolls=going, fault=False, stands=False, order=order)
        if len(faulty) < len(story.rolls) and not story.seen:
            # to do by mistake just what another roll asks for is rare
            faulty = {roll: weight * weights.ANOTHER for roll, weight in faulty.items()}
        if faulty:
            yield replace(story, table=table, rolls=faulty, fault=True, stands=False, order=order)

    def _without_roll(self, story: Story, table: Board) -> Story:
        """Return a story in which nobody has rolled yet: who touches tiles then does wrong."""
        present = replace(story, table=table, fault=table != story.base, order=())
        if not present.fault or (story.fault and table == story.table):
            return present
        done = difference(story.base, table)
        touched = len(changed_cells(done))
        laid = weights.MISCOUNTED if done.placed else 1.0
        if done.rotated and touched == 1 and self._rulings.fits_some_roll(story.ledger, table):
            laid *= weights.ANOTHER  # a tile that is gone may as well be knocked out
        return present.times(weights.FAULT * laid * weights.ANOTHER ** (touched - 1))

    def _passed(self, story: Story, table: Board, look: Look) -> Iterator[Story]:
        """Yield stories in which the mover could only pass, and a tile was knocked since."""
        untouched = story.table == story.base != table
        if not (self._rulings.has_die and story.thrown and untouched):
            return
        for roll, weight in story.rolls.items():
            if roll in (REMOVE_DIE, ROTATE_DIE) and weight >= self._unseen.least:
                progress = self._rulings.progress(story.ledger, story.base, roll, None)
                if progress.stage is Stage.COMPLETE and progress.verdict is not None:
                    verdict, at = progress.verdict, look.number
                    passed = with_turn(story, story.base, roll, weight, verdict, at)
                    often = weights.IDLE_HAND ** look.idle(moved=True)
                    yield self._without_roll(passed, table).times(often)

    def _taken_back(self, story: Story, table: Board, look: Look) -> Iterator[Story]:
        """Yield stories in which the last move was taken back by hand, and perhaps made anew.

        Where nothing else explains the table, the next turn may have begun since, too.
        """
        back, undone = self._without_last(story, table), story.ledger.last
        if back is None or undone is None:
            return
        cells = changed_cells(undone.move)
        if all(table.get(cell) != undone.after.get(cell) for cell in cells):
            # other faults would seldom hit just these tiles
            back = back.times(min(weights.OF_ALL_TILES, comb(len(undone.after), len(cells))))
        back = back.times(self._kept_in_hand(story, table, look))
        for present, rest in self._by_die.tell(back, table, look, begun=False):
            ways = [way for way in self._going_on(present, table, rest) if not way.fault]
            if not ways:
                gone_on = self._unseen.ways(present, table, rest, _ANEW, first=True)
                ways = [way for way in gone_on if not way.fault]
            for way in ways:
                anew = way.turns[len(back.turns) :]
                if not (anew and anew[0].after == undone.after):
                    yield way

    def _taken_back_of_several(self, story: Story, table: Board, look: Look) -> Iterator[Story]:
        """Yield stories in which the last of some moves that were seen together was taken back.

        Whose tiles are whose was left open, so what is left may be divided otherwise. Where it is
        no whole turns a part of the next one may lie there.
        """
        count = story.together
        left_over = count - (not story.lacks_one)
        if count < 1 or left_over < 1 or story.turns or self._rulings.has_die:
            return
        ledger = story.ledger.fork()
        run = [ledger.take_back() for _ in range(count)]
        if table == (story.base if story.lacks_one else run[0].before):
            return  # as it is on record
        board, cells = run[-1].before, changed_cells(difference(table, story.base))
        likelier = min(weights.OF_ALL_TILES, comb(len(story.base), len(cells)))
        often = 1.0 if story.lacks_one else weights.UNDONE * likelier
        often *= self._kept_in_hand(story, table, look)
        rolls = {roll: p * often for roll, p in story.rolls.items()}
        back = Story(ledger, board, rolls, undone=story.undone + count).as_played(story)
        left = self._left_of(back, table, look, left_over)
        weight = sum(way.weight for way in left)
        yield from (way.times(back.weight / weight) for way in left if weight)

    def _left_of(self, back: Story, table: Board, look: Look, count: int) -> list[Story]:
        """Return stories by which so many turns are left of some that were seen together.

        If these are not legal, a part of the next turn may lie there rather than a wrong one.
        """
        long, whole = look.unhindered(), list[Story]()
        for more in (0, 1):
            ways = self._ways(back, table, long, begun=True, depth=count - 1 + more)
            told = [way for way in ways if len(way.turns) == count and not way.fault]
            left = told if more else [way for way in told if way.table == way.base]
            if legal := [way for way in left if not is_wrong(way)]:
                return legal
            whole = whole or left
        return whole

    @staticmethod
    def _kept_in_hand(story: Story, table: Board, look: Look) -> float:
        """Return how often tiles that are taken back are put where it is seen that tiles came."""
        gone = bool(difference(story.base, table).removed)
        return weights.PUT_BESIDE if gone and look.came_beside else 1.0

    def _without_last(self, story: Story, table: Board) -> Story | None:
        """Return a story without its last move; None if all of that move still lies there."""
        last = story.ledger.last
        if last is None or last.move.is_pass:
            return None
        cells = changed_cells(last.move)
        if all(table.get(cell) == last.after.get(cell) for cell in cells):
            return None
        ledger = story.ledger.fork()
        ledger.take_back()
        rolls = rolls_of(last, has_die=self._rulings.has_die)
        often = weights.UNDONE
        if self._rulings.has_die:
            often *= weights.UNDONE_LATE if story.thrown else 1.0
        return Story(
            ledger=ledger,
            table=last.before,
            rolls={roll: p * story.weight * often for roll, p in rolls.items()},
            seen=last.die is not None,
            turns=story.turns[:-1],
            undone=story.undone + (not story.turns),
            order=None,
        ).as_played(story)

    def _let_stand(self, story: Story, table: Board, look: Look, depth: int) -> list[Story]:
        """Return stories in which an illegal table was let stand, and the next turn has begun.

        Where people said so it was over when they did, and turns may have been missed since.
        """
        if table == story.base or (table == story.table and not look.sight.is_new):
            return []
        roll = story.likeliest_roll
        verdict = self._rulings.whole(story.ledger, story.table, roll, story.order)
        is_called = story.weight >= weights.SURELY_ILLEGAL
        often = weights.STANDS if is_called else weights.STANDS_UNSAID
        often = 1.0 if story.stands else often
        often *= how_often_short(self._rulings, story)
        weight, known = story.weight * often, story.known_roll
        stands = with_turn(story, story.table, known, weight, verdict, look.number)
        if stands.is_over:
            return []
        missed = depth if story.stands else max(0, depth - 1)
        if self._rulings.has_die and not look.hides_a_roll:  # the next roll is seen with its tiles
            stands = stands.times(at_once(stands, table, look))
        ways = self._ways(stands, table, look, begun=True, depth=missed)
        return [way for way in ways if not way.fault or not is_called]

    def _cut_short(self, story: Story, table: Board, look: Look) -> list[Story]:
        """Return the story in which the next roll was thrown though the turn is short.

        Where tiles were laid since the last look, none fell between them and that roll.
        """
        sight = look.sight
        if not (self._rulings.has_die and story.thrown and sight.is_new) or story.fault:
            return []
        if table == story.base:
            return []
        thrown = throws(sight.thrown())
        often = weights.CUT_SHORT * sum(thrown.values())
        if not story.seen:
            often *= weights.CUT_SHORT_UNSEEN
        if touched := len(changed_cells(difference(story.table, table))):
            done = difference(story.base, table)
            missed = look.missed(done, another=False, touched=touched)
            often *= min(1.0, max(weights.CUT_SHORT_AT_ONCE, missed))
        short = {
            roll: weight * often
            for roll, weight in story.rolls.items()
            if self._rulings.progress(story.ledger, table, roll, None).stage is Stage.IN_PROGRESS
        }
        if not short:
            return []
        order = order_of(story, table)
        return [replace(story, table=table, rolls=short, fault=True, order=order, following=thrown)]

    def _after_the_end(self, story: Story, table: Board, look: Look) -> Iterator[Story]:
        """Yield stories in which the game stays over, or its last move was made anew."""
        if table == story.table:
            yield story
            return
        laid = any(story.table.get(cell) != k for cell, k in table.items())
        yield replace(story, table=table).times(_OUT_OF_NOWHERE if laid else weights.CLEARED)
        for way in self._taken_back(replace(story, table=story.base), table, look):
            if way.turns and way.turns[-1].ended_at == look.number:
                yield way
