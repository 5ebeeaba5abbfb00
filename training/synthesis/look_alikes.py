"""Things that bear round marks as dice do, and are none: buttons, bricks, dominoes, faces, plaques.

They are for the die network to learn that pips alone make no die. Others like them, some of kinds
that are not among these, measure it (``unseen.look_alikes``, which shares none of this code).
"""

from __future__ import annotations

import math

import numpy as np

from training.synthesis.canvas import THING, Canvas, Color
from training.synthesis.textures import any_color
from training.synthesis.things import PIPS, Die, circle, rectangle
from training.synthesis.tiles import HEXAGON, place
from vision.arrays import Points

_DOTS_OF_A_DOMINO = {
    0: (),
    **PIPS,
    7: (*PIPS[6], (0.0, 0.0)),
    8: (*PIPS[6], (0.0, -0.5), (0.0, 0.5)),
    9: (*PIPS[6], (0.0, -0.5), (0.0, 0.5), (0.0, 0.0)),
}
_GAP = 0.02
"""Bricks that are stuck together lie so far apart, in distances of studs."""


class LookAlike:
    """Paints one of them in a die's place, of about its size and often in its colours."""

    def __init__(self, canvas: Canvas, die: Die, light: float, rng: np.random.Generator) -> None:
        self._canvas, self._die, self._light, self._rng = canvas, die, light, rng
        self._body_color = die.body if rng.random() < 0.5 else any_color(rng)
        self._ink = die.pip if rng.random() < 0.6 else any_color(rng, 0.0, 0.5)

    def paint(self) -> Points:
        """Paint any of them; return the corners, (4, 2) px, of what is like a die's face there."""
        kinds = (self._button, self._brick, self._domino, self._face, self._plaque)
        return kinds[int(self._rng.choice(len(kinds), p=(0.28, 0.26, 0.2, 0.12, 0.14)))]()

    def _laid(self, figure: Points) -> Points:
        """Return where a figure, in edges of the die and turned as it is, lies on the table, mm."""
        return place(figure, self._die.centre, self._die.angle, self._die.size)

    def _flat(self, figure: Points, z: float, color: Color) -> None:
        self._canvas.fill_flat(self._laid(figure), z * self._die.size, color, THING)

    def _standing(self, outline: Points, low: float, high: float, side: Color, top: Color) -> None:
        """Paint a prism between two heights, in edges of the die."""
        size = self._die.size
        spots = self._laid(outline)
        self._canvas.extrude(spots, low * size, high * size, side, top, THING, self._light)

    def _square(self, middle: tuple[float, float], edge: float, z: float) -> Points:
        """Return the corners, px, of a square of an edge at a height, in edges of the die."""
        square = self._laid(rectangle(edge, edge) + np.array(middle))
        return self._canvas.project_flat(square, z * self._die.size)

    def _outside(self) -> Points:
        """Return the outline of a disc, or of a square, a hexagon, an egg now and then."""
        rng, chance = self._rng, self._rng.random()
        if chance < 0.75:
            return circle(1.0, 32)
        if chance < 0.85:
            egg: Points = circle(1.0, 32) * np.array([1.0, rng.uniform(0.7, 0.95)])
            return egg
        return HEXAGON if chance < 0.93 else circle(1.0, 8)

    def _button(self) -> Points:
        """A button of two to five holes, or such a disc with a rim, a bowl or thread in them."""
        rng = self._rng
        shape, radius = self._outside(), rng.uniform(0.4, 1.1)
        high = rng.uniform(0.06, 0.35)
        body, rim = self._body_color, rng.uniform(0.6, 0.9)
        self._standing(shape * radius, 0.0, high, body, body)
        if rng.random() < 0.75:
            for share, shade in ((rim, rng.uniform(0.7, 1.2)), (rim - 0.07, rng.uniform(0.8, 1.1))):
                self._flat(shape * radius * share, high, dimmed(body, shade))
        count = int(rng.choice([2, 3, 4, 5], p=[0.27, 0.06, 0.62, 0.05]))
        away = radius * rng.uniform(0.17, 0.45) * (1.0 if count > 2 else 0.9)
        hole = away * min(rng.uniform(0.25, 0.62), 0.85 * math.sin(math.pi / count))
        through = any_color(rng, 0.0, 0.35) if rng.random() < 0.5 else self._ink
        angles = np.arange(count) * math.tau / count + rng.uniform(0, 6.3)
        spots = np.column_stack([np.cos(angles), np.sin(angles)]) * away
        lit = rng.uniform(0.9, 1.4)
        for spot in spots:
            self._flat(circle(hole * 1.15, 14) + spot, high, dimmed(body, lit))
            self._flat(circle(hole, 14) + spot, high, through)
        if rng.random() < 0.15:
            thread = any_color(rng)
            for first in range(count // 2):
                self._flat(_stroke(spots[first], spots[first - count // 2], hole), high, thread)
        return self._square((0.0, 0.0), radius * rng.uniform(0.8, 1.6), high)

    def _brick(self) -> Points:
        """A toy brick or plate with rows of studs, perhaps on another one."""
        rng = self._rng
        step = rng.uniform(0.28, 0.95)
        columns, rows = int(rng.integers(1, 5)), int(rng.integers(1, 4))
        high = step * float(rng.choice([0.4, 0.4, 1.2, 1.2, 2.4]))
        body = any_color(rng) if rng.random() < 0.7 else self._body_color
        brick = rectangle((columns - _GAP) * step, (rows - _GAP) * step)
        self._standing(brick, 0.0, high, body, dimmed(body, rng.uniform(0.95, 1.08)))
        stud, rise = step * rng.uniform(0.27, 0.34), step * rng.uniform(0.12, 0.25)
        lean = rng.uniform(0, 0.5) * rise * np.array([math.cos(rng.uniform(0, 6.3)), 1.0])
        shadow, edge = rng.uniform(0.55, 0.95), rng.uniform(0.7, 1.0)
        places = np.array(
            [
                ((c - (columns - 1) / 2) * step, (r - (rows - 1) / 2) * step)
                for c in range(columns)
                for r in range(rows)
            ]
        )
        away = np.linalg.norm(self._laid(places) - self._canvas.camera.position[:2], axis=1)
        top = dimmed(body, rng.uniform(0.95, 1.2))
        for spot in places[np.argsort(-away)]:
            around = circle(stud, 18)
            for shift in (0.5, 1.0):
                self._flat(around + spot + shift * lean, high, dimmed(body, shadow))
            self._standing(around + spot, high, high + rise, dimmed(body, 1.1), dimmed(body, edge))
            self._flat(around * rng.uniform(0.85, 0.95) + spot, high + rise, top)
        middle = places.mean(axis=0)
        across = step * min(columns, rows) * rng.uniform(0.9, 1.2)
        if columns > rows and rng.random() < 0.5:
            middle = middle + np.array([step * (columns - rows) / 2, 0.0]) * rng.choice([-1, 1])
        return self._square((float(middle[0]), float(middle[1])), across, high)

    def _domino(self) -> Points:
        """A domino, or two beside each other, seen about one of its halves."""
        rng, high = self._rng, self._rng.uniform(0.15, 0.7)
        length, near = rng.uniform(1.88, 2.15), rng.choice([-0.5, 0.5])
        many_colors = rng.random() < 0.3
        body, most = self._die.body, 9 if rng.random() < 0.2 else 6
        dot, spread = rng.uniform(0.055, 0.12), rng.uniform(0.38, 0.58)
        lined, pinned = rng.random() < 0.85, rng.random() < 0.4
        places = [(float(near), 0.0)]
        if rng.random() < 0.25:
            places.append((float(near) + rng.choice([-2.1, 2.1]), rng.uniform(-0.1, 0.1)))
        for middle in places:
            self._standing(rectangle(length, 1.0) + np.array(middle), 0.0, high, body, body)
            if lined:
                bar = rectangle(rng.uniform(0.02, 0.06), rng.uniform(0.7, 1.0))
                self._flat(bar + np.array(middle), high, self._die.pip)
            if pinned:
                metal = dimmed((0.55, 0.75, 0.85), rng.uniform(0.6, 1.1))
                self._flat(circle(rng.uniform(0.05, 0.1)) + np.array(middle), high, metal)
            for half in (-0.5, 0.5):
                ink = any_color(rng, 0.0, 0.7) if many_colors else self._die.pip
                for spot in _DOTS_OF_A_DOMINO[int(rng.integers(0, most + 1))]:
                    where = np.array(spot) * spread * length / 2 + np.array([half * length / 2, 0])
                    self._flat(circle(dot, 14) + where + np.array(middle), high, ink)
        return self._square((0.0, 0.0), 1.0, high)

    def _face(self) -> Points:
        """A face on a sticker, a badge or a counter: two eyes, most often a mouth."""
        rng, radius = self._rng, self._rng.uniform(0.45, 1.2)
        high = float(rng.choice([0.01, 0.01, 0.15]))
        yellow = (rng.uniform(0.0, 0.35), rng.uniform(0.7, 0.9), rng.uniform(0.9, 1.0))
        body = yellow if rng.random() < 0.6 else self._body_color
        ink = any_color(rng, 0.0, 0.3)
        self._standing(circle(radius, 32), 0.0, high, dimmed(body, 0.8), body)
        if rng.random() < 0.4:
            self._flat(circle(radius, 32), high, dimmed(body, rng.uniform(0.5, 0.9)))
            self._flat(circle(radius * rng.uniform(0.85, 0.95), 32), high, body)
        apart, above = radius * rng.uniform(0.25, 0.45), radius * rng.uniform(0.1, 0.35)
        eye = circle(radius * rng.uniform(0.08, 0.2), 16)
        eye = eye * np.array([1.0, rng.uniform(0.9, 1.7)])
        for side in (-1, 1):
            if rng.random() < 0.2:
                self._flat(eye * 1.6 + np.array([side * apart, above]), high, (1.0, 1.0, 1.0))
            self._flat(eye + np.array([side * apart, above]), high, ink)
        mouth, wide = rng.random(), radius * rng.uniform(0.3, 0.65)
        if mouth < 0.55:
            first = rng.choice([0.0, math.pi]) + rng.uniform(0.1, 0.5)
            angles = np.linspace(first, first + math.pi - rng.uniform(0.2, 0.9), 18)
            arc = np.column_stack([np.cos(angles), np.sin(angles)])
            band = np.vstack([arc * wide, arc[::-1] * wide * rng.uniform(0.0, 0.9)])
            self._flat(band - np.array([0.0, radius * 0.1]), high, ink)
        elif mouth < 0.75:
            self._flat(rectangle(wide, wide * 0.15) - np.array([0, radius * 0.35]), high, ink)
        elif mouth < 0.9:
            self._flat(circle(wide * 0.35) - np.array([0, radius * 0.4]), high, ink)
        return self._square((0.0, 0.0), radius * rng.uniform(0.8, 1.7), high)

    def _plaque(self) -> Points:
        """A disc, a bar or a plate that bears marks in rows, on a ring or anywhere."""
        rng, high = self._rng, self._rng.uniform(0.01, 0.35)
        shape = self._outside() * rng.uniform(0.5, 1.1)
        if rng.random() < 0.4:
            shape = rectangle(rng.uniform(2.0, 4.0), rng.uniform(0.5, 1.05))
        self._standing(shape, 0.0, high, self._body_color, self._body_color)
        if rng.random() < 0.4:
            tone = dimmed(self._body_color, rng.uniform(0.6, 1.3))
            self._flat(shape * rng.uniform(0.75, 0.95), high, tone)
        reach = np.abs(shape).max(axis=0)
        mark = circle(rng.uniform(0.06, 0.16), 14)
        count = int(rng.integers(1, 9))
        layout = rng.random()
        if layout < 0.4:
            angles = np.arange(count) * math.tau / count + rng.uniform(0, 6.3)
            spots = np.column_stack([np.cos(angles), np.sin(angles)]) * rng.uniform(0.3, 0.75)
        elif layout < 0.7:
            spots = np.array(PIPS[int(rng.integers(1, 7))]) * rng.uniform(0.6, 1.1)
        else:
            spots = rng.uniform(-0.75, 0.75, (count, 2))
        for spot in spots * min(reach.min(), 1.0) * (1.0 if rng.random() < 0.7 else reach):
            self._flat(mark + spot, high, self._ink)
        return self._square((0.0, 0.0), float(reach.min()) * rng.uniform(0.9, 1.7), high)


def dimmed(color: Color, shade: float) -> Color:
    """Return a colour times a brightness; what is brighter than white is white."""
    return color[0] * shade, color[1] * shade, color[2] * shade


def _stroke(first: Points, second: Points, width: float) -> Points:
    """Return a straight stroke between two places, (4, 2)."""
    along = second - first
    aside = np.array([-along[1], along[0]]) / max(float(np.hypot(*along)), 1e-6) * width / 2
    return np.array([first + aside, second + aside, second - aside, first - aside])


def paint_look_alike(canvas: Canvas, die: Die, light: float, rng: np.random.Generator) -> Points:
    """Paint something in a die's place; return what is like its face there, corners (4, 2) px."""
    return LookAlike(canvas, die, light, rng).paint()
