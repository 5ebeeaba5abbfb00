"""Pieces of other games: cards, a rulebook, counters, meeples, cubes, other hexagons."""

from __future__ import annotations

import math

import cv2
import numpy as np

from training.synthesis.canvas import THING, Color
from training.synthesis.textures import any_color
from training.synthesis.things import circle, rectangle
from training.synthesis.tiles import HEXAGON, place
from training.synthesis.unseen.printed_tops import words
from training.synthesis.unseen.solids import (
    Stage,
    blank,
    dimmed,
    disc,
    ink,
    lay_bitmap,
    paint_prism,
)
from training.synthesis.unseen.swatch import hsv
from training.synthesis.unseen.wooden_tops import line_through
from vision.arrays import Image, Points

_HEART = np.array(
    [(0, -1), (-0.9, 0.0), (-0.85, 0.6), (-0.4, 0.8), (0, 0.45), (0.4, 0.8), (0.85, 0.6), (0.9, 0)]
)
_DIAMOND = np.array([(0.0, 1.0), (0.7, 0.0), (0.0, -1.0), (-0.7, 0.0)])
_SPOTS = {
    1: ((0.0, 0.0),),
    2: ((0.0, 0.6), (0.0, -0.6)),
    4: ((-0.5, 0.6), (0.5, 0.6), (-0.5, -0.6), (0.5, -0.6)),
    6: ((-0.5, 0.6), (0.5, 0.6), (-0.5, 0.0), (0.5, 0.0), (-0.5, -0.6), (0.5, -0.6)),
    9: (*((x, y) for y in (-0.66, -0.22, 0.22, 0.66) for x in (-0.5, 0.5)), (0.0, 0.0)),
}


def _suit(bitmap: Image, suit: int, at: tuple[float, float], size: float) -> None:
    color = ink(hsv(0.99, 0.85, 0.75) if suit < 2 else hsv(0.0, 0.0, 0.08))
    shape = (_HEART, _DIAMOND, -_HEART, np.zeros((0, 2)))[suit]
    if len(shape):
        points = shape * np.array([1, -1]) * size + np.array(at)
        cv2.fillPoly(bitmap, [np.round(points * 16).astype(np.int32)], color, cv2.LINE_AA, 4)
    else:
        for dx, dy in ((-0.5, 0.2), (0.5, 0.2), (0.0, -0.5)):
            spot = (round(at[0] + dx * size), round(at[1] + dy * size))
            cv2.circle(bitmap, spot, max(1, round(size * 0.48)), color, -1, cv2.LINE_AA)
    if suit >= 2:
        foot = (round(at[0]), round(at[1] + size))
        cv2.line(bitmap, (round(at[0]), round(at[1])), foot, color, max(1, round(size * 0.2)))


