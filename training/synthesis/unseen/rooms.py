"""Rooms: which lamps and windows light a table."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from training.synthesis.unseen.lamps import Lamp, Panel
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.swatch import hsv
from vision.arrays import Float32s, Float64s, Points


@dataclass(frozen=True)
class Room:
    """The light in a room: what comes from everywhere, the lamps, and what is mirrored."""

    ambient: Float64s
    lamps: tuple[Lamp, ...]

    @property
    def heading(self) -> float:
        """Return where the strongest lamp stands as seen from the table's middle (radians)."""
        lamp = max(self.lamps, key=lambda lamp: float(lamp.color.sum()))
        return math.atan2(float(lamp.position[1]), float(lamp.position[0]))


def _tone(warmth: float) -> Float64s:
    """Return a light's colour, from 1 (candle) over 0 (white) to -1 (blue sky)."""
    return np.array([1 - 0.5 * warmth, 1 - 0.12 * abs(warmth), 1 + 0.25 * warmth])


def _at(rng: np.random.Generator, low: float, high: float, distance: float) -> Points:
    """Return a place ``distance`` mm off the table's middle, ``low``..``high`` degrees up."""
    way, up = rng.uniform(0, 6.3), math.radians(rng.uniform(low, high))
    flat = math.cos(up)
    spot = np.array([math.cos(way) * flat, math.sin(way) * flat, math.sin(up)])
    return spot * distance


def random_room(kind: str, view: float, rng: np.random.Generator) -> Room:
    """Make up a room's light; ``kind`` as below, ``view`` is the picture's width on the table (mm).

    ``soft``, ``window``, ``spot``, ``two``, ``neon``, ``candle``, ``party`` (coloured lamps) and
    ``hard`` (sharp patterns of light).
    """
    if kind == "soft":
        lamp = Lamp(
            _at(rng, 40, 80, 2500), _tone(rng.uniform(-0.3, 0.6)) * 0.6, rng.uniform(0.3, 1.2)
        )
        return Room(_tone(rng.uniform(-0.3, 0.4)) * 0.45, (lamp,))
    if kind == "two":
        first = Lamp(_at(rng, 30, 60, 1500), _tone(0.7) * 0.5, rng.uniform(0.05, 0.3))
        second = Lamp(_at(rng, 30, 60, 1800), _tone(-0.8) * 0.45, rng.uniform(0.05, 0.4))
        return Room(_tone(0.0) * rng.uniform(0.15, 0.35), (first, second))
    if kind == "neon":
        hue = rng.random()
        one, other = (
            0.35 + 0.65 * np.asarray(hsv(h, rng.uniform(0.3, 0.75), 1.0))
            for h in (hue, hue + rng.uniform(0.3, 0.5))
        )
        lamps = (
            Lamp(_at(rng, 15, 40, 0.9 * view + 300), one * 0.5, 0.3),
            Lamp(_at(rng, 15, 40, 0.9 * view + 300), other * 0.45, 0.3),
        )
        return Room(_tone(0.1) * rng.uniform(0.2, 0.35), lamps)
    if kind == "candle":
        return _candle_light(view, rng)
    if kind == "party":
        return _party_light(view, rng)
    if kind == "spot":
        spot = Lamp(
            _at(rng, 55, 85, rng.uniform(450, 900)),
            _tone(rng.uniform(0.2, 0.8)) * 0.8,
            rng.uniform(0.05, 0.25),
            "spot",
            view * rng.uniform(0.35, 0.6),
            view * rng.uniform(0.05, 0.3),
        )
        return Room(_tone(rng.uniform(-0.4, 0.5)) * rng.uniform(0.15, 0.35), (spot,))
    sharp = kind == "hard"
    shape = ("window", "blinds", "leaves")[int(rng.integers(3))] if sharp else "window"
    sun = Lamp(
        _at(rng, 22, 50, 6000),
        _tone(rng.uniform(0.0, 0.5)) * rng.uniform(0.6, 1.0),
        rng.uniform(0.01, 0.06) if sharp else rng.uniform(0.1, 0.4),
        shape,
        view * rng.uniform(0.3, 0.8),
        view * (rng.uniform(0.003, 0.015) if sharp else rng.uniform(0.02, 0.1)),
        rng.uniform(0, 6.3),
    )
    sky = rng.uniform(0.14, 0.3) if sharp else rng.uniform(0.3, 0.5)
    return Room(_tone(rng.uniform(-0.7, 0.0)) * sky, (sun,))


def _candle_light(view: float, rng: np.random.Generator) -> Room:
    """Return one to four flames that stand about the table, and hardly any other light."""
    count = int(rng.integers(1, 5))
    flames = tuple(
        Lamp(
            _at(rng, 14, 45, rng.uniform(0.6, 1.1) * view + 150),
            _tone(rng.uniform(0.95, 1.4)) * rng.uniform(0.6, 1.0) / count,
            rng.uniform(0.05, 0.25),
        )
        for _ in range(count)
    )
    return Room(_tone(rng.uniform(0.4, 1.2)) * rng.uniform(0.08, 0.22), flames)


def _party_light(view: float, rng: np.random.Generator) -> Room:
    """Return two to four lamps of strong colours, some of them spots."""
    lamps = []
    for _ in range(int(rng.integers(2, 4))):
        color = np.asarray(hsv(rng.random(), rng.uniform(0.65, 0.95), 1.0))
        shape = "spot" if rng.random() < 0.4 else "flood"
        lamps.append(
            Lamp(
                _at(rng, 20, 70, rng.uniform(0.5, 1.1) * view + 200),
                color * rng.uniform(0.3, 0.6),
                rng.uniform(0.05, 0.4),
                shape,
                view * rng.uniform(0.3, 0.7),
                view * rng.uniform(0.03, 0.3),
            )
        )
    color = np.asarray(hsv(rng.random(), rng.uniform(0.2, 0.6), 1.0))
    return Room(color * rng.uniform(0.06, 0.2), tuple(lamps))


def mirror_lean(count: int, rng: np.random.Generator) -> Float32s:
    """Return how far each object's mirror image is off (mm at the ceiling), (count, 2)."""
    lean = np.clip(rng.normal(size=(count, 2)), -2, 2) * rng.uniform(5, 60)
    lean[:10] = 0
    return lean.astype(np.float32)


def random_panels(sheet: Sheet, spot: Points, rng: np.random.Generator) -> list[Panel]:
    """Make up windows or tubes whose mirror image falls near ``spot`` (mm on the table)."""
    height = rng.uniform(900, 2200)
    middle = Panel.over(spot, sheet, height)
    angle, warmth = rng.uniform(0, 3.2), rng.uniform(-0.4, 0.5)
    color = _tone(warmth)
    kind = rng.random()
    if kind < 0.35:
        half = rng.uniform(60, 180, 2)
        return [Panel(middle, half, angle, height, rng.uniform(20, 200), color)]
    if kind < 0.65:
        half = np.array([rng.uniform(400, 900), rng.uniform(20, 50)])
        side = np.array([-math.sin(angle), math.cos(angle)]) * rng.uniform(250, 500)
        rim = rng.uniform(10, 80)
        return [Panel(middle + side * k, half, angle, height, rim, color) for k in (0, 1)]
    pane, gap = rng.uniform(90, 220, 2), rng.uniform(1.1, 1.25)
    c, s = math.cos(angle), math.sin(angle)
    turn = np.array([[c, s], [-s, c]])
    rim = rng.uniform(10, 60)
    return [
        Panel(middle + (np.array(way) * pane * gap) @ turn, pane, angle, height, rim, color)
        for way in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
