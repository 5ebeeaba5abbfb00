"""The tour on a demo game: captions that point at parts of the page, and can be skipped."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.live.choice import SourceChoice
from companion.live.starting import demo_request
from tests.browser.conftest import Companion, OpenPage
from tests.browser.looking import assert_nobody_is_kept_out

POINTED_AT = (".picture-card", ".now", ".turn", ".board-room", ".moves", ".turn-tools")
LARGE_PHONE = {"width": 412, "height": 900}
BESIDE = """() => {
    const [box, part, board] = ['#tour', '.toured', '.board-room'].map(name =>
        document.querySelector(name).getBoundingClientRect());
    const over = (one) => Math.max(0, Math.min(box.bottom, one.bottom) - Math.max(box.top, one.top))
        / one.height;
    return {
        within: box.left >= 0 && box.top >= 0
            && box.right <= innerWidth && box.bottom <= innerHeight,
        seen: part.bottom > 0 && part.top < innerHeight,
        covered: over(part),
        board: over(board),
    };
}"""


@pytest.fixture
def demo(companion: Companion) -> str:
    wanted = demo_request(SourceChoice("demo", "palago_1"))
    assert wanted is not None
    return f"games/{companion.tables.start(wanted).number}"


def next_stop(page: Page) -> None:
    page.locator("#tour-next").click()


@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_captions_point_at_the_parts_of_the_page_one_after_another(
    open_page: OpenPage, demo: str, phone: bool
) -> None:
    page = open_page(demo, phone=phone, **({"viewport": LARGE_PHONE} if phone else {}))
    expect(page.locator("#tour")).to_be_visible()
    assert_nobody_is_kept_out(page)
    said = []
    for part in POINTED_AT:
        expect(page.locator(f"{part}.toured")).to_have_count(1)
        said.append(page.locator("#tour-words").text_content())
        if phone and part == ".picture-card":  # which goes below the board with the first tiles
            expect(page.locator(".more .picture-card")).to_be_in_viewport(ratio=0.9)
        beside = page.evaluate(BESIDE)
        assert beside["within"], (part, beside)
        assert beside["seen"], (part, beside)
        assert beside["covered"] < 0.75, (part, beside)
        assert not phone or beside["board"] < 0.1, (part, beside)
        next_stop(page)
    assert len(set(said)) == len(POINTED_AT)
    expect(page.locator("#tour")).to_be_hidden()
    expect(page.locator(".toured")).to_have_count(0)
    page.reload()
    expect(page.locator(".due")).to_be_visible()
    expect(page.locator("#tour")).to_be_hidden()


def test_it_can_be_skipped_and_other_games_have_none(
    open_page: OpenPage, companion: Companion, demo: str
) -> None:
    page = open_page(demo)
    page.get_by_role("button", name="Skip the tour").click()
    expect(page.locator("#tour")).to_be_hidden()
    page.goto(f"{companion.address}games/{companion.start('palago', ['Ann', 'Bob'])}")
    expect(page.locator("#tour")).to_have_count(0)
