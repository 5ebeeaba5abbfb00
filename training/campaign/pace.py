"""How fast people play in a made-up game."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

Seconds = tuple[float, float]
"""Something takes at least so long, and at most so long."""


@dataclass(frozen=True)
class Pace:
    """How long what people do takes, each evenly spread between two ends, in seconds.

    Attributes
    ----------
    pause
        From a turn to the next one.
    deed
        From one deed of a turn to the next, such as a roll, a tile, a hand that comes.
    rest
        That a hand rests with a tile.
    argument
        That something illegal lies there until it is put right or let stand.
    """

    pause: Seconds = (5.0, 40.0)
    deed: Seconds = (0.8, 3.0)
    rest: Seconds = (0.5, 20.0)
    argument: Seconds = (2.0, 10.0)

    def takes(self, what: Seconds, chance: Random) -> float:
        """Return how long it takes this time."""
        return chance.uniform(*what)


USUAL = "usual"
PACES = {
    USUAL: Pace(),
    "brisk": Pace(pause=(0.6, 2.4), deed=(0.6, 1.6), rest=(0.5, 4.0), argument=(1.5, 4.0)),
}
"""At the brisk one a turn comes about every three seconds, as between players in a hurry."""
