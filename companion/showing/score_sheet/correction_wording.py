"""What people decided, in sentences: beside what was seen there stands what was decided."""

from __future__ import annotations

from collections.abc import Mapping

from companion.referee.decisions import (
    Answered,
    Claimed,
    Confirmed,
    Decision,
    DieSet,
    LaidAgain,
    LetStand,
    MoverSet,
    PalagemSet,
    Paused,
    RecordIsRight,
    Resumed,
    TableIsRight,
    TakenBack,
    TileSet,
    TurnEnded,
    TurnsTold,
    Voted,
)
from companion.words.language import gettext as _
from companion.words.language import listing
from rules import Board, Cell, ClaimKind


def correction(decision: Decision) -> tuple[str, str]:
    """Return heading and sentence for what people decided."""
    match decision:
        case Voted():
            return _("Vote"), _vote(decision)
        case Claimed():
            return _("Claim"), _claim(decision)
        case TakenBack(seen=True):
            words = _("The last move was taken back by hand, seen on the table")
            return _("Taken back"), words
        case TakenBack(retold=True):
            return _("Told anew"), _("The last move was told anew by what was seen later")
        case TakenBack():
            return _("Taken back"), _("The last move was taken back")
        case LaidAgain():
            return _("Laid again"), _("Move {number} stood again", number=decision.number)
        case TurnsTold():
            words = _("What was played from move {number} on", number=decision.number)
            return _("Told by the players"), words
        case Answered():
            return _("Answer"), _("Answer {number} of the question", number=decision.choice + 1)
        case Confirmed(seen=True):
            numbers = ", ".join(map(str, decision.numbers))
            return _("Confirmed"), _("What was seen later bore out: {numbers}", numbers=numbers)
        case Confirmed():
            numbers = ", ".join(map(str, decision.numbers))
            return _("Confirmed"), _("What was presumed was so: {numbers}", numbers=numbers)
        case TableIsRight():
            return _("Out of step"), _("The table was right as it lay")
        case RecordIsRight():
            return _("Out of step"), _("The record was right, the table was to be put back")
        case LetStand():
            return _("Let stand"), _("The players let the table stand as it lay")
        case Paused():
            return _("Pause"), _("The game was paused")
        case Resumed():
            return _("Pause"), _("The game went on")
        case _:
            return _("Correction"), _corrected(decision)


def _corrected(decision: Decision) -> str:
    match decision:
        case TileSet():
            return _(
                "Cell {cell}: {decided} (seen: {seen})",
                cell=_cell(decision.cell),
                decided=_orientation(decision.orientation),
                seen=_orientation(decision.seen),
            )
        case DieSet():
            return _die(decision)
        case MoverSet():
            return _mover(decision)
        case TurnEnded():
            return _("The turn of {mover} was ended", mover=decision.mover)
        case PalagemSet():
            tiles = _tiles(decision.tiles)
            return _("Palagem of {player}: {tiles}", player=decision.player, tiles=tiles)
        case _:
            return _of_another_version(decision)


def _of_another_version(decision: Decision) -> str:
    what, seen, decided = decision.what, decision.seen_to_json(), decision.decided_to_json()
    words = _("{what}: {decided}", what=what, decided=plain(decided)) if decided else what
    return _("{words} (seen: {seen})", words=words, seen=plain(seen)) if seen else words


def plain(value: object) -> str:
    """Write a JSON value for people: no braces, no quotation marks."""
    if value is None:
        return _("nothing")
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {plain(part)}" for key, part in value.items()) or _("nothing")
    if isinstance(value, (list, tuple)):
        return listing([plain(part) for part in value]) if value else _("nothing")
    return str(value)


def _cell(cell: Cell) -> str:
    return f"({cell.q}, {cell.r})"


def _orientation(orientation: int | None) -> str:
    if orientation is None:
        return _("no tile")
    return _("orientation {orientation}", orientation=orientation)


def _die(decision: DieSet) -> str:
    values = {"decided": decision.value, "seen": plain(decision.seen)}
    if decision.number is None and decision.mover is not None:
        return _("Die of {player}: {decided} (seen: {seen})", player=decision.mover, **values)
    if decision.number is None:
        return _("Die: {decided} (seen: {seen})", **values)
    return _("Die of move {number}: {decided} (seen: {seen})", number=decision.number, **values)


def _mover(decision: MoverSet) -> str:
    values = {"decided": decision.player, "seen": plain(decision.seen)}
    if decision.number is None:
        return _("It is the turn of {decided}, not of {seen}", **values)
    return _("Move {number} was made by {decided}, not {seen}", number=decision.number, **values)


def _vote(decision: Voted) -> str:
    return _(
        "Island {row} counts {decided} (computed: {seen})",
        row=decision.row,
        decided=decision.value,
        seen=plain(decision.computed),
    )


def _claim(decision: Claimed) -> str:
    kinds = {ClaimKind.WIN: _("win"), ClaimKind.LOSS: _("loss")}
    values = {"player": decision.player, "kind": kinds[decision.kind]}
    if decision.right:
        return _("{player} claimed a {kind}, rightly", **values)
    return _("{player} claimed a {kind}, wrongly", **values)


def _tiles(board: Board) -> str:
    return " ".join(f"{cell.q},{cell.r}={board[cell]}" for cell in sorted(board))
