"""All stories of what happened since the moves on record, and what they agree on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.referee.ledger import Ledger
from companion.referee.stories import weights, words
from companion.referee.stories.agreement import Agreed, agreed_by, has_later
from companion.referee.stories.answering import Answered
from companion.referee.stories.content import Key, afters, total
from companion.referee.stories.evidence import TableEvidence
from companion.referee.stories.extending import Extending
from companion.referee.stories.handing_over import without_pass
from companion.referee.stories.look import Look
from companion.referee.stories.memory import FAINTEST, Memory, Opening
from companion.referee.stories.play_to import play_to
from companion.referee.stories.retelling import Retelling, Retold
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.said_rolls import (
    Whose,
    as_told,
    going_on,
    perhaps_of_next,
    said_roll,
)
from companion.referee.stories.shares import answers_of, roll_of, roll_seen_in
from companion.referee.stories.since import without_remade
from companion.referee.stories.story import NO_DIE, Rolls, Story, StoryTurn, kept, rolls_of
from companion.referee.stories.told_faults import Faults
from companion.referee.stories.unseen_start import as_seen_by, first_stories
from companion.referee.stories.words import Word
from rules import Board, Palagem, Turn


class Telling:
    """All the stories of what happened since the moves on record.

    Attributes
    ----------
    looks
        The number of the last look.
    is_baffled
        Whether what lies there is wrong by all stories, but so unlikely that none may be true.
    otherwise
        The stories that tell otherwise of what is presumed.
    """

    def __init__(self, ledger: Ledger) -> None:
        self.rulings = Rulings(ledger.setup)
        self.looks = 0
        self._stories: list[Story] = []
        self._uncut: list[Story] = []
        self._extending = Extending(ledger.setup, self.rulings)
        self._memory = Memory()
        self.otherwise = self._memory.otherwise
        self._retelling = Retelling(self._extending, has_die=self.rulings.has_die)
        self._evidence: TableEvidence | None = None
        self._last: Look | None = None
        self._likely = 1.0
        self.is_baffled = False
        self._hides_turns = False
        self._before: list[Story] = []
        self._evidence_before: TableEvidence | None = None
        self._opening: Opening | None = None
        self._known = ledger.moves
        self.begin_again(ledger)

    @property
    def stories(self) -> list[Story]:
        """The stories, likeliest first; their weights add up to one."""
        return self._stories

    @stories.setter
    def stories(self, stories: list[Story]) -> None:
        self._stories, self._uncut = stories, []

    def begin_again(
        self, ledger: Ledger, roll: int | None = None, *, seen: bool = False, lacks_one_of: int = 0
    ) -> None:
        """Forget all stories, and begin with the moves on record.

        Parameters
        ----------
        ledger
            The moves on record.
        roll
            The roll of the turn that is due, where it is known.
        seen
            Whether that was read for sure, or said.
        lacks_one_of
            So many of the last moves were seen only together with one that people took back.
        """
        self._memory.forget()
        rolls: Rolls = NO_DIE if roll is None else {roll: 1.0}
        self._begin(ledger, rolls, seen=seen, lacks_one_of=lacks_one_of)

    def _begin(
        self, ledger: Ledger, rolls: Rolls = NO_DIE, *, seen: bool = False, lacks_one_of: int = 0
    ) -> None:
        """Begin with the moves on record; see :meth:`begin_again`."""
        self._known = ledger.moves
        has_die = self.rulings.has_die
        start = Story(
            ledger.fork(),
            ledger.board,
            rolls,
            thrown=not has_die or None not in rolls,
            seen=seen,
            together=lacks_one_of,
            lacks_one=lacks_one_of > 0,
        )
        if self._stories:
            start = start.as_played(self.likeliest)
        self.stories = self._before = [start]
        self.is_baffled = False
        if self._evidence:  # what is not on record is open again, though it looks as before
            self._evidence = self._evidence.only_on(ledger.board)
        self._evidence_before, self._opening = self._evidence, None
        self._last = self._last.again() if self._last else None

    def may_begin_with(
        self, ledger: Ledger, evidence: TableEvidence, look: Look, most_turns: int
    ) -> bool:
        """Tell, before the first look, that it may have begun so, if it may: `first_stories`."""
        either = [self.likeliest, replace(self.likeliest, ledger=ledger, table=ledger.board)]
        ways = [self._ways([story], None, evidence, look) for story in either]
        found = first_stories(either, ways, most_turns)
        self.stories = found or self.stories
        return bool(found)

    def look(self, evidence: TableEvidence, look: Look) -> None:
        """Take in a look at the table."""
        self.rulings.begin_look()
        self.looks = look.number
        last = self._evidence
        stirred = last is not None and last.seen != evidence.seen
        doubtful, new = frozenset(evidence.doubtful), evidence.newly_concealed(last)
        look = replace(look, stirred=stirred, doubtful=doubtful, concealed=new)
        self.stories = self._with_what_was_hidden(evidence)
        self._before, self._evidence_before = self.stories, self._evidence
        self._opening = Opening(tuple(self.stories), self._evidence, look)
        self._last, self._hides_turns = look, look.was_hidden_for_long
        likely = self._take(evidence, look)
        if look.hidden.said:
            self.stories = as_told(self.stories, look.sight.value, look.number)
        self.otherwise.look(lambda told: self._ways(told, last, evidence, look), likely)
        self._memory.take(self._before, self._evidence_before, evidence, look, likely)

    def let_stand(
        self, undone: int, turns: Sequence[StoryTurn], evidence: TableEvidence, ledger: Ledger
    ) -> None:
        """Begin with the moves on record, the last one let stand; the last look can be reopened.

        Parameters
        ----------
        undone, turns
            How many moves were taken back for it, and the turns that were put on record.
        evidence
            What the last look showed.
        ledger
            The moves on record.
        """
        ways = self._hear(words.let_stand(self.rulings, self.looks))
        told = undone, tuple(turn.after for turn in turns)
        others = [way for way in ways if (way.undone, afters(way, len(way.turns))) != told]
        self._memory.record(undone, tuple(turns), others)
        opening = self._opening
        self._begin(ledger)
        self._opening = opening
        if self._last is not None:
            self._take(evidence, self._last)

    def take_back(self, ledger: Ledger, played: Turn, lacks_one_of: int) -> None:
        """Begin with the moves on record, people having said that one is taken back, ``played``.

        See :meth:`begin_again` for the other parameters.
        """
        if lacks_one_of:
            self._memory.forget()  # which of several it was is told by the tiles that go
        else:
            self._hear(words.taken_back(self.rulings))
            self._memory.record(1, (), ())
        rolls = rolls_of(played, has_die=self.rulings.has_die)
        self._begin(ledger, rolls, seen=played.die is not None, lacks_one_of=lacks_one_of)
        if played.move.is_pass and played.die is not None:
            self.stories = self._before = [without_pass(story) for story in self.stories]

    def _hear(self, word: Word) -> list[Story]:
        """Remember what people said, and return the stories by which that can be."""
        ways = [way for story in self.stories if (way := word(story)) is not None]
        self._memory.hear(word, total(ways))
        return ways

    @property
    def can_reopen(self) -> bool:
        """Whether nobody has decided anything since the last look that its stories rest on."""
        return self._opening is not None

    def reopen(self, evidence: TableEvidence) -> None:
        """Take the last look in anew, what was put on record by it being taken back."""
        self._memory.forget()
        opening = self._opening
        assert opening is not None
        self.stories = self._before = list(opening.stories)
        self._evidence = self._evidence_before = opening.evidence
        self._last = opening.look
        self._take(evidence, opening.look)

    def look_again(self, evidence: TableEvidence, *, unhindered: bool = False) -> None:
        """Take the last look in anew, people having said what lies there.

        Other cells that were not sure before, and on which nothing is on record, are open again:
        where the camera was wrong of one it may be of the next. Where it did not see what they say,
        looks before may have missed a turn as well: without a die it is taken in ``unhindered``.
        """
        self._memory.forget()
        if self._last is None:
            return
        plain = unhindered and not self.rulings.has_die
        look = self._last.unhindered() if plain else self._last
        if self._before:
            self.stories, self._evidence = self._before, self._evidence_before
            if self._evidence is not None:
                self._evidence = self._evidence.only_on(self._before[0].base)
        else:  # by what people said, the stories have what this look tells already
            look = look.again()
        self._take(evidence, look)

    def believe(self, believed: Callable[[Story], Story | None], *, lies: bool = False) -> bool:
        """Keep the stories that something leaves, as it leaves them; tell whether any is left.

        ``lies`` says that it is of what lies there now, and tells nothing of the looks before.
        """
        self._opening = None
        self._memory.forget()
        left = kept(filter(None, map(believed, self.stories)))
        if left:
            self.stories = left
            self._before = [] if lies else kept(filter(None, map(believed, self._before)))
        return bool(left)

    def believe_over(self, over: Callable[[Story], Story | None]) -> bool:
        """Keep the stories by which a turn is over that people end, where these are likely."""
        likely = self.share(lambda story: over(story) is not None)
        return likely >= weights.MAY_BE_OVER and self.believe(over)

    def say_roll(self, ledger: Ledger, roll: int, player: str | None = None) -> Whose | None:
        """Take people's word for a roll; tell whose it was taken for, None where it fits no story.

        ``player`` is the one whom they named, or beside whose name they entered it.

        It is no proof of what else is told by stories that were hardly thought of before. Those by
        which the last look showed that roll are all held to it, also such as were too unlikely to
        be kept among those by other rolls.
        """
        told = self._told()
        said = said_roll(told, roll, self.looks, player)
        if said is None:
            return None
        self.stories = told
        self.believe(said.leaves)
        self.stories = going_on(self.stories, said, ledger, self._extending) or self.stories
        return said.whose

    def begin_with_roll(self, ledger: Ledger, roll: int, evidence: TableEvidence) -> None:
        """Begin anew with the roll of the turn that is due: people say it, and no story had it.

        Where it explains nothing, and nobody has decided anything since the last look, turns were
        over before that nobody saw.
        """
        look, before = (self._last if self.can_reopen else None), self._evidence_before
        self.begin_again(ledger, roll, seen=True)
        self.look_again(evidence)
        if look is not None and self.likeliest.fault:
            self._begin(ledger, {roll: 1.0}, seen=True)
            self._last, self._evidence_before = look, before
            self.look_again(evidence)

    def rebase(self, ledger: Ledger, *, doubts_roll: bool = False) -> None:
        """Begin with the moves on record, which people have changed; a roll that is known stays.

        With ``doubts_roll`` people said it of a player whose turn it is not: of whom is open. Hands
        may have been taken for other players' till now.
        """
        self.stories = [story.without_seats() for story in self.stories]
        first = self.likeliest
        roll = None if first.turns else first.likeliest_roll
        sure = roll is not None and first.rolls[roll] >= weights.AHEAD
        self.begin_again(ledger, roll if sure else None, seen=first.seen)
        if doubts_roll and roll is not None and sure:
            either = perhaps_of_next(roll)
            self.stories = self._before = [replace(self.likeliest, rolls=either, seen=False)]

    def share_palagems(self, palagems: dict[str, Palagem]) -> None:
        """Let all rulings from now on know the players' palagems."""
        self.rulings.forget()
        self._memory.forget()
        for story in (*self.stories, *self._before):
            story.ledger.palagems = palagems

    def hold_illegal(self, ledger: Ledger, table: Board, roll: int | None) -> None:
        """Hold that an illegal table lies there as somebody's whole turn."""
        self.begin_again(ledger, roll, seen=True)
        self.stories = [replace(self.likeliest, table=table, fault=True, order=None)]

    def play_to(self, ledger: Ledger, table: Board, due: str | None) -> list[StoryTurn]:
        """Return turns that lead from the record to a table; see :func:`play_to`."""
        told = self.stories, self._extending, self.looks
        return play_to(ledger, table, *told, unseen=self._hides_turns, due=due)

    def has_drifted(self) -> bool:
        """Tell whether more turns are not on record than are waited for, with looks between.

        So they are where so many tiles came that no turns are looked for in them, and where
        nothing that is told explains what was seen.
        """
        if self.is_baffled or self.faults.is_too_much():
            return True
        return has_later(self.likeliest, 1, weights.TURNS_LEFT_OPEN)

    def agreed(self, *, left_open: int) -> Agreed | None:
        """Return what is far ahead of all else, and not on record yet; None where nothing is.

        Parameters
        ----------
        left_open
            How many turns must be played since for the likeliest to be taken, although people have
            not answered; 0 where nothing more will be played.
        """
        return agreed_by(self.stories, self.looks, left_open=left_open)

    def settle(self, agreed: Agreed, ledger: Ledger) -> None:
        """Go on from what was agreed, which is on record in ``ledger`` now."""
        count = len(agreed.turns)
        exact = [number for number, apart in enumerate(agreed.apart, 1) if apart]
        together = count - max(exact, default=0)

        def rest(story: Story) -> Story | None:
            if not agreed.is_told_by(story):
                return None
            return replace(story, turns=story.turns[count:], undone=0, together=together)

        self._known = ledger.moves
        self.otherwise.record(agreed, self.stories, len(ledger.moves))
        others = [story for story in self.stories if rest(story) is None]
        self._memory.record(agreed.undone, agreed.turns, others)
        self.stories = kept(filter(None, map(rest, self.stories)))
        if not self.stories:
            self.begin_again(ledger)
        self._before, self._evidence_before = self.stories, self._evidence
        self._last = self._last.again() if self._last else None

    def retold(self) -> Retold | None:
        """Return the last looks told anew where that is far likelier than what was told."""
        return self._retelling.of(self._memory, self.stories)

    def go_on_from(self, retold: Retold, ledger: Ledger) -> None:
        """Go on from looks that were told anew, the moves that stay being on record."""
        self._memory.tell_too(retold.shown)
        self._known, self._opening = ledger.moves, None
        self.stories = self._before = retold.stories
        self._evidence_before = self._evidence
        self._last = self._last.again() if self._last else None

    @property
    def was_hidden_for_long(self) -> bool:
        """Whether a turn may have been over that nobody saw, before the last look."""
        return self._last is not None and self._last.was_hidden_for_long

    @property
    def likeliest(self) -> Story:
        """The likeliest story."""
        return self.stories[0]

    @property
    def faults(self) -> Faults:
        """What the stories say is wrong on the table."""
        return Faults(self.stories, self.rulings)

    def share(self, holds: Callable[[Story], bool]) -> float:
        """Return the share of all weight of the stories for which something holds."""
        return sum(story.weight for story in self.stories if holds(story))

    def roll(self) -> int | None:
        """Return the roll of the first turn that is not on record, where one is far ahead."""
        return roll_of(self.stories)

    def roll_seen(self) -> int | None:
        """Return the roll of that turn where it was read for sure, or said, and is not over."""
        return roll_seen_in(self.stories)

    @property
    def again(self) -> bool:
        """Whether it is known that more than one number was seen in the present turn."""
        return self.share(lambda story: story.again) >= weights.FAR_AHEAD

    def answers(self) -> list[tuple[Key, float, Story]]:
        """Return what may be put on record: each with its share and its likeliest story."""
        return answers_of(self.stories)

    def answer(self, answered: Answered) -> bool:
        """Keep the stories that have what an answer says, by the look at which it was asked."""
        return any(self.believe(leaves) for leaves in answered.ways(self.looks))

    def _with_what_was_hidden(self, evidence: TableEvidence) -> list[Story]:
        """Return the stories, and those by which tiles lay under what hid them at the last look.

        Where a tile shows itself on a cell that was hidden then, it may have lain there already.
        """
        last, look = self._evidence, self._last
        if last is None or look is None or self._before is self.stories:
            return self.stories
        uncovered = last.uncovered(evidence, {c for story in self.stories for c in story.table})
        if uncovered == last:
            return self.stories
        found = self._ways(self._before, self._evidence_before, uncovered, look)
        return kept([*self.stories, *(story.times(1 / self._likely) for story in found)])

    def _told(self) -> list[Story]:
        """Return the stories, and those besides that the last look left too unlikely to be kept."""
        weight = total(self._uncut)
        return [story.times(1 / weight) for story in self._uncut] if weight else self.stories

    def _take(self, evidence: TableEvidence, look: Look) -> float:
        """Go on with a look, and return how likely it is by the stories before."""
        found = self._ways(self.stories, self._evidence, evidence, look)
        told = [without_remade(story, self._known) for story in found]
        self.stories = kept(told) or self.stories
        self._uncut = told  # until the stories change
        self._evidence = evidence
        self._likely = max(total(found), FAINTEST)
        is_odd = self.is_baffled or self._likely < weights.BAFFLING
        self.is_baffled = is_odd and self.likeliest.fault
        return self._likely

    def _ways(
        self, stories: Sequence[Story], last: TableEvidence | None, seen: TableEvidence, look: Look
    ) -> list[Story]:
        """Return how stories go on with a look, each with how likely the look is by it."""
        extending = self._extending
        return extending.closely(
            lambda: [
                way.times(likely)
                for story in stories
                for table, likely in seen.tables(story.table, last)
                for way in extending.ways(story, table, as_seen_by(story, look))
            ]
        )
