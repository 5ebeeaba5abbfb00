"""Moves for the tests: those kept in files, turned and recoloured, and random ones."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from rules import Board, Cell, board_from_json, board_to_json, judge_json
from rules.board_json import tiles_to_json
from rules.tile import other_color
from tests.rules.boards import any_boards, matched_boards, records

GAMES = ("palago", "palagem", "palagonia")
KNOWN_MOVES = [record for game in GAMES for record in records(f"{game}.jsonl")]


def ruling(move: dict[str, Any]) -> dict[str, Any]:
    """Judge a move; return the verdict with codes in place of violations, lists sorted."""
    verdict = judge_json(move)
    for key in ("violations", "already"):
        verdict[key] = sorted(violation["code"] for violation in verdict[key])
    verdict["palagems"].sort()
    verdict["islands"] = sorted(
        ({k: v for k, v in island.items() if k != "cells"} for island in verdict["islands"]),
        key=str,
    )
    return verdict


def turned(move: dict[str, Any], turns: int, dq: int = 0, dr: int = 0) -> dict[str, Any]:
    """Return the move on a table turned by 60 degrees times ``turns``, then moved."""
    changed = dict(move)
    for key in ("before", "after"):
        board = board_from_json(move[key]).rotated(turns).translated(dq, dr)
        changed[key] = board_to_json(board)
    if move.get("order"):
        order = (Cell(*cell).rotated(turns).translated(dq, dr) for cell in move["order"])
        changed["order"] = [list(cell) for cell in order]
    return changed


def recolored(move: dict[str, Any]) -> dict[str, Any]:
    """Return the move with white and blue exchanged, on the table and among the players."""
    changed = dict(move)
    for key in ("before", "after"):
        changed[key] = board_to_json(board_from_json(move[key]).colors_swapped())
    if move["game"] == "palago":
        changed["mover"] = other_color(move["mover"])
    if move["game"] == "palagem":
        changed["palagems"] = {
            player: tiles_to_json(board_from_json({"tiles": tiles}).colors_swapped())
            for player, tiles in move["palagems"].items()
        }
    return changed


@st.composite
def random_moves(draw: st.DrawFn) -> dict[str, Any]:
    """Moves of any kind from any position, most of them wrong in several ways."""
    before = draw(matched_boards(max_tiles=30) | any_boards())
    after = draw(_changed_boards(before))
    game = draw(st.sampled_from(GAMES))
    move: dict[str, Any] = {
        "game": game,
        "before": board_to_json(before),
        "after": board_to_json(after),
        "tiles_left": draw(st.integers(0, 6) | st.just(20)),
    }
    if game == "palago":
        move["mover"] = draw(st.sampled_from(["white", "blue"]))
        move["options"] = {
            "placement": draw(st.sampled_from(["pair", "single", "anywhere"])),
            "tiebreak": draw(st.sampled_from(["largest", "draw", "largest-loses"])),
            "eat_enemy": draw(st.integers(0, 2)),
            "eat_size": draw(st.integers(0, 2)),
            "must_contain": draw(st.booleans()),
        }
        placed = sorted(after.keys() - before.keys())
        if draw(st.booleans()):
            move["order"] = [list(cell) for cell in draw(st.permutations(placed))]
    elif game == "palagem":
        patch = {"q": 0, "r": 0}, {"q": 0, "r": 1}, {"q": 1, "r": -1}, {"q": 1, "r": 0}
        orientations = st.tuples(*[st.sampled_from([0, 2, 4])] * 4)
        move["mover"] = "p1"
        move["options"] = {"inversion": draw(st.booleans())}
        move["palagems"] = {
            player: [
                {**cell, "orientation": k}
                for cell, k in zip(patch, draw(orientations), strict=True)
            ]
            for player in ("p1", "p2")
        }
    else:
        move["die"] = draw(st.integers(1, 6))
    return move


@st.composite
def _changed_boards(draw: st.DrawFn, before: Board) -> Board:
    tiles = dict(before)
    near = sorted({n for cell in before for n in cell.neighbours()} - tiles.keys())
    far = [Cell(0, 0), Cell(40, 40)]
    cells = draw(st.lists(st.sampled_from([*near, *far]), max_size=4, unique=True))
    for cell in cells:
        tiles.setdefault(cell, draw(st.integers(0, 5)))
    if before and draw(st.booleans()):
        cell = draw(st.sampled_from(sorted(before)))
        if draw(st.booleans()):
            tiles[cell] = draw(st.integers(0, 5))
        else:
            del tiles[cell]
    return Board(tiles)
