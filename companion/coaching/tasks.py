"""What the coach's process does: each kind of question with what answers it, as plain JSON.

It alone of the companion imports the compiled search.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from rules import COLORS, Board, Move, Palagem, board_from_json, board_to_json
from rules.engine.analysing import PositionAnalysis, analyse_position
from rules.engine.only_moves import refutation
from rules.engine.playing import Level, choose_move
from rules.engine.position import FastPosition
from rules.engine.search import ThreatSearch
from rules.engine.threat_moves import StoppedError
from rules.engine.threats import find_threats
from rules.move import Tile, applied
from rules.palagem.nearness import nearer_moves, nearness
from rules.palagonia.advising import advise as advise_palagonia
from rules.proofs.proof import tiles_to_json
from rules.proofs.verifying import verify
from rules.tile import other_color

Question = Mapping[str, Any]
Answer = dict[str, Any]
MOST_ADVISED = 3
"""So many good moves for a roll are told."""
MOST_STEPS = 40
"""A proof of more steps is not held against the plain rules in time, and so not told."""


def choose(question: Question) -> Answer:
    """Choose a move as a player of a strength does; the seed decides between equals."""
    move = choose_move(
        board_from_json(question["board"]),
        question["to_move"],
        Level(question["level"]),
        Random(question["seed"]),
        question["size"],
    )
    return {"placed": tiles_to_json(move)}


def assess(question: Question) -> Answer:
    """Say who wins by force, where that is found in ``seconds`` and holds by the plain rules.

    ``winner`` is null where it is not known, ``moves`` counts the winner's; ``threatening`` has for
    each colour with how many moves it could threaten to win if it were its turn.
    """
    board = board_from_json(question["board"])
    position = FastPosition(board, question["size"])
    threatening = {color: len(ThreatSearch(position, color).threatening()) for color in COLORS}
    stops_at = time.monotonic() + question["seconds"]  # what had to be compiled is by now
    found = analyse_position(
        board,
        question["to_move"],
        size=question["size"],
        is_stopped=lambda: time.monotonic() > stops_at,
    )
    proof = found.proof if _is_verified(found) else None
    return {
        "winner": None if proof is None else proof.winner,
        "moves": None if proof is None else proof.moves,
        "line": [] if proof is None else [tiles_to_json(move) for move in found.line],
        "threatening": threatening,
    }


def hold(question: Question) -> Answer:
    """Find a move after which no win by threats of the other player is found in ``moves``.

    ``placed`` is null where there is none; ``all`` says whether every move was looked at.
    """
    position = FastPosition(board_from_json(question["board"]), question["size"])
    stops_at = time.monotonic() + question["seconds"]
    others = ThreatSearch(
        position, other_color(question["to_move"]), lambda: time.monotonic() > stops_at
    )
    try:
        for row in others.parries():
            if not others.after(row, lambda: others.wins(question["moves"])):
                return {"placed": tiles_to_json(position.move_of(row)), "all": False}
    except StoppedError:
        return {"placed": None, "all": False}
    return {"placed": None, "all": True}


def refute(question: Question) -> Answer:
    """Find a reply after which a move does not win in ``moves``; null where there is none."""
    placed = board_from_json({"tiles": question["placed"]})
    move = Move(placed=tuple(Tile(*one) for one in placed.items()), ordered=True)
    board = board_from_json(question["board"])
    reply = refutation(board, question["to_move"], move, question["moves"], question["size"])
    return {"placed": None if reply is None else tiles_to_json(reply)}


def threats(question: Question) -> Answer:
    """Name the threats of both players, as if each were to move."""
    found = find_threats(FastPosition(board_from_json(question["board"]), question["size"]))
    return {
        "threats": [
            {"color": one.color, "kind": one.kind.value, "cells": [[q, r] for q, r in one.cells]}
            for one in found
        ]
    }


def advise(question: Question) -> Answer:
    """Find good moves of Palagonia for a roll, weighed for ``seconds`` at most, the best first."""
    board = board_from_json(question["board"])
    stops_at = time.monotonic() + question["seconds"]
    found = advise_palagonia(
        board,
        question["die"],
        question["tiles_left"],
        is_stopped=lambda: time.monotonic() > stops_at,
    )
    return {
        "moves": [
            {
                "move": _proposed(one.move, board),
                "points": one.now,
                "risked": one.risked,
                "returned": one.returned,
            }
            for one in found.prospects[:MOST_ADVISED]
        ]
    }


def lacking(question: Question) -> Answer:
    """Say what each palagem lacks on a table, and which move brings it nearest, if one does."""
    board, inversion = board_from_json(question["board"]), question["inversion"]
    told = []
    for player, tiles in question["palagems"].items():
        palagem = Palagem(board_from_json(tiles))
        near = nearness(board, palagem, inversion=inversion)
        moves = nearer_moves(board, palagem, question["tiles_left"], inversion=inversion)
        best = _proposed(moves[0].move, board) if moves else None
        told.append({"player": player, "missing": near.missing, "move": best})
    return {"palagems": told}


def _proposed(move: Move, board: Board) -> Answer:
    changed = (*move.placed_cells, *move.removed, *(tile.cell for tile in move.rotated))
    return {
        "cells": [[q, r] for q, r in sorted(changed)],
        "after": board_to_json(applied(move, board)),
    }


def _is_verified(found: PositionAnalysis) -> bool:
    """Tell whether a forced win was found and holds by the plain rules alone."""
    if found.proof is None or len(found.proof.steps) > MOST_STEPS:
        return False
    verify(found.proof)
    return True


TASKS: Mapping[str, Callable[[Question], Answer]] = {
    "choose": choose,
    "assess": assess,
    "hold": hold,
    "refute": refute,
    "threats": threats,
    "advise": advise,
    "lacking": lacking,
}
"""By the names that questions have for them."""
