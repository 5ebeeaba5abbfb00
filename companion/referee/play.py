"""Following the play: from what lies on the table to moves, rulings and the end of the game."""

from __future__ import annotations

from companion.referee.asking import Asking
from companion.referee.bearing import Bearing
from companion.referee.decisions import TakenBack, TakenMove
from companion.referee.doubt import changed_cells
from companion.referee.events import Correction, Event, IllegalTable, Question
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.palagem_watch import PalagemWatch
from companion.referee.recording import FOR_SURE, Known, Recording
from companion.referee.seen_table import SeenTable
from companion.referee.sentences import Undecidable
from companion.referee.setup import Setup
from companion.referee.sightline import Hidden
from companion.referee.stories import weights
from companion.referee.stories.agreement import Agreed
from companion.referee.stories.content import (
    first_is_over,
    is_wrong,
    over_with_this,
    with_fault_standing,
)
from companion.referee.stories.die_evidence import DieTracker
from companion.referee.stories.look import Look
from companion.referee.stories.said_rolls import Whose, mover_of
from companion.referee.stories.story import Story, StoryTurn
from companion.referee.stories.telling import Telling
from companion.referee.stories.told_faults import LetStand
from companion.referee.tempo import Tempo
from companion.referee.together import seen_with
from companion.referee.told_roll import ToldRoll
from companion.referee.way_back import WayBack
from companion.referee.wrong_table import WrongTable
from rules import Board, Cell, GameError, Verdict
from vision.following.table_view import TableView


