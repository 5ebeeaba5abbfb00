"""What else lies about: decoys, supply tiles, dice, cards, pens, books, mugs."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from training.synthesis.canvas import COVER, PAPER, THING, Canvas, Color
from training.synthesis.textures import any_color
from training.synthesis.tiles import (
    BLUE_HALF,
    BLUE_TIP,
    HEXAGON,
    WHITE_TIP,
    TileLook,
    corner,
    paint_body,
    place,
)
from vision.arrays import Points

PIPS = {
    1: ((0.0, 0.0),),
    2: ((-0.5, -0.5), (0.5, 0.5)),
    3: ((-0.5, -0.5), (0.0, 0.0), (0.5, 0.5)),
    4: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5)),
    5: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (0.0, 0.0)),
    6: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, 0.0), (0.5, 0.0)),
}


def circle(radius: float, corners: int = 20) -> Points:
    """Return a polygon close to a circle about the origin."""
    angles = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    points: Points = np.column_stack([np.cos(angles), np.sin(angles)]) * radius
    return points


def rectangle(width: float, depth: float) -> Points:
    """Return a rectangle about the origin."""
    corners = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    points: Points = corners * np.array([width, depth]) / 2
    return points


@dataclass(frozen=True)
class Die:
    """A die on the table: where, how turned (radians), how large (mm), and its upper face.

    ``recess`` is how bright the bottom of a pip is against its rim, 1 where pips are printed.
    """

    centre: Points
    angle: float
    size: float
    value: int
    body: Color
    pip: Color
    recess: float = 1.0


def random_die(rng: np.random.Generator, centre: Points) -> Die:
    """Make up a die at a place."""
    light = rng.random() < 0.6
    body = any_color(rng, 0.75, 1.0) if light else any_color(rng, 0.02, 0.6)
    if light and rng.random() < 0.8:
        warmth = rng.uniform(0.0, 0.3)
        body = (0.95 - warmth, 0.96 - warmth * 0.4, 0.97)
    pip = any_color(rng, 0.0, 0.25) if light else any_color(rng, 0.8, 1.0)
    return Die(centre, rng.uniform(0, 6.3), rng.uniform(10, 23), int(rng.integers(1, 7)), body, pip)


@dataclass(frozen=True)
class _Pips:
    """How a die's pips are made: their radius and distance from the middle, in half edges."""

    radius: float
    spread: float
    lone: float
    """How much larger a lone pip is."""


def _rounded_square(rounding: float) -> Points:
    """Return a square of edge 2 about the origin with rounded corners."""
    angles = np.linspace(0, 2 * math.pi, 24, endpoint=False) + math.pi / 24
    corners = np.sign(np.column_stack([np.cos(angles), np.sin(angles)]))
    points: Points = corners * (1 - rounding) + rounding * np.column_stack(
        [np.cos(angles), np.sin(angles)]
    )
    return points


def _shaded(color: Color, shade: float) -> Color:
    return (color[0] * shade, color[1] * shade, color[2] * shade)


def paint_die(
    canvas: Canvas, die: Die, light: float, rng: np.random.Generator, number: int
) -> None:
    """Paint a die, its edges rounded and caught by the light, with pips on every face seen."""
    half = die.size / 2
    bevel = rng.uniform(0.03, 0.16)
    square = place(_rounded_square(rng.uniform(0.05, 0.5)) * half, die.centre, die.angle, 1.0)
    canvas.extrude(square, 0.0, die.size, die.body, _shaded(die.body, 1.04), number, light)
    pips = _Pips(rng.uniform(0.12, 0.26), rng.uniform(0.42, 0.58), rng.uniform(1.0, 1.6))
    face = _rounded_square(rng.uniform(0.1, 0.6)) * (1 - bevel)
    others = [v for v in range(1, 7) if v not in (die.value, 7 - die.value)]
    rng.shuffle(others)
    up = np.array([0.0, 0.0, half])
    least, most = rng.uniform(0.3, 0.8), rng.uniform(0.8, 1.1)
    for side, value in enumerate(others):
        angle = die.angle + side * math.pi / 2
        outward = np.array([math.cos(angle), math.sin(angle), 0.0])
        middle = np.array([*die.centre, half]) + outward * half
        if (canvas.camera.position - middle) @ outward > 0:
            across = np.array([-math.sin(angle), math.cos(angle), 0.0]) * half
            shade = least + (most - least) * (1 + math.cos(angle - light)) / 2
            _fill_face(canvas, middle, across, up, face, _shaded(die.body, shade), number)
            color = _shaded(die.pip, shade)
            _paint_pips(canvas, middle, across, up, value, pips, color, die.recess, number)
    c, s = math.cos(die.angle), math.sin(die.angle)
    top = np.array([*die.centre, die.size])
    ax, ay = np.array([c, s, 0.0]) * half, np.array([-s, c, 0.0]) * half
    if rng.random() < 0.5:
        ax, ay = ay, -ax
    edge = _shaded(die.body, rng.uniform(0.8, 1.25))
    _fill_face(canvas, top, ax, ay, _rounded_square(0.15), edge, number)
    _fill_face(canvas, top, ax, ay, face, die.body, number)
    _paint_pips(canvas, top, ax, ay, die.value, pips, die.pip, die.recess, number)


