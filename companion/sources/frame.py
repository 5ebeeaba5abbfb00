"""What every source of frames gives."""

from __future__ import annotations

from dataclasses import dataclass

from rules.messages import MessageCode, MessageError, Said, Wording
from vision.arrays import Image


class SourceSays(MessageCode):
    """What is said of sources that give no frames."""

    NO_PICTURES = Wording(
        "No pictures come from {name}; check that it is plugged in and switched on. The game goes"
        " on when it is back."
    )
    NO_PHONE_PICTURES = Wording(
        "No pictures come from the phone; unlock it and keep its page open. The game goes on when"
        " it is back."
    )
    NO_CAMERA = Wording(
        "There is no camera number {number} on this machine (the first is 0): plug one in, choose"
        " another, or use a phone."
    )
    NO_FIRST_CAMERA = Wording(
        "No camera was found on this machine: plug one in, choose another, or use a phone."
    )
    CAMERA_SEES_NOTHING = Wording(
        "No picture comes from camera {number}: plug it in anew, or close the program that uses it."
    )
    NO_SUCH_FILE = Wording("There is no file {path}; check the name.")
    NO_FILE_TO_PLAY = Wording("{path} is a folder or a device, and no file; give a video file.")
    NO_VIDEO = Wording("{path} is no video that can be read; use an MP4 or AVI file.")
    NO_PHOTO = Wording(
        "{path} is a photo, and a game is followed in a video: have it read as a photo instead."
    )
    CAMERA = Wording("camera {number}")


class SourceError(MessageError, ValueError):
    """A source cannot be used at all; says in one sentence what to do."""


@dataclass(frozen=True)
class Frame:
    """One frame, BGR uint8 (height, width, 3), its number from 0 and its time in seconds.

    A frame of a file that is seen for long comes several times, with one number.

    ``photo`` says that it is a single photo, which is shown for a while as it is.
    """

    image: Image
    number: int
    time: float
    photo: bool = False


@dataclass(frozen=True)
class Interruption:
    """No frames come at present; the source goes on trying by itself.

    ``reason`` is what the players are told.
    """

    reason: Said
    time: float
