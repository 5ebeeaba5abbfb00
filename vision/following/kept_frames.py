"""Keeping small copies of the frames since the table was last settled.

What hands did meanwhile can be told from them once it is known what lies there.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Grey, Image
from vision.following.thresholds import WATCH_EVERY_S, WATCH_FRAMES, WATCH_WIDTH


@dataclass(frozen=True)
class KeptFrame:
    """A small grey copy of a frame, and when it was, in seconds."""

    time: float
    picture: Grey


class KeptFrames:
    """Small copies of frames: of a time however long no more than a few dozen.

    Attributes
    ----------
    kept
        The copies, the first one first: it shows the table as it was settled before, once it was.
    scale
        How large a copy is, held against its frame.
    """

    def __init__(self) -> None:
        """Start without any frame."""
        self.kept: list[KeptFrame] = []
        self.scale = 1.0
        self._every = WATCH_EVERY_S

    def forget(self) -> None:
        """Forget all frames: the camera stands elsewhere now."""
        self.kept, self._every = [], WATCH_EVERY_S

    def see(self, frame: Image, time: float) -> bool:
        """Take the next frame, BGR (height, width, 3), and its time in seconds.

        Tell whether frames of another size were forgotten for it.
        """
        if self.kept and time < self.kept[-1].time + self._every:
            return False
        small = self.small(frame)
        is_another = bool(self.kept) and not self.are_like(small)
        if is_another:
            self.forget()
        self.kept.append(KeptFrame(time, small))
        if len(self.kept) > WATCH_FRAMES:
            self.kept = self.kept[::2]
            self._every *= 2
        return is_another

    def settled(self, frame: Image, time: float) -> None:
        """Begin anew with a frame on which the table is settled."""
        self.forget()
        self.see(frame, time)

    @property
    def pictures(self) -> list[Grey]:
        """The copies alone."""
        return [one.picture for one in self.kept]

    def are_like(self, picture: Grey) -> bool:
        """Tell whether the frames that are kept are of a picture's size, and any is."""
        return bool(self.kept) and self.kept[0].picture.shape == picture.shape

    def small(self, frame: Image) -> Grey:
        """Return a copy of a frame as it would be kept."""
        self.scale = min(1.0, WATCH_WIDTH / frame.shape[1])
        size = (round(frame.shape[1] * self.scale), round(frame.shape[0] * self.scale))
        grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY)
        return np.asarray(cv2.resize(grey, size, interpolation=cv2.INTER_AREA), np.uint8)
