"""Shortcuts of tests that play by hand over HTTP."""

from __future__ import annotations

from typing import Any

from rules import parse_move
from tests.companion.web.client import Companion


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
