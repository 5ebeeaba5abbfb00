"""The news of a game as server-sent events (HTML Living Standard, section 9.2)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from threading import BoundedSemaphore

from flask import Flask, Response, current_app

from companion.live.kept_events import KeptEvent
from companion.live.news import News, State
from companion.web import live_games
from companion.web.answers.games import SourceState, TableState
from companion.web.game_json import (
    PictureUrl,
    event_to_json,
    source_to_json,
    table_to_json,
)
from companion.words import language
from companion.words.language import gettext as _

MOST_STREAMS = 24
"""Each stream keeps one of the server's threads; the others are for everything else."""
KEEP_ALIVE_S = 10.0
_RETRY_MS = 2000
_EXTENSION = "companion-streams"


class CrowdedError(RuntimeError):
    """Too many pages listen already; trying again may help."""


def install(app: Flask) -> None:
    """Give an application room for streams."""
    app.extensions[_EXTENSION] = BoundedSemaphore(MOST_STREAMS)


def event_stream(number: int, after: int | None) -> Response:
    """Return the news of a game from now on, or from after an event.

    Of a game that nobody follows it is what was announced since, and the stream ends; browsers ask
    again by themselves.

    Raises
    ------
    GameNotFoundError
        If there is no such game.
    CrowdedError
        If too many listen already.
    """
    game = live_games.tables().find(number)
    snapshot = live_games.snapshot_of(number)
    after = snapshot.last_number if after is None else after
    url = live_games.picture_url(number)
    if game is None:
        missed = [kept for kept in snapshot.announcements if kept.number > after]
        parts = [
            _retry(),
            *(_event(kept, url) for kept in missed),
            _typed("source", source_to_json(None, None)),
        ]
        return _stream(iter(parts))
    room: BoundedSemaphore = current_app.extensions[_EXTENSION]
    if not room.acquire(blocking=False):
        raise CrowdedError(_("Too many pages listen already: close some of them."))
    response = _stream(_listen(game.news, after, url, language.current()))
    response.call_on_close(room.release)
    return response


def _stream(parts: Iterator[str]) -> Response:
    response = Response(parts, mimetype="text/event-stream")
    response.cache_control.no_store = True
    response.headers["X-Accel-Buffering"] = "no"
    return response


def _listen(news: News, after: int, url: PictureUrl, spoken: str) -> Iterator[str]:
    """Yield the news of a running game until it is followed no more."""
    yield _retry()
    state: State | None = news.state
    last_table: TableState | None = None
    last_source: SourceState | None = None
    version = -1
    while True:
        if state is None:
            yield ": still here\n\n"
        else:
            version = state.version
            with language.speaking(spoken):
                parts = [_event(kept, url) for kept in state.after(after)]
                table = table_to_json(state.snapshot)
                source = source_to_json(state.followed, state.problem)
            after = max(after, state.snapshot.last_number)
            if source != last_source:
                last_source = source
                parts.append(_typed("source", source))
            if table != last_table:
                last_table = table
                parts.append(_typed("table", table))
            if parts:
                yield "".join(parts)
            if not state.running:
                return
        state = news.wait(version, KEEP_ALIVE_S)


def _retry() -> str:
    return f"retry: {_RETRY_MS}\n\n"


def _event(kept: KeptEvent, url: PictureUrl) -> str:
    return f"id: {kept.number}\ndata: {_line(event_to_json(kept, url))}\n\n"


def _typed(kind: str, data: TableState | SourceState) -> str:
    return f"event: {kind}\ndata: {_line(data)}\n\n"


def _line(data: Mapping[str, object]) -> str:
    """Return data as JSON on one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
