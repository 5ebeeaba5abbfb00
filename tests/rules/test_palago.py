from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    Board,
    Cell,
    GameError,
    IllegalMoveError,
    Move,
    MoveError,
    PalagoGame,
    PalagoOptions,
    Placement,
    Tile,
    applied,
    board_from_json,
    difference,
    parse_move,
    placing,
)
from rules.lattice import is_connected
from rules.placing import fitting_tiles
from tests.rules.boards import matched_boards, records

MIDDLE = Cell(0, 0)


def mirrored(board: Board) -> Board:
    """Return the board as seen in a mirror along the x axis."""
    return Board({Cell(c.q, -c.q - c.r): -k % 6 for c, k in board.items()})


def kind(board: Board, *, mirror: bool) -> Board:
    """Return one board for all that are alike up to rotation, and to reflection if asked for."""
    alike = [board.rotated(turns) for turns in range(6)]
    if mirror:
        alike += [mirrored(turned) for turned in alike]
    moved = [b.translated(-min(b).q, -min(b).r) for b in alike]
    return min(moved, key=lambda b: sorted(b.items()))


def test_there_are_nine_openings_up_to_rotation_and_six_with_reflection() -> None:
    openings = [applied(move, Board()) for move in PalagoGame().legal_moves()]
    assert len({kind(board, mirror=False) for board in openings}) == 9
    assert len({kind(board, mirror=True) for board in openings}) == 6


def game_after(
    *moves: str, options: PalagoOptions | None = None, start: Board | None = None
) -> PalagoGame:
    game = PalagoGame(options=options, start=start)
    for move in moves:
        game.play(parse_move(move))
    return game


def all_pairs(board: Board) -> set[frozenset[Tile]]:
    """Return all pairs of matching tiles on and around a board, legal or not."""
    near = {n for cell in board for n in cell.neighbours()}
    cells = sorted((near | {n for cell in near for n in cell.neighbours()}) - board.keys())
    tiles = list(fitting_tiles(board, cells))
    return {
        frozenset((one, other))
        for one, other in product(tiles, tiles)
        if one.cell != other.cell and (one.orientation - other.orientation) % 2 == 0
    }


@pytest.mark.parametrize("placement", Placement)
def test_the_moves_offered_are_the_moves_that_are_legal(placement: Placement) -> None:
    start = Board({MIDDLE: 0, Cell(1, 0): 2, Cell(0, 1): 4})
    game = game_after(options=PalagoOptions(placement=placement), start=start)
    offered = {frozenset(move.placed) for move in game.legal_moves()}
    assert all(game.is_legal(move) for move in game.legal_moves())
    assert sum(1 for _ in game.legal_moves()) == len(offered)
    expected = {pair for pair in all_pairs(game.board) if game.is_legal(placing(*sorted(pair)))}
    singles = fitting_tiles(game.board, game.board.border())
    expected |= {frozenset([tile]) for tile in singles if game.is_legal(placing(tile))}
    assert offered == expected


@settings(max_examples=60, deadline=None)
@given(matched_boards(min_tiles=2, max_tiles=30), st.randoms(use_true_random=False))
def test_a_pair_in_either_order_gives_the_same_board_and_undo_the_one_before(
    board: Board, random: Random
) -> None:
    game = game_after(start=board)
    moves = list(game.legal_moves())
    one, other = random.choice([move.placed for move in moves if len(move.placed) == 2])
    results = []
    for pair in (placing(one, other), placing(other, one)):
        verdict = game.play(pair)
        results.append((game.board, verdict.winner, verdict.reason, game.outcome()))
        game.undo()
        assert game.board == board
        assert list(game.legal_moves()) == moves
    assert results[0] == results[1]


def ring(orientations: tuple[int, ...]) -> Board:
    return Board(zip(MIDDLE.neighbours(), orientations, strict=True))


