"""Looking at a photo once more, drawn out in one direction.

Where the table is seen very steeply, tiles are slivers that the detector does not know. As long as
none of them is found, nobody knows how the table is seen. Drawn out the right way, a picture
shows them about as round as they are.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float64s, Image, Indices, Mask, Points
from vision.detection import Detection, Point, one_on_each_spot
from vision.lattice.table_model import TableModel
from vision.looks.look import Finder
from vision.looks.thresholds import (
    LEAST_FAR_RADIUS,
    MOST_STRETCHED,
    SAME_TILE,
    SEEN_FLAT,
    STRETCH,
    WORKING_SIDE,
)
from vision.networks.detector import Detections

Part = tuple[slice, slice]
"""A part of a picture: its rows and its columns, in pixels."""
_ROWS, _PLACES = 32, 33


@dataclass(frozen=True)
class StretchedLook:
    """What was found in a photo as it is, and drawn out in one direction.

    ``tiles`` are in the photo's pixels, of two on one spot the likelier one;
    ``found`` is what the detector made of the picture, in its.
    ``to_picture``, (2, 3), maps the one to the other.
    """

    to_picture: Float64s
    found: Detections
    photo: Detections
    tiles: tuple[Detection, ...]

    def heat_near(self, center: Point, reach: float) -> float:
        """Return the greatest heat of either look within ``reach`` pixels of a place."""
        x, y = _mapped(self.to_picture, np.array(center)).tolist()
        far = reach * math.sqrt(abs(float(np.linalg.det(self.to_picture[:, :2]))))
        return max(self.found.heat_near((x, y), far), self.photo.heat_near(center, reach))


def look_stretched(
    detector: Finder, image: Image, photo: Detections, direction: float, part: Part | None = None
) -> StretchedLook:
    """Look for tiles in a photo drawn out to ``STRETCH`` times its size in one direction.

    Parameters
    ----------
    detector
        Finds them.
    image
        BGR, (height, width, 3).
    photo
        What was found in the photo as it is.
    direction
        Radians from the photo's x axis towards its y axis.
    part
        What is drawn out of it, so much the larger; by default all.
    """
    rows, columns = part or (slice(0, image.shape[0]), slice(0, image.shape[1]))
    drawn = image[rows, columns]
    to_picture, width, height = _drawing_out(drawn.shape[1], drawn.shape[0], direction)
    picture = cv2.warpAffine(
        drawn, to_picture, (width, height), flags=cv2.INTER_AREA, borderValue=(114.0,) * 3
    )
    to_picture[:, 2] -= to_picture[:, :2] @ (columns.start, rows.start)
    whole = _drawing_out(image.shape[1], image.shape[0], direction)[1:]
    most = max(MOST_STRETCHED, _searched(*whole, WORKING_SIDE))
    share = math.sqrt(min(1.0, most / _searched(width, height, WORKING_SIDE)))
    found = detector.detect(np.asarray(picture, np.uint8), math.floor(WORKING_SIDE * share))
    back = np.asarray(cv2.invertAffineTransform(to_picture), np.float64)
    tiles = _each_once([*photo.tiles, *(_in_photo(tile, back) for tile in found.tiles)])
    return StretchedLook(to_picture, found, photo, tiles)


def flattened(tiles: Sequence[Detection]) -> float:
    """Return the direction, in radians, in which some tiles appear shortest, at least one."""
    spread = np.zeros((2, 2))
    for tile in tiles:
        frame = np.array([tile.axis, tile.side])
        spread += frame.T @ frame / max(abs(float(np.linalg.det(frame))), 1e-6)
    x, y = np.linalg.eigh(spread).eigenvectors[:, 0].tolist()
    return math.atan2(y, x)


def flat_part(table: TableModel, width: int, height: int) -> Part | None:
    """Return the part of a picture in which a table is seen flat, and tiles not far too small.

    None where there is none. ``width`` and ``height`` are the picture's, in pixels.
    """
    across, down = (np.linspace(0, size - 1, _PLACES) for size in (width, height))
    places = np.stack(np.meshgrid(across, down), axis=-1)
    large = table.tile_radii(places) > LEAST_FAR_RADIUS * max(width, height)
    rows, columns = np.nonzero(large & (table.flatness(places) < SEEN_FLAT))
    return (_span(rows, down), _span(columns, across)) if len(rows) else None


def _span(places: Indices, steps: Float64s) -> slice:
    """Return the pixels from a step before some places to a step beyond them."""
    first, last = max(int(places.min()) - 1, 0), min(int(places.max()) + 1, len(steps) - 1)
    return slice(math.floor(steps[first]), math.ceil(steps[last]) + 1)


def _drawing_out(width: int, height: int, direction: float) -> tuple[Float64s, int, int]:
    """Return what maps a photo into the picture, (2, 3), and the picture's width and height."""
    along = np.array([math.cos(direction), math.sin(direction)])
    stretched = np.eye(2) + (STRETCH - 1) * np.outer(along, along)
    corners = np.array([(0, 0), (width, 0), (0, height), (width, height)]) @ stretched.T
    low, size = corners.min(axis=0), np.ptp(corners, axis=0)
    scale = min(1.0, 2 * WORKING_SIDE / float(size.max()))
    to_picture = np.column_stack([stretched, -low]) * scale
    return to_picture, *(max(1, round(length * scale)) for length in size.tolist())


def _searched(width: int, height: int, long_side: int) -> float:
    """Return how many pixels of a picture so large are searched at some length of its side."""
    return width * height * (long_side / max(width, height)) ** 2


def _mapped(affine: Float64s, points: Points) -> Points:
    return np.asarray(points @ affine[:, :2].T + affine[:, 2], np.float64)


def _in_photo(tile: Detection, back: Float64s) -> Detection:
    """Return a tile found in the picture as it lies in the photo."""
    x, y = _mapped(back, np.array(tile.center)).tolist()
    (ax, ay), (sx, sy) = (
        (back[:, :2] @ np.array(vector)).tolist() for vector in (tile.axis, tile.side)
    )
    return Detection((x, y), (ax, ay), (sx, sy), tile.score)


def _each_once(tiles: Sequence[Detection]) -> tuple[Detection, ...]:
    """Return the likeliest of those on each spot."""
    ranked = sorted(tiles, key=lambda tile: -tile.score)
    return tuple(ranked[index] for index in one_on_each_spot(_lie_on(ranked)))


def _lie_on(tiles: Sequence[Detection]) -> Mask:
    """Tell of each tile on which others its middle lies, (n, n), however flat those are seen."""
    frames = np.array([(t.center, t.axis, t.side) for t in tiles]).reshape(-1, 3, 2)
    centers, (ax, ay), (sx, sy) = frames[:, 0].T, frames[:, 1].T, frames[:, 2].T
    reach = (SAME_TILE * np.abs(ax * sy - ay * sx)) ** 2
    result = np.empty((len(tiles), len(tiles)), np.bool_)
    # a few rows at once: all of a busy cloth's would not stay in the processor's cache
    for first in range(0, len(tiles), _ROWS):
        rows = slice(first, first + _ROWS)
        x, y = centers[:, rows, None] - centers[:, None]
        along, across = x * sy - y * sx, y * ax - x * ay
        result[rows] = along * along + across * across < reach
    return result
