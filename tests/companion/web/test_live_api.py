"""Live games over HTTP: starting, playing, listening, disputing, coming back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.record.exporting import FORMAT
from rules import Board, all_palagems, board_to_json, parse_game, parse_move
from tests.companion.live.games import (
    CLOSING,
    MATCHING,
    MISMATCHED,
    OPENING,
    RING,
    THIRD,
    THREE,
    by_hand,
    play,
)
from tests.companion.web.client import Companion
from tests.companion.web.conftest import Serve

SAME_COLOR = [{"name": "A", "color": "blue"}, {"name": "B", "color": "blue"}]


def tiles(move: str) -> list[dict[str, int]]:
    """Return the tiles that a move places, as JSON."""
    return [{"q": q, "r": r, "orientation": k} for (q, r), k in parse_move(move).placed]


def lay(companion: Companion, game: int, move: str, **more: Any) -> list[str]:
    """Lay a move by hand; return what was announced."""
    answer = companion.do("POST", f"/api/games/{game}/table", {"placed": tiles(move), **more})
    return [event["event"] for event in answer["events"]]


def decide(companion: Companion, game: int, kind: str, **data: Any) -> list[str]:
    wanted = {"kind": kind, "data": data}
    answer = companion.do("POST", f"/api/games/{game}/decisions", wanted)
    return [event["event"] for event in answer["events"]]


@pytest.fixture
def palago(companion: Companion) -> int:
    game: int = companion.do("POST", "/api/games", by_hand("palago"))["id"]
    return game


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


def test_the_score_sheet_says_how_a_number_comes_about(companion: Companion) -> None:
    game = companion.do("POST", "/api/games", by_hand("palagonia", "ABC"))["id"]
    lay(companion, game, THREE, die=3)
    assert lay(companion, game, RING, die=3) == ["die", "move"]
    decide(companion, game, "vote", row=1, value=4)
    state = companion.get(f"/api/games/{game}")
    (row,) = state["score_sheet"]["rows"]
    assert (row["value"], row["vote"], row["animals"], row["limbs"]) == (1, 4, [1], 0)
    assert row["points"] == {"A": 8, "B": 12, "C": 0}
    assert (row["creator"], row["helper"]) == ("B", "A")
    assert row["sum"].endswith("= 1")
    assert state["score_sheet"]["totals"] == {"A": 8, "B": 12, "C": 0}
    report = companion.get(f"/api/games/{game}/moves/2")
    assert report["rows"] == [row]
    (island,) = [mark for mark in report["marks"] if mark["kind"] == "island"]
    arches = [part for *_cell, part in island["parts"] if part == "blue-arch"]
    assert len(arches) == 3
    assert report["before"]["board"] == {"tiles": tiles(THREE)}
    assert "vote" in [event["what"] for event in report["corrections"]]


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


@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("decisions", {"kind": "take-back", "data": {}}, "Aucun coup n'a encore été joué"),
        (
            "decisions",
            {"kind": "set-die", "data": {"value": 3}},
            "On ne lance pas de dé dans ce jeu.",
        ),
        (
            "decisions",
            {"kind": "set-mover", "data": {"player": "Dee"}},
            "Dee ne joue pas\u00a0; c'est une partie de A et B.",
        ),
        (
            "decisions",
            {"kind": "answer", "data": {"choice": 0, "question": 7}},
            "Aucune question n'est posée",
        ),
    ],
)
def test_what_is_refused_is_said_in_the_readers_language(
    companion: Companion, palago: int, path: str, body: Any, said: str
) -> None:
    headers = {"Accept-Language": "fr-CA,fr;q=0.9"}
    answer = companion.ask("POST", f"/api/games/{palago}/{path}", body, headers)
    assert answer.status == 400
    assert answer.data["error"].startswith(said)


def test_a_listener_that_was_away_misses_nothing(companion: Companion, palago: int) -> None:
    with companion.listen(palago, after=0) as listener:
        lay(companion, palago, OPENING)
        said = listener.until("move")
    assert [event["event"] for event in said] == ["ready", "move"]
    assert said[-1]["sentences"]
    lay(companion, palago, MISMATCHED)
    decide(companion, palago, "let-stand")
    with companion.listen(palago, after=said[-1]["id"]) as again:
        missed = again.until("move")
        assert [event["event"] for event in missed] == ["illegal", "correction", "move"]
        lay(companion, palago, THIRD)
        (live,) = again.until("move")
    numbers = [event["id"] for event in (*said, *missed, live)]
    kept = companion.get(f"/api/games/{palago}/record")["entries"]
    assert numbers == [entry["number"] for entry in kept if entry["source"] == "event"]


def test_a_stream_tells_how_the_table_is_and_ends_with_the_game(
    companion: Companion, palago: int
) -> None:
    with companion.listen(palago) as listener:
        stream = iter(listener)
        first = dict([next(stream), next(stream)])
        assert first["source"]["running"]
        assert first["table"]["turn"]["mover"] == "A"
        lay(companion, palago, OPENING)
        (kind, data), (table, now) = next(stream), next(stream)
        assert (kind, data["event"]) == ("message", "move")
        assert (table, now["turn"]["mover"]) == ("table", "B")
        assert companion.do("DELETE", f"/api/games/{palago}/source")["running"] is False
        (kind, data) = list(stream)[-1]
        assert (kind, data["running"]) == ("source", False)
    with companion.listen(palago, after=0) as kept:
        of_kept = list(kept)
    assert [kind for kind, _data in of_kept] == ["message", "message", "source"]


def test_a_game_is_gone_on_with_after_the_companion_was_started_again(
    serve: Serve, tmp_path: Path
) -> None:
    first = serve(tmp_path)
    game = first.do("POST", "/api/games", by_hand("palagonia", "ABC"))["id"]
    lay(first, game, THREE, die=3)
    lay(first, game, RING, die=3)
    before = first.get(f"/api/games/{game}")
    first.tables.stop_all()
    second = serve(tmp_path)
    kept = second.get(f"/api/games/{game}")
    assert kept["running"] is False
    assert kept["source"] is None
    running = second.do("PUT", f"/api/games/{game}/source", {"kind": "hand"})
    for state in (kept, running):
        for key in ("board", "agreed", "moves", "score_sheet", "turn", "tiles_left", "uid"):
            assert state[key] == before[key], key
    assert lay(second, game, "3,-1=4", die=2) == ["die"]


def test_an_exported_game_and_its_score_sheet(companion: Companion, palago: int) -> None:
    lay(companion, palago, OPENING)
    document = companion.get(f"/api/games/{palago}/export.json?pictures=no")
    assert document["format"] == FORMAT
    assert document["players"] == [{"name": "A", "color": None}, {"name": "B", "color": None}]
    sheet = companion.ask("GET", f"/api/games/{palago}/score-sheet")
    assert sheet.headers["Content-Type"].startswith("text/html")
    assert "script-src" not in sheet.headers["Content-Security-Policy"]


def test_a_removed_game_is_gone(companion: Companion, palago: int) -> None:
    assert companion.ask("DELETE", f"/api/games/{palago}").status == 204
    answer = companion.ask("GET", f"/api/games/{palago}")
    assert (answer.status, list(answer.data)) == (404, ["error"])


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/api/games/99", None, 404),
        ("GET", "/api/games/99/events", None, 404),
        ("GET", "/api/games/1/moves/1", None, 404),
        ("GET", "/api/games/1/overlay", None, 404),
        ("GET", "/api/games/1/live.jpg", None, 404),
        ("GET", "/api/games/1/pictures/7.jpg", None, 404),
        ("GET", "/api/games/1/record?after=x", None, 400),
        ("POST", "/api/games", b"{", 400),
        ("POST", "/api/games", b'{"game": "palago", "game": "palagem"}', 400),
        ("POST", "/api/games/1/decisions", b'{"kind": "set-die", "data": {"value": NaN}}', 400),
        ("POST", "/api/games", {"game": "chess", "players": [], "source": {"kind": "hand"}}, 400),
        ("POST", "/api/games", by_hand("palago", "ABC"), 400),
        ("POST", "/api/games", by_hand("palago", "AA"), 400),
        ("POST", "/api/games", {**by_hand("palago"), "players": SAME_COLOR}, 400),
        ("POST", "/api/games", {**by_hand("palago"), "source": {"kind": "file", "path": "x"}}, 422),
        ("POST", "/api/games/1/decisions", {"kind": "settled", "data": {}}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "take-back"}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "vote", "data": {"row": 1, "value": 1}}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "answer", "data": {"choice": 0}}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "answer", "data": {"choice": -1}}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "answer"}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "table-right"}, 400),
        ("POST", "/api/games/1/decisions", {"kind": "record-right"}, 400),
        ("POST", "/api/games/1/table", {"board": {"tiles": [{"q": 0}]}}, 400),
        ("POST", "/api/games/1/passes", {}, 409),
        ("PUT", "/api/games/1/source", {"kind": "telescope"}, 400),
        ("POST", "/api/passes", {"token": "guessed"}, 403),
        ("POST", "/api/games/1/misreadings", {}, 404),
    ],
)
def test_what_cannot_be_done_is_told_in_a_sentence(
    companion: Companion, palago: int, method: str, path: str, body: Any, status: int
) -> None:
    before = companion.get(f"/api/games/{palago}")
    answer = companion.ask(method, path, body)
    assert answer.status == status
    assert list(answer.data) == ["error"]
    assert answer.data["error"].endswith(".")
    assert companion.get(f"/api/games/{palago}") == before


def test_a_change_that_another_site_asks_for_is_refused(companion: Companion, palago: int) -> None:
    elsewhere = {"Origin": "https://elsewhere.example"}
    path = f"/api/games/{palago}/decisions"
    assert companion.ask("POST", path, {"kind": "pause"}, elsewhere).status == 403
    assert companion.get(f"/api/games/{palago}")["paused"] is False


@pytest.mark.parametrize("path", ["live.jpg", "export.json", "record", ""])
def test_a_page_of_another_site_can_have_nothing_done_or_shown(
    companion: Companion, palago: int, path: str
) -> None:
    """As an image, a script or a stream; a link from there leads here all the same."""
    address = f"/api/games/{palago}/{path}".rstrip("/")
    foreign = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"}
    assert companion.ask("GET", address, headers=foreign).status == 403
    link = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}
    assert companion.ask("GET", f"/games/{palago}", headers=link).status == 200
    own = {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "cors"}
    assert companion.ask("GET", f"/api/games/{palago}", headers=own).status == 200
    # a form that is sent from there is a navigation as well
    form = companion.ask("POST", f"/games/{palago}/go-on", b"camera=nobody", link)
    assert form.status == 403
    assert companion.get(f"/api/games/{palago}")["running"]


def test_what_a_pass_shows_is_asked_for_again_each_time(companion: Companion, palago: int) -> None:
    lay(companion, palago, OPENING)
    for path in ("/", f"/games/{palago}", f"/api/games/{palago}", f"/games/{palago}/moves/1"):
        answer = companion.ask("GET", path)
        assert answer.status == 200
        assert answer.headers["Cache-Control"] == "private, no-cache"
    icon = companion.ask("GET", "/static/icon.svg")
    assert "private" not in icon.headers["Cache-Control"]


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


def test_the_score_sheet_names_the_starting_rolls(companion: Companion) -> None:
    rolls = {"A": 2, "B": 6, "C": 3}
    wanted = by_hand("palagonia", "ABC", starting_rolls=rolls)
    state = companion.do("POST", "/api/games", wanted)
    assert [player["name"] for player in state["players"]] == ["B", "C", "A"]
    sheet = companion.ask("GET", f"/api/games/{state['id']}/score-sheet").data.decode()
    assert "A 2, B 6, C 3" in sheet
    assert "{" not in sheet.partition("<body")[2]


def test_a_game_is_written_as_plain_text(companion: Companion) -> None:
    game = companion.do("POST", "/api/games", by_hand("palago"))["id"]
    running = companion.tables.find(game)
    assert running is not None
    for move in (OPENING, MATCHING, THIRD, CLOSING):
        play(running, move)
    answer = companion.ask(
        "GET", f"/api/games/{game}/notation.txt", headers={"Accept-Language": "de"}
    )
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    assert f"palago-{game}.txt" in answer.headers["Content-Disposition"]
    written = parse_game(answer.data.decode())
    assert written.remarks == ("B gewinnt: eine Gruppe ist geschlossen.",)
    outcome = written.played().outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("B", "closed-group")
    assert companion.ask("GET", "/api/games/99/notation.txt").status == 404
