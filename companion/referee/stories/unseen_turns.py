"""Turns that were over before a look, though none fell between them and the next."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import replace
from itertools import islice

from companion.referee.doubt import changed_cells
from companion.referee.setup import Setup
from companion.referee.stories import weights
from companion.referee.stories.division import (
    first_turns,
    rolls_for,
    rolls_near,
    touches_again,
    wrong_first_turns,
)
from companion.referee.stories.faults import how_often
from companion.referee.stories.look import Look
from companion.referee.stories.resting import (
    ahead_of,
    laid_and_gone,
    otherwise_turned,
    resting_places,
    taken_and_filled,
    turned_since,
)
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.sequels import Sequels
from companion.referee.stories.since import gone, keeps, tempts, wins
from companion.referee.stories.story import ANY_ROLL, Rolls, Story, with_turn
from rules import Board, Cell, Move, Stage, applied, difference
from rules.judging import PALAGEM
from rules.move import Tile
from rules.palagonia.judging import REMOVE_DIE, ROTATE_DIE, is_interior
from rules.tile import matching_orientations

_UNLIKELY = 1e-3
"""What is less likely than this is not looked into."""

_SURE_ROLL = 0.99
"""A roll that is so likely leaves no room for others."""

_RESTED = 2
"""So many places at which a tile may have lain unseen show that nobody knows which it was."""

_TURNED = 6
"""So many ways in which tiles may have lain that were turned since are told: they are few."""

_TRIED = 12
"""So many of them are tried."""


class UnseenTurns:
    """Finds the turns that a story may have missed.

    Attributes
    ----------
    most
        So many turns may have been missed between two looks.
    least
        What is less likely than this is not told.
    """

    def __init__(self, setup: Setup, rulings: Rulings, sequels: Sequels) -> None:
        self._setup, self._rulings, self._sequels = setup, rulings, sequels
        self.most = weights.MOST_TURNS_OF_ONE if setup.game == PALAGEM else weights.MOST_TURNS
        self.least = weights.LEAST_SHARE

    def may_be(self, story: Story, look: Look, legal: float) -> bool:
        """Tell whether to look for turns that no look fell between."""
        if legal < _UNLIKELY * story.weight:
            return True
        if not self._rulings.has_die:
            return False
        missed = look.missed(Move(), another=False, touched=0, rolled=not story.thrown)
        thrown = max(look.sight.thrown().values()) * missed * story.weight
        sure = story.thrown and max(story.rolls.values()) >= _SURE_ROLL * story.weight
        return thrown >= _UNLIKELY * legal and (look.sight.is_new or look.sight.is_gone or not sure)

    @staticmethod
    def are_too_many(story: Story, table: Board) -> bool:
        """Tell whether more tiles came at once than turns are looked for in.

        There would be more ways to divide them than there is time for.
        """
        begun = 0 if story.fault else len(story.table.keys() - story.base.keys())
        return len(table.keys() - story.base.keys()) - begun > weights.MOST_TILES

    def ways(
        self, story: Story, table: Board, look: Look, depth: int, *, first: bool = False
    ) -> Iterator[Story]:
        """Yield stories in which the present turn was over before, and the next one has begun.

        So many turns may have been missed; ``first`` says that none was missed before, though they
        are fewer than mostly.
        """
        lost = [] if story.fault else gone(story, table)  # what was wrong was put right
        done = difference(story.base, table.with_tiles(lost))
        others = len(done.removed) + len(done.rotated) + len(lost)
        if self.are_too_many(story, table) or others > depth:
            return
        over = self._first_over(story, done, look)
        touched = len(changed_cells(difference(story.table, table)))
        tempting = {
            (_roll(turned), turned.table): tempts(turned) * _as_glimpsed(turned, done, look)
            for turned in over
        }
        total: dict[int | None, float] = defaultdict(float)
        for (roll, _), often in tempting.items():
            total[roll] += often
        another = depth < self.most and not first
        for turned in sorted(over, key=lambda story: -story.weight):
            turn = turned.turns[-1].verdict.move
            missed = look.missed(turn, another=another, touched=touched, rolled=not story.thrown)
            if turned.weight * missed >= self.least:
                roll = _roll(turned)  # of the turns by one roll one is made, whatever others ask
                share = 1.0 if turn.is_pass else tempting[roll, turned.table] / total[roll]
                if touches_again(turn, turned.base, table):
                    share *= weights.TOUCHED_AGAIN
                if story.fault and not _follows(turn, story, table):
                    share *= weights.LAID_JUST_SO
                turned = turned.times(missed * share * look.idle_before(turn, thrown=story.thrown))
                rest = look.after_one() if turn.is_pass else look.of_the_last_hand()
                rest = rest if story.thrown else rest.after_a_throw()
                for way in self._sequels.after(turned, table, rest, depth - 1):
                    won = len(way.turns) == len(turned.turns) + 1 and wins(way)
                    yield way.times(weights.WINS if won else 1.0)

    def moved_on(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
        """Yield stories in which the next player moved on, or lifted, the tile of this turn.

        That is the tile that was moved in it, or the last one that was laid.
        """
        done = difference(story.base, table)
        if len(done.removed) > depth or story.table.keys() - story.base.keys():
            return
        if look.hands > 1 and story.base.keys() - story.table.keys():
            # a hand left the tile that was lifted, the next one lifted it again: all lay as before
            look = replace(look, hidden=look.hidden.after_one().in_all())
        missed = self._missed(story, table, look, depth)
        often = missed * weights.TOUCHED_AGAIN / max(1, len(done.removed))
        if story.weight * often < self.least:
            return
        barred = done.placed_cells
        for standing, start, towards in self._moved_from(story, done):
            places = resting_places(standing, start, towards, barred)
            rested = self._rested(story.times(often), standing, places, look)
            yield from self._gone_on(rested, table, look, depth, or_wrong=True)

    def _moved_from(self, story: Story, done: Move) -> Iterator[tuple[Board, Cell, Tile]]:
        """Yield the board without a tile that may be moved on, and where it lay or lies.

        A tile that lies turned where it lay may have been moved away, and moved back by the next.
        """
        if not self._rulings.moves_tiles(story.ledger):
            if len(done.placed) == 1 and not done.removed:
                (laid,) = done.placed
                yield story.base, laid.cell, ahead_of(laid)
            return
        for cell in done.removed:
            towards = done.placed[0] if done.placed else ahead_of(Tile(cell, story.base[cell]))
            yield story.base.without(cell), cell, towards
        if not (done.removed or done.placed) and len(done.rotated) == 1:
            (turned,) = done.rotated
            yield story.base.without(turned.cell), turned.cell, ahead_of(turned)

    def taken_again(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
        """Yield stories in which the next player took away a tile that was laid in this turn.

        The one after that may have touched another since.
        """
        done = difference(story.base, table)
        since = [*done.removed, *(tile.cell for tile in done.rotated)]
        if not done.placed or story.fault or len(since) > min(1, depth - 1):
            return
        standing = table.with_tiles((cell, story.base[cell]) for cell in since)
        often = self._missed(story, table, look, depth) * weights.TOUCHED_AGAIN
        rolled = 0.0 if since else look.sight.thrown()[REMOVE_DIE]
        if depth > 1:  # the turn in which it was taken away may have been missed, too
            later = look.missed(Move(removed=(done.placed[0].cell,)), another=True, touched=1)
            rolled = max(rolled, ANY_ROLL[REMOVE_DIE] * later)
        if story.weight * often * rolled < self.least:
            return
        gone = laid_and_gone(standing, done.placed)
        rested = self._rested(story.times(often), standing, gone, look)
        yield from self._gone_on(rested, table, look, depth)

    def turned_again(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
        """Yield stories in which the next player turned a tile that was laid in this turn."""
        done = difference(story.base, table)
        if not done.placed or done.removed or done.rotated or story.fault:
            return
        laid = tuple(tile for tile in done.placed if tile.cell not in story.table)
        places = list(turned_since(table, laid))
        often = self._missed(story, table, look, depth) * look.sight.thrown()[ROTATE_DIE]
        if places and story.weight * often >= self.least:
            interior = sum(is_interior(table, cell) for cell in table)
            chosen = max(weights.TOUCHED_AGAIN, 1 / interior)
            often = self._missed(story, table, look, depth) * chosen
            rested = self._rested(story.times(often), table, iter(places), look)
            yield from self._gone_on(rested, table, look, depth, at_most=_TURNED)

    def turned_back(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
        """Yield stories in which the next player turned a tile back, so that all lies as it did."""
        if story.fault or not story.table == story.base == table:
            return
        ways = [Tile(cell, k) for cell in sorted(table) for k in otherwise_turned(table, cell)]
        if not ways:
            return
        turn = Move(rotated=(ways[0],))
        rolled = not story.thrown
        missed = look.missed(turn, another=depth < self.most, touched=1, rolled=rolled)
        often = missed / len(ways)  # the next player may turn any tile in any way
        if self._rolls(story).get(ROTATE_DIE, 0.0) * often >= self.least:
            rested = self._rested(story.times(often), table, iter(ways), look)
            yield from self._gone_on(rested, table, look, depth, at_most=_TURNED)

    def filled_again(self, story: Story, table: Board, look: Look, depth: int) -> Iterator[Story]:
        """Yield stories in which a tile was taken away and the next player laid it there again."""
        done = difference(story.base, table)
        rolled = self._rolls(story).get(REMOVE_DIE, 0.0)
        if not done.placed or done.removed or done.rotated or story.table != story.base:
            return
        often = self._missed(story, table, look, depth) * weights.TOUCHED_AGAIN
        often /= len(matching_orientations(0))  # it lies there just as it did
        if story.fault or rolled * often < self.least:
            return
        rested = self._taken(story, rolled * often, taken_and_filled(story.base, done.placed), look)
        yield from self._gone_on(rested, table, look, depth)

    def _taken(
        self, story: Story, weight: float, cells: Iterator[Cell], look: Look
    ) -> Iterator[Story]:
        """Yield stories in which a tile was taken away, which nobody saw."""
        for cell in islice(cells, _TRIED):
            without = story.base.without(cell)
            verdict = self._rulings.progress(story.ledger, without, REMOVE_DIE, None).verdict
            if verdict is not None and verdict.legal:
                yield with_turn(story, without, REMOVE_DIE, weight, verdict, look.number)

    def _missed(self, story: Story, table: Board, look: Look, depth: int) -> float:
        """Return the odds that the present turn was over, all that was done being seen at once."""
        touched = len(changed_cells(difference(story.table, table)))
        done = difference(story.base, table)
        rolled = not story.thrown
        return look.missed(done, another=depth < self.most, touched=touched, rolled=rolled)

    def _gone_on(
        self,
        rested: Iterator[Story],
        table: Board,
        look: Look,
        depth: int,
        at_most: int = _RESTED,
        *,
        or_wrong: bool = False,
    ) -> Iterator[Story]:
        """Yield how stories go on in which a tile lay where nobody saw it: a few stand for all.

        They do for those that come to the same: elsewhere it may have closed an island, and players
        seek that. With ``or_wrong`` what the next player did may be wrong.
        """
        alike: dict[Hashable, list[Story]] = defaultdict(list)
        for first in rested:
            alike[first.turns[-1].result].append(first)
        found: list[tuple[float, list[list[Story]]]] = []
        for places in alike.values():
            each: list[list[Story]] = []
            for place in places:
                first = _one_of(place) if len(places) > 1 else place
                ways = self._sequels.after(first, table, look, depth - 1)
                told = [way for way in ways if or_wrong or not way.fault]
                each += [told] if told else []
                if len(each) == at_most:
                    break
            found += [(len(places) * tempts(places[0]), each)] if each else []
        most = sum(often for often, _ in found)
        for often, each in found:
            share = often / most / len(each)
            yield from (way.times(share) for ways in each for way in ways)

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
        least = max(_UNLIKELY * story.weight, self.least)
        likely = {roll: weight for roll, weight in rolls.items() if weight >= least}
        left = story.ledger.tiles_left
        for turn in self._first_turns(story, done) if likely else ():
            fits = {None, *rolls_for(turn, left)}
            fitting = [(roll, weight) for roll, weight in likely.items() if roll in fits]
            if not fitting:
                continue
            between = applied(turn, story.base)
            if not (story.fault or keeps(story, between)):
                continue
            for roll, weight in fitting:
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
        another = depth < self.most
        found: dict[tuple[int | None, int], list[Story]] = defaultdict(list)
        touched = len(changed_cells(done))
        passed, missed = (
            look.missed(turn, another=another, touched=touched, rolled=not story.thrown)
            for turn in (Move(), done)
        )
        likeliest = 1.0 if story.thrown else max(ANY_ROLL.values())
        most = likeliest * weights.STANDS_UNSAID * max(passed, missed)
        if story.weight * most < self.least:
            return []
        for turn in self._wrong_turns(story, done, depth):
            often = weights.STANDS_UNSAID * (passed if turn.is_pass else missed)
            often *= 1.0 if look.bears_out(turn, done) else weights.GLIMPSED_OTHERWISE
            rolls = self._rolls_of_fault(story, turn)
            likely = [(r, p * often) for r, p in rolls if p * often >= self.least]
            if not likely or not self._may_follow(done, turn, look):
                continue
            between = applied(turn, story.base)
            if not keeps(story, between):
                continue
            for roll, weight in likely:
                verdict = self._rulings.whole(story.ledger, between, roll, None)
                if verdict.legal:
                    continue
                share = weight * how_often(self._rulings, story, verdict, roll)
                if share < self.least:
                    continue
                known = roll if story.known_roll == roll else None
                stands = with_turn(story, between, known, share, verdict, look.number)
                if not stands.is_over:
                    rest = look if story.thrown else look.after_a_throw()
                    ways = self._sequels.after(stands, table, rest, 0)
                    alike = found[roll, len(turn.placed)]
                    alike += [way for way in ways if not way.fault]
        return [way.times(1 / len(alike)) for alike in found.values() for way in alike]

    def _may_follow(self, done: Move, turn: Move, look: Look) -> bool:
        """Tell whether the die leaves room for all that was done after a turn."""
        rest = len(done.placed) - len(turn.placed)
        if not self._rulings.has_die or done.removed or done.rotated or not rest:
            return True
        thrown = look.sight.thrown()
        most = max(thrown.values())
        return any(p >= _UNLIKELY * most and rest <= r < ROTATE_DIE for r, p in thrown.items())

    def _wrong_turns(self, story: Story, done: Move, depth: int) -> Iterator[Move]:
        """Yield the parts of what was done that may be a turn against the rules."""
        yield from first_turns(self._setup, story.base, done)
        if self._rulings.has_die and depth < self.most:
            return  # they are too many
        laid = frozenset(story.table.keys() - story.base.keys())
        begun = laid & {tile.cell for tile in done.placed}
        yield from wrong_first_turns(self._setup, story.base, done, begun)

    def _rolls_of_fault(self, story: Story, turn: Move) -> list[tuple[int | None, float]]:
        """Return the rolls by which an illegal turn may have been made, each with its weight."""
        if story.thrown:
            return [(story.likeliest_roll, story.weight)]
        left = story.ledger.tiles_left
        rolls = sorted({*rolls_for(turn, left), *rolls_near(turn, left)})
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


def _one_of(story: Story) -> Story:
    """Return a story in whose last turn other tiles may as well have been laid."""
    return replace(story, turns=(*story.turns[:-1], replace(story.turns[-1], is_one_of=True)))


def _follows(turn: Move, story: Story, table: Board) -> bool:
    """Tell whether the tiles of a turn that was wrong, and lie as they did, came before others."""
    laid = story.table.keys() - story.base.keys()
    stayed = {cell for cell in laid if table.get(cell) == story.table[cell]}
    first = set(turn.placed_cells)
    return first <= stayed or stayed <= first


def _as_glimpsed(turned: Story, done: Move, look: Look) -> float:
    """Return how likely the last turn of a story came first, by what was seen under hands."""
    turn = turned.turns[-1].verdict.move
    return 1.0 if look.bears_out(turn, done) else weights.GLIMPSED_OTHERWISE


def _roll(story: Story) -> int | None:
    """Return the roll of the last turn of a story."""
    return story.turns[-1].roll
