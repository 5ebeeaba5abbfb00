"""Dice whose upper face bears no pips: made-up marks, for the die network to learn that it is none.

The marks are made up by chance and are nobody's alphabet: blots, stars, strokes and bows, rings,
bars. The dice by which odd faces are measured (``unseen.odd_dice``) share none of this code.
"""

from __future__ import annotations

import math

import numpy as np

from training.synthesis.canvas import Canvas, Color
from training.synthesis.moulded_dice import MouldedDie
from training.synthesis.things import Die, rectangle
from vision.arrays import Points

_ALL_ODD = 0.5
"""So many of the dice bear marks on all faces; the others on the upper one alone."""


class OddDie(MouldedDie):
    """Paints a die as it is made and worn, with marks in the place of pips."""

    def __init__(
        self, canvas: Canvas, die: Die, light: float, rng: np.random.Generator, number: int
    ) -> None:
        """Choose, with all else, which faces are odd."""
        super().__init__(canvas, die, light, rng, number)
        self._all_odd = rng.random() < _ALL_ODD

    def _paint_pips(self, axes: tuple[Points, Points, Points], value: int, paint: Color) -> None:
        is_top = axes[0][2] > 0
        if not is_top and not self._all_odd:
            super()._paint_pips(axes, value, paint)
            return
        outward, across, along = axes
        turn = self._rng.uniform(0, math.tau)
        c, s = math.cos(turn), math.sin(turn)
        across, along = across * c + along * s, along * c - across * s
        shade = self._shade(outward)
        for figure, is_cut in random_mark(self._rng):
            spots, _ = self._moulded(outward + figure[:, :1] * across + figure[:, 1:] * along)
            color = self._color(self._die.body if is_cut else paint, shade, 0.0)
            self._canvas.fill(self._canvas.camera.project(spots), color, self._number)


def paint_odd_die(
    canvas: Canvas, die: Die, light: float, rng: np.random.Generator, number: int
) -> None:
    """Paint such a die; the arguments are those of ``things.paint_die``."""
    OddDie(canvas, die, light, rng, number).paint()


Mark = list[tuple[Points, bool]]
"""Polygons, (n, 2) in half edges of a face, and whether each is cut out of those before it."""


def random_mark(rng: np.random.Generator) -> Mark:
    """Make up what stands on a face."""
    kinds = (_blot, _star, _strokes, _ring, _bars, _suit)
    return kinds[int(rng.choice(len(kinds), p=(0.2, 0.15, 0.3, 0.1, 0.1, 0.15)))](rng)


def _round(radius: float, middle: tuple[float, float] = (0.0, 0.0), long: float = 1.0) -> Points:
    angles = np.linspace(0, math.tau, 28, endpoint=False)
    around = np.column_stack([np.cos(angles) * long, np.sin(angles)]) * radius
    return np.asarray(around + np.array(middle), np.float64)


def _blot(rng: np.random.Generator) -> Mark:
    """A shape with bays: an animal, a leaf, a crown; now and then with an eye."""
    angles = np.linspace(0, math.tau, 48, endpoint=False)
    waves = [(k, rng.uniform(0.1, 0.5) / math.sqrt(k), rng.uniform(0, 6.3)) for k in (1, 2, 3, 5)]
    radii = 1 + sum(height * np.cos(k * angles + phase) for k, height, phase in waves)
    radii = np.clip(radii, 0.15, 2.0) * rng.uniform(0.25, 0.5)
    shape: Mark = [(np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None], False)]
    if rng.random() < 0.3:
        shape.append((_round(rng.uniform(0.05, 0.15), tuple(rng.uniform(-0.2, 0.2, 2))), True))
    return shape


def _star(rng: np.random.Generator) -> Mark:
    points, inner = int(rng.integers(3, 10)), rng.uniform(0.25, 0.85)
    angles = np.arange(2 * points) * math.pi / points
    radii = np.where(np.arange(2 * points) % 2, inner, 1.0) * rng.uniform(0.35, 0.75)
    return [(np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None], False)]


def _strokes(rng: np.random.Generator) -> Mark:
    """One or two signs of strokes and bows, as numerals and letters are."""
    weight, size = rng.uniform(0.08, 0.26), rng.uniform(0.6, 1.3)
    many = 1 if rng.random() < 0.75 else 2
    mark: Mark = []
    for number in range(many):
        middle = np.array([(number - (many - 1) / 2) * size * 0.65, 0.0])
        for _ in range(int(rng.integers(1, 4))):
            kind, where = rng.integers(3), rng.uniform(-0.3, 0.3, 2) * size + middle
            if kind == 0:
                mark.append((rectangle(weight, size) + np.array([where[0], 0.0]), False))
            elif kind == 1:
                lean = rng.uniform(-0.9, 0.9)
                bar = rectangle(weight, size * rng.uniform(0.5, 1.0))
                c, s = math.cos(lean), math.sin(lean)
                mark.append((bar @ np.array([[c, s], [-s, c]]) + where, False))
            else:
                mark.append((_bow(weight, size * rng.uniform(0.2, 0.4), rng) + where, False))
    return mark


def _bow(weight: float, radius: float, rng: np.random.Generator) -> Points:
    first, span = rng.uniform(0, 6.3), rng.uniform(2.5, 6.0)
    angles = np.linspace(first, first + span, 20)
    arc = np.column_stack([np.cos(angles), np.sin(angles)])
    inner = max(radius - weight, 0.3 * radius)
    return np.vstack([arc * radius, arc[::-1] * inner])


def _ring(rng: np.random.Generator) -> Mark:
    radius, long = rng.uniform(0.4, 0.8), rng.uniform(0.7, 1.0)
    hole = radius * rng.uniform(0.5, 0.85)
    mark: Mark = [(_round(radius, long=long), False), (_round(hole, long=long), True)]
    if rng.random() < 0.5:
        mark += [(figure * 0.4, is_cut) for figure, is_cut in _star(rng)]
    return mark


def _bars(rng: np.random.Generator) -> Mark:
    count, weight = int(rng.integers(1, 5)), rng.uniform(0.1, 0.26)
    step = rng.uniform(max(0.32, 1.5 * weight), 0.55)
    long = rng.uniform(0.8, 1.5)
    aside = (np.arange(count) - (count - 1) / 2) * step
    bars = [rectangle(weight, long) + np.array([x, 0.0]) for x in aside.tolist()]
    if rng.random() < 0.3:
        bars.append(rectangle(long, weight))
    return [(bar, False) for bar in bars]


def _suit(rng: np.random.Generator) -> Mark:
    """Lobes about a middle, with a foot: clubs, clovers, hearts, drops, flowers."""
    lobes, size = int(rng.integers(2, 6)), rng.uniform(0.2, 0.34)
    span = rng.uniform(0.8, 2.2) if rng.random() < 0.6 else math.tau * (1 - 1 / lobes)
    angles = -math.pi / 2 + np.linspace(-span / 2, span / 2, lobes)
    away = size * rng.uniform(0.8, 1.5)
    mark: Mark = [
        (_round(size, (away * math.cos(angle), away * math.sin(angle))), False)
        for angle in angles.tolist()
    ]
    foot = np.array([(-1.0, 0.0), (1.0, 0.0), (0.0, rng.uniform(1.0, 3.0))]) * away
    return [*mark, (foot, False)]
