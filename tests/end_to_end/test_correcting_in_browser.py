"""The correcting mode of the page in a real Chromium: by mouse, by keys, and on a phone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.end_to_end.browser import CONTROL, Browser, chromium
from tests.end_to_end.companion_process import Companion

CHROMIUM = chromium()
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed")

LAPTOP = (1366, 900, False)
PHONE = (360, 740, True)
STATUS = "document.getElementById('correcting-status').textContent"
FOCUS = "document.activeElement.getAttribute('aria-label')"


@pytest.fixture
def browser(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Browser]:
    width, height, touch = getattr(request, "param", LAPTOP)
    assert CHROMIUM is not None
    browser = Browser(CHROMIUM, tmp_path / "profile", width, height, touch=touch)
    yield browser
    browser.close()


def illegal_tile(answer: dict[str, Any]) -> str:
    """Return the cell of the tile that clashes with three others, as the page names it."""
    pairs = ({tuple(cell) for cell in pair} for pair in answer["score"]["mismatches"])
    ((q, r),) = set.intersection(*pairs)
    return f'[data-cell="{q},{r}"]'


def begin(browser: Browser, companion: Companion, photo: Path) -> dict[str, Any]:
    """Read a photo, open its page and begin to correct it."""
    answer = companion.read(photo)
    browser.open(answer["url"])
    browser.click("#correct")
    browser.wait_for("!document.getElementById('correcting').hidden")
    return answer


def corrected(companion: Companion, answer: dict[str, Any]) -> dict[str, Any]:
    path = answer["url"].removeprefix(companion.address[:-1])
    _response, data = companion.request("GET", f"/api{path}")
    now: dict[str, Any] = json.loads(data)
    return now


def save(browser: Browser) -> None:
    browser.click('[data-tool="save"]')
    browser.wait_for("document.getElementById('by-hand-title')?.textContent == 'Corrected by hand'")


def count(browser: Browser, selector: str) -> int:
    found: int = browser.run(f"document.querySelectorAll({selector!r}).length")
    return found


@pytest.mark.parametrize("picture", ["#correcting-boards", ".photo .editable"])
def test_a_tile_is_turned_with_the_mouse(
    browser: Browser, companion: Companion, sample_images: Path, picture: str
) -> None:
    answer = begin(browser, companion, sample_images / "p001066_illegal.jpg")
    tile = f"{picture} {illegal_tile(answer)}"
    browser.click(tile)
    assert browser.run(STATUS) == "Tap it again to turn it."
    browser.click(tile)
    assert browser.run(STATUS).startswith("Turned: white tip ")
    save(browser)
    assert browser.run("document.querySelector('h1').textContent").startswith("All edges match")
    assert corrected(companion, answer)["score"]["mismatches"] == []
    assert browser.problems == []


@pytest.mark.parametrize("browser", [PHONE], indirect=True)
def test_tiles_are_removed_and_added_by_finger(
    browser: Browser, companion: Companion, sample_images: Path
) -> None:
    answer = begin(browser, companion, sample_images / "p001066_illegal.jpg")
    tiles = len(answer["reading"]["clusters"][0]["tiles"])
    assert browser.run("document.documentElement.scrollWidth") == PHONE[0]
    browser.tap(f"#correcting-boards {illegal_tile(answer)}")
    browser.tap('[data-tool="remove"]')
    assert browser.run(STATUS) == "Tile removed."
    browser.tap("#correcting-boards .empty")
    assert browser.run(STATUS).startswith("Tile added, ")
    assert count(browser, "#correcting-boards .tile") == tiles
    browser.tap('[data-tool="undo"]')
    assert count(browser, "#correcting-boards .tile") == tiles - 1
    save(browser)
    now = corrected(companion, answer)
    assert now["score"]["mismatches"] == []
    assert len(now["correction"]["clusters"][0]["tiles"]) == tiles - 1
    assert browser.problems == []


def test_it_works_with_the_keys_alone(
    browser: Browser, companion: Companion, sample_images: Path
) -> None:
    answer = begin(browser, companion, sample_images / "p001066_illegal.jpg")
    tiles = len(answer["reading"]["clusters"][0]["tiles"])
    browser.press("Tab")
    first = browser.run(FOCUS)
    assert first.startswith("Tile, white tip ")
    browser.press("Enter")
    assert browser.run(FOCUS) != first, "the tile that was turned keeps the focus and is named anew"
    browser.press("z", CONTROL)
    assert browser.run(STATUS) == "Undone."
    assert browser.run(FOCUS) == first
    browser.press("Delete")
    assert count(browser, "#correcting-boards .tile") == tiles - 1
    assert browser.run(FOCUS) == "Empty place, add a tile"
    seen = {browser.run("document.activeElement.dataset.cell")}
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        browser.press(key)
        seen.add(browser.run("document.activeElement.dataset.cell"))
    assert len(seen) == 3, "down, down and up again: three places"
    browser.run("""document.querySelector('[data-tool="save"]').focus()""")
    save(browser)
    assert len(corrected(companion, answer)["correction"]["clusters"][0]["tiles"]) == tiles - 1
    assert browser.problems == []
