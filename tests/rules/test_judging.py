from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules import FormatError, MoveFormatError, board_from_json, board_to_json, judge_json
from rules.tile import other_color
from rules.verdict import Code
from tests.rules.moves import KNOWN_MOVES, random_moves, recolored, ruling, turned

EMPTY: dict[str, Any] = {"tiles": []}
MOVE = {"game": "palago", "mover": "white", "tiles_left": 48, "before": EMPTY, "after": EMPTY}


def in_any_order(value: object) -> object:
    if isinstance(value, list):
        return sorted((in_any_order(item) for item in value), key=str)
    if isinstance(value, dict):
        return {key: in_any_order(item) for key, item in sorted(value.items()) if key != "cells"}
    return value


@pytest.mark.parametrize("move", KNOWN_MOVES, ids=lambda move: move["name"])
def test_known_moves(move: dict[str, Any]) -> None:
    verdict = ruling(move)
    asked_for = {key: verdict[key] for key in move["expect"]}
    assert in_any_order(asked_for) == in_any_order(move["expect"])


moves = st.sampled_from(KNOWN_MOVES) | random_moves()


@settings(max_examples=300, deadline=None)
@given(moves, st.integers(1, 5), st.integers(-9, 9), st.integers(-9, 9))
def test_turning_the_table_never_changes_a_verdict(
    move: dict[str, Any], turns: int, dq: int, dr: int
) -> None:
    assert ruling(turned(move, turns, dq, dr)) == ruling(move)


@settings(max_examples=300, deadline=None)
@given(moves)
def test_swapping_the_colours_swaps_the_verdict(move: dict[str, Any]) -> None:
    verdict = ruling(recolored(move))
    if move["game"] == "palago":
        for key in ("winner", "loser"):
            if verdict[key] in ("white", "blue"):
                verdict[key] = other_color(verdict[key])
    for island in verdict["islands"]:
        island["color"] = other_color(island["color"])
    verdict["islands"].sort(key=str)
    assert verdict == ruling(move)


@settings(max_examples=300, deadline=None)
@given(random_moves())
def test_an_illegal_move_has_no_consequences_and_every_violation_says_where(
    move: dict[str, Any],
) -> None:
    verdict = judge_json(json.loads(json.dumps(move)))
    assert verdict["legal"] == (not verdict["violations"])
    codes = [violation["code"] for violation in verdict["violations"]]
    assert len(codes) == len(set(codes))
    assert set(codes) <= {code.value for code in Code}
    for violation in verdict["violations"]:
        assert violation["message"].endswith(".")
        assert violation["cells"] or violation["code"] == "wrong-count"
    if not verdict["legal"]:
        assert not verdict["winner"]
        assert not verdict["loser"]
        assert not verdict["islands"]
        assert not verdict["palagems"]
        assert not verdict["over"]


def test_what_was_wrong_before_is_told_apart_from_the_move() -> None:
    """A pair that is fine, beside two tiles that mismatched before it."""
    before = {"tiles": [{"q": 0, "r": 0, "orientation": 0}, {"q": 0, "r": 1, "orientation": 1}]}
    pair = [{"q": 0, "r": -1, "orientation": 2}, {"q": 0, "r": -2, "orientation": 4}]
    verdict = judge_json({**MOVE, "before": before, "after": {"tiles": before["tiles"] + pair}})
    assert verdict["legal"]
    (already,) = verdict["already"]
    assert (already["code"], already["cells"]) == ("edge-mismatch", [[0, 0], [0, 1]])


def test_a_tile_pushed_aside_does_not_make_the_tiles_beside_it_wrong() -> None:
    move = next(m for m in KNOWN_MOVES if m["game"] == "palago" and m["expect"]["legal"])
    before, after = board_from_json(move["before"]), board_from_json(move["after"])
    placed = after.keys() - before.keys()
    beside = next(c for cell in placed for c in before.touching(cell))
    for wrong in (after.without(beside), after.with_tile(beside, (after[beside] + 1) % 6)):
        verdict = ruling({**move, "after": board_to_json(wrong), "order": None})
        assert verdict["violations"] == ["disturbed"]


@pytest.mark.parametrize(
    ("move", "message"),
    [
        ([], "The move must be an object"),
        ({}, 'The move has no "game"; give it as one of palago, palagem, palagonia'),
        ({**MOVE, "game": "chess"}, "\"game\" must be one of .*, but is 'chess'"),
        ({**MOVE, "after": {"tiles": [1]}}, r'The board "after" of the move .*tiles\[0\]'),
        ({"game": "palago", "before": EMPTY}, 'The move has no "after"'),
        ({**MOVE, "mover": "red"}, '"mover" must be one of white, blue'),
        ({**MOVE, "tiles_left": -1}, '"tiles_left" must be 0 or more, but is -1'),
        ({**MOVE, "tiles_left": True}, '"tiles_left" must be a whole number, but is true'),
        ({**MOVE, "options": {"placement": "both"}}, '"placement" must be one of pair, single'),
        ({**MOVE, "options": {"eat_enemy": "2"}}, '"eat_enemy" must be a whole number'),
        ({**MOVE, "options": {"must_contain": 1}}, '"must_contain" must be true or false'),
        ({**MOVE, "order": [[0, 0]]}, '"order" must name each cell'),
        ({**MOVE, "order": [[0]]}, r"order\[0\] must be a cell like \[0, -1\]"),
        ({**MOVE, "game": "palagem", "mover": None}, '"mover" must be a text, but is null'),
        ({**MOVE, "game": "palagem", "palagems": {"Ann": [{}]}}, "The palagem of Ann cannot be"),
        ({**MOVE, "game": "palagonia", "die": 7}, r'"die" must be 1\.\.6, but is 7'),
    ],
)
def test_what_is_no_move_is_refused_with_the_key_named(move: object, message: str) -> None:
    with pytest.raises(MoveFormatError, match=message):
        judge_json(move)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=6,
)


@settings(max_examples=300)
@given(st.sampled_from(KNOWN_MOVES), st.data())
def test_a_spoilt_entry_is_judged_or_refused_but_never_breaks(
    move: dict[str, Any], data: st.DataObject
) -> None:
    spoilt = dict(move)
    spoilt[data.draw(st.sampled_from(sorted(move)))] = data.draw(json_values)
    refused = ""
    try:
        judge_json(spoilt)
    except FormatError as error:
        refused = str(error)
    assert not refused or refused.endswith(".")
