"""The sheet to calibrate a lens with: the calibration target, and scales to check its size by."""

from __future__ import annotations

from typing import Final

import numpy as np

from calibration.lens.target import COLUMNS, MODULE, ROWS, SQUARE, black_modules
from calibration.printing.marks import Fill, Mark, Outline, Point, Words, rectangle
from calibration.printing.paper import PRINTER_MARGIN, Paper
from calibration.printing.pdf import pages_to_pdf
from calibration.printing.ruler import horizontal_ruler, vertical_ruler
from calibration.printing.texts import Texts

RULER_LENGTH: Final = 100

_TEXT = 3.2
_RULER_GAP = 4.0


def lens_sheet_pdf(paper: Paper, texts: Texts) -> bytes:
    """Return a PDF of the calibration sheet; the board on it is as large on every paper."""
    return pages_to_pdf([_marks(paper, texts)], paper, texts("sheet.title"))


def board_corner(paper: Paper) -> Point:
    """Return where the board's lower left corner lies on the sheet, mm."""
    return (paper.width - COLUMNS * SQUARE) / 2, (paper.height - ROWS * SQUARE) / 2 + 3.5


def _marks(paper: Paper, texts: Texts) -> list[Mark]:
    left, bottom = board_corner(paper)
    middle = paper.width / 2
    right = left + COLUMNS * SQUARE
    return [
        Fill(_black_runs(left, bottom), "#000000"),
        Words(texts("sheet.how"), (middle, bottom + ROWS * SQUARE + 3.5), 0.85 * _TEXT),
        *horizontal_ruler((left, bottom - _RULER_GAP), RULER_LENGTH),
        *vertical_ruler((right + _RULER_GAP, bottom), RULER_LENGTH),
        Words(
            texts("sheet.check", length=RULER_LENGTH),
            (left + RULER_LENGTH + 6, bottom - _RULER_GAP - _TEXT),
            0.75 * _TEXT,
            anchor="start",
        ),
        Words(texts("sheet.flat"), (middle, PRINTER_MARGIN), 0.75 * _TEXT),
    ]


def _black_runs(left: float, bottom: float) -> tuple[Outline, ...]:
    """Return the black modules, those beside each other in a row as one rectangle."""
    modules = black_modules()
    top = bottom + MODULE * len(modules)
    runs = []
    for row, black in enumerate(modules):
        steps = np.flatnonzero(np.diff(np.concatenate([[False], black, [False]]).astype(np.int8)))
        runs += [
            rectangle(
                left + MODULE * float(start),
                top - MODULE * (row + 1),
                MODULE * float(end - start),
                MODULE,
            )
            for start, end in steps.reshape(-1, 2)
        ]
    return tuple(runs)
