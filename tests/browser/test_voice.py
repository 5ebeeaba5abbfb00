"""What is announced is said aloud, once somebody wants it."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from companion.live.choice import SourceChoice
from tests.browser.conftest import Companion, OpenPage


def voice_of(page: Page) -> None:
    """Let the page say things to a list instead of aloud."""
    page.evaluate(
        """() => {
            window.said = [];
            window.languages = [];
            window.speechSynthesis.speak = (words) => {
                window.said.push(words.text);
                window.languages.push(words.lang);
            };
        }"""
    )


def test_announcements_are_spoken_once_somebody_wants_it(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}")
    voice_of(page)
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")
    assert page.evaluate("window.said") == []
    page.locator("#speak").click()
    companion.lay(game, (1, -1, 1), (1, 0, 1))
    expect(page.locator("#now-words")).to_have_text("Not legal.")
    page.wait_for_function("() => window.said.length > 1")
    assert [words.partition(".")[0] for words in page.evaluate("window.said")] == [
        "Announcements are said aloud",
        "Not legal",
    ]


def test_who_was_away_hears_the_last_news_once_and_in_their_language(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}", locale="fr")
    voice_of(page)
    page.locator("#speak").click()
    moves = (
        ((0, 0, 0), (1, -1, 4)),
        ((1, 0, 2), (2, -1, 0)),
        ((0, -1, 2), (0, -2, 0)),
        ((0, 1, 4),),
    )
    companion.tables.stop(game)
    expect(page.locator(".trouble")).to_contain_text("Personne")
    companion.tables.go_on(game, SourceChoice("hand"))
    for move in moves:
        companion.lay(game, *move)
    page.wait_for_function("() => window.said.length > 1")
    companion.tables.stop(game)
    expect(page.locator(".turn-tools")).not_to_contain_text("Reprendre")
    companion.tables.go_on(game, SourceChoice("hand"))
    expect(page.locator(".turn-tools")).to_contain_text("Reprendre")
    assert page.evaluate("window.said") == [
        "Les annonces sont dites à voix haute.",
        "Bob gagne\u00a0: un groupe est fermé.",
    ]
    assert page.evaluate("window.languages") == ["fr", "fr"]
