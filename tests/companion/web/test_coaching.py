"""The API of the coach: who may ask for what, and what is refused."""

from __future__ import annotations

from time import monotonic
from typing import Any

import pytest

from companion.coaching.coach import CoachError
from companion.coaching.puzzles import all_puzzles
from companion.web.access import Need, need_of
from rules.proofs.proof import tiles_to_json
from tests.companion.web.client import TIMEOUT_S, Companion

PAIR = {"game": "palago", "players": [{"name": "Ann"}, {"name": "Bob"}], "source": {"kind": "hand"}}
MOVES = (((0, 0, 0), (1, -1, 4)), ((1, 0, 2), (2, -1, 0)), ((0, -1, 2), (0, -2, 0)), ((0, 1, 4),))
NOT_NOW = "The search found no answer in time: try again."


@pytest.fixture(autouse=True)
def _no_answers(companion: Companion, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the coach have no answer."""

    def ask(_question: Any, _seconds: float) -> Any:
        raise CoachError(NOT_NOW)

    monkeypatch.setattr(companion.tables.coach, "ask", ask)


def played(companion: Companion, moves: Any = MOVES, **options: Any) -> int:
    game = companion.ask("POST", "/api/games", {**PAIR, "options": options}).data["id"]
    for move in moves:
        placed = [{"q": q, "r": r, "orientation": k} for q, r, k in move]
        companion.ask("POST", f"/api/games/{game}/table", {"placed": placed, "ordered": True})
    return int(game)


def test_guests_look_on_and_only_the_host_has_the_coach_work() -> None:
    for_host = (
        ("POST", "/practise"),
        ("POST", "/api/games/3/review"),
        ("POST", "/api/games/3/review/moves/2/tries"),
        ("GET", "/puzzles"),
        ("GET", "/puzzles/3"),
        ("GET", "/api/puzzles"),
        ("POST", "/api/puzzles/3/tries"),
    )
    assert [need_of(*one)[0] for one in for_host] == [Need.HOST] * len(for_host)
    for path in ("/games/3/review/moves/2", "/api/games/3/review", "/api/games/3/threats"):
        assert need_of("GET", path) == (Need.PASS, 3)


def test_a_game_is_reviewed_once_it_is_over_and_a_failure_is_told(companion: Companion) -> None:
    going_on = played(companion, MOVES[:3])
    refused = companion.ask("POST", f"/api/games/{going_on}/review")
    assert refused.status == 409
    assert "once they are over" in refused.data["error"]
    over = played(companion)
    path = f"/api/games/{over}/review"
    assert companion.ask("GET", path).data["state"] == "none"
    assert companion.ask("POST", path).status == 202
    deadline = monotonic() + TIMEOUT_S
    while (state := companion.ask("GET", path).data)["state"] == "running":
        assert monotonic() < deadline
    assert (state["state"], state["problem"], state["of"]) == ("failed", NOT_NOW, 4)
    assert companion.ask("POST", f"{path}/moves/3/tries", {"placed": []}).status == 404


def test_a_game_with_an_illegal_move_that_was_let_stand_is_not_reviewed(
    companion: Companion,
) -> None:
    game = played(companion, (*MOVES[:2], ((0, -1, 2), (0, -2, 1))))
    companion.ask("POST", f"/api/games/{game}/decisions", {"kind": "let-stand", "data": {}})
    ((q, r, orientation),) = MOVES[-1]
    closing = {"placed": [{"q": q, "r": r, "orientation": orientation}]}
    companion.ask("POST", f"/api/games/{game}/table", closing)
    assert companion.ask("GET", f"/api/games/{game}").data["over"]
    assert companion.ask("GET", f"/api/games/{game}/review").status == 409
    assert "What mattered" not in companion.ask("GET", f"/games/{game}/review").data.decode()


def test_a_try_without_an_answer_is_to_be_made_again(companion: Companion) -> None:
    puzzle = next(one for one in all_puzzles() if one.moves == 2)
    path = f"/api/puzzles/{puzzle.number}/tries"
    answer = companion.ask("POST", path, {"placed": tiles_to_json(puzzle.solution)})
    assert (answer.status, answer.data["error"]) == (503, NOT_NOW)
    for placed in ([], [{"q": 90 + n, "r": 0, "orientation": 0} for n in range(3)]):
        assert companion.ask("POST", path, {"placed": placed}).status == 400
    assert companion.ask("POST", "/api/puzzles/9999/tries", {"placed": []}).status == 404


def test_what_needs_no_search_needs_no_coach(companion: Companion) -> None:
    puzzle = next(one for one in all_puzzles() if one.moves == 1)
    path = f"/api/puzzles/{puzzle.number}/tries"
    answer = companion.ask("POST", path, {"placed": tiles_to_json(puzzle.solution)}).data
    assert (answer["found"], answer["solved"], answer["reply"]) == ("wins-at-once", True, None)
    apart = [{"q": 40, "r": 40, "orientation": 0}]
    assert companion.ask("POST", path, {"placed": apart}).data["found"] == "illegal"


def test_threats_are_for_those_who_agreed_on_them(companion: Companion) -> None:
    without = played(companion, MOVES[:1])
    assert companion.ask("GET", f"/api/games/{without}/threats").status == 409
    hinted = played(companion, (), hints=True)
    nothing = {"state": "done", "threats": []}  # on a bare table
    assert companion.ask("GET", f"/api/games/{hinted}/threats").data == nothing
    placed = [{"q": q, "r": r, "orientation": k} for q, r, k in MOVES[0]]
    companion.ask("POST", f"/api/games/{hinted}/table", {"placed": placed, "ordered": True})
    # the page goes on where the search has no answer
    assert NOT_NOW in (companion.ask("GET", f"/games/{hinted}/live?hints=yes").data.decode())
    refused = companion.ask("POST", "/api/games", {**PAIR, "options": {"hints": "yes"}})
    assert refused.status == 400


def test_no_hint_is_given_on_a_table_that_was_let_stand_with_a_fault(companion: Companion) -> None:
    three = {**PAIR, "game": "palagonia", "players": [{"name": name} for name in "ABC"]}
    started = companion.ask("POST", "/api/games", {**three, "options": {"hints": True}})
    game = started.data["id"]
    placed = [{"q": q, "r": 0, "orientation": q % 2} for q in range(2)]
    companion.ask("POST", f"/api/games/{game}/table", {"placed": placed, "die": 2})
    let_stand = {"kind": "let-stand", "data": {}}
    assert companion.ask("POST", f"/api/games/{game}/decisions", let_stand).status == 200
    companion.ask("POST", f"/api/games/{game}/decisions", {"kind": "set-die", "data": {"value": 3}})
    page = companion.ask("GET", f"/games/{game}/live?hints=yes").data.decode()
    assert "Hints need a table without a mismatch" in page
