"""What the search finds holds by the plain rules, and it finds what is there."""

from __future__ import annotations

import pytest

from rules import BLUE, COLORS, WHITE, Board, judge_palago
from rules.engine.analysing import PositionAnalysis, analyse_position, color_to_move
from rules.engine.position import FastPosition
from rules.engine.search import ThreatSearch
from rules.engine.threat_moves import StoppedError
from rules.engine.threats import Threat, ThreatKind, find_threats
from rules.proofs.verifying import verify
from rules.tile import Color, other_color
from tests.rules.engine.positions import FALLS_TO_A_FORK, FORKED, THREATENED, careful_game

DEPTH = 2


def analysed(
    board: Board, depth: int, to_move: Color | None = None, size: int = 48
) -> PositionAnalysis:
    """Analyse a position so many moves deep and no deeper."""
    depths = [0]
    return analyse_position(
        board,
        to_move or color_to_move(board),
        size=size,
        is_stopped=lambda: depths[-1] >= depth,
        tell=lambda searched, _nodes: depths.append(searched),
    )


def play_line(found: PositionAnalysis, board: Board) -> None:
    """Play a main line by the plain rules, to the win that was promised, and as long as it."""
    assert found.proof is not None
    winner, mover, winners_moves = found.proof.winner, found.to_move, 0
    for number, move in enumerate(found.line, 1):
        after = board.with_tiles(move.placed)
        verdict = judge_palago(board, after, mover=mover, tiles_left=48 - len(board))
        assert verdict.legal
        assert verdict.over == (number == len(found.line))
        assert verdict.winner == (winner if verdict.over else None)
        winners_moves += mover == winner
        board, mover = after, other_color(mover)
    assert winners_moves == found.proof.moves


def test_an_opening_falls_to_a_threat_a_fork_and_a_win() -> None:
    found = analysed(FALLS_TO_A_FORK, 3)
    assert found.proof is not None
    assert (found.to_move, found.result) == (BLUE, "win")
    assert (found.proof.winner, found.proof.moves) == (BLUE, 3)
    assert verify(found.proof).positions == len(found.proof.steps) > 10
    play_line(found, FALLS_TO_A_FORK)


@pytest.mark.parametrize("seed", range(6))
def test_every_win_that_is_found_holds(seed: int) -> None:
    board = careful_game(seed, 6 + 2 * (seed % 3)).board
    for to_move in COLORS:
        found = analysed(board, DEPTH, to_move)
        if found.proof is None:
            assert (found.result, found.line, found.searched) == ("unknown", (), DEPTH)
            continue
        assert found.result == ("win" if found.proof.winner == to_move else "loss")
        verify(found.proof)
        play_line(found, board)


@pytest.mark.parametrize("turns", [1, 4])
def test_turning_the_table_changes_no_verdict(turns: int) -> None:
    for seed in (3, 5):
        board = careful_game(seed, 8).board
        one, other = (analysed(b, DEPTH, WHITE) for b in (board, board.rotated(turns)))
        assert one.result == other.result
        assert [t.kind for t in one.threats] == [t.kind for t in other.threats]
        assert (one.proof and one.proof.moves) == (other.proof and other.proof.moves)


def with_threats(kind: ThreatKind) -> tuple[Board, Threat]:
    """Return the first position of careful games with a threat of a kind, and the threat."""
    for seed in range(60):
        game = careful_game(seed, 16)
        for turn in game.history:
            board = turn.after
            for threat in find_threats(FastPosition(board)):
                if threat.kind is kind:
                    return board, threat
    raise AssertionError(kind)


