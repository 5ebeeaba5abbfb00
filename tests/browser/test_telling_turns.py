"""What was played is told turn by turn, where the record is wrong and no answer says so."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Companion, OpenPage

MOVES = (
    ((0, 0, 0), (1, -1, 4)),
    ((1, 0, 2), (2, -1, 0)),
    ((0, -1, 2), (0, -2, 0)),
)
ON_TABLE = {(q, r): k for tiles in MOVES for q, r, k in tiles}


def tap(page: Page, *cells: str) -> None:
    for cell in cells:
        page.locator(f"#tap-board .spot[data-cell='{cell}']").click()


def played(companion: Companion, game: int) -> list[tuple[str, int, bool]]:
    """Return who laid how many tiles in each move on record, and whether that was legal."""
    moves = companion.state(game)["moves"]
    return [(m["mover"], len(m["placed"]), m["legal"]) for m in moves]


def told_from(open_page: OpenPage, companion: Companion) -> tuple[int, Page]:
    """Open the second move of a game of three, and tell it otherwise."""
    game = companion.start("palago", ["Ann", "Bob"])
    for tiles in MOVES:
        companion.lay(game, *tiles)
    page = open_page(f"games/{game}/moves/2", phone=True)
    page.get_by_role("link", name="It was played otherwise").click()
    expect(page.get_by_role("heading", level=2)).to_have_text("Move 2")
    return game, page


def test_tiles_are_tapped_in_as_they_lie_and_each_turn_is_its_players(
    open_page: OpenPage, companion: Companion
) -> None:
    game, page = told_from(open_page, companion)
    expect(page.locator("#tap-board .hinted")).to_have_count(4)
    tap(page, "1,0", "2,-1", "0,-1")
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator("#told-mover")).to_have_value("Ann")
    expect(page.locator("#told-turns li")).to_have_text("2 Bob: laid: 3")
    tap(page, "0,-2")
    expect(page.locator("#tap-board .hinted")).to_have_count(0)
    page.get_by_role("button", name="That was played").click()
    expect(page.locator("#now-words")).to_have_count(1)
    assert played(companion, game) == [("Ann", 2, True), ("Bob", 3, False), ("Ann", 1, False)]
    board = companion.state(game)["board"]["tiles"]
    assert {(t["q"], t["r"]): t["orientation"] for t in board} == ON_TABLE


def test_a_turn_is_undone_tile_by_tile_and_can_be_another_players(
    open_page: OpenPage, companion: Companion
) -> None:
    game, page = told_from(open_page, companion)
    tap(page, "1,0", "0,-1")
    page.get_by_role("button", name="Next turn").click()
    page.get_by_role("button", name="Undo").click()
    expect(page.locator("#told-turns li")).to_have_count(0)
    expect(page.locator("#told-mover")).to_have_value("Bob")
    page.get_by_role("button", name="Undo").click()
    tap(page, "2,-1")
    page.locator("#told-mover").select_option("Ann")
    page.get_by_role("button", name="That was played").click()
    expect(page.locator("#now-words")).to_have_count(1)
    assert played(companion, game) == [("Ann", 2, True), ("Ann", 2, True)]


def test_the_rest_is_as_on_record(open_page: OpenPage, companion: Companion) -> None:
    """Bob's two tiles were Ann's third and fourth: she laid all four, and then he his own."""
    game = companion.start("palago", ["Ann", "Bob"])
    for tiles in (*MOVES, ((2, 0, 2), (3, -1, 0))):
        companion.lay(game, *tiles)
    page = open_page(f"games/{game}/told/1", phone=True)
    rest = page.get_by_role("button", name="The rest as on record")
    tap(page, "0,0", "1,-1", "1,0", "2,-1")
    rest.click()
    expect(page.locator("#told-turns li")).to_have_text(
        ["1 Ann: laid: 4", "2 Bob: laid: 2", "3 Ann: laid: 2"]
    )
    expect(rest).to_be_disabled()
    page.get_by_role("button", name="That was played").click()
    expect(page.locator("#now-words")).to_have_count(1)
    assert [who for who, _, _ in played(companion, game)] == ["Ann", "Bob", "Ann"]
    again = open_page(f"games/{game}/told/2")
    again.get_by_role("button", name="The rest as on record").click()
    expect(again.locator("#told-turns li")).to_have_count(2)


def test_a_pass_and_rolls_are_told(open_page: OpenPage, companion: Companion) -> None:
    game = companion.start("palagonia", ["Ann", "Bob", "Cem"])
    companion.lay(game, (0, 0, 2), (0, -1, 4), (-1, 0, 0), die=3)
    companion.lay(game, (-1, 1, 0), (0, 1, 4), die=2)
    page = open_page(f"games/{game}/told/2")
    page.get_by_label("Roll").select_option("6")
    page.get_by_role("button", name="Next turn").click()
    expect(page.locator("#told-turns li")).to_have_text("2 Bob: passed")
    tap(page, "-1,1", "0,1")
    page.get_by_label("Roll").select_option("2")
    page.get_by_role("button", name="That was played").click()
    expect(page.locator("#now-words")).to_have_count(1)
    moves = companion.state(game)["moves"]
    assert [(move["mover"], move["die"]) for move in moves] == [("Ann", 3), ("Bob", 6), ("Cem", 2)]
    assert companion.state(game)["turn"]["mover"] == "Ann"


def test_nothing_is_no_turn(open_page: OpenPage, companion: Companion) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, *MOVES[0])
    page = open_page(f"games/{game}/told/2")
    expect(page.get_by_role("button", name="That was played")).to_be_disabled()
    tap(page, "1,0")
    expect(page.get_by_role("button", name="That was played")).to_be_enabled()
    page.get_by_role("button", name="Undo").click()
    expect(page.get_by_role("button", name="That was played")).to_be_disabled()
