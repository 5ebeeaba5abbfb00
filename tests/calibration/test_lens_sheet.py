"""The calibration sheet, measured on its rasterised page."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.languages import LANGUAGES
from calibration.lens.target import CORNERS, SQUARE, charuco_board
from calibration.printing.lens_sheet import RULER_LENGTH, board_corner, lens_sheet_pdf
from calibration.printing.paper import A4, LETTER, Paper
from calibration.printing.texts import texts_in
from tests.calibration.rasterising import MM_IN_AN_INCH, rasterised
from vision.arrays import Float64s, Mask

DPI = 300
TOLERANCE = 0.2
"""Millimetres."""


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_the_printed_board_is_the_board_that_is_looked_for(paper: Paper, language: str) -> None:
    (page,) = rasterised(lens_sheet_pdf(paper, texts_in(language)), DPI)
    board = charuco_board()
    corners, numbers, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(page)
    assert len(numbers) == CORNERS
    # The centre of the first pixel lies half a pixel inside the page.
    on_page = (corners.reshape(-1, 2) + 0.5) * MM_IN_AN_INCH / DPI
    left, bottom = board_corner(paper)
    upper_left = np.array([left, paper.height - bottom - 11 * SQUARE])
    on_board = np.asarray(board.getChessboardCorners())[numbers.ravel(), :2]
    assert np.abs(on_page - upper_left - on_board).max() < TOLERANCE


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_the_scales_are_true(paper: Paper) -> None:
    (page,) = rasterised(lens_sheet_pdf(paper, texts_in("en")), DPI)
    dark = page.min(axis=-1) < 128
    scale = DPI / MM_IN_AN_INCH
    left, bottom = board_corner(paper)
    right = left + 8 * SQUARE
    # Along a line through the ticks, just beside the scale's own line.
    row = round((paper.height - bottom + 4 + 1) * scale)
    ticks = _middles(dark[row, round((left - 5) * scale) : round((left + 105) * scale)])
    assert np.diff(ticks) / scale == pytest.approx(10, abs=TOLERANCE)
    assert (ticks[-1] - ticks[0]) / scale == pytest.approx(RULER_LENGTH, abs=TOLERANCE)
    column = round((right + 4 + 1) * scale)
    low, high = round((paper.height - bottom + 2) * scale), (paper.height - bottom - 105) * scale
    ticks = _middles(dark[round(high) : low, column])
    assert np.diff(ticks) / scale == pytest.approx(10, abs=TOLERANCE)
    assert (ticks[-1] - ticks[0]) / scale == pytest.approx(RULER_LENGTH, abs=TOLERANCE)


def _middles(line: Mask) -> Float64s:
    """Return the middles of the dark runs of a line, px."""
    ends = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(int), [0]])))
    return ends.reshape(-1, 2).mean(axis=1)
