"""The calibration target: a ChArUco board, the same on every paper.

Its markers are numbers 160 and up of OpenCV's 4x4 dictionary, which boards made elsewhere rarely
reach, so that another board is recognised as another one. A module (the smallest square of a
marker) is an eighth of a chessboard square, so that the whole board lies on one grid of modules.
"""

from __future__ import annotations

from typing import Final

import cv2
import numpy as np

from vision.arrays import Mask

COLUMNS: Final = 8
ROWS: Final = 11
SQUARE: Final = 22.0
"""Of a chessboard square, mm as printed."""
MODULES_IN_A_SQUARE: Final = 8
MODULE: Final = SQUARE / MODULES_IN_A_SQUARE
CORNERS: Final = (COLUMNS - 1) * (ROWS - 1)
"""Chessboard corners that can be seen."""

_MODULES_IN_A_MARKER = 6
_FIRST_MARKER = 160


def dictionary() -> cv2.aruco.Dictionary:
    """Return the dictionary that the board's markers come from."""
    return cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)


def charuco_board() -> cv2.aruco.CharucoBoard:
    """Return the board, its lengths in millimetres, y down from its upper left corner."""
    markers = np.arange(_FIRST_MARKER, _FIRST_MARKER + COLUMNS * ROWS // 2)
    return cv2.aruco.CharucoBoard(
        (COLUMNS, ROWS), SQUARE, MODULE * _MODULES_IN_A_MARKER, dictionary(), markers
    )


def black_modules() -> Mask:
    """Return which modules are black, (rows x 8, columns x 8), from the upper left corner."""
    size = (COLUMNS * MODULES_IN_A_SQUARE, ROWS * MODULES_IN_A_SQUARE)
    return np.asarray(charuco_board().generateImage(size)) < 128
