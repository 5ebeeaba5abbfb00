"""What of the networks' answers counts: least heats, and when two answers are one.

Chosen on made-up scenes that no network was trained on (docs/vision.md).
"""

from __future__ import annotations

# The detector.

PEAK_HEAT = 0.12
"""A lower peak of the detector's maps is nothing, 0..1."""
SURELY_COVERED = 0.8
"""A place is surely covered that the detector's map takes for covered with more than this: pale
wood in dim light is taken for a hand, too, but less surely."""
MOST_PEAKS = 400
"""So many peaks of a map are looked into, the highest: of 1,008 evenings (81000 to 82007) 17 have
more."""
SAME_PEAK = 0.6
"""Two peaks closer than this share of a tile's radius are one tile."""

# The die network.

MOST_AIM_SHIFT, MOST_AIM_SCALE = 1.5, 0.7
"""It aims no further aside than this many radii, and no larger or smaller than this logarithm."""
SURELY_NO_DIE = 0.95
"""What is no die with this probability is not aimed at again."""
MOST_GUESSED = 12
"""So many things at most are looked at in several sizes: photos hold 12 dice at most."""
HELD_AGAINST = 0.94
"""What is a die with more than this probability is shown to the second network as well: nothing
that is less likely is sure (``recognition/thresholds.py``)."""

# The lie network.

OPEN_LIES = -2.0, 5.0
"""Between these log odds a tile is seen mirrored as well, and the mean counts. Of 26,356 in 1,254
made-up photos (those of ``MAY_BE_ALOFT``) 46 that lie flat are not sure then instead of 52, and 281
instead of 280 of the others."""
