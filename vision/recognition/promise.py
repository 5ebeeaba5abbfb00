"""What the reader promises of what it calls sure, and what it asks of it for that.

docs/promise.md says how the last of these is chosen, and on what.
"""

from __future__ import annotations

PROMISED_SHARE = 0.001
"""Of all photos of tables like those it was measured on, fewer than this are wrong and sure."""
PROMISED_CONFIDENCE = 0.95
"""How certain that is: the least probability with which a threshold is chosen that keeps it."""
PROVEN_MARGIN = 1.5
"""What lies beyond its threshold by more than this, in log odds, keeps the promise: the rule chose
it on 7,752 drawn photos that nobody had looked at. Three of them were wrong and sure by it."""
LEAST_MARGIN = 0.0
"""What is said to be sure lies beyond its own threshold by more than this, in log odds.

0 or more: it makes the thresholds stricter, all at once, after everything else is decided. It is
less than ``PROVEN_MARGIN``: 6 % of all photos more are sure for it, and of the 7,752 five were
wrong and sure.
"""


def is_proven(margin: float | None) -> bool:
    """Tell whether what is sure by a margin, in log odds, keeps the promise as it is proven."""
    return margin is not None and margin > PROVEN_MARGIN
