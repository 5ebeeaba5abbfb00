"""Tiles to cut out: they are of the size asked for, and the reader reads them off the page."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import combinations
from math import atan2, cos, degrees, hypot, pi, sin, sqrt

import numpy as np
import pytest

from calibration.printing.colors import (
    ColorError,
    TileColors,
    colors_from_text,
    difference,
)
from calibration.printing.paper import A4, LETTER, PRINTER_MARGIN, Paper
from calibration.printing.texts import texts_in
from calibration.printing.tiles import (
    DEFAULT_EDGE,
    TILES_IN_A_SET,
    TileSizeError,
    cut_lines,
    tile_centers,
    tiles_pdf,
    tiles_svg,
)
from tests.calibration.rasterising import MM_IN_AN_INCH, rasterised
from vision.readers.reader import Reader

DPI = 100
PRINTED = (DEFAULT_EDGE, 4, 6)
"""Edge, columns and rows of the tiles on a page."""
ENGLISH = texts_in("en")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_all_tiles_of_a_set_are_read_off_the_pages(paper: Paper, reader: Reader) -> None:
    scale = DPI / MM_IN_AN_INCH
    found = 0
    for page in rasterised(tiles_pdf(paper, TileColors(), ENGLISH), DPI):
        for cluster in reader.read(page).clusters:
            for tile in cluster.tiles:
                assert tile.sure
                x, y = tile.center[0] / scale, paper.height - tile.center[1] / scale
                offsets = [hypot(x - cx, y - cy) for cx, cy in tile_centers(paper, *PRINTED)]
                assert sum(offset < 1.0 for offset in offsets) == 1
                # The white tip points right on the page, at corner 0.
                tip = np.subtract(tile.corners[0], tile.center)
                assert abs(degrees(atan2(tip[1], tip[0]))) < 5
                # It is a little more, since colours run on beyond the edges.
                assert np.linalg.norm(tip) / scale == pytest.approx(DEFAULT_EDGE + 0.6, abs=0.8)
                found += 1
    assert found == TILES_IN_A_SET


@pytest.mark.parametrize("edge", [10.0, DEFAULT_EDGE, 27.5, 40.0])
@pytest.mark.parametrize("paper", [A4, LETTER], ids=lambda paper: paper.name)
def test_every_size_fills_pages_with_a_whole_set(paper: Paper, edge: float) -> None:
    dpi = 60
    scale = dpi / MM_IN_AN_INCH
    bleed = 1.0 * scale + 1
    pages = rasterised(tiles_pdf(paper, TileColors("#00ff00", "#0000ff"), ENGLISH, edge), dpi)
    area = 0.0
    for page in pages:
        assert page.shape[:2] == pytest.approx((paper.height * scale, paper.width * scale), abs=1)
        colored = np.ptp(page, axis=-1) > 128
        rows, columns = np.nonzero(colored)
        for at, size in ((columns, page.shape[1]), (rows, page.shape[0])):
            assert at.min() >= PRINTER_MARGIN * scale - bleed
            assert at.max() <= size - PRINTER_MARGIN * scale + bleed
        area += len(rows) / scale**2
    hexagon = 3 * sqrt(3) / 2 * edge**2
    border = 6 * edge * 1.0
    assert TILES_IN_A_SET * hexagon * 0.95 < area < TILES_IN_A_SET * (hexagon + border)


def test_no_cut_runs_through_a_tile_and_every_edge_is_cut() -> None:
    centers = tile_centers(A4, DEFAULT_EDGE, 4, 6)
    cuts = cut_lines(centers, DEFAULT_EDGE, 0.0)
    apothem = DEFAULT_EDGE * sqrt(3) / 2
    assert len(cuts) < 40
    for center in centers:
        distances = [
            abs((bx - ax) * (ay - center[1]) - (ax - center[0]) * (by - ay))
            / hypot(bx - ax, by - ay)
            for (ax, ay), (bx, by) in cuts
        ]
        assert min(distances) == pytest.approx(apothem, abs=0.01)
        assert sum(distance < apothem + 0.01 for distance in distances) == 6


def test_the_laser_sheet_cuts_48_tiles_apart() -> None:
    edge = 25.0
    root = ET.fromstring(tiles_svg(TileColors(), ENGLISH, edge))
    width, height = (float(root.attrib[side].removesuffix("mm")) for side in ("width", "height"))
    assert root.attrib["viewBox"] == f"0 0 {width:g} {height:g}"
    layers = {layer.attrib["id"]: layer for layer in root.iter(f"{SVG}g")}
    outlines = [
        np.array(
            [
                [float(number) for number in corner.split()]
                for corner in path.attrib["d"].strip("MZ").split("L")
            ]
        )
        for path in layers["cut"]
    ]
    assert len(outlines) == TILES_IN_A_SET
    assert len(layers["engrave"]) == 1
    for outline in outlines:
        sides = np.linalg.norm(outline - np.roll(outline, 1, axis=0), axis=1)
        assert sides == pytest.approx(edge, abs=0.01)
        assert (outline > 0).all()
        assert (outline < (width, height)).all()
    centers = [outline.mean(axis=0) for outline in outlines]
    nearest = min(hypot(*(a - b)) for a, b in combinations(centers, 2))
    assert nearest == pytest.approx(edge * sqrt(3) + 2.0, abs=0.01)


@pytest.mark.parametrize("edge", [0.0, -3.0, 7.9, 41.0, float("nan")])
def test_sizes_that_no_printer_takes_are_refused(edge: float) -> None:
    with pytest.raises(TileSizeError, match="choose 8 to 40 mm"):
        tiles_pdf(A4, TileColors(), ENGLISH, edge)


@pytest.mark.parametrize(
    ("text", "what"),
    [
        ("white", "is not two colours"),
        ("white,blue,red", "is not two colours"),
        ("white,blau", "'blau' is no colour"),
        ("white,#12345", "'#12345' is no colour"),
        ("white,ivory", "too much alike"),
        ("navy,#000088", "too much alike"),
    ],
)
def test_colours_that_make_no_set_are_refused(text: str, what: str) -> None:
    with pytest.raises(ColorError, match=what):
        colors_from_text(text)


def test_colours_are_given_by_name_or_number() -> None:
    assert colors_from_text(" Ivory , #A03 ") == TileColors("#fffff0", "#aa0033")
    assert difference(TileColors("#ffffff", "#000000")) == pytest.approx(100, abs=0.5)


def test_the_same_page_is_the_same_file() -> None:
    """Nothing of the day gets into a PDF, so that two can be compared."""
    assert tiles_pdf(A4, TileColors(), ENGLISH) == tiles_pdf(A4, TileColors(), ENGLISH)


def test_centres_lie_on_the_page_in_rows() -> None:
    centers = tile_centers(A4, DEFAULT_EDGE, 4, 6)
    assert sum(x for x, _ in centers) / len(centers) == pytest.approx(A4.width / 2)
    first, second = centers[0], centers[4]
    assert hypot(second[0] - first[0], second[1] - first[1]) == pytest.approx(2 * DEFAULT_EDGE)
    assert cos(pi / 3) * 2 * DEFAULT_EDGE == pytest.approx(second[0] - first[0])
    assert sin(pi / 3) * 2 * DEFAULT_EDGE == pytest.approx(first[1] - second[1])
