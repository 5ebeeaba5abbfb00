"""A scale to lay a ruler against: whether a printer kept the size shows on the paper itself."""

from __future__ import annotations

from typing import Final

from calibration.printing.marks import Mark, Point, Words, line

_TICK, _LONG_TICK, _WIDTH = 1.6, 2.8, 0.2
_LETTERING: Final = 2.6
_STEP: Final = 10


def horizontal_ruler(left_end: Point, length: int) -> tuple[Mark, ...]:
    """Return a scale of ``length`` mm to the right, with a tick a centimetre, figures below."""
    x, y = left_end
    marks: list[Mark] = [line((x, y), (x + length, y), _WIDTH)]
    for at in range(0, length + 1, _STEP):
        tick = _tick(at, length)
        marks.append(line((x + at, y), (x + at, y - tick), _WIDTH))
    marks += [
        Words(str(at), (x + at, y - _LONG_TICK - _LETTERING), _LETTERING) for at in (0, length)
    ]
    return (*marks, Words("mm", (x + length / 2, y - _LONG_TICK - _LETTERING), _LETTERING))


def vertical_ruler(lower_end: Point, length: int) -> tuple[Mark, ...]:
    """Return a scale of ``length`` mm upwards, with a tick a centimetre, figures on the right."""
    x, y = lower_end
    marks: list[Mark] = [line((x, y), (x, y + length), _WIDTH)]
    for at in range(0, length + 1, _STEP):
        tick = _tick(at, length)
        marks.append(line((x, y + at), (x + tick, y + at), _WIDTH))
    beside = x + _LONG_TICK + _LETTERING
    marks += [Words(str(at), (beside, y + at), _LETTERING, turn=90) for at in (0, length)]
    return (*marks, Words("mm", (beside, y + length / 2), _LETTERING, turn=90))


def _tick(at: int, length: int) -> float:
    return _LONG_TICK if at in (0, length) or at % (5 * _STEP) == 0 else _TICK
