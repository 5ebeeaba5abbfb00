"""The binomial distribution against exact small cases; bounds hold as often as they say."""

from __future__ import annotations

import math
from fractions import Fraction

import numpy as np
import pytest

from vision.evaluation.binomial import at_most, fewest_trials, upper_bound


@pytest.mark.parametrize("trials", [1, 2, 7, 12])
@pytest.mark.parametrize("share", [Fraction(1, 1000), Fraction(1, 3), Fraction(9, 10)])
def test_so_few_hits_are_as_likely_as_all_ways_to_have_them(trials: int, share: Fraction) -> None:
    total = Fraction(0)
    for hits in range(trials + 1):
        total += math.comb(trials, hits) * share**hits * (1 - share) ** (trials - hits)
        assert at_most(hits, trials, float(share)) == pytest.approx(float(total), rel=1e-12)


def test_the_ends_are_certain() -> None:
    assert at_most(0, 0, 0.3) == 1
    assert at_most(0, 5, 0.0) == 1
    assert at_most(4, 5, 1.0) == 0
    assert at_most(5, 5, 1.0) == 1
    for wrong in ((-1, 3, 0.5), (4, 3, 0.5), (1, 3, 1.5)):
        with pytest.raises(ValueError, match="trials cannot hit"):
            at_most(*wrong)


def test_more_hits_speak_less_and_more_trials_more_for_a_small_share() -> None:
    by_hits = [at_most(hits, 3000, 0.001) for hits in range(12)]
    assert by_hits == sorted(by_hits)
    by_trials = [at_most(2, trials, 0.001) for trials in range(1000, 20_000, 1000)]
    assert by_trials == sorted(by_trials, reverse=True)
    assert by_trials[-1] > 0


def test_the_bound_is_where_the_tail_is_what_is_left_of_the_confidence() -> None:
    for hits, trials in ((0, 3000), (1, 4742), (3, 50), (49, 50)):
        assert at_most(hits, trials, upper_bound(hits, trials)) == pytest.approx(0.05)
    assert upper_bound(0, 3000) == pytest.approx(1 - 0.05 ** (1 / 3000))
    assert upper_bound(5, 5) == upper_bound(0, 0) == 1


def test_three_thousand_photos_are_just_enough_for_one_in_a_thousand() -> None:
    assert [fewest_trials(hits, 0.001) for hits in range(3)] == [2995, 4742, 6294]
    for hits in range(5):
        enough = fewest_trials(hits, 0.01)
        assert upper_bound(hits, enough) <= 0.01 < upper_bound(hits, enough - 1)


@pytest.mark.parametrize("share", [0.0005, 0.004, 0.03])
def test_the_bound_is_below_the_truth_as_seldom_as_it_says(share: float) -> None:
    hits = np.random.default_rng(1).binomial(1000, share, 4000)
    bounds = {number: upper_bound(number, 1000) for number in map(int, set(hits.tolist()))}
    failures = sum(bounds[int(number)] < share for number in hits)
    # three standard deviations above the 5 % that may fail
    assert failures <= 4000 * 0.05 + 3 * math.sqrt(4000 * 0.05 * 0.95)
