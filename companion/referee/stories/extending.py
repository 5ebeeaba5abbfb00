"""How a story goes on with the next look at the table."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from math import comb

from companion.referee.doubt import changed_cells
from companion.referee.setup import Setup
from companion.referee.stories import weights
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.division import first_turns, rolls_for, touches_again
from companion.referee.stories.look import Look
from companion.referee.stories.resting import resting_places
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.since import gone, idle, keeps, order_of, pace, reverses, tempts
from companion.referee.stories.story import ANY_ROLL, NO_DIE, Rolls, Story, StoryTurn, throws
from rules import Board, Cell, Code, Move, Stage, Verdict, applied, difference
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE

_UNLIKELY = 1e-3
"""What is less likely than this is not looked into where a turn may have been missed."""

_SURE_ROLL = 0.99
"""A roll that is so likely leaves no room for others."""

_OUT_OF_NOWHERE = 1e-3
"""How often tiles are laid after the game is over."""

_RESTED = 2
"""So many places at which a tile may have lain unseen show that nobody knows which it was."""

_TRIED = 12
"""So many of them are tried."""


class Extending:
    """Finds the ways in which a story goes on."""

    def __init__(self, setup: Setup, rulings: Rulings) -> None:
        self._setup = setup
        self._rulings = rulings

    def ways(
        self,
        story: Story,
        table: Board,
        look: Look,
        *,
        begun: bool = False,
        depth: int = weights.MOST_TURNS,
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
            So many turns may have been missed since.
        """
        if story.is_over:
            return [] if begun else list(self._after_the_end(story, table, look))
        found = [
            way
            for present, rest in self._by_die(story, table, look, begun=begun)
            for way in (*self._going_on(present, table, rest), *self._passed(present, table, rest))
        ]
        legal = sum(way.weight for way in found if not way.fault)
        if depth and self._may_be_missed(story, look, legal):
            found += self._missed(story, table, look, depth)
            legal = sum(way.weight for way in found if not way.fault)
            if legal < _UNLIKELY * story.weight:
                found += self._wrong_and_missed(story, table, look, depth)
        if depth and self._rulings.moves_tiles(story.ledger) and not story.fault:
            found += self._moved_on(story, table, look, depth)
        is_reversed = not self._rulings.has_die and reverses(story, table)
        if is_reversed:
            found = [way.times(weights.REVERSED) for way in found]
        if not begun and (is_reversed or legal < _UNLIKELY * story.weight):
            found += self._taken_back(story, table, look)
            found += self._taken_back_of_several(story, table, look)
        if not begun:
            found += self._let_stand(story, table, look) if story.fault else []
            found += self._cut_short(story, table, look.sight)
        return found

    def with_turn(
        self, story: Story, table: Board, roll: int | None, weight: float, verdict: Verdict, at: int
    ) -> Story:
        """Return a story in which the present turn is over."""
        ledger = story.ledger.fork()
        turn = StoryTurn(ledger.mover, table, verdict, roll, story.seen, at)
        ledger.record(table, verdict, roll)
        rolls: Rolls = {None: weight}
        if story.following is not None:
            total = sum(story.following.values())
            rolls = {r: weight * p / total for r, p in story.following.items()}
        return Story(
            ledger=ledger,
            table=table,
            rolls=rolls,
            thrown=not self._rulings.has_die or story.following is not None,
            seen=story.following is not None,
            turns=(*story.turns, turn),
            undone=story.undone,
        )

    def again(self, story: Story) -> list[Story]:
        """Return the ways in which a story goes on as it is, its roll being known now."""
        if story.is_over:
            return [story]
        return list(self._going_on(story, story.table, Look(DieSight())))

    def _by_die(
        self, story: Story, table: Board, look: Look, *, begun: bool
    ) -> Iterator[tuple[Story, Look]]:
        """Yield a story with what the die says: it was thrown before, since then, or not yet.

        With it comes what is left of the look to explain.
        """
        if not self._rulings.has_die:
            yield story, look
            return
        sight = look.sight
        lying = sight.lying()
        if story.thrown:
            read = {roll: p * lying[roll] for roll, p in story.rolls.items() if roll is not None}
            yield replace(story.by_rolls(read), seen=story.seen or sight.value is not None), look
            if table == story.base and sight.is_new:
                again = self._thrown(story, look, weights.SECOND_THROW)
                yield again, look.after_one()
            return
        touched = table != story.base
        if not begun or touched:
            last = story.ledger.last.die if story.ledger.last else None
            chance = lying[last] if last else sum(lying.values()) / len(lying)
            idle = look.idle(moved=touched)
            yield story.times(chance * weights.IDLE_HAND**idle), look
        if begun:
            rest = look.after_one() if look.hides_a_roll else look
            yield self._thrown(story, look, 1.0), rest
        elif touched and look.hides_a_roll:
            rest = look.after_one()
            idle = rest.idle(moved=True)
            yield self._thrown(story, look, weights.IDLE_HAND**idle), rest
        elif touched:
            idle = look.idle(moved=True)
            often = weights.ROLLED_AND_LAID * weights.IDLE_HAND**idle
            yield self._thrown(story, look, often), look
        else:
            often = 1.0 if look.hands or sight.is_new else weights.SELDOM_MISSED
            idle = look.idle(moved=True)
            yield self._thrown(story, look, often * weights.IDLE_HAND**idle), look.after_one()

    def _thrown(self, story: Story, look: Look, often: float) -> Story:
        """Return a story whose present roll was thrown since the last look."""
        rolls = {r: story.weight * often * p for r, p in throws(look.sight.thrown()).items()}
        return replace(story.by_rolls(rolls), thrown=True, seen=look.sight.value is not None)

    def _going_on(self, story: Story, table: Board, look: Look) -> Iterator[Story]:
        """Yield the ways in which the present turn has come as far as the table shows."""
        if not story.thrown:
            yield self._without_roll(story, table)
            return
        if story.fault and table == story.table:
            yield story
            return
        order = order_of(story, table)
        stayed = idle(story, table, look)
        going: dict[int | None, float] = {}
        faulty: dict[int | None, float] = {}
        for roll, weight in story.times(stayed).rolls.items():
            progress = self._rulings.progress(story.ledger, table, roll, order)
            if progress.stage is Stage.COMPLETE and progress.verdict is not None:
                late = 1.0 if story.following is None else weights.COMPLETED_LATE
                verdict = progress.verdict
                yield self.with_turn(story, table, roll, weight * late, verdict, look.number)
            elif progress.stage is Stage.ILLEGAL:
                faulty[roll] = weight * self._fault(story, progress.verdict, roll)
            elif story.following is not None and progress.stage is Stage.IN_PROGRESS:
                faulty[roll] = weight  # it is still short
            else:
                going[roll] = weight * pace(story, table, progress.stage)
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
        if done.rotated and touched == 1 and self._fits_some_roll(story, table):
            laid *= weights.ANOTHER  # a tile that is gone may as well be knocked out
        return present.times(weights.FAULT * laid * weights.ANOTHER ** (touched - 1))

    def _passed(self, story: Story, table: Board, look: Look) -> Iterator[Story]:
        """Yield stories in which the mover could only pass, and a tile was knocked since."""
        untouched = story.table == story.base != table
        if not (self._rulings.has_die and story.thrown and untouched):
            return
        for roll, weight in story.rolls.items():
            if roll in (REMOVE_DIE, ROTATE_DIE) and weight >= weights.LEAST_SHARE:
                progress = self._rulings.progress(story.ledger, story.base, roll, None)
                if progress.stage is Stage.COMPLETE and progress.verdict is not None:
                    verdict, at = progress.verdict, look.number
                    passed = self.with_turn(story, story.base, roll, weight, verdict, at)
                    yield self._without_roll(passed, table)

    def _fits_some_roll(self, story: Story, table: Board) -> bool:
        """Tell whether what was done is a whole legal turn by some roll."""
        return any(
            self._rulings.progress(story.ledger, table, roll, None).stage is Stage.COMPLETE
            for roll in (REMOVE_DIE, ROTATE_DIE)
        )

    def _fault(self, story: Story, verdict: Verdict | None, roll: int | None) -> float:
        """Return how often something is wrong in this way."""
        if verdict is None:
            return weights.FAULT
        placed = len(verdict.move.placed)
        touched = len(verdict.move.removed) + len(verdict.move.rotated)
        touched -= self._rulings.moves_tiles(story.ledger) and touched > 0
        others = bool(verdict.codes - {Code.WRONG_COUNT})
        miscounted = Code.WRONG_COUNT in verdict.codes and placed
        beyond = placed - self._rulings.due(story.ledger, roll) if miscounted else 0
        often = 1.0
        if others and not touched and beyond == 1 and not self._rulings.lays_one(story.ledger):
            often = weights.MISPLACED_TOO
        elif others or touched:
            often = weights.FAULT * weights.ANOTHER ** max(0, touched - 1)
        if miscounted:
            often *= weights.MISCOUNTED * weights.ANOTHER ** (max(1, abs(beyond)) - 1)
        return often

    def _may_be_missed(self, story: Story, look: Look, legal: float) -> bool:
        """Tell whether to look for turns that no look fell between."""
        if legal < _UNLIKELY * story.weight:
            return True
        if not self._rulings.has_die:
            return False
        missed = look.missed(Move(), another=False, touched=0)
        thrown = max(look.sight.thrown().values()) * missed * story.weight
        sure = story.thrown and max(story.rolls.values()) >= _SURE_ROLL * story.weight
        return thrown >= _UNLIKELY * legal and (look.sight.is_new or look.sight.is_gone or not sure)

    def _missed(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
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
                yield from self.ways(first, table, rest, begun=True, depth=depth - 1)

    def _moved_on(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
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
            both: list[list[Story]] = []
            for first in self._rested(story.times(often), cell, done, look):
                ways = self.ways(first, table, look, begun=True, depth=depth - 1)
                both += [legal] if (legal := [way for way in ways if not way.fault]) else []
                if len(both) == _RESTED:
                    break
            yield from (way.times(1 / len(both)) for ways in both for way in ways)

    def _rested(self, story: Story, cell: Cell, done: Move, look: Look) -> Iterator[Story]:
        """Yield stories in which a tile was moved to where nobody saw it."""
        standing = story.base.without(cell)
        for tile in islice(resting_places(standing, cell, done.placed), _TRIED):
            between = standing.with_tile(*tile)
            progress = self._rulings.progress(story.ledger, between, None, None)
            verdict = progress.verdict
            if progress.stage is Stage.COMPLETE and verdict is not None and keeps(story, between):
                over = self.with_turn(story, between, None, story.weight, verdict, look.number)
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
                    found.append(self.with_turn(story, between, roll, weight, verdict, look.number))
        return found

    def _wrong_and_missed(self, story: Story, table: Board, look: Look, depth: int) -> list[Story]:
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
                share = weight * often * self._fault(story, verdict, roll)
                known = roll if story.known_roll == roll else None
                stands = self.with_turn(story, between, known, share, verdict, look.number)
                if not stands.is_over:
                    rest = look if story.thrown else look.after_a_throw()
                    ways = self.ways(stands, table, rest, begun=True, depth=0)
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

    def _taken_back(self, story: Story, table: Board, look: Look) -> Iterator[Story]:
        """Yield stories in which the last move was taken back by hand."""
        back, undone = self._without_last(story, table), story.ledger.last
        if back is None or undone is None:
            return
        if table == undone.before:
            # other faults would seldom hit just these tiles
            cells = len(changed_cells(undone.move))
            back = back.times(min(weights.OF_ALL_TILES, comb(len(undone.after), cells)))
        for present, rest in self._by_die(back, table, look, begun=False):
            for way in self._going_on(present, table, rest):
                again = way.turns and way.turns[-1].after == undone.after
                if not (way.fault or again):
                    yield way

    def _taken_back_of_several(self, story: Story, table: Board, look: Look) -> Iterator[Story]:
        """Yield stories in which the last of some moves that were seen together was taken back.

        Whose tiles are whose was left open, so what is left may be divided otherwise.
        """
        count = story.together
        if count < 2 or story.turns or self._rulings.has_die:
            return
        ledger = story.ledger.fork()
        run = [ledger.take_back() for _ in range(count)]
        if table == run[0].before:
            return  # as it is on record
        board, cells = run[-1].before, changed_cells(difference(table, story.base))
        likelier = min(weights.OF_ALL_TILES, comb(len(story.base), len(cells)))
        rolls = {roll: p * weights.UNDONE * likelier for roll, p in story.rolls.items()}
        back = Story(ledger, board, rolls, undone=story.undone + count)
        ways = self.ways(back, table, look.unhindered(), begun=True, depth=count - 2)
        left = [w for w in ways if len(w.turns) == count - 1 and w.table == w.base and not w.fault]
        total = sum(way.weight for way in left)
        yield from (way.times(back.weight / total) for way in left)

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
        rolls: Rolls = NO_DIE
        if self._rulings.has_die:
            rolls = ANY_ROLL if last.die is None else {last.die: 1.0}
        return Story(
            ledger=ledger,
            table=last.before,
            rolls={roll: p * story.weight * weights.UNDONE for roll, p in rolls.items()},
            seen=last.die is not None,
            turns=story.turns[:-1],
            undone=story.undone + (not story.turns),
            order=None,
        )

    def _let_stand(self, story: Story, table: Board, look: Look) -> list[Story]:
        """Return stories in which an illegal table was let stand, and the next turn has begun."""
        if table == story.base or (table == story.table and not look.sight.is_new):
            return []
        roll = story.likeliest_roll
        verdict = self._rulings.whole(story.ledger, story.table, roll, story.order)
        is_called = story.weight >= weights.SURELY_ILLEGAL
        often = weights.STANDS if is_called else weights.STANDS_UNSAID
        often = 1.0 if story.stands else often
        weight, known = story.weight * often, story.known_roll
        stands = self.with_turn(story, story.table, known, weight, verdict, look.number)
        if stands.is_over:
            return []
        ways = self.ways(stands, table, look, begun=True, depth=0)
        return [way for way in ways if not way.fault]

    def _cut_short(self, story: Story, table: Board, sight: DieSight) -> list[Story]:
        """Return the story in which the next roll was thrown though the turn is short."""
        if not (self._rulings.has_die and story.thrown and sight.is_new) or story.fault:
            return []
        if table == story.base:
            return []
        thrown = throws(sight.thrown())
        often = weights.CUT_SHORT * sum(thrown.values())
        if not story.seen:
            often *= weights.CUT_SHORT_UNSEEN
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
