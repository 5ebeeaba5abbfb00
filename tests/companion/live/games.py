"""Games for the tests of tables: what to ask for to start one, and moves to play by hand."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.live import RunningGame
from companion.live.kept_events import KeptEvent
from companion.live.laying import Laid
from rules import all_palagems, applied, board_to_json, parse_move

OPENING = "0,0=0 1,-1=4"
MATCHING = "1,0=2 2,-1=0"
MISMATCHED = "1,0=2 2,-1=1"
THIRD = "0,-1=2 0,-2=0"
CLOSING = "0,1=4"
"""The fourth move: it closes a blue ring of three arches, so the second player wins with it."""
THREE = "0,0=0 1,-1=4 1,0=2"
RING = "0,-1=2 2,-1=0 0,1=4"
"""Of Palagonia: the tiles that close a blue island worth 1 round the eye of three tiles."""


def by_hand(game: str, players: str = "AB", **more: Any) -> dict[str, Any]:
    """Return a game to be tapped in by hand, of players with names of one letter."""
    options: dict[str, Any] = {}
    if game == "palagem":
        options["palagems"] = {
            player: board_to_json(palagem.tiles)["tiles"]
            for player, palagem in zip(players, all_palagems(), strict=False)
        }
    return {
        "game": game,
        "players": [{"name": player} for player in players],
        "options": options,
        "source": {"kind": "hand"},
        **more,
    }


def play(game: RunningGame, move: str, die: int | None = None) -> list[str]:
    """Lay a move, written as in docs/notation.md; return what was announced."""
    done = parse_move(move)
    return kinds(game.lay(Laid(lambda before: [applied(done, before)], die)))


def kinds(said: Iterable[KeptEvent]) -> list[str]:
    """Return which events they are."""
    return [kept.kind for kept in said]
