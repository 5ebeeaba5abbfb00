"""A proof that holds is accepted, and one that was tampered with is not."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from rules import COLORS, WHITE, FormatError
from rules.engine.analysing import analyse_position
from rules.engine.position import FastPosition
from rules.engine.proving import proof_of_win
from rules.engine.search import ThreatSearch
from rules.proofs.proof import Proof, digest, proof_from_json, proof_to_json
from rules.proofs.verifying import ProofError, verify
from rules.tile import other_color
from tests.rules.engine.positions import FORKED, careful_game

MUTATIONS = int(os.environ.get("PALAGO_MUTATIONS", "39"))
Data = dict[str, Any]


@pytest.fixture(scope="module")
def proof() -> Proof:
    """A win in two moves with replies that need steps of their own."""
    for seed in range(40):
        board = careful_game(seed, 8).board
        search = ThreatSearch(FastPosition(board), WHITE)
        if not search.wins(1) and search.wins(2):
            proof = proof_of_win(search, 2)
            if len(proof.steps) > 3:
                return proof
    raise AssertionError("no position is won so")


@pytest.fixture(scope="module")
def loss() -> Proof:
    """A loss of the player to move: there is a double threat."""
    found = analyse_position(FORKED, WHITE)
    assert found.result == "loss"
    assert found.proof is not None
    return found.proof


def test_it_is_the_same_after_a_file(proof: Proof, loss: Proof) -> None:
    for one in (proof, loss):
        assert proof_from_json(json.loads(json.dumps(proof_to_json(one)))) == one


def test_it_holds(proof: Proof, loss: Proof) -> None:
    checked = verify(proof)
    assert checked.positions == len(proof.steps)
    assert checked.replies > 200
    verify(loss)
    assert loss.steps[0].play is None


def sealed(data: Data) -> Data:
    """Give a changed proof the digest that belongs to it, as somebody would who wants to cheat."""
    return {**data, "digest": digest(data)}


def claim_other_winner(data: Data, _random: Random) -> None:
    data["winner"] = other_color(COLORS[COLORS.index(data["winner"])])


def claim_other_player(data: Data, _random: Random) -> None:
    data["to_move"] = other_color(COLORS[COLORS.index(data["to_move"])])


def claim_other_length(data: Data, random: Random) -> None:
    data["moves"] += random.choice([-1, 1, 2])


def claim_fewer_tiles(data: Data, random: Random) -> None:
    data["size"] = len(data["board"]["tiles"]) + random.choice([0, 1, 2])


def turn_a_tile(data: Data, random: Random) -> None:
    tile = random.choice(data["board"]["tiles"])
    tile["orientation"] = (tile["orientation"] + 2 * random.randint(1, 2)) % 6


def move_a_tile(data: Data, random: Random) -> None:
    random.choice(data["board"]["tiles"])["q"] += random.choice([-1, 1])


def leave_a_tile_out(data: Data, random: Random) -> None:
    tiles = data["board"]["tiles"]
    tiles.remove(random.choice(tiles))


def leave_a_reply_out(data: Data, random: Random) -> None:
    step = random.choice([step for step in data["steps"] if step.get("replies")])
    step["replies"].remove(random.choice(step["replies"]))


def leave_an_answer_out(data: Data, random: Random) -> None:
    step = random.choice([step for step in data["steps"] if step.get("otherwise")])
    step["otherwise"].remove(random.choice(step["otherwise"]))


def leave_a_step_out(data: Data, random: Random) -> None:
    data["steps"].remove(random.choice(data["steps"][1:]))


def play_otherwise(data: Data, random: Random) -> None:
    step = random.choice([step for step in data["steps"] if step["play"]])
    tile = random.choice(step["play"])
    key, by = random.choice([("q", 1), ("r", -1), ("orientation", 2), ("orientation", 1)])
    tile[key] = (tile[key] + by) % 6 if key == "orientation" else tile[key] + by


def answer_otherwise(data: Data, random: Random) -> None:
    step = random.choice([step for step in data["steps"] if step.get("otherwise")])
    tile = random.choice(random.choice(step["otherwise"]))
    tile["orientation"] = (tile["orientation"] + 2) % 6


def lead_elsewhere(data: Data, random: Random) -> None:
    step = random.choice([step for step in data["steps"] if step.get("replies")])
    random.choice(step["replies"])["step"] += random.choice([-1, 1])


CHANGES: list[Callable[[Data, Random], None]] = [
    claim_other_winner,
    claim_other_player,
    claim_other_length,
    claim_fewer_tiles,
    turn_a_tile,
    move_a_tile,
    leave_a_tile_out,
    leave_a_reply_out,
    leave_an_answer_out,
    leave_a_step_out,
    play_otherwise,
    answer_otherwise,
    lead_elsewhere,
]


def accepted(data: Data) -> bool:
    try:
        verify(proof_from_json(data))
    except (ProofError, FormatError):
        return False
    return True


def test_one_that_was_tampered_with_is_rejected(proof: Proof) -> None:
    """Whatever is changed shows in the digest; and with another digest, in what does not hold.

    A position may be changed so that the same moves win there too: that is another proof, and a
    true one. It is looked at by the search once more.
    """
    random, true = Random(1), proof_to_json(proof)
    rejected = 0
    for number in range(MUTATIONS):
        change = CHANGES[number % len(CHANGES)]
        data = deepcopy(true)
        change(data, random)
        if data == true:
            continue
        assert not accepted(data), change
        if not accepted(sealed(data)):
            rejected += 1
            continue
        changed = proof_from_json(sealed(data))
        found = analyse_position(changed.board, changed.to_move, size=changed.size)
        assert found.proof is not None, change
        assert found.proof.winner == changed.winner
    assert rejected > 0.8 * MUTATIONS


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.pop("steps"), "steps"),
        (lambda data: data.update(format="palago-proof-0"), "palago-proof-1"),
        (lambda data: data.update(winner="red"), "winner"),
        (lambda data: data.update(steps=[]), "steps"),
        (lambda data: data["steps"][0].update(play=[]), "one or two tiles"),
        (lambda data: data["steps"][0]["replies"][0].update(step=0), "step"),
        (lambda data: data.update(digest="0"), "changed"),
    ],
)
def test_what_is_no_proof_says_why(
    proof: Proof, change: Callable[[Data], object], words: str
) -> None:
    data = deepcopy(proof_to_json(proof))
    change(data)
    with pytest.raises(FormatError, match=words):
        proof_from_json(data if words == "changed" else sealed(data))
