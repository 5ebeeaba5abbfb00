"""How far a move has come: parts of legal moves, whole ones, and such as nothing can save."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice, product
from random import Random
from time import perf_counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import (
    Board,
    Cell,
    Code,
    Game,
    Move,
    MoveFormatError,
    PalagemGame,
    PalagoGame,
    PalagoniaGame,
    PalagoOptions,
    Placement,
    Turn,
    applied,
    board_from_json,
    judge_palagonia,
    parse_move,
)
from rules.fields import Fields
from rules.judging import (
    palagem_options_from_json,
    palagems_from_json,
    palago_options_from_json,
)
from rules.palagem.progress import palagem_progress
from rules.palago.progress import palago_progress
from rules.palagonia.progress import palagonia_progress
from rules.placing import fitting_tiles
from rules.progress import Progress, Stage
from rules.tile import matching_orientations
from tests.rules.boards import matched_boards
from tests.rules.moves import KNOWN_MOVES
from tests.rules.test_games import play_palagem, play_palago, play_palagonia

THREE = Board({Cell(0, 0): 0, Cell(1, -1): 4, Cell(1, 0): 2})
"""Three tiles about an eye; the blue ring round it closes with (0, -1), (2, -1) and (0, 1)."""

FLOWER = THREE.with_tiles(
    [
        *(parse_move("0,-1=2 2,-1=0 0,1=4").placed),
        *(parse_move("2,-2=0 -1,1=2").placed),
    ]
)


def progress_in(game: Game[Any], turn: Turn, now: Board) -> Progress:
    """Tell how far a move had come when ``now`` lay on the table of a game's turn."""
    left = max(0, game.pool - len(turn.before))
    if isinstance(game, PalagoGame):
        color = ("white", "blue")[game.players.index(turn.mover)]
        return palago_progress(
            turn.before,
            now,
            mover="white" if color == "white" else "blue",
            tiles_left=left,
            options=game.options,
        )
    if isinstance(game, PalagemGame):
        return palagem_progress(
            turn.before, now, mover=turn.mover, tiles_left=left, palagems=game.palagems
        )
    return palagonia_progress(turn.before, now, die=turn.die, tiles_left=left)


def steps(move: Move) -> list[Move]:
    """Return the single things that were done in a move."""
    return [
        *(Move(placed=(tile,)) for tile in move.placed),
        *(Move(removed=(cell,)) for cell in move.removed),
    ]


def progress_of_record(move: dict[str, Any]) -> Progress:
    """Tell how far a move that is kept in a file has come."""
    before, after = board_from_json(move["before"]), board_from_json(move["after"])
    left, fields = move["tiles_left"], Fields.of(move, "The move", "{}", MoveFormatError)
    if move["game"] == "palagonia":
        return palagonia_progress(before, after, die=move["die"], tiles_left=left)
    options = fields.nested("options", "{}")
    if move["game"] == "palagem":
        return palagem_progress(
            before,
            after,
            mover=move["mover"],
            tiles_left=left,
            palagems=palagems_from_json(fields),
            options=palagem_options_from_json(options),
        )
    return palago_progress(
        before,
        after,
        mover=move["mover"],
        tiles_left=left,
        options=palago_options_from_json(options),
        order=[Cell(*cell) for cell in move["order"]] if move.get("order") else None,
    )


@pytest.mark.parametrize("move", KNOWN_MOVES, ids=lambda move: str(move["name"]))
def test_a_known_move_is_complete_exactly_when_it_is_legal(move: dict[str, Any]) -> None:
    progress, expected = progress_of_record(move), move["expect"]
    if move["before"] == move["after"]:
        assert progress.stage is Stage.UNCHANGED
    else:
        assert (progress.stage is Stage.COMPLETE) is expected["legal"]
    if progress.stage is Stage.IN_PROGRESS:
        assert expected["violations"] == ["wrong-count"]
    if progress.stage is Stage.ILLEGAL:
        told = {str(code) for code in codes(progress)}
        assert told <= set(expected["violations"]) <= told | {"wrong-count"}


PLAYS: dict[str, Callable[[Random], Game[Any]]] = {
    "palago": play_palago,
    "palagem": play_palagem,
    "palagonia": play_palagonia,
}