def _fill_face(
    canvas: Canvas,
    middle: Points,
    ax: Points,
    ay: Points,
    face: Points,
    color: Color,
    number: int,
) -> None:
    spots = middle + face[:, :1] * ax + face[:, 1:] * ay
    canvas.fill(canvas.camera.project(spots), color, number)


def _paint_pips(
    canvas: Canvas,
    middle: Points,
    ax: Points,
    ay: Points,
    value: int,
    pips: _Pips,
    color: Color,
    recess: float,
    number: int,
) -> None:
    unit = circle(pips.radius * (pips.lone if value == 1 else 1.0), 12)
    for u, v in PIPS[value]:
        spot = np.array([u, v]) * 2 * pips.spread
        _fill_face(canvas, middle, ax, ay, unit + spot, color, number)
        if recess != 1.0:
            _fill_face(canvas, middle, ax, ay, unit * 0.6 + spot, _shaded(color, recess), number)


def paint_decoy(
    canvas: Canvas, look: TileLook, centre: Points, light: float, rng: np.random.Generator
) -> None:
    """Paint something hexagonal or two-coloured that is no tile."""
    radius = look.radius * rng.uniform(0.6, 1.5)
    angle = rng.uniform(0, 6.3)
    first = look.white if rng.random() < 0.5 else any_color(rng)
    second = look.blue if rng.random() < 0.6 else any_color(rng)
    outline = HEXAGON if rng.random() < 0.8 else circle(1.0, int(rng.choice([3, 4, 5, 8, 24])))
    z = rng.uniform(0.2, 8)
    canvas.extrude(place(outline, centre, angle, radius), 0, z, first, first, THING, light)
    band = np.array([(-1, -0.25), (1, -0.25), (1, 0.25), (-1, 0.25)]) * np.array([0.75, 1.0])
    wedge = np.array([(0.0, 0.0), (1.0, 0.0), (0.5, math.sqrt(3) / 2)])
    figures: list[tuple[Points, Color]]
    kind = int(rng.integers(10))
    if kind == 0:
        figures = [
            (band @ np.array([[0.0, 1.0], [-1.0, 0.0]]) if rng.random() < 0.5 else band, second)
        ]
    elif kind == 1:
        figures = [(circle(rng.uniform(0.3, 0.7)), second)]
    elif kind == 2:
        rings = [0.8, 0.6, 0.4, 0.2][: int(rng.integers(2, 5))]
        figures = [(circle(size), second if i % 2 == 0 else first) for i, size in enumerate(rings)]
    elif kind == 3:
        turns = [rotation * math.pi / 3 for rotation in range(0, 6, 2)]
        figures = [(place(wedge, np.zeros(2), turn, 1.0), second) for turn in turns]
    elif kind == 4:
        figures = [(BLUE_HALF, second)]
    elif kind == 5:
        figures = [(WHITE_TIP, second), (BLUE_TIP, second)][: int(rng.integers(1, 3))]
    elif kind == 6:
        figures = [(circle(0.45) + corner(way), second) for way in (0, 2, 4)]
    elif kind == 7:
        figures = [(circle(0.62) + corner(0), second), (circle(0.38) + corner(0), first)]
    elif kind == 8:
        third = any_color(rng)
        figures = [(wedge[:, ::-1] * rng.uniform(0.4, 1), second), (circle(0.3), third)]
    else:
        figures = []
    for unit, color in figures:
        canvas.fill_flat(place(unit, centre, angle, radius), z, color, THING)


def paint_face_down(
    canvas: Canvas, look: TileLook, centre: Points, light: float, rng: np.random.Generator
) -> None:
    """Paint a face-down tile, or a stack of them."""
    z = 0.0
    for _ in range(1 if rng.random() < 0.8 else int(rng.integers(2, 7))):
        shift = rng.normal(size=2) * look.radius * 0.03
        paint_body(canvas, look, centre + shift, rng.uniform(0, 6.3), z, look.back, THING, light)
        z += look.height


