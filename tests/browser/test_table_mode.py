"""The page as it lies on the table: large, always on, with chimes, and a clock for who wants it."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from companion.live.choice import SourceChoice
from tests.browser.conftest import Companion, OpenPage
from tests.browser.test_disputes import with_an_island
from tests.browser.test_every_width import places

STOOD_MS = 3200
LISTEN = """() => {
    window.awake = 0;
    const lock = { release() { window.awake -= 1; } };
    navigator.wakeLock.request = async () => { window.awake += 1; return lock; };
    document.documentElement.requestFullscreen = async () => {};
    window.pitches = [];
    const { prototype } = OscillatorNode;
    prototype.start = function start() { window.pitches.push(this.frequency.value); };
    prototype.stop = () => {};
}"""
"""Counts who keeps the screen on, and what sounds, without a screen or a loudspeaker."""
LEAST_PX = 32


def test_one_glance_tells_all(open_page: OpenPage, companion: Companion) -> None:
    page = open_page(f"games/{with_an_island(companion, ['Ann', 'Bob', 'Cem'])}")
    page.evaluate(LISTEN)
    page.get_by_role("button", name="Table mode").click()
    page.wait_for_function("() => window.awake === 1")
    shown = ["#now-words", ".now-detail", ".due", ".seats", ".fact", ".board-room .board"]
    for width, height in ((1194, 834), (1024, 768), (1280, 720), (1920, 1080), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        for seen in places(page, shown):
            assert seen["within"], (width, height, seen)
            assert seen["free"], (width, height, seen)
        sizes = page.evaluate(
            "names => names.map(name =>"
            " parseFloat(getComputedStyle(document.querySelector(name)).fontSize))",
            ["#now-words", ".now-detail", ".due"],
        )
        assert sizes[0] == sizes[1]
        assert min(sizes) >= LEAST_PX, (width, height)
    expect(page.locator(".more")).to_be_hidden()
    page.reload()
    expect(page.get_by_role("button", name="Table mode")).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Table mode").click()
    expect(page.locator(".more")).to_be_visible()


def test_with_six_players_and_their_clocks_all_that_can_be_done_is_in_view(
    open_page: OpenPage, companion: Companion
) -> None:
    names = ["Ann", "Bob", "Cem", "Dorothea", "Élodie Marchand", "Friedrich Bartholomäus"]
    page = open_page(f"games/{with_an_island(companion, names)}", locale="fr")
    page.evaluate(LISTEN)
    page.locator("#settings > summary").click()
    page.locator("#clock").check()
    page.locator("#table-mode").click()
    shown = [".due", ".seats", ".seat-clock", "#end-turn", ".roll-button", ".board-room .board"]
    for width, height in ((1194, 834), (1024, 768), (1280, 720), (1366, 768), (820, 1180)):
        page.set_viewport_size({"width": width, "height": height})
        for seen in places(page, [*shown, "#now-words", ".now-detail"]):
            assert seen["within"], (width, height, seen)
            assert seen["free"], (width, height, seen)


def test_what_everybody_should_look_up_at_chimes_unless_it_is_turned_off(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}")
    page.evaluate(LISTEN)
    page.locator("#now-words").click()
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")
    companion.lay(game, (1, -1, 1), (1, 0, 1))
    page.wait_for_function("() => window.pitches.length === 2")
    page.locator("#settings > summary").click()
    page.get_by_label("Chimes").uncheck()
    companion.ask(f"games/{game}/decisions", {"kind": "let-stand", "data": {}})
    companion.lay(game, (2, -1, 0), (2, 0, 0))
    expect(page.locator(".due")).to_have_text("Ann puts it right, or all let it stand.")
    page.wait_for_timeout(300)
    assert page.evaluate("window.pitches.length") == 2


def test_the_clock_shows_who_took_how_long(open_page: OpenPage, companion: Companion) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}")
    expect(page.locator(".seat-clock").first).to_be_hidden()
    page.locator("#settings > summary").click()
    page.get_by_label("Clock").check()
    running, standing = page.locator(".seat-clock").all()
    expect(running).to_have_text(re.compile(r"0:0[1-9]"))
    expect(standing).to_have_text("0:00")
    page.reload()
    expect(page.locator(".seat-clock").first).to_be_visible()


def test_the_clock_stands_still_while_nobody_follows_and_the_page_says_so(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}")
    page.locator("#settings > summary").click()
    page.get_by_label("Clock").check()
    expect(page.locator(".stood-still")).to_have_count(0)
    companion.tables.stop(game)
    expect(page.locator(".trouble")).to_be_visible()
    stood = page.locator(".seat-clock").first.text_content()
    page.wait_for_timeout(STOOD_MS)
    expect(page.locator(".seat-clock").first).to_have_text(stood or "")
    companion.tables.go_on(game, SourceChoice("hand"))
    expect(page.locator(".stood-still")).to_have_text(
        re.compile(r"For 0:0[3-9] the companion was off or did not follow this game")
    )
    page.evaluate("document.querySelector('#live').dataset.away = 'yes'")  # nothing is heard of it
    stood = page.locator(".seat-clock").first.text_content()
    page.wait_for_timeout(STOOD_MS)
    expect(page.locator(".seat-clock").first).to_have_text(stood or "")
