"""The options of Palago."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

STANDARD_SIZE = 48


class Placement(StrEnum):
    """How the tiles of a move are laid."""

    PAIR = "pair"
    """Two adjacent tiles a turn."""
    SINGLE = "single"
    """One tile a turn."""
    ANYWHERE = "anywhere"
    """Two tiles a turn that need not be adjacent."""


class Tiebreak(StrEnum):
    """Who wins when the tiles are out and no group was closed."""

    LARGEST = "largest"
    """The larger largest group, open groups included."""
    DRAW = "draw"
    """Nobody: the French rules, and the play-by-mail server's default."""
    LARGEST_LOSES = "largest-loses"
    """The smaller largest group."""


@dataclass(frozen=True)
class PalagoOptions:
    """How a game of Palago is played.

    Attributes
    ----------
    placement
        How the tiles of a move are laid.
    tiebreak
        Who wins when the tiles are out.
    size
        The number of tiles in the game.
    eat_enemy
        A closed group counts only if it encloses at least so many enemy shapes, at any depth, eyes
        included; 0 asks for none.
    eat_size
        Only enemy shapes of at least so many arches count for ``eat_enemy``.
    must_contain
        A closed group counts only if it encloses at least one enemy shape.
    """

    placement: Placement = Placement.PAIR
    tiebreak: Tiebreak = Tiebreak.LARGEST
    size: int = STANDARD_SIZE
    eat_enemy: int = 0
    eat_size: int = 0
    must_contain: bool = False

    @property
    def asks_for_enemies(self) -> bool:
        """Whether a closed group must enclose something to count."""
        return self.must_contain or self.eat_enemy > 0
