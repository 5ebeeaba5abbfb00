"""Palagems that are built before the camera, and whose they are while nobody has said it."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.event_reading import event_from_json
from rules import Board, Cell, GameError, Palagem, all_palagems, applied
from rules.palagem.moves import legal_moves
from tests.companion.referee.table import Table, build, lying_apart, names
from vision.following.table_view import OtherCluster

ANN, BOB, CEM = all_palagems()[10:13]


def built(table: Table, palagem: Palagem) -> list[dict[str, Any]]:
    """Lay the tiles of a palagem one after the other where the board is taken to be."""
    table.board = Board()
    return [event for (q, r), k in palagem.tiles.items() for event in table.play(f"{q},{r}={k}")]


def test_palagems_built_before_the_camera_are_no_moves() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    moves = [event for event in built(table, ANN) if event["event"] == "move"]
    assert [move["presumed"] for move in moves] == [True] * 4
    table.others = lying_apart([CEM])
    said = table.look()
    assert names(said) == ["correction"] * 4 + ["ready", "unsure"]
    assert {(event["what"], event["decided"]["how"]) for event in said[:4]} == {
        ("take-back", "palagem")
    }
    assert [event_from_json(event).to_json() for event in said] == said
    assert table.referee.mistook_board
    patterns = {p.pattern() for p in table.referee.palagems.values()}
    assert patterns == {ANN.pattern(), CEM.pattern()}
    assert table.referee.palagems_guessed
    table.board, table.others = Board(), lying_apart([ANN, CEM])
    table.look()
    assert not table.referee.mistook_board
    (first,) = table.play("0,0=0")
    assert (first["number"], first["mover"], first["presumed"]) == (1, "Ann", False)


def test_tiles_that_may_be_a_palagem_are_none_once_people_say_it_is_the_game() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    (q, r), k = next(iter(ANN.tiles.items()))
    *_, first = table.play(f"{q},{r}={k}")
    assert first["may_be_palagem"]
    assert event_from_json(first).to_json() == first
    table.give("confirm")
    moves = [event for event in built(table, ANN) if event["event"] == "move"]
    assert [move["number"] for move in moves] == [2, 3, 4]
    assert not any(move["presumed"] or "may_be_palagem" in move for move in moves)
    for _ in range(4):
        table.give("take-back")
    table.board = Board()
    table.look()
    assert table.play("0,0=0 5,0=0")[-1]["rests_on"] == 1, "two may be laid out at once"
    table.board = Board()
    table.look()
    moves = [event for event in built(table, ANN) if event["event"] == "move"]
    assert all(move["may_be_palagem"] for move in moves), "what was said was of another board"


def test_palagems_built_while_the_game_is_paused_are_known_once_it_goes_on() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    built(table, ANN)
    table.give("pause")
    table.others = lying_apart([CEM])
    assert table.look() == []
    assert not table.referee.mistook_board, "nobody takes notice of the table now"
    said = table.give("resume")
    assert names(said) == ["correction"] * 5 + ["ready", "unsure"]
    assert table.referee.mistook_board
    assert table.referee.ledger.moves == ()


def test_what_seems_to_be_wrong_while_a_palagem_may_be_built_is_said_with_a_condition() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    table.play("0,0=0")
    (wrong,) = table.play("3,0=0")
    assert (wrong["event"], wrong["rests_on"]) == ("illegal", 1)


def test_the_last_palagem_is_known_once_a_tile_is_laid_apart_from_it() -> None:
    table = Table("palagem", ["Ann", "Bob", "Cem"])
    table.others = lying_apart([ANN, BOB])
    table.look()
    built(table, CEM)
    table.others = (*table.others, OtherCluster(Board({Cell(0, 0): 0}), (500.0, 500.0), True))
    said = table.look()
    assert names(said) == ["correction"] * 4 + ["ready", "unsure"]
    assert table.referee.palagems["Cem"].pattern() == CEM.pattern()


def test_the_first_four_tiles_are_the_game_s_once_a_fifth_lies_beside_them() -> None:
    """A palagem may be missing for lying outside the picture."""
    table = Table("palagem", ["Ann", "Bob"])
    table.others = lying_apart([ANN])
    table.look()
    said = built(table, CEM)
    assert [event["presumed"] for event in said if event["event"] == "move"] == [True] * 4
    assert table.referee.presumed == (1, 2, 3, 4)
    move = next(iter(legal_moves(table.board, 30)))
    table.board = applied(move, table.board)
    confirmed, fifth = table.look()
    assert confirmed["decided"] == {"numbers": [1, 2, 3, 4], "how": "seen"}
    assert (fifth["number"], fifth["presumed"], "rests_on" in fifth) == (5, False, False)
    assert table.referee.presumed == ()


def test_the_first_four_tiles_are_the_board_where_all_palagems_are_known() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    table.others = lying_apart([ANN, BOB])
    table.look()
    said = built(table, CEM)
    assert [event["event"] for event in said] == ["move"] * 4
    table.others = (*table.others, OtherCluster(Board({Cell(0, 0): 0}), (500.0, 500.0), True))
    table.look()
    assert not table.referee.mistook_board


def with_the_palagem_of_bob(mode: str) -> tuple[Table, list[dict[str, Any]]]:
    """Return a table on which Bob's palagem was laid, and what was said; whose is whose is open."""
    table = Table("palagem", ["Ann", "Bob"], {"mode": mode})
    table.others = lying_apart([ANN, BOB])
    table.look()
    said = [event for (q, r), k in BOB.tiles.items() for event in table.play(f"{q},{r}={k}")]
    return table, said


def test_while_it_is_guessed_whose_palagem_is_whose_nobody_wins_for_sure() -> None:
    table, said = with_the_palagem_of_bob("announce")
    *_, move, over = said
    assert (move["event"], move["whose_guessed"]) == ("move", True)
    assert (over["result"]["winner"], over["whose_guessed"]) == ("Bob", True)
    assert not any("whose_guessed" in event for event in said[:-2])

    correction, over = build(table, "Ann", ANN)
    assert correction["what"] == "set-palagem"
    assert (over["event"], over["result"]["winner"]) == ("over", "Bob")
    assert "whose_guessed" not in over
    assert names(build(table, "Ann", ANN)) == ["correction"], "all is known by now"


def test_a_win_is_that_of_the_player_whose_palagem_it_is_said_to_be() -> None:
    table, _ = with_the_palagem_of_bob("announce")
    _, over = build(table, "Ann", BOB)
    assert (over["result"]["winner"], "whose_guessed" in over) == ("Ann", False)
    assert table.referee.ledger.moves[-1].verdict.palagems == ("Ann",)
    assert names(build(table, "Ann", CEM)) == ["correction"]
    assert not table.referee.is_over, "nobody has the palagem that stands there"
    _, over = build(table, "Bob", BOB)
    assert over["result"]["winner"] == "Bob"


def test_nobody_can_claim_before_it_is_said_whose_palagem_is_whose() -> None:
    table, said = with_the_palagem_of_bob("claim")
    assert not any("whose_guessed" in event or event["event"] == "over" for event in said)
    with pytest.raises(GameError, match="guessed"):
        table.give("claim", player="Bob", kind="win")
    build(table, "Bob", BOB)
    correction, over = table.give("claim", player="Bob", kind="win")
    assert correction["decided"]["right"]
    assert over["result"]["winner"] == "Bob"