class Play:
    """A game that is being played, from the first tile to the end.

    Attributes
    ----------
    ledger
        The moves on record.
    telling
        The stories of what happened since.
    die
        Where the die lies.
    table
        What lies on the table.
    wrong
        What is against the rules on the table, and not put right yet.
    recording
        What puts moves on record and says so, and on what they rest.
    """

    def __init__(self, setup: Setup, start: Board, table: SeenTable) -> None:
        self.setup = setup
        self.ledger = Ledger(setup, start)
        self.telling = Telling(self.ledger)
        self.die = DieTracker()
        self.table = table
        self.wrong = WrongTable(table)
        self._asking = Asking(self.telling, table, self.die)
        self._way_back = WayBack()
        self._ended = self._ends_later = False
        self._stands: LetStand | None = None
        self._stood: LetStand | None = None
        self._known_before, self._told_roll, self._tempo = 0, ToldRoll(), Tempo()
        self.recording = Recording(self.ledger, self._told_roll, Bearing(self.ledger, self.telling))

    @property
    def episode(self) -> frozenset[Cell] | None:
        """The cells that are wrong while an illegal table has not been put right; None else."""
        return self.wrong.cells

    @property
    def adrift(self) -> frozenset[Cell]:
        """The cells on which record and table differ, while nothing explains that."""
        return self.wrong.adrift

    @property
    def board(self) -> Board:
        """The tiles that lie on the table now."""
        return self.table.board(self.ledger.board)

    @property
    def question(self) -> Question | None:
        """The question that is open."""
        return self._asking.question

    @property
    def roll(self) -> int | None:
        """The mover's roll in Palagonia, as far as it is known."""
        return self.telling.roll()

    @property
    def lacks_roll(self) -> bool:
        """Whether tiles were moved in Palagonia although no roll was seen."""
        begun = self._ended or self.board != self.ledger.board
        return self.telling.rulings.has_die and begun and self.roll is None

    def look(self, view: TableView, at: Moment, hidden: Hidden) -> list[Event]:
        """Say what follows from a settled look, and from when the table was hidden before it."""
        dice = view.dice if self.telling.rulings.has_die else ()
        how = {"handled": hidden.handled, "stayed": hidden.stayed}
        sight = self.die.look(dice, **how, ways=view.ways, unwatched=view.unwatched)
        self._tempo.look(len(self.ledger.moves), at.t)
        hidden = hidden.counted(self._tempo)
        evidence = self.table.evidence()
        left = not self.telling.rulings.has_die and self._way_back.is_left_lying(self.board)
        if self._is_waited_for():
            self._way_back.passed = evidence, sight, hidden
            return []
        alike = self.board == self.ledger.board
        in_step = self.adrift and alike and not self._way_back.to_record
        events = self.wrong.in_step(at) if in_step else []
        looks = self._way_back.looks((evidence, sight, hidden), to_record=alike)
        self._known_before, self._stood = len(self.ledger.moves), None
        for n, (seen, die, before) in enumerate(looks):
            stirred, came = self.table.stirred_beside, self.table.came_beside
            look = Look(die, before, self.telling.looks + 1, beside=stirred, came_beside=came)
            # what was left lying there may be of several turns: they were over before that look
            self.telling.look(seen, look.unhindered() if left and not (n or alike) else look)
        if self._ends_later:
            self._ends_later = False
            self.telling.believe_over(first_is_over)
        return [*events, *self._retold(at), *self.rule(at)]

    def _retold(self, at: Moment) -> list[Event]:
        """Take back moves that looks told anew do not share; else say what the looks bear out."""
        if (retold := self.telling.retold()) is None:
            return self.recording.bear_out(self.telling.otherwise.ruled_out(), at)
        events = self._undo(retold.taken_off, at, retold=True)
        self.telling.go_on_from(retold, self.ledger)
        self._begin_turn()
        return [*self._asking.settled(at), *events]

    def rule(self, at: Moment, *, waits: bool = True) -> list[Event]:
        """Say what follows from what was seen and said, and what is likely if no more will be."""
        if self._is_waited_for():
            return []
        stand, said, events = self._stands, self._stand_said_now(), list[Event]()
        meant = self.telling.share(lambda s: s.fault and (s.stands or said is not None))
        fault = self.telling.faults.clear() if stand and meant >= weights.PRESUMED else None
        if stand and fault is not None and (fault.stands or said):  # nothing that came later
            return self._let_stand(fault, stand, at)
        for _ in range(weights.MOST_TURNS * 2):
            agreed = self.telling.agreed(left_open=self._asking.left_open if waits else 0)
            is_covered = agreed is not None and self._asking.may_be_covered(agreed, self.ledger)
            if agreed is None or (is_covered and waits):
                break
            doubts = self._asking.doubts(agreed, self.ledger)
            if doubts and waits:
                return [*events, *self._asking.tell_doubts(doubts, at)]
            untold = is_covered or doubts or self.telling.is_baffled
            agreed = agreed.doubted() if untold else agreed
            agreed, doubted = self._asking.doubt_turns(agreed, self.ledger, at)
            events += [*doubted, *self._put_on_record(agreed, at)]
        if said and not waits and (fault := self.telling.faults.clear()) is not None:
            return [*events, *self._let_stand(fault, said, at)]
        is_right = self.telling.share(is_wrong) < 1 - weights.AHEAD
        if is_right or self.wrong.matches_again(self.board):
            events = [*self.wrong.restored(at), *events]
        if self._ended and self.roll is not None:
            return [*events, *self._end_with(self.roll, at)]
        if self.ledger.outcome() is None:
            roll, mover, again = self.telling.roll_seen(), self.ledger.mover, self.telling.again
            events += self.recording.resting(self._told_roll.tell(roll, mover, at, again=again))
        found = None if self.telling.is_baffled else self.telling.faults.illegal()
        if found is not None and self.episode is None and self._asking.hinges():
            events += self._asking.tell_hinges(at)
        elif found is not None:
            events += self.recording.resting(self._illegal(found, at))
        elif self.episode is None and not self.telling.is_baffled:
            mismatch = self.telling.faults.mismatch()
            if mismatch is not None and not self._asking.hinges():
                if called := self.wrong.mismatch(mismatch, at):
                    self._asking.ask_anew()
                events += self.recording.resting(called)
        if self.telling.has_drifted():
            events += self.wrong.drift(self.ledger.board, self.board, at)
        plain = self.telling.share(lambda story: story.fault and not story.turns)
        if self.episode is None or self._stands or plain < 1 - weights.AHEAD:
            events += self._asking.look(self.ledger, at)
            return events + (self._asking.fault_not_seen(at) if self.episode is None else [])
        return [*events, *self._asking.settled(at)]  # people know what is to be put right

    def end_turn(self, at: Moment, *, covered: bool = False) -> list[Event]:
        """Take what lies there for the mover's whole move, a pass if nothing was done.

        What lies there while something hangs over the table is not known: then it only counts that
        the turn is over by the next look.
        """
        self._ends_later = covered
        self.recording.say_mover(len(self.ledger.moves))
        if covered:
            return []
        if self._is_waited_for():
            self._way_back = WayBack()
            self.telling.look_again(self.table.evidence())
        self._ended = True
        if self.telling.believe_over(over_with_this):
            return self.rule(at)
        shown = self.die.shown if self.board == self.ledger.board else None
        roll = shown if self.roll is None else self.roll
        if self.telling.rulings.has_die and roll is None:
            return self._asking.ask_for_roll(at)
        return self._end_with(roll, at)

    def _end_with(self, roll: int | None, at: Moment) -> list[Event]:
        """Rule on what lies there as the whole move by a roll."""
        self._ended = False
        now, likely = self.board, self.telling.likeliest
        order = likely.order if (likely.base, likely.table) == (self.ledger.board, now) else None
        verdict = self.ledger.whole(now, die=roll, order=order)
        if verdict.legal:
            turn = StoryTurn(self.ledger.mover, now, verdict, roll, seen=True)
            return [*self._settle_with([turn], at), *self.rule(at)]
        self.telling.hold_illegal(self.ledger, now, roll)
        return self._illegal(verdict, at)

    def _illegal(self, verdict: Verdict, at: Moment) -> list[Event]:
        """Announce that what lies there is against the rules, once an episode."""
        unseen = self.telling.faults.may_lack_tiles()
        return self.wrong.illegal(verdict, self.ledger.board, self.board, at, unless_unseen=unseen)

    def let_stand(self, at: Moment) -> list[Event]:
        """Put an illegal table on record as a move that the players let stand.

        Raises
        ------
        GameError
            If nothing illegal lies there.
        """
        faults = self.telling.faults
        if faults.likeliest() is None:
            raise GameError(Undecidable.NOTHING_WRONG())
        self._stands = stand = faults.said_to_stand(self.telling.looks)
        doubts = faults.doubts() | faults.may_hold_more(self.table.evidence().doubtful)
        if not doubts and (story := faults.clear()) is not None:
            return self._let_stand(story, stand, at)
        self.telling.believe(with_fault_standing, lies=True)
        asking = self._asking
        return asking.tell_doubts(doubts, at) if doubts else asking.look(self.ledger, at)

    def _stand_said_now(self) -> LetStand | None:
        """Return people's word that what lies there stands, while no look came after it."""
        said = self._stands
        return said if said and said.look == self.telling.looks else None

    def _let_stand(self, story: Story, stand: LetStand, at: Moment) -> list[Event]:
        """Put an illegal table on record by a story."""
        faults = self.telling.faults
        turns = [*story.turns, faults.as_turn(story)]
        known = Known(faults.are_apart(story), presumed=not faults.is_known(story, stand))
        events = self._undo(story.undone, at)
        events += [event for turn in turns for event in self._record(turn, at, known)]
        self._stood = stand
        self.telling.let_stand(story.undone, turns, self.table.evidence(), self.ledger)
        return [*self._asking.settled(at), *events, *self.rule(at)]

    def answer(self, choice: int, at: Moment) -> list[Event]:
        """Take people's answer to the question that is open.

        Raises
        ------
        GameError
            If no question is open, or it has no such answer.
        """
        events, story = self._asking.answer(choice, at)
        self.recording.say_mover(len(self.ledger.moves))
        if self._stands:  # what they chose among was thought of
            self._stands = self.telling.faults.said_to_stand(self._stands.look)
        if story is not None:
            events += [*self._undo(story.undone, at), *self._settle_with(list(story.turns), at)]
        return [*events, *self.rule(at)]

    def record_is_right(self, at: Moment) -> list[Event]:
        """Wait until the table is put back as the record has it.

        Raises
        ------
        GameError
            If record and table do not differ.
        """
        self.wrong.check_differs(self.ledger.board, self.board)
        self._way_back.put_back()
        self.telling.begin_again(self.ledger)
        return self._asking.settled(at)

    def take_off(self, at: Moment) -> list[Event]:
        """Take the last move off the record; tiles of it that still lie there are to go again.

        Raises
        ------
        GameError
            If there is no move to take back.
        """
        together = seen_with(len(self.ledger.moves), self.recording.together)
        played = self.ledger.take_back()
        events = [*self.wrong.restored(at), *self._asking.settled(at)]
        self._begin_turn()
        roll = None if played.move.is_pass else played.die
        self.telling.take_back(self.ledger, played, together)
        self._told_roll.say(roll, of_this_turn=roll is not None)
        self._way_back.take_up(self.board, self.ledger.board, of_several=together > 0)
        return events

    def decide_roll(self, value: int, player: str | None = None) -> str:
        """Take a person's word for a roll, of a player if named; return whose it was taken for."""
        self._way_back.forget()
        whose = self.telling.say_roll(self.ledger, value, player)
        self._told_roll.say(value, of_this_turn=whose is not Whose.NEXT)
        if whose is None:
            self.telling.begin_with_roll(self.ledger, value, self.table.evidence())
        return mover_of(self.telling.likeliest, whose)

    def decide_tile(self, cell: Cell, orientation: int | None, at: Moment) -> list[Event]:
        """Take people's word for what lies on a cell, and rule again where that changes a move.

        Where the record says what the camera wrongly saw, the record is put right: the last move is
        judged anew, and in older ones the tile is replaced. While record and table differ anyway, a
        tile that is not there any more has gone with others; one that is hidden may be turned.
        """
        known = self.ledger.board
        seen = None if self._asking.expects(cell, orientation) else self.board.get(cell)
        on_record = cell in known and known[cell] == seen
        is_other = orientation is not None and known.get(cell) != orientation and not on_record
        lies_there = is_other and not self.table.touched
        self.table.decide(cell, orientation)
        events: list[Event] = []
        is_new = self._known_before < len(self.ledger.moves) and self.telling.can_reopen
        if lies_there and is_new:
            events = self._reopen(at)
        elif on_record and orientation != known[cell] and not (self.adrift and orientation is None):
            last = self.ledger.last
            if last and cell in changed_cells(last.move) and self.episode is None:
                events = self.take_off(at)
            else:
                events = self.recording.rewrite(cell, orientation, at)
                self.telling.rebase(self.ledger)
        self._way_back.forget()
        self._asking.cell_decided()
        missed = lies_there and cell not in known and not is_new and self.table.was_missed(cell)
        self.telling.look_again(self.table.evidence(), unhindered=missed)
        return [*events, *self.rule(at)]

    def _reopen(self, at: Moment) -> list[Event]:
        """Take back what the last look put on record: a tile lay there that it did not show."""
        events = self._undo(len(self.ledger.moves) - self._known_before, at, retold=True)
        self.telling.reopen(self.table.evidence())
        self._stands = self._stood
        return [*self._asking.settled(at), *events]

    def change_roll(self, number: int, value: int, at: Moment) -> list[Event]:
        """Take people's word for the roll of a move on record, by its number.

        The last one may have tiles still to come by another roll, unless the next turn has begun,
        or its roll is known.
        """
        told, known = self.telling.likeliest, self.ledger.move(number).die
        has_gone_on = told.turns or told.table != told.base or told.known_roll is not None
        if number < len(self.ledger.moves) or has_gone_on or value == known:
            self.ledger.change(number, die=value)
            self.refresh()
            return self.recording.over(at)
        events = self.take_off(at)
        self.decide_roll(value)
        return [*events, *self.rule(at)]

    def refresh(self, *, doubts_roll: bool = False) -> None:
        """Go on from the record as it is now, which people have changed."""
        self.telling.rebase(self.ledger, doubts_roll=doubts_roll)
        self.telling.look_again(self.table.evidence())

    def share_palagems(self, watch: PalagemWatch) -> None:
        """Let rulings know the palagems, whether it is guessed whose they are, and some missing."""
        self.ledger.palagems, self.ledger.palagems_guessed = watch.counting, watch.guessed
        self.ledger.palagems_missing = bool(watch.missing)
        self.telling.share_palagems(watch.counting)

    def _is_waited_for(self) -> bool:
        """Tell whether the table is on its way to where it was, as people said it would be."""
        unsure = self.table.doubtful
        return self._way_back.is_waited_for(self.board, self.ledger.board, unsure)

    def _put_on_record(self, agreed: Agreed, at: Moment) -> list[Event]:
        """Record what the stories agree on, and say so."""
        events = self._undo(agreed.undone, at)
        if agreed.undone and not agreed.turns:
            self.recording.undo(presumed=agreed.presumed)
        stays = self._stays_wrong()
        for turn, apart in zip(agreed.turns, agreed.apart, strict=True):
            called = not agreed.alike
            known = Known(apart, agreed.presumed, agreed.waited, called=called, stays_wrong=stays)
            events += self._record(turn, at, known)
        self.telling.settle(agreed, self.ledger)
        return [*self._asking.settled(at), *self.wrong.in_step(at), *events]

    def _settle_with(
        self, turns: list[StoryTurn], at: Moment, known: Known = FOR_SURE
    ) -> list[Event]:
        """Record turns that people have said, and go on from there."""
        events = [event for turn in turns for event in self._record(turn, at, known)]
        self._stood = None
        self.telling.begin_again(self.ledger)
        self.telling.look_again(self.table.evidence())
        return [*self._asking.settled(at), *events]

    def _undo(self, count: int, at: Moment, *, retold: bool = False) -> list[Event]:
        """Take moves off the record, and say so: they were taken back by hand, or are told anew."""
        events: list[Event] = []
        for number in range(len(self.ledger.moves), len(self.ledger.moves) - count, -1):
            last = self.ledger.take_back()
            self._begin_turn()
            taken = TakenMove(number, last.mover, last.move, last.before)
            events.append(Correction(*at, TakenBack(taken, seen=not retold, retold=retold)))
        return events

    def _record(self, turn: StoryTurn, at: Moment, known: Known = FOR_SURE) -> list[Event]:
        """Put a turn on record, say so, and pass the turn; what is wrong may be called so."""
        stays = known.stays_wrong
        events: list[Event] = []
        if turn.verdict.legal:
            events += [] if stays else self.wrong.restored(at)
        elif (stays or self.episode is None) and known.called:
            events += self.recording.resting([IllegalTable(*at, turn.verdict.violations)], known)
        if not stays:
            self.wrong.forget()
        events += self.recording.record(turn, at, known)
        self._begin_turn()
        return [*events, *self.recording.over(at)]

    def _stays_wrong(self) -> bool:
        """Tell whether what was called wrong lies there still, in a turn after those on record."""
        episode, mismatch = self.episode, self.telling.faults.mismatch()
        if episode is None or mismatch is None:
            return False
        return any(episode.issuperset(each.cells) for each in mismatch.violations)

    def _begin_turn(self) -> None:
        self._ended, self._ends_later, self._stands = False, False, None
        self._told_roll.begin_turn()
        self._way_back.forget()
        self.wrong.begin_turn()
        self._asking.begin_turn(len(self.ledger.moves))
