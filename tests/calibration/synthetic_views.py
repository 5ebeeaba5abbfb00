"""Made-up photos of the printed calibration sheet through a lens whose parameters are known.

The sheet is the page that is printed, rasterised; every pixel of a photo looks along its own ray
through the bent lens. Lengths are millimetres, angles degrees.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot, radians

import cv2
import numpy as np

from calibration.lens.target import COLUMNS, ROWS, SQUARE, charuco_board
from calibration.lens.view import View
from calibration.printing.lens_sheet import board_corner, lens_sheet_pdf
from calibration.printing.paper import A4
from calibration.printing.texts import texts_in
from tests.calibration.rasterising import MM_IN_AN_INCH, rasterised
from vision.arrays import Float64s, Image, Matrix, Points

SHEET_DPI = 150
TABLE = 120
PIXEL_BLUR = 0.4
"""The standard deviation, px, of what a pixel gathers from around its middle."""


@dataclass(frozen=True)
class Lens:
    """A camera whose lens is known: focal lengths and centre in px, OpenCV's five coefficients."""

    focal: float
    distortion: tuple[float, float, float, float, float] = (0.0, 0.0, 0.0, 0.0, 0.0)
    center: tuple[float, float] = (652.0, 471.0)
    width: int = 1280
    height: int = 960

    @property
    def matrix(self) -> Matrix:
        return np.array(
            [[self.focal, 0, self.center[0]], [0, self.focal, self.center[1]], [0, 0, 1]]
        )

    def straightened(self, pixels: Points) -> Points:
        """Return where pixels, (n, 2), would be without distortion."""
        return undistorted(self, pixels) * self.focal + self.center


@dataclass(frozen=True)
class Pose:
    """How the sheet is seen: its middle at a place of the frame, turned and tilted.

    ``at`` is a share of the frame's width and height, ``size`` the share of the frame's width that
    the board's width takes; ``tilt`` leans the sheet about an axis in the frame that points
    ``towards``, clockwise from the right; ``turn`` turns it.
    """

    at: tuple[float, float]
    size: float
    tilt: float
    towards: float
    turn: float


def undistorted(lens: Lens, pixels: Points) -> Points:
    """Return the rays, (n, 2) at depth 1, of pixels, (n, 2), solved to the last digit."""
    criteria = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, 100, 1e-12)
    rays = cv2.undistortPoints(
        pixels.reshape(-1, 1, 2), lens.matrix, np.array(lens.distortion), criteria=criteria
    )
    return np.asarray(rays, np.float64).reshape(-1, 2)


@lru_cache(maxsize=2)
def _rays(lens: Lens) -> tuple[Float64s, Float64s]:
    """Return x and y of every pixel's ray at depth 1, from splines through exact ones."""
    # takes a while, which tests that need none need not wait for
    from scipy.interpolate import RectBivariateSpline

    knots_x, knots_y = (np.arange(-8, size + 16, 8.0) for size in (lens.width, lens.height))
    exact = undistorted(lens, np.stack(np.meshgrid(knots_x, knots_y), axis=-1).reshape(-1, 2))
    columns, rows = np.arange(lens.width), np.arange(lens.height)
    grids = exact.reshape(len(knots_y), len(knots_x), 2)
    x, y = (
        RectBivariateSpline(knots_y, knots_x, grids[..., axis])(rows, columns) for axis in range(2)
    )
    return x, y


@lru_cache
def printed_sheet() -> Image:
    """The calibration sheet as it comes out of the printer, in grey."""
    (page,) = rasterised(lens_sheet_pdf(A4, texts_in("en")), SHEET_DPI)
    return np.asarray(cv2.cvtColor(page, cv2.COLOR_BGR2GRAY))


