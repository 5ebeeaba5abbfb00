"""A companion that is killed in the middle of a game loses nothing that it has announced."""

from __future__ import annotations

import json
import random
import time
from http.client import HTTPException
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from rules import PalagoGame, Tile
from tests.companion.live.games import by_hand
from tests.end_to_end.companion_process import Companion, start

ROUNDS = 3
MOST_MOVES = 12
LONGEST_S = 0.6


def ask(companion: Companion, method: str, path: str, body: Any = None) -> Any:
    """Ask the API for something; return its JSON."""
    sent = None if body is None else json.dumps(body).encode()
    response, data = companion.request(method, path, sent, "application/json")
    assert response.status in (200, 201), data
    return json.loads(data)


def tiles(placed: tuple[Tile, ...]) -> list[dict[str, int]]:
    return [{"q": cell.q, "r": cell.r, "orientation": k} for cell, k in sorted(placed)]


def moves() -> list[list[dict[str, int]]]:
    """Return the tiles of the first moves of a game that nobody wins early."""
    game, rng, played = PalagoGame(["A", "B"]), random.Random(7), []
    while len(played) < MOST_MOVES:
        choices = [m for m, _n in zip(game.legal_moves(), range(40), strict=False)]
        move = rng.choice(choices)
        if game.verdict(move).over:
            continue
        game.play(move)
        played.append(tiles(move.placed))
    return played


@pytest.mark.parametrize("round_", range(ROUNDS))
def test_nothing_announced_is_lost(tmp_path: Path, round_: int) -> None:
    companion = start(tmp_path)
    game = ask(companion, "POST", "/api/games", by_hand("palago"))["id"]
    announced: dict[int, Any] = {}
    plan = moves()

    def play() -> None:
        try:
            for placed in plan:
                answer = ask(companion, "POST", f"/api/games/{game}/table", {"placed": placed})
                announced.update({event["id"]: event for event in answer["events"]})
        except (OSError, HTTPException):
            return

    player = Thread(target=play)
    player.start()
    time.sleep(random.Random(round_).uniform(0.05, LONGEST_S))
    companion.kill()
    player.join(20)

    again = start(tmp_path)
    try:
        hold_against(again, game, plan, announced)
    finally:
        again.stop()


def hold_against(
    again: Companion, game: int, plan: list[list[dict[str, int]]], announced: dict[int, Any]
) -> None:
    """Check that a companion has all of a game that was announced, and goes on with it."""
    kept = ask(again, "GET", f"/api/games/{game}/record")["entries"]
    events = {entry["number"]: entry for entry in kept if entry["source"] == "event"}
    for number, event in announced.items():
        assert events[number]["kind"] == event["event"]
        assert events[number]["data"]["board"] == event["board"]
    state = ask(again, "PUT", f"/api/games/{game}/source", {"kind": "hand"})
    done = len(state["moves"])
    assert done >= sum(event["event"] == "move" for event in announced.values())
    assert [move["placed"] for move in state["moves"]] == plan[:done]
    if done < len(plan):
        answer = ask(again, "POST", f"/api/games/{game}/table", {"placed": plan[done]})
        assert [event["event"] for event in answer["events"]] == ["move"]
