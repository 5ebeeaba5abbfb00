"""How phones reach the companion: its addresses in the network, and its certificate authority."""

from __future__ import annotations

from dataclasses import dataclass
from typing import cast

from flask import Flask, current_app, url_for

from companion.live.choice import SourceChoice, choice_to_json
from companion.web.access import is_host
from companion.web.answers.phones import Host, UsualSource

_EXTENSION = "companion-reach"


@dataclass(frozen=True)
class Reach:
    """The addresses under which the companion answers.

    Attributes
    ----------
    addresses
        Names or numbers of this machine in the network, the likeliest first; none where only the
        machine itself can reach the companion.
    secure_addresses
        Those of them that the certificate is for.
    http_port, https_port
        Where it listens; without HTTPS ``https_port`` is None.
    certificate
        The certificate authority (PEM) that phones are asked to trust.
    """

    addresses: tuple[str, ...] = ()
    secure_addresses: tuple[str, ...] = ()
    http_port: int = 0
    https_port: int | None = None
    certificate: bytes | None = None

    def http(self) -> list[str]:
        """Return the addresses over HTTP, each ending in a slash."""
        return [f"http://{address}:{self.http_port}/" for address in self.addresses]

    def https(self) -> list[str]:
        """Return the addresses over HTTPS, each ending in a slash."""
        if self.https_port is None:
            return []
        return [f"https://{address}:{self.https_port}/" for address in self.secure_addresses]


def install(app: Flask, found: Reach) -> None:
    """Tell an application how it is reached, which is known once its servers are bound."""
    app.extensions[_EXTENSION] = found


def reach() -> Reach:
    """Return how the application at work is reached."""
    return reach_of(current_app)


def reach_of(app: Flask) -> Reach:
    """Return how an application is reached."""
    found: Reach = app.extensions[_EXTENSION]
    return found


def addresses(usual: SourceChoice | None = None) -> Host:
    """Return who asks, and the companion's addresses for phones, as ``GET /api/host`` does.

    ``usual``, the source that is taken where none is named, is told to the host alone.
    """
    found = reach()
    told = choice_to_json(usual) if usual is not None and is_host() else None
    return {
        "host": is_host(),
        "http": found.http(),
        "https": found.https(),
        "certificate": url_for("phones_api.certificate") if found.certificate else None,
        "source": cast(UsualSource | None, told),
    }


def secure_address(host: str, path: str) -> str | None:
    """Return a page's address over HTTPS, for somebody who came here under a host's name."""
    found = reach()
    if found.https_port is None or host not in found.secure_addresses:
        return None
    return f"https://{host}:{found.https_port}{path}"
