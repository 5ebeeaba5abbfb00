"""What is clicked while a page's modules are still on their way."""

from __future__ import annotations

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Companion, OpenPage, speak
from tests.browser.test_disputes import with_an_island


def without_its_module(page: Page) -> list[Route]:
    """Load a page anew, but hold its module back: the list has it, to be let through."""
    held: list[Route] = []
    page.route("**/js/game/dispute.js", lambda route: held.append(route), times=1)
    page.reload(wait_until="commit")
    return held


def test_a_decision_tapped_early_is_made_once(open_page: OpenPage, companion: Companion) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}/moves/2")
    held = without_its_module(page)
    button = page.get_by_role("button", name="Take this move back")
    button.click()
    button.click()
    assert len(companion.state(game)["moves"]) == 2
    (module,) = held
    module.continue_()
    expect(page).to_have_url(f"{companion.address}games/{game}")
    assert len(companion.state(game)["moves"]) == 1


def test_a_vote_sent_early_is_not_lost(open_page: OpenPage, companion: Companion) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}/moves/2")
    held = without_its_module(page)
    page.get_by_label("You agree on another value").fill("4")
    page.get_by_label("You agree on another value").press("Enter")
    (module,) = held
    module.continue_()
    expect(page.locator(".row-of")).to_contain_text("by vote 4")
    expect(page).to_have_url(f"{companion.address}games/{game}/moves/2")


def test_forms_and_links_need_no_module(open_page: OpenPage, companion: Companion) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}/moves/2")
    without_its_module(page)
    speak(page, "Français")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    without_its_module(page)
    page.get_by_role("link", name="À la partie").click()
    expect(page).to_have_url(f"{companion.address}games/{game}")


def test_a_choice_made_early_is_not_lost(open_page: OpenPage, companion: Companion) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}/moves/2")
    held = without_its_module(page)
    page.locator("#mover").select_option("Cem")
    (module,) = held
    module.continue_()
    expect(page.locator(".lead")).to_contain_text("Cem lays 5 tiles")
    assert companion.state(game)["moves"][1]["mover"] == "Cem"
