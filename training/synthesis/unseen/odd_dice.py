"""Dice whose faces bear something else than pips: symbols, letters, numerals, pips in odd places.

Nothing is trained on them. They measure how a die is read whose faces a family has shown.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from training.synthesis.camera import look_at
from training.synthesis.canvas import FIRST_TILE
from training.synthesis.scene import Scene
from training.synthesis.things import rectangle
from training.synthesis.tiles import place
from training.synthesis.unseen import phone
from training.synthesis.unseen.families import Family
from training.synthesis.unseen.lamps import Shadows
from training.synthesis.unseen.lens import PhoneCamera
from training.synthesis.unseen.occasion import Occasion
from training.synthesis.unseen.photo import photo_of
from training.synthesis.unseen.rooms import random_room
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.solids import FACE_SIDE, Cube, Stage, paint_cube, random_cube
from training.synthesis.unseen.stone_tops import concrete
from training.synthesis.unseen.tops import Top, paint_top
from training.synthesis.unseen.wooden_tops import plywood
from training.synthesis.unseen.woven_tops import carpet, knitted
from vision.arrays import Bytes, Image, Points

_FINE = 4
"""Marks are drawn so many times as large and made smaller."""
_SHIFT = 4
Figure = Sequence[Points]
"""Polygons, (n, 2), in half edges of a face, x to the right and y down."""

PLAIN_TOPS: tuple[Top, ...] = (plywood, concrete, carpet, knitted)
"""On what a die is shown."""
ROLLED = Family("die rolled", tiles=(3, 30), dice=(1, 1), things=(0, 3), share=(0.4, 0.8))
"""How it lies in a game, beside tiles."""


@dataclass(frozen=True)
class _Rolled(Occasion):
    """A game in which one die, or several like it, lie on the table."""

    cube: Cube

    def die(self, centre: Points, rng: np.random.Generator) -> Cube:
        """Let it lie at a place, turned and rolled as chance has it."""
        chance = random_cube(centre, rng)
        return replace(self.cube, centre=centre, angle=chance.angle, value=chance.value)


@dataclass(frozen=True)
class OddDie:
    """A die that is made up once and lies anywhere: its kind, and what it looks like."""

    kind: str
    cube: Cube

    def rolled(self, seed: int, family: Family = ROLLED) -> Scene:
        """Return a photo of a table on which it lies, or several like it, as chance has it."""
        return photo_of(_Rolled(family, self.cube), np.random.default_rng((seed, 97)))

    def shown(self, value: int, seed: int) -> tuple[Image, Points]:
        """Return a photo of it in the middle of a table, and its upper face's corners (px), (4, 2).

        The picture is as high as 2.5 to 6 of its edges.
        """
        rng = np.random.default_rng((seed, 32))
        cube = replace(self.cube, angle=rng.uniform(0, math.tau), value=value)
        focal = 960 * rng.uniform(0.75, 1.2)
        off = rng.uniform(-0.5, 0.5, 2) * cube.size
        bare = look_at(
            (float(off[0]), float(off[1])),
            width=960,
            height=720,
            focal=focal,
            distance=focal * cube.size * rng.uniform(2.5, 6) / 720,
            tilt=math.radians(rng.uniform(0, 25)),
            heading=rng.uniform(0, math.tau),
            roll=rng.normal() * 0.1,
            k1=rng.uniform(-0.1, 0.05),
        )
        camera = PhoneCamera(**vars(bare), k2=0.0, p1=0.0, p2=0.0)
        sheet = Sheet(camera)
        view = 960 / camera.pixels_per_mm(np.zeros(2))
        paint_top(sheet, PLAIN_TOPS[int(rng.integers(len(PLAIN_TOPS)))], np.zeros(2), rng, view)
        room = random_room(str(rng.choice(["soft", "window", "two"])), view, rng)
        stage = Stage(sheet, Shadows(sheet, room.lamps), room.heading)
        paint_cube(stage, cube, FIRST_TILE, rng)
        np.clip(sheet.color, 0, 1.2, out=sheet.color)
        light = sheet.color * sheet.color
        light *= stage.shadows.light(room.ambient, np.zeros(2), rng)
        fault = phone.random_fault("clean", False, 100.0, rng)
        bright = phone.metered(light, sheet.objects)
        image = phone.develop(phone.expose(light, bright, fault, rng), fault, rng)
        square = place(rectangle(cube.size, cube.size), cube.centre, cube.angle, 1.0)
        return image, sheet.flat(square, cube.size)


def random_odd_die(seed: int) -> OddDie:
    """Make up a die; every kind comes in turn."""
    rng = np.random.default_rng((seed, 31))
    kind = list(KINDS)[seed % len(KINDS)]
    cube = replace(random_cube(np.zeros(2), rng), marks=KINDS[kind](rng))
    return OddDie(kind, cube)


def _polygons(figure: Figure, size: float) -> Bytes:
    """Return how much of each pixel of a face figures cover, (96, 96); what overlaps stays."""
    side = FACE_SIDE * _FINE
    mask = np.zeros((side, side), np.uint8)
    for polygon in figure:
        spots = (polygon * size + 1) * side / 2
        cv2.fillPoly(
            mask, [np.round(spots * (1 << _SHIFT)).astype(np.int32)], [255.0], shift=_SHIFT
        )
    small = cv2.resize(mask, (FACE_SIDE, FACE_SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _writing(text: str, font: int, size: float, weight: float) -> Bytes:
    """Return text written in the middle of a face, ``size`` of its edge tall."""
    side = FACE_SIDE * _FINE
    thick = max(round(weight * side), 1)
    (_, high), _ = cv2.getTextSize(text, font, 1.0, 1)
    scale = size * side / high
    (wide, _), _ = cv2.getTextSize(text, font, scale, thick)
    scale *= min(1.0, 0.72 * side / wide)
    (wide, high), _ = cv2.getTextSize(text, font, scale, thick)
    mask = np.zeros((side, side), np.uint8)
    at = ((side - wide) // 2, (side + high) // 2)
    cv2.putText(mask, text, at, font, scale, 255.0, thick, cv2.LINE_AA)
    small = cv2.resize(mask, (FACE_SIDE, FACE_SIDE), interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _round(radius: float, middle: tuple[float, float] = (0.0, 0.0)) -> Points:
    angles = np.linspace(0, math.tau, 32, endpoint=False)
    circle: Points = np.column_stack([np.cos(angles), np.sin(angles)]) * radius
    circle += np.array(middle)
    return circle


def _star(points: int, inner: float) -> Points:
    angles = np.arange(2 * points) * math.pi / points - math.pi / 2
    radii = np.where(np.arange(2 * points) % 2, inner, 1.0)
    return np.column_stack([np.cos(angles), np.sin(angles)]) * radii[:, None]


def _heart() -> Points:
    t = np.linspace(0, math.tau, 48, endpoint=False)
    x = 16 * np.sin(t) ** 3
    y = 13 * np.cos(t) - 5 * np.cos(2 * t) - 2 * np.cos(3 * t) - np.cos(4 * t)
    return np.column_stack([x, -y]) / 17


def _moon() -> Points:
    outer, inner = np.linspace(0.9, math.tau - 0.9, 30), np.linspace(math.tau - 1.2, 1.2, 30)
    far = np.column_stack([np.cos(outer), np.sin(outer)])
    near = np.column_stack([np.cos(inner), np.sin(inner)]) * 0.75 + np.array([0.35, 0.0])
    return np.concatenate([far, near])


def _box(left: float, top: float, right: float, bottom: float) -> Points:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def _outline(*spots: tuple[float, float]) -> Points:
    return np.array(spots)


def _mirrored(*spots: tuple[float, float]) -> Points:
    """Return an outline of which the right half is given, from the top down."""
    right = np.array(spots)
    whole: Points = np.concatenate([right, right[::-1] * np.array([-1.0, 1.0])])
    return whole


_CROWN = _mirrored((0, -0.8), (0.4, 0), (0.9, -0.6), (0.9, 0.6))
_FLASH = _outline((0.2, -1), (-0.6, 0.2), (-0.05, 0.2), (-0.3, 1), (0.6, -0.25), (0, -0.25))
_LEAF = _mirrored((0, -1), (0.5, -0.4), (0.55, 0.1), (0.1, 0.6), (0.1, 1))
_ARROW = _mirrored((0, -1), (0.8, -0.1), (0.3, -0.1), (0.3, 1))
_HOUSE = _mirrored((0, -0.9), (0.9, 0), (0.6, 0), (0.6, 0.8))
_EAR = _round(0.2) * np.array([1.0, 1.8])
_RABBIT = (
    _round(0.55, (0.0, 0.4)),
    _EAR + np.array([-0.3, -0.63]),
    _EAR + np.array([0.3, -0.63]),
)
_FISH = (
    _round(0.6, (-0.2, 0.0)) * np.array([1.0, 0.7]),
    _outline((0.25, 0.0), (0.95, -0.5), (0.95, 0.5)),
)
_CROSS = (_box(-0.25, -0.9, 0.25, 0.9), _box(-0.9, -0.25, 0.9, 0.25))
SYMBOLS: tuple[Figure, ...] = (
    (_star(5, 0.42),),
    (_heart(),),
    (_moon(),),
    _CROSS,
    (_CROWN,),
    (_FLASH,),
    _RABBIT,
    (_LEAF,),
    (_ARROW,),
    (_star(8, 0.6),),
    _FISH,
    (_HOUSE,),
)


def _symbols(count: int, rng: np.random.Generator) -> list[Bytes]:
    chosen = rng.choice(len(SYMBOLS), count, replace=False)
    return [_polygons(SYMBOLS[number], rng.uniform(0.45, 0.68)) for number in chosen]


def _one_and_six(rng: np.random.Generator) -> tuple[Bytes | None, ...]:
    first, last = _symbols(2, rng)
    return first, None, None, None, None, last


def _one(rng: np.random.Generator) -> tuple[Bytes | None, ...]:
    return *_symbols(1, rng), *(None,) * 5


def _all_symbols(rng: np.random.Generator) -> tuple[Bytes | None, ...]:
    return tuple(_symbols(6, rng))


def _written(texts: Sequence[str], rng: np.random.Generator) -> tuple[Bytes | None, ...]:
    font = int(
        rng.choice([cv2.FONT_HERSHEY_SIMPLEX, cv2.FONT_HERSHEY_DUPLEX, cv2.FONT_HERSHEY_TRIPLEX])
    )
    size, weight = rng.uniform(0.42, 0.6), rng.uniform(0.04, 0.09)
    return tuple(_writing(text, font, size, weight) for text in texts)


def _numerals(rng: np.random.Generator) -> tuple[Bytes | None, ...]:
    return _written("123456", rng)


def _roman(rng: np.random.Generator) -> tuple[Bytes | None, ...]:
    return _written(("I", "II", "III", "IV", "V", "VI"), rng)


def _letters(rng: np.random.Generator) -> tuple[Bytes | None, ...]:
    alphabet = list("ABCDEFGHJKLPQRSTUVXY")
    return _written([str(letter) for letter in rng.choice(alphabet, 6, replace=False)], rng)


def _bars(rng: np.random.Generator) -> tuple[Bytes | None, ...]:
    """Counts as bars, as several scripts write their first numerals: 5 and 6 cross them."""
    thick = rng.uniform(0.09, 0.15)
    marks = []
    for value in range(1, 7):
        count = min(value, 4)
        steps = (np.arange(count) - (count - 1) / 2) * 0.42
        bars = [_box(-0.6, y - thick, 0.6, y + thick) for y in steps]
        if value > 4:
            bars += [
                _box(x - thick, -0.85, x + thick, 0.85) for x in ((0.0,), (-0.3, 0.3))[value - 5]
            ]
        marks.append(_polygons(bars, 0.8))
    return tuple(marks)


def _odd_pips(rng: np.random.Generator) -> tuple[Bytes | None, ...]:
    """Pips on a ring, in the places that no ordinary die has them."""
    marks: list[Bytes | None] = [None, None]
    turn = rng.uniform(0, 6.3)
    for value in range(3, 7):
        angles = np.arange(value) * math.tau / value + turn
        marks.append(
            _polygons([_round(0.18, (0.62 * math.cos(a), 0.62 * math.sin(a))) for a in angles], 0.9)
        )
    return tuple(marks)


KINDS: dict[str, Callable[[np.random.Generator], tuple[Bytes | None, ...]]] = {
    "symbols for 1 and 6": _one_and_six,
    "a symbol for 1": _one,
    "six symbols": _all_symbols,
    "numerals": _numerals,
    "roman": _roman,
    "letters": _letters,
    "bars": _bars,
    "pips on a ring": _odd_pips,
}
"""What stands on odd dice."""