def test_the_first_of_two_tiles_fills_a_hole_only_where_it_ends_the_game() -> None:
    ended, refused = 0, 0
    for orientations in product((0, 2, 4), repeat=6):
        game = game_after(start=ring(orientations))
        verdict = game.verdict(placing((MIDDLE, 0)))
        if verdict.legal:
            ended += 1
            assert verdict.reason in ("closed-group", "both-closed")
            assert MIDDLE in {cell for group in verdict.closed for cell in group.arcs}
        else:
            refused += 1
            assert verdict.codes == {"single-hole", "wrong-count"}
    assert ended
    assert refused


def test_a_hole_counts_only_against_the_tile_that_was_laid_first() -> None:
    game = game_after(start=ring((0, 0, 0, 0, 0, 0)))
    assert not game.is_legal(placing((MIDDLE, 0)))
    filling, beside = Tile(MIDDLE, 0), Tile(Cell(2, 0), 0)
    for first, second, ordered, codes in (
        (filling, beside, True, {"not-adjacent", "single-hole"}),
        (beside, filling, True, {"not-adjacent"}),
        (filling, beside, False, {"not-adjacent"}),
    ):
        assert game.verdict(placing(first, second, ordered=ordered)).codes == codes


RING_ABOUT_AN_EYE = Board(
    {Cell(0, 0): 0, Cell(1, -1): 4, Cell(1, 0): 2, Cell(0, -1): 2, Cell(2, -1): 0, Cell(0, 1): 4}
)
"""Six tiles with a blue ring of three arches around a white eye."""


@pytest.mark.parametrize(
    ("options", "wins"),
    [
        (PalagoOptions(), True),
        (PalagoOptions(must_contain=True), True),
        (PalagoOptions(eat_enemy=1), True),
        (PalagoOptions(eat_enemy=2), False),
        (PalagoOptions(eat_enemy=1, eat_size=1), False),
        (PalagoOptions(eat_size=1), True),
        (PalagoOptions(eat_size=1, must_contain=True), True),
    ],
)
def test_what_a_closed_group_must_enclose_to_win(options: PalagoOptions, wins: bool) -> None:
    game = game_after(start=RING_ABOUT_AN_EYE.without(Cell(0, 1)), options=options)
    verdict = game.verdict(placing((Cell(0, 1), 4)))
    assert verdict.codes == (set() if wins else {"wrong-count"})
    assert verdict.winner == ("blue" if wins else None)


def test_a_hole_is_no_matter_when_one_tile_is_due() -> None:
    single = PalagoOptions(placement=Placement.SINGLE)
    game = game_after(options=single, start=ring((0, 0, 0, 0, 0, 0)))
    assert game.is_legal(placing((MIDDLE, 0)))


def test_the_servers_opening_is_a_tile_and_a_tile() -> None:
    game = game_after(start=Board({MIDDLE: 0}))
    assert game.is_legal(parse_move("0,1=2"))
    assert game.is_legal(parse_move("0,1=2 0,2=4"))
    assert game.verdict(parse_move("0,2=2")).codes == {"not-touching"}


def test_with_the_order_known_the_game_ends_with_the_first_tile_that_closes() -> None:
    """The same two tiles close both colours' groups together, but the first closes one alone."""
    differing = 0
    for record in records("palago.jsonl"):
        if record["expect"]["reason"] != "both-closed" or record["options"]["placement"] != "pair":
            continue
        before, after = board_from_json(record["before"]), board_from_json(record["after"])
        game = game_after(start=before)
        pair = difference(before, after).placed
        for one, other in (pair, pair[::-1]):
            verdict = game.verdict(placing(one, other, ordered=True))
            alone = game.verdict(placing(one))
            assert verdict.legal
            if alone.legal:
                differing += 1
                assert (verdict.winner, verdict.reason) == (alone.winner, alone.reason)
            else:
                assert verdict.reason == "both-closed"
    assert differing


