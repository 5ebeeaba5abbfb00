"""How games stand as JSON, in the language that is spoken; docs/http_api.md describes it.

Here alone typed values become the JSON of the API.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import cast

from companion.drawing.tile_parts import parts_of, path
from companion.live.choice import SourceStatus
from companion.live.computer_player import ComputerNews
from companion.live.demos import Demo
from companion.live.game_state import GameState, ListedGame
from companion.live.kept_events import KeptEvent
from companion.live.move_report import IllegalReport, MoveReport, Report, Side
from companion.live.overlay import Overlay, OverlayCell, OverlayTile
from companion.live.snapshot import Snapshot, StandingMove
from companion.record import Entry, KeptGame, Player
from companion.record.moment import moment
from companion.referee.events import AnyViolation
from companion.referee.questions import Choice
from companion.showing.announcements import announce, announce_made
from companion.showing.due import due
from companion.showing.reasons import reason_in_words
from companion.showing.results import result_of
from companion.showing.rulings import ruling
from companion.showing.sums import island_sum
from companion.showing.table_marks import change_mark, closing_marks, wrong_marks
from companion.showing.watching import computer_in_words
from companion.web import shapes
from companion.web.answers import games, reports
from companion.words.findings import Finding
from companion.words.language import gettext as _
from companion.words.language import say
from rules import (
    Board,
    Cell,
    Outcome,
    ScoreRow,
    board_to_json,
    move_to_json,
    verdict_to_json,
)
from rules.board_json import cell_to_json
from rules.judging import PALAGONIA
from rules.messages import Said

PictureUrl = Callable[[int], str]
"""Returns the address of a game's picture by its number."""


def listed_to_json(listed: ListedGame) -> games.Summary:
    """Return what a list of games shows of one."""
    kept = listed.kept
    return {
        **_kept_to_json(kept),
        "players": [_player(player, player.color) for player in kept.players],
        "running": listed.source is not None,
        "moves": listed.moves,
        "result": None if kept.outcome is None else kept.outcome.get("result"),
        "source": None if listed.source is None else _source(listed.source),
    }


def state_to_json(state: GameState, url: PictureUrl, live_url: str) -> games.State:
    """Return how a game stands; ``live_url`` is the address of its newest frame."""
    snapshot = state.snapshot
    kept, setup = snapshot.kept, snapshot.setup
    return {
        **_kept_to_json(kept),
        "options": kept.options,
        "players": [_player(p, p.color or snapshot.color(p.name)) for p in kept.players],
        **table_to_json(snapshot, by_hand=state.by_hand),
        "due": due(state),
        "agreed": _board(snapshot.agreed),
        "palagems": {
            player: _board(palagem.tiles) for player, palagem in snapshot.palagems.items()
        },
        "palagems_due": list(snapshot.palagems_due),
        "palagems_guessed": snapshot.palagems_guessed,
        "score_sheet": _score_sheet(snapshot) if setup.game == PALAGONIA else None,
        "moves": [_move(snapshot, move, url) for move in snapshot.standing_moves],
        "said": [event_to_json(kept, url, by_hand=state.by_hand) for kept in snapshot.said_lately],
        **source_to_json(state.source, state.problem, state.computer),
        "picture": None if state.picture is None else _frame(state.picture, live_url),
    }


def source_to_json(
    source: SourceStatus | None, problem: Said | None, computer: ComputerNews | None = None
) -> games.SourceState:
    """Return how a game's source does, None where nobody follows it, its problem, its computer."""
    return {
        "running": source is not None,
        "source": None if source is None else _source(source),
        "problem": None if problem is None else say(problem),
        "computer": None if source is None or computer is None else _computer(computer),
    }


def _computer(computer: ComputerNews) -> games.Computer:
    move, problem = computer.move, computer.problem
    return {
        "player": computer.turn.player,
        "state": "stuck" if problem else "thinking" if move is None else "chosen",
        "placed": [] if move is None else _board(Board(dict(move.placed)))["tiles"],
        "sentence": computer_in_words(computer),
    }


def table_to_json(snapshot: Snapshot, *, by_hand: bool = False) -> games.TableState:
    """Return the part of the state that changes with the table; ``by_hand`` if it is tapped in."""
    illegal, wrong = snapshot.illegal, snapshot.wrong_event
    return {
        "state": snapshot.watching,
        "ready": snapshot.ready,
        "paused": snapshot.paused,
        "hands": snapshot.hands,
        "over": snapshot.over,
        "result": None if snapshot.outcome is None else _result(snapshot, snapshot.outcome),
        "turn": _turn(snapshot),
        "wrong": None if illegal is None else [_violation(one) for one in illegal.violations],
        "wrong_event": None if wrong is None else wrong.number,
        "question": _question(snapshot, by_hand=by_hand),
        "adrift": _cells(snapshot.adrift),
        "tiles_left": snapshot.tiles_left,
        "board": _board(snapshot.board),
        "unsure": _cells(snapshot.unsure),
        "hidden": _cells(snapshot.hidden),
        "burnt": _cells(snapshot.burnt),
        "crooked": _cells(snapshot.crooked),
        "near_edge": list(snapshot.near_edge),
        "last_event_id": snapshot.last_number,
    }


