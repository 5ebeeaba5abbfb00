"""Sides that are painted below faces of patches, and shadows beside them, which are none.

Stacks are drawn in scenes as the set's own tiles, piled up. Others have sides of one piece, light
ones, or such of wood: of these the height network learns from what is painted here.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from rules.lattice import SIDES
from vision.arrays import Float32s, Float64s, Image, Points
from vision.pictures.patches import HEIGHT_DOWN, HEIGHT_REACH, HEIGHT_SIDE

_FINER = 2
"""So many times finer than the patch it is painted."""
_FRACTION = 3
"""Bits after the point of the places that OpenCV is given."""
_EDGE = HEIGHT_SIDE / (2 * HEIGHT_REACH)
"""Pixels of an edge length."""
_WOOD = (90.0, 140.0, 180.0)


@dataclass(frozen=True)
class Prism:
    """What stands under a face: ``reach`` edge lengths are seen of its sides, in ``layers``.

    ``loose`` is how far these lie beside each other, a standard deviation in edge lengths,
    ``gap`` the share of a layer that is dark, ``taper`` how much smaller its foot seems, a share;
    ``color`` is BGR, (3,).
    """

    reach: float
    color: Float64s
    layers: int
    loose: float
    gap: float
    taper: float


def random_prism(patch: Image, reach: float, rng: np.random.Generator) -> Prism:
    """Return what might stand under the face of a patch, and reach so far down."""
    layers = 1 if rng.random() < 0.45 else int(rng.integers(2, 9))
    loose = 0.0 if rng.random() < 0.5 else rng.uniform(0.0, 0.06)
    gap = rng.uniform(0.0, 0.12) if layers > 1 else 0.0
    return Prism(reach, _color(patch, rng), layers, loose, gap, rng.uniform(0.0, 0.12) * reach)


def with_sides(patch: Image, turn: float, prism: Prism, rng: np.random.Generator) -> Image:
    """Return a patch, (side, side, 3), with the sides of a prism painted below its face.

    ``turn`` is where the face's white tip is, seen from the way that leads down (radians).
    """
    side, top = len(patch), _hexagon(turn)
    sharp, everywhere = _painted(patch, top, prism, rng)
    blur = rng.uniform(0.4, 2.5)
    painted, mask = _softened(sharp, side, blur), _softened(everywhere, side, blur)[..., None]
    beside = (1 - _mask_of(0.98 * top, side, max(0.6 * blur, 0.5)))[..., None]
    noise = rng.normal(size=patch.shape) * rng.uniform(0.0, 6.0) * mask
    result = patch * (1 - mask * beside) + painted * beside + noise
    return np.asarray(np.clip(result, 0, 255), np.uint8)


def _painted(
    patch: Image, top: Points, prism: Prism, rng: np.random.Generator
) -> tuple[Float32s, Float32s]:
    """Paint the layers under a face, the lowest first, on a finer canvas; and where they are."""
    fine = len(patch) * _FINER
    painted, mask = np.zeros((fine, fine, 3), np.float32), np.zeros((fine, fine), np.float32)
    shades = np.clip(rng.normal(1.0, 0.25, SIDES), 0.3, 1.6)
    offs = rng.normal(size=(prism.layers, 2)) * prism.loose
    offs[0] = 0.0
    step = prism.reach / prism.layers
    for layer in range(prism.layers - 1, -1, -1):
        above, below = (
            top * (1 - prism.taper * level / prism.layers) + (0.0, step * level) + offs[layer]
            for level in (layer, layer + 1)
        )
        if layer and prism.loose:  # the face of a tile below, where it peeps out
            _fill(painted, mask, above, _face_color(patch, rng) * rng.uniform(0.5, 1.0))
        for first in range(SIDES):
            ends = [first, (first + 1) % SIDES]
            if top[ends, 1].sum() <= 0.04:
                continue
            color = prism.color * shades[first]
            _fill(painted, mask, np.concatenate([above[ends], below[ends[::-1]]]), color)
            if layer and prism.gap:
                crack = above[ends[::-1]] + (0.0, prism.gap * step)
                _fill(painted, mask, np.concatenate([above[ends], crack]), 0.3 * color)
    return painted, mask


def with_shadow(patch: Image, turn: float, rng: np.random.Generator) -> Image:
    """Return a patch, (side, side, 3), on which the tile casts a shadow: it is no side."""
    side, top = len(patch), _hexagon(turn)
    way, far = rng.uniform(0, 2 * math.pi), rng.uniform(0.1, 0.7)
    cast = top + far * np.array([math.cos(way), math.sin(way)])
    dark = _mask_of(cast, side, _FINER * rng.uniform(0.5, 5.0)) * (1 - _mask_of(top, side, 1.0))
    result = patch * (1 - dark * rng.uniform(0.2, 0.75))[..., None]
    return np.asarray(np.clip(result, 0, 255), np.uint8)


def _hexagon(turn: float) -> Points:
    """Return a face's corners about its middle, x to the right and y down the patch, (6, 2)."""
    angles = turn + np.arange(SIDES) * (math.pi / 3)
    return np.column_stack([np.sin(angles), np.cos(angles)])


def _filled(canvas: Float32s, corners: Points, color: Float64s | float) -> None:
    """Fill an outline about the face's middle, (n, 2) in edge lengths, on a finer canvas."""
    middle = np.array([canvas.shape[1] / 2, canvas.shape[0] / 2 - HEIGHT_DOWN * _EDGE * _FINER])
    places = (corners * _EDGE * _FINER + middle) * 2**_FRACTION
    values = np.atleast_1d(color).tolist()
    cv2.fillPoly(canvas, [places.round().astype(np.int32)], values, cv2.LINE_AA, _FRACTION)


def _fill(painted: Float32s, mask: Float32s, corners: Points, color: Float64s) -> None:
    """Fill an outline with a colour, and mark it."""
    _filled(painted, corners, color)
    _filled(mask, corners, 1.0)


def _mask_of(corners: Points, side: int, blur: float) -> Float32s:
    """Return where an outline is, 0..1, (side, side), blurred by so many finer pixels."""
    mask = np.zeros((side * _FINER, side * _FINER), np.float32)
    _filled(mask, corners, 1.0)
    return _softened(mask, side, blur)


def _softened(canvas: Float32s, side: int, blur: float) -> Float32s:
    """Return a finer canvas blurred by so many of its pixels, as large as the patch."""
    blurred = cv2.GaussianBlur(canvas, (0, 0), blur)
    return np.asarray(cv2.resize(blurred, (side, side), interpolation=cv2.INTER_AREA), np.float32)


def _face_color(patch: Image, rng: np.random.Generator) -> Float64s:
    """Return one of the two colours of a face, BGR."""
    middle, half = len(patch) // 2, round(0.5 * _EDGE)
    face = patch[middle - 2 * half : middle, middle - half : middle + half].reshape(-1, 3)
    return np.asarray(np.percentile(face, rng.choice([10.0, 90.0]), axis=0), np.float64)


def _color(patch: Image, rng: np.random.Generator) -> Float64s:
    """Return the colour of sides: dark, the face's, of wood, or any."""
    kind = rng.integers(4)
    if kind == 0:
        return rng.uniform(5, 70) + rng.normal(size=3) * 8
    if kind == 1:
        return _face_color(patch, rng) * rng.uniform(0.5, 1.1)
    if kind == 2:
        return np.array(_WOOD) * rng.uniform(0.3, 1.2) + rng.normal(size=3) * 20
    return rng.uniform(20, 235, 3)
