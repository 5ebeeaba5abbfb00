"""How long following a table waits for what."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Patience:
    """How long the follower waits, in seconds, and how often it looks.

    Attributes
    ----------
    still
        The table is looked at when nothing has moved for so long.
    again
        Time between looks at a table that is not sure.
    looks
        So many looks at most at one and the same table.
    hands
        Time between looks at hands that rest, at most.
    elsewhere
        Where something always moves beside the tiles, it is looked for dice so much later.
    cover
        Cells that cannot be seen, though nothing is seen over the table, are waited for so long.
    glance
        Of the time since the look before, one that finds such cells vouches for so much at most.
    lost
        A board that cannot be found for so long is said to be lost.
    restless
        A picture that moves for so long, without one frame like the one before, is said to.
    unrested
        So is one that moves for so long without ever lying still for long enough to be looked at.
    """

    still: float = 0.35
    again: float = 0.18
    looks: int = 4
    hands: float = 5.0
    elsewhere: float = 1.5
    cover: float = 4.0
    glance: float = 1.0
    lost: float = 1.5
    restless: float = 20.0
    unrested: float = 60.0
