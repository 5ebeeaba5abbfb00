"""Finding tiles and dice anywhere in a picture with a small convolutional network.

The network looks at the whole picture at a working size and gives maps at a quarter of that size:
how likely a tile's or die's centre is there, what is covered, and, at a tile, where its centre, its
white tip and its side are. It was trained by ``training`` on pictures the project draws.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Float32s, Image, Indices
from vision.detection import Detection, Point
from vision.networks.inference import Network
from vision.networks.thresholds import PEAK_HEAT, SAME_PEAK

STRIDE = 4
CHANNELS = 10
"""Tile heat, die heat, cover (logits); centre offset, axis, side (x and y each); die radius."""
VECTOR_SCALE = 16.0
"""Pixels per unit of the vector channels."""
_MULTIPLE = 32


@dataclass(frozen=True)
class DieDetection:
    """A die: the middle of its upper face and that face's radius, in pixels; score 0..1."""

    center: tuple[float, float]
    radius: float
    score: float


@dataclass(frozen=True)
class Detections:
    """What the network found in one picture; all lengths are pixels of the full picture.

    Attributes
    ----------
    tiles, dice
        What it found.
    heat
        How likely the middle of a tile is there, found or not, (rows, columns).
    cover
        How likely something held above the table hides what is there, (rows, columns).
    step
        So many pixels one entry of these maps stands for.
    """

    tiles: tuple[Detection, ...]
    dice: tuple[DieDetection, ...]
    heat: Float32s
    cover: Float32s
    step: float

    def heat_near(self, center: Point, reach: float) -> float:
        """Return the greatest heat within ``reach`` pixels of a place; 0 outside the picture."""
        column, row = ((value + 0.5) / self.step - 0.5 for value in center)
        far = max(reach / self.step, 0.5)
        part = self.heat[
            max(math.ceil(row - far), 0) : max(math.floor(row + far) + 1, 0),
            max(math.ceil(column - far), 0) : max(math.floor(column + far) + 1, 0),
        ]
        return float(part.max()) if part.size else 0.0


def normalise(picture: Float32s) -> Float32s:
    """Return the network's input, (3, height, width), of BGR 0..255, (height, width, 3)."""
    return np.ascontiguousarray(((picture / 255.0 - 0.45) / 0.25).transpose(2, 0, 1), np.float32)


class Detector:
    """The network, loaded once."""

    def __init__(self, model: Path) -> None:
        """Load the network from an ONNX file."""
        self._network = Network(model)

    def detect(self, image: Image, long_side: int) -> Detections:
        """Find tiles and dice.

        Parameters
        ----------
        image
            BGR, (height, width, 3).
        long_side
            The size (px) to which the picture's longer side is scaled for the network. Tiles should
            come to between 16 and 200 px across.
        """
        height, width = image.shape[:2]
        scale = min(1.0, long_side / max(height, width))
        small = _fit(image, scale)
        maps = self._network.run(normalise(small.astype(np.float32))[None])[0]
        heat, cover = _sigmoid(maps[0]), _sigmoid(maps[2])
        return Detections(
            _tiles(maps, heat, scale), _dice(maps, scale), heat, cover, STRIDE / scale
        )


def _fit(image: Image, scale: float) -> Image:
    """Scale a picture and pad it, right and below, to whole multiples of the network's step."""
    small = image
    if scale < 1:
        size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
        small = np.asarray(cv2.resize(image, size, interpolation=cv2.INTER_AREA), np.uint8)
    below, right = -small.shape[0] % _MULTIPLE, -small.shape[1] % _MULTIPLE
    return np.asarray(
        cv2.copyMakeBorder(small, 0, below, 0, right, cv2.BORDER_CONSTANT, value=(114.0,) * 3),
        np.uint8,
    )


def _sigmoid(x: Float32s) -> Float32s:
    return (1 / (1 + np.exp(-x))).astype(np.float32)


def _peaks(heat: Float32s) -> tuple[Indices, Indices]:
    local = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    rows, columns = np.nonzero((heat >= local) & (heat > PEAK_HEAT))
    return rows, columns


def _window(heat: Float32s, row: int, column: int, reach: int) -> tuple[slice, slice]:
    """Return the part of a map that lies within ``reach`` entries of one of them."""
    rows, columns = heat.shape
    return (
        slice(max(row - reach, 0), min(row + reach + 1, rows)),
        slice(max(column - reach, 0), min(column + reach + 1, columns)),
    )


def _to_picture(value: float, scale: float) -> float:
    """Map a working coordinate to the full picture; both count from pixel centres."""
    return (value + 0.5) / scale - 0.5


def _tiles(maps: Float32s, heat: Float32s, scale: float) -> tuple[Detection, ...]:
    rows, columns = _peaks(heat)
    found: list[Detection] = []
    for index in np.argsort(-heat[rows, columns]):
        row, column = int(rows[index]), int(columns[index])
        detection = _tile_at(maps, heat, row, column, scale)
        if not any(_is_same(detection, other) for other in found):
            found.append(detection)
    return tuple(found)


def _tile_at(maps: Float32s, heat: Float32s, row: int, column: int, scale: float) -> Detection:
    """Read the tile at a peak, its vectors averaged over the peak's neighbourhood."""
    axis_here = np.hypot(*maps[5:7, row, column]) * VECTOR_SCALE / STRIDE
    reach = int(min(max(axis_here * 0.2, 0), 4))
    window = _window(heat, row, column, reach)
    weights = heat[window] ** 2
    grid_rows, grid_columns = np.mgrid[window]
    vectors = maps[(slice(3, 9), *window)] * VECTOR_SCALE
    half = (STRIDE - 1) / 2
    x = ((vectors[0] + grid_columns * STRIDE + half) * weights).sum() / weights.sum()
    y = ((vectors[1] + grid_rows * STRIDE + half) * weights).sum() / weights.sum()
    arms = (vectors[2:] * weights).sum(axis=(1, 2)) / weights.sum() / scale
    return Detection(
        center=(_to_picture(float(x), scale), _to_picture(float(y), scale)),
        axis=(float(arms[0]), float(arms[1])),
        side=(float(arms[2]), float(arms[3])),
        score=float(heat[row, column]),
    )


def _is_same(a: Detection, b: Detection) -> bool:
    radius = min(math.hypot(*b.axis), math.hypot(*b.side))
    return math.dist(a.center, b.center) < SAME_PEAK * radius


def _dice(maps: Float32s, scale: float) -> tuple[DieDetection, ...]:
    heat = _sigmoid(maps[1])
    found: list[DieDetection] = []
    rows, columns = _peaks(heat)
    for index in np.argsort(-heat[rows, columns]):
        row, column = int(rows[index]), int(columns[index])
        window = _window(heat, row, column, 1)
        weights = heat[window] ** 2
        grid_rows, grid_columns = np.mgrid[window]
        half = (STRIDE - 1) / 2
        off = maps[(slice(3, 5), *window)] * VECTOR_SCALE
        x = float(((grid_columns * STRIDE + half + off[0]) * weights).sum() / weights.sum())
        y = float(((grid_rows * STRIDE + half + off[1]) * weights).sum() / weights.sum())
        center = (_to_picture(x, scale), _to_picture(y, scale))
        radius = max(float(maps[9, row, column]) * VECTOR_SCALE, 2.0) / scale
        if all(
            np.hypot(center[0] - d.center[0], center[1] - d.center[1]) > d.radius for d in found
        ):
            found.append(DieDetection(center, radius, float(heat[row, column])))
    return tuple(found)
