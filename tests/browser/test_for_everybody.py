"""Every page, in both themes and languages, on a phone and on a laptop: for everybody to use."""

from __future__ import annotations

from typing import Literal

import pytest
from playwright.sync_api import Browser, Response, ViewportSize, expect

from calibration.languages import LANGUAGES
from companion.web.request_language import COOKIE
from tests.browser.conftest import PHONE, Companion, OpenPage, box_of
from tests.browser.looking import (
    CUT_OFF,
    SMALLEST_TARGET_PX,
    SPOKEN,
    TOO_SMALL,
    assert_nobody_is_kept_out,
    spoken_in_turn,
)
from tests.browser.pages import CLOSING_GAME, PAGES, PageOf, by_hand, illegal
from tests.browser.test_disputes import with_an_island

MOST_BYTES = 200_000
SMALLEST: ViewportSize = {"width": 320, "height": 640}
every_page = pytest.mark.parametrize("page_of", PAGES, ids=lambda page_of: page_of.__name__)


@every_page
def test_a_page_keeps_nobody_out_is_light_and_fits_a_small_phone_and_a_finger(
    open_in_world: OpenPage, world: Companion, page_of: PageOf
) -> None:
    """Each page is brought about once, and loaded once a device and language."""
    address = page_of(world)
    page = open_in_world(address, color_scheme="light", locale="fr")
    assert_nobody_is_kept_out(page)

    sizes: dict[str, int] = {}

    def weigh(response: Response) -> None:
        kinds = ("document", "stylesheet", "script")
        if response.request.resource_type in kinds:
            sizes[response.url] = len(response.body())

    page = open_in_world(
        address, color_scheme="dark", phone=True, locale=SPOKEN[-1], on_response=weigh
    )
    assert sizes
    assert sum(sizes.values()) < MOST_BYTES, sizes
    assert not page.evaluate(TOO_SMALL, SMALLEST_TARGET_PX)
    assert_nobody_is_kept_out(page)
    for language in spoken_in_turn(page, world, shown=SPOKEN[-1]):
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide == PHONE["width"], (language, wide)
        assert page.evaluate(CUT_OFF) == [], language


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_page_that_is_not_there_keeps_nobody_out(
    browser: Browser, companion: Companion, theme: Literal["light", "dark"]
) -> None:
    context = browser.new_context(color_scheme=theme)
    page = context.new_page()
    page.goto(f"{companion.address}games/7")
    expect(page.locator("main")).to_contain_text("There is no game 7")
    assert_nobody_is_kept_out(page)
    context.close()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_headline_is_read_across_a_table(
    open_page: OpenPage, companion: Companion, theme: str
) -> None:
    page = open_page(illegal(companion), color_scheme=theme)
    page.set_viewport_size({"width": 1920, "height": 1080})
    headline = page.locator("#now-words")
    expect(headline).to_be_in_viewport()
    size = headline.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
    assert size >= 48


@pytest.mark.parametrize("players", [3, 4, 6])
def test_the_score_sheet_shows_everybody_at_every_width(
    open_page: OpenPage, companion: Companion, players: int
) -> None:
    names = ["Ann", "Bob", "Cem", "Dora", "Élodie Marchand", "Friedrich"]
    page = open_page(f"games/{with_an_island(companion, names[:players])}", locale="fr")
    for width in (360, 768, 1366, 1920):
        page.set_viewport_size({"width": width, "height": 800})
        sheet = page.locator(".score-sheet")
        expect(sheet.locator("thead th")).to_have_count(players)
        assert sheet.evaluate("one => one.scrollWidth <= one.parentElement.clientWidth"), width


@pytest.mark.parametrize("locale", ["de", "es"])
def test_all_columns_of_the_players_find_room_on_a_phone(
    open_page: OpenPage, companion: Companion, locale: str
) -> None:
    game = companion.start("palago", ["Annemarie", "Bartholomäus"])
    for move in CLOSING_GAME:
        companion.lay(game, *move)
    page = open_page("players", phone=True, locale=locale)
    around = page.locator(".sheet").locator("xpath=..")
    assert around.evaluate("one => one.scrollWidth <= one.clientWidth")


def test_the_buttons_of_a_turn_lie_under_the_thumb(
    open_page: OpenPage, companion: Companion
) -> None:
    wanted = {
        "game": "palago",
        "players": [{"name": "Ann"}, {"name": "Bob"}],
        "source": {"kind": "phone"},
    }
    game = companion.ask("games", wanted)["id"]
    page = open_page(f"games/{game}", phone=True)
    for language in spoken_in_turn(page, companion):
        for name in ("#end-turn", "#take-back", "#pause"):
            box = box_of(page, name)
            assert box["y"] + box["height"] > PHONE["height"] * 3 / 4, language
            assert 0 <= box["x"] <= box["x"] + box["width"] <= PHONE["width"], language


@pytest.mark.parametrize("page_of", [illegal, by_hand], ids=lambda page_of: page_of.__name__)
def test_nothing_is_cut_off_on_a_phone_that_lies_on_its_side(
    open_page: OpenPage, companion: Companion, page_of: PageOf
) -> None:
    page = open_page(page_of(companion), phone=True)
    page.set_viewport_size({"width": PHONE["height"], "height": PHONE["width"]})
    for language in spoken_in_turn(page, companion):
        assert page.evaluate(CUT_OFF) == [], language


def test_it_can_be_installed(open_page: OpenPage) -> None:
    page = open_page("")
    address = page.locator("link[rel=manifest]").get_attribute("href")
    manifest = page.evaluate("async (url) => (await fetch(url)).json()", address)
    assert manifest["display"] == "standalone"
    for icon in manifest["icons"]:
        status = page.evaluate("async (url) => (await fetch(url)).status", icon["src"])
        assert status == 200


def test_a_game_goes_on_after_the_companion_was_away(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}")
    companion.tables.stop(game)
    page.reload()
    expect(page.locator(".trouble")).to_contain_text("Nobody watches")
    page.get_by_role("button", name="Go on by hand").click()
    page.locator("#tap-board .spot.empty").first.click()
    expect(page.locator("#tap-status")).to_contain_text("Tile added")


@pytest.mark.parametrize("palette", ["apart", "strong"])
def test_other_colours_are_remembered_on_every_page_and_keep_nobody_out(
    open_page: OpenPage, companion: Companion, palette: str
) -> None:
    page = open_page(illegal(companion))
    page.locator("#settings > summary").click()
    page.locator("#palette").select_option(palette)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
        assert_nobody_is_kept_out(page)
    page.goto(companion.address)
    expect(page.locator("html")).to_have_attribute("data-palette", palette)
    page.emulate_media(color_scheme="light")


@pytest.mark.parametrize("address", ["", "players"])
def test_buttons_find_room_on_the_smallest_phone_in_every_language(
    open_page: OpenPage, companion: Companion, address: str
) -> None:
    """320 px across, as text that is enlarged to 400 % leaves (WCAG 2.2, 1.4.10)."""
    page = open_page(address, phone=True)
    page.set_viewport_size(SMALLEST)
    for language in LANGUAGES:
        page.context.add_cookies([{"name": COOKIE, "value": language, "url": companion.address}])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        wide = page.evaluate("document.documentElement.scrollWidth")
        assert wide == SMALLEST["width"], (language, wide)
        assert page.evaluate(CUT_OFF) == [], language
        sticking_out = page.locator(".bar .button, .start-row .button").evaluate_all(
            "all => all.filter(one => one.scrollWidth > one.clientWidth).map(one => one.innerText)"
        )
        assert not sticking_out, language
