"""The demo game, from a tap on the start page to its end, as the camera sees it."""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Companion, OpenPage, box_of

TO_THE_END_MS = 300_000
FASTER = 3.0
SMALLEST_PICTURE_PX = 200


@dataclass(frozen=True)
class FastClock:
    """The time of films: they go faster, and wait for who looks at them as ever."""

    times: float

    def monotonic(self) -> float:
        return time.monotonic() * self.times

    def sleep(self, seconds: float) -> None:
        time.sleep(seconds / self.times)


def test_a_demo_game_is_followed_to_its_end(
    open_page: OpenPage, companion: Companion, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.sources.video_file.time", FastClock(FASTER))
    page = open_page("")
    page.get_by_role("button", name="Watch a demo game").click()
    page.get_by_role("button", name="Skip the tour").click()
    expect(page.locator(".due")).to_contain_text("Ann")
    heard = "window.heard = []; new MutationObserver(() => window.heard.push(news.textContent))"
    page.evaluate(f"() => {{ {heard}.observe(news, {{childList: true}}); }}")
    expect(page.locator("#live-picture")).to_have_attribute(
        "href", re.compile("^blob:"), timeout=TO_THE_END_MS
    )
    expect(page.locator(".overlay .seen-tile")).not_to_have_count(0, timeout=TO_THE_END_MS)
    expect(page.locator(".now-end #now-words")).to_contain_text(" wins", timeout=TO_THE_END_MS)
    expect(page.locator(".board .mark.shown")).not_to_have_count(0)

    picture = page.locator(".live .photo")
    assert box_of(page, ".live .photo")["height"] > SMALLEST_PICTURE_PX
    whole, board = (picture.get_attribute(f"data-{part}") for part in ("whole", "tiles"))
    assert whole != board
    expect(picture).to_have_attribute("viewBox", str(board))
    page.get_by_label("Whole picture").check()
    expect(picture).to_have_attribute("viewBox", str(whole))

    said = page.evaluate("window.heard")
    assert any(sentence.startswith("Not legal.") for sentence in said)
    assert any("lays 2 tiles" in sentence for sentence in said)

    page.get_by_role("link", name="Result and replay").first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text(" wins")
    page.locator("#replay-back").click()
    expect(page.locator(".replay-words li:not([hidden]) .move-number")).to_have_text("6")
    page.locator(".replay-words li:not([hidden]) a").click()
    expect(page.locator(".moment .photo")).to_have_count(2)
    expect(page.locator(".moment .photo image").last).to_have_attribute(
        "href", companion.state(1)["moves"][-2]["after"]
    )

    page.get_by_role("link", name="To the game").click()
    page.get_by_role("button", name="It misread my table").click()
    page.get_by_role("button", name="All tiles are right").click()
    expect(page.locator(".kept")).to_contain_text("labelled")
    kept = {path.suffix for path in (data / "labelled").iterdir()}
    assert kept == {".jpg", ".json"}
