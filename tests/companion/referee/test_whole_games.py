"""Whole games of all three kinds, each with an illegal move, a correction and a dispute."""

from __future__ import annotations

import json
from typing import Any

from rules import Board, all_palagems
from rules.board_json import tiles_to_json
from tests.companion.referee.table import DATA, Table, codes, die, names

ANN, BOB = all_palagems()[10:12]


def filmed_states(game: str) -> tuple[list[str], list[tuple[Board, tuple[Any, ...]]]]:
    """Return the players of a filmed game, and its tables: tiles and dice."""
    record = json.loads((DATA / f"{game}.json").read_text("utf-8"))
    states = [
        (
            Board(((q, r), k) for q, r, k in state["tiles"]),
            tuple(die(value, (x, y)) for value, x, y in state["dice"]),
        )
        for state in record["states"]
    ]
    return record["players"], states


def show(table: Table, state: tuple[Board, tuple[Any, ...]]) -> list[dict[str, Any]]:
    table.board, table.dice = state
    return table.look()


def test_a_game_of_palago() -> None:
    players, states = filmed_states("palago")
    table = Table("palago", players)
    for state in states[:3]:
        show(table, state)
    assert codes([*show(table, states[3]), *show(table, states[4])]) == [["edge-mismatch"]]
    # the players argue, let it stand, and think better of it
    assert names(table.give("let-stand")) == ["correction", "move"]
    assert names(table.give("take-back")) == ["correction"]
    assert names(show(table, states[5])) == ["move"]
    show(table, states[7])
    # the camera takes the next tile for another
    board, dice = states[8]
    misread = board.with_tile(sorted(board.keys() - states[7][0].keys())[0], 1)
    assert names(show(table, (misread, dice))) == ["illegal"]
    (cell,) = (cell for cell in board if board[cell] != misread[cell])
    said = table.give("set-tile", cell=list(cell), orientation=board[cell])
    assert names(said) == ["correction", "restored", "move"]
    for state in states[8:10]:
        show(table, state)
    said = show(table, states[10])
    assert names(said) == ["move", "over"]
    assert said[0]["number"] == 7
    assert said[1]["result"] == {"winner": "white", "loser": None, "reason": "closed-group"}


def test_a_game_of_palagonia_with_the_exact_final_score() -> None:
    players, states = filmed_states("palagonia")
    table = Table("palagonia", players, {"size": 26})
    said = []
    for number, (board, dice) in enumerate(states):
        if number in (12, 13):
            # South's six is taken for a two, which is put right by hand
            dice = (die(2, dice[0].center),)
        said.append(show(table, (board, dice)))
        if number == 12:
            said.append(table.give("set-die", value=6))
    events = [event for part in said for event in part]
    assert codes(events) == [["edge-mismatch"]]
    moves = [event for event in events if event["event"] == "move"]
    assert [(move["number"], move["mover"]) for move in moves] == [
        (number, players[(number - 1) % 3]) for number in range(1, 10)
    ]
    over = events[-1]
    assert over["result"] == {"winner": "South", "loser": None, "reason": "highest-score"}
    assert over["scores"] == {"North": 6, "East": 4, "South": 10}
    # the value of the second island is disputed, and the players agree on another one
    vote, over = table.give("vote", row=2, value=8)
    assert (vote["seen"]["value"], vote["decided"]["value"]) == (2, 8)
    assert over["result"]["winner"] == "North"
    assert over["scores"] == {"North": 24, "East": 4, "South": 22}


def test_a_game_of_palagem_in_which_players_claim() -> None:
    palagems = {"Ann": tiles_to_json(ANN.tiles), "Bob": tiles_to_json(BOB.tiles)}
    table = Table("palagem", ["Ann", "Bob"], {"mode": "claim", "palagems": palagems})
    table.look()
    first, second, third, last = BOB.tiles.items()

    def lay(tile: tuple[tuple[int, int], int]) -> list[dict[str, Any]]:
        (q, r), orientation = tile
        return table.play(f"{q},{r}={orientation}")

    lay(first)
    (illegal,) = lay(((5, 5), 0))
    assert codes([illegal]) == [["touch-two"]]
    table.play("x5,5")
    assert names(lay(second)) == ["move"]
    # Ann claims too early and loses her next move
    (claim,) = table.give("claim", player="Ann", kind="win")
    assert claim["decided"] == {"right": False}
    said = lay(third)
    assert (said[0]["event"], said[0]["mover"]) == ("move", "Bob")
    # it was Ann who laid it, they all agree
    table.give("set-mover", player="Ann", number=3)
    said = lay(last)
    assert (said[0]["mover"], said[0]["verdict"]["winner"]) == ("Bob", None)
    said = table.give("claim", player="Bob", kind="win")
    assert names(said) == ["correction", "over"]
    assert said[1]["result"] == {"winner": "Bob", "loser": None, "reason": "palagem"}
