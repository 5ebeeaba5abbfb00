"""What a page or a figure is made of: filled outlines, strokes and words.

Lengths are millimetres, y up; angles are degrees, counter-clockwise from the x axis. Outlines keep
their circular arcs as arcs, so that nothing is made of little straight pieces before it is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import cos, radians, sin
from typing import Literal

Point = tuple[float, float]
Anchor = Literal["start", "middle", "end"]


@dataclass(frozen=True)
class Arc:
    """A circular arc; ``sweep`` is positive where it runs counter-clockwise."""

    center: Point
    radius: float
    start: int
    sweep: int

    def first(self) -> Point:
        """Return where it begins."""
        return self.at(self.start)

    def last(self) -> Point:
        """Return where it ends."""
        return self.at(self.start + self.sweep)

    def at(self, angle: float) -> Point:
        """Return the point of its circle at an angle."""
        return (
            self.center[0] + self.radius * cos(radians(angle)),
            self.center[1] + self.radius * sin(radians(angle)),
        )


Outline = tuple[Point | Arc, ...]
"""Corners and arcs, joined by straight lines in the order given."""


@dataclass(frozen=True)
class Fill:
    """Closed outlines filled with one colour (``#rrggbb``); where two overlap is filled too."""

    outlines: tuple[Outline, ...]
    color: str


@dataclass(frozen=True)
class Stroke:
    """A line along an outline, closed unless it is said to be open."""

    outline: Outline
    color: str
    width: float
    closed: bool = True
    dash: float | None = None


@dataclass(frozen=True)
class Words:
    """One line of text; ``at`` is the end or the middle of its baseline, ``size`` the font's."""

    text: str
    at: Point
    size: float
    anchor: Anchor = "middle"
    bold: bool = False
    color: str = "#000000"
    turn: float = 0.0


Mark = Fill | Stroke | Words


@dataclass(frozen=True)
class Figure:
    """A picture of its own: ``marks`` between (0, 0) and (``width``, ``height``)."""

    width: float
    height: float
    marks: tuple[Mark, ...]


def rectangle(left: float, bottom: float, width: float, height: float) -> Outline:
    """Return the outline of a rectangle."""
    right, top = left + width, bottom + height
    return ((left, bottom), (right, bottom), (right, top), (left, top))


def line(start: Point, end: Point, width: float, color: str = "#000000") -> Stroke:
    """Return a straight line."""
    return Stroke((start, end), color, width, closed=False)


def moved(marks: Iterable[Mark], by: Point) -> tuple[Mark, ...]:
    """Return marks moved by a vector."""
    return tuple(_moved(mark, by) for mark in marks)


def _moved(mark: Mark, by: Point) -> Mark:
    if isinstance(mark, Fill):
        return Fill(tuple(_moved_outline(outline, by) for outline in mark.outlines), mark.color)
    if isinstance(mark, Stroke):
        outline = _moved_outline(mark.outline, by)
        return Stroke(outline, mark.color, mark.width, mark.closed, mark.dash)
    at = _moved_point(mark.at, by)
    return Words(mark.text, at, mark.size, mark.anchor, mark.bold, mark.color, mark.turn)


def _moved_outline(outline: Outline, by: Point) -> Outline:
    return tuple(
        Arc(_moved_point(step.center, by), step.radius, step.start, step.sweep)
        if isinstance(step, Arc)
        else _moved_point(step, by)
        for step in outline
    )


def _moved_point(point: Point, by: Point) -> Point:
    return point[0] + by[0], point[1] + by[1]
