"""A game of each kind, from the first page to its result, by somebody who has only the page.

They press what they see, by its name or where it lies on the screen, and know how tiles lie from
what the page says. Each game has an illegal move and a dispute. The rules alone tell them which
moves are worth a try.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from rules import Board, Cell, Palagem, judge_palagem, judge_palago, judge_palagonia
from rules.move import Tile
from rules.tile import BLUE
from tests.browser.conftest import OpenPage

PLACES = (
    "on the right",
    "at the upper right",
    "at the upper left",
    "on the left",
    "at the lower left",
    "at the lower right",
)
MOST_TURNS = 6
MIDDLE_OF = """name => {
    const one = document.querySelector(name)?.getBoundingClientRect();
    return one && [one.left + one.width / 2, one.top + one.height / 2];
}"""
"""Where on the screen a place of the board is: eyes find it, and so does this."""

OPENING = (Tile(Cell(0, 0), 0), Tile(Cell(1, -1), 4))
SECOND = (Tile(Cell(1, 0), 2), Tile(Cell(2, -1), 0))
THIRD = (Tile(Cell(0, -1), 2), Tile(Cell(0, -2), 0))
CLOSING = (Tile(Cell(0, 1), 4),)
RHOMBUS = {Cell(0, 0): 2, Cell(1, -1): 4, Cell(1, 0): 0, Cell(2, -1): 2}
"""As the page offers a palagem to be built."""
FIRST_FIVE = tuple(
    Tile(Cell(q, r), k) for q, r, k in ((0, 0, 2), (0, -1, 4), (-1, 0, 0), (-1, 1, 0), (0, 1, 4))
)
LAST_FIVE = tuple(
    Tile(Cell(q, r), k) for q, r, k in ((1, -1, 4), (1, 0, 0), (2, -1, 4), (1, 1, 2), (2, 0, 2))
)


@dataclass(frozen=True)
class Player:
    """Somebody before the page."""

    page: Page

    def press(self, name: str, role: Literal["button", "link"] = "button") -> None:
        """Press what is called so and can be seen."""
        self.page.get_by_role(role, name=name, exact=True).locator("visible=true").first.click()

    def reads(self, words: str) -> None:
        """Wait until these words can be read."""
        expect(self.page.get_by_text(words).locator("visible=true").first).to_be_visible()

    def starts(self, game: str, names: Sequence[str], rules: Mapping[str, str]) -> None:
        """Start a game from the first page, to be tapped in by hand."""
        page = self.page
        page.get_by_role("radio", name=game).click()
        for number, name in enumerate(names, 1):
            page.get_by_role("textbox", name=f"Name of player {number}").fill(name)
        page.get_by_role("radio", name="Nobody").click()
        if rules:
            page.get_by_text("House rules", exact=True).click()
        for label, value in rules.items():
            page.get_by_label(label).locator("visible=true").fill(value)
        self.press("Start")
        expect(page.get_by_role("button", name="Done")).to_be_visible()

    def tap(self, cell: Cell) -> None:
        """Tap on a place of the board, once what was handed in before is there."""
        expect(self.page.locator("#tapping[aria-busy]")).to_have_count(0)
        name = f"#tap-board .spot[data-cell='{cell.q},{cell.r}']"
        expect(self.page.locator(name)).to_be_visible()
        x, y = self.page.evaluate(MIDDLE_OF, name)
        self.page.mouse.click(x, y)

    def taps_in(self, tile: Tile) -> None:
        """Lay a tile, and tap it until it lies as it should."""
        self.tap(tile.cell)
        said = self.page.locator("#tap-status")
        for _ in range(MOST_TURNS):
            if PLACES[tile.orientation] in (said.text_content() or ""):
                return
            self.tap(tile.cell)
        raise AssertionError(f"It never lay as it should: {tile}")

    def lays(self, tiles: Sequence[Tile], then: str) -> None:
        """Make a move, and read what is due then, or what was said."""
        for tile in tiles:
            self.taps_in(tile)
        self.press("Done")
        self.reads(then)

    def lays_wrongly(self, tiles: Sequence[Tile]) -> None:
        """Lay tiles of which the last is turned so that it does not match."""
        for tile in tiles:
            self.taps_in(tile)
        self.press("Turn right")
        self.press("Done")
        self.reads("Not legal.")

    def asks_why_and_takes_it_back(self, rule: str) -> None:
        self.press("Why?", "link")
        self.reads("What the rules say")
        self.reads(rule)
        self.press("To the game", "link")
        self.press("Take it back")
        expect(self.page.get_by_role("link", name="Why?")).to_have_count(0)
        # nothing is red on the board any more
        expect(self.page.locator("#tap-board .wrong")).to_have_count(0)

    def looks_at_the_result(self, words: str) -> None:
        self.press("Result and replay", "link")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(words)


DEVICES = ["laptop", "phone"] if os.environ.get("PALAGO_DEVICES") == "all" else ["phone"]
"""On a phone more has to be looked for; the campaign plays on a laptop as well."""


@pytest.fixture(params=DEVICES)
def player(request: pytest.FixtureRequest, open_page: OpenPage) -> Player:
    return Player(open_page("", phone=request.param == "phone"))


def test_palago_is_won_after_a_mismatch_and_a_move_that_is_disputed(player: Player) -> None:
    before = Board({}).with_tiles((*OPENING, *SECOND, *THIRD))
    won = judge_palago(before, before.with_tiles(CLOSING), mover=BLUE, tiles_left=42)
    assert won.winner == BLUE
    player.starts("Palago 2 players", ["Ann", "Bob"], {})
    player.lays(OPENING, "Bob lays two tiles.")
    player.lays_wrongly(SECOND)
    player.asks_why_and_takes_it_back("white to white")
    player.lays(SECOND, "Ann lays two tiles.")
    player.page.get_by_role("link", name="2 Bob lays 2 tiles.").click()
    player.press("Take this move back")
    player.reads("Bob lays two tiles.")
    player.lays(SECOND, "Ann lays two tiles.")
    player.lays(THIRD, "Bob lays two tiles.")
    player.lays(CLOSING, "Bob wins: a group is closed.")
    player.looks_at_the_result("Bob wins")


def test_palagem_is_won_over_an_illegal_tile_that_all_let_stand(player: Player) -> None:
    own = Palagem(Board(RHOMBUS))
    alone, fourth = Tile(Cell(2, -1), 2), Tile(Cell(1, 0), 0)
    first, second = (Tile(cell, RHOMBUS[cell]) for cell in (Cell(0, 0), Cell(1, -1)))
    board = Board({}).with_tiles((first, second, alone))
    won = judge_palagem(
        board,
        board.with_tiles((fourth,)),
        mover="Bob",
        tiles_left=37,
        palagems={"Ann": own},
    )
    assert won.winner == "Ann"
    player.starts("Palagem 2 to 6 players", ["Ann", "Bob"], {})
    player.reads("Ann builds a palagem")
    player.press("Done")
    player.reads("Bob builds a palagem")
    player.tap(Cell(0, 0))
    player.press("Done")
    player.reads("Ann lays one tile.")
    player.lays((first,), "Bob lays one tile.")
    player.lays((second,), "Ann lays one tile.")
    player.lays((alone,), "Not legal.")
    player.press("Why?", "link")
    player.reads("a tile must touch at least two others")
    player.press("Let it stand")
    player.lays((fourth,), "Ann wins")
    player.looks_at_the_result("Ann wins")


def test_palagonia_is_played_to_the_last_tile_and_an_island_is_voted_on(player: Player) -> None:
    board = Board({}).with_tiles(FIRST_FIVE)
    closed = judge_palagonia(board, board.with_tiles(LAST_FIVE), die=5, tiles_left=5)
    assert [island.value for island in closed.islands] == [1]
    player.starts("Palagonia 3 to 6 players", ["Ann", "Bob", "Cem"], {"Number of tiles": "10"})
    player.press("The die shows 5")
    player.lays_wrongly(FIRST_FIVE)
    player.asks_why_and_takes_it_back("white to white")
    player.lays(FIRST_FIVE, "Bob rolls the die.")
    player.press("The die shows 5")
    player.lays(LAST_FIVE, "3 points for Bob, 2 for Ann as helper.")
    player.page.get_by_role("link", name="2 Bob lays 5 tiles").click()
    player.reads("Bob: 3 × 1 = 3")
    player.page.get_by_label("You agree on another value").fill("2")
    player.press("Vote")
    player.reads("by vote 2")
    player.press("To the game", "link")
    player.looks_at_the_result("Bob wins")
    player.reads("6")
