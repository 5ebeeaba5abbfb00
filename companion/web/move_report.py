"""All there is to say about one move, or one illegal table: for people who dispute it."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from companion.drawing.tile_parts import parts_of
from companion.live.looks import KeptLook, Looks
from companion.live.overlay import overlay_to_json
from companion.live.snapshot import Snapshot
from companion.record import Entry, GameNotFoundError
from companion.showing.rulings import ruling
from companion.showing.table_marks import change_mark, closing_marks, wrong_marks
from companion.web.game_json import (
    PictureUrl,
    cells_to_json,
    event_to_json,
    move_of,
    score_sheet_to_json,
)
from companion.words.findings import Finding
from companion.words.language import gettext as _
from rules import Board, Cell, board_to_json

Data = Mapping[str, Any]


def report_of_move(
    snapshot: Snapshot, looks: Looks, number: int, url: PictureUrl
) -> dict[str, Any]:
    """Return what there is to say about a move that stands, by its number from 1.

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
    turn = snapshot.moves[number - 1]
    move = move_of(snapshot, number, url)
    sheet = score_sheet_to_json(snapshot)
    begins, ends = _span(snapshot, number)
    return {
        "move": move,
        "rows": [row for row in sheet["rows"] if row["move"] == number] if sheet else [],
        "corrections": _corrections(snapshot, begins, ends, url),
        **_ruled(turn.before, turn.after, move["violations"]),
        **_sides(looks, snapshot, number, move["event"], (turn.before, turn.after), url),
    }


def report_of_illegal(
    snapshot: Snapshot, looks: Looks, entry: int, url: PictureUrl
) -> dict[str, Any]:
    """Return what there is to say about an illegal table, by the number of its event on record.

    Raises
    ------
    GameNotFoundError
        If that is no illegal table.
    """
    told = next((a for a in snapshot.announcements if a.number == entry), None)
    if told is None or told.kind != "illegal":
        raise GameNotFoundError(_("Event {number} of this game is no illegal table.", number=entry))
    earlier = [a for a in snapshot.announcements if a.kind == "move" and a.number < entry]
    number = int(earlier[-1].data["number"]) + 1 if earlier else 1
    before = snapshot.moves[number - 2].after if 2 <= number <= len(snapshot.moves) + 1 else Board()
    look = looks.last(entry)
    is_now = snapshot.illegal is not None and snapshot.illegal.number == entry
    after = snapshot.board if is_now or look is None else look.board
    violations = event_to_json(told, url)["violations"]
    return {
        "event": event_to_json(told, url),
        "corrections": _corrections(snapshot, entry, None, url),
        **_ruled(before, after, violations),
        **_sides(looks, snapshot, number, entry, (before, after), url),
    }


def marks_to_json(findings: Iterable[Finding], board: Board) -> list[dict[str, Any]]:
    """Return what to light up on a board, and what to say while it is lit."""
    return [
        {
            "kind": finding.kind,
            "title": finding.title,
            "details": list(finding.details),
            "color": finding.color,
            "cells": cells_to_json(finding.cells),
            "parts": [
                [cell.q, cell.r, part]
                for shape in finding.shapes
                for cell, part in parts_of(shape, board)
            ],
            "edges": [cells_to_json(edge) for edge in finding.edges],
        }
        for finding in findings
    ]


def _ruled(before: Board, after: Board, violations: list[Data]) -> dict[str, Any]:
    findings = [
        *wrong_marks(after, violations),
        *change_mark(before, after),
        *closing_marks(before, after),
    ]
    return {
        "rulings": [
            {**violation, "wrong": ruling(violation).wrong, "rule": ruling(violation).rule}
            for violation in violations
        ],
        "marks": marks_to_json(findings, after),
    }


def _span(snapshot: Snapshot, number: int) -> tuple[int, int | None]:
    """Return the numbers of the events between which a move was made and talked about."""
    before, after = snapshot.told_move(number - 1), snapshot.told_move(number + 1)
    return (before.number if before else 0), (after.number if after else None)


def _corrections(
    snapshot: Snapshot, begins: int, ends: int | None, url: PictureUrl
) -> list[dict[str, Any]]:
    return [
        event_to_json(entry, url)
        for entry in snapshot.announcements
        if entry.kind == "correction" and entry.number > begins
        if ends is None or entry.number < ends
    ]


def _sides(
    looks: Looks,
    snapshot: Snapshot,
    number: int,
    event: int | None,
    boards: tuple[Board, Board],
    url: PictureUrl,
) -> dict[str, Any]:
    """Return the table before and after, each with the picture that was looked at then."""
    earlier: Entry | None = snapshot.told_move(number - 1)
    before = looks.last(earlier.number) if earlier else looks.first()
    after = looks.last(event) if event is not None else None
    first, second = boards
    changed = {cell for cell in {*first, *second} if first.get(cell) != second.get(cell)}
    return {
        "before": _side(first, before, changed, url),
        "after": _side(second, after, changed, url),
    }


def _side(
    board: Board, look: KeptLook | None, changed: Collection[Cell], url: PictureUrl
) -> dict[str, Any]:
    return {
        "board": board_to_json(board),
        "picture": None if look is None or look.entry.after is None else url(look.entry.after),
        "overlay": None if look is None else overlay_of_look(look, url, more=changed),
    }


def overlay_of_look(
    look: KeptLook,
    url: PictureUrl,
    snapshot: Snapshot | None = None,
    more: Collection[Cell] = (),
) -> dict[str, Any] | None:
    """Return a look's board as it lies in its picture; None where nothing lay there.

    With a snapshot the tiles are those that lie there now, as people have put them right; ``more``
    are other cells to outline.
    """
    if look.projection is None:
        return None
    width, height = look.size
    board, unsure, hidden = (
        (look.board, look.unsure, look.hidden)
        if snapshot is None
        else (snapshot.board, snapshot.unsure, snapshot.hidden)
    )
    return {
        "width": width,
        "height": height,
        "entry": look.entry.number,
        "picture": None if look.entry.after is None else url(look.entry.after),
        **overlay_to_json(look.projection, board, unsure, hidden, more),
    }
