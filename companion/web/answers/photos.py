"""What is answered about readings of photos."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict


class Reading(TypedDict):
    """A reading that is kept: what was seen, what a person put right, and the score of both."""

    reading: dict[str, Any]
    correction: dict[str, Any] | None
    score: dict[str, Any]
    labelled: str | None
    read_at: str
    url: str
