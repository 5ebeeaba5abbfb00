"""All tables at a glance: who looks after a club's evening sees where something is wrong."""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.conftest import PHONE, Companion, OpenPage
from tests.browser.pages import let_spectators_in

OPENING = ((0, 0, 4), (1, 0, 4))
MISMATCHED = ((0, 1, 1), (1, 1, 1))
LEFT_OF = """(one, text) => {
  const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const at = walker.currentNode.data.indexOf(text);
    if (at < 0) continue;
    const range = document.createRange();
    range.setStart(walker.currentNode, at);
    range.setEnd(walker.currentNode, at + text.length);
    return range.getBoundingClientRect().left;
  }
  return null;
}"""


def test_it_says_where_something_is_wrong_and_forgets_what_is_over(
    open_page: OpenPage, companion: Companion
) -> None:
    first = companion.start("palago", ["Ann", "Bob"])
    second = companion.start("palagonia", ["Cem", "Dora", "Élodie"])
    page = open_page("")
    page.get_by_role("link", name="All tables").click()
    cards = page.locator(".table-card")
    expect(cards).to_have_count(2)
    expect(cards.first).to_contain_text("Ann · Bob")
    expect(cards.last.locator(".table-points li")).to_have_count(3)

    companion.lay(first, *OPENING)
    expect(cards.first).to_contain_text("Ann lays 2 tiles.")
    expect(cards.first.locator(".board .tiles use")).to_have_count(2)
    companion.lay(first, *MISMATCHED)
    expect(page.locator(f"#table-{first}.now-bad")).to_be_visible()
    expect(page.locator("#alarm-news")).to_contain_text("Not legal")

    companion.ask(f"games/{second}/source", method="DELETE")
    expect(cards).to_have_count(1)
    companion.ask(f"games/{first}/source", method="DELETE")
    expect(cards).to_have_text(["No table is followed at present."])
    third = companion.start("palagem", ["Fay", "Gus"])
    expect(page.locator(f"#table-{third} h2")).to_contain_text("Fay · Gus")
    page.get_by_role("link", name="Fay · Gus").click()
    expect(page).to_have_url(f"{companion.address}games/{third}")


def test_many_tables_fit_every_screen(open_page: OpenPage, companion: Companion) -> None:
    for number in range(8):
        companion.lay(companion.start("palago", [f"A{number}", f"B{number}"]), *OPENING)
    page = open_page("tables", phone=True, locale="de")
    expect(page.locator(".table-card")).to_have_count(8)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    page.set_viewport_size({"width": 1920, "height": 1080})
    last = page.locator(".table-card").last
    expect(last).to_be_in_viewport(ratio=1)


def test_a_streaming_program_lays_one_game_over_its_picture(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palagonia", ["Cem", "Dora", "Élodie"])
    page = open_page(f"games/{game}/stream")
    companion.lay(game, (0, 0, 0), (1, 0, 2), (1, -1, 4), die=3)
    expect(page.locator(".table-card")).to_contain_text("Cem lays 3 tiles.")
    expect(page.locator(".table-points li")).to_have_count(3)
    expect(page.locator(".table-card .board")).to_be_visible()
    for part in ("html", "body", "main"):
        painted = page.locator(part).evaluate("one => getComputedStyle(one).backgroundColor")
        assert painted == "rgba(0, 0, 0, 0)", part
    page.goto(f"{companion.address}games/{game}/stream?board=no")
    expect(page.locator(".table-card .board")).to_be_hidden()


def test_one_code_for_spectators_is_shown_and_taken_away(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    token = let_spectators_in(companion)
    page = open_page("tables")
    code = page.get_by_role("img", name="Code for spectators")
    expect(code).to_be_visible()
    assert code.evaluate("one => one.complete && one.naturalWidth > 0")
    assert token not in page.content()
    watching = open_page(f"watch#token={token}", phone=True)
    expect(watching).to_have_url(f"{companion.address}tables")
    expect(watching.locator(f"#table-{game}")).to_contain_text("Ann · Bob")
    page.reload()
    expect(page.locator("#spectators")).to_contain_text("1 person has come in.")
    page.get_by_role("button", name="Shut spectators out").click()
    expect(page.get_by_role("button", name="Let spectators in")).to_be_visible()
    expect(code).to_have_count(0)


def test_names_of_any_length_and_script_stand_in_the_order_of_play(
    open_page: OpenPage, companion: Companion
) -> None:
    names = ["أحمد", "שרה", "W" * 40]
    game = companion.start("palagonia", names)
    page = open_page("tables", phone=True)
    title, points = page.locator(f"#table-{game} h2 .quiet"), page.locator(".table-points li")
    expect(points).to_have_count(3)
    assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"]
    places = [title.evaluate(LEFT_OF, name) for name in names[:2]]
    assert places == sorted(places), "a name further on stands before"
    for seat, name in zip(points.all(), names[:2], strict=False):
        assert seat.evaluate(LEFT_OF, name) < seat.evaluate(LEFT_OF, "0")
