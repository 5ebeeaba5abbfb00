"""Putting turns on record and saying so, with what that rests on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from companion.referee.bearing import Bearing
from companion.referee.decisions import Confirmed
from companion.referee.events import Correction, DieRolled, Event, IllegalTable, MoveMade, Over
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.stories.otherwise import Differs
from companion.referee.stories.story import StoryTurn
from companion.referee.told_roll import ToldRoll
from rules import Board, Cell
from rules.judging import PALAGEM
from rules.palagem.pattern import TILES_IN_A_PALAGEM
from rules.verdict import Reason

_Announced = DieRolled | MoveMade | IllegalTable | Over


@dataclass(frozen=True)
class Known:
    """How much is known of a turn that goes on record.

    Attributes
    ----------
    apart
        Whether it is known which tiles were laid in it.
    presumed
        Whether it is not known for sure, so that what follows on it is said with that condition.
    guessed
        Whether it is no more than the likeliest: then only a roll that was seen is said.
    called
        Whether what is wrong with it is called so.
    stays_wrong
        Whether what was called wrong before is none of it, and lies there still.
    """

    apart: bool = True
    presumed: bool = False
    guessed: bool = False
    called: bool = True
    stays_wrong: bool = False


FOR_SURE = Known()
"""All is known."""


class Recording:
    """Puts turns on record, and remembers what of it is not known for sure.

    Attributes
    ----------
    together
        The numbers of the moves on record that were seen only together with others, and when each
        of them went on record.
    """

    def __init__(self, ledger: Ledger, told_roll: ToldRoll, bearing: Bearing | None = None) -> None:
        self.together: dict[int, Moment] = {}
        self._presumed: frozenset[int] = frozenset()
        self._built: frozenset[int] = frozenset()
        """Those of them that are presumed since a palagem may be built in them."""
        self._said_of = 0
        """The first of those that people said was one: then none of the tiles is of a palagem."""
        self._open: int | None = None
        """Number of the next move where it is open who undid the one before."""
        self._due: tuple[str, Board] | None = None
        self._whose_from = 0
        """Of so many moves whose turn it is since does not rest on any."""
        self._ledger, self._told_roll, self._bearing = ledger, told_roll, bearing

    @property
    def presumed(self) -> tuple[int, ...]:
        """The numbers of the moves on record that are presumed, and nobody confirmed since."""
        return tuple(sorted(n for n in self._presumed if n <= len(self._ledger.moves)))

    def confirm(self, last: int | None = None) -> None:
        """Take it that moves were as presumed: people said so, or went by that.

        With the number of a move only those up to it: people know no more of the record.
        """
        left = frozenset(n for n in self._presumed if last is not None and n > last)
        self._said_of = self._said_of or min(self._built & self._presumed - left, default=0)
        self._presumed = left
        if last is None or last >= len(self._ledger.moves):
            self._open = None

    def bear_out(self, numbers: Iterable[int], at: Moment) -> list[Event]:
        """Take it that moves were as presumed, since later looks have ruled out all else.

        One of them may not be on record yet: then it is known who undid the one before.
        """
        numbers = set(numbers)
        self._open = None if self._open in numbers else self._open
        borne_out = tuple(sorted(numbers & set(self.presumed)))
        self._presumed -= set(borne_out)
        return [Correction(*at, Confirmed(borne_out, seen=True))] if borne_out else []

    def record(self, turn: StoryTurn, at: Moment, known: Known = FOR_SURE) -> tuple[Event, ...]:
        """Put a turn on record and say so, its roll first if people do not know it.

        Parameters
        ----------
        turn, at
            The turn, and when that is said.
        known
            How much is known of it.
        """
        may_be_built = self._may_be_built(turn.after)
        apart, presumed = known.apart, self._is_presumed(known) or may_be_built
        borne_out = [] if may_be_built else self.bear_out(self._built, at)
        how, number = self._told_roll.how(turn), len(self._ledger.moves) + 1
        before_it = self.presumed
        rolls = self._told_roll.tell_of(turn, at, guessed=known.guessed)
        rolled = self.resting(rolls, known)
        before = self._ledger.last
        helper = before.mover if before and turn.verdict.islands else None
        played = self._ledger.record(turn.after, turn.verdict, turn.roll)
        self._due, told = None, self._ledger.told(turn.verdict)
        if apart:
            self.together.pop(number, None)
        else:
            self.together[number] = at
        on_record = frozenset(n for n in self._presumed if n < number)
        self._presumed = on_record | {number} if presumed else on_record
        built = frozenset(n for n in self._built if n < number)
        self._built = built | {number} if may_be_built and not known.presumed else built
        self._whose_from = self._whose_from if number > self._whose_from else 0
        self._said_of = self._said_of if number > self._said_of else 0
        move = MoveMade(
            *at,
            number,
            played.mover,
            played.move,
            played.before,
            turn.after,
            told,
            helper,
            how=how,
            apart=apart,
            presumed=presumed,
            whose_guessed=self._ledger.palagems_guessed and bool(told.palagems),
            may_be_palagem=may_be_built,
        )
        return (*borne_out, *rolled, self._with_condition(move, before_it))

    def resting(self, events: Iterable[Event], known: Known = FOR_SURE) -> list[Event]:
        """Return what is said with what it rests on: rolls, what is wrong, and the end.

        What is said of a turn that is to go on record next rests on that too, if it is presumed.
        """
        presumed = self._is_presumed(known) or self._may_be_built(self._ledger.board)
        return [self._resting(event, presumed=presumed) for event in events]

    def over(self, at: Moment) -> list[Event]:
        """Return how the game ended, if it has, with what that rests on."""
        outcome = self._ledger.outcome()
        if outcome is None:
            return []
        is_guess = self._ledger.palagems_guessed and outcome.reason == Reason.PALAGEM
        over = Over(*at, outcome.winner, outcome.loser, outcome.reason, outcome.scores)
        return self.resting([replace(over, whose_guessed=is_guess)])

    def rewrite(self, cell: Cell, orientation: int | None, at: Moment) -> list[Event]:
        """Put the record right, and say how the game ended where it now has ended otherwise."""
        outcome = self._ledger.outcome()
        self._ledger.rewrite(cell, orientation)
        return [] if self._ledger.outcome() == outcome else self.over(at)

    def say_mover(self, after: int) -> None:
        """Take it that whose turn it was after so many moves does not rest on them: people said it.

        How many moves there were before, and what was done in them, they did not say.
        """
        self._whose_from = max(self._whose_from, after)

    def say_due(self, player: str, table: Board) -> None:
        """Take it that a player is to move where the table lies so: people said it."""
        self._due = player, table

    def due(self, table: Board) -> str | None:
        """Return who is to move where the table lies so, if people said it since the last move."""
        player, said_of = self._due or (None, None)
        return player if said_of == table else None

    def undo(self, *, presumed: bool) -> None:
        """Take it that moves were taken back by hand, which may not be known for sure.

        The next player may have undone the last move in a turn of their own. The move that follows
        is presumed then, since it may be one of somebody else.
        """
        if presumed:
            self._open = len(self._ledger.moves) + 1

    def stands_again(self) -> None:
        """Take it that the next move on record is the one that was undone: people say so."""
        self._open = None

    def _may_be_built(self, board: Board) -> bool:
        """Tell whether all tiles may be of a palagem: some have not been seen yet.

        As many that were laid in a game by the rules always are one, too.
        """
        ledger = self._ledger
        is_missing = ledger.setup.game == PALAGEM and ledger.palagems_missing
        is_said = 0 < self._said_of <= len(ledger.moves)
        return is_missing and not is_said and len(board) <= TILES_IN_A_PALAGEM

    def _is_presumed(self, known: Known) -> bool:
        """Tell whether the turn that goes on record next is not known for sure."""
        return known.presumed or self._open == len(self._ledger.moves) + 1

    def _resting(self, event: Event, *, presumed: bool) -> Event:
        """Return what is said of the next turn with what it rests on, be it that turn itself.

        A roll, and what is wrong, rest on no more than whose turn it is.
        """
        if not isinstance(event, DieRolled | IllegalTable | Over):
            return event
        first = 0 if isinstance(event, Over) else self._whose_from
        event = self._with_condition(event, [n for n in self.presumed if n > first])
        if not presumed:
            return event
        first = len(self._ledger.moves) + 1 if event.rests_on is None else event.rests_on
        event = replace(event, rests_on=first)
        return replace(event, only_whose=False) if isinstance(event, DieRolled) else event

    def _with_condition(self, event: _Announced, numbers: Sequence[int]) -> _Announced:
        """Return what is said with the first of some presumed moves that it rests on, if any.

        It rests on none where all that tells otherwise of that move tells the same here.
        """
        bearing = self._bearing.on(event) if numbers and self._bearing else {}
        found = {n: how for n in numbers if (how := bearing.get(n, Differs.WHAT))}
        only_whose = bool(found) and max(found.values()) is Differs.WHOSE
        resting = replace(event, rests_on=min(found, default=None))
        if only_whose and isinstance(resting, DieRolled | MoveMade):
            return replace(resting, only_whose=True)
        return resting
