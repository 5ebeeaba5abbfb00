"""Letting phones in the network reach the companion, and shutting them out, while it runs.

The host's own server stays bound to loopback. Phones are answered by two servers beside it, over
HTTP and over HTTPS, that are there only while they are let in.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Protocol

from flask import Flask, current_app

from companion.security import network
from companion.security.ports import HTTP_PORT, HTTPS_PORT
from companion.web import own_names, reach
from companion.web.server import CompanionServer, bound

if TYPE_CHECKING:
    from companion.security.certificate_authority import Authority

EVERYWHERE = "0.0.0.0"
_EXTENSION = "companion-phone-access"


class Switch(Protocol):
    """Turns the phones' access on and off."""

    @property
    def is_open(self) -> bool:
        """Whether phones can reach the companion."""
        ...

    def open(self) -> None:
        """Let phones reach it."""
        ...

    def close(self) -> None:
        """Shut them out."""
        ...


@dataclass(frozen=True)
class SecureServer:
    """An HTTPS server, and the authority that its certificate is of."""

    server: CompanionServer
    authority: Authority
    addresses: tuple[str, ...]

    def reach(self, http_port: int) -> reach.Reach:
        """Return how phones reach the companion; ``http_port`` is where HTTP is served."""
        return reach.Reach(
            addresses=self.addresses,
            secure_addresses=tuple(filter(self.authority.vouches_for, self.addresses)),
            http_port=http_port,
            https_port=self.server.port,
            certificate=self.authority.certificate,
        )


def secure_server(app: Flask, host: str, port: int | None, data: Path) -> SecureServer:
    """Return a bound HTTPS server with a certificate for this machine.

    Raises
    ------
    AddressError
        If the address cannot be used.
    DataError
        If the certificates cannot be read or written.
    """
    numbers = (host,) if network.is_number(host) else network.addresses()
    names = network.names()
    # what makes certificates takes a moment to load, which only who lets phones in need wait for
    from companion.security.certificate_authority import Authority

    authority = Authority(data / "security", names, numbers)
    identity = authority.server_file(names, numbers)
    return SecureServer(bound(app, host, port, HTTPS_PORT, identity), authority, numbers)


class PhoneAccess:
    """The servers for phones; anybody may turn them on and off, one at a time."""

    def __init__(
        self,
        app: Flask,
        data: Path,
        *,
        host: str = EVERYWHERE,
        https_port: int | None = None,
        http_port: int | None = None,
    ) -> None:
        """Take note of where phones will be answered; nothing is bound yet."""
        self._app, self._data, self._host = app, data, host
        self._ports = http_port, https_port
        self._servers: tuple[CompanionServer, ...] = ()
        self._turning = Lock()
        self.is_renewed = False
        """Whether the certificate was renewed when it was opened: each phone must trust it anew."""

    @property
    def is_open(self) -> bool:
        """Whether phones can reach the companion."""
        return bool(self._servers)

    def open(self) -> None:
        """Let phones reach it.

        Raises
        ------
        AddressError
            If no port can be bound.
        DataError
            If the certificates cannot be read or written.
        """
        with self._turning:
            if self._servers:
                return
            http_port, https_port = self._ports
            secure = secure_server(self._app, self._host, https_port, self._data)
            try:
                plain = bound(self._app, self._host, http_port, HTTP_PORT)
            except Exception:
                secure.server.stop()
                raise
            self.is_renewed = secure.authority.is_renewed
            own_names.answer_in_network(self._app, (*secure.addresses, *network.names()))
            reach.install(self._app, secure.reach(plain.port))
            for server in (plain, secure.server):
                server.serve_beside()
            self._servers = (plain, secure.server)

    def close(self) -> None:
        """Shut phones out: their streams end, and nothing in the network is answered any more."""
        with self._turning:
            servers, self._servers = self._servers, ()
            reach.install(self._app, reach.Reach())
            own_names.answer_in_network(self._app, ())
            for server in servers:
                server.stop()


def install(app: Flask, access: Switch) -> None:
    """Let the host turn an application's phone access on and off."""
    app.extensions[_EXTENSION] = access


def phone_access() -> Switch | None:
    """Return what turns it on and off; None where it stays as the companion was started."""
    access: Switch | None = current_app.extensions.get(_EXTENSION)
    return access
