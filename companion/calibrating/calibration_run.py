"""Calibrating a camera while it looks: frames in, what is still missing out, at last a profile.

A thread looks at the frames of a source and keeps the profile as soon as it is good; others look at
a progress that never changes.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event, Thread

from calibration.choosing import COLORS, LENSES
from calibration.colors.learning import ColorCalibrationError, learn_colors
from calibration.keeping import keep_profile
from calibration.lens.calibrating import CalibrationError, LensCalibration
from calibration.lens.coverage import Coverage, coverage_of
from companion.live.choice import FrameSource
from companion.live.live_picture import LivePicture
from companion.live.running_game import MakeReader, RunningGame
from companion.sources import Frame, Interruption
from rules.messages import Message, MessageCode, Said, Wording
from vision.arrays import Image
from vision.profiles.color_profile import ColorProfile
from vision.profiles.lens_profile import LensProfile

LENS, COLOR = "lens", "colors"
KINDS = (LENS, COLOR)
_AGAIN_S = 0.1
_log = logging.getLogger(__name__)


class CalibrationProblem(MessageCode):
    """Why a calibration ended without a profile."""

    VIDEO_ENDED = Wording("The video has ended before the calibration was good.")
    PROFILE_NOT_WRITTEN = Wording("The profile cannot be written: make room in the data folder.")
    BROKE_DOWN = Wording("The calibration broke down: begin it again.")


@dataclass(frozen=True)
class Progress:
    """How far a calibration is.

    Attributes
    ----------
    kind, camera
        What is calibrated, and the name that its profile is kept under.
    running
        Whether frames are still looked at.
    photos
        How many could be used.
    coverage
        Of a lens: what they show.
    missing, hint
        What is still missing, and what is wrong with the newest frame.
    problem
        Why it ended, or does not go on, without a profile.
    profile, path
        What came of it, and where it is kept.
    """

    kind: str
    camera: str
    running: bool = True
    photos: int = 0
    coverage: Coverage = field(default_factory=lambda: coverage_of([]))
    missing: tuple[Message, ...] = ()
    hint: Said | None = None
    problem: Said | None = None
    profile: LensProfile | ColorProfile | None = None
    path: Path | None = None


class FramesOfGame:
    """The frames that a running game is given, for somebody else to look at as well."""

    def __init__(self, game: RunningGame) -> None:
        self._game = game
        self._closed = Event()

    def __iter__(self) -> Iterator[Frame | Interruption]:
        """Yield each new frame until it is closed or the game stops."""
        last = None
        while not self._closed.wait(_AGAIN_S) and self._game.is_running:
            frame = self._game.frame
            if frame is not None and frame is not last:
                last = frame
                yield frame

    def close(self) -> None:
        """End the iteration."""
        self._closed.set()

    def profile_kept(self) -> None:
        """Have the game use what was calibrated with its frames."""
        self._game.use_new_profiles()


class CalibrationRun:
    """One calibration, until its profile is kept or it is stopped. For any thread."""

    def __init__(
        self,
        progress: Progress,
        data: Path,
        source: FrameSource,
        make_reader: MakeReader,
        *,
        swap: bool = False,
    ) -> None:
        """Begin.

        Parameters
        ----------
        progress
            What is to be calibrated.
        data
            The data directory that the profile is kept in.
        source
            Where frames come from; it is closed at the end.
        make_reader
            Makes the reader that finds tiles, where colours are learned.
        swap
            Whether the set's two colours are to be named the other way round.
        """
        self.picture = LivePicture()
        self.progress = progress
        self._data = data
        self._source = source
        self._make_reader = make_reader
        self._swap = swap
        self._stopping = False
        self._thread = Thread(target=self._run, name="calibration", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop without a profile, where none is kept yet."""
        self._stopping = True
        self._source.close()
        self._thread.join(10)

    def _run(self) -> None:
        try:
            take = self._lens() if self.progress.kind == LENS else self._colors()
            for item in self._source:
                if self._stopping:
                    break
                if isinstance(item, Interruption):
                    self._tell(problem=item.reason)
                    continue
                self.picture.put(item)
                if take(item.image):
                    break
            else:
                if not self._stopping:
                    self._tell(problem=CalibrationProblem.VIDEO_ENDED())
        except OSError:
            _log.exception("A profile could not be written.")
            self._tell(problem=CalibrationProblem.PROFILE_NOT_WRITTEN())
        except Exception:
            _log.exception("A calibration failed.")
            self._tell(problem=CalibrationProblem.BROKE_DOWN())
        finally:
            self._source.close()
            self._tell(running=False)

    def _lens(self) -> Callable[[Image], bool]:
        calibration = LensCalibration(self.progress.camera)
        self._tell(missing=calibration.coverage.missing)

        def take(image: Image) -> bool:
            taken = calibration.offer(image)
            self._tell(hint=calibration.hint, problem=None)
            if not taken:
                return False
            coverage = calibration.coverage
            self._tell(photos=calibration.photos, coverage=coverage, missing=coverage.missing)
            try:
                profile = calibration.profile()
            except CalibrationError as error:
                self._tell(missing=error.reasons)
                return False
            self._keep(profile, LENSES)
            return True

        return take

    def _colors(self) -> Callable[[Image], bool]:
        reader = self._make_reader()
        looked_at = 0.0

        def take(image: Image) -> bool:
            nonlocal looked_at
            if time.monotonic() - looked_at < 10 * _AGAIN_S:
                return False
            try:
                profile = learn_colors(image, reader, self.progress.camera)
            except ColorCalibrationError as error:
                looked_at = time.monotonic()
                self._tell(hint=error.message, problem=None)
                return False
            self._tell(photos=1)
            self._keep(profile.swapped() if self._swap else profile, COLORS)
            return True

        return take

    def _keep(self, profile: LensProfile | ColorProfile, room: str) -> None:
        path = keep_profile(self._data / room, profile)
        self._tell(profile=profile, path=path, missing=(), hint=None)
        if isinstance(self._source, FramesOfGame):
            self._source.profile_kept()

    def _tell(self, **changes: object) -> None:
        self.progress = replace(self.progress, **changes)  # type: ignore[arg-type]
