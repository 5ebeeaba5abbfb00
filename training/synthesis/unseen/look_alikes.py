"""Tables with things that bear round marks as dice do, and are none.

Nothing is trained on them: they measure how often such a thing is read as a die. Four kinds are
ones that the die network has learned from other drawings (``training.synthesis.look_alikes``); of
the others it has seen none.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from training.synthesis.canvas import THING, Color
from training.synthesis.scene import Scene
from training.synthesis.textures import any_color
from training.synthesis.things import rectangle
from training.synthesis.tiles import place
from training.synthesis.unseen.families import Family
from training.synthesis.unseen.laying import Job, Table
from training.synthesis.unseen.occasion import Occasion
from training.synthesis.unseen.photo import photo_of
from training.synthesis.unseen.solids import (
    FACE_SIDE,
    Stage,
    blank,
    dimmed,
    disc,
    ink,
    lay_bitmap,
    paint_cube,
    paint_prism,
    random_cube,
)
from training.synthesis.unseen.swatch import hsv, varied
from vision.arrays import Bytes, Image, Points

BESIDE_TILES = Family(
    "look-alikes", tiles=(3, 25), dice=(0, 1), things=(0, 1), supply=(0, 1), share=(0.35, 0.7)
)
ALONE = replace(BESIDE_TILES, name="look-alikes alone", tiles=(0, 0), supply=(0, 0), groups=0)
_WITHOUT_TILES = 4
"""Every so many photos show no tile, so that nothing tells how large dice are."""
_THINGS = 6
"""So many are laid on each table where there is room for them."""
_FINE = 160
"""Pixels along the bitmap of a face."""
_ON_A_HALF: dict[int, tuple[str, str, str]] = {
    0: ("...", "...", "..."), 1: ("...", ".o.", "..."), 2: ("o..", "...", "..o"),
    3: ("o..", ".o.", "..o"), 4: ("o.o", "...", "o.o"), 5: ("o.o", ".o.", "o.o"),
    6: ("o.o", "o.o", "o.o"),
}  # fmt: skip
_ON_ODD_CUBES: tuple[tuple[str, str, str], ...] = (
    (".o.", "ooo", ".o."), ("ooo", "ooo", "ooo"), (".o.", "o.o", ".o."), ("ooo", "o.o", "ooo"),
    ("oo.", "oo.", "..."), ("...", "ooo", "..."), ("ooo", ".o.", ".o."), ("ooo", ".o.", "ooo"),
)  # fmt: skip


@dataclass(frozen=True)
class LookAlike:
    """A thing that is no die: its kind, its middle in the picture (px), how far it reaches (px)."""

    kind: str
    center: Points
    reach: float


@dataclass(frozen=True)
class _Littered(Occasion):
    """A table with such things on it; ``first`` is the kind that comes first."""

    first: int = 0
    laid: list[tuple[str, Points, float]] = field(default_factory=list)

    def jobs(self, table: Table) -> list[Job]:
        """Lay them where there is room."""
        jobs: list[Job] = []
        names = list(KINDS)
        for number in range(_THINGS):
            name = names[(self.first + number) % len(names)]
            paint, room = KINDS[name]
            centre = table.free_place(room)
            if centre is not None:
                self.laid.append((name, centre, room))
                jobs.append((table.stage.distance(centre), _job(paint, table, centre)))
        return jobs


def _job(paint: Paint, table: Table, centre: Points) -> Callable[[], None]:
    return lambda: paint(table.stage, centre, table.rng)


def make_littered_table(seed: int) -> tuple[Scene, list[LookAlike]]:
    """Make up a photo from a seed, and say what lies on the table that is no die."""
    family = ALONE if seed % _WITHOUT_TILES == 0 else BESIDE_TILES
    occasion = _Littered(family, first=seed * _THINGS)
    scene = photo_of(occasion, np.random.default_rng((seed, 41)), size=(1280, 960))
    camera = scene.camera
    seen = []
    for kind, centre, room in occasion.laid:
        around = disc(room, centre)
        rim = camera.project(np.column_stack([around, np.zeros(len(around))]))
        spot = camera.project(np.array([[*centre, 3.0]]))[0]
        if (spot > 0).all() and spot[0] < camera.width and spot[1] < camera.height:
            seen.append(LookAlike(kind, spot, float(np.hypot(*(rim - spot).T).max())))
    return scene, seen


def _clear(side: int = _FINE) -> Image:
    bitmap = blank(side, side, (0.0, 0.0, 0.0))
    bitmap[..., 3] = 0
    return bitmap


def _dot(bitmap: Image, at: tuple[float, float], radius: float, color: Color) -> None:
    """Draw a dot; all lengths are shares of the bitmap's height."""
    side = len(bitmap)
    spot = (round(at[0] * side * 16), round(at[1] * side * 16))
    cv2.circle(bitmap, spot, round(radius * side * 16), ink(color), -1, cv2.LINE_AA, 4)


