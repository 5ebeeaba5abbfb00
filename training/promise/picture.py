"""The risk-coverage curve as a picture."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from calibration.printing.marks import Figure, Fill, Mark, Stroke, Words, line, rectangle
from vision.evaluation.risk import CurvePoint

_WIDTH, _HEIGHT = 160.0, 90.0
_LEFT, _RIGHT, _BOTTOM, _TOP = 18.0, 6.0, 16.0, 8.0
_INK, _GRID, _CURVE, _CHOSEN = "#333333", "#dddddd", "#17508f", "#d9480f"
_LETTERS = 3.6
_STEPS = 5
_FINEST = 0.3
"""Points nearer to one another than this, in millimetres, are drawn as one, unless risk rises."""


def draw_curve(points: Sequence[CurvePoint], chosen: float | None) -> Figure:
    """Return the risk-coverage curve, millimetres.

    Parameters
    ----------
    points
        Of the curve, by rising coverage; one at least.
    chosen
        The coverage at the threshold that was chosen, which is marked; None without one.
    """
    highest = _round_up(max(point.risk for point in points))
    marks: list[Mark] = [Fill((rectangle(0, 0, _WIDTH, _HEIGHT),), "#ffffff")]
    marks += _axes(highest)
    if chosen is not None:
        foot, head = _place(chosen, 0, 1), _place(chosen, 1, 1)
        marks.append(Stroke((foot, head), _CHOSEN, 0.4, closed=False, dash=1.5))
        label = f"sure: {100 * chosen:.1f} %"
        marks.append(
            Words(label, (foot[0] - 1.5, head[1] - 5), _LETTERS, anchor="end", color=_CHOSEN)
        )
    outline = tuple(_place(p.coverage, p.risk, highest) for p in _to_draw(points))
    marks.append(Stroke(outline, _CURVE, 0.7, closed=False))
    return Figure(_WIDTH, _HEIGHT, tuple(marks))


def _axes(highest: float) -> Iterator[Mark]:
    for step in range(_STEPS + 1):
        share = step / _STEPS
        yield line(_place(0, share, 1), _place(1, share, 1), 0.2, _GRID)
        x, y = _place(0, share, 1)
        label = f"{100 * highest * share:.3g} %"
        yield Words(label, (x - 1.5, y - 1.2), _LETTERS, anchor="end", color=_INK)
        x, y = _place(share, 0, 1)
        yield Words(f"{100 * share:.0f} %", (x, y - 5), _LETTERS, color=_INK)
    yield line(_place(0, 0, 1), _place(1, 0, 1), 0.4, _INK)
    middle = _place(0.5, 0, 1)[0]
    yield Words("coverage: the surest so many of all photos", (middle, 3), _LETTERS, color=_INK)
    yield Words("wrong among them", (_LEFT, _HEIGHT - 5), _LETTERS, anchor="start", color=_INK)


def _place(coverage: float, risk: float, highest: float) -> tuple[float, float]:
    wide, high = _WIDTH - _LEFT - _RIGHT, _HEIGHT - _BOTTOM - _TOP
    return _LEFT + wide * coverage, _BOTTOM + high * risk / highest


def _to_draw(points: Sequence[CurvePoint]) -> Iterator[CurvePoint]:
    """Yield the points that make the line: all where it rises, others where they lie apart."""
    before, drawn = points[0], points[0]
    yield before
    for point in points[1:]:
        rises = point.risk > before.risk
        if rises and drawn is not before:
            yield before
        apart = _place(point.coverage, 0, 1)[0] - _place(drawn.coverage, 0, 1)[0]
        if rises or apart > _FINEST or point is points[-1]:
            yield point
            drawn = point
        before = point


def _round_up(risk: float) -> float:
    """Return the next 1, 2 or 5 times a power of ten; a hundredth where nothing is wrong."""
    if risk <= 0:
        return 0.01
    power = 10.0 ** math.floor(math.log10(risk))
    return next(power * times for times in (1, 2, 5, 10) if power * times >= risk * 0.999)
