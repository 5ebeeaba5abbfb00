"""What the fits of one picture may cost."""

from __future__ import annotations

from dataclasses import dataclass

from vision.lattice.thresholds import MOST_STARTS, STARTS_FOR


@dataclass
class FitBudget:
    """How much may still be spent on the fits of one picture that are not the first of their call.

    A fit costs the square of its tiles. Looks at a patterned cloth show so many tiles that fit no
    one lattice that a picture would else take thirty times as long as another.
    """

    left: int = MOST_STARTS * STARTS_FOR**2

    def spend(self, tiles: int) -> bool:
        """Take the cost of a fit of so many tiles; tell whether there was anything left for it."""
        if self.left <= 0:
            return False
        self.left -= tiles**2
        return True
