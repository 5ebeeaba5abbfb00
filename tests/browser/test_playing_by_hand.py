"""A game without a camera, from the start page to its end, as somebody taps it in."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import Dialog, Page, expect

from rules import all_palagems, board_to_json
from tests.browser.conftest import Companion, OpenPage, speak
from tests.browser.pages import claiming, palagem


def tap_empty(page: Page, cell: str) -> None:
    page.locator(f"#tap-board .spot[data-cell='{cell}']").click()


def lay(page: Page, *cells: str) -> None:
    for cell in cells:
        tap_empty(page, cell)
    page.locator("[data-tap=lay]").click()


def test_a_game_starts_with_three_taps(open_page: OpenPage, companion: Companion) -> None:
    page = open_page("", phone=True)
    page.get_by_role("radio", name="Palago 2 players").click()
    page.get_by_role("radio", name="Nobody").click()
    page.get_by_role("button", name="Start", exact=True).click()
    expect(page).to_have_url(f"{companion.address}games/1")
    expect(page.locator(".due")).to_have_text("White lays two tiles.")
    state = companion.state(1)
    assert (state["game"], state["source"]["kind"]) == ("palago", "hand")


def test_moves_are_tapped_in_and_the_turn_passes(open_page: OpenPage, companion: Companion) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}", phone=True)
    lay(page, "0,0", "0,-1")
    expect(page.locator("#now-words")).to_have_text("Ann lays 2 tiles.")
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")
    expect(page.locator("#news")).to_have_text("Ann lays 2 tiles.")
    lay(page, "1,-1", "1,-2")
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    assert [move["mover"] for move in companion.state(game)["moves"]] == ["Ann", "Bob"]


def test_a_tapped_tile_turns_to_the_ways_in_which_it_matches(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    page = open_page(f"games/{game}")
    tap_empty(page, "1,-1")
    before = page.locator("#tap-status").text_content()
    tap_empty(page, "1,-1")
    expect(page.locator("#tap-status")).not_to_have_text(before or "")
    tap_empty(page, "2,-1")
    page.locator("[data-tap=lay]").click()
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    (_first, second) = companion.state(game)["moves"]
    assert {tile["orientation"] % 2 for tile in second["placed"]} == {0}


def test_tiles_that_are_not_handed_in_yet_are_there_again_after_a_reload(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    page = open_page(f"games/{game}", phone=True)
    tap_empty(page, "1,-1")
    tap_empty(page, "2,-1")
    page.locator("[data-tap=turn]").click()  # one step, which matches nothing
    expect(page.locator("[data-tap=lay]")).to_be_enabled()
    page.reload()
    expect(page.locator("[data-tap=lay]")).to_be_enabled()
    page.locator("[data-tap=back]").click()
    page.locator("[data-tap=lay]").click()
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    (_first, second) = companion.state(game)["moves"]
    assert [(tile["q"], tile["r"]) for tile in second["placed"]] == [(1, -1), (2, -1)]
    page.reload()
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    expect(page.locator("[data-tap=lay]")).to_be_disabled()
    tap_empty(page, "0,1")
    companion.lay(game, (-1, 0, 0), (-1, 1, 0))  # meanwhile somebody else hands in a move
    page.reload()
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")
    expect(page.locator("[data-tap=lay]")).to_be_disabled()


def test_an_illegal_move_is_called_out_explained_and_put_right(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    page = open_page(f"games/{game}")
    tap_empty(page, "1,-1")
    page.locator("[data-tap=turn]").click()  # one step, which matches nothing
    tap_empty(page, "1,0")
    page.locator("[data-tap=lay]").click()
    expect(page.locator(".now-bad #now-words")).to_have_text("Not legal.")
    expect(page.locator("#tap-board .wrong")).not_to_have_count(0)

    page.get_by_role("link", name="Why?").click()
    expect(page.get_by_role("heading", name="What the rules say")).to_be_visible()
    expect(page.locator(".words.bad")).to_contain_text("white to white")
    named = page.locator(".coordinates text").all_text_contents()
    assert {"0, 0", "1, -1"} <= set(named)
    page.get_by_role("link", name="To the game").click()

    wrong = page.locator("#tap-board .spot[data-cell='1,-1']")
    wrong.click()
    page.locator("[data-tap=back]").click()
    other = companion.state(game)["board"]["tiles"]
    if any((tile["q"], tile["r"], tile["orientation"] % 2) == (1, 0, 1) for tile in other):
        page.locator("#tap-board .spot[data-cell='1,0']").click()
        page.locator("[data-tap=back]").click()
    page.locator("[data-tap=lay]").click()
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    said = [event["event"] for event in companion.state(game)["said"]]
    assert said.count("illegal") == 1
    assert said[-2:] == ["restored", "move"]


def test_an_illegal_table_may_be_let_stand(open_page: OpenPage, companion: Companion) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    companion.lay(game, (1, -1, 1), (1, 0, 1))
    page = open_page(f"games/{game}")
    page.get_by_role("button", name="Let it stand").click()
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    expect(page.locator(".move-list .stood")).to_contain_text("let stand")
    assert companion.state(game)["moves"][1]["let_stand"]


def test_a_move_is_taken_back_and_a_reload_loses_nothing(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    companion.lay(game, (1, -1, 0), (1, 0, 0))
    page = open_page(f"games/{game}")
    expect(page.locator("#take-back")).to_have_text("Take back move 2")
    page.locator("#take-back").click()
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")
    page.reload()
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")
    assert len(companion.state(game)["moves"]) == 1


def test_what_is_illegal_is_taken_back_before_any_move(
    open_page: OpenPage, companion: Companion
) -> None:
    """The first button of an illegal table undoes it; that it stands comes last."""
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    companion.lay(game, (1, -1, 1), (1, 0, 1))
    page = open_page(f"games/{game}")
    buttons = page.locator(".now-tools .button")
    expect(buttons.first).to_have_text("Take it back")
    expect(buttons.last).to_have_text("Let it stand")
    buttons.first.click()
    expect(page.locator("#let-stand")).to_have_count(0)
    expect(page.locator("#tap-board .spot.tile")).to_have_count(2)
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")
    assert len(companion.state(game)["moves"]) == 1


def test_half_a_move_is_taken_back_before_any_move(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0))
    page = open_page(f"games/{game}")
    page.locator("#take-back").click()
    expect(page.locator("#tap-board .spot.tile")).to_have_count(0)
    expect(page.locator("#take-back")).to_be_disabled()
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    companion.lay(game, (1, -1, 0))
    expect(page.locator("#take-back")).to_have_text("Take back")
    page.locator("#take-back").click()
    expect(page.locator("#tap-board .spot.tile")).to_have_count(2)
    assert len(companion.state(game)["moves"]) == 1
    page.locator("#take-back").click()
    expect(page.locator("#tap-board .spot.tile")).to_have_count(0)
    assert not companion.state(game)["moves"]


def test_keys_alone_are_enough(open_page: OpenPage, companion: Companion) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}")
    page.locator("#tap-board .spot[tabindex='0']").focus()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    expect(page.locator("#tap-status")).to_contain_text("Tile added")
    page.locator("[data-tap=lay]").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")


def test_another_page_follows_by_itself(open_page: OpenPage, companion: Companion) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    page = open_page(f"games/{game}")
    expect(page.locator(".due")).to_have_text("Ann lays two tiles.")
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    expect(page.locator(".due")).to_have_text("Bob lays two tiles.")


def test_the_language_is_changed_and_stays(open_page: OpenPage, companion: Companion) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    page = open_page(f"games/{game}")
    speak(page, "Français")
    expect(page).to_have_url(f"{companion.address}games/{game}")
    expect(page.locator(".due")).to_have_text("Bob pose deux tuiles.")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    companion.lay(game, (1, -1, 1), (1, 0, 1))
    expect(page.locator("#now-words")).to_have_text("Interdit.")
    expect(page.locator("#news")).to_contain_text("Interdit.")


def test_the_browser_chooses_the_language(open_page: OpenPage) -> None:
    page = open_page("", locale="fr-CA")
    expect(page.get_by_role("heading", level=1)).to_have_text("À quoi jouez-vous ?")


def test_a_game_is_exported(open_page: OpenPage, companion: Companion, tmp_path: Path) -> None:
    game = companion.start("palago", ["Ann", "Bob"])
    companion.lay(game, (0, 0, 0), (0, -1, 0))
    page = open_page(f"games/{game}/review")
    with page.expect_download() as download:
        page.locator("#export").click()
    target = tmp_path / "game.json"
    download.value.save_as(target)
    document = json.loads(target.read_text("utf-8"))
    assert document["format"] == "palago-game"
    assert [player["name"] for player in document["players"]] == ["Ann", "Bob"]


def test_palagems_are_built_before_palagem_begins(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palagem", ["Ann", "Bob"])
    page = open_page(f"games/{game}", phone=True)
    expect(page.locator("#tap-status")).to_contain_text("Ann builds a palagem")
    page.locator("[data-tap=lay]").click()
    expect(page.locator("#tap-status")).to_contain_text("Bob builds a palagem")
    page.locator("[data-tap=lay]").click()  # the same as Ann's: she comes earlier and must change
    expect(page.locator("#tap-status")).to_contain_text("Ann builds another palagem")
    tap_empty(page, "0,0")
    page.locator("[data-tap=lay]").click()
    expect(page.locator(".due")).to_have_text("Ann lays one tile.")
    assert set(companion.state(game)["palagems"]) == {"Ann", "Bob"}
    expect(page.locator("#tap-board .spot.empty")).to_have_count(7)  # the bare table, no rhombus
    expect(page.locator("#tap-board .spot.tile")).to_have_count(0)
    lay(page, "0,0")
    expect(page.locator(".due")).to_have_text("Bob lays one tile.")


def test_a_palagem_that_is_handed_in_twice_is_no_move(
    open_page: OpenPage, companion: Companion
) -> None:
    game = companion.start("palagem", ["Ann", "Bob"])
    page = open_page(f"games/{game}")
    expect(page.locator("#tap-status")).to_contain_text("Ann builds")
    page.locator("[data-tap=lay]").dblclick()
    expect(page.locator("#tap-status")).to_contain_text("Bob builds")
    tap_empty(page, "0,0")
    tap_empty(page, "0,0")
    page.locator("[data-tap=lay]").dblclick()
    expect(page.locator(".due")).to_have_text("Ann lays one tile.")
    expect(page.locator("#tap-board .spot.tile")).to_have_count(0)
    assert not companion.state(game)["board"]["tiles"]


def test_who_must_change_their_palagem_is_asked_and_nobody_whose_name_begins_theirs(
    open_page: OpenPage, companion: Companion
) -> None:
    """With inversion Bob's is the same as Anna's, its colours being swapped."""
    game = companion.start("palagem", ["Ann", "Anna", "Bob"], inversion=True)
    ann, anna = (palagem.tiles for palagem in all_palagems(inversion=True)[:2])
    for player, board in (("Ann", ann), ("Anna", anna), ("Bob", anna.colors_swapped())):
        data = {"player": player, "tiles": board_to_json(board)["tiles"]}
        companion.ask(f"games/{game}/decisions", {"kind": "set-palagem", "data": data})
    page = open_page(f"games/{game}")
    expect(page.locator("#now-words")).to_contain_text("Anna must change theirs")
    expect(page.locator("#tap-status")).to_contain_text("Anna builds another palagem")
    page.locator("[data-tap=lay]").click()
    expect(page.locator(".due")).to_have_text("Ann lays one tile.")
    expect(page.locator("#tap-board .spot.tile")).to_have_count(0)
    palagems = companion.state(game)["palagems"]
    assert palagems["Ann"] == board_to_json(ann)
    assert palagems["Anna"] != board_to_json(anna)


def test_palagems_that_were_mixed_up_change_places(
    open_page: OpenPage, companion: Companion
) -> None:
    address = palagem(companion)
    game = int(address.removeprefix("games/"))
    before = companion.state(game)["palagems"]
    page = open_page(address)
    page.locator("[data-palagem=Ann]").select_option("Bob")
    expect(page.locator("#news")).to_contain_text("The palagem of Ann is theirs")
    after = companion.state(game)["palagems"]
    assert (after["Ann"], after["Bob"]) == (before["Bob"], before["Ann"])


def test_a_claim_is_made_once_it_was_said_what_it_costs(
    open_page: OpenPage, companion: Companion
) -> None:
    page = open_page(claiming(companion))
    page.get_by_text("Claim …").click()
    asked: list[str] = []

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.message)
        if len(asked) > 1:
            dialog.accept()
        else:
            dialog.dismiss()

    page.on("dialog", answer)
    claim = page.get_by_role("button", name="Bob claims a win", exact=True)
    claim.click()
    claim.click()
    expect(page.locator(".told-list")).to_contain_text("Bob claims it wrongly")
    page.remove_listener("dialog", answer)
    assert asked == ["Bob claims a win? A mistaken claim costs the next move."] * 2
    decided = [event for event in companion.state(1)["said"] if event["event"] == "correction"]
    assert [event["what"] for event in decided[2:]] == ["claim"]
