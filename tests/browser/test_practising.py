"""Playing against the computer, pressing what is there to be pressed."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from companion.coaching.coach import CoachError
from companion.live.choice import SourceChoice
from rules import PalagoGame, board_from_json
from rules.proofs.proof import tiles_to_json
from tests.browser.conftest import WAIT_MS, Companion, OpenPage
from tests.browser.test_playing_by_hand import lay
from tests.browser.test_voice import voice_of


def fill_in(page: Page, level: str, color: str) -> None:
    page.get_by_role("radio", name=level).click()
    page.get_by_label("You play").select_option(color)
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Practise").click()


def test_a_game_against_the_computer_is_played_and_taken_back(
    open_page: OpenPage, companion: Companion
) -> None:
    page = open_page("", phone=True)
    fill_in(page, "Easy", "white")
    expect(page).to_have_url(f"{companion.address}games/1")
    # each with a clock behind it once a second was thought about a move
    expect(page.locator(".seat-of")).to_contain_text(["Annwhite", "Computer (easy)blue"])
    expect(page.locator(".seat-of")).to_have_count(2)
    lay(page, "0,0", "0,-1")
    lines = ["2 Computer (easy) lays 2 tiles.", "1 Ann lays 2 tiles.", "Before the first move"]
    expect(page.locator(".move-list li")).to_contain_text(lines)
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    expect(page.locator("#now-words")).to_contain_text("Computer (easy)")
    expect(page.locator("#tap-board .mark-last path")).to_have_count(2)
    moves = companion.state(1)["moves"]
    assert [move["mover"] for move in moves] == ["Ann", "Computer (easy)"]
    page.get_by_role("button", name="Take back my move").click()
    expect(page.locator("#tap-board .spot.tile")).to_have_count(0)
    expect(page.get_by_role("button", name="Take back my move")).to_be_disabled()
    assert companion.state(1)["moves"] == []


def test_nothing_is_tapped_in_while_the_computer_thinks(
    open_page: OpenPage, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_answer = Event()

    def ask(_question: Any, _seconds: float) -> Any:
        may_answer.wait(WAIT_MS / 1000)
        raise CoachError("Nobody waits for it any more.")

    monkeypatch.setattr(companion.tables.coach, "ask", ask)
    page = open_page("")
    fill_in(page, "Hard", "blue")
    expect(page.locator(".due")).to_have_text("Computer (hard) thinks about its move …")
    expect(page.locator("#tap-status")).to_have_text("Computer (hard) thinks about its move …")
    page.locator("#tap-board .spot.empty").click()  # the middle of the bare table, to be seen
    expect(page.locator("#tap-board .spot.tile")).to_have_count(0)
    expect(page.locator("[data-tap=lay]")).to_be_disabled()
    may_answer.set()
    expect(page.locator(".due")).to_contain_text("finds no move")
    expect(page.locator("#tap-board .spot.empty")).to_have_count(7)  # people lay one for it


def test_by_camera_the_computers_move_is_drawn_and_said(
    open_page: OpenPage, companion: Companion, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody lets a phone look on in the computer's turn."""
    may_answer = Event()

    def ask(question: Any, _seconds: float) -> Any:
        assert may_answer.wait(WAIT_MS / 1000)
        game = PalagoGame(start=board_from_json(question["board"]))
        return {"placed": tiles_to_json(next(game.legal_moves()))}

    monkeypatch.setattr(companion.tables.coach, "ask", ask)
    computer = {"player": "Bob", "level": "easy"}
    game = companion.start("palago", ["Ann", "Bob"], computer=computer)
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    companion.tables.go_on(game, SourceChoice("phone"))
    page = open_page(f"games/{game}")
    voice_of(page)
    page.locator("#speak").click()
    expect(page.locator(".due")).to_have_text("Bob thinks about its move …")
    may_answer.set()
    chosen = "Bob has chosen: lay the tiles that are drawn with a dashed rim."
    expect(page.locator(".due")).to_have_text(chosen)
    expect(page.locator("#clean-board .tiles use")).to_have_count(4)
    expect(page.locator("#clean-board .mark-changed path")).to_have_count(2)
    page.wait_for_function("() => window.said.length > 1")
    assert page.evaluate("window.said") == ["Announcements are said aloud.", chosen]
    assert len(companion.state(game)["moves"]) == 1
