"""Doubts that a question says anew: they are told once."""

from __future__ import annotations

from companion.referee.events import Event, Question, QuestionSettled, Unsure
from companion.referee.questions import SettledHow


def is_asked_anew(event: Event, following: Event) -> bool:
    """Tell whether the next event asks what is not sure, with answers to choose from.

    That may have been asked before, with other answers: then nothing is settled yet.
    """
    if not isinstance(following, Question):
        return False
    if isinstance(event, QuestionSettled):
        return event.how is SettledHow.SEEN
    return isinstance(event, Unsure) and event.reason == following.reason
