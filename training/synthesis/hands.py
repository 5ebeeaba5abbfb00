"""Hands that reach over the table: rounded limbs, shaded as a lamp would shade them."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from training.synthesis.camera import Camera
from training.synthesis.canvas import Color
from training.synthesis.textures import any_color, noise
from vision.arrays import Float32s, Float64s, Points

_SKINS = (0.95, 0.85, 0.75, 0.62, 0.48, 0.35, 0.26)
_KNUCKLES = (-0.55, -0.2, 0.15, 0.5)
"""Where fingers leave the palm, in radians about its middle; the thumb is apart."""


@dataclass(frozen=True)
class Layer:
    """Something held over the table: colour (height, width, 3) and how much it hides, 0..1."""

    color: Float32s
    alpha: Float32s
    throw: tuple[float, float]
    """How far, in pixels, its shadow lies from it."""

    def shadow(self, strength: float, softness: float) -> Float32s:
        """Return the light that is left around it, (height, width), 0..1."""
        height, width = self.alpha.shape
        move = np.array([[1, 0, self.throw[0]], [0, 1, self.throw[1]]], np.float32)
        moved = cv2.warpAffine(self.alpha, move, (width, height))
        soft = cv2.GaussianBlur(moved, (0, 0), max(softness, 0.5))
        return np.asarray(1 - np.float32(strength) * soft, np.float32)


@dataclass(frozen=True)
class _Limb:
    """A rounded stick between two points over the table (mm), with its radius at either end."""

    start: Points
    end: Points
    radii: tuple[float, float]


def make_hand(camera: Camera, target: Points, rng: np.random.Generator) -> Layer:
    """Make a hand with its arm; its finger tips are near a spot on the table, (2,) in mm."""
    tone = _SKINS[int(rng.integers(len(_SKINS)))] * rng.uniform(0.85, 1.1)
    skin: Color = (tone * rng.uniform(0.42, 0.72), tone * rng.uniform(0.58, 0.8), tone)
    angle, size, z = rng.uniform(0, 2 * math.pi), rng.uniform(0.75, 1.25), rng.uniform(8, 50)
    ahead = np.array([math.cos(angle), math.sin(angle)])
    palm = target - ahead * rng.uniform(60, 100) * size
    height, width = camera.height, camera.width
    painter = _LimbPainter(camera, np.zeros((height, width, 3), np.float32), rng)
    sleeve_from, sleeve = rng.uniform(70, 260), any_color(rng)
    bare = rng.random() < 0.25
    arm = [
        _limb(palm, palm - ahead * 150 * size, (24, 29), z + 12, z + 30, size),
        _limb(palm - ahead * 150 * size, palm - ahead * 900, (29, 44), z + 30, z + 120, size),
    ]
    back = [
        _limb(palm + _way(angle + k) * 14, palm + _way(angle + k) * 34, (16, 13), z + 10, z, size)
        for k in _KNUCKLES
    ]
    painter.paint([*arm, *back], skin, soft=5.0 * size)
    for fingers in _fingers(palm, angle, z, size, rng):
        painter.paint(fingers, skin, soft=2.0)
    if not bare:
        start = palm - ahead * sleeve_from * size
        cuff = [_limb(start, palm - ahead * 900, (36, 58), z + 30, z + 120, size)]
        painter.paint(cuff, sleeve, soft=2.0, cloth=True)
    scale = camera.matrix[0, 0] / max(camera.depth(np.array([*target, 0.0])), 1.0)
    lamp, reach = rng.uniform(0, 2 * math.pi), scale * rng.uniform(5, 110)
    return Layer(painter.color, painter.alpha, (reach * math.cos(lamp), reach * math.sin(lamp)))


def _way(angle: float) -> Points:
    return np.array([math.cos(angle), math.sin(angle)])


def _limb(
    start: Points, end: Points, radii: tuple[float, float], z0: float, z1: float, size: float
) -> _Limb:
    return _Limb(np.array([*start, z0]), np.array([*end, z1]), (radii[0] * size, radii[1] * size))


def _fingers(
    palm: Points, angle: float, z: float, size: float, rng: np.random.Generator
) -> list[list[_Limb]]:
    """Return the thumb and four fingers, each of two limbs: pointing, pinching, flat or a fist."""
    pose = rng.random()
    curls = rng.uniform(0.55, 1.0, 4) if pose < 0.4 else rng.uniform(0.0, 0.5, 4)
    if pose < 0.7:
        curls[0] = rng.uniform(0, 0.35)
    side = 1 if rng.random() < 0.5 else -1
    spread = rng.uniform(0.2, 1.2)
    fingers = []
    for knuckle, curl in zip(_KNUCKLES, curls, strict=True):
        root = palm + 38 * size * _way(angle + side * knuckle)
        out = _way(angle + side * knuckle * spread)
        middle = root + out * (42 - 18 * curl) * size
        tip = middle + out * (34 - 50 * curl) * size
        low = max(z - 14 - 10 * curl, 4)
        fingers.append(
            [
                _limb(root, middle, (10, 9), z, z - 2, size),
                _limb(middle, tip, (9, 7.5), z - 2, low, size),
            ]
        )
    turn = angle - side * rng.uniform(0.4, 1.3)
    root = palm + 22 * size * _way(angle - side * 1.4)
    middle = root + 38 * size * _way(turn)
    tip = middle + 28 * size * _way(turn + side * rng.uniform(0, 0.8))
    thumb = [
        _limb(root, middle, (13, 10.5), z, z - 4, size),
        _limb(middle, tip, (10.5, 8.5), z - 4, max(z - 12, 4), size),
    ]
    return [thumb, *fingers] if rng.random() < 0.5 else [*fingers, thumb]


class _LimbPainter:
    """Paints limbs over one another, each lit as a rounded body."""

    def __init__(self, camera: Camera, color: Float32s, rng: np.random.Generator) -> None:
        self.color = color
        self.alpha: Float32s = np.zeros((camera.height, camera.width), np.float32)
        self._camera, self._rng = camera, rng
        light = np.array([rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(0.5, 1.4)])
        self._light = (light / np.linalg.norm(light)).astype(np.float32)
        self._ambient = rng.uniform(0.25, 0.6)

    def paint(self, limbs: list[_Limb], color: Color, soft: float, cloth: bool = False) -> None:
        """Paint limbs of one body that flow into one another over ``soft`` mm."""
        flat = [self._flatten(limb) for limb in limbs]
        ends = np.array([end for limb in flat for end in limb[:2]])
        most = max(radius for limb in flat for radius in limb[2])
        height, width = self.alpha.shape
        low = np.clip(np.floor(ends.min(0) - most - 2), 0, (width, height)).astype(int)
        high = np.clip(np.ceil(ends.max(0) + most + 3), 0, (width, height)).astype(int)
        if (high - low).min() < 4:
            return
        part = (slice(low[1], high[1]), slice(low[0], high[0]))
        y, x = np.arange(low[1], high[1]), np.arange(low[0], high[0])
        columns, rows = np.meshgrid(x.astype(np.float32), y.astype(np.float32))
        scale = flat[0][2][0] / limbs[0].radii[0]
        distance, radius = _union(flat, columns, rows, max(soft * scale, 0.3))
        shade = self._shade(distance, radius)
        grain = noise(columns / max(scale, 0.05), rows / max(scale, 0.05), 9, self._rng, 4)
        rough = 0.1 if cloth else 0.035
        body = np.asarray(color, np.float32) * (shade * (1 + rough * grain))[..., None]
        if not cloth:
            body[..., 2] += np.float32(0.06) * (1 - shade)
        cover = np.clip(0.5 - distance, 0, 1)
        self.color[part] = self.color[part] * (1 - cover[..., None]) + body * cover[..., None]
        self.alpha[part] = np.maximum(self.alpha[part], cover)

    def _flatten(self, limb: _Limb) -> tuple[Float64s, Float64s, tuple[float, float]]:
        """Return a limb's ends and radii in pixels."""
        start, end = self._camera.project(np.stack([limb.start, limb.end]))
        focal = self._camera.matrix[0, 0]
        near = [focal / max(self._camera.depth(point), 40) for point in (limb.start, limb.end)]
        return (
            np.clip(start, -4000, 4000),
            np.clip(end, -4000, 4000),
            (limb.radii[0] * near[0], limb.radii[1] * near[1]),
        )

    def _shade(self, distance: Float32s, radius: Float32s) -> Float32s:
        inner = np.clip(1 + distance / np.maximum(radius, 0.5), 0, 1)
        bulge = radius * np.sqrt(np.maximum(1 - inner * inner, 0))
        smooth = cv2.GaussianBlur(bulge, (0, 0), 1.0)
        dx = cv2.Sobel(smooth, cv2.CV_32F, 1, 0, scale=1 / 8)
        dy = cv2.Sobel(smooth, cv2.CV_32F, 0, 1, scale=1 / 8)
        facing = self._light[2] - dx * self._light[0] - dy * self._light[1]
        lit = np.clip(facing / np.sqrt(1 + dx * dx + dy * dy), 0, 1)
        shade: Float32s = (self._ambient + (1 - self._ambient) * lit).astype(np.float32)
        return shade


def _union(
    limbs: list[tuple[Points, Float64s, tuple[float, float]]],
    x: Float32s,
    y: Float32s,
    soft: float,
) -> tuple[Float32s, Float32s]:
    """Return the distance (px) to a smooth union of limbs, below 0 inside, and its radius there."""
    total = np.zeros_like(x)
    nearest, radius = np.full_like(x, 1e9), np.ones_like(x)
    for start, end, radii in limbs:
        along = end - start
        share = ((x - start[0]) * along[0] + (y - start[1]) * along[1]) / max(along @ along, 1e-6)
        share = np.clip(share, 0, 1).astype(np.float32)
        here = (radii[0] + share * (radii[1] - radii[0])).astype(np.float32)
        away = np.hypot(x - start[0] - share * along[0], y - start[1] - share * along[1]) - here
        away = away.astype(np.float32)
        closer = away < nearest
        nearest, radius = np.where(closer, away, nearest), np.where(closer, here, radius)
        total += np.exp(np.clip(-away / soft, -60, 60))
    joined = (-soft * np.log(np.maximum(total, 1e-25))).astype(np.float32)
    return np.where(np.abs(joined) < 1e5, joined, nearest).astype(np.float32), radius
