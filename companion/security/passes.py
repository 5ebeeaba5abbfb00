"""Passes: who showed a one-time token, got from a QR code, may take part in one game for a day.

Tokens live in memory and end with the program. Passes are signed with a secret of the data
directory, so that a phone comes back by itself after the companion was started again. A pass ends
a day after its first token was shown, or when the host takes it away.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from threading import Lock

from itsdangerous import BadSignature, URLSafeTimedSerializer

from companion.security.private_files import read_or_make
from companion.security.withdrawals import Withdrawals
from companion.words.language import gettext as _

TOKEN_LASTS = timedelta(minutes=10)
PASS_LASTS = timedelta(days=1)
_SECRET_FILE = "passes.key"
_SECRET_BYTES = 32
_TOKEN_BYTES = 24
_MOST_IDS = 1 << 52
_MOST_TOKENS = 200
"""Of the host's, and as many of those who have a pass."""


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
    """A one-time token for a game, and until when (UTC) it can be changed for a pass.

    ``of`` is the pass that it goes on, under another address; none where the host gave it.
    """

    text: str
    game: int
    role: Role
    expires_at: datetime
    of: Pass | None = None


@dataclass(frozen=True)
class Pass:
    """What somebody has who showed a token.

    ``id`` tells it from all others and is no secret; ``since`` is when the first token was shown.
    Whatever is made of a pass keeps both, so that it ends with it.
    """

    text: str
    game: int
    role: Role
    id: int
    since: datetime


def _now() -> datetime:
    return datetime.now(UTC)


class Passes:
    """Gives out tokens and passes, checks them and takes them away; for any thread."""

    def __init__(
        self,
        secret: bytes,
        clock: Callable[[], datetime] = _now,
        withdrawn: Withdrawals | None = None,
    ) -> None:
        self._signer = URLSafeTimedSerializer(secret, salt="palago-pass")
        self._photos = URLSafeTimedSerializer(secret, salt="palago-photo")
        self._clock = clock
        self._withdrawn = withdrawn or Withdrawals()
        # only hashes are kept, by which a token is found in time that tells nothing of it
        self._tokens: dict[str, Token] = {}
        self._alone = Lock()

    @classmethod
    def of(cls, directory: Path, withdrawn: Withdrawals | None = None) -> Passes:
        """Use the secret in a directory, which is made at the first use.

        ``withdrawn`` remembers which passes were taken away, by default as long as this lives.

        Raises
        ------
        DataError
            If it cannot be read or written.
        """
        secret = read_or_make(
            directory / _SECRET_FILE, lambda: secrets.token_bytes(_SECRET_BYTES), _SECRET_BYTES
        )
        return cls(secret, withdrawn=withdrawn)

    def invite(self, game: int, role: Role) -> Token:
        """Return a new one-time token of the host's."""
        return self._keep(Token(self._new_text(), game, role, self._clock() + TOKEN_LASTS))

    def hand_over(self, known: Pass) -> Token:
        """Return a new one-time token for who has a pass, to go on under another address.

        A pass has one such token at a time, so that it takes none of the host's away.
        """
        ends = min(self._clock() + TOKEN_LASTS, known.since + PASS_LASTS)
        return self._keep(Token(self._new_text(), known.game, known.role, ends, known))

    def _new_text(self) -> str:
        return secrets.token_urlsafe(_TOKEN_BYTES)

    def _keep(self, token: Token) -> Token:
        of = token.of and token.of.id
        with self._alone:
            now = self._clock()
            kept = {k: t for k, t in self._tokens.items() if t.expires_at > now}
            if of:
                kept = {k: t for k, t in kept.items() if t.of is None or t.of.id != of}
            rivals = [k for k, t in kept.items() if (t.of is None) == (of is None)]
            for key in rivals[: len(rivals) - _MOST_TOKENS + 1]:
                del kept[key]
            self._tokens = {**kept, _digest(token.text): token}
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
        name = 1 + secrets.randbelow(_MOST_IDS) if token.of is None else token.of.id
        since = self._clock() if token.of is None else token.of.since
        signed = self._signer.dumps([token.game, token.role.value, name, since.timestamp()])
        return Pass(signed, token.game, token.role, name, since)

    def check(self, text: str) -> Pass | None:
        """Return the pass that a text is; None where it is none, too old or was taken away."""
        try:
            game, role, name, since = self._signer.loads(
                text, max_age=int(PASS_LASTS.total_seconds())
            )
            found = Pass(text, int(game), Role(role), int(name), datetime.fromtimestamp(since, UTC))
        except (BadSignature, TypeError, ValueError):
            return None
        if found.since + PASS_LASTS <= self._clock() or self._withdrawn.has(found.game, found.id):
            return None
        return found

    def sign_photos(self, numbers: Sequence[int]) -> str:
        """Return a text that says who brought these photos; nobody else can make it."""
        return str(self._photos.dumps(list(numbers)))

    def photos_of(self, text: str) -> tuple[int, ...]:
        """Return the photos that a text names; none where it was not made here or is too old."""
        try:
            numbers = self._photos.loads(text, max_age=int(PASS_LASTS.total_seconds()))
            return tuple(int(number) for number in numbers)
        except (BadSignature, TypeError, ValueError):
            return ()

    def withdraw(self, game: int, name: int) -> None:
        """Take a pass away for good, with the tokens that were made of it.

        Raises
        ------
        DataError
            If that cannot be kept.
        """
        self._withdrawn.add(game, name)
        with self._alone:
            self._tokens = {
                k: t for k, t in self._tokens.items() if t.of is None or t.of.id != name
            }


def _digest(text: str) -> str:
    return sha256(text.encode("utf-8", "replace")).hexdigest()
