"""Disputes over HTTP: what was ruled and decided, and what the second of two who decide is told."""

from __future__ import annotations

from typing import Any

from tests.companion.live.games import MATCHING, MISMATCHED, OPENING, RING, THREE, by_hand
from tests.companion.web.client import Companion
from tests.companion.web.playing import decide, lay, tiles


def test_a_dispute_about_an_illegal_table(companion: Companion, palago: int) -> None:
    lay(companion, palago, OPENING)
    lay(companion, palago, MISMATCHED)
    event = companion.get(f"/api/games/{palago}")["wrong_event"]
    report = companion.get(f"/api/games/{palago}/rulings/{event}")
    (ruling,) = report["rulings"]
    assert ruling["code"] == "edge-mismatch"
    assert "match" in ruling["rule"]
    (wrong,) = [mark for mark in report["marks"] if mark["kind"] == "illegal"]
    assert [[1, 0], [2, -1]] in wrong["edges"]
    assert report["after"]["board"] == {
        "tiles": sorted(tiles(f"{OPENING} {MISMATCHED}"), key=lambda t: (t["q"], t["r"]))
    }
    assert decide(companion, palago, "let-stand") == ["correction", "move"]
    move = companion.get(f"/api/games/{palago}")["moves"][-1]
    assert move["let_stand"]
    assert not move["legal"]
    assert decide(companion, palago, "take-back") == ["correction"]
    assert len(companion.get(f"/api/games/{palago}")["moves"]) == 1


def test_what_is_decided_in_the_next_turn_is_no_correction_of_a_move(companion: Companion) -> None:
    game = companion.do("POST", "/api/games", by_hand("palagonia", "ABC"))["id"]
    decide(companion, game, "set-die", value=3)
    lay(companion, game, THREE)
    decide(companion, game, "set-die", value=3)

    def decided(number: int) -> list[tuple[str, int | None]]:
        report = companion.get(f"/api/games/{game}/moves/{number}")
        return [(told["what"], told["decided"].get("number")) for told in report["corrections"]]

    assert decided(1) == [("set-die", None)]
    lay(companion, game, RING)
    decide(companion, game, "vote", row=1, value=4)
    decide(companion, game, "set-mover", player="A", number=1)
    assert [what for what, _number in decided(1)] == ["set-die", "set-mover"]
    assert [what for what, _number in decided(2)] == ["set-die", "vote"]


def refused(companion: Companion, game: int, kind: str, **data: Any) -> str:
    """Return why a decision about what is settled by now is refused; nothing changes."""
    before = companion.get(f"/api/games/{game}")
    wanted = {"kind": kind, "data": data}
    answer = companion.ask("POST", f"/api/games/{game}/decisions", wanted)
    assert answer.status == 409
    assert companion.get(f"/api/games/{game}") == before
    error: str = answer.data["error"]
    return error


def test_of_two_who_decide_about_what_is_wrong_the_second_is_told_what_was_decided(
    companion: Companion, palago: int
) -> None:
    lay(companion, palago, OPENING)
    agreed = companion.get(f"/api/games/{palago}")["board"]
    lay(companion, palago, MISMATCHED)
    wrong = companion.get(f"/api/games/{palago}")["wrong_event"]
    companion.do("POST", f"/api/games/{palago}/table", {"board": agreed})
    for kind in ("let-stand", "take-back"):
        assert "put right meanwhile" in refused(companion, palago, kind, wrong=wrong)
    lay(companion, palago, MISMATCHED)
    assert "put right meanwhile" in refused(companion, palago, "let-stand", wrong=wrong)
    wrong = companion.get(f"/api/games/{palago}")["wrong_event"]
    assert decide(companion, palago, "let-stand", wrong=wrong) == ["correction", "move"]
    for kind in ("let-stand", "take-back"):
        assert "let stand meanwhile" in refused(companion, palago, kind, wrong=wrong)


def test_of_two_who_take_a_move_back_only_one_does(companion: Companion, palago: int) -> None:
    lay(companion, palago, OPENING)
    lay(companion, palago, MATCHING)
    page = companion.ask("GET", f"/games/{palago}").data.decode()
    assert 'data-decision="take-back" data-number="2"' in page
    assert decide(companion, palago, "take-back", number=2) == ["correction"]
    assert "Move 2 was taken back" in refused(companion, palago, "take-back", number=2)
    bad = {"kind": "take-back", "data": {"number": "two"}}
    assert companion.ask("POST", f"/api/games/{palago}/decisions", bad).status == 400
    assert decide(companion, palago, "take-back") == ["correction"]


def test_violations_are_french_for_who_reads_french(companion: Companion, palago: int) -> None:
    lay(companion, palago, OPENING)
    lay(companion, palago, MISMATCHED)
    french = {"Accept-Language": "fr"}
    state = companion.ask("GET", f"/api/games/{palago}", headers=french).data
    (wrong,) = state["wrong"]
    assert wrong["message"] == (
        "Les tuiles qui se touchent doivent s'accorder, blanc contre blanc et couleur contre"
        " couleur\u00a0: la tuile en (1, 0) ne s'accorde pas avec celle en (2, -1) et la tuile en"
        " (2, -1) ne s'accorde pas avec celle en (1, -1)."
    )
    event = state["wrong_event"]
    report = companion.ask("GET", f"/api/games/{palago}/rulings/{event}", headers=french).data
    assert report["rulings"][0]["message"] == wrong["message"]
    # what was announced is in English, and its sentences in the listener's language
    assert report["event"]["violations"][0]["message"].startswith("Tiles that touch must match")
    assert report["event"]["sentences"][0] == "Interdit."
    for page in (f"rulings/{event}", "record"):
        words = companion.ask("GET", f"/games/{palago}/{page}", headers=french).data.decode()
        assert "Tiles that touch" not in words
        assert "accord" in words
    decide(companion, palago, "let-stand")
    move = companion.ask("GET", f"/api/games/{palago}/moves/2", headers=french).data
    assert move["rulings"][0]["message"] == wrong["message"]
    sheet = companion.ask("GET", f"/api/games/{palago}/score-sheet", headers=french).data.decode()
    assert "couleur contre couleur\u00a0: la tuile en (1, 0)" in sheet
