"""One photo of the calibration sheet: where its corners are, or why the photo is of no use."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np

from calibration.lens.target import MODULE, SQUARE, charuco_board
from calibration.sharpness import edge_width
from rules.messages import Message, MessageCode, MessageError, Wording
from vision.arrays import Grey, Image, Int64s, Points

FEWEST_CORNERS: Final = 12
"""Of the 70 on the sheet: with fewer a photo says little of the lens."""

_OTHER_BOARDS = (
    cv2.aruco.DICT_5X5_1000,
    cv2.aruco.DICT_6X6_1000,
    cv2.aruco.DICT_7X7_1000,
    cv2.aruco.DICT_APRILTAG_36h11,
)
_FEWEST_MARKERS = 4
_LARGEST_MISFIT = 0.25
"""Of a chessboard square, and of its neighbourhood, which no lens bends so much."""
_WIDEST_EDGE = 0.004
"""From black to white, a share of the photo's larger side; a sharp photo has half as much."""


class ViewFault(MessageCode):
    """Why a photo of the calibration sheet is of no use, and what to do."""

    TOO_FEW_CORNERS = Wording(
        "Only {corners} corners of the calibration sheet can be seen, and {fewest} are needed: go"
        " nearer, keep hands off the sheet, and avoid glare on it."
    )
    BENT_OR_ANOTHER = Wording(
        "The corners do not lie as on the calibration sheet: this is another board, or the sheet is"
        " bent. Use 'palago print sheet', flat on a table or glued on card."
    )
    BLURRED_SHEET = Wording(
        "The photo is blurred (edges are {width} px wide): hold the camera still, in good light,"
        " and let it focus on the sheet."
    )
    ANOTHER_BOARD = Wording(
        "This is another calibration board than this program's: use 'palago print sheet'."
    )
    SHEET_NOT_FOUND = Wording(
        "The calibration sheet cannot be found: it is not in the picture, too far away, too dark or"
        " blurred."
    )
    OTHER_SIZE = Wording(
        "The photo has {width} x {height} px and the others {first_width} x {first_height}: take"
        " all with the same camera, held the same way, without zoom."
    )


class ViewError(MessageError, ValueError):
    """A photo that says nothing of the lens; says why and what to do."""


@dataclass(frozen=True)
class View:
    """A photo of the sheet: corners of its chessboard on the board (mm) and in the photo (px)."""

    width: int
    height: int
    numbers: Int64s
    """Which corners, (n,), ascending."""
    on_board: Points
    """(n, 2), mm, y down."""
    in_photo: Points
    """(n, 2), px."""
    edge_width: float
    """How many px an edge between black and white takes: the blur."""


def look_at(image: Image) -> View:
    """Find the corners of the calibration sheet in a photo, BGR.

    Raises
    ------
    ViewError
        If the sheet is not there, is too small, covered or blurred, or is another board.
    """
    grey = np.asarray(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), np.uint8)
    board = charuco_board()
    corners, numbers, _, markers = cv2.aruco.CharucoDetector(board).detectBoard(grey)
    found = len(_numbers(numbers))
    if found < FEWEST_CORNERS:
        raise ViewError(_why_not(grey, found, _numbers(markers)))
    order = np.argsort(np.asarray(numbers).ravel())
    chosen = np.asarray(numbers, np.int64).ravel()[order]
    in_photo = np.asarray(corners, np.float64).reshape(-1, 2)[order]
    on_board = np.asarray(board.getChessboardCorners(), np.float64)[chosen, :2]
    if _misfit(on_board, in_photo) > _LARGEST_MISFIT:
        raise ViewError(ViewFault.BENT_OR_ANOTHER())
    blur = _edge_width(grey, on_board, in_photo)
    if blur > _WIDEST_EDGE * max(grey.shape):
        raise ViewError(ViewFault.BLURRED_SHEET(width=f"{blur:.0f}"))
    height, width = grey.shape
    return View(width, height, chosen, on_board, in_photo, blur)


def _numbers(found: object) -> set[int]:
    """Return the numbers that OpenCV found, of which there may be none at all."""
    return set() if found is None else {int(number) for number in np.ravel(np.asarray(found))}


def _why_not(grey: Grey, corners: int, markers: set[int]) -> Message:
    ours = _numbers(charuco_board().getIds())
    if len(markers & ours) >= _FEWEST_MARKERS:
        return ViewFault.TOO_FEW_CORNERS(corners=corners, fewest=FEWEST_CORNERS)
    if len(markers) >= _FEWEST_MARKERS or _shows_another_board(grey):
        return ViewFault.ANOTHER_BOARD()
    return ViewFault.SHEET_NOT_FOUND()


def _shows_another_board(grey: Grey) -> bool:
    for number in _OTHER_BOARDS:
        book = cv2.aruco.getPredefinedDictionary(number)
        _, markers, _ = cv2.aruco.ArucoDetector(book).detectMarkers(grey)
        if len(_numbers(markers)) >= _FEWEST_MARKERS:
            return True
    return False


def _misfit(on_board: Points, in_photo: Points) -> float:
    """Return how far corners lie from where their neighbours say, in squares.

    Each corner is held against the middle of two opposite neighbours, where perspective and the
    lens move it little.
    """
    places = {(round(x / SQUARE), round(y / SQUARE)): n for n, (x, y) in enumerate(on_board)}
    misfits = []
    for (column, row), number in places.items():
        for dx, dy in ((1, 0), (0, 1)):
            one, other = places.get((column - dx, row - dy)), places.get((column + dx, row + dy))
            if one is not None and other is not None:
                across = in_photo[other] - in_photo[one]
                away = in_photo[number] - (in_photo[one] + in_photo[other]) / 2
                misfits.append(np.linalg.norm(away) / (np.linalg.norm(across) / 2))
    return float(np.quantile(misfits, 0.9)) if misfits else 1.0


def _edge_width(grey: Grey, on_board: Points, in_photo: Points) -> float:
    """Return how wide the edges between black and white squares are, px, in the blurrier direction.

    Between two neighbouring corners runs an edge of the chessboard, with a module of black on one
    side and of white on the other.
    """
    at = {(round(x / SQUARE), round(y / SQUARE)): n for n, (x, y) in enumerate(on_board)}
    widths: dict[tuple[int, int], list[float]] = {(1, 0): [], (0, 1): []}
    reach = 0.9 * MODULE / SQUARE
    for (column, row), number in at.items():
        for dx, dy in widths:
            neighbour = at.get((column + dx, row + dy))
            if neighbour is None:
                continue
            along = in_photo[neighbour] - in_photo[number]
            middle = (in_photo[number] + in_photo[neighbour]) / 2
            width = edge_width(grey, middle, reach * np.array([-along[1], along[0]]))
            if width is not None:
                widths[dx, dy].append(width)
    return max((float(np.median(found)) for found in widths.values() if found), default=np.inf)
