"""What people say of moves on record: that they were made so, by somebody else, or stand again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from companion.referee.decisions import Confirmed, LaidAgain, TakenBack, TakenMove
from companion.referee.events import Correction, Event, Ready
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.palagem_watch import PalagemWatch
from companion.referee.play import Play
from companion.referee.recording import FOR_SURE, Known
from companion.referee.seen_table import SeenTable
from companion.referee.sentences import Undecidable
from companion.referee.setup import Setup
from companion.referee.sightline import Hidden
from companion.referee.stories import weights
from companion.referee.stories.agreement import Agreed
from companion.referee.stories.content import tells
from companion.referee.stories.look import Look
from companion.referee.stories.story import Story, StoryTurn
from companion.referee.told_turns import ToldTurn, followed
from companion.referee.way_back import WayBack
from rules import Board, GameError, Turn, difference
from vision.following.table_view import TableView

_MOST_CHOICES = 8
"""So many answers are remembered, the last ones."""

_MAY_BE_ONE = 2
"""So many turns in which nobody saw what lay between may have been one, against the rules."""


@dataclass(frozen=True)
class GoingBack:
    """What was taken back.

    Attributes
    ----------
    undone
        The moves that can stand again as they did, the next one first.
    to_record
        Whether people are to put the table as the record has it, as they said they would.
    """

    undone: tuple[Turn, ...] = ()
    to_record: bool = False


@dataclass(frozen=True)
class _Choice:
    """What people chose from when they answered a question.

    Attributes
    ----------
    count, known
        How many moves were on record then, and its board.
    lies
        What lay on the table.
    stories
        What was thought of.
    """

    count: int
    known: Board
    lies: Board
    stories: tuple[Story, ...]

    def others(self, made: Sequence[Turn]) -> list[Story]:
        """Return the stories by which other moves were made than those that were taken back."""
        wrong = [(turn.mover, turn.after) for turn in made]
        told = ([(turn.mover, turn.after) for turn in story.turns] for story in self.stories)
        return [
            story
            for story, turns in zip(self.stories, told, strict=True)
            if not turns or turns != wrong[: len(turns)]
        ]


class PlayBackAndForth(Play):
    """A game's play that remembers what was taken back, so that it can stand again as it did."""

    def __init__(self, setup: Setup, start: Board, table: SeenTable) -> None:
        super().__init__(setup, start, table)
        self._undone: list[Turn] = []
        self._choices: list[_Choice] = []
        self._righted = 0
        """So many of the last moves lead to a table of which people said that it is right."""

    @property
    def going_back(self) -> GoingBack:
        """What was taken back, and whether the table is still to be put so."""
        follows = self._undone and self._undone[-1].before == self.ledger.board
        return GoingBack(
            tuple(reversed(self._undone)) if follows else (),
            self._way_back.is_begun and self.board != self.ledger.board,
        )

    def begins_unseen(self, view: TableView, at: Moment, hidden: Hidden) -> list[Event] | None:
        """Begin with the first look at a table that nobody could see before, while it was hidden.

        What lies there was laid meanwhile, or the game began with it: both are told. Returns what
        there is to say; None where hardly any turns can have been made for it.
        """
        sight = replace(
            self.die.look(view.dice if self.telling.rulings.has_die else ()), first=False
        )
        enough = weights.LAYING_S * (1 + len(self.board)) + 2 * weights.HIDDEN_S
        counted = hidden.counted(self._tempo).at_most(enough)  # nobody knows when they began
        look = Look(sight, counted, number=1)
        with_tiles, evidence = self.ledger.fork(), self.table.evidence()
        with_tiles.begin_with(self.board)
        most = int(hidden.seconds / weights.LEAST_OF_A_TURN_S)
        if not self.telling.may_begin_with(with_tiles, evidence, look, most):
            return None
        self.telling.look(evidence, look)
        return self.rule(at)

    def rule(self, at: Moment, *, waits: bool = True) -> list[Event]:
        """Say what follows, as `Play.rule`; it may be known only now what the game began with."""
        start = self.telling.likeliest.ledger.start
        is_known = (
            self.telling.share(lambda story: story.ledger.start == start) >= weights.FAR_AHEAD
        )
        if start == self.ledger.start or self.ledger.moves or not is_known:
            return super().rule(at, waits=waits)
        self.ledger.begin_with(start)
        return [Ready(*at), *super().rule(at, waits=waits)]

    def take_back(self, at: Moment) -> list[Event]:
        """Take back the last move, as people say, and remember it; raises as `take_off`."""
        last = self.ledger.last
        events = self.take_off(at)
        self._undone += [] if last is None else [last]
        return events

    def take_off(self, at: Moment) -> list[Event]:
        """Take the last move off the record, as `Play.take_off`: it may be judged anew."""
        self._righted = 0
        return super().take_off(at)

    def take_all_back(self, at: Moment) -> list[Event]:
        """Take all moves off the record: a palagem was built in them."""
        undone = self._undo(len(self.ledger.moves), at, retold=True)
        decisions = (event.decision for event in undone if isinstance(event, Correction))
        taken = (decision for decision in decisions if isinstance(decision, TakenBack))
        return [Correction(*at, replace(decision, of_palagem=True)) for decision in taken]

    def confirm(self, last: int | None, at: Moment) -> list[Event]:
        """Take people's word that the moves that are presumed were made so, up to ``last``.

        Raises
        ------
        GameError
            If none is.
        """
        numbers = tuple(n for n in self.recording.presumed if last is None or n <= last)
        if not numbers:
            raise GameError(Undecidable.NOTHING_PRESUMED())
        self.recording.confirm(last)
        return [Correction(*at, Confirmed(numbers))]

    def turn_to(self, player: str) -> None:
        """Make it a player's turn; what was done before, in so many moves, that does not say.

        Where these led to a table that people said is right, a roll that they said since was rather
        that of one of them which was missed.
        """
        self.recording.say_mover(len(self.ledger.moves))
        if self.board == self.ledger.board:
            self.recording.say_due(player, self.board)
        is_another = player != self.ledger.mover and self._told_roll.is_said
        self.ledger.turn_to(player)
        if is_another:
            self._told_roll.begin_turn()
        if is_another and self._righted > _MAY_BE_ONE:
            self.telling.begin_again(self.ledger)
        self.refresh(doubts_roll=is_another)

    def answer(self, choice: int, at: Moment) -> list[Event]:
        """Take people's answer, as `Play.answer`, and remember what else was thought of."""
        count, known, lies = len(self.ledger.moves), self.ledger.board, self.board
        chosen = _Choice(count, known, lies, tuple(self.telling.stories))
        events = super().answer(choice, at)
        self._choices = [*self._choices, chosen][-_MOST_CHOICES:]
        return events

    def _ask_again(self, at: Moment) -> list[Event] | None:
        """Go on from what else was thought of, where people took back what they answered.

        None where they did not, or nothing else was.
        """
        now = len(self.ledger.moves), self.ledger.board, self.board
        for chosen in reversed(self._choices):
            others = chosen.others(self._undone[::-1])
            if (chosen.count, chosen.known, chosen.lies) == now and others:
                self._way_back = WayBack()
                self.telling.stories = others
                self.telling.believe(lambda story: story, lies=True)
                return [*self.wrong.in_step(at), *self._asking.settled(at), *self.rule(at)]
        return None

    def table_is_right(self, at: Moment) -> list[Event]:
        """Put what lies there on record, by the shortest play that leads there if there is one.

        Where people took back what they had answered, what else was thought of comes first.

        Raises
        ------
        GameError
            If record and table do not differ.
        """
        self.wrong.check_differs(self.ledger.board, self.board)
        if self._undone and (asked := self._ask_again(at)) is not None:
            return asked
        turns = self._turns_to_table(self.ledger, self.recording.due(self.board))
        several = len(turns) > 1  # nobody has seen which tiles came first, nor which turn is wrong
        events = self.wrong.in_step(at)
        was_thought_of = self.telling.share(lambda story: tells(story, turns)) >= weights.PRESUMED
        guessed = several or not turns[-1].verdict.legal or not was_thought_of
        known = Known(not several, guessed, guessed, called=not several)
        before = len(self.ledger.moves)
        events += [*self._settle_with(turns, at, known), *self.rule(at)]
        self._righted = len(self.ledger.moves) - before
        return events

    def _turns_to_table(self, known: Ledger, due: str | None) -> list[StoryTurn]:
        """Return turns that lead from a record to the table, as `Telling.play_to`.

        What may still lie there unseen does, where only so there are legal ones.
        """
        seen, stays = self.board, self.table.with_unseen(self.ledger.board)
        turns = self.telling.play_to(known, seen, due)
        if stays in (seen, known.board) or all(turn.verdict.legal for turn in turns):
            return turns
        others = self.telling.play_to(known, stays, due)
        return others if all(turn.verdict.legal for turn in others) else turns

    def due_on_this_table(self, player: str, at: Moment) -> list[Event]:
        """Tell anew which turns led to a table that people just said is right: a player is due.

        Nothing is told anew where no turns make that so, or only such as are against the rules, but
        for two of which nobody saw the end: these may have been one. Of more rather one was missed.
        """
        count, known = self._righted, self.ledger.fork()
        lies = self.board, self.table.with_unseen(self.ledger.board)
        if not count or player == self.ledger.mover or self.ledger.board not in lies:
            return []
        for _ in range(count):
            known.take_back()
        turns, players = self._turns_to_table(known, player), self.setup.players
        if players[(players.index(turns[-1].mover) + 1) % len(players)] != player:
            return []
        if count != _MAY_BE_ONE and not all(turn.verdict.legal for turn in turns):
            return []
        thrown = None if self._told_roll.is_said else self.telling.roll_seen()
        is_one = len(turns) == 1
        how = Known(is_one, presumed=True, guessed=True, called=is_one)
        events = [*self._undo(count, at, retold=True), *self._settle_with(turns, at, how)]
        if thrown is not None:  # since the table was right: by whoever is due
            self.telling.begin_again(self.ledger, thrown, seen=True)
        return events

    def palagems_said(self, watch: PalagemWatch, at: Moment) -> list[Event]:
        """Take people's word for whose palagem is whose, also in moves on record.

        Says how the game ended where that was a guess, or is otherwise now.
        """
        told = None if self.ledger.palagems_guessed else self.ledger.outcome()
        self.share_palagems(watch)
        self.ledger.rule_again()
        self.refresh()
        return [] if self.ledger.outcome() == told else self.recording.over(at)

    def change_mover(self, number: int, player: str) -> None:
        """Take people's word for who made a move on record, by its number."""
        self.ledger.change(number, mover=player)
        self.recording.say_mover(number - 1)
        self.refresh()

    def lay_again(self, number: int | None, at: Moment) -> list[Event]:
        """Put moves on record as they were, up to that with a number; without one the next.

        What lies on the table is to catch up with the record, where it does not lie so.

        Raises
        ------
        GameError
            If they were not taken back, or another one was made since.
        """
        undone, first = self.going_back.undone, len(self.ledger.moves) + 1
        last = first if number is None else number
        if not first <= last < first + len(undone):
            raise GameError(Undecidable.NOT_TAKEN_BACK())
        events = self.wrong.restored(at)
        for again, turn in enumerate(undone[: last + 1 - first], first):
            if self.ledger.mover != turn.mover:
                self.turn_to(turn.mover)
            self.recording.stands_again()
            stood = StoryTurn(turn.mover, turn.after, turn.verdict, turn.die, seen=True)
            events.append(Correction(*at, LaidAgain(again)))
            events += self._settle_with([stood], at, Known(called=False))
        if self.board != self.ledger.board:
            self._way_back.put_back()
            self.telling.begin_again(self.ledger)
        return events

    def tell_turns(self, first: int, told: Sequence[ToldTurn], at: Moment) -> list[Event]:
        """Put turns on record as people tell them, instead of those from a number on.

        A roll that is known stays that of whose turn it is, where there are as many turns as
        before, or all that are told since have other ones. Raises as ``told_turns.followed``.
        """
        turns = followed(self.ledger, first, told)
        gone = len(self.ledger.moves) + 1 - first
        roll, was_said = self.roll, self._told_roll.is_said
        since = turns[gone:] or turns[-1:]
        stays = len(turns) == gone or all(turn.roll not in (None, roll) for turn in since)
        events = [*self.wrong.restored(at), *self.wrong.in_step(at)]
        for number in range(len(self.ledger.moves), first - 1, -1):
            last = self.ledger.take_back()
            taken = TakenMove(number, last.mover, last.move, last.before)
            events.append(Correction(*at, TakenBack(taken)))
        self._begin_turn()
        self.recording.stands_again()
        for turn in turns:
            if self.ledger.mover != turn.mover:
                self.ledger.turn_to(turn.mover)
            events += self._record(turn, at)
        self.recording.say_mover(len(self.ledger.moves))
        self._undone = []
        self.telling.begin_again(self.ledger, roll if stays else None, seen=True)
        self._told_roll.say(None, of_this_turn=stays and was_said)
        if self.table.view.said:  # nobody else lays the tiles on the table
            self.table.look(TableView(self.ledger.board, frozenset(), frozenset(), said=True))
        lies = difference(self.ledger.board, self.board)
        if lies.removed or lies.rotated:  # the table is to be put so, as where moves stand again
            self._way_back.put_back()
        else:
            self.telling.look_again(self.table.evidence())
        return [*self._asking.settled(at), *events, *self.rule(at)]

    def _put_on_record(self, agreed: Agreed, at: Moment) -> list[Event]:
        """Put on record what the stories agree on; what was taken back just so is presumed.

        Where it is open what the game began with, that is told with its first move.

        People may have taken it back since it was not so, though the camera sees it again.
        """
        if agreed.start != self.ledger.start and not self.ledger.moves:
            self.ledger.begin_with(agreed.start)
        undone = () if self.table.view.said else self.going_back.undone
        again = undone and agreed.turns and undone[0].after == agreed.turns[0].after
        return super()._put_on_record(agreed.doubted() if again else agreed, at)

    def _settle_with(
        self, turns: list[StoryTurn], at: Moment, known: Known = FOR_SURE
    ) -> list[Event]:
        """Record turns that people have said, as `Play._settle_with`; some only as one."""
        events = super()._settle_with(turns, at, known)
        if not known.apart:
            count = len(turns)
            self.telling.believe(lambda story: replace(story, together=count))
        return events

    def _undo(self, count: int, at: Moment, *, retold: bool = False) -> list[Event]:
        self._righted = 0
        gone = self.ledger.moves[len(self.ledger.moves) - count :]
        self._undone = [] if retold else [*self._undone, *reversed(gone)]
        return super()._undo(count, at, retold=retold)

    def _record(self, turn: StoryTurn, at: Moment, known: Known = FOR_SURE) -> list[Event]:
        self._righted = 0
        undone = self.going_back.undone
        is_again = undone and undone[0].after == turn.after
        self._undone = self._undone[:-1] if is_again else []
        return super()._record(turn, at, known)
