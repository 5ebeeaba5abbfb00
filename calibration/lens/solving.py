"""From views of the sheet to a lens profile, with how far it may be off.

The least squares are OpenCV's (Zhang, "A flexible new technique for camera calibration", PAMI 22,
2000). How far the result may be off is found by solving again without some of the photos, group by
group (the jackknife): what a fit says of itself is too hopeful where photos err together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from calibration.lens.view import View
from vision.arrays import Float64s, Points
from vision.profiles.lens_profile import LensAccuracy, LensProfile

_GROUPS = 8
_WORTH_A_COEFFICIENT = 20.0
"""Of the F statistic: by so much the sixth-order term must better the fit to be believed. Points
of one photo err together, so more is asked for than tables say."""
_OUTLYING = 4.0
"""Photos whose error is so many times the middle one's are left out: a bent or a moving sheet."""
_CRITERIA = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 200, 1e-9)


@dataclass(frozen=True)
class _Fit:
    error: float
    focal: tuple[float, float]
    center: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    errors: Float64s
    """Of each view, px."""


def solve(views: Sequence[View], camera: str) -> tuple[LensProfile, tuple[View, ...]]:
    """Return the profile of a camera, and the views it rests on; outlying ones are left out."""
    kept = list(views)
    fit = _fitted(kept, sixth_order=True)
    usual = float(np.median(fit.errors))
    kept = [v for v, error in zip(views, fit.errors, strict=True) if error <= _OUTLYING * usual]
    fit = _fitted(kept, sixth_order=True)
    simpler = _fitted(kept, sixth_order=False)
    points = sum(len(view.numbers) for view in kept)
    gain = 2 * points * ((simpler.error / fit.error) ** 2 - 1)
    sixth_order = gain > _WORTH_A_COEFFICIENT
    chosen, other = (fit, simpler) if sixth_order else (simpler, fit)
    nothing = LensAccuracy(0, 0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    profile = _profile(chosen, kept[0], camera, nothing)
    focal_spread, corner_spread = _spreads(kept, profile, sixth_order=sixth_order)
    if not sixth_order:
        # Nothing says that the lens has no such term; what it would change stays open.
        corner_spread = float(np.hypot(corner_spread, _distance(profile, other)))
    accuracy = LensAccuracy(
        photos=len(kept),
        points=points,
        error=chosen.error,
        error_low=float(chosen.errors.min()),
        error_median=float(np.median(chosen.errors)),
        error_high=float(chosen.errors.max()),
        focal_spread=focal_spread,
        corner_spread=corner_spread,
    )
    return replace(profile, accuracy=accuracy), tuple(kept)


def _fitted(views: Sequence[View], *, sixth_order: bool) -> _Fit:
    boards = [np.column_stack([v.on_board, np.zeros(len(v.on_board))]) for v in views]
    error, matrix, distortion, _, _, _, _, errors = cv2.calibrateCameraExtended(
        [board.astype(np.float32) for board in boards],
        [view.in_photo.astype(np.float32) for view in views],
        (views[0].width, views[0].height),
        np.eye(3),
        np.zeros(5),
        flags=0 if sixth_order else cv2.CALIB_FIX_K3,
        criteria=_CRITERIA,
    )
    k1, k2, p1, p2, k3 = (float(value) for value in np.ravel(distortion)[:5])
    return _Fit(
        error=float(error),
        focal=(float(matrix[0, 0]), float(matrix[1, 1])),
        center=(float(matrix[0, 2]), float(matrix[1, 2])),
        distortion=(k1, k2, p1, p2, k3),
        errors=np.ravel(np.asarray(errors, np.float64)),
    )


def _spreads(
    views: Sequence[View], profile: LensProfile, *, sixth_order: bool
) -> tuple[float, float]:
    """Return the standard errors of the focal length (a share) and at the frame's corners (px).

    The latter is how far apart the lenses show what the profile places in the frame's corners.
    """
    groups = min(_GROUPS, len(views))
    straight = profile.straightened(frame_corners(profile.width, profile.height))
    focals, corners = [], []
    for group in range(groups):
        rest = [view for number, view in enumerate(views) if number % groups != group]
        fit = _fitted(rest, sixth_order=sixth_order)
        focals.append(np.mean(fit.focal))
        corners.append(_profile(fit, rest[0], "", profile.accuracy).bent(straight))
    focal_errors = _standard_error(np.array(focals))
    corner_errors = np.linalg.norm(_standard_error(np.array(corners)), axis=-1)
    return float(focal_errors / np.mean(focals)), float(corner_errors.max())


def _distance(profile: LensProfile, other: _Fit) -> float:
    """Return how far another fit moves what the profile places in the frame's corners, px."""
    frame = frame_corners(profile.width, profile.height)
    changed = replace(profile, focal=other.focal, center=other.center, distortion=other.distortion)
    moved = changed.bent(profile.straightened(frame)) - frame
    return float(np.linalg.norm(moved, axis=1).max())


def _standard_error(left_out: Float64s) -> Float64s:
    """Return the jackknife's standard error from the results without each group."""
    groups = len(left_out)
    spread = ((left_out - left_out.mean(axis=0)) ** 2).sum(axis=0)
    return np.asarray(np.sqrt(spread * (groups - 1) / groups), np.float64)


def frame_corners(width: int, height: int) -> Points:
    """Return the corners of the frame, (4, 2), px."""
    right, bottom = width - 1.0, height - 1.0
    return np.array([[0.0, 0.0], [right, 0.0], [right, bottom], [0.0, bottom]])


def _profile(fit: _Fit, view: View, camera: str, accuracy: LensAccuracy) -> LensProfile:
    return LensProfile(
        camera=camera,
        width=view.width,
        height=view.height,
        focal=fit.focal,
        center=fit.center,
        distortion=fit.distortion,
        accuracy=accuracy,
    )
