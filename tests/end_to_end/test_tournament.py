"""A club's tournament through the HTTP API of the real companion, which is killed on the way."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rules import parse_move
from tests.companion.live.games import CLOSING, MATCHING, OPENING, THIRD
from tests.companion.tournaments.playing import Game, worked_out
from tests.end_to_end.companion_process import Companion, start

NAMES = ["Ann", "Bob", "Cem", "Dora", "Élodie", "Fay", "Gus", "Hana"]
ROUNDS = 3
HOW = ("second", "draw", "first", "told")
"""How the games of a round end, table by table."""


class Club:
    """Somebody who runs a tournament by a script."""

    def __init__(self, companion: Companion) -> None:
        self.companion = companion
        self.results: list[Game] = []

    def ask(self, method: str, path: str, body: Any = None, wanted: int = 0) -> Any:
        sent = None if body is None else json.dumps(body).encode()
        response, data = self.companion.request(method, path, sent, "application/json")
        assert response.status in ((wanted,) if wanted else (200, 201)), data
        return json.loads(data)

    def begin(self) -> str:
        body = {"name": "Club evening", "rounds": ROUNDS, "players": NAMES}
        return f"/api/tournaments/{self.ask('POST', '/api/tournaments', body)['id']}"

    def start(self, tournament: str, round_: int, table: Any, names: list[str], how: str) -> int:
        """Start the game of a table by hand."""
        game = {
            "game": "palago",
            "players": [{"name": names[0], "color": "white"}, {"name": names[1], "color": "blue"}],
            "options": {"size": 2, "tiebreak": "draw"} if how == "draw" else {},
            "source": {"kind": "hand"},
            "pairing": {
                "tournament": int(tournament.rpartition("/")[2]),
                "round": round_,
                "table": table["table"],
            },
        }
        number: int = self.ask("POST", "/api/games", game)["id"]
        return number

    def play(self, game: int, moves: tuple[str, ...]) -> None:
        for move in moves:
            placed = parse_move(move).placed
            tiles = [{"q": cell.q, "r": cell.r, "orientation": k} for cell, k in sorted(placed)]
            self.ask("POST", f"/api/games/{game}/table", {"placed": tiles})


MOVES = {
    "first": ("0,0=2 -1,0=4", "-2,0=4 -3,0=4", "-4,0=4 -4,1=0", "-5,1=0 -5,2=0", "-4,2=2"),
    "second": (OPENING, MATCHING, THIRD, CLOSING),
    "draw": (OPENING,),
}
"""Whole games; the last is one of two tiles."""


def play_round(club: Club, tournament: str, number: int, *, killed: bool) -> None:
    """Pair a round and have all its games played; in the midst of one the power goes."""
    state = club.ask("POST", f"{tournament}/rounds", {"round": number})
    names = {player["number"]: player["name"] for player in state["players"]}
    tables = state["pairings"][-1]["tables"]
    assert len(tables) == len(NAMES) // 2
    for how, table in zip(HOW, tables, strict=True):
        pair = [names[table["first"]], names[table["second"]]]
        if how == "told":
            told = f"{tournament}/rounds/{number}/tables/{table['table']}/result"
            club.ask("PUT", told, {"result": "first"})
            club.ask("PUT", told, {"result": "second"}, wanted=409)
            club.ask("PUT", told, {"result": "second", "confirmed": True})
            club.results.append((pair[0], pair[1], "second"))
            continue
        game = club.start(tournament, number, table, pair, how)
        if killed and how == "first":
            before = club.ask("GET", tournament)
            club.play(game, MOVES[how][:1])
            club.companion.kill()
            club.companion = start(club.companion.data)
            assert club.ask("GET", tournament) == before
            club.ask("PUT", f"/api/games/{game}/source", {"kind": "hand"})
            club.play(game, MOVES[how][1:])
        else:
            club.play(game, MOVES[how])
        club.results.append((pair[0], pair[1], how))


def test_eight_play_three_rounds_and_the_standings_are_right(tmp_path: Path) -> None:
    club = Club(start(tmp_path / "data"))
    try:
        tournament = club.begin()
        for number in range(1, ROUNDS + 1):
            play_round(club, tournament, number, killed=number == 2)
            state = club.ask("GET", tournament)
            assert not [t for t in state["pairings"][-1]["tables"] if t["result"] is None]
            club.ask("POST", f"{tournament}/rounds", {"round": number}, wanted=409)
    finally:
        club.companion.stop()
    assert state["over"]
    pairs = [frozenset(game[:2]) for game in club.results]
    assert len(set(pairs)) == len(pairs) == ROUNDS * 4
    by = [table["by"] for one in state["pairings"] for table in one["tables"]]
    assert (by.count("game"), by.count("people")) == (ROUNDS * 3, ROUNDS)
    wanted = worked_out(club.results, NAMES)
    found = [
        (one["name"], one["points"], one["buchholz"], one["sonneborn_berger"])
        for one in state["standings"]
    ]
    assert sorted(found, key=lambda line: (-line[1], -line[2], -line[3], line[0])) == wanted
    scores = [line[1:] for line in wanted]
    assert [one["rank"] for one in state["standings"]] == [
        1 + scores.index((one["points"], one["buchholz"], one["sonneborn_berger"]))
        for one in state["standings"]
    ]
    assert sum(line[1] for line in found) == ROUNDS * 4
