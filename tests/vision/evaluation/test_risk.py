"""The threshold that is proven, the risk-coverage curve, and readings rated for all thresholds."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from vision.evaluation.judgement import judge
from vision.evaluation.labelled_photos import Truth, load_truth
from vision.evaluation.risk import (
    STRICT_TO_LOOSE,
    RatedReading,
    Risk,
    area_under_curve,
    loosest_that_holds,
    rate,
    risk_coverage_curve,
)
from vision.pictures.images import load_image
from vision.readers.reader import Reader
from vision.reading import DieReading, Reading, reading_from_json


def made_up(random: np.random.Generator, count: int, steepness: float) -> list[RatedReading]:
    """Readings whose share of wrong ones falls off with their margins, as ``steepness`` says."""
    margins = random.exponential(2.0, count)
    wrong = random.random(count) < 0.02 * np.exp(-steepness * margins)
    return [RatedReading(m, not w) for m, w in zip(margins.tolist(), wrong.tolist(), strict=True)]


def true_share(least: float, steepness: float) -> float:
    """The share of silent errors among such readings: the integral over greater margins."""
    rate = steepness + 0.5
    return 0.02 * 0.5 / rate * math.exp(-rate * least)


def test_a_stricter_threshold_has_fewer_sure_and_fewer_silent() -> None:
    readings = made_up(np.random.default_rng(3), 3000, 0.5)
    readings += [RatedReading(-math.inf, True, wrong_die=1.2), RatedReading(3.0, True, 0.3)]
    risks = [Risk.of(readings, least) for least in STRICT_TO_LOOSE]
    for name in ("sure", "wrong", "silent"):
        counts = [getattr(risk, name) for risk in risks]
        assert counts == sorted(counts)
    bounds = [risk.bound() for risk in risks]
    assert bounds == sorted(bounds)
    assert [risk.silent - risk.wrong for risk in risks] == [0] * 9 + [1, 1, 1, 2, 2]


def test_thresholds_are_tried_strict_to_loose_and_none_after_the_first_that_fails() -> None:
    assert list(STRICT_TO_LOOSE) == sorted(STRICT_TO_LOOSE, reverse=True)
    assert STRICT_TO_LOOSE[-1] == 0
    right = [RatedReading(5.0, True)] * 2994
    assert loosest_that_holds(right, 0.001) is None
    held = loosest_that_holds([*right, RatedReading(1.2, True)], 0.001)
    assert held == Risk(0.0, 2995, 2995, 0, 0)
    held = loosest_that_holds([*right, RatedReading(1.2, False)], 0.001)
    assert held == Risk(1.5, 2995, 2994, 0, 0)
    held = loosest_that_holds([*right, RatedReading(-1.0, True, wrong_die=0.6)], 0.001)
    assert held == Risk(0.75, 2995, 2994, 0, 0)
    assert loosest_that_holds([*right, RatedReading(9.0, False)], 0.001) is None
    # A looser threshold does not count once a stricter one has failed, whatever its own test says.
    readings = [*right, *[RatedReading(1.2, False)] * 2]
    assert loosest_that_holds(readings, 0.001, thresholds=(1.0, 2.0)) is None
    assert loosest_that_holds(readings, 0.001, thresholds=(2.0, 1.0)) == Risk.of(readings, 2.0)
    assert loosest_that_holds([], 0.5) is None


@pytest.mark.parametrize("steepness", [0.0, 0.6, 2.0])
def test_what_is_chosen_breaks_the_promise_as_seldom_as_it_says(steepness: float) -> None:
    random, share, trials = np.random.default_rng(7), 0.005, 600
    broken = chosen = 0
    for _ in range(trials):
        held = loosest_that_holds(made_up(random, 1500, steepness), share)
        if held is not None:
            chosen += 1
            broken += true_share(held.least, steepness) > share
    assert chosen > trials / 6
    assert broken <= trials * 0.05 + 3 * math.sqrt(trials * 0.05 * 0.95)


def test_the_curve_of_a_few_readings_by_hand() -> None:
    readings = [
        RatedReading(margin, exact)
        for margin, exact in ((3.0, True), (2.0, False), (1.0, True), (1.0, False), (-1.0, False))
    ]
    curve = risk_coverage_curve(readings)
    assert [(p.coverage, p.risk, p.least) for p in curve] == [
        (0.2, 0.0, 3.0),
        (0.4, 0.5, 2.0),
        (0.8, 0.5, 1.0),
        (1.0, 0.6, -1.0),
    ]
    # of the two that are equally sure either may come first: one and a half of three are wrong
    assert area_under_curve(readings) == pytest.approx((0 + 1 / 2 + 1.5 / 3 + 2 / 4 + 3 / 5) / 5)
    assert area_under_curve([]) == 0


def test_the_area_is_least_where_the_wrong_ones_are_the_least_sure() -> None:
    readings = made_up(np.random.default_rng(5), 500, 0.4)
    wrong = [not reading.exact for reading in readings]
    best, worst, none = (
        area_under_curve([RatedReading(sign * float(w), not w) for w in wrong])
        for sign in (-1, 1, 0)
    )
    assert best < area_under_curve(readings) < worst
    assert none == pytest.approx(sum(wrong) / len(wrong))


@pytest.fixture(scope="module")
def photo(sample_images: Path) -> Path:
    return sample_images / "p001015_dice.jpg"


@pytest.fixture(scope="module")
def reading(photo: Path) -> Reading:
    return Reader().read(load_image(photo))


@pytest.fixture
def truth(photo: Path) -> Truth:
    return load_truth(photo.with_suffix(".json"))


def test_a_reading_is_rated_as_it_is_judged(truth: Truth, reading: Reading) -> None:
    rated = rate(truth, reading)
    assert rated.exact
    assert rated.margin == reading.margin
    assert rated.is_sure(0.0) == judge(truth, reading).sure
    assert rated.silent_below == -math.inf
    (cluster,) = reading.clusters
    missing = replace(reading, clusters=(replace(cluster, tiles=cluster.tiles[1:]),))
    assert rate(truth, missing).silent_below == reading.margin
    assert judge(truth, missing).silent
    with pytest.raises(ValueError, match="does not say how sure"):
        rate(truth, reading_from_json(reading.to_json("photo.jpg")))


def test_a_wrong_die_is_silent_up_to_its_margin(truth: Truth, reading: Reading) -> None:
    die = truth.dice[0]
    truth = replace(truth, dice=(die,))
    wrong = die.value % 6 + 1
    right, other, twice = (
        DieReading(die.value, (0.0, 0.0), 0.99, True, 2.0),
        DieReading(wrong, (9.0, 9.0), 0.98, True, 1.5),
        DieReading(die.value, (99.0, 9.0), 0.97, True, 0.5),
    )
    assert rate(truth, replace(reading, dice=(right,))).wrong_die == -math.inf
    assert rate(truth, replace(reading, dice=(right, other))).wrong_die == 1.5
    # Of two that show what one die shows, the less sure one is too many.
    rated = rate(truth, replace(reading, dice=(right, twice)))
    assert rated.wrong_die == 0.5
    assert rated.is_silent(0.25)
    assert not rated.is_silent(0.5)
    assert judge(truth, replace(reading, dice=(right, twice))).silent
