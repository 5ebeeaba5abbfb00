"""What the fits of one picture may cost."""

from __future__ import annotations

from dataclasses import dataclass, field

from vision.lattice.thresholds import (
    FIT_WORK,
    FITS_A_START,
    MOST_WORK_ON_OTHERS,
    PAIR_WORK,
    TILE_WORK,
)


def fit_work(tiles: int) -> float:
    """Return how much work it is to fit lattices to so many tiles once, in looks at cells."""
    return FIT_WORK + TILE_WORK * tiles + PAIR_WORK * tiles**2


@dataclass
class FitBudget:
    """How much may still be spent on the fits of one picture that are not the first of their call.

    Looks at a patterned cloth show so many tiles that fit no one lattice that a picture would else
    take thirty times as long as another.

    Attributes
    ----------
    left
        Looks at single cells; below 0 where what was begun took more than was left.
    spent
        What all fits took, the first ones as well.
    """

    left: float = MOST_WORK_ON_OTHERS
    spent: float = field(default=0.0, compare=False)

    def allows_another(self, tiles: int) -> bool:
        """Tell whether there is enough left for another start with so many tiles."""
        return self.left >= FITS_A_START * fit_work(tiles)

    def spend(self, work: float, *, is_first: bool) -> None:
        """Count what fits of one start took."""
        self.spent += work
        self.left -= 0.0 if is_first else work
