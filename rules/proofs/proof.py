"""What a proof of a forced win says, and how it is kept as JSON.

A proof is a list of steps. A step is a move of the winner, and what follows it: to some replies of
the other player another step, to all others one of a few moves that win at once. In the first step
of a proof for the player who is not to move there is no move, only the replies.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from rules.board import Board
from rules.board_json import board_from_json, board_to_json
from rules.fields import Fields, FormatError
from rules.move import Move, Tile
from rules.palago.options import STANDARD_SIZE
from rules.tile import COLORS, Color, other_color

FORMAT = "palago-proof-1"
MOST_STEPS = 2_000_000
_EXAMPLE = '{"format": "palago-proof-1", ...}'
_STEP_EXAMPLE = '{"play": [...], "replies": [...], "otherwise": [...]}'


class ProofFormatError(FormatError):
    """Data that is no proof, or was changed since it was written; says what is wrong."""


@dataclass(frozen=True)
class Reply:
    """A move of the player who loses, and the number of the step that answers it."""

    move: Move
    step: int


@dataclass(frozen=True)
class Step:
    """A move of the winner, and what follows it.

    Attributes
    ----------
    play
        The move; None where the other player is to move.
    replies
        Replies that need a step of their own.
    otherwise
        Moves of which one wins at once after any other reply. A move that wins at once has none.
    """

    play: Move | None
    replies: tuple[Reply, ...] = ()
    otherwise: tuple[Move, ...] = ()


@dataclass(frozen=True)
class Proof:
    """That a player wins from a position within so many moves of theirs, whatever the other does.

    Attributes
    ----------
    board, to_move
        The position.
    size
        The number of tiles in the game.
    winner
        Who wins.
    moves
        With how many of their moves at most.
    steps
        The first is that of the position.
    """

    board: Board
    to_move: Color
    winner: Color
    moves: int
    steps: tuple[Step, ...]
    size: int = STANDARD_SIZE


def proof_to_json(proof: Proof) -> dict[str, Any]:
    """Return a proof as it is kept; ``digest`` is by what a change shows."""
    data = {
        "format": FORMAT,
        "game": "palago",
        **_position(proof),
        "winner": proof.winner,
        "moves": proof.moves,
        "steps": [_step_to_json(step) for step in proof.steps],
    }
    return {**data, "digest": digest(data)}


def proof_from_json(data: object) -> Proof:
    """Read a proof from decoded JSON; whether it holds is another matter.

    Raises
    ------
    ProofFormatError, FormatError
        If something is missing or not what it must be, or was changed since it was written.
    """
    fields = Fields.of(data, "The proof", _EXAMPLE, ProofFormatError)
    fields.one_of("format", [FORMAT])
    fields.one_of("game", ["palago"])
    entries = fields.entries("steps")
    if not 0 < len(entries) <= MOST_STEPS:
        raise ProofFormatError(f'The proof: "steps" must be 1 to {MOST_STEPS} of them.')
    proof = Proof(
        board=board_from_json(fields.nested("board", '{"tiles": [...]}').data),
        to_move=_color(fields, "to_move"),
        winner=_color(fields, "winner"),
        moves=fields.whole_number("moves", low=1),
        steps=tuple(_step(number, entry) for number, entry in enumerate(entries)),
        size=fields.whole_number("size", low=1),
    )
    if fields.text("digest") != digest(fields.data):
        raise ProofFormatError(
            "The proof was changed since it was written: its digest is another one; make it anew."
        )
    return proof


def digest(data: Mapping[str, Any]) -> str:
    """Return by what a change to a proof shows: SHA-256 over all of it but the digest itself."""
    rest = {key: value for key, value in data.items() if key != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return sha256(text.encode()).hexdigest()


def tiles_to_json(move: Move) -> list[dict[str, int]]:
    """Return the tiles of a move, in the order of placement."""
    return [{"q": q, "r": r, "orientation": k} for (q, r), k in move.placed]


def _position(proof: Proof) -> dict[str, Any]:
    return {"board": board_to_json(proof.board), "to_move": proof.to_move, "size": proof.size}


def _step_to_json(step: Step) -> dict[str, Any]:
    data: dict[str, Any] = {"play": None if step.play is None else tiles_to_json(step.play)}
    if step.replies:
        data["replies"] = [{"to": tiles_to_json(r.move), "step": r.step} for r in step.replies]
    if step.otherwise:
        data["otherwise"] = [tiles_to_json(move) for move in step.otherwise]
    return data


def _step(number: int, entry: object) -> Step:
    place = f"steps[{number}]"
    fields = Fields.of(entry, place, _STEP_EXAMPLE, ProofFormatError)
    replies = []
    for reply in fields.entries("replies") if fields.has("replies") else []:
        of = Fields.of(reply, f"A reply of {place}", '{"to": [...], "step": 1}', ProofFormatError)
        # a step leads to later ones only, so that no proof goes round in circles
        replies.append(
            Reply(_move(of.entries("to"), place), of.whole_number("step", low=number + 1))
        )
    others = fields.entries("otherwise") if fields.has("otherwise") else []
    return Step(
        play=_move(fields.entries("play"), place) if fields.has("play") else None,
        replies=tuple(replies),
        otherwise=tuple(_move(move, place) for move in others),
    )


def _move(entries: object, place: str) -> Move:
    if not isinstance(entries, list) or not 1 <= len(entries) <= 2:
        raise ProofFormatError(f"A move of {place} must be a list of one or two tiles.")
    board = board_from_json({"tiles": entries})
    return Move(placed=tuple(Tile(cell, board[cell]) for cell in board), ordered=True)


def _color(fields: Fields, key: str) -> Color:
    name = fields.one_of(key, COLORS)
    return COLORS[0] if name == COLORS[0] else other_color(COLORS[0])
