"""The review of a game: it is made, says what mattered, and a better move is looked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from urllib.error import HTTPError

import pytest
from playwright.sync_api import expect

from companion.coaching import review
from companion.coaching.tasks import TASKS
from rules import board_to_json
from rules.palagem.pattern import all_palagems
from tests.browser.conftest import PHONE, Companion, OpenPage
from tests.browser.test_playing_by_hand import tap_empty
from tests.rules.engine.positions import FALLS_TO_A_FORK

MOVES = (
    ((0, 0, 4), (1, 0, 4)),
    ((0, -1, 2), (1, -2, 2)),
    ((1, -1, 0), (2, -2, 2)),
    ((2, -1, 0), (3, -2, 0)),
    ((0, -2, 0), (1, -3, 0)),
    ((0, -3, 0), (1, -4, 0)),
    ((0, -4, 0), (1, -5, 4)),
)
"""Blue threatens and forks, White threatens in turn. Blue could win at once; White does then."""


Ask = Callable[[Mapping[str, Any], float], Any]


@pytest.fixture(scope="module")
def ask() -> Ask:
    """Return what answers in this process; all is compiled before a page waits for it."""

    def answer(question: Mapping[str, Any], _seconds: float) -> Any:
        return TASKS[question["task"]](question)

    first = board_to_json(FALLS_TO_A_FORK)
    answer({"task": "assess", "board": first, "to_move": "blue", "size": 48, "seconds": 60.0}, 0)
    return answer


@pytest.fixture
def coached(
    companion: Companion,
    ask: Ask,
    monkeypatch: pytest.MonkeyPatch,
) -> Companion:
    """A companion whose coach answers in this process, and soon."""
    monkeypatch.setattr(companion.tables.coach, "ask", ask)
    monkeypatch.setattr(review, "SECONDS_A_POSITION", 0.3)
    return companion


def test_a_game_is_reviewed_and_a_better_move_found(
    open_page: OpenPage, coached: Companion
) -> None:
    game = coached.start("palago", ["Ann", "Bob"])
    for move in MOVES:
        coached.lay(game, *move)
    page = open_page(f"games/{game}/review", phone=True)
    page.get_by_role("button", name="Review this game").click()
    # how early in the game a forced win is found depends on how fast the machine is
    moment = page.locator(".moment-missed", has_text="Move 6:")
    expect(moment).to_contain_text("Move 6: Bob missed a forced win.")
    expect(moment).to_contain_text("Before it: Bob wins by force with the next move.")
    moment.get_by_role("link", name="Find the better move").click()

    expect(page.locator(".asked")).to_have_text("Bob moves and wins at once. Find the move.")
    tap_empty(page, "0,-3")
    tap_empty(page, "1,-4")
    page.locator("[data-tap=try]").click()
    expect(page.locator("#tried-words.bad")).to_have_text("Not this one: Ann answers so and wins.")
    page.get_by_role("button", name="Try another move").click()
    page.get_by_role("button", name="Hint").click()
    expect(page.locator("#tap-board .hinted")).to_have_count(1)
    page.get_by_text("Show the solution").click()
    expect(page.locator("#solution text")).not_to_have_count(0)

    # what is named as better wins, and the second look at the review is at once
    kept = coached.ask(f"games/{game}/review", method="GET")
    (better,) = [one["better"] for one in kept["review"]["moments"] if one["move"] == 6]
    answer = coached.ask(f"games/{game}/review/moves/6/tries", {"placed": better})
    assert (answer["found"], answer["solved"]) == ("wins-at-once", True)
    page.get_by_role("link", name="To the review").click()
    expect(moment).to_be_visible()


def test_hints_are_shown_to_those_who_agreed_on_them(
    open_page: OpenPage, coached: Companion
) -> None:
    without = coached.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{without}")
    expect(page.locator("[data-part=hints]")).to_have_count(0)
    with pytest.raises(HTTPError, match="409"):
        coached.ask(f"games/{without}/threats", method="GET")

    game = coached.start("palago", ["Ann", "Bob"], hints=True)
    for move in MOVES[:4]:
        coached.lay(game, *move)
    page.goto(f"{coached.address}games/{game}")
    expect(page.locator("#tap-board .mark-threat")).to_have_count(0)
    page.get_by_role("button", name="Show the threats").click()
    threats = page.locator("[data-part=hints] .finding")
    expect(threats.last).to_have_text("No one answer meets all these threats of Bob.")
    expect(page.locator("#tap-board .mark-threat")).not_to_have_count(0)
    page.get_by_role("button", name="Hide the threats").click()
    expect(page.locator("#tap-board .mark-threat")).to_have_count(0)


def test_hints_propose_moves_for_the_roll(open_page: OpenPage, coached: Companion) -> None:
    game = coached.start("palagonia", ["Ann", "Bob", "Cem"], hints=True)
    coached.lay(game, (0, 0, 0), (1, 0, 2), (1, -1, 4), (2, -1, 0), die=4)
    page = open_page(f"games/{game}", phone=True)
    page.get_by_role("button", name="Show the hints").click()
    hints = page.locator("[data-part=hints]")
    expect(hints).to_contain_text("say what the die shows")
    page.get_by_role("button", name="The die shows 3").click()
    expect(hints.locator(".proposals .board")).to_have_count(3)
    expect(hints).to_contain_text("The next player can make")
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.get_by_role("button", name="Hide the hints").click()
    expect(hints.locator(".proposals")).to_have_count(0)


def test_hints_say_what_each_palagem_lacks(open_page: OpenPage, coached: Companion) -> None:
    ann, bob, *_others = all_palagems()
    palagems = {"Ann": board_to_json(ann.tiles)["tiles"], "Bob": board_to_json(bob.tiles)["tiles"]}
    game = coached.start("palagem", ["Ann", "Bob"], hints=True, palagems=palagems)
    first, orientation = min(ann.tiles.items())
    coached.lay(game, (*first, orientation))
    page = open_page(f"games/{game}")
    page.get_by_role("button", name="Show the hints").click()
    proposals = page.locator(".proposals > li")
    expect(proposals).to_have_count(2)
    expect(proposals.first).to_contain_text("Ann's palagem lacks 3 tiles.")
    expect(proposals.first.locator(".board")).to_be_visible()
