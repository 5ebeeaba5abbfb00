"""Placing a camera, and calibrating one from the page, in a real browser.

What the cameras see is made of renders.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from rules import Board, Cell
from tests.browser.conftest import PHONE, Companion, OpenPage, Watched, switches
from tests.browser.looking import assert_nobody_is_kept_out
from tests.calibration.synthetic_views import Lens, good_poses, photo
from training.synthesis.staging import StagedBoard, make_table
from vision.arrays import Image

LENS = Lens(1100.0, (0.02, -0.05, 0.0, 0.0, 0.0))
FRAMES = 60
LONGEST_MS = 240_000
PLAYERS = [{"name": "Ann"}, {"name": "Bob"}]
Handset = Callable[[Image], Page]


def table(light: float = 1.0) -> Image:
    """Return a table with one tile, which is no move yet."""
    picture = make_table(8, width=960, height=540).picture([StagedBoard(Board({Cell(0, 0): 4}))])
    return np.asarray(picture * light, np.uint8)


@pytest.fixture
def handset(browser: Browser, chromium: str, tmp_path: Path) -> Iterator[Handset]:
    """Open a phone whose camera sees a still picture."""
    opened: list[Browser] = []
    watched = Watched()

    def holding(picture: Image) -> Page:
        film = tmp_path / "camera.mjpeg"
        film.write_bytes(cv2.imencode(".jpg", picture)[1].tobytes() * FRAMES)
        fake = [
            "--use-fake-ui-for-media-stream",
            "--use-fake-device-for-media-stream",
            f"--use-file-for-fake-video-capture={film}",
        ]
        phone = browser.browser_type.launch(executable_path=chromium, args=[*switches(), *fake])
        opened.append(phone)
        context = phone.new_context(
            viewport=PHONE,  # type: ignore[arg-type]
            has_touch=True,
            is_mobile=True,
            permissions=["camera"],
            locale="fr",
        )
        page = context.new_page()
        watched.watch(page)
        return page

    yield holding
    for phone in opened:
        phone.close()
    assert not watched.errors


def test_a_phone_says_what_is_wrong_with_its_view_and_so_does_the_computer(
    open_page: OpenPage, companion: Companion, handset: Handset
) -> None:
    game = {"game": "palago", "players": PLAYERS, "source": {"kind": "phone"}}
    companion.ask("games", game)
    laptop = open_page("games/1/camera")
    laptop.locator("#code-picture img").evaluate("(picture) => picture.decode()")
    phone = handset(table(light=0.2))
    phone.goto(laptop.locator("#code-address").text_content() or "")
    phone.locator("#phone-start").tap()
    expect(phone.locator("#framing-list [data-code=too-dark]")).to_contain_text(
        "Il fait trop sombre"
    )
    expect(laptop.locator("#framing-list [data-code=too-dark]")).to_contain_text("lamp")
    expect(laptop.locator("#framing-picture")).to_be_visible()
    expect(phone.locator("#framing-good")).to_be_hidden()
    for page in (phone, laptop):
        assert_nobody_is_kept_out(page)
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_a_good_view_is_said_to_be_good_until_the_first_move(
    open_page: OpenPage, companion: Companion, tmp_path: Path
) -> None:
    film = written(tmp_path / "table.mp4", [table()], FRAMES * 10)
    source = {"kind": "file", "path": str(film)}
    companion.ask("games", {"game": "palago", "players": PLAYERS, "source": source})
    page = open_page("games/1")
    expect(page.locator("#framing-good")).to_contain_text("All is well")
    expect(page.locator("#framing-list li")).to_have_count(0)
    expect(page.locator(".board .tiles use")).to_have_count(1)
    companion.ask("games/1/source", {"kind": "hand"}, "PUT")
    (tile,) = companion.state(1)["board"]["tiles"]
    q, r, k = tile["q"], tile["r"], tile["orientation"]
    companion.lay(1, (q + 1, r - 1, k), (q, r - 1, k))
    expect(page.locator("#framing")).to_be_hidden()


def test_a_lens_is_calibrated_on_the_page(open_page: OpenPage, tmp_path: Path) -> None:
    views = [photo(LENS, pose, seed=n) for n, pose in enumerate(good_poses(24))]
    film = written(tmp_path / "sheet.mp4", views, 3)
    page = open_page("calibrate")
    page.get_by_role("radio", name="Something else").check()
    page.locator("input[name=address]").fill(str(film))
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#seen-missing")).to_contain_text("different photos")
    expect(page.locator("#seen-count")).not_to_have_text("0", timeout=LONGEST_MS)
    expect(page.locator("#found")).to_be_visible(timeout=LONGEST_MS)
    expect(page.locator("#found-sentences")).to_contain_text("reprojection error")
    expect(page.locator("#seen-missing li")).to_have_count(0)
    assert page.locator("#seen-cells [data-seen='0']").count() <= 9
    assert int(page.locator("#seen-count").text_content() or 0) >= 10
    assert_nobody_is_kept_out(page)
    assert list((tmp_path / "data" / "lenses").iterdir())


def test_a_set_of_photos_that_is_not_enough_says_what_to_do(
    open_page: OpenPage, tmp_path: Path
) -> None:
    blurred = cv2.GaussianBlur(photo(LENS, good_poses(1)[0]), (0, 0), 9.0)
    film = written(tmp_path / "sheet.mp4", [np.asarray(blurred, np.uint8)], 20)
    page = open_page("calibrate", locale="fr", phone=True, color_scheme="dark")
    page.get_by_role("radio", name="Autre chose").check()
    page.locator("input[name=address]").fill(str(film))
    page.get_by_role("button", name="Commencer").click()
    expect(page.locator("#calibrate-problem")).to_contain_text("La vidéo s'est terminée")
    expect(page.locator("#seen-missing")).to_contain_text("0 photos différentes sur 10")
    expect(page.locator("#found")).to_be_hidden()
    assert_nobody_is_kept_out(page)


def written(path: Path, pictures: list[Image], frames: int) -> Path:
    """Write a film that shows each picture for some frames."""
    height, width = pictures[0].shape[:2]
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), 10, (width, height))
    for picture in pictures:
        for _ in range(frames):
            writer.write(picture)
    writer.release()
    return path
