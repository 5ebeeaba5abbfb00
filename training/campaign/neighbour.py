"""Somebody who sits at the table of a drawn game, and never keeps still."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image, Points

_REACH = 0.12, 0.1
"""How wide and how deep somebody reaches into the picture, as shares of its width and height."""
_ROCKS = 0.04, 0.015
"""How far to and fro, and in and out, as shares of the width and the height."""
_CLOTH, _STRIPE = (60.0, 50.0, 120.0), (90.0, 90.0, 160.0)
_STRIPES = 7


def far_seat(size: tuple[int, int], cells: Points) -> tuple[int, int]:
    """Return where somebody sits in the corner of a picture that is farthest from some cells.

    Parameters
    ----------
    size
        The picture's width and height.
    cells
        The middles of the cells, (n, 2) in pixels.
    """
    corners = [(x, y) for x in (0, size[0]) for y in (0, size[1])]
    x, y = max(corners, key=lambda corner: float(np.hypot(*(cells - corner).T).min()))
    wide = round(_REACH[0] * size[0])
    return x + (wide if x == 0 else -wide), y


def with_neighbour(picture: Image, seat: tuple[int, int], time: float) -> Image:
    """Return a picture with somebody at a place of its rim, (x, y), as at a time in seconds."""
    height, width = picture.shape[:2]
    shown = picture.copy()
    wide, deep = round(_REACH[0] * width), round(_REACH[1] * height)
    rocks = 0.75 * np.sin(3.0 * time) + 0.25 * np.sin(7.1 * time)
    x = seat[0] + round(float(_ROCKS[0] * width * rocks))
    y = seat[1] + round(float(_ROCKS[1] * height * np.sin(2.3 * time)))
    cv2.ellipse(shown, (x, y), (wide, deep), 0, 0, 360, _CLOTH, -1)
    for column in np.linspace(x - 0.8 * wide, x + 0.8 * wide, _STRIPES).round().astype(int):
        start, end = (int(column), y - deep // 2), (int(column), y + deep // 2)
        cv2.line(shown, start, end, _STRIPE, max(1, width // 250))
    return shown
