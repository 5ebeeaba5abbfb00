"""Light on a painted scene: the table top, shadows beside things, glare on what is glossy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from training.synthesis.camera import Camera
from training.synthesis.canvas import COVER, FIRST_TILE, Canvas
from training.synthesis.faults import glare_field, light_field
from training.synthesis.hands import Layer
from training.synthesis.planes import in_color, on_all_channels
from training.synthesis.textures import Texture, noise, paint_table, paint_top
from training.synthesis.tiles import TileLook
from vision.arrays import Float32s


@dataclass(frozen=True)
class BareTable:
    """A table top as a camera sees it, with nothing on it and no light on it yet.

    ``x`` and ``y`` are where on the table each pixel lies (mm, 0 where none is seen), each
    (height, width); ``color`` is (height, width, 3), 0..1.
    """

    x: Float32s
    y: Float32s
    color: Float32s


def bare_table(camera: Camera, rng: np.random.Generator, top: Texture | None = None) -> BareTable:
    """Return the table under a camera; ``top`` is what it is made of, by default a random one."""
    x, y = camera.table_coordinates()
    color = paint_table(x, y, rng) if top is None else paint_top(x, y, top, rng)
    near = np.isfinite(x) & (np.abs(x) < 1e5) & (np.abs(y) < 1e5)
    known = np.where(near, x, 0).astype(np.float32)
    level = np.where(known == x, y, 0).astype(np.float32)
    return BareTable(known, level, color)


def light_scene(
    canvas: Canvas,
    look: TileLook,
    table: BareTable,
    rng: np.random.Generator,
    layers: Sequence[Layer] = (),
) -> tuple[Float32s, Float32s]:
    """Return the lit picture (0..1) and the glare on it; ``layers`` lie over all painted."""
    painted, coverage = canvas.flatten()
    height, width = coverage.shape
    cast = _shadow(canvas.camera, coverage, look.height, rng)
    numbers = canvas.objects
    streak = rng.uniform(1, 12) if rng.random() < 0.5 else 1.0
    grain = noise(table.x / np.float32(streak), table.y, rng.uniform(2, 15), rng)
    painted *= on_all_channels(1 + np.float32(look.grain) * 0.6 * np.clip(grain, -2, 2))
    picture = table.color * on_all_channels(cast)
    picture *= on_all_channels(1 - coverage)
    picture += painted
    for layer in layers:
        picture *= on_all_channels(layer.shadow(rng.uniform(0.15, 0.75), rng.uniform(0.5, 12)))
    for layer in layers:
        hides = on_all_channels(layer.alpha)
        picture *= 1 - hides
        picture += layer.color * hides
    picture *= on_all_channels(light_field(height, width, rng))
    glare = np.zeros((height, width), np.float32)
    if rng.random() < 0.4:
        spots = glare_field(height, width, rng)
        slack = rng.uniform(0, 0.9)
        glosses = np.exp(rng.normal(size=max(int(numbers.max()), FIRST_TILE) + 1) * slack).astype(
            np.float32
        )
        glosses[FIRST_TILE:] *= np.float32(look.gloss)
        glosses[0] = np.float32(rng.uniform(0, 0.8))
        glosses[COVER] *= np.float32(0.1)
        brightest = np.float32(min(rng.uniform(0.5, 1.25), 1.0))
        glare = np.clip(spots * glosses[numbers] * np.float32(1.3), 0, brightest)
        lamp = np.array([rng.uniform(0.75, 1), rng.uniform(0.9, 1), 1.0], np.float32)
        picture *= on_all_channels(1 - glare)
        picture += in_color(glare, lamp)
    return picture, glare


def _shadow(
    camera: Camera, coverage: Float32s, thing_height: float, rng: np.random.Generator
) -> Float32s:
    """Return the shade that things throw on the table beside them, (height, width), 0..1."""
    height, width = coverage.shape
    size = camera.matrix[0, 0] / max(camera.depth(np.zeros(3)), 1.0)
    reach = thing_height * size * rng.uniform(0.3, 1.6)
    angle = rng.uniform(0, 6.3)
    move = np.array([[1, 0, reach * math.cos(angle)], [0, 1, reach * math.sin(angle)]], np.float32)
    moved = cv2.warpAffine(coverage, move, (width, height))
    soft = cv2.GaussianBlur(
        np.maximum(moved, coverage), (0, 0), max(0.5, reach * rng.uniform(0.1, 0.6))
    )
    return np.asarray(1 - np.float32(rng.uniform(0.2, 0.85)) * soft, np.float32)
