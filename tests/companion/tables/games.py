"""Games for the tests of tables: what to ask for to start one."""

from __future__ import annotations

from typing import Any

from rules import all_palagems, board_to_json


def by_hand(game: str, players: str = "AB", **more: Any) -> dict[str, Any]:
    """Return a game to be tapped in by hand, of players with names of one letter."""
    options: dict[str, Any] = {}
    if game == "palagem":
        palagems = dict(zip(players, all_palagems(), strict=False))
        options["palagems"] = {
            p: board_to_json(found.tiles)["tiles"] for p, found in palagems.items()
        }
    return {
        "game": game,
        "players": [{"name": player} for player in players],
        "options": options,
        "source": {"kind": "hand"},
        **more,
    }
