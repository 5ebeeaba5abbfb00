"""Calibrating a lens from made-up photos of the printed sheet through lenses that are known."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
import pytest

from calibration.lens.calibrating import CalibrationError, LensCalibration
from calibration.lens.coverage import FEWEST_VIEWS, tilt_of
from calibration.lens.solving import frame_corners
from calibration.lens.view import ViewError, look_at
from calibration.printing.paper import A4
from tests.calibration.synthetic_views import SHEET_DPI, Lens, Pose, exact_view, good_poses, photo
from vision.arrays import Image
from vision.profiles.lens_profile import LensProfile

PLAIN = Lens(1100.0, (0.02, -0.05, 0.0, 0.0, 0.0))
BARREL = Lens(850.0, (-0.22, 0.05, 0.0005, -0.0004, -0.004))
"""At its corners it moves points by 250 px."""
STRAIGHT_ON = Pose(at=(0.5, 0.5), size=0.5, tilt=0.0, towards=0.0, turn=5.0)


def photographed(lens: Lens, poses: Sequence[Pose]) -> LensCalibration:
    calibration = LensCalibration("test")
    for number, pose in enumerate(poses):
        try:
            calibration.add(photo(lens, pose, seed=number))
        except ViewError:
            # A sheet that leans out of the frame is nothing unusual.
            assert number
    return calibration


def viewed(lens: Lens, poses: Sequence[Pose]) -> LensCalibration:
    """Return the calibration from views whose corners are given, not found in photos."""
    calibration = LensCalibration("test")
    for number, pose in enumerate(poses):
        calibration.add_view(exact_view(lens, pose, seed=number))
    return calibration


@pytest.fixture(scope="module", params=[PLAIN, BARREL], ids=["plain", "barrel"])
def calibrated(request: pytest.FixtureRequest) -> tuple[Lens, LensCalibration, LensProfile]:
    calibration = photographed(request.param, good_poses())
    return request.param, calibration, calibration.profile()


def error_at_corners(lens: Lens, profile: LensProfile) -> float:
    """Return how far from a corner of the frame the profile shows what lies there, px."""
    corners = frame_corners(lens.width, lens.height)
    shown = profile.bent(lens.straightened(corners))
    return float(np.linalg.norm(shown - corners, axis=1).max())


def test_a_known_lens_is_found(calibrated: tuple[Lens, LensCalibration, LensProfile]) -> None:
    lens, _, profile = calibrated
    assert profile.focal == pytest.approx((lens.focal, lens.focal), rel=0.005)
    assert profile.center == pytest.approx(lens.center, abs=3)
    assert error_at_corners(lens, profile) < 0.5


def test_the_errors_it_reports_are_honest(
    calibrated: tuple[Lens, LensCalibration, LensProfile],
) -> None:
    lens, calibration, profile = calibrated
    accuracy = profile.accuracy
    assert accuracy.photos <= calibration.photos
    assert accuracy.error_low <= accuracy.error_median <= accuracy.error_high
    assert accuracy.error_low <= accuracy.error <= accuracy.error_high
    assert error_at_corners(lens, profile) < 3 * accuracy.corner_spread
    focal_error = abs(sum(profile.focal) / 2 / lens.focal - 1)
    assert focal_error < 3 * accuracy.focal_spread
    # Nor does it say that it knows nothing.
    assert accuracy.corner_spread < 1.5
    assert accuracy.focal_spread < 0.002


def test_straight_lines_become_straight(
    calibrated: tuple[Lens, LensCalibration, LensProfile],
) -> None:
    """A row of the chessboard, which the lens bends, lies on one line once it is straightened."""
    lens, _, profile = calibrated
    view = look_at(photo(lens, replace(STRAIGHT_ON, at=(0.3, 0.3), tilt=25.0), seed=77))
    for row in np.unique(view.on_board[:, 1]):
        points = profile.straightened(view.in_photo[view.on_board[:, 1] == row])
        if len(points) > 4:
            offsets = points - points.mean(axis=0)
            across = np.linalg.svd(offsets)[2][1]
            assert np.abs(offsets @ across).max() < 0.6


def test_the_sheet_is_seen_to_lean_as_it_does() -> None:
    for towards, farthest in ((0.0, "bottom"), (90.0, "left"), (180.0, "top"), (270.0, "right")):
        pose = Pose(at=(0.5, 0.5), size=0.4, tilt=30.0, towards=towards, turn=0.0)
        tilt = tilt_of(exact_view(PLAIN, pose))
        assert tilt.degrees == pytest.approx(30, abs=4)
        assert tilt.farthest == farthest


def test_the_same_view_ten_times_is_refused() -> None:
    calibration = LensCalibration("test")
    for seed in range(10):
        calibration.add_view(exact_view(PLAIN, STRAIGHT_ON, seed=seed))
    assert calibration.coverage.different == 1
    with pytest.raises(CalibrationError, match=f"1 of {FEWEST_VIEWS} different photos"):
        calibration.profile()


def test_photos_from_straight_above_are_refused() -> None:
    poses = [replace(pose, tilt=3.0) for pose in good_poses(18)]
    with pytest.raises(CalibrationError, match="The sheet must lean") as caught:
        viewed(PLAIN, poses).profile()
    assert len(caught.value.reasons) == 1


def test_a_sheet_that_stays_in_the_middle_is_refused() -> None:
    poses = [replace(p, at=(0.5, 0.5), size=0.35) for p in good_poses(18)]
    with pytest.raises(CalibrationError, match=r"near the upper left of .*near the upper right of"):
        viewed(PLAIN, poses).profile()


def test_a_blurred_sheet_is_refused() -> None:
    with pytest.raises(ViewError, match="hold the camera still"):
        look_at(photo(PLAIN, STRAIGHT_ON, blur=3.5))


def test_a_sheet_blurred_beyond_recognition_is_refused() -> None:
    with pytest.raises(ViewError, match="blurred"):
        look_at(photo(PLAIN, STRAIGHT_ON, blur=12.0))


def other_sheet(board: Image) -> Image:
    """Return a page of A4 with another board printed on it."""
    page = np.full(
        (round(A4.height / 25.4 * SHEET_DPI), round(A4.width / 25.4 * SHEET_DPI)), 255, np.uint8
    )
    page[150 : 150 + board.shape[0], 120 : 120 + board.shape[1]] = board
    return page


@pytest.mark.parametrize(
    ("dictionary", "columns", "rows"),
    [
        (cv2.aruco.DICT_4X4_50, 5, 7),
        (cv2.aruco.DICT_5X5_100, 6, 8),
        (cv2.aruco.DICT_6X6_250, 8, 11),
    ],
)
def test_another_board_is_refused(dictionary: int, columns: int, rows: int) -> None:
    book = cv2.aruco.getPredefinedDictionary(dictionary)
    board = cv2.aruco.CharucoBoard((columns, rows), 30.0, 22.0, book)
    sheet = other_sheet(board.generateImage((columns * 120, rows * 120)))
    with pytest.raises(ViewError, match="another calibration board"):
        look_at(photo(PLAIN, replace(STRAIGHT_ON, tilt=15.0), sheet=sheet))


def test_our_markers_on_a_board_of_another_make_are_refused() -> None:
    """The same numbers in another arrangement must not be taken for the sheet."""
    numbers = np.arange(160, 160 + 35)
    book = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    board = cv2.aruco.CharucoBoard((7, 10), 30.0, 22.0, book, numbers)
    sheet = other_sheet(board.generateImage((7 * 150, 10 * 150)))
    with pytest.raises(ViewError, match=r"another board|calibration sheet"):
        look_at(photo(PLAIN, STRAIGHT_ON, sheet=sheet))


def test_a_picture_without_a_sheet_is_refused() -> None:
    blank = np.full((480, 640, 3), 128, np.uint8)
    with pytest.raises(ViewError, match="cannot be found"):
        look_at(blank)


def test_photos_of_different_sizes_are_refused() -> None:
    calibration = LensCalibration("test")
    image = photo(PLAIN, STRAIGHT_ON)
    calibration.add(image)
    with pytest.raises(ViewError, match="same camera"):
        calibration.add(np.ascontiguousarray(np.rot90(image)))
    assert calibration.photos == 1


def test_a_bent_sheet_does_not_spoil_the_others() -> None:
    """One view whose corners do not fit is left out, and the lens is found all the same."""
    calibration = viewed(PLAIN, good_poses())
    good = calibration.profile()
    view = exact_view(PLAIN, replace(STRAIGHT_ON, at=(0.45, 0.55), tilt=30.0), seed=5)
    bulge = 6e-4 * ((view.on_board - view.on_board.mean(axis=0)) ** 2).sum(axis=1)[:, None]
    calibration.add_view(replace(view, in_photo=view.in_photo + bulge * (1.0, -0.5)))
    profile = calibration.profile()
    assert profile.accuracy.photos == good.accuracy.photos
    assert error_at_corners(PLAIN, profile) < 0.5


def test_a_zoom_between_photos_is_refused() -> None:
    calibration = LensCalibration("test")
    for number, pose in enumerate(good_poses()):
        lens = replace(PLAIN, focal=PLAIN.focal * (1 + 0.02 * (number % 5)))
        calibration.add_view(exact_view(lens, pose, seed=number))
    with pytest.raises(CalibrationError, match=r"do not agree|is known to"):
        calibration.profile()
