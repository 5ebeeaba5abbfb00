"""The binomial distribution, exactly: how surely a share is as small as it looks."""

from __future__ import annotations

import math

_STEPS = 100
"""Halvings of an interval; 60 of them bring it down to the last digit that there is."""


def at_most(hits: int, trials: int, share: float) -> float:
    """Return how likely there are so few hits or fewer, if each trial hits with this share.

    Against "the share is greater" it is an exact p-value: under that, so few hits are no likelier.

    Parameters
    ----------
    hits, trials
        How many, 0 or more; more hits than trials there cannot be.
    share
        The probability of a hit, 0..1.

    Raises
    ------
    ValueError
        If they are no such numbers.
    """
    if not (0 <= hits <= trials and 0 <= share <= 1):
        raise ValueError(f"{hits} of {trials} trials cannot hit with a probability of {share}.")
    if hits == trials or share == 0:
        return 1.0
    if share == 1:
        return 0.0
    every, none = math.lgamma(trials + 1), math.log1p(-share)
    return min(
        1.0,
        math.fsum(
            math.exp(
                every
                - math.lgamma(hit + 1)
                - math.lgamma(trials - hit + 1)
                + hit * math.log(share)
                + (trials - hit) * none
            )
            for hit in range(hits + 1)
        ),
    )


def upper_bound(hits: int, trials: int, confidence: float = 0.95) -> float:
    """Return what the share of hits is below, with so much confidence; 1 without trials.

    One-sided, exact: C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial limits
    illustrated in the case of the binomial", Biometrika 26 (1934), 404-413. Without any hit it is
    about three in so many trials.
    """
    if hits == trials:
        return 1.0
    low, high = hits / trials, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        if at_most(hits, trials, middle) > 1 - confidence:
            low = middle
        else:
            high = middle
    return high


def fewest_trials(hits: int, share: float, confidence: float = 0.95) -> int:
    """Return how many trials it takes for so many hits to show that their share is smaller."""
    fewest, enough = hits + 1, max(2 * hits, 1)
    while at_most(hits, enough, share) > 1 - confidence:
        enough *= 2
    while fewest < enough:
        middle = (fewest + enough) // 2
        if at_most(hits, middle, share) > 1 - confidence:
            fewest = middle + 1
        else:
            enough = middle
    return enough
