"""How a game stands at one moment, for everybody who looks at it from another thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.live.kept_events import KeptEvent
from companion.record import KeptGame
from companion.referee import Referee
from companion.referee.decisions import Confirmed
from companion.referee.events import Correction, Event, IllegalTable, MoveMade, Question, Unsure
from companion.referee.going_back import GoingBack
from companion.referee.sentences import Unclear
from companion.referee.setup import Setup
from companion.referee.states import State
from rules import Board, Cell, Outcome, Palagem, ScoreRow, ScoreSheet, Turn, difference
from rules.judging import PALAGO
from rules.messages import Message

_LATELY = 30
_HANDS = ("hands", "hands-gone")
_ANSWERS = {
    "move",
    "illegal",
    "restored",
    "ready",
    "over",
    "correction",
    "camera-moved",
    "die",
    "question",
    "settled",
    "adrift",
    "in-step",
}
"""After these a doubt that was told before is not open any more."""


@dataclass(frozen=True)
class StandingMove:
    """A move that stands, as players are told of it.

    Attributes
    ----------
    number
        Counted from 1.
    turn
        What was done, and how it is ruled.
    rows
        The islands that it closed, by their rows on the score sheet from 1.
    told
        The event that announced it last, where there is one.
    confirmed
        Whether people have said since that it was so.
    """

    number: int
    turn: Turn
    rows: Mapping[int, ScoreRow]
    told: KeptEvent | None = None
    confirmed: bool = False

    @property
    def helper(self) -> str | None:
        """Who scores as the helper, if anybody does."""
        return next((row.helper for row in self.rows.values()), None)

    @property
    def made(self) -> MoveMade:
        """The event that announces it as it stands now."""
        turn, told = self.turn, self.told
        announced = told.event if told and isinstance(told.event, MoveMade) else None
        return MoveMade(
            told.event.t if told else 0.0,
            told.event.frame if told else 0,
            self.number,
            turn.mover,
            turn.move,
            turn.before,
            turn.after,
            turn.verdict,
            self.helper,
            how=announced.how if announced else None,
            apart=announced.apart if announced else True,
            presumed=announced.presumed and not self.confirmed if announced else False,
            may_be_palagem=announced.may_be_palagem if announced else False,
        )

    def points(self, player: str) -> int:
        """Return what a player gets for it."""
        return sum(row.points(player) for row in self.rows.values())


@dataclass(frozen=True)
class Snapshot:
    """How a game stands; all of it can be shared.

    Attributes
    ----------
    kept, setup
        The game on record, and what it is played with.
    announcements
        All events on record, in order.
    watching
        What the referee is doing.
    question, adrift
        The question that is open, and the cells on which record and table differ while nothing
        explains that.
    ready, paused, over, wrong
        Whether play has begun, the table is not looked at for a while, the game has ended, an
        illegal table has not been put right.
    mover, roll, lacks_roll
        Whose turn it is and Palagonia's roll, as far as it is known.
    board, agreed
        The tiles on the table now, and after the last move.
    unsure, hidden, burnt, crooked, near_edge
        What cannot be seen well, what of it a lamp burns white or a tile that lies crookedly
        covers, and the edges of the picture that the board comes near.
    answered
        The number of the last event that asks nothing any more, since pictures came back after it.
    moves, sheet, outcome, palagems
        The moves as far as players are told of them, and what they come to.
    going_back
        The moves that were taken back, and whether the table is still to be put so.
    presumed
        The numbers of the moves that are presumed, and that nobody confirmed since.
    palagems_guessed
        Whether nobody has said yet whose palagem is whose, though that was guessed.
    asks_where
        Whether it is open if the game is played on the tiles that lay there first.
    palagems_due
        The players who owe a palagem before play begins, as ``Referee.palagems_due``.
    """

    kept: KeptGame
    setup: Setup
    announcements: tuple[KeptEvent, ...]
    watching: State
    question: Question | None
    adrift: frozenset[Cell]
    ready: bool
    paused: bool
    over: bool
    wrong: bool
    mover: str
    roll: int | None
    lacks_roll: bool
    board: Board
    agreed: Board
    unsure: frozenset[Cell]
    hidden: frozenset[Cell]
    burnt: frozenset[Cell]
    crooked: frozenset[Cell]
    near_edge: tuple[str, ...]
    moves: tuple[Turn, ...]
    sheet: ScoreSheet
    outcome: Outcome | None
    palagems: Mapping[str, Palagem]
    palagems_due: tuple[str, ...] = ()
    palagems_guessed: bool = False
    asks_where: bool = False
    going_back: GoingBack = field(default_factory=GoingBack)
    presumed: tuple[int, ...] = ()
    answered: int = 0

    @property
    def last_number(self) -> int:
        """The number of the last announcement, 0 where there is none."""
        return self.announcements[-1].number if self.announcements else 0

    @property
    def hands(self) -> bool:
        """Whether something moves over the table."""
        last = (a.kind for a in reversed(self.announcements) if a.kind in _HANDS)
        return next(last, "") == "hands"

    @property
    def tiles_left(self) -> int:
        """The tiles that are not on the board."""
        return self.setup.tiles_left(self.agreed)

    @property
    def changed(self) -> frozenset[Cell]:
        """The cells in which the table differs from the position after the last move."""
        move = difference(self.agreed, self.board)
        return frozenset((*move.placed_cells, *move.removed, *move.rotated_cells))

    @property
    def said(self) -> tuple[KeptEvent, ...]:
        """The events on record but for those of hands, which nobody is told."""
        return tuple(a for a in self.announcements if a.kind not in _HANDS)

    @property
    def said_lately(self) -> tuple[KeptEvent, ...]:
        """The last of them, oldest first."""
        return self.said[-_LATELY:]

    @property
    def last_said(self) -> KeptEvent | None:
        """The newest event that people are told and that still holds."""
        return next((a for a in reversed(self.said) if self._holds(a)), None)

    @property
    def asked(self) -> KeptEvent | None:
        """The event that asked the question that is open."""
        if self.question is None:
            return None
        return next((a for a in reversed(self.announcements) if a.kind == Question.name), None)

    def asks_another(self, number: int) -> bool:
        """Tell whether another question is open than the one that the event with a number asked."""
        return self.asked is not None and self.asked.number != number

    @property
    def doubt(self) -> Unsure | None:
        """What people are asked to see to, as long as nothing has answered it."""
        for announcement in reversed(self.announcements):
            if isinstance(announcement.event, Unsure):
                return announcement.event if self._holds(announcement) else None
            if announcement.kind in _ANSWERS:
                return None
        return None

    @property
    def looked_into(self) -> frozenset[Cell]:
        """The cells that people are asked to look at."""
        asked = self.question.cells if self.question else ()
        choices = self.question.choices if self.question else ()
        return self.adrift.union(asked, *(choice.cells for choice in choices))

    def _holds(self, announcement: KeptEvent) -> bool:
        if announcement.kind == Question.name:
            return announcement is self.asked
        if _is_of_a_crooked_tile(announcement.event) and not self.crooked:
            return False
        return announcement.kind != Unsure.name or announcement.number > self.answered

    @property
    def wrong_event(self) -> KeptEvent | None:
        """The announcement of what is wrong on the table, while it is."""
        if not self.wrong:
            return None
        return next((a for a in reversed(self.announcements) if a.kind == "illegal"), None)

    @property
    def illegal(self) -> IllegalTable | None:
        """What is wrong on the table, while it is."""
        told = self.wrong_event
        return told.event if told and isinstance(told.event, IllegalTable) else None

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in the order of play."""
        return self.setup.players

    def color(self, player: str) -> str | None:
        """Return the colour that a player of Palago plays; None in the other games."""
        return self.setup.color(player) if self.setup.game == PALAGO else None

    def told_move(self, number: int) -> KeptEvent | None:
        """Return the announcement of the move with a number, as it was announced last."""
        return next(
            (
                a
                for a in reversed(self.announcements)
                if isinstance(a.event, MoveMade) and a.event.number == number
            ),
            None,
        )

    def standing_move(self, number: int) -> StandingMove:
        """Return one of the moves that stand, by its number from 1."""
        rows = {n: row for n, row in enumerate(self.sheet.rows, 1) if row.turn == number}
        told = self.told_move(number)
        confirmed = told is not None and self.is_confirmed(number, told)
        return StandingMove(number, self.moves[number - 1], rows, told, confirmed)

    def is_confirmed(self, number: int, told: KeptEvent) -> bool:
        """Tell whether people said, after something was told, that a move was as presumed."""
        return any(
            number in a.event.decision.numbers
            for a in reversed(self.announcements)
            if a.number > told.number
            and isinstance(a.event, Correction)
            and isinstance(a.event.decision, Confirmed)
        )

    @property
    def standing_moves(self) -> tuple[StandingMove, ...]:
        """All moves that stand, in order."""
        return tuple(self.standing_move(number) for number in range(1, len(self.moves) + 1))


