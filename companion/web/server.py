"""Serving the application: a threaded server of its own, fit to be left running."""

from __future__ import annotations

import errno
import ipaddress

from cheroot.wsgi import Server
from flask import Flask

LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
_THREADS = 16
_TAKEN = (errno.EADDRINUSE, 10048)


class AddressError(RuntimeError):
    """The address to serve on cannot be used; the text says why and what to do."""


class CompanionServer:
    """The companion's server: bound when made, serving when told to."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Bind to an address; port 0 takes any that is free.

        Raises
        ------
        AddressError
            If the address is taken or is none of this machine's.
        """
        self._server = Server((host, port), app, numthreads=_THREADS, server_name="palago")
        self._server.shutdown_timeout = 2
        try:
            self._server.prepare()
        except OSError as error:
            raise AddressError(_sentence(error, host, port)) from error
        self.host: str = host
        self.port: int = self._server.bind_addr[1]

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        if self.host in ("0.0.0.0", "::"):
            host = "127.0.0.1"
        return f"http://{host}:{self.port}/"

    def serve(self) -> None:
        """Answer requests until stopped; returns on Ctrl-C as well."""
        try:
            self._server.serve()
        finally:
            self._server.stop()

    def stop(self) -> None:
        """Stop answering requests."""
        self._server.stop()


def is_loopback(host: str) -> bool:
    """Tell whether an address is this machine's own, unreachable for others."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _sentence(error: OSError, host: str, port: int) -> str:
    # The server passes on the system's error as text only; 10048 is the number on Windows.
    if any(f"rror {code}]" in str(error) or f"rrno {code}]" in str(error) for code in _TAKEN):
        return f"Port {port} is taken, perhaps by another companion: choose one with --port."
    return f"{host}:{port} cannot be served on ({error}): choose another with --host and --port."