def paint_cards(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """Playing cards, fanned out, some face down."""
    back, angle = any_color(rng, 0.2, 0.8), rng.uniform(0, 6.3)
    for k in range(int(rng.integers(1, 6))):
        bitmap = blank(126, 176, (0.95, 0.97, 0.97))
        if rng.random() < 0.35:
            cv2.rectangle(bitmap, (8, 8), (118, 168), ink(back), -1)
            for step in range(-160, 130, 12):
                cv2.line(bitmap, (8 + step, 8), (168 + step, 168), ink((0.9, 0.9, 0.9)), 1)
            bitmap[:, :8, :3] = bitmap[:, 118:, :3] = 244
        else:
            suit, count = int(rng.integers(4)), int(rng.choice(list(_SPOTS)))
            for u, v in _SPOTS[count]:
                _suit(bitmap, suit, (63 + 46 * u, 88 - 84 * v * 0.9), 30 if count == 1 else 13)
            _suit(bitmap, suit, (13, 34), 6)
            cv2.putText(bitmap, str(count), (6, 22), 0, 0.55, ink((0.1, 0.1, 0.1)), 1, cv2.LINE_AA)
        turn = angle + 0.25 * k
        spot = centre + k * 14 * np.array([math.cos(angle), math.sin(angle)])
        stage.shadows.cast(place(rectangle(63, 88), spot, turn, 1.0), 0.0, 0.8 + 0.3 * k)
        lay_bitmap(stage, bitmap, spot, turn, (63, 88), 0.4 + 0.3 * k, gloss=0.35)


def _tile_drawing(page: Image, x: int, y: int, size: int, turn: int) -> None:
    """Draw a tile's outline and arches in thin lines, as a rulebook explains them."""
    line = ink((0.25, 0.22, 0.2))
    ring = place(HEXAGON, np.array([x, y], float), 0.0, size)
    cv2.polylines(page, [np.round(ring).astype(np.int32)], True, line, 1, cv2.LINE_AA)
    for k in (turn, turn + 3):
        at = ring[k % 6]
        facing = 60 * (k % 6) + 180
        spot = (round(at[0]), round(at[1]))
        half = (size // 2, size // 2)
        cv2.ellipse(page, spot, half, 0, facing - 60, facing + 60, line, 1, cv2.LINE_AA)


def paint_rulebook(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A rulebook's page: headings, text, line drawings."""
    paper = hsv(rng.uniform(0.08, 0.16), rng.uniform(0, 0.12), rng.uniform(0.85, 0.97))
    page, dark = blank(360, 500, paper), ink(hsv(0.6, 0.2, 0.15))
    cv2.putText(page, words(10, rng).upper(), (24, 44), 2, 1.0, ink(any_color(rng, 0.2, 0.7)), 2)
    y = 66
    while y < 470:
        if rng.random() < 0.2 and y < 400:
            count, size = int(rng.integers(2, 5)), 34
            for k in range(count):
                _tile_drawing(page, 60 + 76 * k, y + 40, size, int(rng.integers(6)))
            y += 92
        else:
            for _ in range(int(rng.integers(2, 6))):
                text = words(int(rng.integers(30, 46)), rng)
                cv2.putText(page, text, (24, min(y, 490)), 0, 0.36, dark, 1, cv2.LINE_AA)
                y += 15
            y += 10
    angle, size_mm = rng.uniform(0, 6.3), (rng.uniform(120, 170), rng.uniform(170, 230))
    outline = place(rectangle(*size_mm), centre, angle, 1.0)
    paint_prism(stage, outline, (0, 1.2), (0.8, 0.8, 0.8), paper)
    lay_bitmap(stage, page, centre, angle, size_mm, 1.2)


def paint_counters(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """Round counters: draughts, go stones, poker chips."""
    color, radius = any_color(rng, 0.1), rng.uniform(9, 19)
    for _ in range(int(rng.integers(1, 5))):
        body = color if rng.random() < 0.7 else hsv(0.1, 0.05, 0.93)
        spot = centre + rng.normal(size=2) * radius * 1.2
        paint_prism(stage, disc(radius, spot), (0, 4), dimmed(body, 0.9), body, gloss=0.4)
        if radius > 14:
            for k in range(6):
                way = k * math.pi / 3
                mark = rectangle(radius * 0.3, radius * 0.35) + np.array([radius * 0.8, 0])
                spots = stage.sheet.flat(place(mark, spot, way, 1.0), 4.0)
                stage.sheet.polygon(spots, (0.93, 0.93, 0.93))
        inner = stage.sheet.flat(disc(radius * 0.6, spot), 4.0)
        stage.sheet.polygon(inner, dimmed(body, 1.1), gloss=0.4)


_MEEPLE = np.array(
    [(-0.7, -1), (-0.15, -1), (0, -0.55), (0.15, -1), (0.7, -1), (0.42, -0.25), (0.95, 0.1),
     (0.85, 0.35), (0.35, 0.35), (0.33, 0.8), (0, 1.0), (-0.33, 0.8), (-0.35, 0.35), (-0.85, 0.35),
     (-0.95, 0.1), (-0.42, -0.25)]
)  # fmt: skip


def paint_meeples(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """Wooden figures that lie flat, and cubes."""
    for _ in range(int(rng.integers(1, 6))):
        color = hsv(rng.random(), rng.uniform(0.5, 0.95), rng.uniform(0.25, 0.9))
        spot, angle = centre + rng.normal(size=2) * 20, rng.uniform(0, 6.3)
        outline, high = _MEEPLE * 8.5, 9.0
        if rng.random() < 0.4:
            outline, high = rectangle(9, 9), 9.0
        body = place(outline, spot, angle, 1.0)
        paint_prism(stage, body, (0, high), dimmed(color, 0.85), color, gloss=0.1)


def paint_letters(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """Square wooden tiles with a letter each."""
    angle = rng.uniform(0, 6.3)
    along = np.array([math.cos(angle), math.sin(angle)])
    wood = hsv(0.1, rng.uniform(0.25, 0.45), rng.uniform(0.8, 0.95))
    for k in range(int(rng.integers(1, 6))):
        face = blank(64, 64, wood)
        letter = chr(65 + int(rng.integers(26)))
        cv2.putText(face, letter, (12, 48), 0, 1.5, ink((0.1, 0.1, 0.1)), 3, cv2.LINE_AA)
        spot = centre + along * 20 * k
        paint_prism(stage, place(rectangle(19, 19), spot, angle, 1.0), (0, 4), wood, wood)
        lay_bitmap(stage, face, spot, angle, (18.5, 18.5), 4.0)


def paint_hexagon(stage: Stage, centre: Points, radius: float, rng: np.random.Generator) -> None:
    """A hexagon of another game: a landscape with a number, crossing bands, an insect, a target."""
    angle, high = rng.uniform(0, 6.3), rng.uniform(1.5, 8)
    base, other = any_color(rng, 0.1), any_color(rng, 0.1)
    size = radius * rng.uniform(0.75, 1.5)
    outline = place(HEXAGON, centre, angle, size)
    kind = int(rng.integers(5))
    paint_prism(stage, outline, (0, high), dimmed(base, 0.85), base, gloss=0.3)
    flat = stage.sheet.flat

    def lay(figure: Points, color: Color) -> None:
        stage.sheet.polygon(flat(place(figure, centre, angle, size), high), color, THING, gloss=0.3)

    if kind == 0:
        lay(HEXAGON * 0.86, other)
        lay(circle(0.34, 24), (0.85, 0.93, 0.95))
        digit = blank(64, 64, (0.85, 0.93, 0.95))
        text = str(int(rng.integers(2, 10)))
        cv2.putText(digit, text, (14, 52), 0, 1.7, ink((0.1, 0.1, 0.1)), 4, cv2.LINE_AA)
        lay_bitmap(stage, digit, centre, angle, (0.4 * size, 0.4 * size), high)
    elif kind == 1:
        for start, through, end in ((0, 0.0, 3), (1, 0.25, 5), (2, 0.45, 4)):
            ends = [(HEXAGON[k] + HEXAGON[(k + 1) % 6]) / 2 for k in (start, end)]
            bend = (ends[0] + ends[1]) * through
            curve = line_through(np.array([ends[0], bend, ends[1]]))
            along = np.gradient(curve, axis=0)
            along /= np.maximum(np.hypot(*along.T), 1e-6)[:, None]
            across = np.column_stack([-along[:, 1], along[:, 0]]) * 0.1
            lay(np.concatenate([curve + across, (curve - across)[::-1]]), any_color(rng, 0.3))
    elif kind == 2:
        lay(circle(0.3, 16) * np.array([1.3, 0.8]), other)
        lay(circle(0.18, 12) + np.array([0.48, 0.0]), other)
        for x in (-0.25, 0.0, 0.25):
            for way in (-1, 1):
                leg = np.array([(x, 0.1), (x + 0.07, 0.1), (x + 0.17, 0.55), (x + 0.08, 0.55)])
                lay(leg * np.array([1, way]), other)
    elif kind == 3:
        for step, share in enumerate((0.8, 0.6, 0.4, 0.2)):
            lay(HEXAGON * share, other if step % 2 == 0 else base)


PIECES = (
    paint_cards,
    paint_rulebook,
    paint_counters,
    paint_meeples,
    paint_letters,
)
ROOM = {
    paint_cards: 85.0,
    paint_rulebook: 145.0,
    paint_counters: 50.0,
    paint_meeples: 45.0,
    paint_letters: 80.0,
}
"""How far (mm) from its middle each reaches."""
