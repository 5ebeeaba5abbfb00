"""Whether looks take so long that the follower falls behind: told from the frames' own times.

A camera gives the newest frame only. The one that comes after a look is therefore as much later as
the look took. A file that waits for its reader never falls behind, and a phone that posts a picture
every two seconds is no slow computer.
"""

from __future__ import annotations

from collections import deque
from statistics import median

from vision.following.thresholds import FALLS_BEHIND, KEEPS_UP, SLOW_LOOKS, SOON_AFTER, USUAL_GAP


class Pace:
    """Keeps account of how long looks take."""

    def __init__(self) -> None:
        """Start with a computer that keeps up."""
        self._last: float | None = None
        self._usual: float | None = None
        self._after = SOON_AFTER
        self._gap = 0.0
        self._taken: deque[float] = deque(maxlen=SLOW_LOOKS)
        self._slow = False
        self._news: float | None = None

    @property
    def rest(self) -> float:
        """How long to leave from one look to the next at least, in seconds: as it takes, again."""
        return 2 * median(self._taken) if self._slow else 0.0

    def feed(self, time: float) -> float | None:
        """Take the time of the next frame, in seconds.

        Returns how long looks take, in seconds, when it is found that they take too long. It is
        said once, until looks are fast again.
        """
        gap = 0.0 if self._last is None else time - self._last
        self._last = time
        if self._after < SOON_AFTER:
            self._after += 1
            self._gap = max(self._gap, gap)
            if self._after == SOON_AFTER:
                self._count()
        elif gap > 0:
            usual = gap if self._usual is None else self._usual
            self._usual = usual + USUAL_GAP * (gap - usual)
        news, self._news = self._news, None
        return news

    def looked(self) -> None:
        """Note that the last frame was looked at."""
        if 0 < self._after < SOON_AFTER:
            self._count()
        self._after, self._gap = 0, 0.0

    def _count(self) -> None:
        """Count how long the last look took, and see whether looks take too long."""
        self._taken.append(max(self._gap - (self._usual or 0.0), 0.0))
        usually = median(self._taken)
        if self._slow:
            self._slow = usually > KEEPS_UP
        elif len(self._taken) == SLOW_LOOKS and usually > FALLS_BEHIND:
            self._slow, self._news = True, usually
