"""Ways in which all that lay still may have gone in the picture, and where dice are seen then."""

from __future__ import annotations

from collections.abc import Sequence

from vision.following.table_view import Point

Way = Sequence[float]
"""A projective matrix, row by row, as a ``TableView`` has it."""

NEAR_PX = 15.0
"""A die that is farther from where one lay, be its place unsure, is not where it lay."""

_NOWHERE = 1e-9
"""What a way brings so far away, as one in so much, is not in the picture."""


def led_to(place: Point, ways: Sequence[Way]) -> list[Point]:
    """Return where a place may be seen, by each of some ways."""
    return [_gone(place, way) for way in ways]


def _gone(place: Point, way: Way) -> Point:
    """Return where a place is seen after the picture went some way; far away if nowhere."""
    x, y, one = (
        across * place[0] + down * place[1] + rest
        for across, down, rest in (way[:3], way[3:6], way[6:])
    )
    one = max(one, _NOWHERE)
    return x / one, y / one
