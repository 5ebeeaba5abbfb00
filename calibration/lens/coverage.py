"""What a set of photos has shown of the frame and of the sheet's tilts, and what is still missing.

A lens is known only where corners of the sheet were seen, and its focal length only from a sheet
that leaned to different sides. All this is known before anything is solved, so it can be shown
while somebody takes photos.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.lens.target import CORNERS
from calibration.lens.view import View
from rules.messages import Message, MessageCode, Wording
from vision.arrays import Int64s

COLUMNS: Final = 8
ROWS: Final = 6
FEWEST_VIEWS: Final = 10
"""Different photos, at least."""

_LEAST_COVERED = 0.8
_LEAST_TILT = 15.0
_TILTED_SIDES = 3
_TILTED_VIEWS = 5
_SAME_VIEW = 0.02
"""Of the frame's diagonal: corners that moved less, on average, show the same view."""
_STILL = 0.0008
"""The same between two frames: 1.3 px of a frame of 1280 x 960."""


class Missing(MessageCode):
    """What is to be photographed yet."""

    TOO_FEW_PHOTOS = Wording(
        "{taken} of {fewest} different photos: move the camera or the sheet between photos."
    )
    CORNER_NOT_SEEN = Wording(
        "Nothing was seen near the {corner} of the frame: bring the sheet there, it may stick out"
        " of the picture."
    )
    FRAME_NOT_COVERED = Wording(
        "The sheet was seen in {share}% of the frame, and {least}% is needed: go nearer, and move"
        " it all over the picture."
    )
    TOO_FEW_TILTS = Wording(
        "The sheet must lean more often: {tilted} of {needed} photos were slanted by 20 to 45"
        " degrees, to {sides} of {wanted} sides. Next with its {side} away from the camera; turning"
        " the sheet does as well."
    )


class FramePlace(MessageCode):
    """Corners of the frame and sides of the sheet, as parts of these sentences."""

    UPPER_LEFT = Wording("upper left")
    UPPER_RIGHT = Wording("upper right")
    LOWER_LEFT = Wording("lower left")
    LOWER_RIGHT = Wording("lower right")
    LEFT = Wording("left")
    TOP = Wording("top")
    RIGHT = Wording("right")
    BOTTOM = Wording("bottom")


_SIDES = {
    "left": FramePlace.LEFT,
    "top": FramePlace.TOP,
    "right": FramePlace.RIGHT,
    "bottom": FramePlace.BOTTOM,
}
_CORNERS = {
    FramePlace.UPPER_LEFT: (0, 0),
    FramePlace.UPPER_RIGHT: (COLUMNS - 1, 0),
    FramePlace.LOWER_LEFT: (0, ROWS - 1),
    FramePlace.LOWER_RIGHT: (COLUMNS - 1, ROWS - 1),
}


@dataclass(frozen=True)
class Tilt:
    """How the sheet leans in one photo: by how much, degrees, and which side of it is farthest."""

    degrees: float
    farthest: str


@dataclass(frozen=True)
class Coverage:
    """What a set of photos covers; ``missing`` says what is to be photographed yet."""

    cells: Int64s
    """How many photos show corners there, (``ROWS``, ``COLUMNS``), from the upper left."""
    tilts: tuple[Tilt, ...]
    """One for each different view."""
    different: int
    """How many photos show views that differ."""
    missing: tuple[Message, ...]

    @property
    def is_complete(self) -> bool:
        """Whether nothing is missing."""
        return not self.missing


def coverage_of(views: Sequence[View]) -> Coverage:
    """Return what the photos cover; they are all of one size."""
    different = different_views(views)
    cells = np.zeros((ROWS, COLUMNS), np.int64)
    for view in different:
        size = (view.width, view.height)
        places = np.floor(view.in_photo / size * (COLUMNS, ROWS)).astype(int)
        for column, row in {(int(x), int(y)) for x, y in places}:
            if 0 <= column < COLUMNS and 0 <= row < ROWS:
                cells[row, column] += 1
    tilts = tuple(tilt_of(view) for view in different)
    return Coverage(cells, tilts, len(different), tuple(_missing(cells, tilts)))