@pytest.mark.parametrize("name", PLAYS)
def test_any_part_of_a_legal_move_is_on_the_way_to_it(name: str) -> None:
    random = Random(7)
    for seed in range(4):
        game = PLAYS[name](Random(seed))
        for turn in random.sample(game.turns, min(12, len(game.turns))):
            whole = progress_in(game, turn, turn.after)
            expected = Stage.UNCHANGED if turn.move.is_pass else Stage.COMPLETE
            assert whole.stage is expected
            done = steps(turn.move)
            random.shuffle(done)
            now = turn.before
            for number, step in enumerate(done[:-1], start=1):
                now = applied(step, now)
                part = progress_in(game, turn, now)
                assert part.stage in (Stage.IN_PROGRESS, Stage.COMPLETE)
                if part.stage is Stage.IN_PROGRESS:
                    assert part.due == len(done) - number


@pytest.mark.parametrize("name", PLAYS)
def test_a_table_as_it_was_is_unchanged(name: str) -> None:
    game = PLAYS[name](Random(3))
    for turn in islice(game.turns, 10):
        progress = progress_in(game, turn, turn.before)
        assert (progress.stage, progress.verdict) == (Stage.UNCHANGED, None)


def fillings(board: Board, missing: int, orientations: Iterable[int] = range(6)) -> Iterator[Board]:
    """Yield every way to lay so many such tiles two cells or less from a board."""
    near = set(board.border())
    cells = near | {n for cell in near for n in cell.neighbours() if n not in board}
    for chosen in combinations(sorted(cells), missing):
        for turned in product(orientations, repeat=missing):
            yield board.with_tiles(zip(chosen, turned, strict=True))


@st.composite
def rings(draw: st.DrawFn) -> Board:
    """Six matching tiles round a hole, which people let stand."""
    orientations = draw(st.lists(st.sampled_from([0, 2, 4]), min_size=6, max_size=6))
    return Board(zip(Cell(0, 0).neighbours(), orientations, strict=True))


@st.composite
def parts_of_additions(draw: st.DrawFn) -> tuple[Board, Board, int]:
    """A small board, some tiles added near it, and a roll that leaves one tile due."""
    before = draw(matched_boards(min_tiles=1, max_tiles=9) | rings())
    now = before
    for _ in range(draw(st.integers(1, 4))):
        near = set(now.border())
        near |= {n for cell in near for n in cell.neighbours() if n not in now}
        cell = draw(st.sampled_from(sorted(near)))
        fitting = list(fitting_tiles(now, [cell]))
        if fitting:
            now = now.with_tile(*draw(st.sampled_from(fitting)))
    return before, now, len(now) - len(before) + 1


def test_where_a_hole_was_let_stand_nobody_asks_whether_tiles_belong_together() -> None:
    ring = [(-1, -1), (-1, 0), (0, -2), (0, 0), (1, -2), (1, -1)]
    before = Board(dict.fromkeys([(-3, -1), (-2, -1), *ring], 0))
    now = before.with_tiles([(Cell(-5, -1), 0), (Cell(-3, 0), 0)])
    joined = now.with_tile(Cell(-4, -1), 0)
    assert judge_palagonia(before, joined, die=3, tiles_left=20).legal
    progress = palagonia_progress(before, now, die=3, tiles_left=20)
    assert progress.stage is Stage.IN_PROGRESS


@given(parts_of_additions())
@settings(max_examples=60, deadline=None)
def test_palagonia_says_too_late_exactly_when_no_last_tile_helps(
    case: tuple[Board, Board, int],
) -> None:
    before, now, die = case
    if die < 2:
        return
    progress = palagonia_progress(before, now, die=die, tiles_left=20)
    possible = any(
        judge_palagonia(before, after, die=die, tiles_left=20).legal for after in fillings(now, 1)
    )
    assert progress.stage is (Stage.IN_PROGRESS if possible else Stage.ILLEGAL)


