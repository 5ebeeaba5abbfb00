"""What the three games share: turns, history, undo, and the record as JSON."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic

from rules.board import Board
from rules.board_json import board_to_json
from rules.course import Course, Event, Outcome, Turn
from rules.fields import Fields, FormatError
from rules.move import Move, MoveError, applied
from rules.notation import format_move, parse_move
from rules.refusals import GameError, Refusal
from rules.verdict import DRAW, Verdict, Violation


class IllegalMoveError(GameError):
    """A move that breaks rules of play; ``verdict`` says which."""

    def __init__(self, verdict: Verdict) -> None:
        """Make the error from the verdict on the move."""
        super().__init__(" ".join(str(violation.message) for violation in verdict.violations))
        self.verdict = verdict


class GameFormatError(FormatError):
    """Data that is no record of a game; the message names what is at fault."""


class Game(ABC, Generic[Event]):
    """A game in progress: players, options, the position, and everything that happened.

    Positions are immutable boards; the game itself changes with ``play`` and ``undo``.
    """

    name: ClassVar[str]

    def __init__(self, players: Sequence[str], start: Board | None = None) -> None:
        """Start a game.

        Parameters
        ----------
        players
            The players' names in the order of play, each different.
        start
            The tiles that lie on the table already; none as a rule.

        Raises
        ------
        GameError
            If the game is not for so many players, or two have one name.
        """
        if len(set(players)) != len(players) or not all(players):
            raise GameError(Refusal.NAMES_ALIKE())
        if DRAW in players:
            raise GameError(Refusal.NAME_HAS_A_MEANING(name=DRAW))
        self._course: Course[Event] = Course(tuple(players), start or Board())
        self._started_wrong = bool(self._already_wrong(self.start))

    @property
    def players(self) -> tuple[str, ...]:
        """The players' names in the order of play."""
        return self._course.players

    @property
    def start(self) -> Board:
        """The tiles that lay on the table before the first move."""
        return self._course.start

    @property
    def history(self) -> tuple[Event | Turn, ...]:
        """Everything that happened, in order."""
        return self._course.events

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The moves of the history."""
        return self._course.turns

    @property
    def board(self) -> Board:
        """The position on the table."""
        return self._course.board

    @property
    def tiles_left(self) -> int:
        """The tiles that are not on the table yet."""
        return max(0, self.pool - len(self.board))

    @property
    @abstractmethod
    def pool(self) -> int:
        """The tiles to play with, those on the table included."""

    @property
    def mover(self) -> str:
        """The player whose move it is, or would be if the game were not over."""
        return self._course.mover

    @abstractmethod
    def legal_moves(self) -> Iterator[Move]:
        """Yield the legal moves, each once; on an empty table the first tile lies at (0, 0)."""

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return how the game ended, or None while it goes on."""

    def verdict(self, move: Move) -> Verdict:
        """Rule on a move of the mover, without playing it.

        Raises
        ------
        MoveError
            If the move cannot be carried out on this board at all.
        GameError
            If the game is not ready for a move.
        """
        applied(move, self.board)
        return self._told(self._full_verdict(move))

    def is_legal(self, move: Move) -> bool:
        """Tell whether the mover may play a move; once the game is over nobody may.

        Raises
        ------
        GameError
            If the game is not ready for a move.
        """
        if self.outcome() is not None:
            return False
        try:
            return self.verdict(move).legal
        except MoveError:
            return False

    def play(self, move: Move, *, let_stand: bool = False) -> Verdict:
        """Play a move of the mover.

        Parameters
        ----------
        move
            What was done.
        let_stand
            Whether an illegal move goes on record all the same, the players having agreed to it;
            the verdict keeps saying what is wrong.

        Raises
        ------
        IllegalMoveError
            If the move is illegal and is not let stand.
        MoveError
            If the move cannot be carried out on this board at all.
        GameError
            If the game is over.
        """
        if self.outcome() is not None:
            raise GameError(Refusal.GAME_IS_OVER())
        before = self.board
        after = applied(move, before)
        verdict = self._full_verdict(move)
        if not verdict.legal and not let_stand:
            raise IllegalMoveError(verdict)
        self._record(Turn(self.mover, move, before, after, verdict))
        return self._told(verdict)

    def undo(self) -> Event | Turn:
        """Take back what happened last, and return it.

        Raises
        ------
        GameError
            If nothing has happened yet.
        """
        events = self._course.events
        if not events:
            raise GameError(Refusal.NOTHING_HAPPENED())
        self._course = replace(self._course, events=events[:-1])
        return events[-1]

    def to_json(self) -> dict[str, Any]:
        """Return the whole game; ``game_from_json`` gives it back."""
        return {
            "game": self.name,
            "players": list(self.players),
            "options": self._options_to_json(),
            "start": board_to_json(self.start),
            "events": [self._event_to_json(event) for event in self.history],
        }

    def replay(self, events: Sequence[object]) -> None:
        """Play the events of a record after what has happened already.

        Raises
        ------
        GameFormatError
            If an event cannot be read, or cannot have happened.
        """
        for number, event in enumerate(events):
            place = f"events[{number}]"
            fields = Fields.of(event, place, '{"event": "move", ...}', GameFormatError)
            kind = fields.text("event")
            try:
                self._replay_event(kind, fields)
            except GameFormatError:
                raise
            except ValueError as error:
                raise GameFormatError(f"{place} cannot have happened: {error}") from error

    def _full_verdict(self, move: Move) -> Verdict:
        """Rule on a move that can be carried out, with what was wrong before it."""
        verdict = self._rule(move)
        if self._started_wrong or any(not turn.verdict.legal for turn in self.turns):
            verdict = replace(verdict, already=self._already_wrong(self.board))
        return verdict

    @abstractmethod
    def _rule(self, move: Move) -> Verdict:
        """Rule on a move that can be carried out, leaving out what was wrong before it."""

    @staticmethod
    @abstractmethod
    def _already_wrong(board: Board) -> tuple[Violation, ...]:
        """Return what is wrong with a position."""

    def _told(self, verdict: Verdict) -> Verdict:
        """Return what players are told of a verdict."""
        return verdict

    def _record(self, event: Event | Turn) -> None:
        self._course = self._course.followed_by(event)

    @abstractmethod
    def _options_to_json(self) -> dict[str, Any]:
        """Return what the game was started with beside the players."""

    def _event_to_json(self, event: Event | Turn) -> dict[str, Any]:
        if not isinstance(event, Turn):
            raise TypeError(f"{type(event).__name__} is no event of {self.name}.")
        let_stand = {} if event.verdict.legal else {"let_stand": True}
        return {
            "event": "move",
            "mover": event.mover,
            "move": format_move(event.move),
            **let_stand,
        }

    def _replay_event(self, kind: str, fields: Fields) -> None:
        if kind != "move":
            raise GameFormatError(f'{fields.place}: "{kind}" is no event of {self.name}.')
        self._check_turn(fields, "mover")
        self.play(parse_move(fields.text("move")), let_stand=fields.flag("let_stand"))

    def _check_turn(self, fields: Fields, key: str) -> None:
        """Check that an event of a record, where it names a player, names the one whose turn it is.

        Raises
        ------
        GameFormatError
            If it names somebody else.
        """
        if fields.has(key) and fields.text(key) != self.mover:
            raise GameFormatError(
                f"{fields.place}: it is {self.mover}'s turn here, not {fields.text(key)}'s."
            )
