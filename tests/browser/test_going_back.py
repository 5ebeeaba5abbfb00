"""Everything can be done again: back to an earlier move, and forward."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Companion, OpenPage

MOVES = (
    ((0, 0, 0), (0, -1, 0)),
    ((1, -1, 0), (1, 0, 0)),
    ((2, -1, 1), (2, 0, 1)),  # matches nothing, and is let stand
    ((-1, 0, 0), (-1, 1, 0)),
)


def boards(companion: Companion, game: int) -> list[object]:
    return [move["board"] for move in companion.state(game)["moves"]]


def asked(page: Page) -> list[str]:
    """Agree to whatever is asked, and keep it."""
    words: list[str] = []

    def agree(dialog: object) -> None:
        words.append(dialog.message)  # type: ignore[attr-defined]
        dialog.accept()  # type: ignore[attr-defined]

    page.on("dialog", agree)
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
