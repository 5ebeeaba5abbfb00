"""How ``palago watch`` prints what the referee says and does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TYPE_CHECKING

from companion.cli.output import print_json, show
from companion.words.language import speaking

if TYPE_CHECKING:
    from companion.referee import Event
    from companion.referee.events import Question
    from companion.referee.states import State


class Teller:
    """Prints events: for people in a language, or as JSON where there is none."""

    def __init__(self, language: str | None) -> None:
        self._language = language
        self._state: State | None = None
        self._t = 0.0

    def tell(self, events: Sequence[Event], state: State | None) -> None:
        """Print events, and for people what the referee is doing from now on, if anything."""
        if self._language is None:
            for event in events:
                print_json(event.to_json())
            return
        with speaking(self._language):
            for t, line in [*self._lines(events), *self._state_line(state)]:
                minutes, seconds = divmod(int(t), 60)
                show(f"{minutes:3}:{seconds:02}  {line}")

    def _lines(self, events: Sequence[Event]) -> Iterator[tuple[float, str]]:
        from companion.showing.doubts import is_asked_anew

        for event, following in zip_longest(events, events[1:]):
            self._t = event.t
            if following is None or not is_asked_anew(event, following):
                yield from ((event.t, line) for line in _lines(event))

    def _state_line(self, state: State | None) -> Iterator[tuple[float, str]]:
        from companion.showing.watching import state_in_words

        before, self._state = self._state, state
        if state is not None and state is not before and state_in_words(state):
            yield self._t, f"[{state_in_words(state)}]"


def _lines(event: Event) -> list[str]:
    """Return what the page says of an event, with the places that a page would show."""
    from companion.referee.events import IllegalTable, MoveMade, Question
    from companion.showing.announcements import announce

    if isinstance(event, Question):
        return _asked(event)
    lines = announce(event).sentences
    if isinstance(event, MoveMade):
        lines = [f"{event.number}. {lines[0]}", *lines[1:]]
    wrong = event.violations if isinstance(event, IllegalTable | MoveMade) else ()
    cells = sorted({cell for violation in wrong for cell in violation.cells})
    return [*lines, ", ".join(f"({q}, {r})" for q, r in cells)] if cells else lines


def _asked(question: Question) -> list[str]:
    """Return a question with its answers, what is to be typed before each."""
    from companion.cli.answers import labels
    from companion.showing.telling_apart import written_apart
    from companion.words.language import say

    answers = zip(labels(question), written_apart(question.choices), strict=True)
    return [say(question.reason), *(f"  {label}: {answer}" for label, answer in answers)]
