"""Tab goes through all that can be acted on, in the order in which it is seen, and shows where.

And at a zoom of 200 % nothing is cut off: as browsers do it, with half as many CSS pixels across
and twice as many of the screen's for each.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LATE_MS, Companion, OpenPage
from tests.browser.pages import lesson, photos, rules, start
from tests.browser.test_every_width import by_hand, with_a_camera

MOST_STOPS = 150
COLLECT = """() => {
    const met = [];
    document.addEventListener('focusin', ({ target }) => met.push(target));
    // what the news drew anew meanwhile is the same by its name
    window.stops = () => met.map((one) => (
        one.isConnected || !one.id ? one : document.getElementById(one.id) ?? one
    ));
}"""
SEEN = """() => {
    const one = document.activeElement;
    // from the last one Tab leaves the page, or leads to the first again
    if (one === document.body || (window.first ??= one) === one && window.begun) return null;
    window.begun = true;
    const shows = (part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(part);
        return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
    };
    // a hidden box shows by its label; a place of the board by its own frame
    const label = one.closest('label, summary');
    const face = one.querySelector('.face');
    const box = (label && one.matches('input') ? label : one).getBoundingClientRect();
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const on = document.elementFromPoint(x, y);
    return {
        what: one.outerHTML.slice(0, 140),
        shows: shows(one) || Boolean(label && shows(label))
            || Boolean(face && !['none', 'rgba(0, 0, 0, 0)'].includes(getComputedStyle(face).stroke)
                && one.matches('.chosen')),
        within: x >= 0 && y >= 0 && x <= innerWidth && y <= innerHeight,
        free: Boolean(on && (one.contains(on) || on.contains(one) || label?.contains(on))),
    };
}"""
ORDER = """() => {
    // as the page lies when nobody has scrolled, and nothing sticks to the screen's edge
    for (const part of document.querySelectorAll('*')) {
        part.scrollTop = 0;
        if (['sticky', 'fixed'].includes(getComputedStyle(part).position)) {
            part.style.position = 'static';
        }
    }
    scrollTo(0, 0);
    const box = (one) => one.getBoundingClientRect();
    const met = window.stops().filter((one) => one.isConnected);
    const stops = met.slice(0, met.indexOf(met[0], 1) < 0 ? met.length : met.indexOf(met[0], 1));
    return stops.slice(1).map((next, index) => [stops[index], next])
        .filter(([one, next]) => one !== next
            && box(next).bottom <= box(one).top + 1 && box(next).left < box(one).right
            && !next.closest('.board-room'))
        .map((pair) => pair.map((one) => one.outerHTML.slice(0, 100)));
}"""
"""Finds what comes after something that lies below it, unless a column to the right begins there.

The board has a place of its own, beside or below whatever comes before it.
"""
MISSED = """() => {
    const stops = window.stops();
    const reached = new Set(stops.map((one) => one.outerHTML));
    const groups = new Set(stops.filter((one) => one.matches('[type=radio]'))
        .map((one) => one.name));
    return [...document.querySelectorAll('a[href], button, input, select, summary, [tabindex]')]
        .filter((one) => !one.disabled && one.tabIndex >= 0
            && one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => !stops.includes(one) && !reached.has(one.outerHTML)
            && !groups.has(one.name))
        .map((one) => one.outerHTML.slice(0, 140));
}"""

CUT_OFF = """() => {
    const hidden = (part) => ['hidden', 'clip'].includes(getComputedStyle(part).overflowX);
    const words = [...document.querySelectorAll('h1, h2, p, li, label, legend, summary, a, button')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => !one.closest('.unseen, .skip, svg') && one.clientWidth > 1);
    const cut = words.filter((one) => hidden(one) && one.scrollWidth > one.clientWidth + 1);
    const acted = [...document.querySelectorAll('a[href], button, input, select, summary')]
        .filter((one) => one.checkVisibility({ visibilityProperty: true }))
        .filter((one) => !one.closest('.skip'));
    const lost = acted.filter((one) => {
        one.scrollIntoView({ block: 'center', inline: 'nearest' });
        const shown = one.matches('input') && one.closest('label') || one;
        const { left, right, top, bottom } = shown.getBoundingClientRect();
        const on = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return left < -1 || right > innerWidth + 1 || !on
            || !(shown.contains(on) || on.contains(shown));
    });
    return [...cut, ...lost].map((one) => one.outerHTML.slice(0, 140));
}"""
"""Finds words that are cut off, and what can be acted on but not be brought into view."""
ZOOM = 2
SCREENS = ((1280, 720), (1920, 1080), (820, 1180))

PageOf = Callable[[Companion], Any]
PAGES: tuple[PageOf, ...] = (start, by_hand, with_a_camera, rules, photos)
every_page_zoomed = pytest.mark.parametrize(
    "page_of", [*PAGES, lesson], ids=lambda page_of: page_of.__name__
)
every_page = pytest.mark.parametrize("page_of", PAGES, ids=lambda page_of: page_of.__name__)


def address_of(companion: Companion, page_of: PageOf) -> str:
    found = page_of(companion)
    return found if isinstance(found, str) else str(found[0])


def tab_through(page: Page) -> list[dict[str, Any]]:
    """Press Tab until the page is left; return what could be seen of each stop."""
    page.evaluate(COLLECT)
    stops = []
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        seen = page.evaluate(SEEN)
        if seen is None:
            return stops
        stops.append(seen)
    raise AssertionError("There is no end to it.")


@every_page
@pytest.mark.parametrize("phone", [False, True], ids=["laptop", "phone"])
def test_tab_goes_where_eyes_go_and_shows_where_it_is(
    open_page: OpenPage, companion: Companion, page_of: PageOf, phone: bool
) -> None:
    page = open_page(address_of(companion, page_of), phone=phone)
    expect(page.locator("main")).to_be_visible()
    page.wait_for_timeout(LATE_MS)  # the first news draw parts of a game's page anew
    stops = tab_through(page)
    assert len(stops) > 3
    assert [stop for stop in stops if not stop["shows"]] == []
    assert [stop for stop in stops if not (stop["within"] and stop["free"])] == []
    assert page.evaluate(MISSED) == []
    assert page.evaluate(ORDER) == []


def test_news_leave_those_who_work_with_keys_where_they_are(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 4), (1, 0, 4))
    page = open_page(f"games/{game}")
    moves = page.locator("[data-part=moves]")
    moves.locator("a").first.focus()
    assert not moves.locator("a").first.get_attribute("id")
    companion.lay(game, (0, -1, 2), (1, -2, 2))
    expect(moves.locator("a")).to_have_count(2)
    expect(moves.locator("a").first).to_be_focused()


@every_page_zoomed
@pytest.mark.parametrize("language", ["de"])
def test_at_a_zoom_of_200_percent_nothing_is_cut_off(
    open_page: OpenPage, companion: Companion, page_of: PageOf, language: str
) -> None:
    address = address_of(companion, page_of)
    for across, down in SCREENS:
        viewport = {"width": across // ZOOM, "height": down // ZOOM}
        page = open_page(address, viewport=viewport, device_scale_factor=ZOOM, locale=language)
        expect(page.locator("main")).to_be_visible()
        assert page.evaluate("devicePixelRatio") == ZOOM
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert page.evaluate(CUT_OFF) == [], viewport
