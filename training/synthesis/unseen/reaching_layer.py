"""What reaches over a filmed table, as a layer that is moved over its pictures.

A hand looks nearly the same wherever it is over the table. So it is painted once, on a sheet larger
than the picture, so that its arm still comes from outside wherever its tip is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import cv2
import numpy as np

from training.synthesis.canvas import COVER
from training.synthesis.unseen.lamps import Shadows
from training.synthesis.unseen.lens import PhoneCamera
from training.synthesis.unseen.reaching_hands import paint_hand, paint_leaning
from training.synthesis.unseen.rooms import Room
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.solids import Stage
from vision.arrays import Bytes, Float32s, Float64s, Image, Points

_COARSE = 2
"""A layer is painted so many times coarser than the pictures: nobody reads it."""
_LARGER = 2.5
"""How much wider and higher than a picture it is."""
Sensed = Callable[[Float32s], Float32s]
_Paint = Callable[[Stage, Points, np.random.Generator], None]


@dataclass(frozen=True)
class Layer:
    """Something over the table.

    Attributes
    ----------
    color
        As the camera sees it, BGR uint8 (height, width, 3).
    alpha
        How much it hides, (height, width), 0..255.
    light
        How much light it leaves to what is below, (height, width), 0..255.
    tip
        The pixel of the layer that is put over a place, (2,).
    way
        In which direction of the picture it comes from outside, (2,), of length 1.
    """

    color: Image
    alpha: Bytes
    light: Bytes
    tip: Float64s
    way: Float64s

    def over(self, picture: Image, at: Points) -> Image:
        """Return a picture, BGR uint8, with this over it, its tip at a pixel, (2,)."""
        height, width = picture.shape[:2]
        left, top = (int(v) for v in np.round(self.tip - at))
        x0, y0 = max(left, 0), max(top, 0)
        x1 = min(left + width, self.alpha.shape[1])
        y1 = min(top + height, self.alpha.shape[0])
        result = picture.copy()
        if x1 <= x0 or y1 <= y0:
            return result
        part = (slice(y0, y1), slice(x0, x1))
        touched = cv2.boundingRect(
            cv2.bitwise_or(self.alpha[part], cv2.bitwise_not(self.light[part]))
        )
        x, y, wide, high = touched
        if not wide:
            return result
        part = (slice(y0 + y, y0 + y + high), slice(x0 + x, x0 + x + wide))
        under = result[y0 + y - top : y0 + y - top + high, x0 + x - left : x0 + x - left + wide]
        light = cv2.merge([self.light[part]] * 3)
        alpha = cv2.merge([self.alpha[part]] * 3)
        dimmed = cv2.multiply(under, light, scale=1 / 255)
        shown = cv2.multiply(dimmed, cv2.bitwise_not(alpha), scale=1 / 255)
        under[:] = cv2.add(shown, cv2.multiply(self.color[part], alpha, scale=1 / 255))
        return result


def hand_layer(
    camera: PhoneCamera, room: Room, middle: Points, sensed: Sensed, rng: np.random.Generator
) -> Layer:
    """Paint a hand that reaches for the table's ``middle`` (mm); ``sensed`` exposes light."""
    return _layer(paint_hand, camera, room, middle, sensed, rng)


def leaning_layer(
    camera: PhoneCamera, room: Room, middle: Points, sensed: Sensed, rng: np.random.Generator
) -> Layer:
    """Paint somebody who leans over the table's ``middle`` (mm); ``sensed`` exposes light."""
    return _layer(paint_leaning, camera, room, middle, sensed, rng)


def _layer(
    paint: _Paint,
    camera: PhoneCamera,
    room: Room,
    middle: Points,
    sensed: Sensed,
    rng: np.random.Generator,
) -> Layer:
    wide = _larger(camera)
    sheet = Sheet(wide)
    stage = Stage(sheet, Shadows(sheet, room.lamps), room.heading)
    fields = stage.shadows.fields(middle, np.random.default_rng(0))
    open_light = stage.shadows.light_of(fields, room.ambient, middle).mean(axis=2)
    paint(stage, middle, rng)
    light = stage.shadows.light_of(fields, room.ambient, middle)
    np.clip(sheet.color, 0, 1.2, out=sheet.color)
    shown = sensed(sheet.color * sheet.color * light)
    # What is shown goes with the root of the light.
    left = np.sqrt(np.clip(light.mean(axis=2) / np.maximum(open_light, 1e-6), 0, 1))
    held = (sheet.objects == COVER).astype(np.float32)
    left = np.where(held > 0, np.float32(1), left)
    size = (wide.width * _COARSE, wide.height * _COARSE)
    color, alpha, left = (
        np.asarray(cv2.resize(np.asarray(plane, np.float32), size), np.float32)
        for plane in (np.clip(shown, 0, 1), cv2.GaussianBlur(held, (0, 0), 0.5), left)
    )
    tip = wide.project(np.array([[*middle, 0.0]]))[0] * _COARSE
    rows, columns = np.nonzero(held)
    reach = np.array([columns.mean(), rows.mean()]) * _COARSE - tip
    return Layer(
        color=np.asarray(255 * color, np.uint8),
        alpha=np.asarray(255 * alpha, np.uint8),
        light=np.asarray(np.round(255 * left), np.uint8),
        tip=tip,
        way=reach / max(float(np.hypot(*reach)), 1.0),
    )


def _larger(camera: PhoneCamera) -> PhoneCamera:
    """Return the camera with a coarser sensor that sees more, through a straight lens."""
    width, height = (round(side * _LARGER / _COARSE) for side in (camera.width, camera.height))
    matrix = camera.matrix.copy()
    matrix[:2] /= _COARSE
    matrix[0, 2], matrix[1, 2] = (width - 1) / 2, (height - 1) / 2
    return replace(
        camera, width=width, height=height, matrix=matrix, k1=0.0, k2=0.0, p1=0.0, p2=0.0
    )
