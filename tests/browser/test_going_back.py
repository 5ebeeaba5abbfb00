"""Everything can be done again: back to an earlier move, and forward."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Companion, OpenPage
from tests.browser.pages import (
    AFTER_IT_S,
    BEFORE_THE_FIRST_MOVE_S,
    show_table,
    watched,
)

MOVED_MS = 600
"""So long after a card came or went, what is tapped is meant."""
MOVES = (
    ((0, 0, 0), (0, -1, 0)),
    ((1, -1, 0), (1, 0, 0)),
    ((2, -1, 1), (2, 0, 1)),  # matches nothing, and is let stand
    ((-1, 0, 0), (-1, 1, 0)),
)


def boards(companion: Companion, game: int) -> list[object]:
    return [move["board"] for move in companion.state(game)["moves"]]


def asked(page: Page) -> list[str]:
    """Agree to what is asked next, and keep it."""
    words: list[str] = []

    def agree(dialog: object) -> None:
        words.append(dialog.message)  # type: ignore[attr-defined]
        dialog.accept()  # type: ignore[attr-defined]

    page.once("dialog", agree)  # the tab is another test's afterwards
    return words


def test_back_to_a_move_and_forward_again_loses_nothing(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    for tiles in MOVES:
        companion.lay(game, *tiles)
        if companion.state(game)["wrong"]:
            companion.ask(f"games/{game}/decisions", {"kind": "let-stand", "data": {}})
    played = boards(companion, game)
    page = open_page(f"games/{game}")
    words = asked(page)

    page.get_by_role("button", name="Back to after move 1").click()
    expect(page.locator(".move-list .undone")).to_have_count(3)
    expect(page.locator("#tap-board .spot.tile")).to_have_count(2)
    assert words == ["3 moves are taken back. You can go forward again until another move is laid."]
    page.reload()

    page.get_by_role("button", name="Move 2 again").click()
    expect(page.locator(".move-list .undone")).to_have_count(2)
    page.get_by_role("button", name="Forward to move 4").click()
    expect(page.locator(".move-list .undone")).to_have_count(0)
    expect(page.locator(".move-list .stood")).to_have_count(1)
    assert boards(companion, game) == played

    page.locator("#take-back").click()
    expect(page.locator("#redo")).to_be_visible()
    companion.lay(game, (-1, 0, 2), (-1, 1, 2))
    expect(page.locator("#redo")).to_have_count(0)


def test_a_roll_is_made_again_with_its_move(open_page: OpenPage, companion: Companion) -> None:
    game = companion.start("palagonia", ["Ann", "Bob", "Cem"])
    companion.lay(game, (0, 0, 2), (0, -1, 4), (-1, 0, 0), die=3)
    page = open_page(f"games/{game}")
    page.locator("#take-back").click()
    page.locator("#redo").click()
    expect(page.locator(".due")).to_have_text("Bob rolls the die.")
    (move,) = companion.state(game)["moves"]
    assert move["die"] == 3


def test_with_a_camera_the_page_shows_what_to_put_back_and_follows_on(
    open_page: OpenPage, companion: Companion
) -> None:
    page = open_page(watched(companion))
    words = asked(page)
    card = page.locator(".question")
    page.get_by_role("button", name="Back to before the first move").click()
    expect(card.get_by_role("heading")).to_have_text("Put the table back")
    expect(card).to_contain_text("To do: take 2 tiles off.")
    expect(page.locator(".due")).to_have_text("Put the table back first.")
    expect(card.locator(".side .board")).to_have_count(2)
    (said,) = words
    assert said.startswith("1 move is taken back. Put the table as it was before it.")

    card.get_by_role("button", name="Move 1 again").click()  # by mistake: nothing was touched
    expect(card).to_be_hidden()
    expect(page.locator(".move-list .undone")).to_have_count(0)
    assert len(companion.state(1)["moves"]) == 1

    page.wait_for_timeout(MOVED_MS)
    page.locator("#take-back").click()
    expect(card).to_be_visible()
    show_table(companion, BEFORE_THE_FIRST_MOVE_S)
    expect(card).to_be_hidden()
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    page.locator("#redo").click()
    expect(card).to_contain_text("To do: lay 2 tiles.")
    show_table(companion, AFTER_IT_S)
    expect(card).to_be_hidden()
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")
    assert len(companion.state(1)["moves"]) == 1


def test_against_the_computer_its_answers_go_and_come_with_ones_own_moves(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"], computer={"player": "Bob", "level": "easy"})
    page = open_page(f"games/{game}")
    words = asked(page)
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    expect(page.locator(".move-list li")).to_have_count(3)
    answered = boards(companion, game)
    page.get_by_role("button", name="Back to before the first move").click()
    expect(page.locator(".move-list .undone")).to_have_count(2)
    expect(page.locator("#tap-board .spot.tile")).to_have_count(0)
    assert words == ["2 moves are taken back. You can go forward again until another move is laid."]
    expect(page.locator("[data-forward='1']")).to_have_count(0)  # it is not one's turn there
    page.get_by_role("button", name="Move 2 again").click()
    expect(page.locator(".move-list .undone")).to_have_count(0)
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    assert boards(companion, game) == answered
