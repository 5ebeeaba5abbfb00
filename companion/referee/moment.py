"""When something was seen or said."""

from __future__ import annotations

from typing import NamedTuple


class Moment(NamedTuple):
    """When something was seen or said: seconds into the game, and the number of the frame."""

    t: float
    frame: int
