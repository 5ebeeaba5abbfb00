"""Learning a game by playing it, on the board of the page, from the first page on."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from companion.lessons.lesson import STEPS, steps_of
from companion.lessons.step import Step
from rules.judging import GAMES
from rules.lattice import Cell
from rules.move import Tile
from tests.browser.conftest import OpenPage
from tests.browser.test_playing_by_hand import tap_empty

PLACES = (
    "on the right",
    "at the upper right",
    "at the upper left",
    "on the left",
    "at the lower left",
    "at the lower right",
)


def turn_to(page: Page, orientation: int) -> None:
    """Turn the chosen tile step by step until it lies as it should."""
    for _ in PLACES:
        if PLACES[orientation] in (page.locator("#tap-status").text_content() or ""):
            return
        page.locator("[data-tap=back]").click()
    raise AssertionError(f"The tile cannot be turned to {orientation}.")


def tap_in(page: Page, tile: Tile) -> None:
    """Tap a tile in, and turn it until it lies as it should."""
    (q, r), orientation = tile
    tap_empty(page, f"{q},{r}")
    turn_to(page, orientation)


def choose(page: Page, cell: Cell) -> None:
    page.locator(f"#tap-board .spot[data-cell='{cell.q},{cell.r}']").click()


def do(page: Page, step: Step) -> None:
    """Do what a step asks for, as its example has it."""
    for cell in step.example.removed:
        choose(page, cell)
        page.locator("[data-tap=remove]").click()
    for cell, orientation in step.example.rotated:
        choose(page, cell)
        page.locator("[data-tap=back]").click()
        turn_to(page, orientation)
    for tile in step.example.placed:
        tap_in(page, tile)
    page.locator("[data-tap=try]").click()


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_learnt_in_ten_steps_from_the_first_page_on(
    open_page: OpenPage, game: str
) -> None:
    page = open_page("", phone=game == GAMES[0])
    page.get_by_role("link", name=f"Learn {game.capitalize()} in ten steps").click()
    for number, step in enumerate(steps_of(game), 1):
        expect(page.locator(".asked")).to_have_text(step.asks)
        expect(page.locator("#next")).to_be_hidden()
        do(page, step)
        expect(page.locator("#tried-words.good")).to_contain_text(step.well or ".")
        expect(page.locator(".puzzle-list .solved")).to_have_count(number)
        if number < STEPS:
            expect(page.get_by_role("link", name="Next step")).to_be_focused()
            page.keyboard.press("Enter")
    page.locator("#next").get_by_role("link", name="Play").click()
    expect(page.get_by_role("heading", name="What do you play?")).to_be_visible()


def test_what_is_not_asked_for_is_said_and_lit_and_can_be_put_right(open_page: OpenPage) -> None:
    step = steps_of("palago")[4]
    first, second = step.example.placed
    page = open_page("learn/palago/5", phone=True)
    tap_in(page, first)
    tap_in(page, Tile(Cell(1, -2), 0))
    page.locator("[data-tap=try]").click()
    expect(page.locator("#tried-words.bad")).to_have_text(
        "Not legal. The two tiles do not touch each other."
    )
    expect(page.locator("#tried-words")).to_be_in_viewport()
    expect(page.locator("#tap-board .wrong")).to_have_count(2)
    page.locator("[data-tap=remove]").click()
    expect(page.locator("#tap-board .wrong")).to_have_count(0)
    tap_in(page, second)
    page.locator("[data-tap=try]").click()
    expect(page.locator("#tried-words.good")).to_have_text("Right.")
    page.get_by_text("Show the solution").click()
    expect(page.locator("#example svg").first).to_be_visible()


def test_the_rules_are_found_from_the_first_page_and_from_a_game(open_page: OpenPage) -> None:
    page = open_page("")
    page.get_by_role("link", name="Rules of Palagonia").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Palagonia")
    for figure in page.locator(".rules-figures img").all():
        figure.scroll_into_view_if_needed()
        assert figure.evaluate("one => one.decode().then(() => one.naturalWidth)") > 0
    page.get_by_role("link", name="Print tiles, sheets and rules").click()
    with page.expect_download() as downloading:
        page.get_by_role("link", name="The rules, A4").evaluate(
            "link => { link.download = 'rules.pdf'; link.click(); }"
        )
    assert downloading.value.path().read_bytes().startswith(b"%PDF")
    page.goto(page.url.replace("print", ""))
    page.get_by_text("Nobody", exact=True).click()
    page.get_by_role("button", name="Start").click()
    page.get_by_role("link", name="Rules of Palago").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Palago")
