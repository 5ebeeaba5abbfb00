"""What is printed, turned into pictures by poppler's pdftoppm as a printer would, and read back."""

from __future__ import annotations

import json
import shutil
import subprocess
from math import atan2, degrees, hypot
from pathlib import Path

import numpy as np
import pytest

from calibration.lens.target import COLUMNS, CORNERS, ROWS, SQUARE, charuco_board
from calibration.lens.view import look_at
from calibration.printing.lens_sheet import board_corner
from calibration.printing.paper import PAPERS
from calibration.printing.tiles import DEFAULT_EDGE, TILES_IN_A_SET, tile_centers
from companion.cli import main
from vision.pictures.images import load_image

MM_IN_AN_INCH = 25.4
TILES_DPI, SHEET_DPI = 120, 300
PRINTED = (DEFAULT_EDGE, 4, 6)
TRUE_TO_MM = 0.2


@pytest.fixture(scope="session")
def pdftoppm() -> str:
    found = shutil.which("pdftoppm")
    if found is None:
        pytest.skip("NO PDFTOPPM HERE: printed pages are not read back; install poppler-utils")
    return found


def rasterised(program: str, pdf: Path, dpi: int) -> list[Path]:
    """Turn the pages of a PDF into PNG files; return them in order."""
    command = [program, "-r", str(dpi), "-png", str(pdf), str(pdf.with_suffix(""))]
    subprocess.run(command, check=True, timeout=240)
    return sorted(pdf.parent.glob(f"{pdf.stem}-*.png"))


@pytest.mark.parametrize("colors", [None, "#f4f1e8,#a3242c", "#ffffff,#101010"])
@pytest.mark.parametrize("paper", PAPERS)
def test_all_48_printed_tiles_are_read_where_they_were_printed(
    paper: str,
    colors: str | None,
    pdftoppm: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    pdf = tmp_path / "tiles.pdf"
    chosen = ["--colors", colors] if colors else []
    assert main(["print", "tiles", "--paper", paper, *chosen, "--output", str(pdf)]) == 0
    pages = rasterised(pdftoppm, pdf, TILES_DPI)
    capsys.readouterr()
    assert main(["read", "--json", *map(str, pages)]) == 0
    scale, height = TILES_DPI / MM_IN_AN_INCH, PAPERS[paper].height
    places = tile_centers(PAPERS[paper], *PRINTED)
    found = []
    for number, line in enumerate(capsys.readouterr().out.splitlines()):
        reading = json.loads(line)
        assert reading["sure"]
        for tile in (tile for cluster in reading["clusters"] for tile in cluster["tiles"]):
            assert tile["sure"]
            x, y = tile["center"][0] / scale, height - tile["center"][1] / scale
            (place,) = [n for n, (a, b) in enumerate(places) if hypot(x - a, y - b) < 1.0]
            found.append((number, place))
            # The white tip points to the right on the page.
            tip = np.subtract(tile["white_tip"], tile["center"])
            assert abs(degrees(atan2(tip[1], tip[0]))) < 3
    assert len(found) == len(set(found)) == TILES_IN_A_SET


@pytest.mark.parametrize("paper", PAPERS)
def test_the_sheet_is_true_to_a_fifth_of_a_millimetre(
    paper: str, pdftoppm: str, tmp_path: Path
) -> None:
    pdf = tmp_path / "sheet.pdf"
    assert main(["print", "sheet", "--paper", paper, "--output", str(pdf)]) == 0
    (page,) = rasterised(pdftoppm, pdf, SHEET_DPI)
    image = load_image(page)
    scale = SHEET_DPI / MM_IN_AN_INCH
    size = np.array([PAPERS[paper].width, PAPERS[paper].height])
    assert np.array(image.shape[1::-1]) / scale == pytest.approx(size, abs=TRUE_TO_MM)
    view = look_at(image)
    assert len(view.numbers) == CORNERS
    left, bottom = board_corner(PAPERS[paper])
    corner = (left, PAPERS[paper].height - bottom - ROWS * SQUARE)
    on_page = np.asarray(charuco_board().getChessboardCorners())[:, :2] + corner
    # A pixel's centre lies half a pixel from its corner.
    assert np.abs((view.in_photo + 0.5) / scale - on_page).max() < TRUE_TO_MM
    across = (view.in_photo[COLUMNS - 2] - view.in_photo[0]) / scale
    assert np.hypot(*across) == pytest.approx((COLUMNS - 2) * SQUARE, abs=TRUE_TO_MM)
