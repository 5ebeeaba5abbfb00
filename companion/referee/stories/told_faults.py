"""What the stories of a telling say is wrong on the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.referee.doubt import changed_cells
from companion.referee.stories import weights
from companion.referee.stories.agreement import EXACTLY
from companion.referee.stories.content import afters, is_wrong, results, total
from companion.referee.stories.evidence import Contents, may_hold
from companion.referee.stories.faults import how_often_short, may_lack_tiles
from companion.referee.stories.rolls import with_known_rolls
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import Story, StoryTurn
from rules import Board, Cell, Code, Stage, Verdict, difference


@dataclass(frozen=True)
class LetStand:
    """People's word that what is wrong on the table stands.

    Attributes
    ----------
    look
        The number of the last look before it.
    wrong
        The share of the stories by which anything was wrong, before they said so; or once they had
        answered a question since, whose answers were thought of.
    """

    look: int
    wrong: float


@dataclass(frozen=True)
class Faults:
    """The stories, likeliest first, asked for what is wrong; their weights add up to one."""

    stories: Sequence[Story]
    rulings: Rulings

    def likeliest(self) -> Story | None:
        """Return the likeliest story by which an illegal table lies there."""
        return next((story for story in self.stories if story.fault), None)

    def clear(self) -> Story | None:
        """Return what was let stand where no other story has turns before with other results.

        By others it may be an earlier turn that is against the rules. What stands is a whole turn.
        Of the turns before it no roll is told in which stories differ.
        """
        if self.likeliest() is None or self.doubts():
            return None
        faults = [story for story in self.stories if story.fault]
        story = max(faults, key=self._as_whole)
        if self._share_of_wrong(story) < weights.WHOSE_FAULT:
            return None
        alike = [other for other in faults if results(other) == results(story)]
        return replace(story, turns=with_known_rolls(story.turns, alike))

    def said_to_stand(self, look: int) -> LetStand:
        """Return people's word, after a look, that what is wrong stands."""
        return LetStand(look, self._share(is_wrong))

    def is_known(self, story: Story, stand: LetStand) -> bool:
        """Tell whether it was known before people let it stand what is wrong, and whose it is.

        Where it was not, their word is no proof of what nobody thought of: a turn that was missed,
        and something wrong with the next one.
        """
        was_surely_wrong = stand.wrong >= weights.SURELY_ILLEGAL
        return was_surely_wrong and self._share_of_wrong(story) >= weights.FAR_AHEAD

    def _share_of_wrong(self, story: Story) -> float:
        """Return the share of a fault, be it of other tiles, among all that may be wrong."""
        wrong = [(other, self._as_whole(other)) for other in self.stories if is_wrong(other)]
        same = sum(p for other, p in wrong if other.fault and results(other) == results(story))
        return same / sum(p for _, p in wrong)

    def _as_whole(self, story: Story) -> float:
        """Return the weight of a story by which what is wrong on the table is a whole turn."""
        often = how_often_short(self.rulings, story) if story.fault else 1.0
        return story.weight * often

    def as_turn(self, story: Story) -> StoryTurn:
        """Return what is wrong by a story as a whole turn."""
        roll, table = story.likeliest_roll, story.table
        verdict = self.rulings.whole(story.ledger, table, roll, story.order)
        return StoryTurn(story.ledger.mover, table, verdict, story.known_roll, story.seen)

    def are_apart(self, story: Story) -> bool:
        """Tell whether it is known which tiles were laid in which turn of a story of a fault."""
        count = len(story.turns)
        own = afters(story, count)
        same = self._share(lambda s: s.fault and afters(s, count) == own)
        return same >= EXACTLY * self._share(lambda other: other.fault)

    def doubts(self) -> frozenset[Cell]:
        """Return the cells on which the stories of what is wrong differ, none if one is ahead."""
        faults = [story for story in self.stories if story.fault]
        shares: dict[Board, float] = defaultdict(float)
        for story in faults:
            shares[story.table] += story.weight
        table = max(shares, key=lambda board: shares[board])
        if shares[table] >= weights.AHEAD * total(faults):
            return frozenset()
        return frozenset(
            cell for other in shares for cell in changed_cells(difference(table, other))
        )

    def may_hold_more(self, doubtful: Mapping[Cell, Contents]) -> frozenset[Cell]:
        """Return the cells, none of them sure, on which a tile may lie that is wrong as well.

        However unlikely that is by how people play: the camera thinks it possible, and some story
        tells it. What is let stand is not put on record without it.
        """
        story = self.likeliest()
        others = [other for other in self.stories if other.fault]
        return frozenset(
            cell
            for cell, contents in doubtful.items()
            if story is not None and cell not in story.table
            for k in {other.table[cell] for other in others if cell in other.table}
            if may_hold(contents, k)
        )

    def illegal(self) -> Verdict | None:
        """Return what is wrong on the table, as far as that is far ahead; None if nothing is."""
        story = self.stories[0]
        verdict = self.verdict(story) if story.fault and not story.turns else None
        if verdict is None or story.undone or self.is_too_much():
            return None
        sure = tuple(v for v in verdict.violations if self._is_surely_wrong(v.code))
        return replace(verdict, violations=sure) if sure else None

    def mismatch(self) -> Verdict | None:
        """Return which edges do not match by nearly all stories, whatever turns they tell before.

        By some an earlier turn had other tiles, so that it is open whose these are. They are wrong
        all the same.
        """
        if self.is_too_much():
            return None
        told: list[tuple[frozenset[Cell], float, Verdict]] = []
        for story in self.stories:
            verdict = self.verdict(story) if story.fault and not story.undone else None
            if verdict is None:
                continue
            for violation in verdict.violations:
                if violation.code is Code.EDGE_MISMATCH:
                    only = replace(verdict, violations=(violation,))
                    told.append((frozenset(violation.cells), story.weight, only))
        for cells, _, verdict in told:
            if sum(p for others, p, _ in told if cells <= others) >= weights.SURELY_ILLEGAL:
                return verdict
        return None

    def is_too_much(self) -> bool:
        """Tell whether more tiles are new by a fault than turns are looked for in.

        They may be of several turns, and nothing says that any of these is wrong.
        """
        story = self.stories[0]
        return story.fault and len(story.table) - len(story.base) > weights.MOST_TILES

    def hinges_on(self, doubtful: Mapping[Cell, Contents]) -> frozenset[Cell]:
        """Return the cells, none of them sure, any of which may alone show that nothing is wrong.

        However unlikely that is by how people play: the camera thinks it possible, and some story
        tells it, as none does where people said otherwise.
        """
        story, others = self.stories[0], self.stories[1:]
        return frozenset(
            cell
            for cell, contents in doubtful.items()
            for k in {other.table.get(cell) for other in others} - {story.table.get(cell)}
            if may_hold(contents, k) and self._is_right(story, _with(story.table, cell, k))
        )

    def may_lack_tiles(self) -> bool:
        """Tell whether a tile more may put right all that is wrong on the table, as it is seen."""
        story = self.stories[0]
        verdict = self.verdict(story) if story.fault and not story.turns else None
        roll = story.likeliest_roll
        return verdict is not None and may_lack_tiles(self.rulings, story.ledger, verdict, roll)

    def _is_right(self, story: Story, table: Board) -> bool:
        """Tell whether with another table nothing is wrong by a story."""
        progress = self.rulings.progress(story.ledger, table, story.likeliest_roll, None)
        if story.following is not None:  # the next one has rolled: it must be whole
            return progress.stage is Stage.COMPLETE
        return progress.stage is not Stage.ILLEGAL

    def _is_surely_wrong(self, code: Code) -> bool:
        """Tell whether by nearly all stories something is wrong in a certain way."""

        def names(story: Story) -> bool:
            verdict = self.verdict(story) if story.fault else None
            return verdict is not None and code in verdict.codes

        return self._share(names) >= weights.SURELY_ILLEGAL

    def verdict(self, story: Story) -> Verdict | None:
        """Return what is wrong by a story: of a part of a move what people must put right.

        None where only the roll is missing.
        """
        roll = story.likeliest_roll
        progress = self.rulings.progress(story.ledger, story.table, roll, story.order)
        if progress.stage in (Stage.UNCHANGED, Stage.IN_PROGRESS):
            # the turn was said to be over, or the next one was rolled for
            whole = self.rulings.whole(story.ledger, story.table, roll, story.order)
            return None if whole.legal else whole
        legal = progress.verdict is None or progress.verdict.legal
        return None if legal else progress.verdict

    def _share(self, holds: Callable[[Story], bool]) -> float:
        """Return the share of all weight of the stories for which something holds."""
        return sum(story.weight for story in self.stories if holds(story))


def _with(table: Board, cell: Cell, orientation: int | None) -> Board:
    """Return a table with something else on a cell."""
    return table.without(cell) if orientation is None else table.with_tile(cell, orientation)
