"""Patterns with names: where they are, and that the claims made of them hold by the rules."""

from __future__ import annotations

from random import Random

import pytest

from rules import BLUE, COLORS, WHITE, Board, Cell, PalagoGame, judge_palago
from rules.palago.closing import closing_from_nothing, deciding_groups
from rules.palago.moves import legal_moves
from rules.palago.options import PalagoOptions
from rules.palago.patterns import Pattern, PatternKind, answers_to, find_patterns

_SEKI = {
    (-2, 0): 4, (-2, 1): 0, (-2, 2): 2, (-1, -1): 4, (-1, 0): 0, (-1, 1): 4,
    (-1, 2): 2, (0, -2): 4, (0, -1): 2, (0, 1): 2, (0, 2): 2, (1, -2): 4,
    (1, -1): 4, (1, 0): 4, (1, 1): 4, (2, -2): 4, (2, -1): 0, (2, 0): 2,
}  # fmt: skip
HOLE = Cell(0, 0)
SEKI = Board({Cell(*cell): orientation for cell, orientation in _SEKI.items()})


def row(edge: int, orientation: int, tiles: int = 3) -> Board:
    cells = [Cell(0, 0)]
    while len(cells) < tiles:
        cells.append(cells[-1].neighbour(edge))
    return Board(dict.fromkeys(cells, orientation))


def of_kind(board: Board, kind: PatternKind) -> list[Pattern]:
    return [pattern for pattern in find_patterns(board) if pattern.kind is kind]


@pytest.mark.parametrize("orientation", range(6))
def test_tips_are_in_a_row_where_they_point_away_from_it(orientation: int) -> None:
    rows = [edge for edge in range(3) if of_kind(row(edge, orientation), PatternKind.THREE_TIPS)]
    assert rows == [(orientation + 1) % 3]
    edge = rows[0]
    assert {p.color for p in of_kind(row(edge, orientation), PatternKind.THREE_TIPS)} == {*COLORS}
    assert not find_patterns(row((edge + 1) % 3, orientation))
    assert len(of_kind(row(edge, orientation, 2), PatternKind.TWO_TIPS)) == 2
    longer = of_kind(row(edge, orientation, 5), PatternKind.THREE_TIPS)
    assert [len(pattern.cells) for pattern in longer] == [5, 5]


def test_tips_whose_corner_is_full_are_in_no_row() -> None:
    board = row(0, 2, 2)
    tip = Cell(0, 0).corner(2)
    shut = board.with_tiles([(cell, 0) for cell in tip.cells() if cell not in board])
    assert {p.color for p in of_kind(shut, PatternKind.TWO_TIPS)} == {BLUE}


def test_turning_the_table_turns_the_patterns() -> None:
    for seed in range(6):
        board = random_board(seed, 24)
        turned = find_patterns(board.rotated(2))
        expected = [
            (p.kind, p.color, tuple(sorted(cell.rotated(2) for cell in p.cells)))
            for p in find_patterns(board)
        ]
        found = [(p.kind, p.color, tuple(sorted(p.cells))) for p in turned]
        assert sorted(map(str, found)) == sorted(map(str, expected))


def random_board(seed: int, tiles: int) -> Board:
    random, game = Random(seed), PalagoGame()
    while len(game.board) < tiles:
        move = random.choice(list(game.legal_moves()))
        if not game.verdict(move).over:
            game.play(move)
    return game.board


@pytest.mark.parametrize("mover", COLORS)
def test_whoever_fills_a_seki_loses(mover: str) -> None:
    assert of_kind(SEKI, PatternKind.SEKI) == [Pattern(PatternKind.SEKI, None, (HOLE,))]
    color = WHITE if mover == WHITE else BLUE
    verdicts = [
        judge_palago(SEKI, SEKI.with_tiles([(HOLE, k)]), mover=color, tiles_left=20)
        for k in (0, 2, 4)
    ]
    assert any(verdict.over for verdict in verdicts)
    assert all(verdict.winner != color for verdict in verdicts)


def test_three_arches_from_a_corner_that_bend_the_same_way_are_a_triskelion() -> None:
    found = []
    for seed in range(30):
        for pattern in of_kind(random_board(seed, 12), PatternKind.TRISKELION):
            assert pattern.color is not None
            shared = set.intersection(*({*cell.corners()} for cell in pattern.cells))
            assert len(shared) == 1
            found.append(pattern)
    assert found


def test_answers_take_a_pattern_away_and_no_other_move_does() -> None:
    board, left, seen = random_board(2, 14), 34, set()
    options = PalagoOptions()
    moves = list(legal_moves(board, left, options, closing_from_nothing(board, options)))
    for pattern in find_patterns(board):
        answers = {frozenset(move.placed) for move in answers_to(pattern, board, left)}
        if pattern.kind not in (
            PatternKind.THREE_TIPS,
            PatternKind.TWO_TIPS,
            PatternKind.OPEN_MOUTH,
        ):
            assert not answers
            continue
        seen.add(pattern.kind)
        assert answers
        for move in moves:
            after = board.with_tiles(move.placed)
            is_left = any(
                (one.kind, one.color) == (pattern.kind, pattern.color)
                and set(one.cells) & set(pattern.cells)
                for one in find_patterns(after)
            )
            helps = any(
                group.color == pattern.color
                for group in deciding_groups(board, move.placed, options)
            )
            assert (frozenset(move.placed) in answers) == (not is_left and not helps)
    assert len(seen) == 2
