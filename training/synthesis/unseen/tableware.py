"""What lies about on a table: glasses, cups, cutlery, coins, crumbs, cables, phones, pens."""

from __future__ import annotations

import math

import cv2
import numpy as np

from training.synthesis.canvas import COVER, THING
from training.synthesis.textures import any_color
from training.synthesis.things import rectangle
from training.synthesis.tiles import place
from training.synthesis.unseen.solids import (
    Stage,
    blank,
    dimmed,
    disc,
    ink,
    lay_bitmap,
    paint_prism,
)
from training.synthesis.unseen.stone_tops import blob
from training.synthesis.unseen.swatch import hsv, varied
from training.synthesis.unseen.wooden_tops import line_through
from vision.arrays import Points


def _ring(stage: Stage, centre: Points, radius: float, z: float, alpha: float) -> None:
    outer, inner = disc(radius, centre), disc(radius - 1.6, centre)
    both = np.concatenate([outer, outer[:1], inner[:1], inner[::-1]])
    stage.sheet.polygon(stage.sheet.flat(both, z), (0.93, 0.94, 0.93), alpha=alpha)


def paint_glass(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A tumbler, empty or with a drink: what is behind shines through."""
    sheet, camera = stage.sheet, stage.sheet.camera
    radius, high = rng.uniform(28, 40), rng.uniform(60, 120)
    foot = radius * rng.uniform(0.7, 0.95)
    base, rim = disc(foot, centre), disc(radius, centre)
    body = np.concatenate(
        [
            np.column_stack([base, np.zeros(len(base))]),
            np.column_stack([rim, np.full(len(rim), high)]),
        ]
    )
    hull = cv2.convexHull(camera.project(body).astype(np.float32)).reshape(-1, 2)
    sheet.polygon(hull.astype(np.float64), (0.85, 0.9, 0.88), alpha=0.22, gloss=0.3)
    if rng.random() < 0.6:
        drink = hsv(float(rng.choice([0.08, 0.13, 0.97, 0.05])), 0.8, rng.uniform(0.15, 0.8))
        level = high * rng.uniform(0.3, 0.8)
        wet = disc(foot + (radius - foot) * level / high - 1.5, centre)
        liquid = np.concatenate([np.column_stack([base, np.full(len(base), 3.0)]),
                                 np.column_stack([wet, np.full(len(wet), level)])])  # fmt: skip
        side = cv2.convexHull(camera.project(liquid).astype(np.float32)).reshape(-1, 2)
        sheet.polygon(side.astype(np.float64), dimmed(drink, 0.8), COVER, alpha=0.75)
        sheet.polygon(sheet.flat(wet, level), drink, COVER, alpha=0.7, gloss=0.6)
    _ring(stage, centre, foot, 0.0, 0.35)
    _ring(stage, centre, radius, high, 0.7)
    for way in stage.lamp + rng.uniform(-0.4, 0.4, 2):
        ahead = np.array([math.cos(way), math.sin(way)])
        aside = np.array([-ahead[1], ahead[0]]) * rng.uniform(1, 4)
        low, top = centre + ahead * foot, centre + ahead * radius
        streak = np.array([[*(low - aside), 8.0], [*(low + aside), 8.0],
                           [*(top + aside), high - 6], [*(top - aside), high - 6]])  # fmt: skip
        sheet.polygon(camera.project(streak), (1.0, 1.0, 1.0), alpha=0.45)
    stage.shadows.cast(disc(foot, centre)[::4], 0.0, 4.0)


def paint_cup(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A cup on its saucer, or a bowl."""
    china = hsv(rng.uniform(0.05, 0.6), rng.uniform(0, 0.4), rng.uniform(0.5, 0.97))
    if rng.random() < 0.6:
        paint_prism(stage, disc(68, centre), (0, 5), dimmed(china, 0.8), china, gloss=0.5)
        sunk = stage.sheet.flat(disc(45, centre), 5.0)
        stage.sheet.polygon(sunk, dimmed(china, 0.9), gloss=0.5)
    radius, high = rng.uniform(32, 46), rng.uniform(45, 85)
    paint_prism(stage, disc(radius, centre), (5, high), china, china, COVER, gloss=0.5)
    flat = stage.sheet.flat
    stage.sheet.polygon(flat(disc(radius * 0.92, centre), high), dimmed(china, 0.6), COVER)
    drink = hsv(rng.uniform(0.04, 0.1), 0.7, rng.uniform(0.1, 0.5))
    stage.sheet.polygon(flat(disc(radius * 0.86, centre), high - 10), drink, COVER, gloss=0.6)


def paint_cutlery(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A fork, a knife or a spoon."""
    bitmap = blank(400, 64, (0.0, 0.0, 0.0))
    bitmap[..., 3] = 0
    kind, steel = int(rng.integers(3)), (0.72, 0.74, 0.75)
    bright, dark = ink((0.92, 0.93, 0.94)), ink((0.45, 0.46, 0.48))
    cv2.ellipse(bitmap, (90, 32), (85, 9), 0, 0, 360, ink(steel), -1, cv2.LINE_AA)
    cv2.rectangle(bitmap, (90, 27), (290, 37), ink(steel), -1)
    if kind == 0:
        cv2.ellipse(bitmap, (335, 32), (55, 28), 0, 0, 360, ink(steel), -1, cv2.LINE_AA)
        cv2.ellipse(bitmap, (338, 32), (42, 19), 0, 0, 360, dark, -1, cv2.LINE_AA)
        cv2.ellipse(bitmap, (345, 28), (28, 9), 0, 0, 360, bright, -1, cv2.LINE_AA)
    elif kind == 1:
        cv2.ellipse(bitmap, (305, 32), (30, 26), 0, 0, 360, ink(steel), -1, cv2.LINE_AA)
        for k in range(4):
            y = 9 + 15 * k
            cv2.line(bitmap, (310, y), (392, y), ink(steel), 6, cv2.LINE_AA)
    else:
        blade = np.array([(230, 22), (370, 16), (396, 34), (370, 42), (230, 42)], np.int32)
        cv2.fillPoly(bitmap, [blade], ink((0.82, 0.84, 0.85)), cv2.LINE_AA)
    cv2.line(bitmap, (20, 30), (290, 30), bright, 3, cv2.LINE_AA)
    angle = rng.uniform(0, 6.3)
    stage.shadows.cast(place(rectangle(185, 12), centre, angle, 1.0), 0.0, 3.0)
    lay_bitmap(stage, bitmap, centre, angle, (195, 31), 3.0, gloss=0.8)


def paint_coins(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A few coins."""
    for _ in range(int(rng.integers(1, 4))):
        metal = (hsv(0.11, 0.5, 0.72), hsv(0.06, 0.6, 0.6), hsv(0.1, 0.05, 0.75))
        color, radius = metal[int(rng.integers(3))], rng.uniform(8, 13)
        spot = centre + rng.normal(size=2) * 14
        paint_prism(stage, disc(radius, spot), (0, 2), dimmed(color, 0.8), color, gloss=0.6)
        flat = stage.sheet.flat
        stage.sheet.polygon(flat(disc(radius * 0.85, spot), 2.0), dimmed(color, 0.87), gloss=0.6)
        head = blob(radius * 0.9, 9, 0.15, rng) + spot
        stage.sheet.polygon(flat(head, 2.0), dimmed(color, 1.08), gloss=0.6)


def paint_crumbs(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """Crumbs of a cake, or spilt rice."""
    color = hsv(rng.uniform(0.06, 0.13), rng.uniform(0.2, 0.7), rng.uniform(0.4, 0.95))
    for _ in range(int(rng.integers(6, 28))):
        spot = centre + rng.normal(size=2) * 22
        crumb = blob(rng.uniform(1.2, 5), 6, 0.25, rng) + spot
        stage.sheet.polygon(stage.sheet.flat(crumb, 1.0), varied(color, rng, 0.12))
        stage.shadows.cast(crumb, 0.0, 1.5)


def paint_cable(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A charging cable in curves."""
    color = hsv(rng.random(), rng.uniform(0, 0.4), float(rng.choice([0.08, 0.9])))
    way, points = rng.uniform(0, 6.3), [centre]
    for _ in range(int(rng.integers(4, 9))):
        way += rng.normal() * 0.7
        points.append(points[-1] + 45 * np.array([math.cos(way), math.sin(way)]))
    curve = line_through(np.array(points))[::3]
    along = np.gradient(curve, axis=0)
    along /= np.maximum(np.hypot(*along.T), 1e-6)[:, None]
    across = np.column_stack([-along[:, 1], along[:, 0]])
    for width, bright in ((1.9, 0.75), (1.0, 1.0), (0.35, 1.35)):
        band = np.concatenate([curve + across * width, (curve - across * width)[::-1]])
        color_now = dimmed(color, bright)
        stage.sheet.polygon(stage.sheet.flat(band, 3.0), color_now)
        if width > 1.5:
            for i in range(0, len(curve) - 1, 2):
                j = min(i + 2, len(curve) - 1)
                aside = np.stack([across[i], -across[i], -across[j], across[j]]) * width
                piece = curve[[i, i, j, j]] + aside
                stage.shadows.cast(piece, 0.0, 3.5)


def paint_phone(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A telephone, its screen dark or with icons."""
    bitmap = blank(144, 300, (0.05, 0.05, 0.05))
    lit = rng.random() < 0.5
    if lit:
        wall = hsv(rng.random(), 0.6, rng.uniform(0.2, 0.7))
        cv2.rectangle(bitmap, (6, 6), (138, 294), ink(wall), -1)
        for row in range(6):
            for column in range(4):
                x, y = 12 + 32 * column, 30 + 40 * row
                cv2.rectangle(bitmap, (x, y), (x + 22, y + 22), ink(any_color(rng, 0.4)), -1)
    angle = rng.uniform(0, 6.3)
    outline = place(rectangle(72, 150), centre, angle, 1.0)
    paint_prism(stage, outline, (0, 8), (0.15, 0.15, 0.16), (0.05, 0.05, 0.05), gloss=0.7)
    lay_bitmap(stage, bitmap, centre, angle, (70, 148), 8.0, gloss=0.9)


def paint_pencil(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A pencil or a felt pen."""
    color, wood = any_color(rng, 0.3), hsv(0.09, 0.4, 0.85)
    length, wide, angle = rng.uniform(110, 180), rng.uniform(6, 11), rng.uniform(0, 6.3)
    bitmap = blank(256, 16, color)
    bitmap[:4, :, :3] = (np.asarray(color) * 150).astype(np.uint8)
    bitmap[6:9, :, :3] = np.clip(np.asarray(color) * 330, 0, 255).astype(np.uint8)
    bitmap[11:, :, :3] = (np.asarray(color) * 120).astype(np.uint8)
    bitmap[:, 225:, :3] = (np.asarray(wood) * 255).astype(np.uint8)
    for x in range(225, 256):
        gap = round((x - 225) / 31 * 7)
        bitmap[:gap, x, 3] = 0
        bitmap[16 - gap :, x, 3] = 0
    bitmap[:, 249:, :3] = 30
    stage.shadows.cast(place(rectangle(length * 0.95, wide), centre, angle, 1.0), 0.0, wide * 0.8)
    lay_bitmap(stage, bitmap, centre, angle, (length, wide), wide * 0.6, gloss=0.3)


def paint_napkin(stage: Stage, centre: Points, rng: np.random.Generator) -> None:
    """A paper napkin or coaster with a printed rim."""
    color, angle = hsv(rng.random(), rng.uniform(0, 0.5), rng.uniform(0.7, 0.97)), rng.uniform(0, 6)
    size = rng.uniform(70, 150)
    if rng.random() < 0.5:
        paint_prism(stage, disc(size * 0.33, centre), (0, 3), dimmed(color, 0.7), color)
        for share in (0.27, 0.2):
            spot = stage.sheet.flat(disc(size * share, centre), 3.0)
            stage.sheet.polygon(spot, any_color(rng, 0.2), THING)
        return
    outline = place(rectangle(size, size), centre, angle, 1.0)
    paint_prism(stage, outline, (0, 1.5), dimmed(color, 0.8), color)
    for share, tone in ((0.92, 0.8), (0.86, 1.0)):
        inner = place(rectangle(size * share, size * share), centre, angle, 1.0)
        stage.sheet.polygon(stage.sheet.flat(inner, 1.5), dimmed(color, tone))


TABLEWARE = (
    paint_glass,
    paint_cup,
    paint_cutlery,
    paint_coins,
    paint_crumbs,
    paint_cable,
    paint_phone,
    paint_pencil,
    paint_napkin,
)
ROOM = {
    paint_glass: 45.0, paint_cup: 75.0, paint_cutlery: 105.0, paint_coins: 35.0, paint_crumbs: 30.0,
    paint_cable: 40.0, paint_phone: 88.0, paint_pencil: 92.0, paint_napkin: 110.0,
}  # fmt: skip
"""How far (mm) from its middle each reaches."""