@given(matched_boards(min_tiles=1, max_tiles=5), st.data())
@settings(max_examples=5, deadline=None)
def test_palagonia_says_too_late_exactly_when_no_two_last_tiles_help(
    before: Board, data: st.DataObject
) -> None:
    near = set(before.border())
    near |= {n for cell in near for n in cell.neighbours() if n not in before}
    cells = data.draw(st.lists(st.sampled_from(sorted(near)), min_size=1, max_size=3, unique=True))
    matching = matching_orientations(next(iter(before.values())))
    now = before.with_tiles([(cell, data.draw(st.sampled_from(matching))) for cell in cells])
    die = len(cells) + 2
    progress = palagonia_progress(before, now, die=die, tiles_left=20)
    possible = any(
        judge_palagonia(before, after, die=die, tiles_left=20).legal
        for after in fillings(now, 2, matching)
    )
    assert progress.stage is (Stage.IN_PROGRESS if possible else Stage.ILLEGAL)


@given(
    matched_boards(max_tiles=8),
    st.data(),
    st.sampled_from(list(Placement)),
)
@settings(max_examples=60, deadline=None)
def test_palago_says_too_late_exactly_when_no_second_tile_helps(
    before: Board, data: st.DataObject, placement: Placement
) -> None:
    options = PalagoOptions(placement=placement)
    near = set(before.border() or (Cell(0, 0),))
    near |= {n for cell in near for n in cell.neighbours() if n not in before}
    cell = data.draw(st.sampled_from(sorted(near)))
    now = before.with_tile(cell, data.draw(st.integers(0, 5)))

    def stage(table: Board) -> Stage:
        return palago_progress(before, table, mover="white", tiles_left=30, options=options).stage

    reached = stage(now)
    if placement is Placement.SINGLE:
        assert reached in (Stage.COMPLETE, Stage.ILLEGAL)
    elif reached is not Stage.COMPLETE:
        possible = any(stage(after) is Stage.COMPLETE for after in fillings(now, 1))
        assert reached is (Stage.IN_PROGRESS if possible else Stage.ILLEGAL)


def palago(before: Board, moves: str, left: int = 30) -> Progress:
    now = applied(parse_move(moves), before)
    return palago_progress(before, now, mover="white", tiles_left=left)


def palagonia(before: Board, moves: str, die: int | None, left: int = 30) -> Progress:
    return palagonia_progress(before, applied(parse_move(moves), before), die=die, tiles_left=left)


def codes(progress: Progress) -> set[Code]:
    assert progress.verdict is not None
    return set(progress.verdict.codes)


def test_one_tile_of_a_pair_leaves_one_due() -> None:
    progress = palago(THREE, "2,-1=0")
    assert (progress.stage, progress.due, progress.verdict) == (Stage.IN_PROGRESS, 1, None)


def test_a_wrong_first_tile_is_wrong_at_once_and_its_count_is_not_held_against_it() -> None:
    progress = palago(THREE, "2,-1=1")
    assert progress.stage is Stage.ILLEGAL
    assert codes(progress) == {Code.EDGE_MISMATCH}


def test_a_first_tile_two_cells_away_may_still_be_joined_and_one_farther_off_not() -> None:
    assert palago(THREE, "-2,0=0").stage is Stage.IN_PROGRESS
    assert codes(palago(THREE, "-3,0=0")) == {Code.NOT_TOUCHING}


def test_a_first_tile_that_closes_a_group_is_a_whole_move() -> None:
    before = THREE.with_tiles(parse_move("0,-1=2 2,-1=0").placed)
    progress = palago(before, "0,1=4")
    assert progress.stage is Stage.COMPLETE
    assert progress.verdict is not None
    assert progress.verdict.winner == "blue"


def test_the_last_tile_is_a_whole_move() -> None:
    assert palago(THREE, "2,-1=0", left=1).stage is Stage.COMPLETE


def test_a_taken_tile_is_wrong_at_once_in_palago() -> None:
    assert codes(palago(THREE, "x1,0 2,-1=0")) == {Code.DISTURBED}


def test_beside_the_single_tile_of_a_server_a_second_tile_may_follow() -> None:
    one = Board({Cell(0, 0): 0})
    assert palago(one, "0,1=0").stage is Stage.IN_PROGRESS
    assert palago(one, "0,1=0 0,2=2").stage is Stage.COMPLETE


def test_scattered_tiles_may_still_come_together() -> None:
    progress = palagonia(THREE, "-1,0=0 0,2=0", die=3)
    assert codes(progress) == {Code.SPLIT_OCEAN, Code.NOT_TOGETHER}
    progress = palagonia(THREE, "-1,1=0 1,1=0", die=3)
    assert (progress.stage, progress.due) == (Stage.IN_PROGRESS, 1)


