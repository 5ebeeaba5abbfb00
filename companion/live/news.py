"""The news of one running game: what its thread publishes and any number of others wait for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from threading import Condition
from typing import Any

from companion.live.choice import SourceStatus
from companion.live.computer_player import ComputerNews
from companion.live.kept_events import KeptEvent
from companion.live.snapshot import Snapshot
from rules.messages import Said


@dataclass(frozen=True)
class State:
    """All that there is to know of a running game at a moment.

    ``problem`` is why the game cannot go on at present, said to players. ``computer`` is what the
    computer does where it is its turn. ``running`` is False once nobody follows it any more.
    ``version`` counts the states.
    """

    snapshot: Snapshot
    source: SourceStatus
    problem: Said | None = None
    computer: ComputerNews | None = None
    running: bool = True
    version: int = 0

    @property
    def followed(self) -> SourceStatus | None:
        """How its source does; None once nobody follows it."""
        return self.source if self.running else None

    def after(self, number: int) -> tuple[KeptEvent, ...]:
        """Return what was announced after the announcement with a number."""
        return tuple(a for a in self.snapshot.announcements if a.number > number)


class News:
    """The newest state of a game, for its thread to change and for others to wait for."""

    def __init__(self, state: State) -> None:
        self._state = state
        self._changed = Condition()
        self._watching: list[Callable[[], None]] = []

    @property
    def state(self) -> State:
        """The newest state."""
        return self._state

    def change(self, change: Callable[[State], State]) -> None:
        """Put a changed state in the place of the newest, and wake those who wait."""
        with self._changed:
            version = self._state.version + 1
            self._state = replace(change(self._state), version=version)
            self._changed.notify_all()
            watching = tuple(self._watching)
        for call in watching:
            call()

    def tell_source(self, **changes: Any) -> None:
        """Change fields of how the source does, if they are not so already."""
        told = self._state.source
        if replace(told, **changes) != told:
            self.change(lambda state: replace(state, source=replace(state.source, **changes)))

    def wait(self, seen: int, timeout: float) -> State | None:
        """Return the newest state once it is newer than version ``seen``; None after seconds."""
        with self._changed:
            if self._changed.wait_for(lambda: self._state.version > seen, timeout):
                return self._state
            return None

    def watch(self, call: Callable[[], None]) -> Callable[[], None]:
        """Have something called at each change, in the game's thread; return what ends that.

        What is called must return at once. It is for those who wait without a thread.
        """
        with self._changed:
            self._watching.append(call)

        def end() -> None:
            with self._changed:
                self._watching.remove(call)

        return end