def _paint_writing(
    canvas: Canvas,
    centre: Points,
    angle: float,
    size: tuple[float, float],
    z: float,
    rng: np.random.Generator,
    number: int,
) -> None:
    width, depth = size
    ink = any_color(rng, 0.0, 0.5)
    lines = int(rng.integers(4, 30))
    for i in range(lines):
        y = (i + 0.5) / lines * depth - depth / 2
        x = -width / 2 * 0.9
        while x < width / 2 * 0.9:
            word = rng.uniform(2, 12)
            stroke = rectangle(word, depth / lines * rng.uniform(0.2, 0.5)) + np.array(
                [x + word / 2, y]
            )
            canvas.fill_flat(place(stroke, centre, angle, 1.0), z, ink, number)
            x += word + rng.uniform(1, 4)


def paint_flat_thing(
    canvas: Canvas, centre: Points, light: float, rng: np.random.Generator, number: int = THING
) -> None:
    """Paint a card, paper, book, phone or box lid with something on it."""
    width, depth = rng.uniform(40, 220), rng.uniform(40, 220)
    angle, z = rng.uniform(0, 6.3), rng.choice([0.1, 0.5, 8.0, 20.0])
    paper = (0.9, 0.93, 0.94) if rng.random() < 0.45 else any_color(rng)
    outline = place(rectangle(width, depth), centre, angle, 1.0)
    canvas.extrude(outline, 0, z, any_color(rng), paper, number, light)
    kind = rng.random()
    if kind < 0.4:
        _paint_writing(canvas, centre, angle, (width, depth), z, rng, number)
    elif kind < 0.85:
        for _ in range(int(rng.integers(1, 16))):
            shape = circle(1.0) if rng.random() < 0.4 else rectangle(1.5, 1.5)
            where = rng.uniform(-0.4, 0.4, 2) * np.array([width, depth])
            figure = shape * min(width, depth) * rng.uniform(0.03, 0.2) + where
            canvas.fill_flat(place(figure, centre, angle, 1.0), z, any_color(rng), number)


def paint_round_thing(
    canvas: Canvas, centre: Points, light: float, rng: np.random.Generator
) -> None:
    """Paint a coin, a mug or a bowl."""
    radius, z = (
        (rng.uniform(7, 14), 2.0)
        if rng.random() < 0.5
        else (rng.uniform(25, 60), rng.uniform(20, 90))
    )
    body = any_color(rng)
    number = COVER if z > 10 else THING
    canvas.extrude(circle(radius, 28) + centre, 0, z, body, any_color(rng), number, light)
    canvas.fill_flat(circle(radius * 0.85, 24) + centre, z * 0.98, any_color(rng, 0.0, 0.7), number)


def paint_stick(canvas: Canvas, centre: Points, rng: np.random.Generator) -> None:
    """Paint a pen or a cable."""
    length, width, angle = rng.uniform(60, 170), rng.uniform(4, 10), rng.uniform(0, 6.3)
    body = any_color(rng)
    for part, color in ((1.0, body), (0.3, any_color(rng))):
        for share, bright in ((1.0, 0.7), (0.55, 1.0)):
            shade: Color = (color[0] * bright, color[1] * bright, color[2] * bright)
            figure = rectangle(length * part, width * share) + np.array(
                [length * (1 - part) / 2, 0]
            )
            canvas.fill_flat(place(figure, centre, angle, 1.0), 4.0, shade, THING, PAPER)


def paint_held_tile(
    canvas: Canvas, look: TileLook, target: Points, rng: np.random.Generator
) -> None:
    """Paint a tile that somebody holds aslant over the table: it is none of those on the table."""
    lean = np.array([rng.normal(), rng.normal(), 0.0])
    lean *= math.radians(rng.uniform(25, 75)) / max(float(np.linalg.norm(lean)), 1e-6)
    slant, _ = cv2.Rodrigues(lean)
    turn, z = rng.uniform(0, 6.3), rng.uniform(20, 60)
    for unit, color in (
        (HEXAGON, look.white),
        (BLUE_HALF, look.blue),
        (WHITE_TIP, look.white),
        (BLUE_TIP, look.blue),
    ):
        flat = place(unit, np.zeros(2), turn, look.radius)
        spots = np.column_stack([flat, np.zeros(len(flat))]) @ np.asarray(slant).T
        canvas.fill(canvas.camera.project(spots + np.array([*target, z])), color, COVER)
