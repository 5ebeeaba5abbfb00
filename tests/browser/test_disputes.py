"""Looking into moves, correcting, voting; the record, and looking back at the game."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from tests.browser.conftest import Companion, OpenPage

PLAYERS = ["Ann", "Bob", "Cem"]
FIRST = ((0, 0, 2), (0, -1, 4), (-1, 0, 0), (-1, 1, 0), (0, 1, 4))
SECOND = ((1, -1, 4), (1, 0, 0), (2, -1, 4), (1, 1, 2), (2, 0, 2))
"""Ten tiles; the second five close an island of value 1: an eye in a ring."""


def with_an_island(companion: Companion, players: list[str] = PLAYERS) -> int:
    """Start a game of Palagonia in which the second move has closed an island."""
    game = companion.start("palagonia", players)
    companion.lay(game, *FIRST, die=5)
    companion.lay(game, *SECOND, die=5)
    rows = companion.state(game)["score_sheet"]["rows"]
    assert [(row["value"], row["points"]["Bob"], row["points"]["Ann"]) for row in rows] == [
        (1, 3, 2)
    ]
    return game


def test_an_island_is_announced_with_its_sum_and_lit_up(
    open_page: OpenPage, companion: Companion
) -> None:
    page = open_page(f"games/{with_an_island(companion)}")
    expect(page.locator(".now-good .now-detail")).to_contain_text("animal 1 = 1")
    expect(page.locator(".now-good .now-detail")).to_contain_text("3 points for Bob, 2 for Ann")
    expect(page.locator(".sheet tbody")).to_contain_text("3 × 1 = 3")
    expect(page.locator(".sheet tbody")).to_contain_text("2 × 1 = 2")
    line = page.locator(".standing .finding", has_text="island worth 1")
    line.click()
    expect(line).to_have_attribute("aria-pressed", "true")


def test_a_vote_changes_the_score_and_keeps_what_was_computed(
    open_page: OpenPage, companion: Companion
) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}")
    page.locator(".move-list a", has_text="Bob").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Move 2")
    expect(page.locator(".row-of")).to_contain_text("Bob: 3 × 1 = 3")
    page.get_by_label("You agree on another value").fill("4")
    page.get_by_role("button", name="Vote").click()
    expect(page.locator(".row-of")).to_contain_text("by vote 4")
    page.get_by_role("link", name="To the game").click()
    expect(page.locator(".sheet tfoot")).to_contain_text("12")
    (row,) = companion.state(game)["score_sheet"]["rows"]
    assert (row["value"], row["vote"]) == (1, 4)


def test_a_move_is_taken_back_where_it_is_disputed(
    open_page: OpenPage, companion: Companion
) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}/moves/1")
    expect(page.get_by_role("button", name="Take this move back")).to_have_count(0)
    page.locator(".steps a").click()
    page.get_by_role("button", name="Take this move back").click()
    expect(page).to_have_url(f"{companion.address}games/{game}")
    expect(page.locator(".seat-of.moves-now")).to_contain_text("Bob")
    assert len(companion.state(game)["moves"]) == 1


def test_a_tile_that_was_read_wrongly_is_corrected(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    page = open_page(f"games/{game}/moves/1")
    page.get_by_role("link", name="Correct tiles").click()
    tile = page.locator("#tap-board .spot[data-cell='0,0']")
    tile.click()
    tile.click()
    tile.click()  # chosen, then turned twice: it matches again, but is another opening
    page.locator("[data-tap=save]").click()
    expect(page).to_have_url(f"{companion.address}games/{game}")
    state = companion.state(game)
    turned = [t["orientation"] for t in state["board"]["tiles"] if (t["q"], t["r"]) == (0, 0)]
    assert turned == [4]
    assert [move["legal"] for move in state["moves"]] == [True]
    corrections = [event for event in state["said"] if event["event"] == "correction"]
    assert [(event["what"], event["seen"]["orientation"]) for event in corrections] == [
        ("set-tile", 0)
    ]


def test_the_roll_and_the_mover_of_a_move_are_corrected(
    open_page: OpenPage, companion: Companion
) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}/moves/2")
    page.locator("#mover").select_option("Cem")
    expect(page.locator(".lead")).to_contain_text("Cem lays 5 tiles")
    assert companion.state(game)["moves"][1]["mover"] == "Cem"


def test_who_undoes_a_move_by_what_they_say_of_it_is_back_at_the_game(
    open_page: OpenPage, companion: Companion
) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}/moves/2")
    page.locator("#die").select_option("3")  # but five tiles lie there
    page.wait_for_url(f"**/games/{game}")
    expect(page.locator(".question")).to_contain_text("what Bob did is against the rules")
    assert len(companion.state(game)["moves"]) == 1


def test_the_record_shows_all_that_was_given_and_said(
    open_page: OpenPage, companion: Companion
) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}/moves/2")
    page.get_by_role("link", name="The whole record").click()
    rows = page.locator(".record tbody tr")
    entries = companion.ask(f"games/{game}/record", method="GET")["entries"]
    expect(rows).to_have_count(len(entries))
    expect(page.locator(".record")).to_contain_text("Bob lays 5 tiles.")


def test_the_game_is_replayed_move_by_move(open_page: OpenPage, companion: Companion) -> None:
    page = open_page(f"games/{with_an_island(companion)}/review")
    lying = "() => [...document.querySelectorAll('#replay-board > g:first-child > use')]"
    count = f"({lying})().filter((tile) => tile.style.opacity === '1').length"
    assert page.evaluate(count) == 10
    page.locator("#replay-back").click()
    assert page.evaluate(count) == 5
    expect(page.locator("#replay-words li:not([hidden])")).to_contain_text("Ann lays 5 tiles")
    page.locator("#replay-at").press("ArrowLeft")
    assert page.evaluate(count) == 0


def test_the_best_island_is_shared_as_svg_and_png(
    open_page: OpenPage, companion: Companion, tmp_path: Path
) -> None:
    page = open_page(f"games/{with_an_island(companion)}/review")
    size = "async (picture) => { await picture.decode(); return picture.naturalWidth; }"
    assert page.locator("#island").evaluate(size) == 1080
    with page.expect_download() as download:
        page.locator("#share-png").click()
    target = tmp_path / "island.png"
    download.value.save_as(target)
    assert target.read_bytes().startswith(b"\x89PNG")
    with page.expect_download() as download:
        page.get_by_role("link", name="SVG").click()
    download.value.save_as(tmp_path / "island.svg")
    assert "island worth 1" in (tmp_path / "island.svg").read_text("utf-8")


def test_a_game_is_forgotten_for_good(open_page: OpenPage, companion: Companion) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}/review")
    page.get_by_text("Forget this game").click()
    page.get_by_role("button", name="Yes, forget it for good").click()
    expect(page).to_have_url(companion.address)
    assert companion.ask("games", method="GET") == {"games": []}


def test_nobody_watches_for_a_while_and_the_game_goes_on(
    open_page: OpenPage, companion: Companion
) -> None:
    game = with_an_island(companion)
    page = open_page(f"games/{game}")
    page.get_by_text("Who watches: by hand").click()
    page.get_by_role("button", name="Stop for now").click()
    expect(page.locator(".trouble")).to_contain_text("Nobody watches the table")
    page.get_by_role("button", name="Go on by hand").click()
    expect(page.locator(".seat-of.moves-now")).to_contain_text("Cem")
    assert companion.state(game)["running"]
