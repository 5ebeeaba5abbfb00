from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from rules import (
    Board,
    Cell,
    EndReason,
    GameError,
    Move,
    PalagoniaGame,
    ScoredIsland,
    ScoreRow,
    ScoreSheet,
    Tile,
    analyse,
    applied,
    board_from_json,
    difference,
    enclosed_empty_cells,
    judge_palagonia,
    placing,
    players_still_rolling,
)
from rules.lattice import is_connected
from rules.palagonia.judging import is_interior
from rules.palagonia.moves import legal_moves
from rules.palagonia.scoring import belong_to_one_island, islands_closed_by
from rules.placing import fitting_tiles
from rules.verdict import Action
from tests.rules.boards import any_boards, matched_boards, records

THREE = ("Ann", "Bob", "Cem")
FLOWER = Board({Cell(0, 0): 0, **dict.fromkeys(Cell(0, 0).neighbours(), 2)})


def island(value: int) -> ScoredIsland:
    return ScoredIsland("white", value, (), value, False, 3 * value, 2 * value, ())


def test_ties_for_the_first_turn_roll_again() -> None:
    assert players_still_rolling(THREE, []) == THREE
    first = {"Ann": 5, "Bob": 2, "Cem": 5}
    assert players_still_rolling(THREE, [first]) == ("Ann", "Cem")
    assert players_still_rolling(THREE, [first, {"Ann": 1, "Cem": 6}]) == ("Cem",)
    with pytest.raises(GameError, match=r"Round 2 .* is for Ann and Cem and nobody else"):
        players_still_rolling(THREE, [first, {"Ann": 1, "Bob": 6}])
    with pytest.raises(GameError, match="roll of Bob in round 1 must be 1 to 6"):
        players_still_rolling(THREE, [{"Ann": 1, "Bob": 7, "Cem": 2}])


def test_players_and_tiles() -> None:
    assert PalagoniaGame(THREE).tiles_left == 48
    assert PalagoniaGame("abcde").tiles_left == 96
    assert PalagoniaGame(THREE, first="Bob").mover == "Bob"
    with pytest.raises(GameError, match="for 3 or more players, but 2 were named"):
        PalagoniaGame(("Ann", "Bob"))


def test_a_turn_is_a_roll_and_a_move() -> None:
    game = PalagoniaGame(THREE)
    with pytest.raises(GameError, match="Ann must roll the die before moving"):
        game.play(Move())
    game.roll(2)
    with pytest.raises(GameError, match="Ann rolled a 2 already"):
        game.roll(3)
    game.play(placing((Cell(0, 0), 0), (Cell(1, 0), 2)))
    assert (game.mover, game.die) == ("Bob", None)
    assert (game.turns[0].mover, game.turns[0].die) == ("Ann", 2)
    game.undo()
    assert (game.mover, game.die, len(game.board)) == ("Ann", 2, 0)
    game.undo()
    assert (game.mover, game.die) == ("Ann", None)
    with pytest.raises(GameError, match="A roll is 1 to 6, not 0"):
        game.roll(0)


@pytest.mark.parametrize("die", [1, 6])
def test_who_cannot_act_passes_and_nobody_else(die: int) -> None:
    assert judge_palagonia(Board(), Board(), die=die, tiles_left=48).action is Action.PASS
    assert list(legal_moves(Board(), die, 48)) == [Move()]
    verdict = judge_palagonia(FLOWER, FLOWER, die=die, tiles_left=41)
    assert verdict.codes == {"wrong-count"}
    assert verdict.action is (Action.REMOVE if die == 1 else Action.ROTATE)


def judged(move: Move, die: int, tiles_left: int = 40, before: Board = FLOWER) -> set[str]:
    game = PalagoniaGame(THREE, start=before, size=len(before) + tiles_left)
    game.roll(die)
    return {code.value for code in game.verdict(move).codes}


def test_a_six_turns_an_interior_tile_to_another_matching_rotation() -> None:
    middle, outer = Cell(0, 0), Cell(1, 0)
    assert judged(Move(rotated=(Tile(middle, 2),)), 6) == set()
    assert judged(Move(rotated=(Tile(middle, 1),)), 6) == {"edge-mismatch"}
    assert judged(Move(rotated=(Tile(outer, 0),)), 6) == {"not-interior"}
    assert judged(Move(rotated=(Tile(middle, 2), Tile(outer, 0))), 6) == {
        "wrong-count",
        "not-interior",
    }
    assert judged(Move(removed=(outer,)), 6) == {"wrong-count", "disturbed"}


def test_a_tile_turned_to_how_it_lay_was_not_turned() -> None:
    game = PalagoniaGame(THREE, start=FLOWER)
    game.roll(6)
    assert not game.is_legal(Move(rotated=(Tile(Cell(0, 0), 0),)))
    assert {move.rotated for move in game.legal_moves()} == {
        (Tile(Cell(0, 0), 2),),
        (Tile(Cell(0, 0), 4),),
    }


