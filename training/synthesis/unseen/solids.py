"""Bodies that stand on the table: prisms with walls, discs, dice; each throws its shadow."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from training.synthesis.canvas import THING, Color
from training.synthesis.things import circle, rectangle
from training.synthesis.tiles import place
from training.synthesis.unseen.lamps import Shadows
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.swatch import hsv
from vision.arrays import Bytes, Image, Points

FACE_SIDE = 96
"""Pixels along the bitmap of a die's face."""
_PIP_ROWS = {
    1: (".", "o", "."),
    2: ("o..", "...", "..o"),
    3: ("o..", ".o.", "..o"),
    4: ("o.o", "...", "o.o"),
    5: ("o.o", ".o.", "o.o"),
    6: ("o.o", "o.o", "o.o"),
}


@dataclass(frozen=True)
class Stage:
    """Where things are put: the sheet, its shadows, and the heading of the strongest lamp."""

    sheet: Sheet
    shadows: Shadows
    lamp: float

    def distance(self, spot: Points) -> float:
        """Return how far (mm) a table point is from the camera."""
        return self.sheet.camera.depth(np.array([*spot[:2], 0.0]))


def dimmed(color: Color, shade: float) -> Color:
    """Return a colour times a brightness."""
    return color[0] * shade, color[1] * shade, color[2] * shade


def paint_prism(
    stage: Stage,
    outline: Points,
    heights: tuple[float, float],
    side: Color,
    top: Color,
    number: int = THING,
    gloss: float = 0.1,
) -> None:
    """Paint a prism over an outline, (n, 2) in mm, counter-clockwise; its walls lit by the lamp."""
    low, high = heights
    camera, sheet = stage.sheet.camera, stage.sheet
    following = np.roll(outline, -1, axis=0)
    walls = []
    for a, b in zip(outline, following, strict=True):
        along = b - a
        toward = camera.position[:2] - (a + b) / 2
        outward = np.array([along[1], -along[0]])
        if toward @ outward <= 0:
            continue
        heading = math.atan2(outward[1], outward[0])
        walls.append((-float(toward @ toward), a, b, 0.6 + 0.3 * math.cos(heading - stage.lamp)))
    for _, a, b, shade in sorted(walls, key=lambda entry: entry[0]):
        wall = np.array([[*a, low], [*b, low], [*b, high], [*a, high]])
        sheet.polygon(camera.project(wall), dimmed(side, shade), number, gloss=gloss)
    sheet.polygon(sheet.flat(outline, high), top, number, gloss=gloss)
    stage.shadows.cast(outline, low, high)


def lay_bitmap(
    stage: Stage,
    bitmap: Image,
    centre: Points,
    angle: float,
    size: tuple[float, float],
    z: float,
    number: int = THING,
    gloss: float = 0.1,
) -> None:
    """Lay a bitmap, BGRA, flat at height ``z``; ``size`` is its width and depth (mm)."""
    frame = rectangle(*size)[[3, 2, 1, 0]]
    corners = stage.sheet.flat(place(frame, centre, angle, 1.0), z)
    stage.sheet.picture_of(bitmap, corners, number, gloss=gloss)


def blank(wide: int, high: int, color: Color) -> Image:
    """Return a bitmap, BGRA, of one colour that hides what is below."""
    bitmap = np.full((high, wide, 4), 255, np.uint8)
    bitmap[..., :3] = np.round(np.clip(color, 0, 1) * np.float64(255)).astype(np.uint8)
    return bitmap


def ink(color: Color) -> tuple[float, float, float, float]:
    """Return a colour as OpenCV draws it on a bitmap."""
    return 255 * color[0], 255 * color[1], 255 * color[2], 255.0


@dataclass(frozen=True)
class Cube:
    """A six-sided die: where (mm), how turned (radians), its edge (mm), its upper face.

    ``marks`` say what stands on the faces 1 to 6 where they have no pips: how much of each pixel is
    painted, (96, 96), 0..255; None is a face with pips.
    """

    centre: Points
    angle: float
    size: float
    value: int
    body: Color
    pip: Color
    rounding: float
    pip_size: float
    marks: tuple[Bytes | None, ...] = (None,) * 6


def random_cube(centre: Points, rng: np.random.Generator) -> Cube:
    """Make up a die."""
    kind = rng.random()
    body, pip = hsv(0.12, rng.uniform(0, 0.15), rng.uniform(0.85, 0.97)), hsv(0, 0, 0.06)
    if kind < 0.15:
        pip = hsv(float(rng.choice([0.0, 0.62])), 0.8, 0.55)
    elif kind < 0.3:
        body, pip = hsv(0.6, 0.2, rng.uniform(0.05, 0.16)), hsv(0.1, 0.05, 0.95)
    elif kind < 0.55:
        body, pip = (
            hsv(rng.random(), rng.uniform(0.6, 0.95), rng.uniform(0.3, 0.6)),
            hsv(0, 0, 0.97),
        )
    elif kind < 0.65:
        body, pip = hsv(0.09, rng.uniform(0.3, 0.6), rng.uniform(0.6, 0.85)), hsv(0.05, 0.6, 0.12)
    return Cube(
        centre,
        rng.uniform(0, 6.3),
        rng.uniform(13, 20),
        int(rng.integers(1, 7)),
        body,
        pip,
        rng.uniform(0.08, 0.28),
        rng.uniform(0.085, 0.115),
    )


