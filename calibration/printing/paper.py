"""Sheets of paper, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

PRINTER_MARGIN: Final = 6.0
"""What every common printer can reach: nothing that matters is nearer to the paper's edge."""


@dataclass(frozen=True)
class Paper:
    """A sheet of paper, upright."""

    name: str
    width: float
    height: float


A4: Final = Paper("A4", 210.0, 297.0)
LETTER: Final = Paper("Letter", 215.9, 279.4)
PAPERS: Final = {"a4": A4, "letter": LETTER}
