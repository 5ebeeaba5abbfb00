"""Calibrating a lens: photos in one by one, a profile out when they are enough.

The same serves a folder of photos, a camera and a page: each photo is answered at once, and
``coverage`` says what is still missing.
"""

from __future__ import annotations

from collections.abc import Sequence

from calibration.lens.coverage import Coverage, coverage_of, different_views, has_stayed
from calibration.lens.solving import solve
from calibration.lens.view import View, ViewError, ViewFault, look_at
from rules.messages import Message, MessageCode, Said, Wording
from vision.arrays import Image
from vision.profiles.lens_profile import LensProfile

_LARGEST_FOCAL_SPREAD = 0.005
_LARGEST_CORNER_SPREAD = 0.002
_LARGEST_ERROR = 0.0015
"""Shares of the frame's width: 2.6 and 1.9 px of a frame 1280 px wide."""


class Calibrating(MessageCode):
    """What is said while photos are taken, and of photos that do not make a profile."""

    HOLD_STILL = Wording("Hold camera and sheet still for a moment.")
    TAKEN_ALREADY = Wording("This view was taken already: move the camera or the sheet.")
    PHOTOS_DISAGREE = Wording("Some photos do not agree with the others: lay the sheet flat.")
    NO_ONE_LENS = Wording(
        "The photos do not agree on one lens: they miss it by {error} px. Lay the sheet flat, hold"
        " the camera still, and switch off zoom and stabilisation."
    )
    FOCAL_LENGTH_UNSURE = Wording(
        "The focal length is known to {spread}% only: add photos that are more slanted, to"
        " different sides."
    )
    FRAME_CORNERS_UNSURE = Wording(
        "In the corners of the frame the lens is known to {spread} px only: add photos in which the"
        " sheet reaches into the corners."
    )


class CalibrationError(ValueError):
    """A set of photos that no profile can rest on; ``reasons`` says why and what to do."""

    def __init__(self, reasons: Sequence[Message]) -> None:
        super().__init__(" ".join(str(reason) for reason in reasons))
        self.reasons = tuple(reasons)


class LensCalibration:
    """The photos taken so far of one camera."""

    def __init__(self, camera: str) -> None:
        self.camera = camera
        self.hint: Said | None = None
        """Why the frame that was offered last was not taken, where that can be said."""
        self._views: list[View] = []
        self._last: View | None = None

    def add(self, image: Image) -> View:
        """Take one more photo, BGR.

        Raises
        ------
        ViewError
            If the photo is of no use; it is left out.
        """
        view = look_at(image)
        self.add_view(view)
        return view

    def add_view(self, view: View) -> None:
        """Take a photo in which the sheet was found already.

        Raises
        ------
        ViewError
            If the photo has another size than the others; it is left out.
        """
        if self._views and (view.width, view.height) != (
            self._views[0].width,
            self._views[0].height,
        ):
            first = self._views[0]
            raise ViewError(
                ViewFault.OTHER_SIZE(
                    width=view.width,
                    height=view.height,
                    first_width=first.width,
                    first_height=first.height,
                )
            )
        self._views.append(view)

    def offer(self, image: Image) -> bool:
        """Take a frame of a live camera, BGR, if the sheet lies still and shows a new view.

        Returns whether it was taken. Most frames are not, and that is nothing to be told of.
        """
        last, self._last, self.hint = self._last, None, None
        try:
            view = self._last = look_at(image)
            if last is None or not has_stayed(view, last):
                self.hint = Calibrating.HOLD_STILL()
                return False
            if len(different_views([*self._views, view])) == len(self._views):
                self.hint = Calibrating.TAKEN_ALREADY()
                return False
            self.add_view(view)
        except ViewError as error:
            self.hint = error.message
            return False
        return True

    @property
    def photos(self) -> int:
        """How many photos could be used."""
        return len(self._views)

    @property
    def coverage(self) -> Coverage:
        """What the photos cover, and what is missing."""
        return coverage_of(self._views)

    def profile(self) -> LensProfile:
        """Return the profile that the photos give.

        Raises
        ------
        CalibrationError
            If they are not enough, or do not agree with each other.
        """
        coverage = self.coverage
        if not coverage.is_complete:
            raise CalibrationError(coverage.missing)
        profile, kept = solve(different_views(self._views), self.camera)
        left = coverage_of(kept)
        if not left.is_complete:
            raise CalibrationError([Calibrating.PHOTOS_DISAGREE(), *left.missing])
        reasons = _doubts(profile)
        if reasons:
            raise CalibrationError(reasons)
        return profile


def _doubts(profile: LensProfile) -> list[Message]:
    accuracy, reasons = profile.accuracy, []
    if accuracy.error > _LARGEST_ERROR * profile.width:
        reasons.append(Calibrating.NO_ONE_LENS(error=round(accuracy.error, 1)))
    if accuracy.focal_spread > _LARGEST_FOCAL_SPREAD:
        reasons.append(
            Calibrating.FOCAL_LENGTH_UNSURE(spread=round(100 * accuracy.focal_spread, 1))
        )
    if accuracy.corner_spread > _LARGEST_CORNER_SPREAD * profile.width:
        reasons.append(Calibrating.FRAME_CORNERS_UNSURE(spread=round(accuracy.corner_spread, 1)))
    return reasons
