"""From the server's event loop to the application: requests whole and bounded, answers in time.

A thread is taken only once all of a request is there, and given back before the answer is sent, so
that nobody who sends or reads slowly keeps one. The host has threads of its own. How much is read
of a body depends on who asks (`companion.web.access.allowance`).
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable, Mapping
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from http import HTTPStatus
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from flask import Flask

from companion.security.network import is_loopback
from companion.web import access
from companion.web.door import Client, Door
from companion.web.events_stream import Listener, offer_listening
from vision.pictures.images import MAX_BYTES

Scope = Mapping[str, Any]
Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]

HOST_THREADS, GUEST_THREADS = 8, 4
_STREAM_THREADS = 2
BODY_S, BODY_BYTES_A_SECOND = 15.0, 64 * 1024
ANSWER_S, ANSWER_BYTES_A_SECOND = 15.0, 32 * 1024
"""A body, or an answer, may take so long, and one second more for so many bytes."""
_DISCARDED_BYTES, _DISCARDING_S = 64 << 20, 5.0
_GUESTS_BYTES = MAX_BYTES + (1 << 20)
"""What may be held at once of the bodies and the large answers of all guests."""
_SMALL_BYTES = 64 * 1024
_STREAM_LOOK_S = 1.0


@dataclass(frozen=True)
class _Answer:
    status: int
    headers: Headers
    body: bytes
    listener: Listener | None = None


class _Budget:
    """Bytes that may be held at once."""

    def __init__(self, most: int) -> None:
        self._left = most

    def take(self, count: int) -> None:
        if count > self._left:
            raise BufferError("all that may be held for guests is held")
        self._left -= count

    def give_back(self, count: int) -> None:
        self._left += count


class Gateway:
    """An ASGI application that asks a WSGI one."""

    def __init__(self, app: Flask, door: Door) -> None:
        self._app, self._door = app, door
        self._pools: dict[bool, Executor] = {
            True: ThreadPoolExecutor(HOST_THREADS, "host"),
            False: ThreadPoolExecutor(GUEST_THREADS, "guests"),
        }
        self._streams = ThreadPoolExecutor(_STREAM_THREADS, "streams")
        self._guests = _Budget(_GUESTS_BYTES)
        self._stopping = False

    def stop(self) -> None:
        """End the event streams and take no more requests."""
        self._stopping = True

    def close(self) -> None:
        """Let the threads go."""
        for pool in (*self._pools.values(), self._streams):
            pool.shutdown(wait=False, cancel_futures=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        client: Client = tuple(scope["client"] or ("", 0))
        with self._door.asking(client):
            try:
                await self._answer(scope, receive, send, is_host=is_loopback(client[0]))
            except TimeoutError:
                self._door.end(client)  # it does not take what it asked for

    async def _answer(self, scope: Scope, receive: Receive, send: Send, *, is_host: bool) -> None:
        environ = _environ(scope)
        # a pass is checked by computing alone; no file or database is asked here
        most = access.allowance(self._app, environ)
        held = _Held(None if is_host else self._guests)
        try:
            is_whole = await _take_body(environ, receive, most, held)
            loop = asyncio.get_running_loop()
            work = partial(_asked, self._app, environ)
            answer = await loop.run_in_executor(self._pools[is_host], work)
            if len(answer.body) > _SMALL_BYTES:
                held.take(len(answer.body))
        except TimeoutError:  # it sends too slowly
            is_whole, answer = False, _plain(HTTPStatus.REQUEST_TIMEOUT)
        except BufferError:
            is_whole, answer = False, _plain(HTTPStatus.SERVICE_UNAVAILABLE)
        try:
            headers = answer.headers if is_whole else [*answer.headers, (b"connection", b"close")]
            start = {"type": "http.response.start", "status": answer.status, "headers": headers}
            patience = ANSWER_S + len(answer.body) / ANSWER_BYTES_A_SECOND
            async with asyncio.timeout(patience):
                await send(start)
                if answer.listener is None:
                    await _send_body(answer.body, send)
            if answer.listener is not None:
                await self._stream(answer.listener, receive, send)
        finally:
            held.give_back()

    async def _stream(self, listener: Listener, receive: Receive, send: Send) -> None:
        """Send news until nobody listens, the game ends or the server stops; keeps no thread."""
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        gone = loop.create_task(_disconnected(receive))
        gone.add_done_callback(lambda _: woken.set())
        unwatch = listener.watch(partial(_wake, loop, woken))
        try:
            while not (gone.done() or self._stopping or listener.is_over):
                woken.clear()
                text = await loop.run_in_executor(self._streams, listener.news)
                if text:
                    async with asyncio.timeout(ANSWER_S):
                        part = {"type": "http.response.body", "body": text.encode()}
                        await send({**part, "more_body": True})
                    continue
                try:
                    async with asyncio.timeout(_STREAM_LOOK_S):
                        await woken.wait()
                except TimeoutError:
                    continue
            await send({"type": "http.response.body", "body": b""})
        finally:
            unwatch()
            gone.cancel()
            listener.close()


class _Held:
    """What one request holds of the guests' bytes; the host's are not counted."""

    def __init__(self, budget: _Budget | None) -> None:
        self._budget, self._count = budget, 0

    def take(self, count: int) -> None:
        if self._budget is not None:
            self._budget.take(count)
            self._count += count

    def give_back(self) -> None:
        if self._budget is not None:
            self._budget.give_back(self._count)
            self._count = 0


async def _take_body(environ: dict[str, Any], receive: Receive, most: int, held: _Held) -> bool:
    """Put the body into the environment; tell whether all of it was read.

    One that is larger than ``most`` bytes is thrown away as it comes; the application is told the
    size and refuses it by that.
    """
    declared = environ.get("CONTENT_LENGTH", "0")
    size = int(declared) if declared.isdigit() and len(declared) < 20 else sys.maxsize
    is_chunked = "HTTP_TRANSFER_ENCODING" in environ
    if size > most and not is_chunked:
        if "HTTP_EXPECT" not in environ:
            await _discard(receive)
        return False
    patience = BODY_S + (most if is_chunked else size) / BODY_BYTES_A_SECOND
    body = bytearray()
    async with asyncio.timeout(patience):
        while True:
            message = await receive()
            part = message.get("body", b"")
            if len(body) + len(part) > most:
                environ["CONTENT_LENGTH"] = str(sys.maxsize)
                environ.pop("HTTP_TRANSFER_ENCODING", None)
                body.clear()
                await _discard(receive)
                return False
            held.take(len(part))
            body += part
            if not message.get("more_body"):
                break
    environ.pop("HTTP_TRANSFER_ENCODING", None)
    if is_chunked or declared != "0":
        environ["CONTENT_LENGTH"] = str(len(body))
    environ["wsgi.input"] = BytesIO(body)
    return True


async def _discard(receive: Receive) -> None:
    """Let somebody finish who sends too much, so that the answer is read; within bounds."""
    left = _DISCARDED_BYTES
    try:
        async with asyncio.timeout(_DISCARDING_S):
            while left > 0:
                message = await receive()
                left -= len(message.get("body", b""))
                if not message.get("more_body"):
                    return
    except TimeoutError:
        return


async def _send_body(body: bytes, send: Send) -> None:
    """Send a body in parts, each of which waits until what was sent before has gone out."""
    for begins in range(0, len(body), _SMALL_BYTES):
        part = body[begins : begins + _SMALL_BYTES]
        await send({"type": "http.response.body", "body": part, "more_body": True})
        await asyncio.sleep(0)  # for who has gone to be noticed
    await send({"type": "http.response.body", "body": b""})


async def _disconnected(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


def _wake(loop: asyncio.AbstractEventLoop, woken: asyncio.Event) -> None:
    try:
        loop.call_soon_threadsafe(woken.set)
    except RuntimeError:
        return  # the server has stopped


def _asked(app: Flask, environ: dict[str, Any]) -> _Answer:
    """Ask the application, in a thread, for its whole answer."""
    started: list[tuple[str, list[tuple[str, str]]]] = []

    def start(
        status: str, headers: list[tuple[str, str]], _error: object = None
    ) -> Callable[[bytes], object]:
        started.append((status, headers))
        return lambda _data: None

    slot = offer_listening(environ)
    parts: Iterable[bytes] = app.wsgi_app(environ, start)
    try:
        body = b"".join(parts)
    finally:
        if hasattr(parts, "close"):
            parts.close()
    status, headers = started[-1]
    sent = [(name.encode("latin-1"), text.encode("latin-1")) for name, text in headers]
    return _Answer(int(status[:3]), sent, body, slot.listener)


def _plain(status: HTTPStatus) -> _Answer:
    body = status.phrase.encode()
    headers = [(b"content-type", b"text/plain"), (b"content-length", str(len(body)).encode())]
    return _Answer(status, headers, body)


def _environ(scope: Scope) -> dict[str, Any]:
    """Return a request's environment (PEP 3333), without its body."""
    address, port = scope["client"] or ("", 0)
    server, server_port = scope["server"] or ("", 0)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope["raw_path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server,
        "SERVER_PORT": str(server_port),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": address,
        "REMOTE_PORT": str(port),
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.input": BytesIO(),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }
    for raw, value in scope["headers"]:
        name = raw.decode("latin-1").upper()
        if "_" in name:
            continue  # it would be taken for the header with hyphens
        name = name.replace("-", "_")
        if name not in ("CONTENT_TYPE", "CONTENT_LENGTH"):
            name = f"HTTP_{name}"
        text = value.decode("latin-1")
        between = "; " if name == "HTTP_COOKIE" else ","
        environ[name] = f"{environ[name]}{between}{text}" if name in environ else text
    return environ
