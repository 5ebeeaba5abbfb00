"""Proof-number search finds what a search move by move finds, and more; all of it holds."""

from __future__ import annotations

import pytest

from rules import BLUE, COLORS, Board, Cell
from rules.engine.position import FastPosition
from rules.engine.proof_number import LOST, WON, ProofNumberSearch
from rules.engine.proving import proof_of_loss, proof_of_win
from rules.engine.search import ThreatSearch
from rules.engine.threat_moves import StoppedError
from rules.palago.patterns import PatternKind, find_patterns
from rules.proofs.verifying import verify
from tests.rules.engine.positions import FALLS_TO_A_FORK, THREATENED, careful_game

FALLS_TO_MORE_THAN_A_FORK = Board({Cell(0, 0): 2, Cell(1, 0): 4})
"""An opening that Blue does not win in three moves by threats, but in four."""
ENOUGH = 60


@pytest.mark.parametrize("seed", range(4))
def test_it_finds_what_a_search_move_by_move_finds(seed: int) -> None:
    board = careful_game(seed, 6 + 2 * seed).board
    for color in COLORS:
        deep = ProofNumberSearch(FastPosition(board), color)
        found = deep.search(ENOUGH)
        if ThreatSearch(FastPosition(board), color).wins(2):
            assert found == WON
        if found == WON:
            proof = proof_of_win(deep)
            assert proof.winner == color
            verify(proof)
        if found == LOST:
            assert not ThreatSearch(FastPosition(board), color).wins(3)


def test_a_win_that_takes_more_than_a_fork_is_found_and_proven() -> None:
    search = ProofNumberSearch(FastPosition(FALLS_TO_MORE_THAN_A_FORK), BLUE)
    assert search.search(ENOUGH) == WON
    proof = proof_of_win(search)
    assert 4 <= proof.moves <= 6
    assert len(proof.steps) > proof.moves


def test_a_search_goes_on_where_it_stopped() -> None:
    board = FALLS_TO_MORE_THAN_A_FORK
    whole = ProofNumberSearch(FastPosition(board), BLUE)
    whole.search(ENOUGH)
    first = ProofNumberSearch(FastPosition(board), BLUE)
    assert 0 not in first.search(whole.nodes // 3)
    again = ProofNumberSearch(FastPosition(board), BLUE, table=first.table)
    assert again.search(whole.nodes) == WON
    assert again.nodes < whole.nodes
    assert proof_of_win(again).moves >= 4


def test_what_was_found_is_known_of_the_turned_table_too() -> None:
    first = ProofNumberSearch(FastPosition(FALLS_TO_A_FORK), BLUE)
    first.search(ENOUGH)
    turned = FastPosition(FALLS_TO_A_FORK.rotated(2))
    assert ProofNumberSearch(turned, BLUE, table=first.table).numbers() == WON


def test_a_loss_is_found_with_the_loser_to_move() -> None:
    search = ProofNumberSearch(FastPosition(THREATENED), BLUE)
    assert search.search(ENOUGH, attacker_moves=False) == WON
    verify(proof_of_loss(search))


def test_a_search_that_is_stopped_leaves_the_position_as_it_was() -> None:
    position = FastPosition(FALLS_TO_MORE_THAN_A_FORK)
    before = position.board()
    search = ProofNumberSearch(position, BLUE, is_stopped=lambda: search.nodes > 4)
    with pytest.raises(StoppedError):
        search.search(ENOUGH)
    assert position.board() == before
    assert search.numbers() not in (WON, LOST)


def test_with_one_tile_left_only_a_win_at_once_is_one() -> None:
    for seed in range(4):
        board = careful_game(seed, 8).board
        for color in COLORS:
            position = FastPosition(board, size=9)
            found = ProofNumberSearch(position, color).search(ENOUGH)
            assert found == (WON if position.winning_moves(color, 1) else LOST)


@pytest.mark.parametrize(("tiles", "moves"), [(3, 2), (2, 3)])
def test_tips_in_a_row_win_if_left_alone(tiles: int, moves: int) -> None:
    """What is said of the patterns of these names, for both players."""
    board = Board({Cell(q, -q): 2 for q in range(tiles)})
    kind = {3: PatternKind.THREE_TIPS, 2: PatternKind.TWO_TIPS}[tiles]
    assert {p.color for p in find_patterns(board) if p.kind is kind} == {*COLORS}
    for color in COLORS:
        assert ThreatSearch(FastPosition(board), color).wins(moves)
