"""How what is read as a tile lies."""

from __future__ import annotations

from enum import IntEnum, auto


class Lie(IntEnum):
    """How a tile lies: flat on the table; perhaps; in the air, so that it is none of the board."""

    FLAT = auto()
    DOUBTFUL = auto()
    RAISED = auto()
