"""What a score sheet shows, before it is a page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import tzinfo
from itertools import zip_longest

from companion.drawing.board_drawing import BoardDrawing, draw_board
from companion.live.kept_events import KeptEvent, kept_events, over_of
from companion.live.told_moves import Told, ToldMove, told_moves
from companion.record.entries import Entry
from companion.record.games import KeptGame
from companion.referee.decisions import TakenBack
from companion.referee.events import Correction, Event, Over
from companion.showing.doubts import is_asked_anew
from companion.showing.score_sheet import wording
from companion.showing.score_sheet.correction_wording import plain
from companion.words.language import gettext as _
from companion.words.language import isolated
from rules import Board, ScoreRow, ScoreSheet, format_move
from rules.judging import PALAGONIA
from rules.palagonia.score_sheet import score_sheet

_POINTS_MM, _WIDEST_MM, _REMARKS_MM = 102, 25, 38
"""Of the 184 mm across: all columns of points, one of them, the remarks."""


@dataclass(frozen=True)
class Points:
    """A player's points for one move, as terms to be added and their sum."""

    terms: tuple[str, ...]
    total: int


@dataclass(frozen=True)
class Line:
    """One move. A column a player: ``points`` in a game that has them, else ``moves``."""

    number: int
    mover: str
    die: int | None
    move: str
    points: tuple[Points, ...]
    moves: tuple[str, ...]
    remarks: tuple[str, ...]
    let_stand: bool


@dataclass(frozen=True)
class Note:
    """Something said or decided beside the moves, at a time of the game."""

    t: float
    time: str
    heading: str
    words: str


@dataclass(frozen=True)
class Position:
    """The position that stands at the end: its drawing, and where each cell's name goes."""

    drawing: BoardDrawing
    names: tuple[tuple[float, float, str], ...]


@dataclass(frozen=True)
class Contents:
    """All that a score sheet shows.

    ``with_points`` says whether the players' columns hold points; otherwise they hold the moves.
    ``column_mm`` is the width of a column of points, or of the remarks.
    ``announced`` are the totals that were announced, where they are not those of the table.
    """

    title: str
    result: str
    facts: tuple[tuple[str, str], ...]
    players: tuple[tuple[str, str | None], ...]
    with_points: bool
    column_mm: int
    lines: tuple[Line, ...]
    totals: tuple[int, ...]
    announced: tuple[str, ...]
    notes: tuple[Note, ...]
    position: Position | None
    uid: str


