"""The proofs that the documentation shows of the openings hold by the plain rules."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from rules import BLUE
from rules.engine.openings import openings
from rules.proofs.proof import proof_from_json
from rules.proofs.verifying import verify

FOLDER = Path(__file__).resolve().parents[3] / "docs" / "openings"
MOST_STEPS = 50
ALL = os.environ.get("PALAGO_PROOFS") == "all"
PROOFS = sorted(FOLDER.glob("?.json"))


def test_all_openings_are_proven() -> None:
    assert [path.stem for path in PROOFS] == [opening.name for opening in openings()]


@pytest.mark.parametrize("path", PROOFS, ids=lambda path: path.stem)
def test_a_published_proof_holds(path: Path) -> None:
    proof = proof_from_json(json.loads(path.read_text("utf-8")))
    opening = next(one for one in openings() if one.name == path.stem)
    assert (proof.board, proof.to_move, proof.winner) == (opening.board, BLUE, BLUE)
    page = (FOLDER.parent / "openings.md").read_text("utf-8")
    row = next(line for line in page.splitlines() if line.startswith(f"| **{path.stem}** |"))
    assert f"Blue wins with {proof.moves} moves at most" in row
    if len(proof.steps) > MOST_STEPS and not ALL:
        pytest.skip(f"{len(proof.steps)} positions take long; PALAGO_PROOFS=all checks them.")
    assert verify(proof).positions == len(proof.steps)
