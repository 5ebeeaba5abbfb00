"""A club's tournament on the pages: begun, paired, played, corrected, projected and printed."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE, Companion, OpenPage
from tests.browser.pages import CLOSING_GAME, tournament

SIZES = ((360, 740), (820, 1180), (1280, 720), (1920, 1080), (2560, 1440))
MANY = 16


def begin(page: Page, names: str, rounds: int) -> None:
    """Begin a tournament with the form."""
    page.get_by_label("Name of the tournament").fill("Club evening")
    page.get_by_label("Rounds").fill(str(rounds))
    page.get_by_label("Players, one a line").fill(names)
    page.get_by_role("button", name="Begin the tournament").click()
    expect(page.locator("h1")).to_contain_text("Club evening")


def test_an_evening_from_the_list_of_players_to_the_standings(
    open_page: OpenPage, companion: Companion
) -> None:
    page = open_page("")
    page.get_by_role("link", name="Tournaments").click()
    begin(page, "Ann\nBob\n\n  Cem \nDora", 2)
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.locator(".pairing")).to_have_count(2)
    expect(page.locator("#tournament-state")).to_have_text("Round 1 of 2: 2 results are missing.")

    page.get_by_role("link", name="Play the game of table 1").click()
    expect(page.locator(".at-table")).to_contain_text("For table 1 of round 1")
    assert page.locator("input[name=player]").first.input_value() == "Ann"
    page.locator("input[name=camera][value=hand]").check()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(f"{companion.address}games/1")

    # the result comes to the page by itself
    page.goto(f"{companion.address}games/1/review")
    page.get_by_role("link", name="To the tournament").click()
    expect(page.locator("#round-1-table-1")).to_contain_text("being played now")
    for tiles in CLOSING_GAME:
        companion.lay(1, *tiles)
    expect(page.locator("#round-1-table-1 .score")).to_have_text("0 – 1")
    expect(page.locator("#standings-table tbody tr").first).to_contain_text("Cem")

    table = page.locator("#round-1-table-2")
    table.locator("select").select_option("draw")
    table.get_by_role("button", name="Keep").click()
    expect(page.locator("#round-1-table-2 .score")).to_have_text("½ – ½")
    page.get_by_role("button", name="Pair round 2").click()
    expect(page.locator("#round-2 .pairing")).to_have_count(2)


def test_another_result_is_asked_about_and_a_choice_is_not_lost_to_the_news(
    open_page: OpenPage, companion: Companion
) -> None:
    page = open_page(tournament(companion))
    first = page.locator("#round-1-table-1")
    first.locator("select").select_option("second")
    page.locator("h1").click()
    page.wait_for_timeout(2500)  # the page looks for news, and leaves what is chosen alone
    expect(first.locator("select")).to_have_value("second")
    first.get_by_role("button", name="Keep").click()
    expect(page.locator("h1")).to_contain_text("has another result already")
    expect(page.locator("main")).to_contain_text("From now on: Cem wins.")
    page.get_by_role("link", name="No, leave it as it is").click()
    expect(first.locator(".score")).to_have_text("1 – 0")
    first.locator("select").select_option("second")
    first.get_by_role("button", name="Keep").click()
    page.get_by_role("button", name="Yes, change it").click()
    expect(first.locator(".score")).to_have_text("0 – 1")


def test_who_comes_late_leaves_and_is_called_otherwise(
    open_page: OpenPage, companion: Companion
) -> None:
    page = open_page(tournament(companion))
    page.get_by_label("More players").fill("Gus")
    page.get_by_role("button", name="Put them on the list").click()
    expect(page.locator(".entrants li").last).to_contain_text("plays from round 3 on")
    page.get_by_role("button", name="Ann has left").click()
    expect(page.locator(".entrants li").first).to_contain_text("has left")
    page.get_by_role("button", name="Ann is back").click()
    expect(page.get_by_role("button", name="Ann has left")).to_be_visible()
    page.get_by_role("button", name="Take Gus off the list").click()
    expect(page.locator(".entrants li").last).to_contain_text("Fay")
    page.locator(".rename summary").last.click()
    page.get_by_role("textbox", name="Name of Fay").fill("Faye")
    page.locator(".rename[open]").get_by_role("button", name="Keep").click()
    expect(page.locator("#standings-table")).to_contain_text("Faye")


def test_a_round_is_taken_back_and_a_tournament_removed(
    open_page: OpenPage, companion: Companion
) -> None:
    page = open_page(tournament(companion))
    page.get_by_role("button", name="Take round 2 back").click()
    expect(page.locator("#round-2")).to_have_count(0)
    page.locator(".more > summary").click()
    page.get_by_role("button", name="Remove the tournament").click()
    page.get_by_role("button", name="Yes, remove it").click()
    expect(page).to_have_url(f"{companion.address}tournaments")
    expect(page.locator(".tournaments")).to_have_count(0)


def test_sixteen_are_on_the_wall_at_once_and_on_every_screen(
    open_page: OpenPage, companion: Companion
) -> None:
    names = [f"Player of the club {number}" for number in range(1, MANY + 1)]
    companion.ask("tournaments", {"name": "Open", "rounds": 5, "players": names})
    companion.ask("tournaments/1/rounds", {"round": 1})
    for address in ("standings", "rounds/1"):
        page = open_page(f"tournaments/1/{address}", locale="de")
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            assert page.evaluate("document.documentElement.scrollWidth") == width
            assert page.locator(".sheet").evaluate(
                "one => one.scrollWidth <= one.parentElement.clientWidth"
            ), (address, width)
        page.set_viewport_size({"width": 1920, "height": 1080})
        expect(page.locator(".sheet tbody tr").last).to_be_in_viewport(ratio=1)
        size = page.locator(".sheet tbody tr").last.evaluate(
            "one => parseFloat(getComputedStyle(one).fontSize)"
        )
        assert size >= 24


def test_news_come_to_a_phone_that_only_looks_on(open_page: OpenPage, companion: Companion) -> None:
    address = tournament(companion)
    page = open_page(address, phone=True, locale="es")
    for table in (1, 2):
        told = {"result": "draw"}
        companion.ask(f"{address}/rounds/2/tables/{table}/result", told, method="PUT")
    expect(page.locator("#round-2-table-1 .score")).to_have_text("½ – ½")
    companion.ask(f"{address}/rounds", {"round": 3})
    expect(page.locator("#round-3 .pairing").first).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_the_longest_names_find_room_on_every_screen(open_page: OpenPage) -> None:
    page = open_page("tournaments")
    begin(page, "\n".join(f"{'W' * 78}{letter}" for letter in "ABC"), 2)
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.locator(".pairing")).to_have_count(2)
    for width in (PHONE["width"], 1280):
        page.set_viewport_size({"width": width, "height": 800})
        assert page.evaluate("document.documentElement.scrollWidth") == width
        kept_in = "all => all.every(one => one.scrollWidth <= one.clientWidth)"
        assert page.locator(".pairing").evaluate_all(kept_in)
