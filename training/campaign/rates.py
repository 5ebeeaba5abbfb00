"""How often what goes wrong in a made-up game."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

KINDS = {
    "dice": "of a roll: it is not read, not surely, or wrongly",
    "unsure": "of a tile laid: it is read unsurely, rightly or not",
    "wrong": "of a tile laid: it is read wrongly and surely",
    "missed": "of a look at the table: it is missed",
    "bumps": "of a turn: the camera is bumped before it",
    "taken_back": "of a turn: the move is taken back and another one made",
    "illegal": "of a turn: an illegal move is made, and put right or let stand",
    "knocks": "of a turn: a tile is knocked out and put back",
    "tries": "of a turn: tiles are tried out beside the board",
    "hands": "of a turn: a hand rests over the board and holds a tile",
    "unseen": "of a turn: it and the next one are not seen",
    "disturbances": "of a turn: something happens that is no move; pictures alone show it",
    "handed": "of a game: its players put the die before the next one, any number up",
    "taken_up": "of a game: its players take the die off the table before they throw it",
    "pushed": "of a turn: a hand pushes the die a little; readings alone show it",
    "crooked": "of a turn: a tile lies crookedly first; pictures alone show it",
    "second": "of a game: a second die lies there all the while; readings alone show it",
    "walks": "of a game: players walk about, hands come from anywhere; readings alone show it",
}
"""The faults, and what their rates are shares of."""
_OF_READERS = ("dice", "unsure", "wrong")


@dataclass(frozen=True)
class Rates:
    """The rate of each fault, 0..1; what each is a share of: ``KINDS``."""

    dice: float = 0.15
    unsure: float = 0.03
    wrong: float = 0.002
    missed: float = 0.1
    bumps: float = 0.03
    taken_back: float = 0.03
    illegal: float = 0.05
    knocks: float = 0.03
    tries: float = 0.05
    hands: float = 0.1
    unseen: float = 0.01
    disturbances: float = 0.0
    handed: float = 0.0
    taken_up: float = 0.0
    pushed: float = 0.0
    crooked: float = 0.0
    second: float = 0.0
    walks: float = 0.1

    def __post_init__(self) -> None:
        for kind in fields(self):
            rate = getattr(self, kind.name)
            if not 0 <= rate <= 1:
                raise ValueError(f"The rate of {kind.name} is a share from 0 to 1, not {rate}.")

    def alone(self, kind: str) -> Rates:
        """Return the rates with one fault's as it is and all others 0."""
        return Rates(**{**dict.fromkeys(KINDS, 0.0), kind: getattr(self, kind)})

    def of_people(self) -> Rates:
        """Return the rates with none of what a reader gets wrong: where it reads for itself."""
        return replace(self, **dict.fromkeys(_OF_READERS, 0.0))


NO_FAULTS = Rates(**dict.fromkeys(KINDS, 0.0))
"""Everything is seen as it lies, and nobody does anything but legal moves."""
