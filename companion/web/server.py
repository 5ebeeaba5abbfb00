"""Serving the application: a server of its own, fit to be left running among strangers."""

from __future__ import annotations

import asyncio
import asyncio.sslproto
import errno
import gc
import socket
from contextlib import suppress
from pathlib import Path
from threading import Event, Thread
from typing import Any

import uvicorn
from flask import Flask

from companion.web.door import Door, GuardedSocket
from companion.web.gateway import Gateway

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
_BACKLOG = 1024
"""Connections that wait to be taken in; the system may allow fewer."""
_HEAD_BYTES = 32 * 1024
"""Of a request's first line and its headers together."""
_TLS_BYTES = 32 * 1024
"""Each connection that shakes hands has a buffer of this size; asyncio's own takes 256 KB."""
_GRACE_S = 2
_STOP_S = 5.0
_TIDIED_AFTER = 100
_LOOK_S = 0.5
_TAKEN = (errno.EADDRINUSE, 10048)
"""10048 is the number on Windows."""


class AddressError(RuntimeError):
    """The address to serve on cannot be used; the text says why and what to do."""


class _Loop(asyncio.SelectorEventLoop):
    """An event loop whose TLS connections have small buffers.

    Only this kind of loop accepts through the socket, which guards the door. asyncio has no setting
    for the size; it is that of each connection, and other loops of the process keep theirs.
    """

    def _make_ssl_transport(self, *arguments: Any, **more: Any) -> Any:
        transport = super()._make_ssl_transport(*arguments, **more)  # type: ignore[misc]
        protocol = getattr(transport, "_ssl_protocol", None)
        if isinstance(protocol, asyncio.sslproto.SSLProtocol):
            protocol.max_size = _TLS_BYTES  # type: ignore[misc]
            protocol._ssl_buffer = bytearray(_TLS_BYTES)  # type: ignore[attr-defined]
            protocol._ssl_buffer_view = memoryview(protocol._ssl_buffer)  # type: ignore[attr-defined]
        return transport


class CompanionServer:
    """One of the companion's servers: bound when made, serving when told to."""

    def __init__(self, app: Flask, host: str, port: int, identity: Path | None = None) -> None:
        """Bind to an address; port 0 takes any that is free.

        ``identity`` is a file with a certificate and its key: with it, HTTPS is served.

        Raises
        ------
        AddressError
            If the address is taken or is none of this machine's.
        """
        self._door = Door()
        self._gateway = Gateway(app, self._door)
        self._socket = _bound(host, port, self._door)
        config = uvicorn.Config(
            self._gateway,
            interface="asgi3",
            http="h11",
            ws="none",
            lifespan="off",
            log_config=None,
            log_level="critical",
            access_log=False,
            # what a request says of its sender is not believed
            proxy_headers=False,
            server_header=False,
            backlog=_BACKLOG,
            timeout_graceful_shutdown=_GRACE_S,
            h11_max_incomplete_event_size=_HEAD_BYTES,
            ssl_certfile=None if identity is None else str(identity),
        )
        config.load()
        self._server = uvicorn.Server(config)
        self._scheme = "http" if identity is None else "https"
        self._thread: Thread | None = None
        self._has_begun = False
        self._ended = Event()
        self.host: str = host
        self.port: int = self._socket.getsockname()[1]

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        if self.host in ("0.0.0.0", "::"):
            host = "127.0.0.1"
        return f"{self._scheme}://{host}:{self.port}/"

    def serve(self) -> None:
        """Answer requests until stopped."""
        self._has_begun = True
        with asyncio.Runner(loop_factory=_Loop) as runner:
            runner.run(self._serve())

    async def _serve(self) -> None:
        watching = asyncio.create_task(self._watch())
        try:
            await self._server.serve([self._socket])
        finally:
            watching.cancel()
            self._door.end_all()
            await asyncio.sleep(0)
            self._gateway.close()
            self._ended.set()

    async def _watch(self) -> None:
        tidied = 0
        while True:
            await asyncio.sleep(_LOOK_S)
            self._door.end_late()
            if self._door.ended - tidied > _TIDIED_AFTER:
                # what a broken handshake leaves refers to itself: Python would find it late
                gc.collect()
                tidied = self._door.ended

    def serve_beside(self) -> None:
        """Answer requests in a thread of its own until stopped."""
        self._has_begun = True
        self._thread = Thread(target=self.serve, name=f"{self._scheme} server", daemon=True)
        self._thread.start()

    @property
    def is_serving(self) -> bool:
        """Whether it answers requests in a thread of its own."""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """Stop answering requests."""
        self._gateway.stop()
        self._server.should_exit = True
        if self._has_begun:
            self._ended.wait(_STOP_S)
        else:
            self._socket.close()
        if self._thread is not None:
            self._thread.join(_STOP_S)


def bound(
    app: Flask, host: str, port: int | None, usual: int, identity: Path | None = None
) -> CompanionServer:
    """Return a server on a port, or where none is given on the usual one or any that is free.

    Raises
    ------
    AddressError
        If the address cannot be used.
    """
    if port is not None:
        return CompanionServer(app, host, port, identity)
    try:
        return CompanionServer(app, host, usual, identity)
    except AddressError:
        return CompanionServer(app, host, 0, identity)


def _bound(host: str, port: int, door: Door) -> GuardedSocket:
    """Return a socket that listens on an address."""
    try:
        family, *_, address = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        # with its protocol named, or asyncio leaves answers in several parts waiting for each other
        listening = GuardedSocket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    except OSError as error:
        raise AddressError(_sentence(error, host, port)) from error
    listening.door = door
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows, where reuse would share the port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            with suppress(OSError):
                listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, int(host != "::"))
        listening.bind(address)
        listening.listen(_BACKLOG)
        listening.setblocking(False)
    except OSError as error:
        listening.close()
        raise AddressError(_sentence(error, host, port)) from error
    return listening


def _sentence(error: OSError, host: str, port: int) -> str:
    if error.errno in _TAKEN:
        return f"Port {port} is taken, perhaps by another companion: choose one with --port."
    reason = (error.strerror or str(error)).lower()
    return f"{host}:{port} cannot be served on: {reason}; choose another with --host and --port."
