"""How tile sets look, and how one tile is painted (the geometry is rules.md's, edge length 1)."""

from __future__ import annotations

import colorsys
import math
from dataclasses import dataclass

import numpy as np

from training.synthesis.canvas import INK_BLUE, INK_WHITE, PAPER, Canvas, Color
from vision.arrays import Points

_HALF = math.sqrt(3) / 2


def corner(i: int) -> tuple[float, float]:
    """Return corner ``i`` of the unit hexagon, counter-clockwise from the x axis."""
    return math.cos(math.pi / 3 * i), math.sin(math.pi / 3 * i)


HEXAGON: Points = np.array([corner(i) for i in range(6)])


def _sector(centre: tuple[float, float], radius: float, start: float, stop: float) -> Points:
    angles = np.linspace(start, stop, 14)
    arc = np.column_stack([np.cos(angles), np.sin(angles)]) * radius + np.array(centre)
    return np.vstack([np.array(centre)[None], arc])


BLUE_HALF: Points = np.array([(0.0, _HALF), (0.0, -_HALF), corner(5), corner(0), corner(1)])
WHITE_TIP: Points = _sector(corner(0), 0.5, math.radians(120), math.radians(240))
BLUE_TIP: Points = _sector(corner(3), 0.5, math.radians(-60), math.radians(60))


@dataclass(frozen=True)
class TileLook:
    """A set of tiles: its colours (0..1), size (mm) and make; ``gap`` is a share of the edge."""

    white: Color
    blue: Color
    back: Color
    side: Color
    radius: float
    height: float
    gap: float
    outline: float
    outline_color: Color
    ink_line: float
    margin: float
    gloss: float
    grain: float
    two_tone_side: bool


def _hsv(h: float, s: float, v: float) -> Color:
    red, green, blue = colorsys.hsv_to_rgb(h % 1.0, min(max(s, 0.0), 1.0), min(max(v, 0.0), 1.0))
    return blue, green, red


def _light_color(rng: np.random.Generator) -> Color:
    kind = rng.random()
    if kind < 0.55:
        return _hsv(rng.uniform(0.05, 0.17), rng.uniform(0.0, 0.14), rng.uniform(0.82, 1.0))
    if kind < 0.8:
        return _hsv(rng.uniform(0.06, 0.14), rng.uniform(0.12, 0.5), rng.uniform(0.72, 0.98))
    return _hsv(rng.random(), rng.uniform(0.0, 0.2), rng.uniform(0.6, 1.0))


def _dark_color(rng: np.random.Generator) -> Color:
    kind = rng.random()
    if kind < 0.5:
        return _hsv(rng.uniform(0.56, 0.68), rng.uniform(0.45, 0.95), rng.uniform(0.28, 0.85))
    if kind < 0.64:
        return _hsv(rng.uniform(-0.04, 0.04), rng.uniform(0.6, 0.95), rng.uniform(0.45, 0.92))
    if kind < 0.78:
        return _hsv(rng.random(), rng.uniform(0.0, 0.35), rng.uniform(0.04, 0.32))
    return _hsv(rng.random(), rng.uniform(0.4, 1.0), rng.uniform(0.2, 0.8))


def luminance(color: Color) -> float:
    """Return how bright a colour is, 0..1."""
    return 0.11 * color[0] + 0.59 * color[1] + 0.3 * color[2]


def random_look(rng: np.random.Generator) -> TileLook:
    """Make up a set of tiles whose second colour is clearly the darker one."""
    while True:
        white, blue = _light_color(rng), _dark_color(rng)
        if luminance(white) - luminance(blue) > 0.22:
            break
    printed = rng.random() < 0.35
    pick = rng.random()
    back = (
        white
        if pick < 0.35
        else blue
        if pick < 0.7
        else _hsv(rng.random(), rng.random() * 0.6, rng.random())
    )
    sides = [white, blue, _hsv(0.08, rng.uniform(0.0, 0.5), rng.uniform(0.3, 0.9)), (0.1, 0.1, 0.1)]
    outlined = rng.random() < 0.5
    shade = rng.uniform(0.0, 0.55) if rng.random() < 0.75 else rng.uniform(0.55, 0.95)
    return TileLook(
        white=white,
        blue=blue,
        back=back,
        side=sides[int(rng.integers(4))],
        radius=rng.uniform(22.0, 34.0),
        height=rng.uniform(0.2, 1.5) if printed else rng.uniform(2.0, 9.5),
        gap=rng.uniform(0.003, 0.03) if rng.random() < 0.8 else rng.uniform(0.03, 0.06),
        outline=rng.uniform(0.004, 0.03) if outlined else 0.0,
        outline_color=(shade, shade, shade),
        ink_line=rng.uniform(0.008, 0.03) if rng.random() < 0.3 else 0.0,
        margin=rng.uniform(0.01, 0.06) if rng.random() < 0.2 else 0.0,
        gloss=rng.uniform(0.0, 1.0),
        grain=rng.uniform(0.0, 0.12) if rng.random() < 0.7 else rng.uniform(0.1, 0.3),
        two_tone_side=rng.random() < 0.4,
    )