def _is_of_a_crooked_tile(event: Event) -> bool:
    reason = event.reason if isinstance(event, Unsure) else None
    return isinstance(reason, Message) and reason.code is Unclear.CROOKED


def snapshot_of(
    kept: KeptGame, referee: Referee, announcements: Sequence[KeptEvent], answered: int = 0
) -> Snapshot:
    """Return how a referee's game stands."""
    setup, view = referee.setup, referee.view
    doubtful = referee.doubtful
    hidden = view.hidden & doubtful if view else frozenset()
    ledger = referee.ledger if referee.ready else None
    moves = ledger.moves if ledger else ()
    return Snapshot(
        kept=kept,
        setup=setup,
        announcements=tuple(announcements),
        watching=referee.state,
        question=referee.question,
        adrift=referee.adrift,
        ready=referee.ready,
        paused=referee.paused,
        over=referee.is_over,
        wrong=referee.is_wrong,
        mover=ledger.mover if ledger else setup.players[0],
        roll=referee.roll,
        lacks_roll=referee.lacks_roll,
        board=referee.board,
        agreed=ledger.board if ledger else Board(),
        unsure=doubtful - hidden,
        hidden=hidden,
        burnt=view.burnt & doubtful if view else frozenset(),
        crooked=view.crooked & doubtful if view else frozenset(),
        near_edge=view.near_edge if view else (),
        moves=tuple(replace(m, verdict=ledger.told(m.verdict)) for m in moves) if ledger else (),
        sheet=ledger.score_sheet() if ledger else ScoreSheet(setup.players, ()),
        outcome=ledger.outcome() if ledger else None,
        palagems=dict(referee.palagems),
        palagems_due=referee.palagems_due,
        palagems_guessed=referee.palagems_guessed,
        asks_where=referee.beginning.asks_where,
        going_back=referee.going_back,
        presumed=referee.presumed,
        answered=answered,
    )