def test_a_one_takes_an_exterior_tile_that_does_not_split_the_ocean() -> None:
    line = Board({Cell(q, 0): 0 for q in range(3)})
    assert judged(Move(removed=(Cell(1, 0),)), 1) == set()
    assert judged(Move(removed=(Cell(0, 0),)), 1) == {"not-exterior"}
    assert judged(Move(removed=(Cell(1, 0),)), 1, before=line) == {"split-ocean"}
    assert judged(Move(rotated=(Tile(Cell(1, 0), 0),)), 1) == {"wrong-count", "disturbed"}
    assert judged(placing((Cell(2, 0), 0)), 1) == {"wrong-count"}


def test_added_tiles_stay_with_the_ocean_and_leave_no_hole() -> None:
    far, further = (Cell(9, 9), 0), (Cell(9, 10), 0)
    assert judged(placing(far, further), 2) == {"split-ocean"}
    assert judged(placing((Cell(2, 0), 0), (Cell(-2, 0), 0)), 2) == {"not-together"}
    around = Board(dict.fromkeys(list(Cell(0, 0).neighbours())[:4], 0))
    last_two = [(cell, 0) for cell in list(Cell(0, 0).neighbours())[4:]]
    assert judged(placing(*last_two), 2, before=around) == {"interior-hole"}


def test_a_roll_above_the_tiles_left_leaves_a_choice() -> None:
    two = placing((Cell(2, 0), 0), (Cell(3, 0), 0))
    assert judged(two, 4, tiles_left=2) == set()
    assert judged(Move(removed=(Cell(1, 0),)), 4, tiles_left=2) == set()
    assert judged(placing((Cell(2, 0), 0)), 4, tiles_left=2) == {"wrong-count"}
    assert judged(Move(removed=(Cell(1, 0),)), 2, tiles_left=2) == {"wrong-count", "disturbed"}


def test_the_last_tiles_end_the_game_though_they_broke_a_rule_and_were_let_stand() -> None:
    game = PalagoniaGame(THREE, start=FLOWER, size=len(FLOWER) + 2)
    game.roll(2)
    game.play(placing((Cell(2, 0), 0), (Cell(-2, 0), 0)), let_stand=True)
    outcome = game.outcome()
    assert outcome is not None
    assert (outcome.winner, outcome.reason) == ("draw", "tie")


def test_an_unknown_roll_is_the_one_that_fits() -> None:
    verdict = judge_palagonia(FLOWER, FLOWER.without(Cell(1, 0)), die=None, tiles_left=41)
    assert verdict.legal
    assert verdict.action is Action.REMOVE
    both = FLOWER.without(Cell(1, 0)).without(Cell(0, 1))
    assert not judge_palagonia(FLOWER, both, die=None, tiles_left=41).legal


def all_sets(board: Board, number: int) -> set[frozenset[Tile]]:
    """Return all sets of matching tiles within two cells of a board, legal or not."""
    near = {n for cell in board for n in cell.neighbours()}
    cells = sorted((near | {n for cell in near for n in cell.neighbours()}) - board.keys())
    tiles = list(fitting_tiles(board, cells))
    sets = (frozenset(tiles) for tiles in product(tiles, repeat=number))
    return {tiles for tiles in sets if len({tile.cell for tile in tiles}) == number}


def test_the_moves_offered_are_the_moves_that_are_legal() -> None:
    board = Board({Cell(0, 0): 0, Cell(1, 0): 2, Cell(0, 1): 4, Cell(1, 1): 0})
    offered = [frozenset(move.placed) for move in legal_moves(board, 2, 10)]
    assert len(offered) == len(set(offered))
    expected = {
        tiles for tiles in all_sets(board, 2) if judged(placing(*tiles), 2, 10, board) == set()
    }
    assert set(offered) == expected


def island_and_gaps() -> tuple[Board, list[Move]]:
    """Return a board with an island, and the pairs of tiles apart that could have closed it."""
    (record,) = (record for record in records("shapes.jsonl") if record["name"] == "shapes-024")
    board = board_from_json(record["board"])
    (island,) = analyse(board).islands
    outer = [cell for cell in sorted(island.cells) if not is_interior(board, cell)]
    moves = []
    for pair in combinations(outer, 2):
        before = board.without(pair[0]).without(pair[1])
        if not is_connected(pair) and is_connected(before) and not enclosed_empty_cells(before):
            moves.append(placing(*((cell, board[cell]) for cell in pair)))
    return board, moves


def test_tiles_apart_may_be_added_where_all_belong_to_one_island_that_they_close() -> None:
    board, moves = island_and_gaps()
    assert moves
    for move in moves:
        one, other = move.placed_cells
        before = board.without(one).without(other)
        verdict = judge_palagonia(before, board, die=2, tiles_left=20)
        assert verdict.legal
        assert [island.value for island in verdict.islands] == [2]
        assert any(set(m.placed) == set(move.placed) for m in legal_moves(before, 2, 20))


