"""Doubts that a question says anew: they are told once."""

from __future__ import annotations

from companion.referee.events import Event, Question, Unsure


def is_asked_anew(event: Event, following: Event) -> bool:
    """Tell whether the next event asks what is not sure, with answers to choose from."""
    return (
        isinstance(event, Unsure)
        and isinstance(following, Question)
        and event.reason == following.reason
    )
