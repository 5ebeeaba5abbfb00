"""Spectators: whoever scans the one code on the page of all tables may look on, and nothing else.

The code may be used by many. It holds from when spectators are let in until they are shut out or
the program ends; whoever came in is out with it. Nothing of it is written anywhere.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hmac import compare_digest
from threading import Lock

from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.security.passes import PASS_LASTS, PassError
from companion.words.language import gettext as _

_BYTES = 24
_MOST_IDS = 1 << 52
_MOST_COUNTED = 1000


@dataclass(frozen=True)
class SpectatorPass:
    """What a spectator has: ``id`` tells it from all others and is no secret."""

    text: str
    id: int


@dataclass(frozen=True)
class _Opened:
    """A time in which spectators are let in: the token of the code, and what signs the passes."""

    token: str
    signer: URLSafeTimedSerializer


def _now() -> datetime:
    return datetime.now(UTC)


class Spectators:
    """Lets spectators in and shuts them out; for any thread."""

    def __init__(self, clock: Callable[[], datetime] = _now) -> None:
        self._clock = clock
        self._alone = Lock()
        self._opened: _Opened | None = None
        self._seen: frozenset[int] = frozenset()

    @property
    def token(self) -> str | None:
        """What the code holds; None while spectators are shut out."""
        opened = self._opened
        return None if opened is None else opened.token

    @property
    def count(self) -> int:
        """How many have come in since they were let in."""
        return len(self._seen)

    def open(self) -> None:
        """Let spectators in; the code stays the same where they are in already."""
        with self._alone:
            if self._opened is None:
                key = secrets.token_bytes(_BYTES)
                signer = URLSafeTimedSerializer(key, salt="palago-spectator")
                self._opened = _Opened(secrets.token_urlsafe(_BYTES), signer)

    def close(self) -> None:
        """Shut spectators out: neither the code nor what was given for it holds any more."""
        with self._alone:
            self._opened, self._seen = None, frozenset()

    def enter(self, token: str) -> SpectatorPass:
        """Change the token of the code for a pass of one's own.

        Raises
        ------
        PassError
            If spectators are not let in, or it is another code.
        """
        with self._alone:
            opened = self._opened
            if opened is None or not compare_digest(opened.token.encode(), token.encode()):
                raise PassError(
                    _("Spectators come in with the code that the page of all tables shows now.")
                )
            name = 1 + secrets.randbelow(_MOST_IDS)
            if len(self._seen) < _MOST_COUNTED:
                self._seen |= {name}
            signed = opened.signer.dumps([name, self._clock().timestamp()])
        return SpectatorPass(str(signed), name)

    def check(self, text: str) -> SpectatorPass | None:
        """Return the pass that a text is; None where it is none, too old or was shut out."""
        opened = self._opened
        if opened is None or not text:
            return None
        try:
            name, since = opened.signer.loads(text)
            came = datetime.fromtimestamp(since, UTC)
        except (BadSignature, TypeError, ValueError, OverflowError):
            return None
        return SpectatorPass(text, int(name)) if self._clock() < came + PASS_LASTS else None
