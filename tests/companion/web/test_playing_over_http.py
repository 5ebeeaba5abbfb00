"""Playing by hand over HTTP: what is laid, what is said of it, and how the game stands then."""

from __future__ import annotations

from typing import Any

import pytest

from rules import Board, all_palagems, board_to_json
from tests.companion.live.games import CLOSING, MATCHING, MISMATCHED, OPENING, THIRD, THREE, by_hand
from tests.companion.web.client import Companion
from tests.companion.web.playing import decide, lay, tiles


def test_a_tile_that_is_not_there_is_not_turned(companion: Companion, palago: int) -> None:
    before = companion.do("GET", f"/api/games/{palago}")
    nowhere = {"rotated": [{"q": 40, "r": 40, "orientation": 2}]}
    refused = companion.ask("POST", f"/api/games/{palago}/table", nowhere)
    assert refused.status == 409
    assert "(40, 40)" in refused.data["error"]
    after = companion.do("GET", f"/api/games/{palago}")
    assert after["board"] == before["board"]
    assert after["last_event_id"] == before["last_event_id"]


@pytest.mark.parametrize(
    ("changed", "cell"),
    [
        ({"placed": [{"q": 0, "r": 0, "orientation": 2}]}, "(0, 0)"),
        ({"placed": [{"q": 0, "r": 0, "orientation": 2}], "ordered": True}, "(0, 0)"),
        ({"removed": [[0, 0], [40, 40]]}, "(40, 40)"),
        ({"removed": [[0, 0]], "rotated": [{"q": 0, "r": 0, "orientation": 2}]}, "(0, 0)"),
    ],
)
def test_what_does_not_fit_the_tiles_that_lie_there_is_refused(
    companion: Companion, palago: int, changed: dict[str, Any], cell: str
) -> None:
    lay(companion, palago, OPENING)
    before = companion.get(f"/api/games/{palago}")
    refused = companion.ask("POST", f"/api/games/{palago}/table", changed)
    assert refused.status == 409
    assert cell in refused.data["error"]
    assert companion.get(f"/api/games/{palago}") == before


def test_a_tile_is_taken_up_and_laid_again_where_it_lay(companion: Companion, palago: int) -> None:
    lay(companion, palago, OPENING)
    turned = {"q": 0, "r": 0, "orientation": 2}
    changed = {"removed": [[0, 0]], "placed": [turned]}
    companion.do("POST", f"/api/games/{palago}/table", changed)
    assert turned in companion.get(f"/api/games/{palago}")["board"]["tiles"]


def test_a_tile_that_is_said_to_be_taken_twice_is_taken_once(
    companion: Companion, palago: int
) -> None:
    lay(companion, palago, OPENING)
    cell = [tiles(OPENING)[0]["q"], tiles(OPENING)[0]["r"]]
    answer = companion.ask("POST", f"/api/games/{palago}/table", {"removed": [cell, cell]})
    assert answer.status == 200
    assert len(companion.get(f"/api/games/{palago}")["board"]["tiles"]) == 1


def test_a_game_from_start_to_end(companion: Companion, palago: int) -> None:
    state = companion.get(f"/api/games/{palago}")
    assert state["ready"]
    assert (state["state"], state["question"], state["adrift"]) == ("following", None, [])
    assert state["players"] == [{"name": "A", "color": "white"}, {"name": "B", "color": "blue"}]
    assert state["turn"]["mover"] == "A"
    assert lay(companion, palago, OPENING) == ["move"]
    assert lay(companion, palago, MISMATCHED) == ["illegal"]
    state = companion.get(f"/api/games/{palago}")
    assert [violation["code"] for violation in state["wrong"]] == ["edge-mismatch"]
    assert state["turn"]["changed"] == [[1, 0], [2, -1]]
    assert len(state["moves"]) == 1
    right = {"board": {"tiles": tiles(f"{OPENING} {MATCHING}")}}
    said = companion.do("POST", f"/api/games/{palago}/table", right)["events"]
    assert [event["event"] for event in said] == ["restored", "move"]
    lay(companion, palago, THIRD)
    assert lay(companion, palago, CLOSING) == ["move", "over"]
    state = companion.get(f"/api/games/{palago}")
    assert state["over"]
    assert state["state"] == "over"
    assert state["result"]["winner"] == "B"
    assert state["result"]["reason"] == "closed-group"
    assert state["moves"][-1]["board"] == state["agreed"] == state["board"]
    assert [move["mover"] for move in state["moves"]] == ["A", "B", "A", "B"]
    (summary,) = companion.get("/api/games")["games"]
    assert (summary["id"], summary["moves"], summary["running"]) == (palago, 4, True)
    assert summary["result"]["winner"] == "B"


def test_what_is_missing_of_a_move_is_due(companion: Companion) -> None:
    game = companion.do("POST", "/api/games", by_hand("palagonia", "ABC"))["id"]
    lay(companion, game, THREE, die=4)
    assert companion.get(f"/api/games/{game}")["due"] == "A has 1 more tile to lay."


def test_boards_are_laid_whole_as_well(companion: Companion, palago: int) -> None:
    board = {"tiles": tiles(OPENING)}
    answer = companion.do("POST", f"/api/games/{palago}/table", {"board": board})
    (move,) = answer["events"]
    assert move["board"] == board == companion.get(f"/api/games/{palago}")["board"]


def test_the_state_says_who_owes_a_palagem(companion: Companion) -> None:
    """Anna must change hers, being before Bob; Ann, whose name begins hers, owes nothing."""
    players = [{"name": name} for name in ("Ann", "Anna", "Bob")]
    wanted = by_hand("palagem") | {"players": players, "options": {"inversion": True}}
    game = companion.do("POST", "/api/games", wanted)["id"]
    ann, anna, another = (palagem.tiles for palagem in all_palagems(inversion=True)[:3])

    def due_after(player: str, board: Board) -> Any:
        decide(companion, game, "set-palagem", player=player, tiles=board_to_json(board)["tiles"])
        state = companion.get(f"/api/games/{game}")
        assert state["ready"] is not bool(state["palagems_due"])
        return state["palagems_due"]

    assert companion.get(f"/api/games/{game}")["palagems_due"] == ["Ann", "Anna", "Bob"]
    assert due_after("Ann", ann) == ["Anna", "Bob"]
    assert due_after("Anna", anna) == ["Bob"]
    assert due_after("Bob", anna.colors_swapped()) == ["Anna"]
    assert due_after("Anna", another) == []