def _face(cube: Cube, value: int, turned: bool) -> Image:
    """Return one face's bitmap, (96, 96, 4): its pips drilled, its edges rounded off."""
    side = FACE_SIDE
    bitmap = blank(side, side, cube.body)
    edge = max(3, round(cube.rounding * side * 0.5))
    cv2.rectangle(bitmap, (0, 0), (side - 1, side - 1), ink(dimmed(cube.body, 1.12)), edge // 2)
    bitmap = np.asarray(cv2.GaussianBlur(bitmap, (0, 0), edge / 3), np.uint8)
    mark = cube.marks[value - 1]
    if mark is None:
        _drill_pips(bitmap, cube, value, turned)
    else:
        share = (np.rot90(mark) if turned else mark)[..., None].astype(np.float32) / np.float32(255)
        paint = np.array(ink(cube.pip), np.float32)
        bitmap = (bitmap + (paint - bitmap) * share).astype(np.uint8)
    mask = np.zeros((side, side), np.uint8)
    corner = max(2, round(cube.rounding * side))
    cv2.rectangle(mask, (corner, 0), (side - corner, side), 255.0, -1)
    cv2.rectangle(mask, (0, corner), (side, side - corner), 255.0, -1)
    for x in (corner, side - 1 - corner):
        for y in (corner, side - 1 - corner):
            cv2.circle(mask, (x, y), corner, 255.0, -1, cv2.LINE_AA)
    bitmap[..., 3] = mask
    return bitmap


def _drill_pips(bitmap: Image, cube: Cube, value: int, turned: bool) -> None:
    side = FACE_SIDE
    for row, line in enumerate(_PIP_ROWS[value]):
        for column, mark in enumerate(line):
            if mark == "o":
                x = (0.5 + (column - (len(line) - 1) / 2) * 0.265) * side
                y = (0.5 + (row - 1) * 0.265) * side
                spot = (round(y * 16), round(x * 16)) if turned else (round(x * 16), round(y * 16))
                reach = cube.pip_size * side * (1.35 if value == 1 else 1.0)
                cv2.circle(bitmap, spot, round(reach * 16), ink(cube.pip), -1, cv2.LINE_AA, 4)
                inner = ink(dimmed(cube.pip, 0.75))
                cv2.circle(bitmap, spot, round(reach * 9), inner, -1, cv2.LINE_AA, 4)


def paint_cube(stage: Stage, cube: Cube, number: int, rng: np.random.Generator) -> None:
    """Paint a die."""
    sheet, camera = stage.sheet, stage.sheet.camera
    half = cube.size / 2
    square = place(rectangle(cube.size, cube.size), cube.centre, cube.angle, 1.0)
    soft = place(rectangle(cube.size * 0.97, cube.size * 0.97), cube.centre, cube.angle, 1.0)
    box = np.concatenate([np.column_stack([soft, np.full(4, z)]) for z in (0.0, cube.size * 0.985)])
    hull = cv2.convexHull(camera.project(box).astype(np.float32)).reshape(-1, 2)
    sheet.polygon(hull.astype(np.float64), dimmed(cube.body, 0.8), number)
    sides = [v for v in range(1, 7) if v not in (cube.value, 7 - cube.value)]
    first = sides[int(rng.integers(4))]
    second = next(v for v in sides if v not in (first, 7 - first))
    for k, value in enumerate((first, second, 7 - first, 7 - second)):
        heading = cube.angle + k * math.pi / 2
        outward = np.array([math.cos(heading), math.sin(heading)])
        if (camera.position[:2] - cube.centre - outward * half) @ outward <= 0:
            continue
        aside = np.array([-outward[1], outward[0]]) * half
        middle = cube.centre + outward * half
        quad = np.array(
            [
                [*(middle - aside), cube.size],
                [*(middle + aside), cube.size],
                [*(middle + aside), 0.0],
                [*(middle - aside), 0.0],
            ]
        )
        shade = 0.62 + 0.28 * math.cos(heading - stage.lamp)
        face = _face(cube, value, bool(rng.random() < 0.5))
        sheet.picture_of(face, camera.project(quad), number, shade)
    top = sheet.flat(square[[3, 2, 1, 0]], cube.size)
    sheet.picture_of(_face(cube, cube.value, bool(rng.random() < 0.5)), top, number, gloss=0.2)
    stage.shadows.cast(square, 0.0, cube.size)


def disc(radius: float, centre: Points) -> Points:
    """Return a polygon close to a circle, (44, 2) in mm."""
    return circle(radius, 44) + centre
