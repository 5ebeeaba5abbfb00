"""A companion on loopback and plain HTTP to it, as a page or a program would speak."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPResponse
from time import monotonic
from typing import Any, Self

from flask import Flask

from companion.live import Tables

TIMEOUT_S = 60


@dataclass(frozen=True)
class Answer:
    """An answer of the API."""

    status: int
    data: Any
    headers: dict[str, str]


@dataclass(frozen=True)
class Companion:
    """A companion that serves, and what it was made of."""

    app: Flask
    tables: Tables
    host: str
    port: int

    def ask(
        self,
        method: str,
        path: str,
        body: Any = None,
        headers: dict[str, str] | None = None,
    ) -> Answer:
        """Ask for something; bytes go as they are, all else as JSON."""
        connection = HTTPConnection(self.host, self.port, timeout=TIMEOUT_S)
        try:
            sent = body if body is None or isinstance(body, bytes) else json.dumps(body).encode()
            connection.request(method, path, sent, headers or {})
            response = connection.getresponse()
            text = response.read()
            is_json = (response.getheader("Content-Type") or "").startswith("application/json")
            data = json.loads(text) if is_json else text
            return Answer(response.status, data, dict(response.getheaders()))
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        """Return the JSON at an address."""
        answer = self.ask("GET", path)
        assert answer.status == 200, answer
        return answer.data

    def do(self, method: str, path: str, body: Any = None) -> Any:
        """Have something done and return the JSON of the answer."""
        answer = self.ask(method, path, body)
        assert answer.status in (200, 201, 202, 204), answer
        return answer.data

    def listen(self, game: int, after: int | None = None) -> Listener:
        """Listen to a game's events, as a browser that has seen some already."""
        return Listener(self, game, after)


class Listener:
    """An open stream of events."""

    def __init__(self, companion: Companion, game: int, after: int | None) -> None:
        self._connection = HTTPConnection(companion.host, companion.port, timeout=TIMEOUT_S)
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        self._connection.request("GET", f"/api/games/{game}/events", headers=headers)
        self.response: HTTPResponse = self._connection.getresponse()
        assert self.response.status == 200
        assert self.response.getheader("Content-Type", "").startswith("text/event-stream")

    def __iter__(self) -> Iterator[tuple[str, Any]]:
        """Yield the type and the data of each event until the stream ends."""
        kind, data = "message", ""
        deadline = monotonic() + TIMEOUT_S
        while line := self.response.readline().decode():
            assert monotonic() < deadline, "what a test waits for did not come"
            if line.startswith("event: "):
                kind = line.removeprefix("event: ").strip()
            elif line.startswith("data: "):
                data = line.removeprefix("data: ")
            elif line == "\n" and data:
                yield kind, json.loads(data)
                kind, data = "message", ""

    def until(self, event: str) -> list[dict[str, Any]]:
        """Return what is announced up to an event of a kind."""
        said = []
        for kind, data in self:
            if kind == "message":
                said.append(data)
                if data["event"] == event:
                    return said
        raise AssertionError(f"the stream ended before {event!r}: {said}")

    def close(self) -> None:
        """Go away without a word, as a phone does."""
        self.response.close()
        self._connection.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
