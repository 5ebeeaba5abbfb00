"""Serving the application: a threaded server of its own, fit to be left running."""

from __future__ import annotations

import errno
import logging
import socket
from pathlib import Path
from threading import Thread
from typing import Any

from cheroot.server import HTTPConnection
from cheroot.ssl.builtin import BuiltinSSLAdapter
from cheroot.wsgi import Server
from flask import Flask

from companion.web.events_stream import MOST_STREAMS

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
_THREADS = 16 + MOST_STREAMS
_TAKEN = (errno.EADDRINUSE, 10048)
_STOP_S = 5.0
_NOTICES_S = 0.1
"""A server that waits for requests notices so soon that it is to stop."""
_log = logging.getLogger(__name__)


class AddressError(RuntimeError):
    """The address to serve on cannot be used; the text says why and what to do."""


class _PatientAdapter(BuiltinSSLAdapter):
    """TLS that shakes hands in the thread that serves the connection.

    The one that accepts connections would otherwise wait for whoever opens one and says nothing.
    """

    def wrap(self, sock: socket.socket) -> tuple[socket.socket, dict[str, Any]]:
        secure = self.context.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
        return secure, {"wsgi.url_scheme": "https", "HTTPS": "on"}


class _SecureConnection(HTTPConnection):
    """A connection that shakes hands before the first request, and is closed where that fails.

    A phone that does not trust the companion yet breaks off here, which is no error of ours.
    """

    _shaken = False

    def communicate(self) -> bool:
        if not self._shaken:
            try:
                self.socket.do_handshake()
            except OSError as error:
                _log.info("No secure connection came about: %s", error)
                return False
            self._shaken = True
        return bool(super().communicate())  # type: ignore[no-untyped-call]


class _QuietServer(Server):
    """A server that notes what happens to connections instead of printing it."""

    def error_log(self, msg: str = "", level: int = logging.INFO, traceback: bool = False) -> None:
        """Note it for who looks for it; views report their own errors."""
        _log.log(min(level, logging.INFO), msg, exc_info=traceback)


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
        self._server = _QuietServer((host, port), app, numthreads=_THREADS, server_name="palago")
        self._server.shutdown_timeout = 2
        self._server.expiration_interval = _NOTICES_S
        self._scheme = "http"
        if identity is not None:
            self._server.ssl_adapter = _PatientAdapter(str(identity), str(identity))
            self._server.ConnectionClass = _SecureConnection
            self._scheme = "https"
        try:
            self._server.prepare()
        except OSError as error:
            raise AddressError(_sentence(error, host, port)) from error
        self._thread: Thread | None = None
        self.host: str = host
        self.port: int = self._server.bind_addr[1]

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        if self.host in ("0.0.0.0", "::"):
            host = "127.0.0.1"
        return f"{self._scheme}://{host}:{self.port}/"

    def serve(self) -> None:
        """Answer requests until stopped; returns on Ctrl-C as well."""
        try:
            self._server.serve()
        finally:
            self._server.stop()

    def serve_beside(self) -> None:
        """Answer requests in a thread of its own until stopped."""
        self._thread = Thread(target=self.serve, name=f"{self._scheme} server", daemon=True)
        self._thread.start()

    @property
    def is_serving(self) -> bool:
        """Whether it answers requests in a thread of its own."""
        return self._thread is not None and self._thread.is_alive()

    def stop(self) -> None:
        """Stop answering requests."""
        self._server.stop()
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


def _sentence(error: OSError, host: str, port: int) -> str:
    # The server passes on the system's error as text only; 10048 is the number on Windows.
    if any(f"rror {code}]" in str(error) or f"rrno {code}]" in str(error) for code in _TAKEN):
        return f"Port {port} is taken, perhaps by another companion: choose one with --port."
    return f"{host}:{port} cannot be served on ({error}): choose another with --host and --port."