def _rows(rows: Sequence[str], step: float) -> list[tuple[float, float]]:
    """Return where the dots of rows lie about a middle at 0.5, 0.5."""
    return [
        (0.5 + (column - 1) * step, 0.5 + (row - 1) * step)
        for row, line in enumerate(rows)
        for column, mark in enumerate(line)
        if mark == "o"
    ]


def _grid(columns: int, rows: int) -> Points:
    """Return the places of a grid about a middle, a step apart, (columns * rows, 2)."""
    places = [
        (column - (columns - 1) / 2, row - (rows - 1) / 2)
        for column in range(columns)
        for row in range(rows)
    ]
    return np.array(places)


def _plastic(rng: np.random.Generator) -> Color:
    return hsv(rng.random(), rng.uniform(0.55, 0.95), rng.uniform(0.35, 0.95))


def paint_button(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A button of two or four holes, with a turned-up rim or a sunken middle."""
    kind, radius = rng.random(), rng.uniform(6.5, 15)
    body = hsv(rng.random(), rng.uniform(0.1, 0.8), rng.uniform(0.15, 0.95))
    if kind < 0.35:
        body = hsv(0.1, rng.uniform(0, 0.15), rng.uniform(0.8, 0.97))
    elif kind < 0.5:
        body = hsv(0.07, rng.uniform(0.4, 0.7), rng.uniform(0.2, 0.5))
    high, angle = rng.uniform(1.5, 4), rng.uniform(0, 6.3)
    paint_prism(stage, disc(radius, centre), (0, high), dimmed(body, 0.8), body, gloss=0.4)
    face = _clear()
    if rng.random() < 0.8:
        _dot(face, (0.5, 0.5), 0.5, dimmed(body, rng.uniform(0.9, 1.1)))
        _dot(face, (0.5, 0.5), rng.uniform(0.28, 0.42), dimmed(body, rng.uniform(0.75, 0.95)))
    through = hsv(rng.uniform(0.03, 0.15), rng.uniform(0, 0.6), rng.uniform(0.03, 0.3))
    away, hole = rng.uniform(0.09, 0.19), rng.uniform(0.035, 0.06)
    ways = (-1, 1)
    spots = [(0.5 + x * away, 0.5 + y * away) for x in ways for y in ways]
    if rng.random() < 0.3:
        spots = [(0.5 + x * away, 0.5) for x in ways]
    for x, y in spots:
        _dot(face, (x + 0.008, y + 0.008), hole * 1.25, dimmed(body, 1.15))
        _dot(face, (x, y), hole, through)
    lay_bitmap(stage, face, centre, angle, (2 * radius, 2 * radius), high, gloss=0.4)


def paint_brick(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A toy brick with one to eight studs, flat or high."""
    step = float(rng.choice([8.0, 8.0, 11.0, 16.0]))
    columns, rows = int(rng.integers(1, 5)), int(rng.integers(1, 3))
    body, high = _plastic(rng), step * float(rng.choice([0.4, 1.2]))
    if rng.random() < 0.25:
        body = hsv(0.0, 0.0, float(rng.choice([0.08, 0.5, 0.93])))
    angle = rng.uniform(0, 6.3)
    outline = place(rectangle(columns * step, rows * step), centre, angle, 1.0)
    paint_prism(stage, outline, (0, high), dimmed(body, 0.85), body, gloss=0.5)
    spots = place(_grid(columns, rows) * step, centre, angle, 1.0)
    away = np.array([math.cos(stage.lamp), math.sin(stage.lamp)])
    order = np.argsort([-stage.distance(spot) for spot in spots])
    for spot in spots[order]:
        dark = stage.sheet.flat(disc(0.32 * step, spot - away * 0.16 * step), high)
        stage.sheet.polygon(dark, dimmed(body, 0.62), alpha=0.75)
        round_side = disc(0.3 * step, spot)
        top = dimmed(body, 1.08)
        paint_prism(stage, round_side, (high, high + 0.21 * step), body, top, gloss=0.6)


def paint_domino(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A domino, now and then with coloured dots."""
    body, dot = hsv(0.12, rng.uniform(0, 0.2), rng.uniform(0.8, 0.97)), hsv(0.6, 0.2, 0.06)
    kind = rng.random()
    if kind < 0.35:
        body, dot = hsv(0.6, 0.1, rng.uniform(0.04, 0.15)), hsv(0.1, 0.05, 0.95)
    elif kind < 0.5:
        body, dot = hsv(0.08, 0.5, rng.uniform(0.35, 0.8)), hsv(0.05, 0.5, 0.1)
    wide, angle = rng.uniform(14, 24), rng.uniform(0, 6.3)
    high = rng.uniform(4, 9)
    outline = place(rectangle(2 * wide, wide), centre, angle, 1.0)
    paint_prism(stage, outline, (0, high), dimmed(body, 0.8), body, gloss=0.4)
    face = blank(2 * _FINE, _FINE, body)
    cv2.line(face, (_FINE, 12), (_FINE, _FINE - 12), ink(dot), int(rng.integers(2, 6)))
    if rng.random() < 0.4:
        _dot(face, (1.0, 0.5), 0.06, hsv(0.12, 0.5, 0.7))
    size, step = rng.uniform(0.06, 0.1), rng.uniform(0.22, 0.28)
    for half in (0.0, 1.0):
        color = _plastic(rng) if rng.random() < 0.25 else dot
        for x, y in _rows(_ON_A_HALF[int(rng.integers(7))], step):
            _dot(face, (half + x, y), size, color)
    lay_bitmap(stage, face, centre, angle, (2 * wide, wide), high, gloss=0.4)


def paint_face(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A round sticker or badge with a face."""
    body = hsv(rng.uniform(0.1, 0.16), rng.uniform(0.5, 0.95), rng.uniform(0.8, 1.0))
    if rng.random() < 0.35:
        body = hsv(rng.random(), rng.uniform(0.0, 0.8), rng.uniform(0.5, 1.0))
    radius, dark = rng.uniform(7, 18), hsv(0.08, 0.6, rng.uniform(0.05, 0.25))
    face = _clear()
    _dot(face, (0.5, 0.5), 0.49, dimmed(body, rng.uniform(0.6, 1.0)))
    _dot(face, (0.5, 0.5), 0.45, body)
    apart, eye = rng.uniform(0.13, 0.2), rng.uniform(0.045, 0.08)
    for side in (-1, 1):
        spot = (round((0.5 + side * apart) * _FINE), round(0.4 * _FINE))
        axes = (round(eye * _FINE), round(eye * _FINE * rng.uniform(1.0, 1.6)))
        cv2.ellipse(face, spot, axes, 0, 0, 360, ink(dark), -1, cv2.LINE_AA)
    mood, thick = rng.random(), int(rng.integers(4, 10))
    low, half = round(0.55 * _FINE), round(rng.uniform(0.15, 0.25) * _FINE)
    if mood < 0.4:
        cv2.ellipse(face, (80, low), (half, half), 0, 20, 160, ink(dark), thick, cv2.LINE_AA)
    elif mood < 0.6:
        cv2.ellipse(face, (80, low), (half, half), 0, 0, 180, ink(dark), -1, cv2.LINE_AA)
    elif mood < 0.75:
        cv2.line(face, (80 - half, 115), (80 + half, 115), ink(dark), thick, cv2.LINE_AA)
    elif mood < 0.85:
        _dot(face, (0.5, 0.7), rng.uniform(0.06, 0.1), dark)
    lay_bitmap(stage, face, centre, rng.uniform(0, 6.3), (2 * radius, 2 * radius), 0.2, gloss=0.2)


def paint_cap(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A crown cap with its crimped edge and a print of dots, a star or a ring."""
    body, print_color = _plastic(rng), any_color(rng)
    radius, teeth, angle = rng.uniform(13, 16), 21, rng.uniform(0, 6.3)
    angles = np.linspace(0, math.tau, teeth * 4, endpoint=False)
    wave = radius * (1 + 0.045 * np.cos(teeth * angles))
    skirt = np.column_stack([np.cos(angles), np.sin(angles)]) * wave[:, None] + centre
    paint_prism(stage, skirt, (0, 3.0), dimmed(body, 0.8), dimmed(body, 0.75), gloss=0.6)
    paint_prism(stage, disc(radius * 0.85, centre), (3.0, 6.0), body, body, gloss=0.6)
    face = _clear()
    kind, count = rng.random(), int(rng.integers(2, 8))
    if kind < 0.6:
        for way in np.arange(count) * math.tau / count:
            at = (0.5 + 0.26 * math.cos(way), 0.5 + 0.26 * math.sin(way))
            _dot(face, at, rng.uniform(0.05, 0.08), print_color)
    else:
        _dot(face, (0.5, 0.5), 0.35, print_color)
        _dot(face, (0.5, 0.5), 0.27, body)
    if rng.random() < 0.5:
        _dot(face, (0.5, 0.5), rng.uniform(0.06, 0.14), print_color)
    lay_bitmap(stage, face, centre, angle, (1.7 * radius, 1.7 * radius), 6.0, gloss=0.6)


def paint_socket(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A piece of a socket strip: a sunken disc with two or three holes, and screws."""
    body = hsv(0.1, rng.uniform(0, 0.1), float(rng.choice([0.1, 0.85, 0.95])))
    wide, angle, high = rng.uniform(24, 44), rng.uniform(0, 6.3), rng.uniform(10, 30)
    outline = place(rectangle(wide * 1.2, wide * 1.1), centre, angle, 1.0)
    paint_prism(stage, outline, (0, high), dimmed(body, 0.85), body, gloss=0.3)
    face, hole = _clear(), hsv(0.0, 0.0, 0.04)
    _dot(face, (0.5, 0.5), 0.46, dimmed(body, 0.72))
    _dot(face, (0.5, 0.5), 0.43, dimmed(body, 0.9))
    away, size = rng.uniform(0.12, 0.22), rng.uniform(0.045, 0.08)
    for side in (-1, 1):
        _dot(face, (0.5 + side * away, 0.5), size, hole)
    if rng.random() < 0.4:
        _dot(face, (0.5, 0.5 - away), size, hole)
    elif rng.random() < 0.5:
        _dot(face, (0.5, 0.5), 0.04, hsv(0.1, 0.05, 0.5))
    lay_bitmap(stage, face, centre, angle, (wide, wide), high, gloss=0.3)


def paint_ladybird(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A ladybird of wood or sugar: a red egg with dots and a dark head."""
    body, dark = hsv(rng.uniform(-0.03, 0.05) % 1, 0.9, rng.uniform(0.6, 0.95)), hsv(0, 0, 0.06)
    long, angle = rng.uniform(12, 26), rng.uniform(0, 6.3)
    oval = disc(1.0, np.zeros(2)) * np.array([long / 2, long * 0.4])
    stage.shadows.cast(place(oval, centre, angle, 1.0), 0.0, long * 0.3)
    face = _clear()
    cv2.ellipse(face, (24, 80), (24, 34), 0, 0, 360, ink(dark), -1, cv2.LINE_AA)
    cv2.ellipse(face, (86, 80), (70, 62), 0, 0, 360, ink(dimmed(body, 0.8)), -1, cv2.LINE_AA)
    cv2.ellipse(face, (88, 78), (62, 54), 0, 0, 360, ink(body), -1, cv2.LINE_AA)
    cv2.line(face, (24, 80), (156, 80), ink(dark), int(rng.integers(1, 6)), cv2.LINE_AA)
    spots = [(0.45, 0.3), (0.45, 0.7), (0.72, 0.34), (0.72, 0.66), (0.58, 0.5), (0.3, 0.5)]
    for x, y in spots[: int(rng.integers(2, 7))]:
        _dot(face, (x, y), rng.uniform(0.05, 0.085), dark)
    lay_bitmap(stage, face, centre, angle, (long, long), long * 0.2, gloss=0.5)


def paint_checker(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A piece of wood, round, or a stone of a game, with bored holes."""
    body = hsv(rng.uniform(0.05, 0.12), rng.uniform(0.2, 0.7), rng.uniform(0.2, 0.95))
    if rng.random() < 0.3:
        body = varied(hsv(0.6, 0.05, float(rng.choice([0.12, 0.9]))), rng, 0.05)
    radius, high = rng.uniform(9, 18), rng.uniform(4, 12)
    paint_prism(stage, disc(radius, centre), (0, high), dimmed(body, 0.85), body)
    face, dark = _clear(), dimmed(body, rng.uniform(0.1, 0.4))
    count, size = int(rng.integers(1, 7)), rng.uniform(0.04, 0.075)
    away = rng.uniform(0.17, 0.33) if count > 1 else 0.0
    for way in np.arange(count) * math.tau / count:
        at = (0.5 + away * math.cos(way), 0.5 + away * math.sin(way))
        _dot(face, at, size, dark)
        _dot(face, (at[0] + 0.2 * size, at[1] + 0.2 * size), 0.6 * size, dimmed(dark, 0.6))
    size_mm = (2 * radius, 2 * radius)
    lay_bitmap(stage, face, centre, rng.uniform(0, 6.3), size_mm, high)


def paint_strip(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A strip or a plate with rows of holes, as one keeps score on with pegs."""
    body = hsv(rng.uniform(0.04, 0.6), rng.uniform(0.1, 0.7), rng.uniform(0.25, 0.9))
    step, high, angle = rng.uniform(4, 8), rng.uniform(1, 8), rng.uniform(0, 6.3)
    columns, rows = int(rng.integers(4, 8)), int(rng.integers(1, 4))
    size = ((columns + 0.3) * step, (rows + 0.3) * step)
    outline = place(rectangle(*size), centre, angle, 1.0)
    paint_prism(stage, outline, (0, high), dimmed(body, 0.8), body)
    radius = step * rng.uniform(0.15, 0.27)
    for spot in place(_grid(columns, rows) * step, centre, angle, 1.0):
        hole = stage.sheet.flat(disc(radius, spot), high)
        stage.sheet.polygon(hole, dimmed(body, 0.25))


def paint_odd_cube(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A cube that bears dots where no die has them."""
    marks: list[Bytes | None] = []
    for _ in range(6):
        face = np.zeros((FACE_SIDE, FACE_SIDE), np.uint8)
        rows = _ON_ODD_CUBES[int(rng.integers(len(_ON_ODD_CUBES)))]
        for x, y in _rows(rows, 0.265):
            spot = (round(x * FACE_SIDE * 16), round(y * FACE_SIDE * 16))
            cv2.circle(face, spot, round(0.1 * FACE_SIDE * 16), 255.0, -1, cv2.LINE_AA, 4)
        marks.append(face)
    paint_cube(stage, replace(random_cube(centre, rng), marks=tuple(marks)), THING, rng)


Paint = Callable[[Stage, Points, np.random.Generator], None]
LEARNED = ("button", "brick", "domino", "face")
"""Kinds that the die network learned from other drawings."""
KINDS: dict[str, tuple[Paint, float]] = {
    "button": (paint_button, 16.0),
    "cap": (paint_cap, 18.0),
    "brick": (paint_brick, 34.0),
    "socket": (paint_socket, 36.0),
    "domino": (paint_domino, 27.0),
    "ladybird": (paint_ladybird, 15.0),
    "face": (paint_face, 19.0),
    "checker": (paint_checker, 20.0),
    "strip": (paint_strip, 34.0),
    "odd cube": (paint_odd_cube, 14.0),
}
"""What paints each kind, and how far it reaches from its middle, mm."""
