"""All there is to know about one move, or one illegal table: for people who dispute it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from companion.live.kept_events import KeptEvent
from companion.live.kept_sightings import KeptSighting, KeptSightings
from companion.live.overlay import Overlay, overlay_of_look
from companion.live.snapshot import Snapshot, StandingMove
from companion.record import GameNotFoundError
from companion.referee.decisions import Claimed, Confirmed, DieSet, MoverSet, Voted
from companion.referee.events import AnyViolation, Correction, IllegalTable, MoveMade
from companion.words.language import gettext as _
from rules import Board, Cell


@dataclass(frozen=True)
class Side:
    """The table at one moment: the board, and where there is one the picture that shows it.

    ``picture`` is its number on record; ``overlay`` is where the board lies in it.
    """

    board: Board
    picture: int | None
    overlay: Overlay | None


@dataclass(frozen=True)
class Report:
    """What reports of moves and of illegal tables have in common.

    ``snapshot`` is the game as it stood when it was asked for; ``violations`` are what is wrong;
    ``corrections`` what people decided about it.
    """

    snapshot: Snapshot
    before: Side
    after: Side
    violations: tuple[AnyViolation, ...]
    corrections: tuple[KeptEvent, ...]


@dataclass(frozen=True)
class MoveReport(Report):
    """All there is to know about a move that stands."""

    move: StandingMove


@dataclass(frozen=True)
class IllegalReport(Report):
    """All there is to know about an illegal table; ``told`` is the event that said so."""

    told: KeptEvent


def report_of_move(snapshot: Snapshot, looks: KeptSightings, number: int) -> MoveReport:
    """Return what there is to know about a move that stands, by its number from 1.

    Raises
    ------
    GameNotFoundError
        If there is no such move.
    """
    if not 1 <= number <= len(snapshot.moves):
        raise GameNotFoundError(
            _(
                "There is no move {number}; there are {count}.",
                number=number,
                count=len(snapshot.moves),
            )
        )
    move = snapshot.standing_move(number)
    earlier, later = snapshot.told_move(number - 1), snapshot.told_move(number + 1)
    event = move.told.number if move.told else None
    before, after = _sides(looks, snapshot, number, event, (move.turn.before, move.turn.after))
    next_told = later.number if later else snapshot.last_number + 1
    in_turn = range(earlier.number if earlier else 0, event or next_told)
    then = range(in_turn.stop, next_told)
    corrections = tuple(
        told
        for told in _corrections(snapshot, in_turn.start, None)
        if _is_about(move, told, in_turn, then)
    )
    violations = move.turn.verdict.violations
    return MoveReport(snapshot, before, after, violations, corrections, move)


def report_of_illegal(snapshot: Snapshot, looks: KeptSightings, entry: int) -> IllegalReport:
    """Return what there is to know about an illegal table, by the number of its event on record.

    Raises
    ------
    GameNotFoundError
        If that is no illegal table.
    """
    told = next((a for a in snapshot.announcements if a.number == entry), None)
    if told is None or not isinstance(told.event, IllegalTable):
        raise GameNotFoundError(_("Event {number} of this game is no illegal table.", number=entry))
    number = 1
    for earlier in snapshot.announcements:
        if isinstance(earlier.event, MoveMade) and earlier.number < entry:
            number = earlier.event.number + 1
    first = snapshot.moves[number - 2].after if 2 <= number <= len(snapshot.moves) + 1 else Board()
    look = looks.last(entry)
    is_now = snapshot.wrong_event is not None and snapshot.wrong_event.number == entry
    second = snapshot.board if is_now or look is None else look.board
    before, after = _sides(looks, snapshot, number, entry, (first, second))
    moves = (a.number for a in snapshot.announcements if isinstance(a.event, MoveMade))
    ends = next((made for made in moves if made > entry), None)
    corrections = _corrections(snapshot, entry, ends)
    violations = told.event.violations
    return IllegalReport(snapshot, before, after, violations, corrections, told)


def _is_about(move: StandingMove, told: KeptEvent, in_turn: range, then: range) -> bool:
    """Tell whether a decision is about a move: it names it, or was made in its turn.

    Of what was decided ``then``, up to the next move, only a claim is: all else is of that one.
    """
    decision = told.event.decision if isinstance(told.event, Correction) else None
    match decision:
        case DieSet(number=int()) | MoverSet(number=int()):
            return decision.number == move.number
        case Confirmed():
            return move.number in decision.numbers
        case Voted():
            return decision.row in move.rows
        case Claimed():
            return told.number in then
        case _:
            return told.number in in_turn


def _corrections(snapshot: Snapshot, begins: int, ends: int | None) -> tuple[KeptEvent, ...]:
    """Return what people decided between two events."""
    return tuple(
        told
        for told in snapshot.announcements
        if told.kind == "correction" and told.number > begins
        if ends is None or told.number < ends
    )


def _sides(
    looks: KeptSightings,
    snapshot: Snapshot,
    number: int,
    event: int | None,
    boards: tuple[Board, Board],
) -> tuple[Side, Side]:
    """Return the table before and after, each with the picture that was looked at then."""
    earlier = snapshot.told_move(number - 1)
    before = looks.last(earlier.number) if earlier else looks.first()
    after = looks.last(event) if event is not None else None
    first, second = boards
    changed = {cell for cell in {*first, *second} if first.get(cell) != second.get(cell)}
    return _side(first, before, changed), _side(second, after, changed)


def _side(board: Board, look: KeptSighting | None, changed: Collection[Cell]) -> Side:
    if look is None:
        return Side(board, None, None)
    return Side(board, look.entry.after, overlay_of_look(look, more=changed))
