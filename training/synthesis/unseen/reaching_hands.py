"""Hands drawn from outlines: a palm and fingers with gaps, an arm, a sleeve."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from training.synthesis.canvas import COVER, Color
from training.synthesis.textures import any_color
from training.synthesis.unseen.lens import PhoneCamera
from training.synthesis.unseen.solids import Stage, dimmed
from training.synthesis.unseen.swatch import cloud_at, hsv, varied
from training.synthesis.unseen.wooden_tops import line_through
from vision.arrays import Float32s, Float64s, Points

_ROOTS = ((-31.0, 78.0), (-11.0, 86.0), (10.0, 84.0), (29.0, 74.0))
_LENGTHS = (70.0, 79.0, 73.0, 56.0)
_WIDTHS = (17.5, 18.0, 17.0, 14.5)
_PALM = np.array(
    [(-29, -4), (-36, 20), (-44, 40), (-42, 68), (-34, 86), (-12, 94), (10, 92), (32, 84),
     (41, 66), (40, 36), (33, 12), (29, -4)], float,
)  # fmt: skip
"""A left hand's back from above (mm), its wrist at the origin, its fingers ahead along y."""


@dataclass(frozen=True)
class _Grip:
    """Where a hand is: turns its own frame (mm) into points over the table, (n, 3)."""

    wrist: Points
    angle: float
    size: float
    mirrored: bool

    def place(self, points: Points, heights: Float64s) -> Points:
        local = points * np.array([-1.0 if self.mirrored else 1.0, 1.0]) * self.size
        c, s = math.cos(self.angle), math.sin(self.angle)
        flat = local @ np.array([[s, -c], [c, s]]) + self.wrist
        return np.column_stack([flat, heights])


def paint_hand(
    stage: Stage, target: Points, rng: np.random.Generator, heading: float | None = None
) -> None:
    """Paint a hand whose fore- or middle finger is near ``target`` (mm), with its arm.

    ``heading`` (radians) is where its fingers point; left to chance without.
    """
    tone = rng.random()
    skin = hsv(
        rng.uniform(0.035, 0.075), 0.33 + 0.3 * tone, 0.92 - 0.62 * tone + rng.normal() * 0.03
    )
    angle, size = rng.uniform(0, 2 * math.pi), rng.uniform(0.72, 1.12)
    angle = angle if heading is None else heading
    ahead = np.array([math.cos(angle), math.sin(angle)])
    grip = _Grip(target - ahead * rng.uniform(100, 150) * size, angle, size, rng.random() < 0.5)
    up = rng.uniform(18, 45)
    brush = _Brush(stage, skin, rng)
    arm = np.array([(-27, 5), (-31, -60), (-40, -180), (-48, -900), (48, -900), (40, -180),
                    (31, -60), (27, 5)], float)  # fmt: skip
    brush.paint(grip.place(arm, up + np.clip(-arm[:, 1], 0, 900) * 0.16), 25)
    curls = _curls(rng)
    order = [3, 2, 1, 0] if rng.random() < 0.5 else [0, 1, 2, 3]
    fan = rng.uniform(0.02, 0.13)
    under = curls.mean() < 0.6 and rng.random() < 0.7
    if under:
        _paint_thumb(brush, grip, up, rng)
    palm = line_through(np.concatenate([_PALM, _PALM[:1]]))[::3]
    if curls.mean() > 0.7:
        brush.paint(grip.place(palm, np.full(len(palm), up)), 16)
    for k in order:
        lean = (k - 1.4) * fan + rng.normal() * 0.03
        outline, heights, nail = _finger(k, float(curls[k]), lean, up)
        brush.paint(grip.place(outline, heights), 7.5)
        if nail is not None:
            brush.nail(grip.place(nail, np.full(len(nail), heights.min())))
    if curls.mean() <= 0.7:
        brush.paint(grip.place(palm, np.full(len(palm), up)), 20)
    if not under:
        _paint_thumb(brush, grip, up, rng)
    if rng.random() < 0.75:
        start = rng.uniform(15, 200)
        cuff = np.array([(-38, -start), (-52, -start - 170), (-62, -950), (62, -950),
                         (52, -start - 170), (38, -start)])  # fmt: skip
        heights = up + 8 + np.clip(-cuff[:, 1], 0, 900) * 0.16
        brush.paint(grip.place(cuff, heights), 22, any_color(rng, 0.08))


