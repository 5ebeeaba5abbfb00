from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import Board, Shape, analyse, analysis_to_json, board_from_json
from rules.groups import find_group, find_groups, is_closed
from rules.tile import Color, other_color
from tests.rules.boards import any_boards, matched_boards, records

POSITIONS = {record["name"]: record for record in records("shapes.jsonl")}


def in_any_order(score: dict[str, Any]) -> dict[str, Any]:
    """Return a score with its lists sorted and the shapes' cells left out."""
    closed = score["closed"]
    if closed is not None:
        bare = [{k: v for k, v in shape.items() if k != "cells"} for shape in closed]
        closed = sorted(bare, key=str)
    cells = {key: sorted(sorted(part) for part in score[key]) for key in ("mismatches", "holes")}
    return {**cells, "closed": closed, "largest_group": score["largest_group"]}


@pytest.mark.parametrize("name", POSITIONS)
def test_known_positions(name: str) -> None:
    record = POSITIONS[name]
    score = analysis_to_json(analyse(board_from_json(record["board"])))
    expected = record["expect"]
    if expected["closed"] is not None:
        keys = list(score["closed"][0]) if score["closed"] else []
        expected = {
            **expected,
            "closed": [{k: s[k] for k in keys if k != "cells"} for s in expected["closed"]],
        }
    assert in_any_order(score) == in_any_order(expected)


def facts(shapes: tuple[Shape, ...] | None, swap: bool = False) -> list[tuple[object, ...]] | None:
    """Return what must not depend on where a board lies: all but the coordinates."""
    if shapes is None:
        return None

    def color(shape: Shape) -> Color:
        return other_color(shape.color) if swap else shape.color

    return sorted(
        (color(s), s.arches, s.limbs, str(s.animals), str(s.inside), str(s.value), len(s.cells))
        for s in shapes
    )


@given(any_boards() | matched_boards(), st.integers(0, 5), st.integers(-9, 9), st.integers(-9, 9))
def test_turning_and_moving_the_table_changes_no_score(
    board: Board, turns: int, dq: int, dr: int
) -> None:
    before, after = analyse(board), analyse(board.rotated(turns).translated(dq, dr))
    assert facts(after.closed) == facts(before.closed)
    assert after.largest_group == before.largest_group
    assert {frozenset(c.rotated(turns).translated(dq, dr) for c in h) for h in before.holes} == {
        frozenset(hole) for hole in after.holes
    }
    assert {
        frozenset(c.rotated(turns).translated(dq, dr) for c in pair) for pair in before.mismatches
    } == {frozenset(pair) for pair in after.mismatches}


@given(any_boards() | matched_boards())
def test_swapping_the_colours_swaps_the_score(board: Board) -> None:
    before, after = analyse(board), analyse(board.colors_swapped())
    assert facts(after.closed) == facts(before.closed, swap=True)
    assert (after.mismatches, after.holes) == (before.mismatches, before.holes)
    if before.largest_group and after.largest_group:
        swapped = {other_color(color): size for color, size in before.largest_group.items()}
        assert after.largest_group == swapped


@settings(max_examples=200)
@given(matched_boards())
def test_a_shape_has_as_many_animals_as_its_graph_has_loops(board: Board) -> None:
    analysis = analyse(board)
    loops = {group.corners: group.loops for group in find_groups(board).all if group.closed}
    assert analysis.closed is not None
    for shape in analysis.closed:
        if shape.animals is not None:
            assert len(shape.animals) == loops[shape.corners]
            assert shape.value == shape.limbs + sum(shape.animals)


@given(matched_boards())
def test_every_arch_and_every_corner_belongs_to_one_group(board: Board) -> None:
    groups = find_groups(board).all
    arcs = [(group.color, cell) for group in groups for cell in group.arcs]
    assert len(arcs) == len(set(arcs)) == 2 * len(board)
    corners = [corner for group in groups for corner in group.corners]
    assert len(corners) == len(set(corners))


@given(matched_boards() | any_boards())
def test_a_group_that_is_followed_from_a_corner_is_the_one_of_the_whole_board(board: Board) -> None:
    groups = find_groups(board)
    for node, number in groups.number_at.items():
        group = groups.all[number]
        assert find_group(board, node) == group
        assert is_closed(board, node) == group.closed


def test_an_empty_board_has_nothing_on_it() -> None:
    assert analysis_to_json(analyse(Board())) == {
        "closed": [],
        "mismatches": [],
        "holes": [],
        "largest_group": {"white": 0, "blue": 0},
    }
