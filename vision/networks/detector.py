"""Finding tiles and dice anywhere in a picture with a small convolutional network.

The network looks at the whole picture at a working size and gives maps at a quarter of that size:
how likely a tile's or die's centre is there, what is covered, and, at a tile, where its centre, its
white tip and its side are. It was trained by ``training`` on pictures the project draws.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Float32s, Image, Indices
from vision.detection import Detection, Point, enlarged, one_on_each_spot
from vision.networks.inference import Network
from vision.networks.thresholds import MOST_PEAKS, PEAK_HEAT, SAME_PEAK, SURELY_COVERED
from vision.pictures.reducing import reduced

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

    @property
    def covered(self) -> float:
        """What share of the picture something above the table surely covers, 0..1."""
        return float((self.cover > SURELY_COVERED).mean())

    def enlarged(self, times: float) -> Detections:
        """Return the same of the same picture so many times as large."""
        dice = tuple(
            replace(
                die,
                center=(
                    _to_picture(die.center[0], 1 / times),
                    _to_picture(die.center[1], 1 / times),
                ),
                radius=die.radius * times,
            )
            for die in self.dice
        )
        tiles = tuple(enlarged(tile, times) for tile in self.tiles)
        return replace(self, tiles=tiles, dice=dice, step=self.step * times)

    def heat_near(self, center: Point, reach: float) -> float:
        """Return the greatest heat within ``reach`` pixels of a place; 0 outside the picture."""
        column, row = ((value + 0.5) / self.step - 0.5 for value in center)
        far = max(reach / self.step, 0.5)
        part = self.heat[
            max(math.ceil(row - far), 0) : max(math.floor(row + far) + 1, 0),
            max(math.ceil(column - far), 0) : max(math.floor(column + far) + 1, 0),
        ]
        return float(part.max()) if part.size else 0.0


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
        maps = self._network.run(small[None])[0]
        heat, cover = _sigmoid(maps[0]), _sigmoid(maps[2])
        return Detections(
            _tiles(maps, heat, scale), _dice(maps, scale), heat, cover, STRIDE / scale
        )


def _fit(image: Image, scale: float) -> Image:
    """Scale a picture and pad it, right and below, to whole multiples of the network's step."""
    small = image
    if scale < 1:
        size = (max(1, round(image.shape[1] * scale)), max(1, round(image.shape[0] * scale)))
        small = reduced(image, *size)
    below, right = -small.shape[0] % _MULTIPLE, -small.shape[1] % _MULTIPLE
    if not below and not right:
        return small
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
    order = np.argsort(-heat[rows, columns])[:MOST_PEAKS]
    peaks = zip(rows[order].tolist(), columns[order].tolist(), strict=True)
    found = [_tile_at(maps, heat, row, column, scale) for row, column in peaks]
    centers = np.array([complex(*tile.center) for tile in found])
    radii = np.array([min(math.hypot(*tile.axis), math.hypot(*tile.side)) for tile in found])
    return tuple(
        found[index]
        for index in one_on_each_spot(np.abs(centers[:, None] - centers) < SAME_PEAK * radii)
    )


def _tile_at(maps: Float32s, heat: Float32s, row: int, column: int, scale: float) -> Detection:
    """Read the tile at a peak, its vectors averaged over the peak's neighbourhood."""
    axis_here = math.hypot(*maps[5:7, row, column].tolist()) * VECTOR_SCALE / STRIDE
    reach = int(min(max(axis_here * 0.2, 0), 4))
    window = _window(heat, row, column, reach)
    weights = heat[window] ** 2
    weights = weights / weights.sum()
    vectors = (maps[(slice(3, 9), *window)] * weights).sum(axis=(1, 2)) * VECTOR_SCALE
    x, y, *arms = vectors.tolist()
    middle_x, middle_y = _middle(weights, window)
    across, along, side_across, side_along = (arm / scale for arm in arms)
    return Detection(
        center=(_to_picture(x + middle_x, scale), _to_picture(y + middle_y, scale)),
        axis=(across, along),
        side=(side_across, side_along),
        score=float(heat[row, column]),
    )


def _middle(weights: Float32s, window: tuple[slice, slice]) -> tuple[float, float]:
    """Return the mean place, x and y in working pixels, of a window whose weights add up to 1."""
    rows, columns = window
    half = (STRIDE - 1) / 2
    x = float(weights.sum(axis=0) @ np.arange(columns.start, columns.stop))
    y = float(weights.sum(axis=1) @ np.arange(rows.start, rows.stop))
    return x * STRIDE + half, y * STRIDE + half


def _dice(maps: Float32s, scale: float) -> tuple[DieDetection, ...]:
    heat = _sigmoid(maps[1])
    found: list[DieDetection] = []
    rows, columns = _peaks(heat)
    for index in np.argsort(-heat[rows, columns])[:MOST_PEAKS]:
        row, column = int(rows[index]), int(columns[index])
        window = _window(heat, row, column, 1)
        weights = heat[window] ** 2
        weights = weights / weights.sum()
        off = (maps[(slice(3, 5), *window)] * weights).sum(axis=(1, 2)) * VECTOR_SCALE
        x, y = _middle(weights, window)
        center = (_to_picture(x + float(off[0]), scale), _to_picture(y + float(off[1]), scale))
        radius = max(float(maps[9, row, column]) * VECTOR_SCALE, 2.0) / scale
        if all(math.dist(center, die.center) > die.radius for die in found):
            found.append(DieDetection(center, radius, float(heat[row, column])))
    return tuple(found)
