"""How a game stands at one moment, for everybody who looks at it from another thread."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.record import Entry, KeptGame
from companion.referee import Referee
from companion.referee.setup import Setup
from rules import Board, Cell, Outcome, Palagem, ScoreSheet, Turn

_HANDS = ("hands", "hands-gone")
_ANSWERS = {"move", "illegal", "restored", "ready", "over", "correction", "camera-moved", "die"}
"""After these a question that was asked before is not open any more."""


@dataclass(frozen=True)
class Snapshot:
    """How a game stands; all of it can be shared.

    Attributes
    ----------
    kept, setup
        The game on record, and what it is played with.
    announcements
        All events on record, in order.
    ready, paused, over, wrong
        Whether play has begun, the table is not looked at for a while, the game has ended, an
        illegal table has not been put right.
    mover, roll, lacks_roll
        Whose turn it is and Palagonia's roll, as far as it is known.
    board, agreed
        The tiles on the table now, and after the last move.
    unsure, hidden, near_edge
        What cannot be seen well, and the edges of the picture that the board comes near.
    answered
        The number of the last event that asks nothing any more, since pictures came back after it.
    moves, sheet, outcome, palagems
        The moves as far as players are told of them, and what they come to.
    palagems_due
        The players who owe a palagem before play begins, as ``Referee.palagems_due``.
    """

    kept: KeptGame
    setup: Setup
    announcements: tuple[Entry, ...]
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
    near_edge: tuple[str, ...]
    moves: tuple[Turn, ...]
    sheet: ScoreSheet
    outcome: Outcome | None
    palagems: Mapping[str, Palagem]
    palagems_due: tuple[str, ...] = ()
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
    def said(self) -> tuple[Entry, ...]:
        """The events on record but for those of hands, which nobody is told."""
        return tuple(a for a in self.announcements if a.kind not in _HANDS)

    @property
    def last_said(self) -> Entry | None:
        """The newest event that people are told and that still holds."""
        return next((a for a in reversed(self.said) if self._holds(a)), None)

    @property
    def question(self) -> Entry | None:
        """What people are asked for, as long as nothing has answered it."""
        for announcement in reversed(self.announcements):
            if announcement.kind == "unsure":
                return announcement if self._holds(announcement) else None
            if announcement.kind in _ANSWERS:
                return None
        return None

    def _holds(self, announcement: Entry) -> bool:
        return announcement.kind != "unsure" or announcement.number > self.answered

    @property
    def illegal(self) -> Entry | None:
        """The announcement of what is wrong on the table, while it is."""
        if not self.wrong:
            return None
        return next((a for a in reversed(self.announcements) if a.kind == "illegal"), None)

    def told_move(self, number: int) -> Entry | None:
        """Return the announcement of the move with a number, as it was announced last."""
        return next(
            (
                a
                for a in reversed(self.announcements)
                if a.kind == "move" and a.data.get("number") == number
            ),
            None,
        )


def snapshot_of(
    kept: KeptGame, referee: Referee, announcements: Sequence[Entry], answered: int = 0
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
        near_edge=view.near_edge if view else (),
        moves=tuple(replace(m, verdict=ledger.told(m.verdict)) for m in moves) if ledger else (),
        sheet=ledger.score_sheet() if ledger else ScoreSheet(setup.players, ()),
        outcome=ledger.outcome() if ledger else None,
        palagems=dict(referee.palagems),
        palagems_due=referee.palagems_due,
        answered=answered,
    )