def different_views(views: Sequence[View]) -> tuple[View, ...]:
    """Return the views that differ from all before them."""
    kept: list[View] = []
    for view in views:
        if not any(_is_the_same(view, other) for other in kept):
            kept.append(view)
    return tuple(kept)


def tilt_of(view: View) -> Tilt:
    """Return how the sheet leans, judged by eye: with a usual focal length, without distortion."""
    focal = float(max(view.width, view.height))
    matrix = np.array([[focal, 0, view.width / 2], [0, focal, view.height / 2], [0, 0, 1.0]])
    points = np.column_stack([view.on_board, np.zeros(len(view.on_board))])
    _, turned, _ = cv2.solvePnP(points, view.in_photo, matrix, np.zeros(5), flags=cv2.SOLVEPNP_IPPE)
    # The sheet's own axis points away from the camera; where it points to, there it is nearest.
    x, y, z = cv2.Rodrigues(turned)[0][:, 2]
    degrees = float(np.degrees(np.arccos(np.clip(abs(z), -1.0, 1.0))))
    if z < 0:
        x, y = -x, -y
    if abs(x) > abs(y):
        return Tilt(degrees, "left" if x > 0 else "right")
    return Tilt(degrees, "top" if y > 0 else "bottom")


def _missing(cells: Int64s, tilts: tuple[Tilt, ...]) -> list[Message]:
    missing = []
    if len(tilts) < FEWEST_VIEWS:
        missing.append(Missing.TOO_FEW_PHOTOS(taken=len(tilts), fewest=FEWEST_VIEWS))
    missing += [
        Missing.CORNER_NOT_SEEN(corner=name())
        for name, corner in _CORNERS.items()
        if not _is_covered(cells, *corner)
    ]
    covered = float(np.mean(cells > 0))
    if covered < _LEAST_COVERED:
        missing.append(
            Missing.FRAME_NOT_COVERED(share=round(100 * covered), least=round(100 * _LEAST_COVERED))
        )
    tilted = [tilt.farthest for tilt in tilts if tilt.degrees >= _LEAST_TILT]
    sides = [side for side in _SIDES if side in tilted]
    if len(sides) < _TILTED_SIDES or len(tilted) < _TILTED_VIEWS:
        others = [side for side in _SIDES if side not in sides] or list(_SIDES)
        missing.append(
            Missing.TOO_FEW_TILTS(
                tilted=len(tilted),
                needed=_TILTED_VIEWS,
                sides=len(sides),
                wanted=_TILTED_SIDES,
                side=_SIDES[others[0]](),
            )
        )
    return missing


def _is_covered(cells: Int64s, column: int, row: int) -> bool:
    """Tell whether a corner of the frame is covered, or both cells beside it are."""
    beside_x = 1 if column == 0 else COLUMNS - 2
    beside_y = 1 if row == 0 else ROWS - 2
    return bool(cells[row, column] or (cells[row, beside_x] and cells[beside_y, column]))


def has_stayed(view: View, before: View) -> bool:
    """Tell whether nothing has moved between two frames that follow each other."""
    return _moved(view, before) < _STILL


def _is_the_same(view: View, other: View) -> bool:
    return _moved(view, other) < _SAME_VIEW


def _moved(view: View, other: View) -> float:
    """Return how far corners moved on average, as a share of the frame's diagonal."""
    common, ours, theirs = np.intersect1d(view.numbers, other.numbers, return_indices=True)
    if len(common) < CORNERS // 10:
        return np.inf
    moved = np.linalg.norm(view.in_photo[ours] - other.in_photo[theirs], axis=1).mean()
    return float(moved / np.hypot(view.width, view.height))
