"""How a game stands as JSON, in the language that is spoken; docs/http_api.md describes it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from companion.live.choice import SourceStatus
from companion.live.news import State
from companion.live.snapshot import Snapshot
from companion.record import Entry, KeptGame
from companion.record.moment import moment
from companion.showing.announcements import announce, island_sum
from companion.showing.results import result_sentence
from companion.words.language import retold
from rules import (
    Board,
    Cell,
    ScoreRow,
    board_to_json,
    difference,
    move_to_json,
    verdict_to_json,
)
from rules.board_json import cell_to_json
from rules.judging import PALAGO, PALAGONIA

PictureUrl = Callable[[int], str]
"""Returns the address of a game's picture by its number."""

_MOST_SAID = 30


def summary_to_json(kept: KeptGame, *, running: bool, moves: int) -> dict[str, Any]:
    """Return what a list of games shows of one."""
    return {
        "id": kept.number,
        "uid": kept.uid,
        "game": kept.game,
        "players": [{"name": p.name, "color": p.color} for p in kept.players],
        "started_at": moment(kept.started_at),
        "ended_at": None if kept.ended_at is None else moment(kept.ended_at),
        "running": running,
        "moves": moves,
        "result": None if kept.outcome is None else kept.outcome.get("result"),
    }


def state_to_json(snapshot: Snapshot, url: PictureUrl) -> dict[str, Any]:
    """Return how a game stands, but for what only a running one has."""
    kept = snapshot.kept
    return {
        "id": kept.number,
        "uid": kept.uid,
        "game": kept.game,
        "options": kept.options,
        "players": [
            {"name": p.name, "color": p.color or _color(snapshot, p.name)} for p in kept.players
        ],
        "started_at": moment(kept.started_at),
        "ended_at": None if kept.ended_at is None else moment(kept.ended_at),
        **table_to_json(snapshot),
        "agreed": board_to_json(snapshot.agreed),
        "palagems": {
            player: board_to_json(palagem.tiles) for player, palagem in snapshot.palagems.items()
        },
        "palagems_due": list(snapshot.palagems_due),
        "score_sheet": score_sheet_to_json(snapshot),
        "moves": [move_of(snapshot, number, url) for number in range(1, len(snapshot.moves) + 1)],
        "said": [event_to_json(entry, url) for entry in snapshot.said[-_MOST_SAID:]],
    }


def source_to_json(state: State | None) -> dict[str, Any]:
    """Return how a game's source does; of one that nobody follows, that nobody does."""
    return {
        "running": state is not None and state.running,
        "source": _status(state.source) if state is not None and state.running else None,
        "problem": None if state is None or state.problem is None else retold(state.problem),
    }


def table_to_json(snapshot: Snapshot) -> dict[str, Any]:
    """Return the part of the state that changes with the table."""
    question, illegal = snapshot.question, snapshot.illegal
    return {
        "ready": snapshot.ready,
        "paused": snapshot.paused,
        "hands": snapshot.hands,
        "over": snapshot.over,
        "result": _result(snapshot),
        "turn": _turn(snapshot),
        "wrong": None
        if illegal is None
        else [
            {**violation, "message": retold(violation["message"])}
            for violation in illegal.data["violations"]
        ],
        "wrong_event": None if illegal is None else illegal.number,
        "question": None
        if question is None
        else {
            "cells": question.data["cells"],
            "reason": retold(question.data["reason"]),
        },
        "tiles_left": snapshot.tiles_left,
        "board": board_to_json(snapshot.board),
        "unsure": cells_to_json(snapshot.unsure),
        "hidden": cells_to_json(snapshot.hidden),
        "near_edge": list(snapshot.near_edge),
        "last_event_id": snapshot.last_number,
    }


def event_to_json(entry: Entry, url: PictureUrl) -> dict[str, Any]:
    """Return an event as ``palago watch`` prints it, with its number, sentences and pictures."""
    event = entry.to_event()
    return {
        "id": entry.number,
        **event,
        "at": moment(entry.at),
        "sentences": announce(event).sentences,
        **_pictures(entry, url),
    }


