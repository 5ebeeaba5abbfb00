"""How wide an edge between light and dark is in a picture: the measure of blur."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Grey, Points

_STEPS = 33


def edge_width(grey: Grey, middle: Points, reach: Points) -> float | None:
    """Return how many px a step in brightness takes, None where there is none.

    The picture is sampled along a line across the edge, from ``middle - reach`` to
    ``middle + reach``, (2,), px. The width is the whole step over its steepest slope.
    """
    shares = np.linspace(-1.0, 1.0, _STEPS)
    points = (middle + shares[:, None] * reach).astype(np.float32)
    x, y = points[None, :, 0], points[None, :, 1]
    values = cv2.remap(grey, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    spacing = float(np.linalg.norm(reach)) * 2 / (_STEPS - 1)
    slope = float(np.abs(np.diff(values[0].astype(float))).max()) / spacing
    return float(np.ptp(values)) / slope if slope > 0 else None
