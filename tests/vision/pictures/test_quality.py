"""Which pictures can show tiles at all, and why the others cannot."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.arrays import Image
from vision.pictures.images import load_image
from vision.pictures.quality import LEAST_SIDE, Unfit, quality_of

SIZE = (960, 1280, 3)
RNG = np.random.default_rng(0)


def shaken(image: Image, across: int, down: int) -> Image:
    """Return a picture as a camera takes it that moves so many pixels meanwhile."""
    length = max(abs(across), abs(down))
    kernel = np.zeros((2 * length + 1, 2 * length + 1), np.float32)
    end = (length + across, length + down)
    cv2.line(kernel, (length - across, length - down), end, 1.0)
    return np.asarray(cv2.filter2D(image, -1, kernel / kernel.sum()), np.uint8)


def blurred(image: Image, sigma: float) -> Image:
    return np.asarray(cv2.GaussianBlur(image, (0, 0), sigma), np.uint8)


@pytest.fixture
def photo(sample_images: Path) -> Image:
    return load_image(sample_images / "p001057_overhead.jpg")


def test_photos_of_all_kinds_can_show_tiles(sample_images: Path) -> None:
    for path in sorted(sample_images.glob("*.jpg")):
        image = load_image(path)
        assert quality_of(image).unfit is None, path.name
        assert quality_of((image * 0.2).astype(np.uint8)).unfit is None, path.name


@pytest.mark.parametrize(
    ("image", "unfit"),
    [
        (np.zeros(SIZE, np.uint8), Unfit.DARK),
        (RNG.normal(12, 3, SIZE).clip(0, 255).astype(np.uint8), Unfit.DARK),
        (np.full(SIZE, 255, np.uint8), Unfit.BURNT),
        (RNG.integers(0, 256, SIZE, np.uint8), Unfit.NOISY),
        (RNG.normal(60, 40, SIZE).clip(0, 255).astype(np.uint8), Unfit.NOISY),
    ],
)
def test_pictures_of_nothing_cannot(image: Image, unfit: Unfit) -> None:
    assert quality_of(image).unfit is unfit


def test_what_hides_tiles_makes_a_photo_unfit(photo: Image) -> None:
    assert quality_of(blurred(photo, 25)).unfit is Unfit.BLURRED
    assert quality_of((photo * 0.02).astype(np.uint8)).unfit is Unfit.DARK
    assert quality_of(cv2.convertScaleAbs(photo, alpha=8)).unfit is Unfit.BURNT
    small = cv2.resize(photo, None, fx=0.15, fy=0.15, interpolation=cv2.INTER_AREA)
    assert quality_of(small).unfit is Unfit.SMALL


def test_a_plain_table_is_one_that_can_be_seen() -> None:
    """Nothing on it has sharp edges, and the light of a lamp has none either."""
    light = np.linspace(90, 190, SIZE[1])[None, :, None] + np.zeros(SIZE)
    for table in (np.full(SIZE, 128.0), light, light + RNG.normal(0, 4, SIZE)):
        assert quality_of(table.clip(0, 255).astype(np.uint8)).unfit is None


@pytest.mark.parametrize("width", [500, 640, 720, 800, 960, 1100, 1280, 1440])
def test_noise_is_noise_in_pictures_of_any_size(width: int) -> None:
    noise = np.random.default_rng(width).integers(0, 256, (width * 3 // 4, width, 3), np.uint8)
    assert quality_of(noise).unfit is Unfit.NOISY
    assert abs(quality_of(noise).alike) < 0.05


def test_a_fine_weave_that_fills_the_picture_is_no_noise() -> None:
    y, x = np.mgrid[: SIZE[0], : SIZE[1]]
    threads = np.sin(x * 0.6 + y * 0.2) * np.sin(y * 0.6 - x * 0.2)
    for grain in (0, 6):
        weave = 150 + 40 * threads[..., None] + RNG.normal(0, grain, SIZE)
        assert quality_of(weave.clip(0, 255).astype(np.uint8)).unfit is None


@pytest.mark.parametrize("way", [(60, 0), (0, 60), (45, 45), (45, -45)])
def test_a_camera_that_shakes_blurs_whichever_way_it_moves(
    photo: Image, way: tuple[int, int]
) -> None:
    assert quality_of(shaken(photo, *way)).unfit is Unfit.BLURRED


def test_a_picture_may_be_blurred_in_a_part_of_it(photo: Image) -> None:
    """As where the camera focuses on the near tiles, and the others are farther off."""
    soft = blurred(photo, 25)
    third = photo.shape[0] // 3
    near = np.concatenate([soft[:third], photo[third:]])
    assert quality_of(near).unfit is Unfit.PARTLY_BLURRED
    assert quality_of(np.rot90(near)).unfit is Unfit.PARTLY_BLURRED


def test_a_white_page_may_show_tiles_and_no_empty_table() -> None:
    page = np.full(SIZE, 255, np.uint8)
    page[300:660, 300:1000] = (
        RNG.integers(0, 256, (36, 70, 3), np.uint8).repeat(10, 0).repeat(10, 1)
    )
    assert quality_of(page).unfit is Unfit.PARTLY_BURNT
    page[400:] = 255
    assert quality_of(page).unfit is Unfit.BURNT


def test_a_picture_counts_by_its_shorter_side() -> None:
    strip = RNG.integers(0, 256, (LEAST_SIDE - 1, 2000, 3), np.uint8)
    assert quality_of(strip).unfit is Unfit.SMALL
    assert quality_of(np.rot90(strip)).unfit is Unfit.SMALL


def test_the_rim_of_a_straightened_picture_makes_no_blurred_one_sharp(photo: Image) -> None:
    soft = blurred(photo, 25)
    shown = np.zeros(soft.shape[:2], np.uint8)
    center = (soft.shape[1] // 2, soft.shape[0] // 2)
    cv2.circle(shown, center, min(center) - 20, 1, -1)
    soft[shown == 0] = 0
    assert quality_of(soft).unfit is not Unfit.BLURRED
    assert quality_of(soft, shown.astype(np.bool_)).unfit is Unfit.BLURRED
    assert quality_of(soft, np.zeros_like(shown, np.bool_)).unfit is Unfit.DARK
