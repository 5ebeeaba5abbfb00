"""Things that a reader may take for dice: tokens, chips, cards, dominoes, letters, specks."""

from __future__ import annotations

import math

import numpy as np

from training.synthesis.canvas import THING, Canvas, Color
from training.synthesis.textures import any_color
from training.synthesis.things import PIPS, Die, circle, rectangle
from training.synthesis.tiles import HEXAGON, place
from vision.arrays import Points


class FalseDie:
    """Paints one of them in a die's place, of about its size and in its colours."""

    def __init__(self, canvas: Canvas, die: Die, light: float, rng: np.random.Generator) -> None:
        self._canvas, self._die, self._light, self._rng = canvas, die, light, rng

    def paint(self) -> None:
        """Paint any of them, or nothing but the table."""
        kinds = (
            self._cube, self._coin, self._token, self._chip, self._card,
            self._domino, self._pawn, self._letters, self._flower, self._specks,
            self._keys, self._nothing,
        )  # fmt: skip
        weights = np.array([2, 2, 3, 1.5, 2, 1.5, 2, 3, 1.5, 1.5, 1, 1.5])
        kinds[int(self._rng.choice(len(kinds), p=weights / weights.sum()))]()

    def _nothing(self) -> None:
        pass

    def _flat(self, figure: Points, z: float, color: Color) -> None:
        """Fill a figure, in units of the die's edge and turned as the die is."""
        spots = place(figure, self._die.centre, self._die.angle, self._die.size)
        self._canvas.fill_flat(spots, z, color, THING)

    def _body(self, outline: Points, height: float, side: Color, top: Color) -> None:
        spots = place(outline, self._die.centre, self._die.angle, self._die.size)
        self._canvas.extrude(spots, 0.0, height, side, top, THING, self._light)

    def _cube(self) -> None:
        """A cube without pips, or with a letter."""
        size = self._die.size
        self._body(rectangle(1, 1), size, self._die.body, self._die.body)
        if self._rng.random() < 0.4:
            for stroke in self._letter(0.6):
                self._flat(stroke, size, self._die.pip)

    def _coin(self) -> None:
        color = any_color(self._rng)
        self._body(circle(self._rng.uniform(0.4, 0.9)), 2.0, self._die.body, color)

    def _token(self) -> None:
        """A token with a rim and something in its middle."""
        rng, height = self._rng, self._rng.uniform(0.3, 4)
        shape = HEXAGON if rng.random() < 0.6 else circle(1.0, int(rng.choice([4, 8, 24])))
        shape = shape * rng.uniform(0.5, 1.6)
        self._body(shape, height, self._die.body, any_color(rng))
        self._flat(shape * rng.uniform(0.7, 0.92), height, self._die.body)
        if rng.random() < 0.7:
            self._flat(circle(rng.uniform(0.12, 0.5)), height, any_color(rng))
        for figure in self._letter(rng.uniform(0.2, 0.5)) if rng.random() < 0.7 else ():
            self._flat(figure, height, self._die.pip)

    def _chip(self) -> None:
        rng, radius = self._rng, self._rng.uniform(0.5, 1.1)
        self._body(circle(radius, 28), 3.0, self._die.body, self._die.body)
        count = int(rng.integers(4, 10))
        spot = rectangle(radius * rng.uniform(0.15, 0.3), radius * rng.uniform(0.2, 0.45))
        for number in range(count):
            turn = number * math.tau / count
            away = np.array([radius * rng.uniform(0.78, 0.82), 0.0])
            self._flat(place(spot + away, np.zeros(2), turn, 1.0), 3.0, self._die.pip)
        if rng.random() < 0.5:
            self._flat(circle(radius * rng.uniform(0.3, 0.6)), 3.0, any_color(rng))

    def _card(self) -> None:
        """A corner of a card with marks in rows."""
        rng = self._rng
        width, depth = rng.uniform(1.5, 5), rng.uniform(1.5, 6)
        off = rng.uniform(-0.4, 0.4, 2) * np.array([width, depth])
        self._flat(rectangle(width, depth) + off, 0.3, self._die.body)
        step, size = rng.uniform(0.35, 1.2), rng.uniform(0.08, 0.3)
        mark = circle(size, int(rng.choice([3, 4, 5, 16])))
        columns, rows = int(rng.integers(1, 4)), int(rng.integers(1, 5))
        for column in range(columns):
            for row in range(rows):
                if rng.random() < 0.85:
                    where = np.array([column - (columns - 1) / 2, row - (rows - 1) / 2]) * step
                    self._flat(mark + where, 0.3, self._die.pip)

    def _domino(self) -> None:
        rng, height = self._rng, self._rng.uniform(2, 8)
        aside = np.array([rng.choice([-0.5, 0.5, 0.0]), 0.0])
        self._body(rectangle(2.0, 1.0) + aside, height, self._die.body, self._die.body)
        self._flat(rectangle(0.04, 0.9) + aside, height, self._die.pip)
        for half in (-0.5, 0.5):
            value = int(rng.integers(0, 7))
            for spot in PIPS.get(value, ()):
                middle = np.array(spot) * 0.5 + np.array([half, 0.0]) + aside
                self._flat(circle(0.09) + middle, height, self._die.pip)

    def _pawn(self) -> None:
        """A blob of arms and bays, standing or lying."""
        rng = self._rng
        arms, depth = int(rng.integers(3, 7)), rng.uniform(0.1, 0.5)
        angles = np.linspace(0, math.tau, 40, endpoint=False)
        radii = 0.6 * (1 + depth * np.cos(arms * angles + rng.uniform(0, 6.3)))
        outline = np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None]
        self._body(outline, self._die.size * rng.uniform(0.2, 0.9), self._die.body, self._die.body)

    def _letters(self) -> None:
        """A word of strokes and bows on paper or on the table."""
        rng, size = self._rng, self._rng.uniform(0.3, 1.6)
        if rng.random() < 0.7:
            self._flat(rectangle(9, 9), 0.1, any_color(rng, 0.7, 1.0))
        ink = any_color(rng, 0.0, 0.4)
        lines = int(rng.integers(1, 4))
        for line in range(lines):
            for place_in_line in range(-4, 5):
                for stroke in self._letter(size):
                    where = np.array([place_in_line * 0.8, (line - lines // 2) * 1.5]) * size
                    self._flat(stroke + where, 0.2, ink)

    def _letter(self, size: float) -> list[Points]:
        """Return polygons that make up something like a letter, ``size`` edges tall."""
        rng, weight = self._rng, size * self._rng.uniform(0.1, 0.22)
        strokes: list[Points] = []
        for _ in range(int(rng.integers(1, 3))):
            upright = rng.random() < 0.6
            bar = rectangle(weight, size) if upright else rectangle(size * 0.6, weight)
            strokes.append(bar + rng.uniform(-0.3, 0.3, 2) * size)
        if rng.random() < 0.6:
            first, span = rng.uniform(0, 6.3), rng.uniform(2.5, 6.2)
            angles = np.linspace(first, first + span, 16)
            arc = np.column_stack([np.cos(angles), np.sin(angles)])
            radius = size * rng.uniform(0.2, 0.35)
            strokes.append(np.vstack([arc * radius, arc[::-1] * (radius - weight)]))
        return strokes

    def _flower(self) -> None:
        rng, petals = self._rng, int(self._rng.integers(4, 8))
        first, size = rng.uniform(0, 6.3), rng.uniform(0.4, 1.2)
        for petal in range(petals):
            angle = first + petal * math.tau / petals
            middle = np.array([math.cos(angle), math.sin(angle)]) * size * 0.6
            self._flat(circle(size * rng.uniform(0.3, 0.4)) + middle, 0.0, self._die.body)
        self._flat(circle(size * rng.uniform(0.2, 0.4)), 0.0, self._die.pip)

    def _specks(self) -> None:
        """Crumbs, stones, blots: any number, anywhere, of any form."""
        rng = self._rng
        for _ in range(int(rng.integers(1, 8))):
            angles = np.linspace(0, math.tau, 12, endpoint=False)
            radii = rng.uniform(0.04, 0.22) * rng.uniform(0.6, 1.4, 12)
            blot = np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None]
            self._flat(blot + rng.normal(size=2) * 0.5, 0.0, self._die.pip)

    def _keys(self) -> None:
        """Keys or icons in a grid, of one or of many colours."""
        rng, step = self._rng, self._rng.uniform(0.3, 0.9)
        self._flat(rectangle(step * 6, step * 9), 1.0, self._die.body)
        many, size = rng.random() < 0.5, step * rng.uniform(0.4, 0.8)
        for column in range(-2, 3):
            for row in range(-4, 5):
                color = any_color(rng) if many else self._die.pip
                self._flat(rectangle(size, size) + np.array([column, row]) * step, 1.0, color)
