"""What every source of frames gives."""

from __future__ import annotations

from dataclasses import dataclass

from vision.arrays import Image


class SourceError(ValueError):
    """A source cannot be used at all; the text is one sentence that says what to do."""


@dataclass(frozen=True)
class Frame:
    """One frame, BGR uint8 (height, width, 3), its number from 0 and its time in seconds."""

    image: Image
    number: int
    time: float


@dataclass(frozen=True)
class Interruption:
    """No frames come at present; the source goes on trying by itself.

    ``reason`` is a sentence for the players.
    """

    reason: str
    time: float