def place(unit: Points, centre: Points, angle: float, radius: float) -> Points:
    """Turn, scale and move a figure of edge length 1 onto the table (mm)."""
    c, s = math.cos(angle), math.sin(angle)
    turned: Points = unit @ np.array([[c, s], [-s, c]]) * radius + centre
    return turned


def paint_body(
    canvas: Canvas,
    look: TileLook,
    centre: Points,
    angle: float,
    z: float,
    top: Color,
    number: int,
    light: float,
) -> None:
    """Paint the prism of a tile, face down or before its face is drawn."""
    outline = place(HEXAGON, centre, angle, look.radius)
    canvas.extrude(outline, z, z + look.height, look.side, top, number, light)


def _two_tone(
    canvas: Canvas, look: TileLook, centre: Points, angle: float, light: float, number: int
) -> None:
    white_half = np.column_stack([-BLUE_HALF[:, 0], BLUE_HALF[:, 1]])
    halves = [(BLUE_HALF, look.blue), (white_half, look.white)]
    halves.sort(
        key=lambda h: (
            -canvas.camera.depth(np.append(place(h[0], centre, angle, look.radius).mean(0), 0.0))
        )
    )
    for unit, color in halves:
        canvas.extrude(
            place(unit, centre, angle, look.radius), 0.0, look.height, color, color, number, light
        )


def paint_tile(
    canvas: Canvas,
    look: TileLook,
    centre: Points,
    angle: float,
    number: int,
    light: float,
    tint: float,
) -> None:
    """Paint a face-up tile, its white tip at ``angle`` (radians), its brightness times ``tint``."""
    white: Color = (look.white[0] * tint, look.white[1] * tint, look.white[2] * tint)
    blue: Color = (look.blue[0] * tint, look.blue[1] * tint, look.blue[2] * tint)
    z = look.height
    if look.two_tone_side:
        _two_tone(canvas, look, centre, angle, light, number)
    else:
        paint_body(canvas, look, centre, angle, 0.0, white, number, light)
    canvas.fill_flat(place(HEXAGON, centre, angle, look.radius), z, white, number, INK_WHITE)
    inner = look.radius * (1.0 - look.margin)
    line: Color = (blue[0] * 0.5, blue[1] * 0.5, blue[2] * 0.5)
    for unit, color, ink in (
        (BLUE_HALF, blue, INK_BLUE),
        (WHITE_TIP, white, INK_WHITE),
        (BLUE_TIP, blue, INK_BLUE),
    ):
        figure = place(unit, centre, angle, inner)
        canvas.fill_flat(figure, z, color, number, ink)
        if look.ink_line:
            _stroke(canvas, figure, z, look.ink_line * look.radius, line, number)
    if look.outline:
        hexagon = place(HEXAGON, centre, angle, look.radius * (1 - look.outline / 2))
        _stroke(canvas, hexagon, z, look.outline * look.radius, look.outline_color, number)


def _stroke(
    canvas: Canvas, figure: Points, z: float, width: float, color: Color, number: int
) -> None:
    following = np.roll(figure, -1, axis=0)
    for a, b in zip(figure, following, strict=True):
        along = b - a
        length = float(np.hypot(*along))
        if length < 1e-6:
            continue
        across = np.array([-along[1], along[0]]) / length * width / 2
        canvas.fill_flat(
            np.array([a + across, b + across, b - across, a - across]), z, color, number, PAPER
        )
