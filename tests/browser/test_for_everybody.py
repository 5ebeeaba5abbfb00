"""Every page, in both themes and languages, on a phone and on a laptop: for everybody to use."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import islice
from time import monotonic, sleep
from typing import Literal
from urllib.request import Request, urlopen

import cv2
import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Response, expect

from calibration.languages import LANGUAGES
from companion.coaching.review import Kind, Moment, Review, Standing, digest_of
from companion.coaching.reviews import keep
from companion.live.choice import SourceChoice
from companion.live.demos import all_demos
from companion.showing.coaching.review_view import played_moves
from companion.sources.video_file import VideoFile
from companion.storage.database import connect
from companion.web import reach
from companion.web.request_language import COOKIE
from rules import Move
from rules.move import Tile
from tests.browser.conftest import LATE_MS, PHONE, Companion, OpenPage, box_of
from tests.browser.test_disputes import with_an_island

MOST_BYTES = 200_000
WAIT_S = 120
CLOSING_GAME = (
    ((0, 0, 0), (1, -1, 4)),
    ((1, 0, 2), (2, -1, 0)),
    ((0, -1, 2), (0, -2, 0)),
    ((0, 1, 4),),
)
BEFORE_THE_FIRST_MOVE_S, AFTER_IT_S = 0.4, 3.8
SMALLEST_TARGET_PX = 24
TOO_SMALL = """least => [...document.querySelectorAll('button, select, .button, [type=checkbox]')]
    .filter((one) => one.checkVisibility() && one.getBoundingClientRect().height)
    .filter(({ offsetWidth, offsetHeight }) => Math.min(offsetWidth, offsetHeight) < least)
    .map((one) => one.outerHTML)"""
"""Finds what is to be tapped but too small for it."""
CUT_OFF = """() => [...document.querySelectorAll('button, .button, summary, label, h1, h2, h3, p')]
    .filter((one) => one.checkVisibility() && !one.closest('.unseen, .skip'))
    .filter((one) => {
        const style = getComputedStyle(one);
        if (style.display !== 'inline' && one.scrollWidth > one.clientWidth + 1) return true;
        const { left, right } = one.getBoundingClientRect();
        for (let around = one.parentElement; around; around = around.parentElement) {
            const { overflowX } = getComputedStyle(around);
            if (overflowX === 'auto' || overflowX === 'scroll') return false;
            const room = around.getBoundingClientRect();
            const sticksOut = left < room.left - 1 || right > room.right + 1;
            if (overflowX !== 'visible' && sticksOut) return true;
        }
        return left < -1 || right > innerWidth + 1;
    })
    .map((one) => one.outerHTML)"""
"""Finds what has more words than it has room for."""


def start(_companion: Companion) -> str:
    return ""


def photos(_companion: Companion) -> str:
    return "photos"


def reading(companion: Companion) -> str:
    answer = companion.read("p001087_small")
    return str(answer["url"]).removeprefix(companion.address)


def by_hand(companion: Companion) -> str:
    return f"games/{with_an_island(companion)}"


def illegal(companion: Companion) -> str:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    companion.lay(game, (1, -1, 1), (1, 0, 1))
    return f"games/{game}"


def palagem(companion: Companion) -> str:
    game = companion.start("palagem", ["Ann", "Bob"])
    build_palagems(companion, game)
    return f"games/{game}"


def build_palagems(companion: Companion, game: int) -> None:
    cells = ((0, 0), (1, -1), (1, 0), (2, -1))
    for player, ways in (("Ann", (2, 4, 0, 2)), ("Bob", (0, 4, 0, 2))):
        tiles = [{"q": q, "r": r, "orientation": k} for (q, r), k in zip(cells, ways, strict=True)]
        decision = {"kind": "set-palagem", "data": {"player": player, "tiles": tiles}}
        companion.ask(f"games/{game}/decisions", decision)


def claiming(companion: Companion) -> str:
    game = companion.start("palagem", ["Ann", "Bob"], mode="claim")
    build_palagems(companion, game)
    companion.lay(game, (0, 0, 2))
    return f"games/{game}"


def watched(companion: Companion) -> str:
    """A game that a phone sends photos of: of the table before the first move and after it."""
    address = code(companion).removesuffix("/camera")
    for second, part in ((BEFORE_THE_FIRST_MOVE_S, "ready"), (AFTER_IT_S, "moves")):
        film = VideoFile(all_demos()[0].path, paced=False)
        frame = next(islice(film, int(second * film.fps), None))
        film.close()
        photo = cv2.imencode(".jpg", frame.image)[1].tobytes()
        frames = f"{companion.address}api/{address}/frames?hold=yes"
        urlopen(Request(frames, photo, {"Content-Type": "image/jpeg"}), timeout=WAIT_S).close()
        deadline = monotonic() + WAIT_S
        while not companion.state(1)[part]:
            assert monotonic() < deadline, companion.state(1)["said"]
            sleep(0.2)
    return address


def seen_move(companion: Companion) -> str:
    return f"{watched(companion)}/moves/1"


def why_illegal(companion: Companion) -> str:
    address = illegal(companion)
    (event,) = [e for e in companion.state(int(address[6:]))["said"] if e["event"] == "illegal"]
    return f"{address}/rulings/{event['id']}"


def not_followed(companion: Companion) -> str:
    game = with_an_island(companion)
    companion.tables.stop(game)
    return f"games/{game}"


def move(companion: Companion) -> str:
    return f"{by_hand(companion)}/moves/2"


def correcting(companion: Companion) -> str:
    return f"{by_hand(companion)}/table"


def record(companion: Companion) -> str:
    return f"{by_hand(companion)}/record"


def review(companion: Companion) -> str:
    return f"{by_hand(companion)}/review"


def code(companion: Companion) -> str:
    wanted = {
        "game": "palago",
        "players": [{"name": "Ann"}, {"name": "Bob"}],
        "source": {"kind": "phone"},
    }
    return f"games/{companion.ask('games', wanted)['id']}/camera"


def phone(companion: Companion) -> str:
    code(companion)
    return "phone/1"


def correcting_a_photo(companion: Companion) -> str:
    return f"{reading(companion)}#correcting"


def trust(_companion: Companion) -> str:
    return "trust"


def calibrating(_companion: Companion) -> str:
    return "calibrate"


def coached(companion: Companion) -> str:
    """A game whose review found a win that was missed; nothing is searched for."""
    game = companion.start("palago", ["Ann", "Bob"])
    for tiles in CLOSING_GAME:
        companion.lay(game, *tiles)
    moves = played_moves(companion.tables.find(game).news.state.snapshot)  # type: ignore[union-attr]
    win = moves[-1].after.without(*moves[-1].before)
    line = (Move(placed=tuple(Tile(*one) for one in win.items()), ordered=True),)
    standings = (*[Standing(None, 0, 0.2)] * (len(moves) - 1), Standing("blue", 1, -1.0))
    missed = Moment(len(moves) - 1, Kind.ALLOWED, 1, line, line[0])
    with closing(connect(companion.data)) as connection:
        keep(connection, game, digest_of(moves), Review((*standings, standings[-1]), (missed,)))
    return f"games/{game}/review"


def better_move(companion: Companion) -> str:
    return f"{coached(companion)}/moves/3"


def puzzles(_companion: Companion) -> str:
    return "puzzles"


def rules(_companion: Companion) -> str:
    return "rules/palagonia"


def lesson(_companion: Companion) -> str:
    return "learn/palagonia/4"


def to_print(_companion: Companion) -> str:
    return "print"


def hinted(companion: Companion) -> str:
    game = companion.start("palago", ["Ann", "Bob"], hints=True)
    for tiles in CLOSING_GAME[:-1]:
        companion.lay(game, *tiles)
    return f"games/{game}"


def overview(companion: Companion) -> str:
    by_hand(companion)
    illegal(companion)
    return "tables"


def players(companion: Companion) -> str:
    review(companion)
    return "players"


def tournament(companion: Companion) -> str:
    """One of five in its second round: with a bye, a draw, a late and a longwinded player."""
    names = ["Ann", "Bob", "Cem", "Dora", "Élodie Marchand-Beauregard"]
    wanted = {"name": "Club evening", "rounds": 3, "players": names}
    address = f"tournaments/{companion.ask('tournaments', wanted)['id']}"
    companion.ask(f"{address}/rounds", {"round": 1})
    for table, result in ((1, "first"), (2, "draw")):
        told = {"result": result}
        companion.ask(f"{address}/rounds/1/tables/{table}/result", told, method="PUT")
    companion.ask(f"{address}/players", {"name": "Fay"})
    companion.ask(f"{address}/players/2", {"here": False}, method="PUT")
    companion.ask(f"{address}/rounds", {"round": 2})
    return address


def tournaments(companion: Companion) -> str:
    tournament(companion)
    return "tournaments"


def standings(companion: Companion) -> str:
    return f"{tournament(companion)}/standings"


def pairings(companion: Companion) -> str:
    return f"{tournament(companion)}/rounds/1"


def at_a_table(companion: Companion) -> str:
    return f"?pairing={tournament(companion).removeprefix('tournaments/')}.2.1"


def open_to_spectators(companion: Companion) -> str:
    """All tables with the code that spectators scan."""
    let_spectators_in(companion)
    return overview(companion)


def let_spectators_in(companion: Companion) -> str:
    """Let spectators in, over an HTTPS that nobody uses; return the token of their code."""
    home = ("127.0.0.1",)
    reach.install(companion.app, reach.Reach(home, home, 8000, 8443, b"the tests need none"))
    code = companion.ask("spectators", {"spectators": True}, method="PUT")
    return str(code["url"]).partition("=")[2]


PAGES = (
    start,
    overview,
    open_to_spectators,
    players,
    tournaments,
    tournament,
    standings,
    pairings,
    at_a_table,
    photos,
    reading,
    by_hand,
    illegal,
    palagem,
    claiming,
    watched,
    seen_move,
    why_illegal,
    not_followed,
    move,
    correcting,
    correcting_a_photo,
    record,
    review,
    coached,
    better_move,
    puzzles,
    hinted,
    rules,
    lesson,
    to_print,
    code,
    phone,
    trust,
    calibrating,
)
every_page = pytest.mark.parametrize("page_of", PAGES, ids=lambda page_of: page_of.__name__)
PageOf = Callable[[Companion], str]


SPOKEN = tuple(LANGUAGES) if os.environ.get("PALAGO_LANGUAGES") == "all" else ("en", "de")
"""German has the longest words; the campaign tries every language."""


def spoken_in_turn(page: Page, companion: Companion) -> Iterator[str]:
    """Show a page in one language after the other."""
    for language in SPOKEN:
        page.context.add_cookies([{"name": COOKIE, "value": language, "url": companion.address}])
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", language)
        yield language


def assert_nobody_is_kept_out(page: Page) -> None:
    """Assert that a page has nothing that hands, eyes or ears of some kind cannot use."""
    results = Axe().run(page)
    assert not results.response["violations"], results.generate_report()


@every_page
def test_a_page_keeps_nobody_out_is_light_and_fits_a_small_phone_and_a_finger(
    open_page: OpenPage, companion: Companion, page_of: PageOf
) -> None:
    """Each page is brought about once, since that takes longer than to look at it."""
    address = page_of(companion)
    assert_nobody_is_kept_out(open_page(address, color_scheme="light"))

    sizes: dict[str, int] = {}

    def weigh(response: Response) -> None:
        kinds = ("document", "stylesheet", "script")
        if response.request.resource_type in kinds:
            sizes[response.url] = len(response.body())

    page = open_page(address, color_scheme="dark", phone=True, locale="fr", on_response=weigh)
    assert sizes
    assert sum(sizes.values()) < MOST_BYTES, sizes
    assert not page.evaluate(TOO_SMALL, SMALLEST_TARGET_PX)
    assert_nobody_is_kept_out(page)
    for language in spoken_in_turn(page, companion):
        page.wait_for_timeout(LATE_MS)
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
