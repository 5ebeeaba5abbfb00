"""The news of a game as server-sent events (HTML Living Standard, section 9.2)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from threading import Lock
from time import monotonic
from typing import Any
from weakref import WeakKeyDictionary

from flask import Flask, Response, current_app, request

from companion.live.kept_events import KeptEvent
from companion.live.news import News, State
from companion.web import access, live_games
from companion.web.answers.games import SourceState, TableState
from companion.web.game_json import (
    PictureUrl,
    event_to_json,
    source_to_json,
    table_to_json,
)
from companion.words import language
from companion.words.language import gettext as _

MOST_OF_HOST, MOST_OF_GUESTS, MOST_OF_PASS = 64, 160, 8
MOST_OF_SPECTATORS = 80
"""Of all guests' streams: those at the tables are not crowded out by those who look on."""
"""So many streams may be open at once; they cost memory and no thread."""
KEEP_ALIVE_S = 10.0
_LOOK_S = 1.0
"""How often it is looked whether who listens may still do so."""
_RETRY_MS = 2000
_EXTENSION = "companion-streams"
_SLOT = "companion.listening"


class CrowdedError(RuntimeError):
    """Too many pages listen already; trying again may help."""


@dataclass(frozen=True)
class Lines:
    """What the source and the table are at a version of a game's state, as events."""

    version: int
    source: str
    table: str


class Room:
    """Who listens at present: the host, and the guests by the passes they have.

    What all of them are told of a game's newest state is made once for each language.
    """

    def __init__(self) -> None:
        self._open: Counter[str] = Counter()
        self._alone = Lock()
        self._lines: WeakKeyDictionary[News, dict[str, Lines]] = WeakKeyDictionary()

    def lines(self, news: News, state: State, spoken: str) -> Lines:
        """Return what there is to tell of a game's state in a language."""
        with self._alone:
            found = self._lines.setdefault(news, {}).get(spoken)
        if found is None or found.version != state.version:
            with language.speaking(spoken):
                source = source_to_json(state.followed, state.problem, state.computer)
                table = table_to_json(state.snapshot, by_hand=state.source.by_hand)
                found = Lines(state.version, _typed("source", source), _typed("table", table))
            with self._alone:
                self._lines[news][spoken] = found
        return found

    @contextmanager
    def place(self, who: str) -> Iterator[None]:
        """Keep a place for one stream of somebody; an empty text is the host.

        Raises
        ------
        CrowdedError
            If there is none left.
        """
        with self._alone:
            guests = self._open.total() - self._open[""]
            most = MOST_OF_PASS if who else MOST_OF_HOST
            watching = sum(n for key, n in self._open.items() if key.startswith(access.SPECTATORS))
            if who.startswith(access.SPECTATORS) and watching >= MOST_OF_SPECTATORS:
                raise CrowdedError(_("Too many pages listen already: close some of them."))
            if self._open[who] >= most or (who and guests >= MOST_OF_GUESTS):
                raise CrowdedError(_("Too many pages listen already: close some of them."))
            self._open[who] += 1
        try:
            yield
        finally:
            with self._alone:
                self._open[who] -= 1
                self._open += Counter()  # leaves out those who have none


@dataclass
class Slot:
    """Where a view puts a listener for a server that can wait without a thread."""

    listener: Listener | None = None


def offer_listening(environ: dict[str, Any]) -> Slot:
    """Let the view of a request give its listener to the server; return where it will be."""
    slot = Slot()
    environ[_SLOT] = slot
    return slot


def install(app: Flask) -> None:
    """Give an application room for streams."""
    app.extensions[_EXTENSION] = Room()


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
    room: Room = current_app.extensions[_EXTENSION]
    place = ExitStack()
    place.enter_context(room.place(access.who(number)))
    listener = Listener(game.news, after, url, room, access.still_allowed(number), place)
    slot: Slot | None = request.environ.get(_SLOT)
    if slot is None:
        response = _stream(_listen(listener))
        response.call_on_close(listener.close)
        return response
    slot.listener = listener
    return _stream(iter(()))


def _stream(parts: Iterator[str]) -> Response:
    response = Response(parts, mimetype="text/event-stream")
    response.cache_control.no_store = True
    response.headers["X-Accel-Buffering"] = "no"
    return response


class Listener:
    """One page that listens to a running game: what it knows, and what it is to be told next."""

    def __init__(
        self,
        news: News,
        after: int,
        url: PictureUrl,
        room: Room,
        allowed: Callable[[], bool],
        place: ExitStack,
    ) -> None:
        self._news, self._after, self._url = news, after, url
        self._room, self._allowed, self._place = room, allowed, place
        self._spoken = language.current()
        self._version = -1
        self._table = self._source = ""
        self._told_at: float | None = None
        self.is_over = False

    def watch(self, call: Callable[[], None]) -> Callable[[], None]:
        """Have something called when there may be news; return what ends that."""
        return self._news.watch(call)

    def wait(self, timeout: float) -> None:
        """Wait for seconds at most until there are news."""
        self._news.wait(self._version, timeout)

    def news(self) -> str:
        """Return what is new since the last time; empty where nothing is."""
        parts = [_retry()] if self._told_at is None else []
        state = self._news.state
        if not self._allowed():
            self.is_over = True
        elif state.version != self._version:
            self._version = state.version
            parts += self._changes(state)
            self.is_over = not state.running
        elif self._told_at is not None and monotonic() - self._told_at > KEEP_ALIVE_S:
            parts.append(": still here\n\n")
        if parts:
            self._told_at = monotonic()
        return "".join(parts)

    def _changes(self, state: State) -> list[str]:
        with language.speaking(self._spoken):
            told, by_hand = state.after(self._after), state.source.by_hand
            parts = [_event(kept, self._url, by_hand=by_hand) for kept in told]
        self._after = max(self._after, state.snapshot.last_number)
        lines = self._room.lines(self._news, state, self._spoken)
        if lines.source != self._source:
            self._source = lines.source
            parts.append(lines.source)
        if lines.table != self._table:
            self._table = lines.table
            parts.append(lines.table)
        return parts

    def close(self) -> None:
        """Give the place to somebody else."""
        self._place.close()


def _listen(listener: Listener) -> Iterator[str]:
    """Yield the news of a running game until it is followed no more."""
    while not listener.is_over:
        if text := listener.news():
            yield text
        else:
            listener.wait(_LOOK_S)


def _retry() -> str:
    return f"retry: {_RETRY_MS}\n\n"


def _event(kept: KeptEvent, url: PictureUrl, *, by_hand: bool = False) -> str:
    data = event_to_json(kept, url, by_hand=by_hand)
    return f"id: {kept.number}\ndata: {_line(data)}\n\n"


def _typed(kind: str, data: TableState | SourceState) -> str:
    return f"event: {kind}\ndata: {_line(data)}\n\n"


def _line(data: Mapping[str, object]) -> str:
    """Return data as JSON on one line."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))
