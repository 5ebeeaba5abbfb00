"""What the detector hands on: where it thinks a tile lies, and which way it is turned."""

from __future__ import annotations

from dataclasses import dataclass

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
