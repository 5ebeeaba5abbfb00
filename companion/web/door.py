"""Who is connected: limits that hold before a byte is read, so that nobody keeps others out.

Of too many connections from one address the one that has waited longest without a request makes
room for the newest, so that whoever does ask for something gets through. A connection that asks for
nothing in time is closed, whatever it is doing instead: saying nothing, dripping a header, stopping
in the middle of a handshake. Connections from this machine and from elsewhere are counted apart.

All of it happens in the thread of the server's event loop.
"""

from __future__ import annotations

import socket
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any

from companion.security.network import is_loopback

MOST_OF_GUESTS = 256
MOST_OF_ADDRESS = 96
MOST_OF_HOST = 128
MOST_NEW, NEW_WITHIN_S = 300, 10.0
"""So many connections may an address elsewhere open in so many seconds; the next are refused."""
ASKS_WITHIN_S = 10.0
"""A connection must have brought the head of a request by then, the first one or the next."""
Client = tuple[str, int]
"""Address and port of somebody who is connected."""


@dataclass
class _Connection:
    socket: socket.socket
    address: str
    waits_since: float
    requests: int = 0
    asked_at: float = 0.0
    """When it last went from waiting to being answered."""

    @property
    def is_open(self) -> bool:
        return self.socket.fileno() != -1

    @property
    def is_of_host(self) -> bool:
        return is_loopback(self.address)

    def end(self) -> None:
        """Break it off; the event loop notices and tidies up."""
        with suppress(OSError):
            self.socket.shutdown(socket.SHUT_RDWR)


class Door:
    """The connections of one server."""

    def __init__(self) -> None:
        self._connections: dict[Client, _Connection] = {}
        self._new: Counter[str] = Counter()
        self._counted_since = monotonic()
        self.ended = 0
        """How many it has broken off or refused."""

    def admit(self, connection: socket.socket, client: Client) -> bool:
        """Take a new connection in, or refuse it.

        It is refused where its address has opened very many of late, or where all that could make
        room are at work. For the host the one makes room that has been answered for longest.
        """
        self._forget_closed()
        new = _Connection(connection, client[0], monotonic())
        if not new.is_of_host and self._comes_too_often(new):
            self.ended += 1
            return False
        while crowd := self._crowd(new):
            waiting = [one for one in crowd if not one.requests]
            if waiting:
                longest = min(waiting, key=lambda one: one.waits_since)
            elif new.is_of_host:
                # programs that read slowly must not keep the host's page out; who listens to a
                # game and is broken off comes back by itself and misses nothing
                longest = min(crowd, key=lambda one: one.asked_at)
            else:
                return False
            longest.end()
            self.ended += 1
            self._connections = {k: c for k, c in self._connections.items() if c is not longest}
        self._connections[client] = new
        return True

    def _comes_too_often(self, new: _Connection) -> bool:
        if new.waits_since - self._counted_since > NEW_WITHIN_S:
            self._new.clear()
            self._counted_since = new.waits_since
        self._new[new.address] += 1
        return self._new[new.address] > MOST_NEW

    def _crowd(self, new: _Connection) -> list[_Connection]:
        """Return the connections one of which is too many beside a new one."""
        if new.is_of_host:
            hosts = [one for one in self._connections.values() if one.is_of_host]
            return hosts if len(hosts) >= MOST_OF_HOST else []
        guests = [one for one in self._connections.values() if not one.is_of_host]
        same = [one for one in guests if one.address == new.address]
        if len(same) >= MOST_OF_ADDRESS:
            return same
        if len(guests) < MOST_OF_GUESTS:
            return []
        (most, _), *_ = Counter(one.address for one in guests).most_common(1)
        return [one for one in guests if one.address == most]

    @contextmanager
    def asking(self, client: Client) -> Iterator[None]:
        """Keep a connection while a request of it is answered."""
        found = self._connections.get(client)
        if found is None:
            yield
            return
        if not found.requests:
            found.asked_at = monotonic()
        found.requests += 1
        try:
            yield
        finally:
            found.requests -= 1
            found.waits_since = monotonic()

    def end(self, client: Client) -> None:
        """Break a connection off, whatever is still to be sent."""
        found = self._connections.get(client)
        if found is not None:
            found.end()

    def end_late(self) -> None:
        """Break off all connections that have asked for nothing for too long."""
        self._forget_closed()
        latest = monotonic() - ASKS_WITHIN_S
        for one in self._connections.values():
            if not one.requests and one.waits_since < latest:
                one.end()
                self.ended += 1

    def end_all(self) -> None:
        """Break off all connections."""
        for one in self._connections.values():
            one.end()

    def _forget_closed(self) -> None:
        self._connections = {k: c for k, c in self._connections.items() if c.is_open}


class GuardedSocket(socket.socket):
    """A listening socket that passes on only the connections that a door admits."""

    door: Door

    def accept(self) -> tuple[socket.socket, Any]:
        """Return the next connection that is admitted; the others are closed at once."""
        while True:
            connection, address = super().accept()
            if self.door.admit(connection, address[:2]):
                return connection, address
            connection.close()