def event_to_json(kept: KeptEvent, url: PictureUrl, *, by_hand: bool = False) -> games.Event:
    """Return an event as ``palago watch`` prints it, with its number, sentences and pictures.

    It is as the record has it, so that nothing of another version's record is lost. With
    ``by_hand`` its sentences name no camera.
    """
    told = {
        "id": kept.number,
        **kept.entry.to_event(),
        "at": moment(kept.at),
        "sentences": announce(kept.event, by_hand=by_hand).sentences,
        **_pictures(kept.entry, url),
    }
    return cast(games.Event, told)


def announced_to_json(
    said: Iterable[KeptEvent], state: GameState, url: PictureUrl
) -> games.Announced:
    """Return what was announced upon a decision, and how the game stands then."""
    return {
        "events": [event_to_json(kept, url, by_hand=state.by_hand) for kept in said],
        "last_event_id": state.snapshot.last_number,
        "moves": len(state.snapshot.moves),
    }


def entry_to_json(entry: Entry, url: PictureUrl) -> games.RecordEntry:
    """Return an entry of the record."""
    return {
        "number": entry.number,
        "source": entry.source,
        "kind": entry.kind,
        "t": entry.t,
        "at": moment(entry.at),
        "frame": entry.frame,
        "cause": entry.cause,
        "data": entry.data,
        **_pictures(entry, url),
    }


def move_report_to_json(report: MoveReport, url: PictureUrl) -> reports.MoveReport:
    """Return all there is to say about a move that stands."""
    snapshot = report.snapshot
    return {
        "move": _move(snapshot, report.move, url),
        "rows": _rows(report.move.rows, snapshot.players),
        **_report(report, url),
    }


def illegal_report_to_json(report: IllegalReport, url: PictureUrl) -> reports.RulingReport:
    """Return all there is to say about an illegal table."""
    return {"event": event_to_json(report.told, url), **_report(report, url)}


def overlay_to_json(overlay: Overlay, url: PictureUrl) -> reports.Overlay:
    """Return where a board lies in a picture, outlines as SVG paths in its pixels."""
    return {
        "width": overlay.width,
        "height": overlay.height,
        "entry": overlay.entry,
        "picture": None if overlay.picture is None else url(overlay.picture),
        "tiles": [
            {
                **_outlined(tile),
                "orientation": tile.orientation,
                "sure": tile.sure,
                "parts": {part: path(outline) for part, outline in tile.parts.items()},
            }
            for tile in overlay.tiles
        ],
        "cells": [{**_outlined(cell), "why": cell.why} for cell in overlay.cells],
    }


def demo_to_json(demo: Demo) -> games.Demo:
    """Return a sample video."""
    return {
        "name": demo.name,
        "game": demo.game,
        "players": list(demo.players),
        "caption": _(demo.caption),
    }


def _kept_to_json(kept: KeptGame) -> games.Known:
    return {
        "id": kept.number,
        "uid": kept.uid,
        "game": kept.game,
        "started_at": moment(kept.started_at),
        "ended_at": None if kept.ended_at is None else moment(kept.ended_at),
    }


def _player(player: Player, color: str | None) -> games.Player:
    return {"name": player.name, "color": color}


def _frame(size: tuple[int, int], url: str) -> games.LivePicture:
    width, height = size
    return {"url": url, "width": width, "height": height}


def _source(status: SourceStatus) -> games.Source:
    return {
        "kind": status.choice.kind,
        "name": status.choice.name,
        "connected": status.connected,
        "ended": status.ended,
        "problem": None if status.problem is None else say(status.problem),
        "strain": status.strain,
    }


def _turn(snapshot: Snapshot) -> games.Turn:
    return {
        "number": len(snapshot.moves) + 1,
        "mover": None if snapshot.over else snapshot.mover,
        "color": snapshot.color(snapshot.mover),
        "die": snapshot.roll,
        "needs_die": snapshot.lacks_roll,
        "in_progress": bool(snapshot.changed),
        "changed": _cells(snapshot.changed),
    }


def _question(snapshot: Snapshot, *, by_hand: bool) -> games.Question | None:
    asked, question = snapshot.asked, snapshot.question
    reason = question or snapshot.doubt
    if reason is None:
        return None
    return {
        "cells": [cell_to_json(cell) for cell in reason.cells],
        "reason": reason_in_words(reason.reason, by_hand=by_hand),
        "event": None if asked is None else asked.number,
        "about": None if question is None else question.about,
        "choices": [] if question is None else [_choice(choice) for choice in question.choices],
    }