def paint_leaning(stage: Stage, target: Points, rng: np.random.Generator) -> None:
    """Paint somebody who leans over the table, seen from above, the head over ``target`` (mm)."""
    skin = hsv(rng.uniform(0.035, 0.075), rng.uniform(0.3, 0.6), rng.uniform(0.35, 0.9))
    brush = _Brush(stage, skin, rng)
    grip = _Grip(target, rng.uniform(0, 2 * math.pi), rng.uniform(0.9, 1.2), False)
    high = 0.3 * float(stage.sheet.camera.position[2])
    turn = np.linspace(0, 2 * math.pi, 40, endpoint=False)
    circle = np.column_stack([np.cos(turn), np.sin(turn)])
    cloth = any_color(rng, 0.08)
    back = np.array([(-190, -900), (190, -900), (225, -130), (150, -60), (-150, -60), (-225, -130)])
    brush.paint(grip.place(back.astype(float), np.full(len(back), high)), 70, cloth)
    shoulders = circle * (235, 95) + (0, -130)
    brush.paint(grip.place(shoulders, np.full(len(shoulders), high)), 60, cloth)
    head = circle * (78, 98)
    hair = hsv(rng.uniform(0.02, 0.12), rng.uniform(0.1, 0.6), rng.uniform(0.06, 0.7))
    brush.paint(grip.place(head, np.full(len(head), 1.25 * high)), 50, hair)


def _curls(rng: np.random.Generator) -> Float64s:
    """Return how straight each finger is, 0.35 (bent under) to 1: pointing, flat, pinching."""
    pose = rng.random()
    if pose < 0.35:
        return np.array([1.0, *rng.uniform(0.35, 0.55, 3)])
    if pose < 0.65:
        return rng.uniform(0.85, 1.0, 4)
    return np.array([*rng.uniform(0.75, 0.95, 2), *rng.uniform(0.4, 0.8, 2)])


def _finger(
    k: int, straight: float, lean: float, up: float
) -> tuple[Float64s, Float64s, Float64s | None]:
    """Return a finger's outline (mm, in the hand's frame), its heights, and its nail's outline."""
    length, half = _LENGTHS[k] * straight, _WIDTHS[k] / 2
    sides = [(0.0, 1.05), (0.25, 1.0), (0.45, 1.06), (0.6, 0.96), (0.75, 1.0), (0.88, 0.92)]
    left = [(-half * wide, length * t) for t, wide in sides]
    tip = [
        (half * 0.9 * math.cos(a), length - half * 0.9 + half * 0.95 * math.sin(a))
        for a in np.linspace(math.pi, 0, 9)
    ]
    right = [(half * wide, length * t) for t, wide in reversed(sides)]
    local = np.array([(-half * 1.05, -14.0), *left, *tip, *right, (half * 1.05, -14.0)])
    c, s = math.cos(lean), math.sin(lean)
    turn = np.array([[c, -s], [s, c]])
    outline = local @ turn + np.array(_ROOTS[k])
    drop = (up - 10) * (1.25 - 0.25 * straight)
    heights = up - drop * np.clip(local[:, 1] / max(length, 1.0), 0, 1) ** 1.5
    nail = None
    if straight > 0.7:
        angles = np.linspace(0, 2 * math.pi, 14, endpoint=False)
        oval = np.column_stack([np.cos(angles) * half * 0.58, np.sin(angles) * half * 0.75])
        nail = (oval + np.array([0.0, length - half * 0.95])) @ turn + np.array(_ROOTS[k])
    return outline, np.maximum(heights, 6.0), nail


def _paint_thumb(brush: _Brush, grip: _Grip, up: float, rng: np.random.Generator) -> None:
    lean = rng.uniform(0.1, 0.9)
    ways = [(-24.0, 8.0), (-40.0, 34.0)]
    for length, turn in ((36.0, lean), (30.0, lean * rng.uniform(0.2, 0.9))):
        x, y = ways[-1]
        ways.append((x - math.sin(turn) * length, y + math.cos(turn) * length))
    spine = line_through(np.array(ways))[::4]
    along = np.gradient(spine, axis=0)
    along /= np.maximum(np.hypot(*along.T), 1e-6)[:, None]
    across = np.column_stack([-along[:, 1], along[:, 0]])
    half = np.interp(np.linspace(0, 1, len(spine)), [0, 0.35, 0.7, 0.92, 1], [17, 13, 11, 9.5, 5])
    left, right = spine + across * half[:, None], spine - across * half[:, None]
    outline = np.concatenate([left, spine[-1:] + along[-1:] * 4, right[::-1]])
    share = np.concatenate([np.linspace(0, 1, len(spine)), [1], np.linspace(1, 0, len(spine))])
    brush.paint(grip.place(outline, np.maximum(up - 14 * share, 8)), 9)