def move_of(snapshot: Snapshot, number: int, url: PictureUrl) -> dict[str, Any]:
    """Return one of the moves that stand, by its number from 1."""
    turn = snapshot.moves[number - 1]
    told = snapshot.told_move(number)
    verdict = verdict_to_json(turn.verdict)
    done = move_to_json(turn.move, turn.before)
    rows = [row for row in snapshot.sheet.rows if row.turn == number]
    move = {
        "number": number,
        "mover": turn.mover,
        "helper": rows[0].helper if rows else None,
        "die": turn.die,
        **{key: done[key] for key in ("placed", "removed", "rotated")},
        "board": board_to_json(turn.after),
        "legal": verdict["legal"],
        "let_stand": not verdict["legal"],
        "violations": [
            {**violation, "message": retold(violation["message"])}
            for violation in verdict["violations"]
        ],
        **{key: verdict[key] for key in ("winner", "loser", "reason", "palagems", "islands")},
        "points": {
            player: sum(row.points(player) for row in rows) for player in snapshot.setup.players
        }
        if snapshot.setup.game == PALAGONIA
        else None,
    }
    return {
        **move,
        "sentence": " ".join(announce({**move, "event": "move", "verdict": move}).sentences),
        "event": told.number if told else None,
        **(_pictures(told, url) if told else {"before": None, "after": None}),
    }


def score_sheet_to_json(snapshot: Snapshot) -> dict[str, Any] | None:
    """Return the score sheet of Palagonia with raw values; None in the other games."""
    if snapshot.setup.game != PALAGONIA:
        return None
    return {
        "rows": [
            _row(number, row, snapshot.setup.players)
            for number, row in enumerate(snapshot.sheet.rows, 1)
        ],
        "totals": snapshot.sheet.totals(),
    }


def cells_to_json(cells: Collection[Cell]) -> list[list[int]]:
    """Return cells in order, each as ``[q, r]``."""
    return [cell_to_json(cell) for cell in sorted(cells)]


def _status(status: SourceStatus) -> dict[str, Any]:
    return {
        "kind": status.choice.kind,
        "name": status.choice.name,
        "connected": status.connected,
        "ended": status.ended,
        "problem": None if status.problem is None else retold(status.problem),
    }


def _turn(snapshot: Snapshot) -> dict[str, Any]:
    changed = _changed(snapshot.agreed, snapshot.board)
    return {
        "number": len(snapshot.moves) + 1,
        "mover": None if snapshot.over else snapshot.mover,
        "color": _color(snapshot, snapshot.mover),
        "die": snapshot.roll,
        "needs_die": snapshot.lacks_roll,
        "in_progress": bool(changed),
        "changed": cells_to_json(changed),
    }


def _changed(before: Board, now: Board) -> set[Cell]:
    move = difference(before, now)
    turned = {tile.cell for tile in move.rotated}
    return {*move.placed_cells, *move.removed, *turned}


def _color(snapshot: Snapshot, player: str) -> str | None:
    """Return the colour that a player of Palago plays."""
    return snapshot.setup.color(player) if snapshot.setup.game == PALAGO else None


def _result(snapshot: Snapshot) -> dict[str, Any] | None:
    outcome = snapshot.outcome
    if outcome is None:
        return None
    result = {
        "winner": outcome.winner,
        "loser": outcome.loser,
        "reason": outcome.reason,
        "scores": None if outcome.scores is None else dict(outcome.scores),
    }
    return {**result, "sentence": result_sentence(result)}


def _row(number: int, row: ScoreRow, players: Collection[str]) -> dict[str, Any]:
    island = row.island
    return {
        "row": number,
        "move": row.turn,
        "color": island.color,
        "limbs": island.limbs,
        "animals": list(island.animals),
        "value": island.value,
        "vote": row.agreed,
        "continent": island.continent,
        "creator": row.creator,
        "helper": row.helper,
        "points": {player: row.points(player) for player in players},
        "sum": island_sum(
            {"limbs": island.limbs, "animals": island.animals, "value": island.value}
        ),
        "cells": cells_to_json(island.cells),
    }


def _pictures(entry: Entry, url: PictureUrl) -> dict[str, Any]:
    return {
        "before": None if entry.before is None else url(entry.before),
        "after": None if entry.after is None else url(entry.after),
    }