def test_a_tile_apart_from_the_island_that_another_closes_is_not_together_with_it() -> None:
    board, moves = island_and_gaps()
    for move in moves:
        closing = move.placed[0]
        before = board.without(closing.cell)
        aside = next(
            tile
            for tile in fitting_tiles(board, board.border())
            if tile.cell not in closing.cell.neighbours()
            and not enclosed_empty_cells(board.with_tile(*tile))
        )
        after = applied(placing(closing, aside), before)
        verdict = judge_palagonia(before, after, die=2, tiles_left=20)
        assert verdict.codes == {"not-together"}


@given(matched_boards(min_tiles=2) | any_boards(), st.data())
def test_islands_at_placed_tiles_are_those_of_the_whole_board(
    board: Board, data: st.DataObject
) -> None:
    assume(board and not enclosed_empty_cells(board))
    placed = data.draw(st.lists(st.sampled_from(sorted(board)), min_size=1, max_size=3))
    corners = {corner for cell in placed for corner in cell.corners()}
    islands = [i for i in analyse(board).islands if not corners.isdisjoint(i.corners)]
    assert list(islands_closed_by(board, placed)) == islands
    together = any(island.territory.issuperset(placed) for island in islands)
    assert belong_to_one_island(board, placed) == together


def game_with_two_islands() -> PalagoniaGame:
    """Return a game in which Bob closed two islands after Ann, to whom no move counts."""
    record = next(r for r in records("palagonia.jsonl") if len(r["expect"]["islands"]) == 2)
    before, after = board_from_json(record["before"]), board_from_json(record["after"])
    game = PalagoniaGame(THREE, start=before, size=len(before) + record["tiles_left"])
    game.roll(1)
    game.play(Move(), let_stand=True)
    game.roll(record["die"])
    game.play(difference(before, after))
    return game


def test_creator_and_helper_score_for_each_island_of_a_move() -> None:
    game = game_with_two_islands()
    rows = game.score_sheet().rows
    assert [(row.creator, row.helper) for row in rows] == [("Bob", "Ann")] * 2
    values = [row.island.value for row in rows]
    assert values == [i.value for i in game.turns[-1].verdict.islands]
    totals = {"Ann": 2 * sum(values), "Bob": 3 * sum(values), "Cem": 0}
    assert game.score_sheet().totals() == totals


def test_the_first_move_of_a_game_has_no_helper() -> None:
    record = next(r for r in records("palagonia.jsonl") if r["expect"]["islands"])
    before, after = board_from_json(record["before"]), board_from_json(record["after"])
    game = PalagoniaGame(THREE, start=before, size=len(before) + record["tiles_left"])
    game.roll(record["die"])
    verdict = game.play(difference(before, after))
    assert [island.helper for island in verdict.islands] == [0] * len(verdict.islands)
    assert {row.helper for row in game.score_sheet().rows} == {None}


def test_a_vote_stands_on_record_beside_the_computed_value() -> None:
    game = game_with_two_islands()
    computed = game.score_sheet()
    game.vote(1, 7)
    row, other = game.score_sheet().rows
    assert (row.agreed, row.value, row.island) == (7, 7, computed.rows[0].island)
    assert other == computed.rows[1]
    assert game.score_sheet().totals()["Bob"] == 3 * (7 + other.value)
    game.undo()
    assert game.score_sheet() == computed
    with pytest.raises(GameError, match="no row 3; it has 2"):
        game.vote(3, 1)


def sheet(*rows: tuple[str, str | None, int, int]) -> ScoreSheet:
    made = (ScoreRow(turn, who, helper, island(value)) for who, helper, value, turn in rows)
    return ScoreSheet(THREE, tuple(made))


def test_the_score_sheet_adds_up_and_breaks_ties_by_the_best_move() -> None:
    scores = sheet(("Ann", None, 2, 1), ("Bob", "Ann", 3, 2), ("Bob", "Ann", 1, 2))
    assert scores.totals() == {"Ann": 6 + 6 + 2, "Bob": 9 + 3, "Cem": 0}
    assert scores.best_moves() == {"Ann": 6, "Bob": 12, "Cem": 0}
    assert scores.ranking() == ("Ann", EndReason.HIGHEST_SCORE)
    level = sheet(("Ann", "Cem", 2, 1), ("Ann", "Cem", 2, 4), ("Bob", "Cem", 4, 5))
    assert level.totals() == {"Ann": 12, "Bob": 12, "Cem": 16}
    tied = sheet(("Ann", None, 2, 1), ("Ann", None, 2, 4), ("Bob", None, 4, 5))
    assert tied.ranking() == ("Bob", EndReason.BEST_MOVE)
    assert sheet().ranking() == ("draw", EndReason.TIE)
