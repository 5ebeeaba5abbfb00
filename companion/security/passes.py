"""Passes: who showed a one-time token, got from a QR code, may take part in one game for a day.

Tokens live in memory and end with the program. Passes are signed with a secret of the data
directory, so that a phone comes back by itself after the companion was started again.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from threading import Lock

from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.security.private_files import read_or_make
from companion.words.language import gettext as _

TOKEN_LASTS = timedelta(minutes=10)
PASS_LASTS = timedelta(days=1)
_SECRET_FILE = "passes.key"
_SECRET_BYTES = 32
_TOKEN_BYTES = 24
_MOST_TOKENS = 200


class PassError(PermissionError):
    """A token or a pass is not valid; the text says what to do."""


class Role(StrEnum):
    """What somebody from elsewhere on the network may do in a game."""

    CAMERA = "camera"
    """See the game and post frames."""
    PLAYER = "player"
    """See the game, post frames, and make decisions."""


@dataclass(frozen=True)
class Token:
    """A one-time token for a game, and until when (UTC) it can be changed for a pass."""

    text: str
    game: int
    role: Role
    expires_at: datetime


@dataclass(frozen=True)
class Pass:
    """What somebody has who showed a token."""

    text: str
    game: int
    role: Role


def _now() -> datetime:
    return datetime.now(UTC)


class Passes:
    """Gives out tokens and passes and checks them; for any thread."""

    def __init__(self, secret: bytes, clock: Callable[[], datetime] = _now) -> None:
        self._signer = URLSafeTimedSerializer(secret, salt="palago-pass")
        self._clock = clock
        # only hashes are kept, by which a token is found in time that tells nothing of it
        self._tokens: dict[str, Token] = {}
        self._alone = Lock()

    @classmethod
    def of(cls, directory: Path) -> Passes:
        """Use the secret in a directory, which is made at the first use.

        Raises
        ------
        DataError
            If it cannot be read or written.
        """
        make = lambda: secrets.token_bytes(_SECRET_BYTES)  # noqa: E731
        return cls(read_or_make(directory / _SECRET_FILE, make))

    def invite(self, game: int, role: Role) -> Token:
        """Return a new one-time token."""
        token = Token(secrets.token_urlsafe(_TOKEN_BYTES), game, role, self._clock() + TOKEN_LASTS)
        with self._alone:
            now = self._clock()
            self._tokens = {k: t for k, t in self._tokens.items() if t.expires_at > now}
            while len(self._tokens) >= _MOST_TOKENS:
                del self._tokens[next(iter(self._tokens))]
            self._tokens[_digest(token.text)] = token
        return token

    def redeem(self, text: str) -> Pass:
        """Change a token for a pass; it is used up then.

        Raises
        ------
        PassError
            If it is no token, or used up, or too old.
        """
        with self._alone:
            token = self._tokens.pop(_digest(text), None)
        if token is None or token.expires_at <= self._clock():
            raise PassError(
                _("This code was used already or is too old: scan the one that the page shows now.")
            )
        signed = self._signer.dumps([token.game, token.role.value])
        return Pass(signed, token.game, token.role)

    def check(self, text: str) -> Pass | None:
        """Return the pass that a text is; None where it is none or too old."""
        try:
            game, role = self._signer.loads(text, max_age=int(PASS_LASTS.total_seconds()))
            return Pass(text, int(game), Role(role))
        except (BadSignature, TypeError, ValueError):
            return None


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()
