"""Which move of Palagonia to make, and how near a palagem is, held against all legal moves."""

from __future__ import annotations

import pytest

from rules.board import Board
from rules.lattice import Cell
from rules.move import Move, applied
from rules.palagem.moves import legal_moves as palagem_moves
from rules.palagem.nearness import nearer_moves, nearness
from rules.palagem.pattern import Palagem, all_palagems, completed_palagems
from rules.palagonia.advising import advise, next_values
from rules.palagonia.judging import rule_on_palagonia
from rules.palagonia.moves import legal_moves
from tests.rules.growing import grown

LEFT = 30
PALAGEMS = {str(number): palagem for number, palagem in enumerate(all_palagems())}


def points_of(board: Board, move: Move, die: int) -> int:
    verdict = rule_on_palagonia(board, move, die=die, tiles_left=LEFT)
    assert verdict.legal
    return sum(island.creator for island in verdict.islands)


@pytest.mark.parametrize("seed", [2, 3, 7])
def test_no_move_with_two_tiles_scores_more_than_the_best_that_was_found(seed: int) -> None:
    board = grown(seed, 16)
    best = max(points_of(board, move, 2) for move in legal_moves(board, 2, LEFT))
    found = advise(board, 2, LEFT, most=3).prospects
    assert max(prospect.now for prospect in found) == best
    assert 3 * next_values(board, LEFT)[1] <= best


def test_some_of_those_boards_have_something_to_score() -> None:
    assert any(3 * next_values(grown(seed, 16), LEFT)[1] for seed in (2, 3, 7))


@pytest.mark.parametrize("die", range(1, 7))
def test_every_move_that_is_advised_is_legal_and_told_by_what_the_rules_say(die: int) -> None:
    board = grown(5, 20)
    advice = advise(board, die, LEFT, most=5)
    assert advice.prospects or die == 6
    for prospect in advice.prospects:
        assert points_of(board, prospect.move, die) == prospect.now
        left = LEFT - len(prospect.move.placed) + len(prospect.move.removed)
        assert prospect.next_values == next_values(applied(prospect.move, board), left)
        assert prospect.risked == pytest.approx(sum(prospect.next_values) / 2)
        assert prospect.returned == pytest.approx(2 * prospect.risked / 3)
    balances = [prospect.balance for prospect in advice.prospects]
    assert balances == sorted(balances, reverse=True)
    assert advice.weighed_all == (die == 6 and not advice.prospects)


def test_turning_the_table_changes_no_value() -> None:
    board = grown(3, 20)
    assert next_values(board, LEFT) == next_values(board.rotated(1).translated(4, -2), LEFT)
    assert any(next_values(board, LEFT))


def test_the_last_tiles_leave_nothing_to_the_next_player() -> None:
    for prospect in advise(grown(3, 20), 5, 2, most=4).prospects:
        assert prospect.next_values == (0,) * 6 or prospect.move.removed


def test_a_stopped_search_still_has_a_move() -> None:
    assert len(advise(grown(3, 20), 4, LEFT, is_stopped=lambda: True).prospects) == 1


def test_who_cannot_act_is_advised_nothing() -> None:
    assert advise(Board({Cell(0, 0): 0}), 6, LEFT).prospects == ()


@pytest.mark.parametrize("name", ["0", "40", "80"])
@pytest.mark.parametrize("inversion", [False, True])
def test_what_a_palagem_lacks_completes_it(name: str, *, inversion: bool) -> None:
    board, palagem = grown(3, 12), PALAGEMS[name]
    near = nearness(board, palagem, inversion=inversion)
    assert 0 < near.missing < 4
    assert near.ways
    for way in near.ways:
        assert len(way) == near.missing
        whole = board.with_tiles(way)
        assert completed_palagems(whole, way[0].cell, {"it": palagem}, inversion=inversion)
    turned = nearness(board.rotated(1), palagem, inversion=inversion)
    assert (turned.missing, len(turned.ways)) == (near.missing, len(near.ways))


def test_the_moves_that_bring_a_palagem_nearer_are_those_after_which_it_lacks_less() -> None:
    board = grown(3, 14)
    for palagem in (PALAGEMS["0"], PALAGEMS["40"]):
        now = nearness(board, palagem).missing
        nearer = {one.move for one in nearer_moves(board, palagem, LEFT)}
        for move in palagem_moves(board, LEFT):
            assert (move in nearer) == (nearness(applied(move, board), palagem).missing < now)


def test_a_palagem_that_stands_lacks_nothing_and_one_alone_three() -> None:
    palagem = PALAGEMS["5"]
    assert nearness(palagem.tiles.rotated(2), palagem).missing == 0
    first = min(palagem.tiles)
    assert nearness(Board({first: palagem.tiles[first]}), palagem).missing == 3
    assert nearness(Board({}), palagem).missing == 4


def test_colours_swapped_count_in_inversion_alone() -> None:
    palagem = next(p for p in PALAGEMS.values() if p.pattern() != swapped(p).pattern())
    table = swapped(palagem).tiles
    assert nearness(table, palagem, inversion=True).missing == 0
    assert nearness(table, palagem).missing > 0


def swapped(palagem: Palagem) -> Palagem:
    return Palagem(palagem.tiles.colors_swapped())