def _choice(choice: Choice) -> games.Choice:
    return {
        "text": say(choice.says),
        "turns": [
            {
                "mover": turn.mover,
                "roll": turn.roll,
                "legal": turn.legal,
                "board": _board(turn.after),
            }
            for turn in choice.turns
        ],
        "undone": choice.undone,
        "cells": _cells(choice.cells),
        "illegal": choice.illegal,
    }


def _result(snapshot: Snapshot, result: Outcome) -> games.Result:
    return {
        "winner": result.winner,
        "loser": result.loser,
        "reason": result.reason,
        "scores": None if result.scores is None else dict(result.scores),
        "sentence": result_of(snapshot),
    }


def _move(snapshot: Snapshot, move: StandingMove, url: PictureUrl) -> games.Move:
    turn, told = move.turn, move.told
    done, verdict = move_to_json(turn.move, turn.before), verdict_to_json(turn.verdict)
    pictures: games.Pictures = {"before": None, "after": None}
    if told:
        pictures = _pictures(told.entry, url)
    return {
        "number": move.number,
        "mover": turn.mover,
        "helper": move.helper,
        "die": turn.die,
        "how": None if move.made.how is None else move.made.how.value,
        "apart": move.made.apart,
        "presumed": move.made.presumed,
        "placed": done["placed"],
        "removed": done["removed"],
        "rotated": done["rotated"],
        "board": _board(turn.after),
        "legal": turn.verdict.legal,
        "let_stand": not turn.verdict.legal,
        "violations": [_violation(violation) for violation in turn.verdict.violations],
        "winner": verdict["winner"],
        "loser": verdict["loser"],
        "reason": verdict["reason"],
        "palagems": verdict["palagems"],
        "islands": verdict["islands"],
        "points": {player: move.points(player) for player in snapshot.players}
        if snapshot.setup.game == PALAGONIA
        else None,
        "sentence": " ".join(announce_made(move.made).sentences),
        "event": told.number if told else None,
        **pictures,
    }


def _violation(violation: AnyViolation) -> games.Violation:
    return {
        "code": str(violation.code),
        "cells": [cell_to_json(cell) for cell in violation.cells],
        "message": say(violation.message),
    }


def _score_sheet(snapshot: Snapshot) -> games.ScoreSheet:
    rows = dict(enumerate(snapshot.sheet.rows, 1))
    return {"rows": _rows(rows, snapshot.players), "totals": snapshot.sheet.totals()}


def _rows(rows: Mapping[int, ScoreRow], players: Collection[str]) -> list[games.ScoreRow]:
    return [_row(number, row, players) for number, row in rows.items()]


def _row(number: int, row: ScoreRow, players: Collection[str]) -> games.ScoreRow:
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
        "sum": island_sum(island.limbs, island.animals, island.value),
        "cells": _cells(island.cells),
    }


def _report(report: Report, url: PictureUrl) -> reports.Report:
    before, after = report.before.board, report.after.board
    findings = (
        *wrong_marks(after, report.violations),
        *change_mark(before, after),
        *closing_marks(before, after),
    )
    return {
        "corrections": [event_to_json(told, url) for told in report.corrections],
        "rulings": [_ruling(violation) for violation in report.violations],
        "marks": [_mark(finding, after) for finding in findings],
        "before": _side(report.before, url),
        "after": _side(report.after, url),
    }


def _ruling(violation: AnyViolation) -> games.Violation:
    ruled = ruling(violation)
    return {**_violation(violation), "wrong": ruled.wrong, "rule": ruled.rule}


def _mark(finding: Finding, board: Board) -> reports.Mark:
    """Return what to light up on a board, and what to say while it is lit."""
    return {
        "kind": finding.kind,
        "title": finding.title,
        "details": list(finding.details),
        "color": finding.color,
        "cells": _cells(finding.cells),
        "parts": [
            [cell.q, cell.r, part]
            for shape in finding.shapes
            for cell, part in parts_of(shape, board)
        ],
        "edges": [_cells(edge) for edge in finding.edges],
    }


def _side(side: Side, url: PictureUrl) -> reports.Side:
    return {
        "board": _board(side.board),
        "picture": None if side.picture is None else url(side.picture),
        "overlay": None if side.overlay is None else overlay_to_json(side.overlay, url),
    }


def _outlined(one: OverlayTile | OverlayCell) -> reports.Outlined:
    x, y = one.center
    return {
        "q": one.cell.q,
        "r": one.cell.r,
        "outline": path(one.outline),
        "center": [round(x, 1), round(y, 1)],
    }


def _board(board: Board) -> shapes.Board:
    return cast(shapes.Board, board_to_json(board))


def _cells(cells: Collection[Cell]) -> list[list[int]]:
    """Return cells in order, each as ``[q, r]``."""
    return [cell_to_json(cell) for cell in sorted(cells)]


def _pictures(entry: Entry, url: PictureUrl) -> games.Pictures:
    return {
        "before": None if entry.before is None else url(entry.before),
        "after": None if entry.after is None else url(entry.after),
    }
