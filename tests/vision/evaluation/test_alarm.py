"""The alarm is quiet where the promise holds, however often one looks, and else it speaks."""

from __future__ import annotations

import math

import numpy as np
import pytest

from vision.evaluation.alarm import FALSE_ALARMS, TIMES_AS_MANY, OwnPhotos

PROMISED = 0.001


def first_alarm(silent: list[int], photos: int) -> float:
    """The photo after which the alarm speaks, looking after each one; infinity if it never does.

    ``silent`` are the numbers of the silent errors: between them it can only fall quiet.
    """
    for count, number in enumerate(silent, 1):
        if number <= photos and OwnPhotos(number, count).speaks_against(PROMISED):
            return number
    return math.inf


def alarms(share: float, sequences: int, photos: int) -> list[float]:
    """When the alarm speaks in each of many sequences of photos."""
    random = np.random.default_rng(11)
    found = []
    for _ in range(sequences):
        gaps = random.geometric(share, 40)
        found.append(first_alarm(np.cumsum(gaps).tolist(), photos))
    return found


@pytest.mark.parametrize("share", [PROMISED, PROMISED / 3])
def test_it_hardly_ever_speaks_where_the_promise_holds(share: float) -> None:
    """Two thousand tables, each looked at after each of 5,000 photos."""
    spoke = sum(math.isfinite(when) for when in alarms(share, 2000, 5000))
    assert spoke / 2000 <= FALSE_ALARMS


def test_it_speaks_soon_where_there_are_more_silent_errors() -> None:
    medians = [float(np.median(alarms(times * PROMISED, 500, 5000))) for times in (5, 20, 100)]
    assert medians[0] < 1200
    assert medians[1] < 150
    assert medians[2] < 40


def test_the_stakes_are_a_fair_bet_at_the_promised_share() -> None:
    """A martingale: its mean after the next photo is what it is now, less if errors are rarer."""
    for now in (OwnPhotos(0, 0), OwnPhotos(30, 1), OwnPhotos(400, 3)):
        right, wrong = (
            OwnPhotos(now.photos + 1, now.silent + error).evidence(PROMISED) for error in (0, 1)
        )
        mean = PROMISED * wrong + (1 - PROMISED) * right
        assert mean == pytest.approx(now.evidence(PROMISED))
        assert PROMISED / 2 * wrong + (1 - PROMISED / 2) * right < now.evidence(PROMISED)
    assert max(TIMES_AS_MANY) * PROMISED < 1


def test_one_error_alone_rings_no_alarm_and_many_right_ones_quieten_it() -> None:
    assert not OwnPhotos(1, 1).speaks_against(PROMISED)
    assert OwnPhotos(20, 2).speaks_against(PROMISED)
    assert not OwnPhotos(600, 2).speaks_against(PROMISED)
    assert not OwnPhotos(0, 0).speaks_against(PROMISED)
    by_errors = [OwnPhotos(50, silent).evidence(PROMISED) for silent in range(6)]
    assert by_errors == sorted(by_errors)
