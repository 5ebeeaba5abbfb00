"""What is marked as proven to keep the promise."""

from __future__ import annotations

import math

import pytest

from vision.recognition.promise import LEAST_MARGIN, PROVEN_MARGIN, is_proven


@pytest.mark.parametrize(
    ("margin", "proven"),
    [(None, False), (-math.inf, False), (PROVEN_MARGIN, False), (PROVEN_MARGIN + 0.1, True)],
)
def test_only_what_lies_beyond_the_proven_margin_is_proven(
    margin: float | None, proven: bool
) -> None:
    assert is_proven(margin) is proven
    assert LEAST_MARGIN < PROVEN_MARGIN, "what is proven is sure"
