"""What is tapped on a game's page in the moment in which something new comes there."""

from __future__ import annotations

from collections.abc import Sized
from time import monotonic

from playwright.sync_api import APIResponse, Page, Route, expect

from tests.browser.conftest import WAIT_MS, Companion, OpenPage

SHOWN_MS = 150
"""Within so long a page shows an answer that has come."""


def press(page: Page, selector: str) -> None:
    """Put the finger on something, and leave it there."""
    page.locator(selector).hover()
    page.mouse.down()


def tap(page: Page, cell: str) -> None:
    page.locator(f"#tap-board .spot[data-cell='{cell}']").click()


def held_back(page: Page, game: int) -> list[Route]:
    """Hold back how a game stands from now on: the list has what was asked, to be let through."""
    held: list[Route] = []
    page.route(f"**/api/games/{game}", lambda route: held.append(route))
    return held


def wait_for(page: Page, held: Sized, count: int) -> None:
    """Wait until a page has asked so often."""
    deadline = monotonic() + WAIT_MS / 1000
    while len(held) < count:
        assert monotonic() < deadline, len(held)
        page.wait_for_timeout(SHOWN_MS / 10)


def let_through(page: Page, game: int, held: list[Route]) -> None:
    """Answer what was held back, and all that is asked from now on."""
    page.route(f"**/api/games/{game}", lambda route: route.continue_())
    for route in held:
        route.continue_()


def test_the_board_is_not_drawn_anew_under_a_finger(
    open_page: OpenPage, companion: Companion
) -> None:
    """Every page asks twice how its game stands: when it is there, and when it hears the news."""
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page("")
    held = held_back(page, game)
    page.goto(f"{companion.address}games/{game}")
    wait_for(page, held, 2)
    first, second = held
    first.continue_()
    press(page, "#tap-board .spot[data-cell='0,0']")
    second.continue_()
    page.wait_for_timeout(SHOWN_MS)
    page.mouse.up()
    expect(page.locator("#tap-status")).to_contain_text("Tile added")


def test_a_button_is_not_replaced_under_a_finger(open_page: OpenPage, companion: Companion) -> None:
    game = companion.start("palagonia", ["Ann", "Bob", "Cem"])
    page = open_page(f"games/{game}")
    page.wait_for_timeout(2 * SHOWN_MS)
    press(page, "#roll-4")
    with page.expect_response(f"**/games/{game}/live"):
        companion.ask(f"games/{game}/decisions", {"kind": "set-die", "data": {"value": 3}})
    page.wait_for_timeout(SHOWN_MS)
    with page.expect_response("**/decisions"):
        page.mouse.up()
    expect(page.locator("#roll-4")).to_have_attribute("aria-pressed", "true")
    assert companion.state(game)["turn"]["die"] == 4


def test_a_finger_that_rests_does_not_stop_the_page(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}")
    press(page, ".due")
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")
    page.mouse.up()


def test_a_tile_that_is_tapped_while_others_are_handed_in_stays(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}")
    tap(page, "0,0")
    tap(page, "0,-1")
    held = held_back(page, game)
    done = page.locator("[data-tap=lay]")
    done.click()
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")
    tap(page, "1,-1")
    expect(done).to_be_disabled()
    wait_for(page, held, 1)
    let_through(page, game, held)
    expect(done).to_be_enabled()
    expect(page.locator("#tap-board .spot.tile")).to_have_count(3)
    expect(page.locator("#tap-board .chosen")).to_have_attribute("data-cell", "1,-1")
    tap(page, "1,-2")
    done.click()
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    moves = companion.state(game)["moves"]
    assert [len(move["placed"]) for move in moves] == [2, 2]


def test_an_answer_that_comes_late_does_not_take_the_place_of_a_newer_one(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    late: list[tuple[Route, APIResponse]] = []
    page = open_page("")
    page.route(f"**/api/games/{game}", lambda route: late.append((route, route.fetch())), times=1)
    page.goto(f"{companion.address}games/{game}")
    wait_for(page, late, 1)
    # whether the page asks again by itself depends on whether the event stream was faster
    page.evaluate("document.getElementById('live').dispatchEvent(new CustomEvent('refreshed'))")
    expect(page.locator("#tap-board .spot.empty")).to_have_count(7)
    ((route, old),) = late
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    expect(page.locator("#tap-board .spot.tile")).to_have_count(2)
    route.fulfill(response=old)
    page.wait_for_timeout(SHOWN_MS)
    expect(page.locator("#tap-board .spot.tile")).to_have_count(2)
