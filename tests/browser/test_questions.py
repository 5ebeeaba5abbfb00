"""What people see and tap where the referee asks, and where table and record differ."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from companion.live.snapshot import Snapshot
from companion.referee.states import State
from tests.browser.conftest import PHONE, Companion, OpenPage
from tests.browser.looking import assert_nobody_is_kept_out
from tests.browser.pages import watched
from tests.companion.asking import adrift, asking, publish, rolls_asked, told

SMALLEST_TAP_PX = 44
MOVED_MS = 600
"""So long after a question came or went, what is tapped is meant."""
SCROLLERS = """() => [...document.querySelectorAll('*')]
    .filter((one) => ['auto', 'scroll'].includes(getComputedStyle(one).overflowY)
        && one.scrollHeight > one.clientHeight + 1)
    .map((one) => one.className)"""
"""Finds what scrolls up and down; within something that scrolls a finger would be caught in it."""
TAP_AS_IT_COMES = """() => (window.tapping = new MutationObserver(() => {
    const [answer] = document.querySelectorAll('.choice:not([aria-busy])');
    answer?.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }));
})).observe(document.querySelector('#live'), { childList: true, subtree: true })"""
"""Taps the first answer of a question in the moment in which it comes."""


@pytest.fixture
def game(companion: Companion) -> str:
    """A game that a camera has seen the first move of."""
    return watched(companion)


def snapshot(companion: Companion) -> Snapshot:
    running = companion.tables.find(1)
    assert running is not None
    return running.news.state.snapshot


def show(companion: Companion, changed: Snapshot) -> None:
    running = companion.tables.find(1)
    assert running is not None
    publish(running.news, changed)


def asked(companion: Companion) -> Snapshot:
    """Have the game ask which of two rolls it was; return how it stood before."""
    before = snapshot(companion)
    free = sorted({n for cell in before.board for n in cell.neighbours()} - before.board.keys())
    one = before.board.with_tile(free[0], 0)
    two = one.with_tile(free[1], 2)
    show(companion, asking(before, rolls_asked(before, (1, one), (2, two))))
    return before


def decisions(page: Page) -> list[dict[str, Any]]:
    """Keep what the page decides from the referee, which has asked nothing, and return it."""
    made: list[dict[str, Any]] = []

    def take(route: Route) -> None:
        made.append(json.loads(route.request.post_data or ""))
        route.fulfill(json={"events": [], "last_event_id": 0})

    page.route("**/decisions", take)
    return made


def test_a_question_is_answered_with_one_tap_and_goes_away_by_itself(
    open_page: OpenPage, companion: Companion, game: str
) -> None:
    page = open_page(game, phone=True)
    made = decisions(page)
    expect(page.locator(".state")).to_have_text("Following the table.")
    expect(page.locator(".question")).to_be_hidden()
    before = asked(companion)
    expect(page.locator(".state")).to_have_text("A question is open.")
    expect(page.locator("#state-news")).to_have_text("A question is open.")
    expect(page.locator(".question h2")).to_have_text("What did Bob roll?")
    expect(page.locator("#now-words")).to_have_text("Ann lays 2 tiles.")
    expect(page.locator(".choice .board")).to_have_count(2)
    for lit in (".board-card .mark-asked .mark-cells path", ".photo .mark-asked .mark-cells path"):
        expect(page.locator(lit)).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    tall = "[...document.querySelectorAll('.choice')].map((one) => one.clientHeight)"
    assert min(page.evaluate(tall)) >= SMALLEST_TAP_PX
    page.wait_for_timeout(MOVED_MS)
    page.get_by_role("button", name="Bob rolled a 2").dblclick()
    expect(page.locator(".choice[aria-busy]")).to_have_count(0)
    data = {"choice": 1, "question": before.last_number + 1}
    assert made == [{"kind": "answer", "data": data}]
    show(companion, before)
    expect(page.locator(".question")).to_be_hidden()
    expect(page.locator("#state-news")).to_have_text("Following the table.")


def test_a_tap_that_was_meant_for_something_else_answers_nothing(
    open_page: OpenPage, companion: Companion, game: str
) -> None:
    page = open_page(game)
    made = decisions(page)
    page.evaluate(TAP_AS_IT_COMES)
    asked(companion)
    expect(page.locator(".choice")).to_have_count(2)
    page.evaluate("window.tapping.disconnect()")  # what is drawn anew later may be meant
    page.wait_for_timeout(MOVED_MS)
    assert made == []
    page.locator(".choice").last.click()
    expect(page.locator(".choice[aria-busy]")).to_have_count(0)
    assert [decision["data"]["choice"] for decision in made] == [1]


def test_where_no_answer_fits_one_tap_says_that_the_table_is_right(
    open_page: OpenPage, companion: Companion, game: str
) -> None:
    page = open_page(game, phone=True)
    made = decisions(page)
    before = asked(companion)
    table_is_right = page.get_by_role("button", name="The table is right")
    expect(page.locator(".choice")).to_have_count(2)
    expect(table_is_right).to_have_count(0)  # table and record agree: there is nothing to take
    free = sorted({n for cell in before.board for n in cell.neighbours()} - before.board.keys())
    now = snapshot(companion)
    show(companion, replace(now, board=before.board.with_tile(free[0], 0)))
    expect(table_is_right).to_have_count(1)
    page.wait_for_timeout(MOVED_MS)
    table_is_right.click()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert [decision["kind"] for decision in made] == ["table-right"]


def test_record_and_table_are_shown_and_one_tap_says_which_is_right(
    open_page: OpenPage, companion: Companion, game: str
) -> None:
    page = open_page(game, phone=True, locale="fr")
    made = decisions(page)
    before = snapshot(companion)
    gone, *_rest = sorted(before.board)
    show(companion, adrift(before, before.board.without(gone)))
    expect(page.locator(".side .board")).to_have_count(2)
    expect(page.locator(".side .mark-asked path")).to_have_count(2)
    expect(page.locator(".board-card .mark-asked path")).to_have_count(1)
    page.wait_for_timeout(MOVED_MS)
    page.get_by_role("button", name="C'est remis").click()
    expect(page.locator("#toast")).to_contain_text("est regard\u00e9e de nouveau")
    assert made == []
    page.get_by_role("button", name="La table est juste").click()
    expect(page.locator(".choice[aria-busy]")).to_have_count(0)
    page.wait_for_timeout(MOVED_MS)
    page.get_by_role("button", name="Ce qui est not\u00e9 est juste").click()
    expect(page.locator(".choice[aria-busy]")).to_have_count(0)
    assert [decision["kind"] for decision in made] == ["table-right", "record-right"]
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_where_record_and_table_differ_an_open_question_can_be_answered_all_the_same(
    open_page: OpenPage, companion: Companion, game: str
) -> None:
    page = open_page(game, phone=True)
    made = decisions(page)
    asked(companion)
    now = snapshot(companion)
    show(companion, adrift(now, now.board.without(min(now.board))))
    expect(page.locator(".side .board")).to_have_count(2)
    expect(page.locator("#question-title")).to_have_text("Table and record differ")
    assert page.evaluate(SCROLLERS) == ["rest"]
    expect(page.locator(".question > p")).to_have_text(
        str(now.question.reason if now.question else "")
    )
    page.wait_for_timeout(MOVED_MS)
    page.locator("ol.choices .choice").nth(1).click()
    expect(page.locator(".choice[aria-busy]")).to_have_count(0)
    page.wait_for_timeout(MOVED_MS)
    page.get_by_role("button", name="The record is right").click()
    expect(page.locator(".choice[aria-busy]")).to_have_count(0)
    assert [decision["kind"] for decision in made] == ["answer", "record-right"]
    assert made[0]["data"]["choice"] == 1
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


def test_hands_are_shown_but_not_read_out(
    open_page: OpenPage, companion: Companion, game: str
) -> None:
    page = open_page(game)
    show(companion, replace(snapshot(companion), watching=State.HANDS))
    expect(page.locator(".state")).to_have_text("Waiting for the hands to leave.")
    expect(page.locator("#state-news")).to_have_text("Following the table.")
    show(companion, replace(snapshot(companion), watching=State.BLIND))
    expect(page.locator("#state-news")).to_have_text("The board cannot be seen.")


def test_questions_keep_nobody_out(open_page: OpenPage, companion: Companion, game: str) -> None:
    before = asked(companion)
    assert_nobody_is_kept_out(open_page(game, color_scheme="light"))
    gone, *_rest = sorted(before.board)
    show(companion, adrift(before, before.board.without(gone)))
    assert_nobody_is_kept_out(open_page(game, color_scheme="dark", phone=True))


@pytest.mark.parametrize("size", [(640, 360), (844, 390)], ids=["small phone", "phone"])
def test_on_a_phone_on_its_side_all_of_a_question_and_what_is_below_it_can_be_reached(
    open_page: OpenPage, companion: Companion, game: str, size: tuple[int, int]
) -> None:
    """Whatever is to be tapped comes under the finger by scrolling, and nothing lies over it."""
    page = open_page(game, phone=True, locale="de", viewport={"width": size[0], "height": size[1]})
    before = asked(companion)
    for state in (snapshot(companion), adrift(before, before.board.without(min(before.board)))):
        show(companion, state)
        expect(page.locator(".state")).to_have_attribute("data-state", state.watching)
        for tapped in page.locator(".rest :is(a[href], button:enabled, summary)").all():
            if tapped.is_visible():
                tapped.click(trial=True)
        for words in page.locator(".rest :is(h2, .due, .turn > .turn-tools, .told-list)").all():
            words.scroll_into_view_if_needed()
            expect(words).to_be_in_viewport()
        assert page.evaluate("document.documentElement.scrollWidth") == size[0]
        page.locator("#live").evaluate("one => one.scrollTo(0, 0)")
        page.locator(".question").evaluate("one => one.scrollTo(0, 0)")
        expect(page.locator("#question-title")).to_be_in_viewport()
        expect(page.locator(".due")).to_be_in_viewport(ratio=0.9)
        expect(page.locator("button.choice").first).to_be_in_viewport(ratio=0.9)


def test_one_tap_says_that_what_is_presumed_is_right(
    open_page: OpenPage, companion: Companion, game: str
) -> None:
    page = open_page(game, phone=True, locale="de")
    made = decisions(page)
    right = page.get_by_role("button", name="Das stimmt")
    expect(right).to_have_count(0)
    now = snapshot(companion)
    made_so = replace(now.standing_move(1).made, presumed=True)
    show(companion, replace(told(now, made_so), presumed=(1,)))
    expect(right).to_have_count(1)
    expect(page.locator("#presumed")).to_have_text("Nicht sicher bekannt: Zug 1.")
    page.wait_for_timeout(MOVED_MS)
    right.click()
    expect(page.locator("[aria-busy]")).to_have_count(0)
    assert [decision["kind"] for decision in made] == ["confirm"]
    assert made[0]["data"] == {"number": 1}
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
