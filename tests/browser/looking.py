"""What is looked for on pages: what keeps somebody out, is too small, or has no room."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator

from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import DEFAULT_OPTIONS, Axe
from playwright.sync_api import Page, expect

from calibration.languages import LANGUAGES
from companion.web.request_language import COOKIE
from tests.browser.conftest import LATE_MS, Companion

_AXE = Axe()
_VIOLATIONS = f"axe.run({json.dumps(DEFAULT_OPTIONS)}).then(({{violations}}) => violations)"
"""Finds what is wrong; all that was looked at and is right would be told as well, at length."""
SMALLEST_TARGET_PX = 24
TOO_SMALL = """least => [...document.querySelectorAll('button, select, .button, [type=checkbox]')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height)
    .filter(({ offsetWidth, offsetHeight }) => Math.min(offsetWidth, offsetHeight) < least)
    .map((one) => one.outerHTML)"""
"""Finds what is to be tapped but too small for it."""
CUT_OFF = """() => [...document.querySelectorAll('button, .button, summary, label, h1, h2, h3, p')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen, .skip'))
    .filter((one) => {
        const style = getComputedStyle(one);
        if (style.display !== 'inline' && one.scrollWidth > one.clientWidth + 1) return true;
        const { left, right } = one.getBoundingClientRect();
        for (let around = one.parentElement; around; around = around.parentElement) {
            const { overflowX } = getComputedStyle(around);
            if (overflowX === 'auto' || overflowX === 'scroll') return false;
            const room = around.getBoundingClientRect();
            const sticksOut = left < room.left - 1 || right > room.right + 1;
            if (overflowX !== 'visible' && sticksOut) return true;
        }
        return left < -1 || right > innerWidth + 1;
    })
    .map((one) => one.outerHTML)"""
"""Finds what has more words than it has room for."""
SPOKEN = tuple(LANGUAGES) if os.environ.get("PALAGO_LANGUAGES") == "all" else ("de",)
"""German has the longest words; the campaign tries every language."""


def spoken_in_turn(page: Page, companion: Companion, shown: str | None = None) -> Iterator[str]:
    """Show a page in one language after the other, beginning with what is ``shown`` already."""
    if shown is not None:
        yield shown
    for language in [language for language in SPOKEN if language != shown]:
        page.context.add_cookies([{"name": COOKIE, "value": language, "url": companion.address}])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        page.wait_for_timeout(LATE_MS)
        yield language


def assert_nobody_is_kept_out(page: Page) -> None:
    """Assert that a page has nothing that hands, eyes or ears of some kind cannot use."""
    violations = page.evaluate(f"{_AXE.axe_script}; {_VIOLATIONS}")
    assert not violations, AxeResults({"violations": violations}).generate_report()