def photo(
    lens: Lens, pose: Pose, *, sheet: Image | None = None, blur: float = 0.6, seed: int = 0
) -> Image:
    """Return a photo, BGR, of a sheet (A4, at ``SHEET_DPI``) on a grey table.

    ``blur`` is the standard deviation, px, of what the lens smears.
    """
    sheet = printed_sheet() if sheet is None else sheet
    rotation, translation = _placed(lens, pose)
    # A ray r meets the plane where R' (s r - t) has height 0.
    x, y = _rays(lens)
    across, down, away = (x * turn[0] + y * turn[1] + turn[2] for turn in rotation.T)
    origin = rotation.T @ translation
    left, bottom = board_corner(A4)
    corner = np.array([left, A4.height - bottom - ROWS * SQUARE])
    dots_a_mm = SHEET_DPI / MM_IN_AN_INCH
    first = (corner - origin[:2]) * dots_a_mm - 0.5
    with np.errstate(divide="ignore", invalid="ignore"):
        scale = origin[2] * dots_a_mm / away
        map_x = (across * scale + first[0]).astype(np.float32)
        map_y = (down * scale + first[1]).astype(np.float32)
    # What a pixel gathers is gathered on the sheet, which needs no finer grid of pixels.
    dots_in_a_pixel = COLUMNS * SQUARE * SHEET_DPI / MM_IN_AN_INCH / (pose.size * lens.width)
    seen = cv2.remap(
        cv2.GaussianBlur(sheet, (0, 0), hypot(blur, PIXEL_BLUR) * dots_in_a_pixel),
        map_x,
        map_y,
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=TABLE,
    )
    noise = np.random.default_rng(seed).normal(0, 2.0, seen.shape)
    grey = np.clip(0.78 * seen + 20 + noise, 0, 255).astype(np.uint8)
    return np.asarray(cv2.cvtColor(grey, cv2.COLOR_GRAY2BGR))


def exact_view(lens: Lens, pose: Pose, seed: int = 0) -> View:
    """Return what a perfect finder sees in such a photo, give or take a twentieth of a pixel."""
    rotation, translation = _placed(lens, pose)
    corners = np.asarray(charuco_board().getChessboardCorners(), np.float64)
    pixels, _ = cv2.projectPoints(
        corners, cv2.Rodrigues(rotation)[0], translation, lens.matrix, np.array(lens.distortion)
    )
    noise = np.random.default_rng(seed).normal(0, 0.05, (len(corners), 2))
    in_photo = np.asarray(pixels, np.float64).reshape(-1, 2) + noise
    # Near its edge the frame cuts off the markers that a corner is known by.
    inside = np.all((in_photo > 40) & (in_photo < (lens.width - 40, lens.height - 40)), axis=1)
    numbers = np.flatnonzero(inside)
    return View(lens.width, lens.height, numbers, corners[inside, :2], in_photo[inside], 2.0)


def _placed(lens: Lens, pose: Pose) -> tuple[Float64s, Float64s]:
    """Return the rotation and the translation that take the board into the camera's view."""
    turn = cv2.Rodrigues(np.array([0.0, 0.0, radians(pose.turn)]))[0]
    axis = np.array([np.cos(radians(pose.towards)), np.sin(radians(pose.towards)), 0.0])
    tilt = cv2.Rodrigues(axis * radians(pose.tilt))[0]
    rotation = tilt @ turn
    distance = lens.focal * COLUMNS * SQUARE / (pose.size * lens.width)
    pixel = np.array([[pose.at[0] * lens.width, pose.at[1] * lens.height]])
    ray = np.append(undistorted(lens, pixel)[0], 1.0)
    middle = np.array([COLUMNS * SQUARE / 2, ROWS * SQUARE / 2, 0.0])
    return rotation, ray * distance - rotation @ middle


def good_poses(count: int = 24, seed: int = 3) -> Sequence[Pose]:
    """Return how somebody who follows the advice takes photos: everywhere, from all sides."""
    random = np.random.default_rng(seed)
    places = [
        (0.5, 0.5), (0.13, 0.13), (0.87, 0.13), (0.13, 0.87), (0.87, 0.87), (0.5, 0.13),
        (0.5, 0.87), (0.13, 0.5), (0.87, 0.5),
    ]  # fmt: skip
    return [
        Pose(
            at=places[number % len(places)],
            size=float(random.uniform(0.3, 0.6)),
            tilt=0.0 if number % 6 == 0 else float(random.uniform(20, 45)),
            towards=float(number * 137.5 % 360),
            turn=float(random.choice([0, 90, 180, 270]) + random.uniform(-20, 20)),
        )
        for number in range(count)
    ]
