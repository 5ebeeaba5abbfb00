"""Following the play: from what lies on the table to moves, rulings and the end of the game."""

from __future__ import annotations

from typing import NamedTuple

from companion.referee.die_watch import DieWatch
from companion.referee.double_move import may_be_two_moves
from companion.referee.doubt import changed_cells, rests_on
from companion.referee.events import (
    DieRolled,
    Event,
    IllegalTable,
    MoveMade,
    Over,
    Question,
    Restored,
    Unsure,
)
from companion.referee.ledger import Ledger
from companion.referee.roll_watch import RollWatch, ToldTurn
from companion.referee.rolls import RollKnown
from companion.referee.seen_table import SeenTable
from companion.referee.sentences import Unclear, Undecidable
from companion.referee.setup import Setup
from rules import Board, Cell, GameError, Progress, Stage, Verdict, difference
from rules.judging import PALAGONIA
from rules.messages import Message
from rules.palagonia.judging import DIE
from rules.progress import in_progress, ruled
from vision.following.table_view import TableView


class Moment(NamedTuple):
    """When something was seen or said: seconds into the game, and the number of the frame."""

    t: float
    frame: int


class Play:
    """A game that is being played, from the first tile to the end.

    Attributes
    ----------
    ledger
        The moves on record.
    rolls
        What is known of the rolls, by the die and by the tiles.
    table
        What lies on the table.
    episode
        The cells that are wrong while an illegal table has not been put right; None otherwise.
    question
        The question that is open.
    adrift
        The cells on which record and table differ, while nothing explains that.
    """

    def __init__(self, setup: Setup, start: Board, table: SeenTable) -> None:
        self.setup = setup
        self.ledger = Ledger(setup, start)
        self.rolls = RollWatch(setup.pool, start)
        self.table = table
        self.episode: frozenset[Cell] | None = None
        self.question: Question | None = None
        self.adrift: frozenset[Cell] = frozenset()
        self._order: tuple[Cell, ...] = ()
        self._taken_back: Board | None = None
        self._ended: Board | None = None
        self._asked: dict[Message, frozenset[Cell]] = {}
        self._told_roll: int | None = None
        self._asked_roll = False

    @property
    def dice(self) -> DieWatch:
        """What is known of the die."""
        return self.rolls.dice

    @property
    def board(self) -> Board:
        """The tiles that lie on the table now."""
        return self.table.board(self.ledger.board)

    @property
    def roll(self) -> int | None:
        """The mover's roll in Palagonia, as far as it is known."""
        return self._roll()

    @property
    def lacks_roll(self) -> bool:
        """Whether tiles were moved in Palagonia although no roll was seen."""
        return self._lacks_roll(self.board)

    def look(self, view: TableView, at: Moment) -> list[Event]:
        """Take in a settled look at the table and say what follows from it."""
        self.table.look(view)
        self.rolls.look(view.dice)
        return self._passed_unread(at) or self.rule(at)

    def rule(self, at: Moment) -> list[Event]:
        """Say what follows from what lies on the table."""
        now = self.board
        if self.ledger.outcome() is not None or self._is_on_its_way_back(now):
            return []
        self._taken_back = None
        if now != self._ended:
            self._ended = None
        self._follow_order(now)
        self._follow_die(now)
        told = self.rolls.told(ended=self._ended is not None)
        if told is not None:
            return self._turn_told(told, at)
        progress = self._progress(now)
        events = self._roll_told(now, at)
        events += self._settle(progress, now, at)
        if self._asks_for_roll(progress, now):
            events += self._ask_for_roll(at)
        if not self._surely_begun(now):
            # the roll may still be made when tiles only seem to have changed
            self.dice.tiles_back()
        return events

    def end_turn(self, at: Moment) -> list[Event]:
        """Take what lies there for the mover's whole move, a pass if nothing was done."""
        self._taken_back = None
        self._ended = self.board
        return self.rule(at)

    def let_stand(self, at: Moment) -> list[Event]:
        """Put an illegal table on record as a move that the players let stand.

        Raises
        ------
        GameError
            If nothing illegal lies there.
        """
        if self.episode is None:
            raise GameError(Undecidable.NOTHING_WRONG())
        now = self.board
        verdict = self.ledger.whole(now, die=self._roll(), order=self._known_order(now))
        self.episode = None
        return self._record(now, verdict, at)

    def answer(self, choice: int, at: Moment) -> list[Event]:
        """Take people's answer to the question that is open.

        Raises
        ------
        GameError
            If no question is open, or it has no such answer.
        """
        raise GameError(Undecidable.NOTHING_ASKED())

    def table_is_right(self, at: Moment) -> list[Event]:
        """Put what lies there on record as it is, though nothing explains it.

        Raises
        ------
        GameError
            If record and table do not differ.
        """
        raise GameError(Undecidable.NOT_ADRIFT())

    def record_is_right(self, at: Moment) -> list[Event]:
        """Wait until the table is put back as the record has it.

        Raises
        ------
        GameError
            If record and table do not differ.
        """
        raise GameError(Undecidable.NOT_ADRIFT())

    def take_back(self, at: Moment) -> list[Event]:
        """Take back the last move; the tiles of it that still lie there are on their way back.

        Raises
        ------
        GameError
            If there is no move to take back.
        """
        played = self.ledger.take_back()
        events: list[Event] = []
        if self.episode is not None:
            self.episode = None
            events.append(Restored(*at))
        self._begin_turn()
        self.rolls.begin_again()
        if played.die is not None and not played.move.is_pass:
            self.decide_roll(played.die)
        self._taken_back = self.board
        return events

    def decide_roll(self, value: int) -> None:
        """Take a person's word for the mover's roll."""
        self.rolls.decide(value)
        self._told_roll = value
        self._taken_back = None

    def decide_tile(self, cell: Cell, orientation: int | None, at: Moment) -> list[Event]:
        """Take people's word for what lies on a cell, and rule again where that changes a move.

        Where the record says what the camera wrongly saw, the record is put right: the last move is
        judged anew, and in older ones the tile is replaced.
        """
        known = self.ledger.board
        on_record = cell in known and known[cell] == self.board.get(cell)
        self.table.decide(cell, orientation)
        events: list[Event] = []
        if on_record and orientation != known[cell]:
            last = self.ledger.last
            if last and cell in changed_cells(last.move) and self.episode is None:
                events = self.take_back(at)
            else:
                events = self._rewrite(cell, orientation, at)
        self._taken_back = None
        return [*events, *self.rule(at)]

    def over(self, at: Moment) -> list[Event]:
        """Say how the game ended, if it has."""
        outcome = self.ledger.outcome()
        if outcome is None:
            return []
        return [Over(*at, outcome.winner, outcome.loser, outcome.reason, outcome.scores)]

    def _is_on_its_way_back(self, now: Board) -> bool:
        """Tell whether all that lies otherwise than before is what is left of a taken-back move."""
        if self._taken_back is None or now == self.ledger.board:
            return False
        changed = changed_cells(difference(self.ledger.board, now))
        return all(now.get(cell) == self._taken_back.get(cell) for cell in changed)

    def _rewrite(self, cell: Cell, orientation: int | None, at: Moment) -> list[Event]:
        """Put the record right, and say how the game ended where it now has ended otherwise."""
        outcome = self.ledger.outcome()
        self.ledger.rewrite(cell, orientation)
        return [] if self.ledger.outcome() == outcome else self.over(at)

    def _progress(self, now: Board) -> Progress:
        """Tell how far the mover's move has come, ended turns and next rolls considered."""
        if self._is_palagonia and self._roll() is None and now != self.ledger.board:
            return self._progress_by_any_roll(now)
        roll = self._roll()
        order = self._known_order(now)
        progress = self.ledger.progress(now, die=roll, order=order)
        if progress.stage is Stage.UNCHANGED and self._passes(roll):
            return ruled(self.ledger.whole(now, die=roll))
        short = progress.stage is Stage.IN_PROGRESS and self.dice.has_next_roll
        unfinished = progress.stage in (Stage.UNCHANGED, Stage.IN_PROGRESS)
        if short or (unfinished and self._ended is not None):
            return self._as_whole(now, order)
        return progress

    def _progress_by_any_roll(self, now: Board) -> Progress:
        """Tell how far a move has come whose roll is not known; illegal is what no roll allows.

        Where a cell is unsure, what seems to be a whole move is taken for one, to be asked about.
        """
        if (
            self.rolls.stories is not None
            and self.rolls.explained
            and not self._unsure_changes(now)
        ):
            return in_progress(difference(self.ledger.board, now), 0)
        fits = [self.ledger.progress(now, die=die) for die in DIE]
        whole = [progress for progress in fits if progress.stage is Stage.COMPLETE]
        return whole[0] if whole else self.ledger.progress(now)

    def _as_whole(self, now: Board, order: tuple[Cell, ...] | None) -> Progress:
        if self._is_palagonia and self._roll() is None:
            return in_progress(self.ledger.whole(now).move, 0)
        return ruled(self.ledger.whole(now, die=self._roll(), order=order))

    def _settle(self, progress: Progress, now: Board, at: Moment) -> list[Event]:
        """Rule on what lies there, unless that rests on what is not sure."""
        doubts = self._doubts(progress, now)
        if doubts and progress.stage in (Stage.COMPLETE, Stage.ILLEGAL):
            surely = self._surely_illegal(now)
            if surely is None:
                return self._ask(at, doubts, _REASONS[progress.stage]())
            progress = surely
        if self.episode is None and may_be_two_moves(self.ledger, progress, now):
            return self._ask(at, changed_cells(progress.move), Unclear.MAYBE_TWO_MOVES())
        if progress.stage is Stage.ILLEGAL:
            return self._illegal(progress, at)
        if self.episode is None:
            events: list[Event] = []
        elif doubts or self.episode & self.table.doubtful:
            doubts |= self.episode & self.table.doubtful
            return self._ask(at, doubts, _REASONS[progress.stage]())
        else:
            self.episode = None
            events = [Restored(*at)]
        if progress.stage is not Stage.COMPLETE or progress.verdict is None:
            return events
        return [*events, *self._record(now, progress.verdict, at)]

    def _illegal(self, progress: Progress, at: Moment) -> list[Event]:
        """Announce an illegal table, once an episode."""
        self._asked.clear()
        assert progress.verdict is not None
        known = self.episode is not None
        named = {cell for v in progress.verdict.violations for cell in v.cells}
        self.episode = changed_cells(progress.move) | named
        return [] if known else [IllegalTable(*at, progress.verdict.violations)]

    def _surely_illegal(self, now: Board) -> Progress | None:
        """Return what is illegal already by the cells that are sure, if anything is."""
        known, doubtful = self.ledger.board, self.table.doubtful
        tiles = {cell: k for cell, k in now.items() if cell not in doubtful}
        tiles |= {cell: k for cell, k in known.items() if cell in doubtful}
        sure = Board(tiles)
        progress = self.ledger.progress(sure, die=self._roll())
        if progress.stage is Stage.ILLEGAL and not self._doubts(progress, sure):
            return progress
        return None

    def _doubts(self, progress: Progress, now: Board) -> frozenset[Cell]:
        """Return the cells that what is to be said rests on, but of which nobody is sure.

        An empty cell beside what was done is one of them where it may hold a tile after all.
        """
        palagems, inversion = self.ledger.palagems, self.setup.palagem.inversion
        cells = rests_on(progress, now, palagems, inversion=inversion)
        beside = {n for cell in changed_cells(progress.move) for n in cell.neighbours()}
        return self.table.doubtful & (cells | (beside & self.table.view.unsure))

    def _record(
        self, now: Board, verdict: Verdict, at: Moment, turn: ToldTurn | None = None
    ) -> list[Event]:
        """Put a move on record, say so, and pass the turn."""
        before = self.ledger.last
        helper = before.mover if before and verdict.islands else None
        roll = turn.roll if turn else self._roll()
        played = self.ledger.record(now, verdict, roll if self._is_palagonia else None)
        number = len(self.ledger.moves)
        told = self.ledger.told(verdict)
        how = self._how(turn)
        made, base = played.move, played.before
        move = MoveMade(*at, number, played.mover, made, base, now, told, helper, how=how)
        self._begin_turn()
        self.rolls.next_turn(turn.rest if turn else None)
        over = self.over(at)
        return [move, *over, *([] if over else self.rule(at))]

    def _begin_turn(self) -> None:
        self._order, self._ended, self._taken_back = (), None, None
        self._told_roll = None
        self._asked_roll = False
        self._asked.clear()

    def _how(self, turn: ToldTurn | None) -> RollKnown | None:
        """Return how the roll of a move is known, where it has one."""
        if not self._is_palagonia or (turn is None and self._roll() is None):
            return None
        return turn.known if turn else self.dice.known or RollKnown.SEEN

    def _turn_told(self, turn: ToldTurn, at: Moment) -> list[Event]:
        """Put on record a turn whose roll the tiles told, unless it rests on what is not sure."""
        progress = self.ledger.progress(turn.after, die=turn.fitting)
        assert progress.verdict is not None
        doubts = self._doubts(progress, turn.after)
        if doubts:
            return self._ask(at, doubts, Unclear.MOVE_NOT_SEEN())
        self.dice.tell(turn.roll, turn.known, turn.following)
        events: list[Event] = []
        if turn.roll is not None and turn.roll != self._told_roll:
            events.append(DieRolled(*at, turn.roll, self.ledger.mover, turn.known))
        if self.episode is not None:
            self.episode = None
            events.append(Restored(*at))
        return [*events, *self._record(turn.after, progress.verdict, at, turn)]

    def _passed_unread(self, at: Moment) -> list[Event]:
        """Put on record a pass whose roll was not read for sure, once the next one is rolled."""
        roll = self.rolls.unsure_roll_passed() if self._is_palagonia else None
        waits = self.ledger.outcome() is None and self.episode is None
        if roll is None or not waits or self.board != self.ledger.board or not self._passes(roll):
            return []
        verdict = self.ledger.whole(self.board, die=roll)
        turn = ToldTurn(self.board, roll, roll, RollKnown.INFERRED, self.dice.rolled, None)
        self.dice.tell(roll, turn.known, turn.following)
        rolled = DieRolled(*at, roll, self.ledger.mover, turn.known)
        return [rolled, *self._record(self.board, verdict, at, turn)]

    def _follow_order(self, now: Board) -> None:
        """Remember in which order tiles were placed, as far as they were seen one by one."""
        placed = now.keys() - self.ledger.board.keys()
        kept = tuple(cell for cell in self._order if cell in placed)
        new = placed - set(kept)
        if len(new) == 1:
            self._order = (*kept, *new)
        elif new:
            self._order = ()
        else:
            self._order = kept

    def _known_order(self, now: Board) -> tuple[Cell, ...] | None:
        placed = now.keys() - self.ledger.board.keys()
        return self._order if placed and set(self._order) == placed else None

    @property
    def _is_palagonia(self) -> bool:
        return self.setup.game == PALAGONIA

    def _follow_die(self, now: Board) -> None:
        """Settle the mover's roll when tiles start to change; let go of it when they are back."""
        if not self._is_palagonia:
            return
        base = self.ledger.board
        self.rolls.follow(base, now)
        roll = self.dice.held
        if roll is None or self.episode is not None or now == base:
            return
        if self.ledger.progress(now, die=roll).stage is Stage.ILLEGAL:
            self.rolls.may_be_two_turns(base, now)

    def _unsure_changes(self, now: Board) -> bool:
        """Tell whether it is not sure what lies on some cell that seems to have changed."""
        return bool(changed_cells(difference(self.ledger.board, now)) & self.table.doubtful)

    def _roll(self) -> int | None:
        """Return the mover's roll: settled, or rolled with no tile touched yet."""
        return self.rolls.roll(ended=self._ended is not None) if self._is_palagonia else None

    def _passes(self, roll: int | None) -> bool:
        """Tell whether the mover rolled what cannot be done."""
        return self._is_palagonia and roll is not None and self.ledger.cannot_act(roll)

    def _roll_told(self, now: Board, at: Moment) -> list[Event]:
        """Say the mover's roll, once."""
        roll = self._roll()
        if not self._is_palagonia or roll in (None, self._told_roll):
            return []
        if self.dice.rolled is None and self._ended is None and not self._surely_begun(now):
            return []
        assert roll is not None
        self._told_roll = roll
        return [DieRolled(*at, roll, self.ledger.mover, self.dice.known or RollKnown.SEEN)]

    def _surely_begun(self, now: Board) -> bool:
        """Tell whether a tile that is sure lies otherwise than before the move."""
        return bool(changed_cells(difference(self.ledger.board, now)) - self.table.doubtful)

    def _lacks_roll(self, now: Board) -> bool:
        begun = now != self.ledger.board or self._ended is not None
        return self._is_palagonia and begun and self._roll() is None

    def _asks_for_roll(self, progress: Progress, now: Board) -> bool:
        """Tell whether people are to be asked what was rolled, which is once a turn."""
        if self._asked_roll or progress.stage is Stage.ILLEGAL or self.episode is not None:
            return False
        if not self._lacks_roll(now) or self._unsure_changes(now):
            return False
        return self._ended is not None or self.rolls.is_worth_asking

    def _ask_for_roll(self, at: Moment) -> list[Event]:
        self._asked_roll = True
        return self._ask(at, frozenset(), self._why_no_roll())

    def _why_no_roll(self) -> Message:
        dice = self.table.view.dice
        if not dice:
            return Unclear.NO_DIE_SEEN()
        if self.dice.current is not None:
            return Unclear.ROLL_NOT_SEEN()
        if all(die.sure for die in dice):
            return Unclear.DICE_DIFFER()
        return Unclear.DIE_NOT_READ()

    def _ask(self, at: Moment, cells: frozenset[Cell], reason: Message) -> list[Event]:
        """Say what is not sure; of the same cells not again for the same reason."""
        known = self._asked.get(reason)
        if known is not None and cells <= known:
            return []
        self._asked[reason] = cells | (known or frozenset())
        return [Unsure(*at, tuple(sorted(cells)), reason)]


_REASONS: dict[Stage, Unclear] = {
    Stage.COMPLETE: Unclear.MOVE_NOT_SEEN,
    Stage.ILLEGAL: Unclear.FAULT_NOT_SEEN,
    Stage.UNCHANGED: Unclear.RIGHT_NOT_SEEN,
    Stage.IN_PROGRESS: Unclear.RIGHT_NOT_SEEN,
}
