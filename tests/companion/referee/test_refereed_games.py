"""Two games as they were filmed, and random games of all three kinds, followed to the end."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from rules import Board, Game, Move, PalagemGame, PalagoGame, PalagoniaGame, Turn, applied
from rules.board_json import tiles_to_json
from tests.companion.referee.table import DATA, Table, codes, die, names
from tests.rules.test_games import play_palagem, play_palago, play_palagonia
from vision.following.table_view import CameraMoved, HandsGone, HandsIn, Lost


def filmed(game: str) -> tuple[dict[str, Any], Table, list[list[dict[str, Any]]]]:
    """Let a referee follow the tables of a filmed game; return what it says of each."""
    record = json.loads((DATA / f"{game}.json").read_text("utf-8"))
    table = Table(game, record["players"])
    said = []
    for state in record["states"]:
        table.board = Board(((q, r), k) for q, r, k in state["tiles"])
        table.dice = tuple(die(value, (x, y)) for value, x, y in state["dice"])
        events = table.see(CameraMoved()) if state["bump"] else []
        said.append([*events, *table.look()])
    return record, table, said


def test_a_filmed_game_of_palago() -> None:
    _, table, said = filmed("palago")
    assert [names(events) for events in said] == [
        ["ready"],
        ["move"],
        ["move"],
        [],
        ["illegal"],
        ["restored", "move"],
        ["camera-moved"],
        ["move"],
        ["move"],
        ["move"],
        ["move", "over"],
    ]
    assert codes(said[4]) == [["edge-mismatch"]]
    moves = [event for events in said for event in events if event["event"] == "move"]
    assert [move["mover"] for move in moves] == ["white", "blue"] * 3 + ["white"]
    assert [move["number"] for move in moves] == list(range(1, 8))
    assert moves[-1]["verdict"]["winner"] == "white"
    assert moves[-1]["board"] == {"tiles": tiles_to_json(table.board)}
    assert said[-1][-1] == {
        "t": table.t,
        "frame": 11,
        "event": "over",
        "result": {"winner": "white", "loser": None, "reason": "closed-group"},
        "scores": None,
    }


def test_the_order_of_placement_is_kept_where_it_was_seen() -> None:
    _, _, said = filmed("palago")
    (_, move) = said[5]
    assert [(tile["q"], tile["r"]) for tile in move["placed"]] == [(2, -2), (3, -2)]


def test_a_filmed_game_of_palagonia() -> None:
    record, table, said = filmed("palagonia")
    assert [names(events) for events in said] == [
        ["ready"],
        *[["die"], ["move"]] * 4,
        ["die"],
        ["illegal"],
        ["restored", "move"],
        *[["die"], ["move"]] * 4,
    ]
    rolls = [event["value"] for events in said for event in events if event["event"] == "die"]
    assert rolls == [5, 4, 4, 1, 3, 6, 4, 2, 5]
    moves = [event for events in said for event in events if event["event"] == "move"]
    assert [move["verdict"]["action"] for move in moves] == [
        *["add"] * 3,
        "remove",
        "add",
        "rotate",
        *["add"] * 3,
    ]
    assert moves[3]["removed"] == [{"q": 2, "r": -3, "orientation": 2}]
    assert moves[5]["rotated"] == [{"q": 0, "r": -1, "orientation": 0, "from": 4}]
    assert table.referee.ledger.score_sheet().totals() == record["scores"]
    assert not table.referee.is_over


def parts(turn: Turn, random: Random) -> list[Board]:
    """Return tables of a turn: as some of its tiles are laid in order, and at its end."""
    boards, now = [], turn.before
    if turn.verdict.over and not turn.move.ordered:
        # whichever tile of a pair is seen first may end the game of Palago alone
        return [turn.after]
    for step in [Move(placed=(tile,)) for tile in turn.move.placed][:-1]:
        now = applied(step, now)
        if random.random() < 0.6:
            boards.append(now)
    return [*boards, turn.after]


def follow(game: Game[Any], table: Table, random: Random) -> list[dict[str, Any]]:
    """Play a game on a table; of each turn the referee sees some parts, and then the whole."""
    events = table.look()
    for number, turn in enumerate(game.turns):
        if turn.die is not None:
            events += table.roll(turn.die, (600.0, 500.0 + 40 * (number % 2)))
        for board in parts(turn, random):
            table.board = board
            events += table.look()
    return events


def start(game: Game[Any]) -> Table:
    """Return a table at which a game is to be played."""
    options = {key: value for key, value in game.to_json()["options"].items() if key != "first"}
    return Table(game.name, game.players, options)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("play", [play_palago, play_palagem, play_palagonia])
def test_a_random_game_is_followed_move_by_move(play: Any, seed: int) -> None:
    game: PalagoGame | PalagemGame | PalagoniaGame = play(Random(seed))
    events = follow(game, start(game), Random(seed))
    assert not {"illegal", "unsure", "restored"} & set(names(events))
    moves = [event for event in events if event["event"] == "move"]
    assert len(moves) == len(game.turns)
    for move, turn in zip(moves, game.turns, strict=True):
        assert move["mover"] == turn.mover
        assert move["board"] == {"tiles": tiles_to_json(turn.after)}
        verdict = move["verdict"]
        assert (verdict["legal"], verdict["winner"]) == (True, turn.verdict.winner)
        assert verdict["action"] == (turn.verdict.action and turn.verdict.action.value)
        assert [i["value"] for i in verdict["islands"]] == [i.value for i in turn.verdict.islands]
    outcome = game.outcome()
    if outcome is None:
        return
    over = events[-1]
    assert over["result"] == {
        "winner": outcome.winner,
        "loser": outcome.loser,
        "reason": outcome.reason,
    }
    assert over["scores"] == outcome.scores


def test_what_is_not_play_is_passed_on() -> None:
    table = Table("palago", ["Ann", "Bob"])
    table.look()
    assert names(table.see(HandsIn())) == ["hands"]
    assert names(table.see(HandsGone())) == ["hands-gone"]
    (lost,) = table.see(Lost("The board cannot be found."))
    assert (lost["event"], lost["reason"]) == ("unsure", "The board cannot be found.")


def test_after_the_end_nothing_is_said_of_the_table() -> None:
    _, table, _ = filmed("palago")
    table.board = Board()
    assert table.look() == []