def _before(outline: Points, camera: PhoneCamera) -> Points:
    """Return an outline, (n, 3) in mm, cut off where it comes closer than the camera can see."""
    near = 0.15 * float(camera.position[2])
    depth = (outline - camera.position) @ camera.rotation[2] - near
    kept = []
    for i in range(len(outline)):
        j = (i + 1) % len(outline)
        if depth[i] > 0:
            kept.append(outline[i])
        if (depth[i] > 0) != (depth[j] > 0):
            share = depth[i] / (depth[i] - depth[j])
            kept.append(outline[i] + share * (outline[j] - outline[i]))
    return np.array(kept).reshape(-1, 3)


class _Brush:
    """Paints outlines over the table as rounded bodies, and casts their shadows."""

    def __init__(self, stage: Stage, skin: Color, rng: np.random.Generator) -> None:
        self._stage, self._skin, self._rng = stage, skin, rng
        self._dark = rng.uniform(0.35, 0.6)

    def paint(self, outline: Points, round_mm: float, cloth: Color | None = None) -> None:
        """Paint one part; ``round_mm`` is how far its edges are rounded."""
        sheet = self._stage.sheet
        outline = _before(outline, sheet.camera)
        if len(outline) < 3:
            return
        self._stage.shadows.cast_body(outline)
        points = sheet.camera.project(outline)
        part = sheet.part(points, 6)
        if part is None:
            return
        alpha = sheet.stencil(points, part)
        scale = sheet.camera.pixels_per_mm(outline.mean(0))
        shade = self._round(alpha, max(round_mm * scale, 1.5))
        rows, columns = np.mgrid[part].astype(np.float32)
        size = np.float32(max(scale, 0.05))
        if cloth is None:
            blotch = cloud_at(columns / size, rows / size, 40, self._rng, 1.6)
            pores = cloud_at(columns / size, rows / size, 4, self._rng, 0.4)
            color = (
                np.asarray(self._skin, np.float32)
                * (shade * (1 + 0.04 * blotch + 0.02 * pores))[..., None]
            )
            color[..., 2] += np.float32(0.05) * (1 - shade)
        else:
            folds = cloud_at(columns / size, rows / size * 0.5, 60, self._rng, 1.9)
            yarn = cloud_at(columns / size, rows / size, 5, self._rng, 0.4)
            color = (
                np.asarray(cloth, np.float32)
                * (shade * (1 + 0.12 * folds + 0.07 * yarn))[..., None]
            )
            if self._rng.random() < 0.4:
                band = np.sin((columns + rows) / size * np.float32(self._rng.uniform(0.2, 0.6)))
                other = np.asarray(varied(cloth, self._rng, 0.4), np.float32)
                color = np.where((band > 0.3)[..., None], other * shade[..., None], color)
        sheet.blend(part, np.asarray(color, np.float32), alpha, COVER, gloss=0.02)

    def nail(self, outline: Points) -> None:
        """Paint a finger nail."""
        color = varied(dimmed(self._skin, 1.12), self._rng, 0.04)
        self._stage.sheet.polygon(
            self._stage.sheet.camera.project(outline), color, COVER, alpha=0.75, gloss=0.3
        )

    def _round(self, alpha: Float32s, reach: float) -> Float32s:
        """Return the shade of a body with rounded edges, 0..1, lit from the lamp's side."""
        inside = (alpha > 0.5).astype(np.uint8)
        depth = cv2.distanceTransform(inside, cv2.DIST_L2, 3)
        share = np.clip(depth / np.float32(reach), 0, 1)
        bulge = np.sqrt(np.clip(1 - (1 - share) ** 2, 0, 1)) * np.float32(reach)
        smooth = cv2.GaussianBlur(bulge, (0, 0), max(reach * 0.2, 1.0))
        dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
        dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
        way = self._toward_lamp()
        facing = (0.85 - dx * np.float32(way[0]) - dy * np.float32(way[1])) / np.sqrt(
            1 + dx * dx + dy * dy
        )
        lit = np.clip(facing, 0, 1)
        shade: Float32s = (self._dark + (1.05 - self._dark) * lit).astype(np.float32)
        return shade

    def _toward_lamp(self) -> Float64s:
        """Return in which direction of the picture, (2,), the lamp stands."""
        lamp = self._stage.lamp
        ends = np.array([(0.0, 0.0, 0.0), (50 * math.cos(lamp), 50 * math.sin(lamp), 0.0)])
        start, end = self._stage.sheet.camera.project(ends)
        way: Points = (end - start) / max(float(np.hypot(*(end - start))), 1e-6)
        return way * 0.75
