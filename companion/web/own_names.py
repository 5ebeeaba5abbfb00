"""Under which names the companion answers: a page elsewhere may give its address another.

Werkzeug's own check knows no IPv6 addresses.
"""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from flask import Flask, current_app, request
from werkzeug.exceptions import SecurityError

_EXTENSION = "companion-names"


class OwnNames:
    """Names that are always the companion's, and those in the network while phones are let in."""

    def __init__(self, always: Sequence[str]) -> None:
        """Take the names that are always its own."""
        self._always = _bare(always)
        self._in_network: frozenset[str] = frozenset()

    def answer_in_network(self, names: Sequence[str]) -> None:
        """Answer under these names besides, and under no others of the network any more."""
        self._in_network = _bare(names)

    def __contains__(self, name: object) -> bool:
        """Tell whether a name is the companion's."""
        return name in self._always or name in self._in_network


def install(app: Flask, always: Sequence[str] | None) -> None:
    """Let an application refuse to answer under other names; with None under any."""
    if always is None:
        return
    app.extensions[_EXTENSION] = OwnNames(always)
    app.before_request(_refuse_other_names)


def answer_in_network(app: Flask, names: Sequence[str]) -> None:
    """Let an application answer under these names of the network, and under no others of it."""
    if _EXTENSION in app.extensions:
        app.extensions[_EXTENSION].answer_in_network(names)


def _refuse_other_names() -> None:
    own: OwnNames = current_app.extensions[_EXTENSION]
    try:
        name = urlsplit(f"//{request.host}").hostname
    except ValueError:
        name = None
    if name not in own:
        raise SecurityError


def _bare(hosts: Sequence[str]) -> frozenset[str]:
    return frozenset(host.strip("[]").lower() for host in hosts)
