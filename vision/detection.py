"""What the detector hands on: where it thinks a tile lies, and which way it is turned."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

Point = tuple[float, float]


@dataclass(frozen=True)
class Detection:
    """One face-up tile as found in the picture, before any lattice is known.

    All in pixels of the upright picture, y down; the table is seen from above.

    Attributes
    ----------
    center
        The middle of the tile's face.
    axis
        From the centre to the corner of the white tip.
    side
        From the centre, at right angles to ``axis`` in the plane of the tile, counter-clockwise as
        seen from above, as long as the circumradius. Corner ``i``, counted counter-clockwise from
        the white tip, lies at about ``center + cos(60 i) axis + sin(60 i) side``: the affine
        approximation of the perspective view.
    score
        How certain the detector is that this is a tile, 0..1.
    """

    center: Point
    axis: Point
    side: Point
    score: float


def enlarged(tile: Detection, times: float) -> Detection:
    """Return a detection as it lies in the same picture so many times as large.

    Whole pixels are counted from their middles.
    """
    (x, y), (ax, ay), (sx, sy) = tile.center, tile.axis, tile.side
    center = (x + 0.5) * times - 0.5, (y + 0.5) * times - 0.5
    return replace(
        tile, center=center, axis=(ax * times, ay * times), side=(sx * times, sy * times)
    )


def outline_of(tile: Detection) -> NDArray[np.float64]:
    """Return a detection's six corners, (6, 2) in pixels, the white tip's first."""
    turns = np.arange(6)[:, None] * (math.pi / 3)
    return np.asarray(
        np.array(tile.center) + np.cos(turns) * tile.axis + np.sin(turns) * tile.side, np.float64
    )


def one_on_each_spot(lie_on: NDArray[np.bool_]) -> list[int]:
    """Return which of some things stay, where of those on one spot the first one does.

    ``lie_on``, (n, n), tells of each on which others it lies.
    """
    is_left_out = np.zeros(len(lie_on), np.bool_)
    kept: list[int] = []
    for index in range(len(lie_on)):
        if not is_left_out[index]:
            kept.append(index)
            is_left_out |= lie_on[:, index]
    return kept
