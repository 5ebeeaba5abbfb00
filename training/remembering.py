"""Remembering an earlier network while the next one learns something new.

What is learned late, of few pictures, is paid for with what was known (French, "Catastrophic
forgetting in connectionist networks", 1999). So where the earlier network was right, what it said
is learned beside the truth (Li and Hoiem, "Learning without Forgetting", 2016).
"""

from __future__ import annotations

import numpy as np

from vision.arrays import Float32s

REMEMBERED = 0.5
"""So much of what is learned of a patch is what the network to remember said of it."""


def where_right(said: Float32s, right: Float32s) -> Float32s:
    """Return what is to be remembered of one patch: what was said, or zeros where it was wrong.

    Parameters
    ----------
    said
        The probabilities of the classes, (classes,), as the earlier network gave them.
    right
        1 for each class that may be said of the patch, else 0, (classes,).
    """
    return said if float((said * right).sum()) > 0.5 else np.zeros_like(said)
