"""What else lies about: decoys, supply tiles, dice, cards, pens, books, mugs, and hands."""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from vision.synthesis.camera import Floats
from vision.synthesis.canvas import COVER, PAPER, THING, Canvas, Color
from vision.synthesis.textures import any_color
from vision.synthesis.tiles import (
    BLUE_HALF,
    BLUE_TIP,
    HEXAGON,
    WHITE_TIP,
    TileLook,
    paint_body,
    place,
)

_PIPS = {
    1: ((0.0, 0.0),),
    2: ((-0.5, -0.5), (0.5, 0.5)),
    3: ((-0.5, -0.5), (0.0, 0.0), (0.5, 0.5)),
    4: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5)),
    5: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (0.0, 0.0)),
    6: ((-0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (0.5, -0.5), (-0.5, 0.0), (0.5, 0.0)),
}


def circle(radius: float, corners: int = 20) -> Floats:
    """Return a polygon close to a circle about the origin."""
    angles = np.linspace(0, 2 * math.pi, corners, endpoint=False)
    points: Floats = np.column_stack([np.cos(angles), np.sin(angles)]) * radius
    return points


def rectangle(width: float, depth: float) -> Floats:
    """Return a rectangle about the origin."""
    corners = np.array([(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)])
    points: Floats = corners * np.array([width, depth]) / 2
    return points


@dataclass(frozen=True)
class Die:
    """A die on the table: where, how turned (radians), how large (mm), and its upper face."""

    centre: Floats
    angle: float
    size: float
    value: int
    body: Color
    pip: Color


def random_die(rng: np.random.Generator, centre: Floats) -> Die:
    """Make up a die at a place."""
    light = rng.random() < 0.6
    body = any_color(rng, 0.75, 1.0) if light else any_color(rng, 0.05, 0.6)
    if light and rng.random() < 0.8:
        body = (0.9, 0.93, 0.95)
    pip = any_color(rng, 0.0, 0.25) if light else any_color(rng, 0.85, 1.0)
    return Die(centre, rng.uniform(0, 6.3), rng.uniform(11, 21), int(rng.integers(1, 7)), body, pip)


def paint_die(
    canvas: Canvas, die: Die, light: float, rng: np.random.Generator, number: int
) -> None:
    """Paint a die with pips on every face that can be seen."""
    half = die.size / 2
    square = place(rectangle(die.size, die.size), die.centre, die.angle, 1.0)
    canvas.extrude(square, 0.0, die.size, die.body, die.body, number, light)
    radius = rng.uniform(0.13, 0.2)
    others = [v for v in range(1, 7) if v not in (die.value, 7 - die.value)]
    rng.shuffle(others)
    up = np.array([0.0, 0.0, half])
    for side, value in enumerate(others):
        angle = die.angle + side * math.pi / 2
        outward = np.array([math.cos(angle), math.sin(angle), 0.0])
        middle = np.array([*die.centre, half]) + outward * half
        if (canvas.camera.position - middle) @ outward > 0:
            across = np.array([-math.sin(angle), math.cos(angle), 0.0]) * half
            shade = 0.75
            pip: Color = (die.pip[0] * shade, die.pip[1] * shade, die.pip[2] * shade)
            _paint_pips(canvas, middle, across, up, value, radius, pip, number)
    c, s = math.cos(die.angle), math.sin(die.angle)
    top = np.array([*die.centre, die.size])
    ax, ay = np.array([c, s, 0.0]) * half, np.array([-s, c, 0.0]) * half
    if rng.random() < 0.5:
        ax, ay = ay, -ax
    _paint_pips(canvas, top, ax, ay, die.value, radius, die.pip, number)


def _paint_pips(
    canvas: Canvas,
    middle: Floats,
    ax: Floats,
    ay: Floats,
    value: int,
    radius: float,
    color: Color,
    number: int,
) -> None:
    unit = circle(radius * (1.4 if value == 1 else 1.0), 10)
    for u, v in _PIPS[value]:
        spots = unit + np.array([u, v])
        canvas.fill(
            canvas.camera.project(middle + spots[:, :1] * ax + spots[:, 1:] * ay), color, number
        )


