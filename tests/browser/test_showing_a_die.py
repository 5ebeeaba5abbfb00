"""Showing an odd die on the page, in a real browser; the photos of it are drawn."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage
from tests.browser.looking import assert_nobody_is_kept_out
from training.synthesis.unseen.odd_dice import random_odd_die

DIE = random_odd_die(0)
LONGEST_MS = 60_000


@pytest.fixture
def photos(tmp_path: Path) -> dict[int, Path]:
    paths = {value: tmp_path / f"{value}.jpg" for value in range(1, 7)}
    for value, path in paths.items():
        cv2.imwrite(str(path), DIE.shown(value, 1000 + value)[0])
    return paths


def test_a_die_is_shown_face_by_face_and_learned(
    open_page: OpenPage, photos: dict[int, Path], tmp_path: Path
) -> None:
    page = open_page("calibrate", phone=True)
    expect(page.get_by_role("button", name="Learn the die")).to_be_hidden()
    page.get_by_role("radio", name="A die").check()
    expect(page.get_by_role("button", name="Begin")).to_be_hidden()
    page.get_by_role("button", name="Learn the die").click()
    expect(page.locator("#die-problem")).to_contain_text("missing: 1, 2, 3, 4, 5, 6")
    for value, path in photos.items():
        page.get_by_label(f"Photo of face {value}").set_input_files(path)
        picture = page.get_by_role("img", name=f"What was seen of face {value}")
        expect(picture).to_be_visible(timeout=LONGEST_MS)
    page.get_by_label("Name of the die").fill("rabbit")
    page.keyboard.press("Enter")
    expect(page.locator("#die-found")).to_be_visible(timeout=LONGEST_MS)
    expect(page.locator("#die-problem")).to_be_hidden()
    assert_nobody_is_kept_out(page)
    assert (tmp_path / "data" / "dice" / "rabbit-001.json").exists()


def test_a_photo_without_a_die_says_what_to_do(open_page: OpenPage, tmp_path: Path) -> None:
    bare = tmp_path / "bare.jpg"
    cv2.imwrite(str(bare), np.full((720, 960, 3), 128, np.uint8))
    page = open_page("calibrate", locale="fr", color_scheme="dark")
    page.get_by_role("radio", name="Un dé").check()
    page.get_by_label("Photo de la face 4").set_input_files(bare)
    says = page.locator("[data-value='4'] .die-says")
    expect(says).to_contain_text("Aucun dé n'est visible", timeout=LONGEST_MS)
    expect(page.get_by_role("img", name="Ce qui a été vu")).to_have_count(0)
    assert_nobody_is_kept_out(page)
