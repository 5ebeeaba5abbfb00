"""Puzzles: a wrong move is refuted, the right one is known, and the browser remembers it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.coaching.puzzles import all_puzzles
from companion.coaching.tasks import TASKS
from rules.move import Tile
from tests.browser.conftest import Companion, OpenPage
from tests.browser.test_playing_by_hand import tap_empty

PLACES = (
    "on the right",
    "at the upper right",
    "at the upper left",
    "on the left",
    "at the lower left",
    "at the lower right",
)


@pytest.fixture
def coached(companion: Companion, monkeypatch: pytest.MonkeyPatch) -> Companion:
    def ask(question: Mapping[str, Any], _seconds: float) -> Any:
        return TASKS[question["task"]](question)

    monkeypatch.setattr(companion.tables.coach, "ask", ask)
    return companion


def tap_in(page: Page, tile: Tile) -> None:
    """Tap a tile in, and on until it lies as it should."""
    (q, r), orientation = tile
    tap_empty(page, f"{q},{r}")
    for _ in range(len(PLACES)):
        if PLACES[orientation] in (page.locator("#tap-status").text_content() or ""):
            return
        page.locator(f"#tap-board .spot[data-cell='{q},{r}']").click()
    raise AssertionError(f"The tile cannot be turned to {orientation}.")


def test_a_puzzle_is_tried_refuted_and_solved(open_page: OpenPage, coached: Companion) -> None:
    puzzle = next(one for one in all_puzzles() if one.moves == 2)
    page = open_page("puzzles", phone=True)
    expect(page.get_by_role("heading", name="The puzzle of the day")).to_be_visible()
    page.locator(f"[data-puzzle='{puzzle.key}']").click()
    expect(page.locator(".asked")).to_contain_text("wins with 2 moves")
    first, second = puzzle.solution.placed
    # the right places, but not turned as they should be
    tap_in(page, Tile(first.cell, (first.orientation + 2) % 6))
    tap_in(page, second)
    page.locator("[data-tap=try]").click()
    expect(page.locator("#tried-words")).to_contain_text("Not this one")
    expect(page.locator("#tap-board .reply")).to_have_count(2)
    expect(page.locator("#tried-count")).to_have_text("Tries: 1")
    page.get_by_role("button", name="Try another move").click()
    tap_in(page, first)
    tap_in(page, second)
    page.locator("[data-tap=try]").click()
    expect(page.locator("#tried-words.good")).to_contain_text("Right")
    page.get_by_role("link", name="All puzzles").click()
    expect(page.locator(".puzzle-list .solved")).to_have_count(1)
    listed = coached.ask("puzzles", method="GET")
    assert len(listed["puzzles"]) == len(all_puzzles())
    assert 1 <= listed["today"] <= len(all_puzzles())
