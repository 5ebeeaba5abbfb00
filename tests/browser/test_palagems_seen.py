"""Palagems that a camera sees on the table: whose they are is guessed until people say it."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import Any

from playwright.sync_api import expect

from rules import Board, Cell, all_palagems
from tests.browser.conftest import Companion, OpenPage
from tests.browser.pages import WAIT_S, show_picture
from tests.drawn_table import laid, picture_of

ANN, BOB = (palagem.tiles for palagem in all_palagems()[10:12])


def until(companion: Companion, game: int, holds: Callable[[dict[str, Any]], object]) -> None:
    """Wait until the state of a game is as it should be."""
    deadline = monotonic() + WAIT_S
    while not holds(state := companion.state(game)):
        assert monotonic() < deadline, state["said"]
        sleep(0.2)


APART = [*laid(ANN, (3.0, 3.0)), *laid(BOB, (-4.0, -4.0))]


def begun(companion: Companion) -> int:
    """Begin a game before a phone."""
    wanted = {
        "game": "palagem",
        "players": [{"name": "Ann"}, {"name": "Bob"}],
        "source": {"kind": "phone"},
    }
    return int(companion.ask("games", wanted)["id"])


def begun_beside_palagems(companion: Companion) -> int:
    """Begin a game before a phone that sees both palagems and nothing else."""
    game = begun(companion)
    show_picture(companion, picture_of(*APART), f"games/{game}")
    until(companion, game, lambda state: state["ready"] and state["palagems_guessed"])
    return game


def test_whose_palagems_are_whose_is_said_with_one_tap_where_it_is_asked(
    open_page: OpenPage, companion: Companion
) -> None:
    game = begun_beside_palagems(companion)
    guessed = companion.state(game)["palagems"]

    page = open_page(f"games/{game}")
    asked = page.locator(".now")
    expect(asked.get_by_role("button", name="They are right")).to_be_visible()
    asked.get_by_role("button", name="The other way round").click()
    expect(asked.get_by_role("button", name="They are right")).to_have_count(0)
    said = companion.state(game)
    assert said["palagems_guessed"] is False
    assert said["palagems"] == {"Ann": guessed["Bob"], "Bob": guessed["Ann"]}


def test_tiles_that_may_be_a_palagem_are_said_to_be_the_game_by_these_words(
    open_page: OpenPage, companion: Companion
) -> None:
    game = begun(companion)
    show_picture(companion, picture_of(), f"games/{game}")
    until(companion, game, lambda state: state["said"])  # the bare table is seen
    first = laid(Board({Cell(0, 0): 0}), (0.0, 0.0))
    show_picture(companion, picture_of(*first), f"games/{game}")
    until(companion, game, lambda state: state["moves"])

    page = open_page(f"games/{game}")
    expect(page.locator(".now")).to_contain_text("if it is the game, say so")
    page.get_by_role("button", name="It is the game").click()
    expect(page.locator("#confirm")).to_have_count(0)
    assert not companion.state(game)["moves"][0]["presumed"]


def test_whose_palagems_are_whose_is_confirmed_with_one_tap_also_after_the_first_move(
    open_page: OpenPage, companion: Companion
) -> None:
    game = begun_beside_palagems(companion)
    first = laid(Board({Cell(0, 0): 0}), (-6.0, 3.0))
    show_picture(companion, picture_of(*APART, *first), f"games/{game}")
    until(companion, game, lambda state: state["moves"])

    page = open_page(f"games/{game}")
    expect(page.locator(".palagems")).to_contain_text("guessed by where they lie")
    page.get_by_role("button", name="They are right").click()
    expect(page.locator("#news")).to_contain_text("is theirs, the players say")
    expect(page.locator(".palagems")).to_have_count(0)
    assert companion.state(game)["palagems_guessed"] is False
