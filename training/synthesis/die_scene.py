"""Close views of single dice, to train the reading of pips."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from training.synthesis import things
from training.synthesis.camera import look_at
from training.synthesis.canvas import FIRST_TILE, Canvas
from training.synthesis.false_dice import FalseDie
from training.synthesis.faults import develop
from training.synthesis.lighting import bare_table, light_scene
from training.synthesis.look_alikes import paint_look_alike
from training.synthesis.moulded_dice import paint_moulded_die
from training.synthesis.odd_faces import paint_odd_die
from training.synthesis.tiles import paint_tile, place, random_look
from vision.arrays import Image, Points
from vision.pictures.patches import OUTSIDE

SIDE = 160
_APART = 2.8
"""Another plain die lies at least so many radii of the first one's face away, in the picture."""


@dataclass(frozen=True)
class DieStyle:
    """What dice look like: who paints them, and how large they come.

    A second die lies at least ``apart`` edges from the first: at 1.05 they touch. The radius of the
    upper face is ``smallest`` to ``largest`` pixels. Where it is ``odd``, it bears no pips. So many
    are ``dice``, 0..1; the rest are false ones, or what ``paint_other`` paints, which returns the
    corners (4, 2), px, of what is like a face there.
    """

    paint: Callable[[Canvas, things.Die, float, np.random.Generator, int], None]
    apart: float
    largest: float
    smallest: float = 5.5
    odd: bool = False
    dice: float = 0.7
    paint_other: Callable[[Canvas, things.Die, float, np.random.Generator], Points] | None = None


PLAIN = DieStyle(things.paint_die, 1.9, 24.0)
MOULDED = DieStyle(paint_moulded_die, 1.05, 38.0)
ODD = DieStyle(paint_odd_die, 1.05, 38.0, smallest=10.0, odd=True)
"""Smaller ones cannot be told from a 1."""
LIKE = DieStyle(paint_moulded_die, 1.05, 38.0, dice=0.0, paint_other=paint_look_alike)


@dataclass(frozen=True)
class DieScene:
    """A small picture, BGR uint8, and its die: its value and its upper face's corners (4, 2), px.

    A value of 0 means that there is no die, only something of its size; the value of an odd die
    is that of the face a mark stands on. ``up`` is how what stands
    on the table points in the picture, a unit vector (px).
    """

    image: Image
    value: int
    corners: Points
    up: Points


def make_die_scene(seed: int, style: DieStyle = PLAIN) -> DieScene:
    """Make up a close view of a die, or of something that is none, from a seed."""
    rng = np.random.default_rng((seed, 6))
    die = things.random_die(rng, np.zeros(2))
    if rng.random() < 0.5:
        die = replace(die, recess=float(rng.uniform(0.45, 1.25)))
    look = random_look(rng)
    focal = SIDE * math.exp(rng.uniform(math.log(3), math.log(10)))
    radius_px = math.exp(rng.uniform(math.log(style.smallest), math.log(style.largest)))
    distance = focal * die.size * 0.7 / radius_px
    camera = look_at(
        (0.0, 0.0),
        width=SIDE,
        height=SIDE,
        focal=focal,
        distance=distance,
        tilt=math.radians(rng.uniform(0, 60)),
        heading=rng.uniform(0, 6.3),
        roll=rng.uniform(0, 6.3),
        k1=0.0,
    )
    canvas = Canvas(camera)
    light = rng.uniform(0, 6.3)
    for number in range(int(rng.choice([0, 0, 1, 2]))):
        away = rng.uniform(0, 6.3)
        centre = np.array([math.cos(away), math.sin(away)]) * (
            look.radius + die.size * rng.uniform(0.8, 3)
        )
        paint_tile(canvas, look, centre, rng.uniform(0, 6.3), FIRST_TILE + number, light, 1.0)
    corners = _upper_face(canvas, die)
    if rng.random() < 0.25:
        _paint_another(canvas, die, corners, light, rng, style)
    is_die = bool(rng.random() < style.dice)
    if is_die:
        style.paint(canvas, die, light, rng, FIRST_TILE + 9)
    elif style.paint_other is not None:
        corners = style.paint_other(canvas, die, light, rng)
    else:
        FalseDie(canvas, die, light, rng).paint()
    picture, _ = light_scene(canvas, look, bare_table(camera, rng), rng)
    foot, top = (
        canvas.project_flat(np.zeros((1, 2)), 0.0),
        canvas.project_flat(np.zeros((1, 2)), 10.0),
    )
    up = (top - foot)[0]
    value = die.value if is_die else 0
    photo = develop(picture, rng)
    if rng.random() < 0.2:
        _cut_off(photo, corners, rng)
    return DieScene(photo, value, corners, up / max(float(np.hypot(*up)), 1e-9))


def _upper_face(canvas: Canvas, die: things.Die) -> Points:
    square = place(things.rectangle(die.size, die.size), die.centre, die.angle, 1.0)
    return canvas.project_flat(square, die.size)


def _paint_another(
    canvas: Canvas,
    die: things.Die,
    corners: Points,
    light: float,
    rng: np.random.Generator,
    style: DieStyle,
) -> None:
    """Paint a second die near the first, where it is not mistaken for it."""
    away = rng.uniform(0, 6.3)
    where = np.array([math.cos(away), math.sin(away)]) * die.size * rng.uniform(style.apart, 3.5)
    other = things.random_die(rng, where)
    if rng.random() < 0.5:
        other = replace(other, body=die.body, pip=die.pip, size=die.size)
    middle = corners.mean(axis=0)
    radius = float(np.linalg.norm(corners - middle, axis=1).mean())
    away_px = float(np.linalg.norm(_upper_face(canvas, other).mean(axis=0) - middle))
    if away_px > _APART * style.apart / PLAIN.apart * radius:
        style.paint(canvas, other, light, rng, FIRST_TILE + 8)


def _cut_off(picture: Image, corners: Points, rng: np.random.Generator) -> None:
    """Let the photo end beside the die, or across it, on one side; pips stay in the picture."""
    middle = corners.mean(axis=0)
    radius = float(np.linalg.norm(corners - middle, axis=1).mean())
    where = round(float(middle[0]) + radius * rng.uniform(0.65, 2.2))
    picture[:, min(max(where, 0), SIDE) :] = OUTSIDE