@pytest.mark.parametrize("kind", [ThreatKind.ONE_FREEDOM, ThreatKind.TWO_FREEDOM])
def test_an_answer_to_a_threat_is_one_and_nothing_else_is(kind: ThreatKind) -> None:
    board, threat = with_threats(kind)
    assert len(threat.cells) == (1 if kind is ThreatKind.ONE_FREEDOM else 2)
    answers = {frozenset(move.placed) for move in threat.answers}
    assert answers
    for move in FastPosition(board).legal_moves():
        after = board.with_tiles(move.placed)
        verdict = judge_palago(
            board, after, mover=other_color(threat.color), tiles_left=48 - len(board)
        )
        if verdict.over:
            assert (frozenset(move.placed) in answers) == (verdict.winner != threat.color)
            continue
        wins = FastPosition(after).winning_moves(threat.color)
        still = any(set(win.placed_cells) == set(threat.cells) for win in wins)
        assert (frozenset(move.placed) in answers) == (not still)


def test_a_double_threat_wins_for_whoever_made_it() -> None:
    found = analysed(FORKED, 1)
    double = found.threats[-1]
    assert (double.color, double.kind, double.answers) == (BLUE, ThreatKind.DOUBLE, ())
    assert len(double.cells) == 4
    assert (found.to_move, found.result) == (WHITE, "loss")
    assert found.proof is not None
    assert found.proof.moves == 1
    verify(found.proof)
    play_line(found, FORKED)


def test_the_answers_that_are_named_parry_and_those_that_lose_are_not_among_them() -> None:
    found = analysed(THREATENED, 1)
    assert (found.to_move, found.result) == (WHITE, "unknown")
    best = {frozenset(move.placed) for move in found.best}
    assert best
    for move in FastPosition(THREATENED).legal_moves():
        after = THREATENED.with_tiles(move.placed)
        verdict = judge_palago(THREATENED, after, mover=WHITE, tiles_left=44)
        loses = verdict.winner == BLUE or (
            not verdict.over and bool(FastPosition(after).winning_moves(BLUE, 1))
        )
        assert (frozenset(move.placed) in best) == (not loses)
    # each of them loses to a fork, which shows a move later
    assert analysed(THREATENED, 2).result == "loss"


def test_a_search_that_is_stopped_says_nothing_and_leaves_the_board_as_it_was() -> None:
    position = FastPosition(FALLS_TO_A_FORK)
    asked = []

    def is_stopped() -> bool:
        asked.append(True)
        return len(asked) > 5

    with pytest.raises(StoppedError):
        ThreatSearch(position, WHITE, is_stopped).wins(6)
    assert position.board() == FALLS_TO_A_FORK
    found = analyse_position(FALLS_TO_A_FORK, WHITE, is_stopped=lambda: True)
    assert (found.result, found.proof, found.line) == ("unknown", None, ())


def test_nobody_wins_with_tiles_that_are_not_there() -> None:
    assert analysed(FALLS_TO_A_FORK, 3).result == "win"
    for size in (4, 6):
        assert analysed(FALLS_TO_A_FORK, 3, size=size).result == "unknown"


@pytest.mark.parametrize(
    ("tiles", "color"), [(1, BLUE), (2, BLUE), (4, WHITE), (6, BLUE), (24, WHITE)]
)
def test_whose_move_it_is_follows_from_the_tiles(tiles: int, color: Color) -> None:
    board = careful_game(2, 24).board
    assert len(board) == 24
    assert color_to_move(Board(list(board.items())[:tiles])) == color


@pytest.mark.parametrize("seed", range(6))
def test_threats_and_parries_are_those_that_a_look_at_all_moves_finds(seed: int) -> None:
    """The search looks only at what a move has changed; this looks at everything."""
    board = careful_game(seed, 6 + 2 * seed).board
    for color in COLORS:
        position = FastPosition(board)
        search = ThreatSearch(position, color)
        threatening, parries = set(), set()
        for row, move in zip(position.legal_rows(), position.legal_moves(), strict=True):
            closed = frozenset[Color]().union(*[position.place(tile) for tile in move.placed])
            if not closed and position.winning_moves(color, 1):
                threatening.add(tuple(row))
            elif not closed or closed == {other_color(color)}:
                parries.add(tuple(row))
            for _ in move.placed:
                position.undo()
        assert {tuple(row) for row in search.parries()} == parries
        if not position.winning_moves(color, 1):
            assert {tuple(row) for row in search.threatening()} == threatening
