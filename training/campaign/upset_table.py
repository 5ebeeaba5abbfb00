"""Where things are once a table was disturbed: the board, the camera, the light, what fell over.

All of it follows from random generators that are made for one disturbance each, so that it stays as
it is however often it is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np

from training.campaign.disturbances import CAMERAS, Disturbance
from training.synthesis.unseen.filmed_table import Lighting, Placed
from training.synthesis.unseen.lens import PhoneCamera
from vision.arrays import Float32s, Float64s, Points

SHARES = (1.0, 0.75, 0.5, 0.3, 0.15, 0.0)
"""Of a disturbance: the first at which all that counts is still in the picture."""
_SHOVE, _SHOVE_TURN = 1.2, 0.14
"""How far a board is shoved, in edges, and turned, in radians, at most."""
_FARTHER, _FEWER_PIXELS, _ROLL = (1.0, 1.25), (0.75, 1.0), 0.35
"""Another camera is so many times farther, has so many times the pixels across, and is rolled."""
_DARKER, _BRIGHTER = (0.4, 0.65), (1.2, 1.6)
_LAMP_GAIN, _LAMP_WIDTH = 1.2, 0.25
"""A lamp beside the table adds so many times the light at most, on a spot so wide, of the view."""
_SHADOW, _SHADOW_WIDTH, _SHADOW_EDGE = (0.4, 0.65), 0.3, (4.0, 30.0)
"""How much light a shadow leaves, how wide it is, of the view, and its edge, in mm."""
_SPILLED, _SPILL_REACH = (3, 7), 0.9
"""So many tiles fall over, within so many edges of one place."""
_PARTED, _HALF_IN, _HALF_TURN = (0.5, 1.1), (0.5, 0.9), 0.15
"""How far, in edges, a part of the board is pushed away, a tile is from its cell, and turned."""


@dataclass(frozen=True)
class Pose:
    """How a board lies: turned (radians) about a point of the table and shifted, both in mm."""

    turn: float = 0.0
    about: tuple[float, float] = (0.0, 0.0)
    shift: tuple[float, float] = (0.0, 0.0)

    def of(self, spot: Points) -> Float64s:
        """Return where a place, (2,) in mm, of the board as it lay at first is now."""
        about = np.array(self.about)
        turned = self.turned(np.asarray(spot) - about)
        return np.asarray(turned + about + np.array(self.shift), np.float64)

    def turned(self, way: Points) -> Float64s:
        """Return where a way, (2,), of the board as it lay at first leads now."""
        cos, sin = math.cos(self.turn), math.sin(self.turn)
        return np.asarray(np.array([[cos, -sin], [sin, cos]]) @ way, np.float64)


def shoved(rng: np.random.Generator, about: Points, pitch: float, share: float) -> Pose:
    """Return how a board lies that was shoved; ``pitch`` is the edge length of its lattice, mm."""
    x, y = rng.uniform(-1, 1, 2) * (_SHOVE * pitch * share)
    turn = float(rng.uniform(-1, 1) * _SHOVE_TURN * share)
    return Pose(turn, (float(about[0]), float(about[1])), (float(x), float(y)))


def placed_anew(
    camera: PhoneCamera,
    done: tuple[Disturbance, ...],
    middle: Points,
    rng: np.random.Generator,
    share: float,
) -> PhoneCamera:
    """Return how the camera stands once it was turned, or another one was put there.

    ``middle`` is the point of the table, (2,) in mm, that it looks at; ``done`` is what was done.
    """
    turned, replaced = (done.count(what) for what in CAMERAS)
    if replaced:
        camera = _another(camera, middle, rng, share)
    for _ in range(turned % 4):
        camera = _quarter_turn(camera)
    return camera


def _another(
    camera: PhoneCamera, middle: Points, rng: np.random.Generator, share: float
) -> PhoneCamera:
    farther, pixels = rng.uniform(*_FARTHER), rng.uniform(*_FEWER_PIXELS)
    roll = rng.uniform(-1, 1) * _ROLL * share
    cos, sin = math.cos(roll), math.sin(roll)
    looked_at = np.array([*middle, 0.0])
    matrix = camera.matrix * pixels
    matrix[2, 2] = 1.0
    return replace(
        camera,
        width=round(camera.width * pixels),
        height=round(camera.height * pixels),
        matrix=matrix,
        rotation=np.array([[cos, -sin, 0], [sin, cos, 0], [0, 0, 1]]) @ camera.rotation,
        position=looked_at + (camera.position - looked_at) * farther,
    )


def _quarter_turn(camera: PhoneCamera) -> PhoneCamera:
    matrix = camera.matrix.copy()
    matrix[:2, 2] = camera.height - camera.matrix[1, 2], camera.matrix[0, 2]
    return replace(
        camera,
        width=camera.height,
        height=camera.width,
        matrix=matrix,
        rotation=np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]]) @ camera.rotation,
    )


def lighting(
    what: Disturbance | None, rng: np.random.Generator, middle: Points, width: float
) -> Lighting | None:
    """Return how the light differs; ``width`` is how much of the table, in mm, is in view."""
    if what is None:
        return None
    if what is Disturbance.LAMP:
        level = rng.uniform(*(_DARKER if rng.random() < 0.5 else _BRIGHTER))
        gain = np.asarray(level * (1 + rng.normal(size=3) * 0.05), np.float32)
        return lambda x, _: np.broadcast_to(gain, (*x.shape, 3))
    at = middle + rng.uniform(-0.35, 0.35, 2) * width
    if what is Disturbance.LIGHT:
        spread = np.float32(_LAMP_WIDTH * width)
        brighter = np.float32(rng.uniform(0.4, 1.0) * _LAMP_GAIN)
        return lambda x, y: 1 + brighter * _bell(x - at[0], y - at[1], spread)[..., None]
    heading, dark, edge = rng.uniform(0, math.pi), rng.uniform(*_SHADOW), rng.uniform(*_SHADOW_EDGE)
    across = np.array([math.cos(heading), math.sin(heading)])

    def shadow(x: Float32s, y: Float32s) -> Float32s:
        away = np.abs((x - at[0]) * across[0] + (y - at[1]) * across[1])
        inside = 1 / (1 + np.exp(np.clip((away - _SHADOW_WIDTH * width / 2) / edge, -40, 40)))
        return np.asarray(1 - (1 - dark) * inside, np.float32)[..., None]

    return shadow


def _bell(x: Float32s, y: Float32s, spread: np.float32) -> Float32s:
    return np.asarray(np.exp(-(x * x + y * y) / (2 * spread * spread)), np.float32)


def spilled(at: Points, pitch: float, height: float, rng: np.random.Generator) -> Iterator[Placed]:
    """Yield tiles that fell over about a place (mm), on one another; ``height`` is a tile's, mm."""
    number = int(rng.integers(_SPILLED[0], _SPILLED[1] + 1))
    there: list[Float64s] = []
    for _ in range(number):
        away = rng.uniform(0, _SPILL_REACH * pitch)
        heading = rng.uniform(0, math.tau)
        spot = at + away * np.array([math.cos(heading), math.sin(heading)])
        below = sum(float(np.hypot(*(spot - other))) < 2 * pitch for other in there)
        there.append(spot)
        yield Placed(
            (float(spot[0]), float(spot[1])),
            float(rng.uniform(0, math.tau)),
            int(rng.integers(1 << 30)),
            below * height,
            back=bool(rng.random() < 0.5),
        )


def pushed_away(rng: np.random.Generator, outwards: Points, pitch: float) -> Float64s:
    """Return how far (mm) a part of a board is pushed; ``outwards``, (2,), tells the way."""
    return np.asarray(_unit(outwards) * rng.uniform(*_PARTED) * pitch, np.float64)


def half_in(rng: np.random.Generator, outwards: Points, pitch: float) -> tuple[Float64s, float]:
    """Return how far (mm) a tile half pushed in is from its cell, and its turn (radians)."""
    way = _unit(outwards) * rng.uniform(*_HALF_IN) * pitch
    return np.asarray(way, np.float64), float(rng.uniform(-1, 1) * _HALF_TURN)


def _unit(way: Points) -> Float64s:
    length = float(np.hypot(*way))
    return np.asarray(way / length if length > 1e-6 else np.array([1.0, 0.0]), np.float64)
