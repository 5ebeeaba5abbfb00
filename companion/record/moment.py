"""Moments as the record writes them: ISO 8601, UTC, to the millisecond."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """Return this moment (UTC)."""
    return datetime.now(UTC)


def moment(at: datetime) -> str:
    """Return a moment, given with its time zone, as the record writes it."""
    return at.astimezone(UTC).isoformat(timespec="milliseconds")