def test_an_illegal_move_is_refused_with_the_rule_or_let_stand_and_remembered() -> None:
    game = game_after("0,0=0 1,0=2")
    wrong = parse_move("0,1=1 0,2=3")
    with pytest.raises(IllegalMoveError, match="must match") as caught:
        game.play(wrong)
    assert caught.value.verdict.codes == {"edge-mismatch"}
    game.play(wrong, let_stand=True)
    verdict = game.play(parse_move("0,-1=0 0,-2=0"))
    assert verdict.legal
    assert [violation.code for violation in verdict.already] == ["edge-mismatch"]


def test_undo_goes_back_over_a_move_that_disturbed_tiles() -> None:
    game = game_after("0,0=0 1,0=2", "0,1=4 0,2=2")
    boards = [turn.before for turn in game.turns]
    game.play(parse_move("x1,0 0,-1=0 0,-2=2"), let_stand=True)
    game.play(parse_move("-1,0=4 -2,0=4"))
    for _ in range(3):
        game.undo()
    assert game.board == boards[1]
    assert game.is_legal(parse_move("0,1=4 0,2=2"))
    game.undo()
    with pytest.raises(GameError, match="nothing to take back"):
        game.undo()


def test_what_cannot_be_done_at_all_is_another_error_than_what_is_illegal() -> None:
    game = game_after("0,0=0 1,0=2")
    impossible = {
        r"A tile lies at \(0, 0\) already": parse_move("0,0=4 0,1=2"),
        r"No tile lies at \(9, 9\), so none can be taken": Move(removed=(Cell(9, 9),)),
        r"The tile at \(1, 0\) lies so already": parse_move("1,0>2"),
        r"names \(0, 1\) twice": placing((Cell(0, 1), 4), (Cell(0, 1), 2)),
        r"names \(0, 0\) twice": Move(removed=(MIDDLE,), placed=(Tile(MIDDLE, 2),)),
        "Orientation 6 .* is outside": placing((Cell(0, 1), 6), (Cell(0, 2), 2)),
    }
    for message, move in impossible.items():
        with pytest.raises(MoveError, match=message):
            game.play(move)
        assert not game.is_legal(move)
    with pytest.raises(GameError, match="Palago is for two players, but 3 were named"):
        PalagoGame(["Ann", "Bob", "Cem"])


def test_the_winner_is_told_by_name_and_then_no_move_is_legal() -> None:
    record = next(r for r in records("palago.jsonl") if r["expect"]["reason"] == "closed-group")
    before, after = board_from_json(record["before"]), board_from_json(record["after"])
    game = PalagoGame(["Ann", "Bob"], start=before)
    verdict = game.play(difference(before, after))
    outcome = game.outcome()
    assert outcome is not None
    assert outcome.winner == {"white": "Ann", "blue": "Bob"}[record["expect"]["winner"]]
    assert (outcome.loser, outcome.reason) == (None, verdict.reason)
    assert not game.is_legal(placing(*((cell, 0) for cell in after.border()[:2])))
    assert list(game.legal_moves()) == []


def test_the_last_tiles_end_the_game_though_they_broke_a_rule_and_were_let_stand() -> None:
    game = game_after("0,0=0 1,0=2", options=PalagoOptions(size=4))
    game.play(parse_move("0,1=0 1,1=1"), let_stand=True)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("blue", "largest-group")
    game.undo()
    assert game.outcome() is None


def test_place_anywhere_asks_only_that_all_hangs_together() -> None:
    game = game_after("0,0=0 1,0=2", options=PalagoOptions(placement=Placement.ANYWHERE))
    assert game.is_legal(parse_move("0,1=4 1,-1=2"))
    assert game.is_legal(parse_move("0,1=4 0,2=4"))
    assert game.verdict(parse_move("0,1=4 0,3=4")).codes == {"not-touching"}
    assert game.verdict(parse_move("5,5=4 5,6=4")).codes == {"not-touching"}
    after_any_two = (is_connected(applied(m, game.board)) for m in game.legal_moves())
    assert all(after_any_two)
