"""Whether more of somebody's own photos are read wrongly and surely than was promised.

A promise made on some tables need not hold on others. Whoever confirms or corrects readings of
their own table tests it with every photo, and looks at the result whenever they like.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

TIMES_AS_MANY = (5.0, 25.0, 125.0)
"""By how much the share may be greater than promised; each is thought as likely as the others."""
FALSE_ALARMS = 0.05
"""So many of all tables at most on which the promise holds ever hear an alarm."""
FEWEST_SILENT = 2
"""One silent error alone rings no alarm: it may be the only photo that anybody cared to correct."""


@dataclass(frozen=True)
class OwnPhotos:
    """So many photos of one table whose truth is known; ``silent`` are wrong and sure."""

    photos: int
    silent: int

    def evidence(self, promised: float) -> float:
        """Return how strongly they speak against a share of silent errors of ``promised`` or less.

        It is the wealth of somebody who started with 1, bet on every photo at the promise's own
        odds that it is a silent error, and spread that over several stakes: a mixture of likelihood
        ratios. If each photo in turn is a silent error with a probability of ``promised`` at most,
        it is a non-negative supermartingale. So it ever comes to 1/a with a probability of a at
        most, however often one looks: J. Ville, "Étude critique de la notion de collectif"
        (1939); I. Waudby-Smith and A. Ramdas, "Estimating means of bounded random variables by
        betting", JRSS B 86 (2024), 1-27.
        """
        right = self.photos - self.silent
        return math.fsum(
            math.exp(
                self.silent * math.log(times)
                + right * (math.log1p(-promised * times) - math.log1p(-promised))
            )
            for times in TIMES_AS_MANY
        ) / len(TIMES_AS_MANY)

    def speaks_against(self, promised: float) -> bool:
        """Tell whether these are too many silent errors for the promise to hold on this table.

        It falls quiet again when many more photos turn out right.
        """
        return self.silent >= FEWEST_SILENT and self.evidence(promised) >= 1 / FALSE_ALARMS
