"""What is wrong with a view, on sample pictures (renders) that were spoilt in one way each."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from calibration.framing import FramingProblem, framing_problems
from vision.arrays import Image
from vision.pictures.images import load_image
from vision.readers.reader import Reader


@pytest.fixture
def table(sample_images: Path) -> Image:
    """A view that nothing is wrong with."""
    return load_image(sample_images / "palagonia_1_r039.jpg")


def problems(image: Image, reader: Reader) -> tuple[FramingProblem, ...]:
    return framing_problems(image, reader.read(image))


def test_nothing_is_wrong_with_a_good_view(table: Image, reader: Reader) -> None:
    assert problems(table, reader) == ()


@pytest.mark.parametrize("light", [0.02, 0.25])
def test_a_dark_room_is_too_dark(light: float, table: Image, reader: Reader) -> None:
    found = problems((table * light).astype(np.uint8), reader)
    assert found[0].code == "too-dark"
    assert "lamp" in found[0].sentence


def test_an_empty_table_is_no_view_to_judge(sample_images: Path, reader: Reader) -> None:
    (found,) = problems(load_image(sample_images / "p001073_negative.jpg"), reader)
    assert found.code == "no-tiles"


@pytest.mark.parametrize(("blur", "light", "code"), [(40, 1, "blurred"), (0.1, 9, "too-bright")])
def test_why_no_tiles_are_seen_is_said(
    blur: float, light: float, code: str, table: Image, reader: Reader
) -> None:
    spoilt = cv2.convertScaleAbs(cv2.GaussianBlur(table, (0, 0), blur), alpha=light)
    (found,) = problems(np.asarray(spoilt, np.uint8), reader)
    assert found.code == code


def test_a_smeared_lens_blurs(table: Image, reader: Reader) -> None:
    codes = {problem.code for problem in problems(cv2.GaussianBlur(table, (0, 0), 6.0), reader)}
    assert "blurred" in codes


def test_a_camera_far_away_shows_tiles_too_small(table: Image, reader: Reader) -> None:
    height, width = table.shape[:2]
    small = cv2.resize(table, (width // 4, height // 4), interpolation=cv2.INTER_AREA)
    far = np.full_like(table, table.mean(axis=(0, 1)).astype(np.uint8))
    far[300 : 300 + small.shape[0], 400 : 400 + small.shape[1]] = small
    found = next(p for p in problems(far, reader) if p.code == "too-far")
    assert "pixels wide" in found.sentence


def test_a_low_camera_looks_too_flatly(table: Image, reader: Reader) -> None:
    height, width = table.shape[:2]
    flat = cv2.resize(table, (width, round(height * 0.5)), interpolation=cv2.INTER_AREA)
    codes = {problem.code for problem in problems(np.ascontiguousarray(flat), reader)}
    assert "too-flat" in codes


@pytest.mark.parametrize(
    ("side", "words"),
    [("left", "on the left"), ("right", "on the right"), ("top", "at the top")],
)
def test_a_board_that_runs_out_of_the_picture_is_said_where(
    side: str, words: str, table: Image, reader: Reader
) -> None:
    corners = np.array(
        [c for cluster in reader.read(table).clusters for t in cluster.tiles for c in t.corners]
    )
    (left, top), (right, _) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
    view = {
        "left": table[:, left - 8 :],
        "right": table[:, : right + 8],
        "top": table[top - 8 :],
    }[side]
    (found,) = problems(np.ascontiguousarray(view), reader)
    assert (found.code, found.sides) == ("runs-out", (side,))
    assert words in found.sentence


def test_a_board_that_fills_the_picture_is_too_near(table: Image, reader: Reader) -> None:
    corners = np.array(
        [c for cluster in reader.read(table).clusters for t in cluster.tiles for c in t.corners]
    )
    (left, top), (right, bottom) = corners.min(axis=0).astype(int), corners.max(axis=0).astype(int)
    view = table[top - 8 : bottom + 8, left - 8 : right + 8]
    (found,) = problems(np.ascontiguousarray(view), reader)
    assert found.code == "too-near"
    assert set(found.sides) == {"left", "top", "right", "bottom"}


def test_glare_is_counted_by_tiles(table: Image, reader: Reader) -> None:
    reading = reader.read(table)
    tiles = reading.clusters[0].tiles[:3]
    shining = table.copy()
    for tile in tiles:
        # On the blue half, which lies towards the white tip.
        spot = np.array(tile.center) + 0.25 * np.subtract(tile.white_tip, tile.center)
        radius = round(0.45 * float(np.linalg.norm(np.subtract(tile.white_tip, tile.center))))
        x, y = (round(float(value)) for value in spot)
        cv2.circle(shining, (x, y), radius, (255, 255, 255), -1)
    (found,) = framing_problems(shining, reading)
    assert (found.code, found.count) == ("glare", 3)
    assert "3 tiles" in found.sentence
