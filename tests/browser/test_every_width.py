"""What is looked at all the time is in view at every width, without scrolling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.live.choice import SourceChoice
from rules.palagonia.judging import DIE
from tests.browser.conftest import Companion, OpenPage
from tests.browser.pages import illegal
from tests.browser.test_disputes import with_an_island
from tests.browser.test_playing_by_hand import tap_empty
from tests.companion.asking import asking, publish, rolls_asked

SIZES = (
    (360, 740),
    (390, 844),
    (820, 1180),
    (768, 1024),
    (834, 1194),
    (1280, 720),
    (1080, 1920),
    (2560, 1440),
    (640, 360),  # a screen of 1280 by 720 pixels at a zoom of 200 %
)
SMALLEST_BOARD = 0.4
"""Of the shorter side of the screen."""
SEEN = """names => names.map(name => {
    const one = [...document.querySelectorAll(name)].find(found => found.checkVisibility());
    if (!one) return { name, missing: true };
    const { left, top, right, bottom, width, height } = one.getBoundingClientRect();
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const within = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    const on = document.elementFromPoint(x, y);
    return { name, width, height, within, free: one.contains(on) || on === one };
})"""


def places(page: Page, names: Sequence[str]) -> list[dict[str, Any]]:
    """Return where the first of each name lies, once all are there: some are drawn by the page."""
    for name in names:
        expect(page.locator(name).filter(visible=True).first).to_be_visible()
    found: list[dict[str, Any]] = page.evaluate(SEEN, names)
    missing = [seen["name"] for seen in found if seen.get("missing")]
    assert not missing, (page.viewport_size, missing)
    return found


def by_hand(companion: Companion) -> tuple[str, str]:
    return f"games/{with_an_island(companion, ['Ann', 'Bob', 'Cem'])}", ".is-due .roll-button"


def not_legal(companion: Companion) -> tuple[str, str]:
    return illegal(companion), ".now-tools .button"


def half_laid(companion: Companion) -> tuple[str, str]:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0))
    return f"games/{game}", "[data-tap=lay]"


def with_a_camera(companion: Companion) -> tuple[str, str]:
    address, _action = by_hand(companion)
    companion.tables.go_on(int(address.removeprefix("games/")), SourceChoice("phone"))
    return address, "#end-turn"


def not_legal_with_a_camera(companion: Companion) -> tuple[str, str]:
    address, action = not_legal(companion)
    companion.tables.go_on(int(address.removeprefix("games/")), SourceChoice("phone"))
    return address, action


def asked(companion: Companion) -> tuple[str, str]:
    """Six answers, of which the first is the likeliest."""
    address, _action = with_a_camera(companion)
    running = companion.tables.find(int(address.removeprefix("games/")))
    assert running is not None
    before = running.news.state.snapshot
    free = sorted({n for cell in before.board for n in cell.neighbours()} - before.board.keys())
    boards = [before.board.with_tile(free[roll], 0) for roll in DIE]
    publish(running.news, asking(before, rolls_asked(before, *zip(DIE, boards, strict=True))))
    return address, ".choice"


CASES = (asked, by_hand, not_legal, half_laid, with_a_camera, not_legal_with_a_camera)
every_case = pytest.mark.parametrize("case", CASES, ids=lambda case: case.__name__)


@every_case
def test_board_ruling_turn_and_first_action_are_in_view_at_every_width(
    open_page: OpenPage,
    companion: Companion,
    case: Callable[[Companion], tuple[str, str]],
) -> None:
    address, action = case(companion)
    page = open_page(address)
    board = ".board-room .board"
    for across, down in SIZES:
        for width, height in ((across, down), (down, across)):
            page.set_viewport_size({"width": width, "height": height})
            for seen in places(page, ["#now-words", ".due", action, board]):
                assert seen["within"], (width, height, seen)
                assert seen["free"], (width, height, seen)
            least = SMALLEST_BOARD * min(width, height)
            assert min(seen["width"], seen["height"]) >= least, (width, height, seen)
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            assert page.evaluate("document.documentElement.scrollHeight") <= height, (width, height)


def test_larger_text_loses_nothing(open_page: OpenPage, companion: Companion) -> None:
    """The browser's text size is doubled: what finds no room is scrolled to."""
    page = open_page(not_legal(companion)[0], phone=True)
    before = page.locator("#now-words").evaluate("one => one.getBoundingClientRect().height")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    after = page.locator("#now-words").evaluate("one => one.getBoundingClientRect().height")
    assert after >= 1.9 * before
    for name in ("#now-words", ".now-tools .button", ".due", "#tap-board .board", "[data-tap=lay]"):
        one = page.locator(name).first
        one.scroll_into_view_if_needed()
        (seen,) = places(page, [name])
        assert seen["free"], seen
    assert page.evaluate("document.documentElement.scrollWidth") == page.viewport_size["width"]  # type: ignore[index]


def test_half_a_move_that_is_done_says_what_is_missing(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}", phone=True)
    tap_empty(page, "0,0")
    page.locator("[data-tap=lay]").click()
    expect(page.locator("#tap-status")).to_have_text("Ann has 1 more tile to lay.")
