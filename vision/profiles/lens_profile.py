"""What is known of a camera's lens: where pixels would be if the lens were straight.

A profile is made by ``calibration.lens`` from photos of a printed sheet and kept as JSON. It holds
for one camera at one zoom and focus, at the size it was made at and at any other of the same shape.

The lens model is OpenCV's with five coefficients (k1, k2, p1, p2, k3): radial and tangential
distortion after Brown, "Close-range camera calibration", Photogrammetric Engineering 37 (1971).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

import cv2
import numpy as np

from rules.messages import MessageCode, MessageError, Wording
from vision.arrays import Float64s, Matrix, Points

FORMAT: Final = 1
"""Of the JSON; a profile of a later format is refused."""

_SHAPE_TOLERANCE = 0.01
_STRAIGHTENING = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 50, 1e-10)


class LensFault(MessageCode):
    """Why a profile of a lens cannot be used, and what to do."""

    OTHER_SHAPE = Wording(
        "The lens profile of {camera} is for photos of {profile_width} x {profile_height} px, which"
        " have another shape than {width} x {height} px: calibrate again with photos of that shape."
    )
    NO_LENS_PROFILE = Wording("This is no lens profile: make one with 'palago calibrate lens'.")
    LENS_FORMAT = Wording(
        "This lens profile has format {format}, and this program reads format {known}: bring the"
        " program up to date, or calibrate again."
    )
    DAMAGED_LENS = Wording("This lens profile is damaged ({error}): calibrate again.")
    IMPOSSIBLE_LENS = Wording(
        "This lens profile is damaged (sizes and focal lengths must be positive): calibrate again."
    )


class LensProfileError(MessageError, ValueError):
    """A profile that cannot be used; says why and what to do."""


@dataclass(frozen=True)
class LensAccuracy:
    """How well a profile fits the photos it was made from, and how far it may be off.

    ``error`` is the root mean square reprojection error over all points, px; ``error_low``,
    ``error_median`` and ``error_high`` are the smallest, the middle and the largest of the photos.
    ``focal_spread`` (a share of the focal length) and ``corner_spread`` (px at the corners of the
    frame, the worst of the four) are standard errors: how much the result changes when some of
    the photos are left out.
    """

    photos: int
    points: int
    error: float
    error_low: float
    error_median: float
    error_high: float
    focal_spread: float
    corner_spread: float


@dataclass(frozen=True)
class LensProfile:
    """A camera's lens: focal lengths and centre in px, five coefficients of distortion.

    ``width`` and ``height`` are those of the photos it was made from, px.
    """

    camera: str
    width: int
    height: int
    focal: tuple[float, float]
    center: tuple[float, float]
    distortion: tuple[float, float, float, float, float]
    accuracy: LensAccuracy

    @property
    def kept_as(self) -> str:
        """What its file is called by."""
        return self.camera

    @property
    def matrix(self) -> Matrix:
        """The camera's 3x3 matrix, px."""
        (fx, fy), (cx, cy) = self.focal, self.center
        return np.array([[fx, 0.0, cx], [0.0, fy, cy], [0.0, 0.0, 1.0]])

    @property
    def coefficients(self) -> Float64s:
        """The distortion as OpenCV takes it, (5,)."""
        return np.array(self.distortion)

    def straightened(self, pixels: Points) -> Points:
        """Return where pixels, (n, 2), would be without distortion, px."""
        flat = np.asarray(pixels, np.float64).reshape(-1, 1, 2)
        straight = cv2.undistortPoints(
            flat, self.matrix, self.coefficients, P=self.matrix, criteria=_STRAIGHTENING
        )
        return np.asarray(straight, np.float64).reshape(-1, 2)

    def bent(self, pixels: Points) -> Points:
        """Return where the lens shows points, (n, 2), that are given without distortion, px."""
        offsets = np.asarray(pixels, np.float64).reshape(-1, 2) - self.center
        rays = np.column_stack([offsets / self.focal, np.ones(len(offsets))])
        seen, _ = cv2.projectPoints(rays, np.zeros(3), np.zeros(3), self.matrix, self.coefficients)
        return np.asarray(seen, np.float64).reshape(-1, 2)

    def is_for_shape_of(self, width: int, height: int) -> bool:
        """Tell whether photos of this size, px, have the shape of those it was made from."""
        scale = width / self.width
        return math.isclose(height / self.height, scale, rel_tol=_SHAPE_TOLERANCE)

    def for_size(self, width: int, height: int) -> LensProfile:
        """Return the profile for photos of another size, scaled alike both ways.

        Raises
        ------
        LensProfileError
            If the photos are of another shape, so they come from another camera, another mode of
            it, or lie on their side.
        """
        scale = width / self.width
        if not self.is_for_shape_of(width, height):
            raise LensProfileError(
                LensFault.OTHER_SHAPE(
                    camera=self.camera,
                    profile_width=self.width,
                    profile_height=self.height,
                    width=width,
                    height=height,
                )
            )
        # The corner of the frame, half a pixel outside the first pixel's centre, stays where it is.
        (fx, fy), (cx, cy) = self.focal, self.center
        return replace(
            self,
            width=width,
            height=height,
            focal=(fx * scale, fy * scale),
            center=((cx + 0.5) * scale - 0.5, (cy + 0.5) * scale - 0.5),
        )

    def to_json(self) -> dict[str, Any]:
        """Return the profile as plain JSON data."""
        return {
            "format": FORMAT,
            "kind": "lens",
            **asdict(self),
            "focal": list(self.focal),
            "center": list(self.center),
            "distortion": list(self.distortion),
        }


def lens_profile_from_json(data: object) -> LensProfile:
    """Return the profile that ``LensProfile.to_json`` made data of.

    Raises
    ------
    LensProfileError
        If this is no lens profile, or one of a later version of the program.
    """
    if not isinstance(data, Mapping) or data.get("kind") != "lens":
        raise LensProfileError(LensFault.NO_LENS_PROFILE())
    if data.get("format") != FORMAT:
        raise LensProfileError(LensFault.LENS_FORMAT(format=repr(data.get("format")), known=FORMAT))
    try:
        profile = LensProfile(
            camera=str(data["camera"]),
            width=int(data["width"]),
            height=int(data["height"]),
            focal=_pair(data["focal"]),
            center=_pair(data["center"]),
            distortion=_distortion(data["distortion"]),
            accuracy=LensAccuracy(**data["accuracy"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise LensProfileError(LensFault.DAMAGED_LENS(error=str(error))) from error
    if min(profile.width, profile.height, *profile.focal) <= 0:
        raise LensProfileError(LensFault.IMPOSSIBLE_LENS())
    return profile


def _pair(values: Any) -> tuple[float, float]:
    first, second = (_number(value) for value in values)
    return first, second


def _distortion(values: Any) -> tuple[float, float, float, float, float]:
    k1, k2, p1, p2, k3 = (_number(value) for value in values)
    return k1, k2, p1, p2, k3


def _number(value: Any) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{value} is no number to calculate with")
    return number
