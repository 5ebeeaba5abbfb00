"""Asking people: the one question whose answer tells the stories apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from companion.referee.doubt import changed_cells
from companion.referee.doubted_turns import doubts_of, end_in_doubt
from companion.referee.events import Event, Question, QuestionSettled, Unsure
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.questions import About, Choice, ChosenTurn, SettledHow
from companion.referee.seen_table import SeenTable
from companion.referee.sentences import Answer, Unclear, Undecidable
from companion.referee.stories import weights
from companion.referee.stories.agreement import Agreed, may_hold_more
from companion.referee.stories.answering import Answered
from companion.referee.stories.content import Key, holds_nothing
from companion.referee.stories.die_evidence import DieTracker
from companion.referee.stories.evidence import TableEvidence
from companion.referee.stories.faults import lack_tiles
from companion.referee.stories.said_rolls import mover_of
from companion.referee.stories.story import Story, StoryTurn
from companion.referee.stories.telling import Telling
from rules import Board, Cell, GameError, difference
from rules.messages import Message

_MOST_CHOICES = 4
"""People are offered so many answers; the likeliest."""

_LEAST_CHOICE = 0.01
"""An answer that is less likely than this is not offered."""

_COUNTS = 0.05
"""What a question is about is told by the answers that are at least so likely."""

Asked = list[tuple[Key, Story]]


class Asking:
    """Asks where several stories explain the table, and takes the answers."""

    def __init__(self, telling: Telling, table: SeenTable, die: DieTracker) -> None:
        self.question: Question | None = None
        self._telling, self._table, self._die = telling, table, die
        self._keys: Asked = []
        self._asked_at = 0
        self._asked: set[frozenset[Key]] = set()
        self._asked_roll = False
        self._asked_of: dict[bool, int] = {}
        self._recorded = self._looked = 0
        self._was_asked = False
        self._asked_cells: frozenset[Cell] = frozenset()
        self._told: frozenset[Cell] = frozenset()

    @property
    def left_open(self) -> int:
        """How many turns an answer is waited for, and cells are to become sure."""
        asks = self.question is not None and self.question.about is not About.TILE
        return 1 if asks or self._was_asked else weights.TURNS_LEFT_OPEN

    def look(self, ledger: Ledger, at: Moment) -> list[Event]:
        """Ask what is worth asking now, or let an open question go that needs no answer."""
        self._was_asked = False
        if self._telling.looks == self._looked or self._telling.likeliest.table == ledger.board:
            self.ask_anew()  # people have said something, or the turn was taken back
        self._looked = self._telling.looks
        answers = self._telling.answers()
        if not _is_worth_asking(answers):
            return self.settled(at)
        if self._table.newly_hidden and not self.question:
            return []  # a hand is over the table, and what it does will tell
        likely = [one for one in answers if one[1] >= _LEAST_CHOICE]
        offered = _in_order_of_offer(ledger, likely)[:_MOST_CHOICES] or [answers[0][::2]]
        if len(offered) == 1 and offered[0][1].is_over:
            offered = [(k, s) for k, _, s in answers[:2]]  # no later look will tell
        has_die = self._telling.rulings.has_die
        about = _about([s for _, w, s in answers if w >= _COUNTS], has_die=has_die)
        if about is About.TURNS:
            about = _about([story for _, story in offered], has_die=has_die)
        keys = frozenset(key for key, _ in offered)
        if self.question is not None and keys == frozenset(key for key, _ in self._keys):
            return []
        gone_on = self.question is not None and _most_turns(offered) > _most_turns(self._keys)
        events = self.settled(at)
        over = sum(weight for key, weight, _ in answers if not holds_nothing(key))
        untouched = all(story.table == ledger.board for _, story in offered)
        if (about is About.ROLL or untouched) and over < weights.WORTH_ASKING_THE_ROLL:
            return events
        if about is About.ROLL and self._asked_roll and not offered[0][1].is_over:
            return events
        cells = self._doubtful(ledger, [story for _, story in offered])
        again = about is About.TILE and cells <= self._asked_cells and not gone_on
        if again or keys in self._asked or len(offered) == 1:
            return events
        self._was_asked = not untouched and not self._is_first(about, ledger, offered[0][1])
        if self._was_asked:
            return events
        self._asked.add(keys)
        self._asked_cells |= cells
        self._asked_roll = self._asked_roll or about is About.ROLL
        self._keys, self._asked_at = offered, self._telling.looks
        stories = [story for _, story in offered]
        reason = self._reason(about, stories, cells)
        lit = cells or _differing([story for _, w, story in answers if w >= _LEAST_CHOICE])
        alike = _ending_alike(stories)
        choices = tuple(_choice(ledger, story, alike) for story in stories)
        self.question = Question(*at, about, choices, tuple(sorted(lit)), reason)
        return [*events, self.question]

    def ask_anew(self) -> None:
        """Ask once more of the turns that were asked of: what is known of them is another thing."""
        self._asked_of.clear()

    def _is_first(self, about: About, ledger: Ledger, likeliest: Story) -> bool:
        """Tell whether people were not asked of this turn before, and note that they are.

        Each tile that is laid would call for another question where no die can be read. What is
        wrong, and a tile that is not sure, are asked for besides.
        """
        if about is About.TILE or likeliest.is_over:
            return True
        number = len(ledger.moves) - likeliest.undone + len(likeliest.turns)
        is_wrong = about is About.LEGAL
        if likeliest.undone == 0 and number <= self._asked_of.get(is_wrong, -1):
            return False
        self._asked_of[is_wrong] = number
        return True

    def expects(self, cell: Cell, orientation: int | None) -> bool:
        """Tell whether what people say of a hidden cell is likely of a turn not on record yet."""
        share = self._telling.share(lambda story: story.table.get(cell) == orientation)
        return cell in self._table.view.hidden and share >= _LEAST_CHOICE

    def may_be_covered(self, agreed: Agreed, ledger: Ledger) -> bool:
        """Tell whether more tiles than those of turns may lie under what has come over the table.

        It mostly goes soon, and then it is seen. That is asked where nobody looked for long, so
        that more turns than one may be over, and while tiles are left.
        """
        if agreed.gone_on or not agreed.turns or not self._telling.was_hidden_for_long:
            return False
        if not ledger.setup.tiles_left(agreed.turns[-1].after):
            return False
        after = agreed.turns[-1].after
        return any(cell not in after and after.touching(cell) for cell in self._table.newly_hidden)

    def fault_not_seen(self, at: Moment) -> list[Event]:
        """Say that something is wrong where no answers tell which tiles are."""
        if self.question is not None:
            return []
        telling = self._telling
        wrong = telling.share(lambda story: story.fault and not (story.turns or story.undone))
        doubts = telling.faults.doubts() if wrong >= weights.SURELY_ILLEGAL else frozenset()
        return self.tell_doubts(doubts, at, Unclear.FAULT_NOT_SEEN()) if doubts else []

    def doubts(self, agreed: Agreed, ledger: Ledger) -> frozenset[Cell]:
        """Return the cells that what is to be said of turns rests on, but nobody sees for sure.

        Of a cell that a lamp burns the camera does not think that it holds more: it may for long.
        """
        seen = self._table.evidence().seen_unsurely
        more = may_hold_more(self._telling.stories, agreed, seen)
        return more | doubts_of(agreed.turns, self._table, ledger)

    def doubt_turns(self, agreed: Agreed, ledger: Ledger, at: Moment) -> tuple[Agreed, list[Event]]:
        """Presume turns of which a tile may not be seen, unless people said that they stand.

        So is an end that rests on tiles on record that nobody sees for sure, and that is said.
        """
        cells = end_in_doubt(agreed.turns, self._table, ledger)
        may_be_more = lack_tiles(agreed.turns, ledger, self._telling.rulings)
        return agreed.doubted() if cells or may_be_more else agreed, self.tell_doubts(cells, at)

    def hinges(self) -> frozenset[Cell]:
        """Return the cells, not sure, that may show that nothing is wrong.

        One of them alone may; or tiles are missing, which a lamp or a hand may hide.
        """
        evidence, faults = self._table.evidence(), self._telling.faults
        unseen = self._unseen(evidence) if faults.may_lack_tiles() else frozenset()
        return unseen | faults.hinges_on(evidence.doubtful)

    def _unseen(self, evidence: TableEvidence) -> frozenset[Cell]:
        """Return the cells on which nobody can see a tile that is laid: burnt or just hidden."""
        table = self._telling.likeliest.table
        near = {cell for cell in self._table.newly_hidden - table.keys() if table.touching(cell)}
        return (evidence.burnt - evidence.seen.keys()) | near

    def tell_hinges(self, at: Moment) -> list[Event]:
        """Say once that something seems to be wrong, but rests on such cells."""
        return self.tell_doubts(self.hinges(), at, Unclear.FAULT_NOT_SEEN())

    def settled(self, at: Moment) -> list[Event]:
        """Let the open question go: what was seen later, or put on record, has settled it."""
        if self.question is None:
            return []
        if self.question.about is About.ROLL:
            self._asked_roll = False  # nobody has said it: it is asked for again where it is open
        self.question = None
        return [QuestionSettled(*at, SettledHow.SEEN)]

    def answer(self, choice: int, at: Moment) -> tuple[list[Event], Story | None]:
        """Take an answer; return a story to put on record where no story alive has it.

        Raises
        ------
        GameError
            If no question is open, or it has no such answer.
        """
        if self.question is None:
            raise GameError(Undecidable.NOTHING_ASKED())
        if not 0 <= choice < len(self._keys):
            count = len(self._keys)
            raise GameError(Undecidable.NO_SUCH_CHOICE(choice=choice, count=count))
        key, story = self._keys[choice]
        self.question = None
        events: list[Event] = [QuestionSettled(*at, SettledHow.ANSWERED)]
        others = [other for other, _ in self._keys if other != key]
        kept = self._telling.answer(Answered(key, story, others, self._asked_at))
        return events, None if kept else story

    def ask_for_roll(self, at: Moment) -> list[Event]:
        """Ask what was rolled, people having said that the turn is over."""
        return [*self.settled(at), Unsure(*at, (), self._why_no_roll())]

    def tell_doubts(
        self, cells: frozenset[Cell], at: Moment, reason: Message | None = None
    ) -> list[Event]:
        """Say once that a move seems to lie there, or what else, but rests on unsure cells."""
        if cells <= self._told:
            return []
        self._told |= cells
        return [Unsure(*at, tuple(sorted(cells)), reason or Unclear.MOVE_NOT_SEEN())]

    def cell_decided(self) -> None:
        """Say of the cells that are still not sure anew that people should look at them."""
        self._told = frozenset()

    def begin_turn(self, recorded: int) -> None:
        """Forget what was asked about the turn that is over.

        So many moves are on record now. Where some went off it, people are asked of later turns
        anew.
        """
        if recorded < self._recorded:
            self.ask_anew()
        self._recorded = recorded
        self._asked.clear()
        self._asked_roll = False
        self._told = self._asked_cells = frozenset()

    def _doubtful(self, ledger: Ledger, stories: Sequence[Story]) -> frozenset[Cell]:
        """Return the cells beside or among what was done of which the camera is not sure."""
        done = {
            cell
            for story in stories
            for cell in changed_cells(difference(ledger.board, story.table))
        }
        near = done | {n for cell in done for n in cell.neighbours()}
        return frozenset(near & self._table.doubtful)

    def _reason(self, about: About, stories: Sequence[Story], cells: frozenset[Cell]) -> Message:
        if len({story.ledger.start for story in stories}) > 1:
            return Unclear.BEGINNING_NOT_SEEN()
        if cells:
            fault = stories[0].fault
            return Unclear.FAULT_NOT_SEEN() if fault else Unclear.MOVE_NOT_SEEN()
        rolls = {tuple(turn.roll for turn in story.turns) for story in stories}
        if about is About.ROLL or (len(rolls) > 1 and self._telling.rulings.has_die):
            why = self._why_no_roll()
            if _a_roll_tells(stories, of_tiles=why.code is Unclear.ROLL_OF_PLAYER_NOT_SEEN):
                return why
        several = any(len(story.turns) > 1 and not story.undone for story in stories)
        return Unclear.MAYBE_TWO_MOVES() if several else Unclear.MANY_WAYS()

    def _why_no_roll(self) -> Message:
        dice = self._table.view.dice
        if not dice:
            return Unclear.NO_DIE_SEEN()
        if self._die.shown is not None:
            return Unclear.ROLL_OF_PLAYER_NOT_SEEN(player=mover_of(self._telling.likeliest))
        if all(die.sure for die in dice):
            return Unclear.DICE_DIFFER()
        return Unclear.DIE_NOT_READ()


def _a_roll_tells(stories: Sequence[Story], *, of_tiles: bool) -> bool:
    """Tell whether what was rolled in the first turn tells answers apart.

    With ``of_tiles`` it is to be what was rolled for tiles that were laid, taken or turned.
    """
    if of_tiles and all(turn.verdict.move.is_pass for story in stories for turn in story.turns):
        return any(story.table != story.base for story in stories)
    first = {s.turns[0].roll if s.turns else s.known_roll for s in stories}
    return len(first) > 1 or None in first


def _most_turns(asked: Asked) -> int:
    """Return how many turns are over by the answer that has most of them."""
    return max(len(story.turns) for _, story in asked)


def _is_worth_asking(answers: Sequence[tuple[Key, float, Story]]) -> bool:
    if len(answers) < 2:
        return False
    nothing = sum(weight for key, weight, _ in answers if holds_nothing(key))
    return 1 - nothing >= weights.WORTH_ASKING and answers[0][1] < weights.FAR_AHEAD


def _in_order_of_offer(ledger: Ledger, likely: Sequence[tuple[Key, float, Story]]) -> Asked:
    """Return answers, the likeliest first, with those that read like others further back.

    Of answers that read alike, which may be many, people see no more than which tiles differ: the
    second of them counts half, the third a third, so that other wordings are among the first. One
    that is as likely as another that reads like it is not left out for what is hardly thought of.
    """
    before: Counter[str] = Counter()
    counted = []
    for key, weight, story in likely:
        says = str(_choice(ledger, story).says)
        before[says] += 1
        counted.append((weight / before[says], key, story))
    counted.sort(key=lambda one: -one[0])
    return [(key, story) for _, key, story in counted]


def _about(stories: Sequence[Story], *, has_die: bool) -> About:
    """Tell what the answers differ in; in a game without a die it is never a roll."""
    if any(story.fault or not all(t.verdict.legal for t in story.turns) for story in stories):
        return About.LEGAL
    if len({story.table for story in stories}) > 1:
        return About.TILE
    if has_die and len({tuple(turn.roll for turn in story.turns) for story in stories}) > 1:
        return About.ROLL
    return About.TURNS


def _differing(stories: Sequence[Story]) -> frozenset[Cell]:
    """Return the cells that lay otherwise, by some stories, when the present turn began."""
    bases = {story.base for story in stories}
    cells = {cell for base in bases for cell in base}
    return frozenset(cell for cell in cells if len({base.get(cell) for base in bases}) > 1)


def _ending_alike(stories: Sequence[Story]) -> int:
    """Return how many of the last turns are alike by all stories, whoever made them.

    Of these people are not asked: each answer would be longer by all that was played since.
    """
    first, *others = stories
    if any((s.table, s.fault) != (first.table, first.fault) for s in others):
        return 0
    most = min(len(story.turns) for story in stories) - 1
    alike = 0
    while alike < most and len({_what_was_done(s.turns, -1 - alike) for s in stories}) == 1:
        alike += 1
    return alike


def _what_was_done(
    turns: Sequence[StoryTurn], number: int
) -> tuple[Board, Board, int | None, bool]:
    """Return what was done in a turn, which is not the first one, whoever made it."""
    turn = turns[number]
    return turns[number - 1].after, turn.after, turn.roll, turn.verdict.legal


def _choice(ledger: Ledger, story: Story, untold: int = 0) -> Choice:
    """Return a story as an answer; its words leave out so many of the last turns."""
    turns = tuple(
        ChosenTurn(t.mover, t.after, t.roll, t.verdict.legal, closed=len(t.verdict.islands))
        for t in story.turns
    )
    parts: list[Message] = [Answer.TAKEN_BACK()] if story.undone else []
    start = story.ledger.start
    if start != ledger.start:
        parts.append(Answer.BEGAN_WITH(count=len(start)))
    parts += [_said(turn) for turn in story.turns[: len(turns) - untold]]
    if story.fault and not untold:
        parts.append(Answer.AGAINST_THE_RULES(player=story.ledger.mover))
    elif story.table != story.base and not untold:
        parts.append(Answer.HAS_BEGUN(player=story.ledger.mover))
    says = Answer.IN_TURN(parts=parts) if parts else Answer.NOTHING_YET(player=ledger.mover)
    board = story.table if story.fault else story.base
    cells = tuple(sorted(changed_cells(difference(ledger.board, board))))
    return Choice(says, turns, story.undone, cells, story.fault)


def _said(turn: StoryTurn) -> Message:
    move = turn.verdict.move
    if move.is_pass:
        said = Answer.PASSED(player=turn.mover)
    elif move.placed:
        said = Answer.LAID(player=turn.mover, count=len(move.placed))
    elif move.removed:
        said = Answer.REMOVED(player=turn.mover)
    else:
        said = Answer.ROTATED(player=turn.mover)
    if closed := len(turn.verdict.islands):
        said = Answer.CLOSING(turn=said, count=closed)
    if not turn.verdict.legal:
        said = Answer.WRONGLY(turn=said)
    return said if turn.roll is None else Answer.WITH_ROLL(turn=said, roll=turn.roll)
