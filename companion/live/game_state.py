"""How a game stands for who looks at it, whether it is being followed or only on record."""

from __future__ import annotations

from dataclasses import dataclass

from companion.live.choice import SourceStatus
from companion.live.computer_player import ComputerNews
from companion.live.snapshot import Snapshot
from companion.record import KeptGame
from rules.messages import Said


@dataclass(frozen=True)
class GameState:
    """All there is to see of a game.

    Attributes
    ----------
    snapshot
        How it stands.
    source
        How its source does; None where nobody follows it.
    problem
        Why it cannot go on at present, said to players.
    computer
        What the computer does where it is its turn.
    picture
        Width and height of the newest frame as it is given, in pixels; None where there is none.
    """

    snapshot: Snapshot
    source: SourceStatus | None = None
    problem: Said | None = None
    picture: tuple[int, int] | None = None
    computer: ComputerNews | None = None

    @property
    def running(self) -> bool:
        """Whether somebody follows it."""
        return self.source is not None

    @property
    def by_hand(self) -> bool:
        """Whether tiles are tapped in."""
        return self.source is not None and self.source.by_hand


@dataclass(frozen=True)
class ListedGame:
    """What a list of games shows of one; ``source`` is None where nobody follows it."""

    kept: KeptGame
    moves: int
    source: SourceStatus | None = None