def contents(kept: KeptGame, entries: Sequence[Entry], zone: tzinfo | None) -> Contents:
    """Return what the score sheet of a game shows; times of day in ``zone``."""
    events, over = kept_events(entries), over_of(kept)
    told = told_moves(events)
    moves = [told.standing[number] for number in sorted(told.standing)]
    names = tuple(player.name for player in kept.players)
    with_points = kept.game == PALAGONIA
    told_as = (move.made for move in moves)
    scoring = ((made.number, made.mover, made.verdict.islands) for made in told_as)
    sheet = score_sheet(names, scoring, told.votes)
    totals = tuple(sheet.totals().values()) if with_points else ()
    return Contents(
        title=wording.game_name(kept.game),
        result=wording.outcome(over, ended=kept.outcome is not None),
        facts=tuple(_facts(kept, len(moves), zone)),
        players=tuple((player.name, player.color) for player in kept.players),
        with_points=with_points,
        column_mm=min(_WIDEST_MM, _POINTS_MM // len(names)) if with_points else _REMARKS_MM,
        lines=tuple(_line(move, sheet, with_points) for move in moves),
        totals=totals,
        announced=_announced(over, names, totals) if with_points else (),
        notes=tuple(_notes(told, moves, events)),
        position=_position(moves[-1].made.after) if moves else None,
        uid=kept.uid,
    )


def _line(move: ToldMove, sheet: ScoreSheet, with_points: bool) -> Line:
    made = move.made
    notation = format_move(made.move)
    scored = [(n, row) for n, row in enumerate(sheet.rows, 1) if row.turn == made.number]
    remarks = [wording.island(row, n) for n, row in scored]
    if made.verdict.palagems:
        remarks.append(
            _("palagem of {players}", players=", ".join(map(isolated, made.verdict.palagems)))
        )
    if made.violations:
        remarks.append(_("illegal, let stand"))
    return Line(
        number=made.number,
        mover=made.mover,
        die=move.die,
        move=notation,
        points=tuple(
            _points(player, [row for _n, row in scored])
            for player in (sheet.players if with_points else ())
        ),
        moves=tuple(
            notation if player == made.mover else ""
            for player in (() if with_points else sheet.players)
        ),
        remarks=tuple(remarks),
        let_stand=bool(made.violations),
    )


def _points(player: str, rows: Sequence[ScoreRow]) -> Points:
    own = [row for row in rows if player in (row.creator, row.helper)]
    return Points(
        terms=tuple(wording.term(player, row) for row in own),
        total=sum(row.points(player) for row in own),
    )


def _facts(kept: KeptGame, moves: int, zone: tzinfo | None) -> list[tuple[str, str]]:
    facts = [(_("Started"), wording.on_date(kept.started_at.astimezone(zone)))]
    if kept.ended_at is not None:
        minutes = round((kept.ended_at - kept.started_at).total_seconds() / 60)
        facts.append((_("Lasted"), wording.lasted(minutes)))
    facts.append((_("Moves"), str(moves)))
    rolls = wording.starting_rolls(kept.options)
    if rolls:
        facts.append((_("Starting rolls"), rolls))
    facts.append((_("Options"), wording.options(kept.options)))
    return facts


def _announced(
    over: Over | None, names: tuple[str, ...], totals: tuple[int, ...]
) -> tuple[str, ...]:
    """Return the totals as announced, where they differ: neither is passed over in silence."""
    if over is None or over.scores is None:
        return ()
    scores = tuple(over.scores.get(name) for name in names)
    return () if scores == totals else tuple(plain(score) for score in scores)


def _notes(told: Told, moves: Sequence[ToldMove], events: Sequence[KeptEvent]) -> list[Note]:
    """Return all that was said beside the moves, in the order in which it was said."""
    said: dict[int, tuple[str, str]] = {}
    by_hand = not any(kept.event.frame for kept in events)  # no camera ever saw it
    for kept, following in zip_longest(events, events[1:]):
        note = wording.note(kept.event, by_hand=by_hand)
        told_next = following is not None and is_asked_anew(kept.event, following.event)
        if note is not None and not told_next:
            said[kept.number] = note
    for move in moves:
        faults = [violation.message for violation in move.made.violations]
        if faults:
            said[move.entry] = wording.let_stand(move.made.number, faults)
    decisions = {kept.number: _taken_back_by(kept.event) for kept in events}
    for number, move in told.taken_back.items():
        notation = format_move(move.made.move)
        decision = decisions.get(number) or TakenBack()
        said[number] = wording.taken_back(move.made.number, move.made.mover, notation, decision)
    for kept in told.unreadable:
        said[kept.number] = wording.unreadable(kept)
    times = {kept.number: kept.entry.t for kept in events}
    return [
        Note(times[number], wording.clock(times[number]), *said[number]) for number in sorted(said)
    ]


def _taken_back_by(event: Event) -> TakenBack | None:
    """Return the decision, or what was seen, by which a move was taken back."""
    decision = event.decision if isinstance(event, Correction) else None
    return decision if isinstance(decision, TakenBack) else None


def _position(board: Board) -> Position:
    drawing = draw_board(board, ())
    names = tuple(
        (round(tile.x, 3), round(tile.y, 3), f"{cell.q},{cell.r}")
        for cell, tile in zip(sorted(board), drawing.tiles, strict=True)
    )
    return Position(drawing, names)
