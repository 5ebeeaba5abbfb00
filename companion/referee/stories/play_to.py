"""The play that leads to a table, where people say that it is right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.referee.ledger import Ledger
from companion.referee.sightline import Hidden
from companion.referee.stories import weights
from companion.referee.stories.content import is_wrong
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.extending import Extending, SearchTooLongError
from companion.referee.stories.look import Look
from companion.referee.stories.one_by_one import laid_one_by_one
from companion.referee.stories.story import NO_DIE, Story, StoryTurn
from rules import Board, Code
from rules.judging import PALAGEM, PALAGO, PALAGONIA


def play_to(
    ledger: Ledger,
    table: Board,
    stories: Sequence[Story],
    extending: Extending,
    looks: int,
    *,
    unseen: bool,
    due: str | None = None,
) -> list[StoryTurn]:
    """Return turns that lead from the record to a table, their rolls open.

    They are the fewest legal ones, else the fewest of which one is illegal, else those of the
    likeliest story, else one that is illegal. If people said who is due then, it is the first of
    these after which that player is, be they illegal; one illegal turn rather than several.

    Parameters
    ----------
    ledger, table
        The moves on record, and what lies there.
    stories
        The stories, likeliest first.
    extending
        Finds the ways in which a story goes on.
    looks
        The number of the last look.
    unseen
        Whether the table was hidden for so long before it that turns were likely missed.
    due
        Who is to move after them; None where nobody said it.
    """
    search = _Search(ledger, table, extending, looks, unseen)
    turns = search.shortest(due) if due is not None else []
    turns = turns or search.shortest() or _likeliest(stories, table)
    turns = turns or [StoryTurn(ledger.mover, table, ledger.whole(table))]
    return [replace(turn, roll=None) for turn in turns]


@dataclass(frozen=True)
class _Search:
    """Looks for turns that lead from the record to a table; see :func:`play_to`."""

    ledger: Ledger
    table: Board
    extending: Extending
    looks: int
    unseen: bool

    def shortest(self, due: str | None = None) -> list[StoryTurn]:
        """Return the fewest turns that lead there, and after which a player is due; or none."""
        if self._are_many and (turns := laid_one_by_one(self.ledger, self.table, due)):
            return turns
        try:
            with self.extending.at_most(weights.MOST_STEPS):
                found = self._shortest(due)
        except SearchTooLongError:
            found = []
        if due is None or self._are_many or (found and all(turn.verdict.legal for turn in found)):
            return found
        return laid_one_by_one(self.ledger, self.table, due) or found

    @property
    def _are_many(self) -> bool:
        """Whether so many tiles came that it takes long to tell all ways to divide them."""
        setup = self.ledger.setup
        fewest = {PALAGEM: weights.MOST_TURNS, PALAGO: 2 * weights.MOST_TURNS}
        laid = len(self.table) - len(self.ledger.board)
        return laid > fewest.get(setup.game, weights.MOST_TILES)

    def _shortest(self, due: str | None) -> list[StoryTurn]:
        """Return the fewest legal turns; if no legal ones lead there, the fewest that do.

        Of too many tiles, though, or too few, they are only where turns are ``unseen``, or people
        said who is due.
        """
        long = 2 * weights.VERY_LONG_S
        look = Look(DieSight(), Hidden(seconds=long, lately=long), self.looks)
        has_die = self.ledger.setup.game == PALAGONIA
        story = Story(self.ledger.fork(), self.ledger.board, NO_DIE, thrown=not has_die)
        wrong: list[Story] = []
        for missed in range(weights.MOST_TURNS if has_die else 2 * weights.MOST_TURNS):
            ways = self.extending.ways(story, self.table, look, depth=missed)
            over = [way for way in ways if _leads_there(way) and due in (None, way.ledger.mover)]
            legal = [way for way in over if not is_wrong(way)]
            if legal:
                return _fewest(legal)
            wrong += over if self.unseen or due is not None else filter(_has_its_tiles, over)
        if due is not None and (alone := self._all_at_once(due)):
            return [alone]
        return _fewest(wrong) if wrong else []

    def _all_at_once(self, due: str) -> StoryTurn | None:
        """Return all that lies there as one turn, against the rules, if a player is due then."""
        after = self.ledger.fork()
        verdict = after.whole(self.table)
        turn = StoryTurn(after.mover, self.table, verdict)
        after.record(self.table, verdict, None)
        return turn if after.mover == due else None


def _leads_there(way: Story) -> bool:
    """Tell whether all that lies there is of turns that are over, of which none was taken back."""
    return way.table == way.base and bool(way.turns) and not (way.undone or way.fault)


def _has_its_tiles(way: Story) -> bool:
    """Tell whether each turn of a story has as many tiles as were due."""
    return all(Code.WRONG_COUNT not in turn.verdict.codes for turn in way.turns)


def _fewest(ways: Sequence[Story]) -> list[StoryTurn]:
    """Return the turns of the story with the fewest, of equal ones the likeliest."""
    return list(min(ways, key=lambda way: (len(way.turns), -way.weight)).turns)


def _likeliest(stories: Sequence[Story], table: Board) -> list[StoryTurn]:
    """Return the turns, some let stand, of the likeliest story that leads to a table."""
    for story in stories:
        if story.table == table and not story.undone:
            if story.turns and story.base == table:
                return list(story.turns)
            if story.fault:
                verdict = story.ledger.whole(table, die=story.known_roll)
                return [*story.turns, StoryTurn(story.ledger.mover, table, verdict)]
    return []