def paint_decoy(
    canvas: Canvas, look: TileLook, centre: Floats, light: float, rng: np.random.Generator
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
    figures: list[tuple[Floats, Color]]
    kind = int(rng.integers(7))
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
    else:
        figures = []
    for unit, color in figures:
        canvas.fill_flat(place(unit, centre, angle, radius), z, color, THING)


def paint_face_down(
    canvas: Canvas, look: TileLook, centre: Floats, light: float, rng: np.random.Generator
) -> None:
    """Paint a face-down tile, or a stack of them."""
    z = 0.0
    for _ in range(1 if rng.random() < 0.8 else int(rng.integers(2, 7))):
        shift = rng.normal(size=2) * look.radius * 0.03
        paint_body(canvas, look, centre + shift, rng.uniform(0, 6.3), z, look.back, THING, light)
        z += look.height


def _paint_writing(
    canvas: Canvas,
    centre: Floats,
    angle: float,
    width: float,
    depth: float,
    z: float,
    rng: np.random.Generator,
) -> None:
    ink = any_color(rng, 0.0, 0.5)
    lines = int(rng.integers(4, 18))
    for i in range(lines):
        y = (i + 0.5) / lines * depth - depth / 2
        x = -width / 2 * 0.9
        while x < width / 2 * 0.9:
            word = rng.uniform(2, 12)
            stroke = rectangle(word, depth / lines * rng.uniform(0.2, 0.5)) + np.array(
                [x + word / 2, y]
            )
            canvas.fill_flat(place(stroke, centre, angle, 1.0), z, ink, THING)
            x += word + rng.uniform(1, 4)


def paint_flat_thing(
    canvas: Canvas, centre: Floats, light: float, rng: np.random.Generator
) -> None:
    """Paint a card, paper, book, phone or box lid with something on it."""
    width, depth = rng.uniform(40, 220), rng.uniform(40, 220)
    angle, z = rng.uniform(0, 6.3), rng.choice([0.1, 0.5, 8.0, 20.0])
    paper = (0.9, 0.93, 0.94) if rng.random() < 0.45 else any_color(rng)
    outline = place(rectangle(width, depth), centre, angle, 1.0)
    canvas.extrude(outline, 0, z, any_color(rng), paper, THING, light)
    kind = rng.random()
    if kind < 0.4:
        _paint_writing(canvas, centre, angle, width, depth, z, rng)
    elif kind < 0.85:
        for _ in range(int(rng.integers(1, 16))):
            shape = circle(1.0) if rng.random() < 0.4 else rectangle(1.5, 1.5)
            where = rng.uniform(-0.4, 0.4, 2) * np.array([width, depth])
            figure = shape * min(width, depth) * rng.uniform(0.03, 0.2) + where
            canvas.fill_flat(place(figure, centre, angle, 1.0), z, any_color(rng), THING)


def paint_round_thing(
    canvas: Canvas, centre: Floats, light: float, rng: np.random.Generator
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


def paint_stick(canvas: Canvas, centre: Floats, rng: np.random.Generator) -> None:
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


_SKINS = (0.95, 0.8, 0.65, 0.5, 0.35, 0.25)


def paint_hand(canvas: Canvas, target: Floats, rng: np.random.Generator) -> None:
    """Paint a hand with its arm, reaching in from outside, above the tiles."""
    tone = _SKINS[int(rng.integers(6))] * rng.uniform(0.8, 1.1)
    skin: Color = (tone * rng.uniform(0.45, 0.7), tone * rng.uniform(0.6, 0.78), tone)
    angle = rng.uniform(0, 6.3)
    ahead = np.array([math.cos(angle), math.sin(angle)])
    palm = target - ahead * rng.uniform(50, 90)
    z = rng.uniform(15, 45)
    sleeve = any_color(rng) if rng.random() < 0.7 else skin
    _limb(
        canvas,
        palm - ahead * 90,
        palm - ahead * 600,
        (rng.uniform(35, 48), 60),
        z + 20,
        sleeve,
        rng,
    )
    _limb(canvas, palm, palm - ahead * 110, (rng.uniform(26, 33),) * 2, z, skin, rng)
    _limb(canvas, palm + ahead * 15, palm - ahead * 25, (rng.uniform(36, 46),) * 2, z, skin, rng)
    for spread in (-0.9, -0.32, -0.1, 0.12, 0.35):
        turn = angle + spread * rng.uniform(0.6, 1.5)
        finger = np.array([math.cos(turn), math.sin(turn)])
        root = palm + 30 * np.array([math.cos(angle + spread), math.sin(angle + spread)])
        reach = rng.uniform(25, 75)
        _limb(canvas, root, root + finger * reach, (9.5, 7.5), z * 0.7, skin, rng)


def _limb(
    canvas: Canvas,
    a: Floats,
    b: Floats,
    radii: tuple[float, float],
    z: float,
    color: Color,
    rng: np.random.Generator,
) -> None:
    """Paint a rounded limb from a to b, darker towards its edge."""
    along = (b - a) / max(float(np.linalg.norm(b - a)), 1e-6)
    across = np.array([-along[1], along[0]])
    lean = rng.uniform(-0.25, 0.25)
    for share, bright in ((1.0, 0.62), (0.82, 0.8), (0.6, 0.93), (0.35, 1.0)):
        shade: Color = (color[0] * bright, color[1] * bright, color[2] * bright)
        offset = across * radii[0] * lean * (1 - share)
        for centre, radius in ((a, radii[0]), (b, radii[1])):
            canvas.fill_flat(circle(radius * share) + centre + offset, z, shade, COVER)
        body = np.array(
            [
                a + across * radii[0] * share,
                b + across * radii[1] * share,
                b - across * radii[1] * share,
                a - across * radii[0] * share,
            ]
        )
        canvas.fill_flat(body + offset, z, shade, COVER)