def test_scattered_tiles_may_still_close_one_island() -> None:
    progress = palagonia(THREE, "0,-1=2 2,-1=0", die=3)
    assert (progress.stage, progress.due) == (Stage.IN_PROGRESS, 1)
    assert palagonia(THREE, "0,-1=0 2,-1=0", die=3).stage is Stage.ILLEGAL
    assert palagonia(THREE, "0,-1=2 2,-1=0 0,1=4", die=3).stage is Stage.COMPLETE


def test_a_hole_may_be_filled_by_a_tile_that_is_due() -> None:
    ring = Board(dict.fromkeys(Cell(0, 0).neighbours()[:5], 0))
    progress = palagonia(ring, "1,0=0", die=2)
    assert progress.stage is Stage.IN_PROGRESS
    assert codes(palagonia(ring, "1,0=0 2,0=0", die=2)) == {Code.INTERIOR_HOLE}


def test_a_mismatch_is_never_cured() -> None:
    assert codes(palagonia(THREE, "0,-1=3 -2,0=0", die=4)) == {Code.EDGE_MISMATCH}


def test_a_tile_is_lifted_and_turned_or_turned_in_place_when_a_six_is_rolled() -> None:
    board = Board({Cell(0, 0): 0}).with_tiles((c, 0) for c in Cell(0, 0).neighbours())
    assert palagonia(board, "x0,0", die=6).stage is Stage.IN_PROGRESS
    assert palagonia(board, "0,0>2", die=6).stage is Stage.COMPLETE
    assert codes(palagonia(board, "0,0>1", die=6)) == {Code.EDGE_MISMATCH}
    assert codes(palagonia(board, "x1,0", die=6)) == {Code.NOT_INTERIOR}
    assert codes(palagonia(board, "x1,0", die=3)) >= {Code.DISTURBED}


def test_a_one_takes_one_exterior_tile() -> None:
    assert palagonia(FLOWER, "x-1,1", die=1).stage is Stage.COMPLETE
    assert Code.WRONG_COUNT in codes(palagonia(FLOWER, "x-1,1 x2,-2", die=1))


def test_a_roll_above_the_tiles_left_adds_them_all_or_takes_one() -> None:
    assert palagonia(THREE, "2,-1=0", die=4, left=2).stage is Stage.IN_PROGRESS
    assert palagonia(THREE, "2,-1=0 3,-1=0", die=4, left=2).stage is Stage.COMPLETE
    assert palagonia(THREE, "x1,0", die=4, left=2).stage is Stage.COMPLETE
    assert palagonia(THREE, "x1,0", die=4, left=5).stage is Stage.ILLEGAL


def test_without_a_roll_nothing_is_complete_and_only_what_no_roll_allows_is_wrong() -> None:
    assert palagonia(THREE, "2,-1=0 3,-1=0", die=None).stage is Stage.IN_PROGRESS
    assert codes(palagonia(THREE, "2,-1=1 3,-1=1", die=None)) == {Code.EDGE_MISMATCH}


def test_a_lifted_tile_is_in_progress_only_when_no_tiles_are_left_in_palagem() -> None:
    def progress(moves: str, left: int) -> Progress:
        now = applied(parse_move(moves), FLOWER)
        return palagem_progress(FLOWER, now, mover="Ann", tiles_left=left)

    assert progress("x-1,1", 0).stage is Stage.IN_PROGRESS
    assert codes(progress("x1,0", 0)) == {Code.NOT_EXPOSED}
    assert Code.DISTURBED in codes(progress("x-1,1", 5))
    assert codes(progress("-1,1>4", 0)) == {Code.DISTURBED, Code.WRONG_COUNT}
    assert progress("x-1,1 -1,0=0", 0).stage is Stage.COMPLETE


def test_a_game_that_is_followed_tile_by_tile_is_quick() -> None:
    """A generous limit; what matters is that no search runs away."""
    game = PalagoniaGame(["Ann", "Bob", "Cem"])
    game.roll(5)
    game.play(parse_move("0,0=0 1,-1=4 1,0=2 0,-1=2 2,-1=0"))
    now = game.board.with_tile(Cell(0, 1), 4)
    started = perf_counter()
    for _ in range(5):
        palagonia_progress(game.board, now, die=5, tiles_left=43)
    assert (perf_counter() - started) / 5 < 0.2
