"""Messages: codes with values, said in English here, kept as JSON and read back."""

from __future__ import annotations

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rules import (
    Board,
    GameError,
    PalagoGame,
    judge_palagem,
    judge_palago,
    judge_palagonia,
)
from rules.faults import Fault, FaultPart
from rules.messages import (
    Message,
    MessageCode,
    Said,
    message_of,
    said_from_json,
    said_to_json,
)
from rules.refusals import Refusal
from tests.rules.boards import any_boards

NAMES = ("white", "tiles", "{count}", "A and B", "{0}", "d'Artagnan", "%s", "left")


def kept(said: Said) -> Said:
    """Return what was written to JSON and read back."""
    return said_from_json(json.loads(json.dumps(said_to_json(said))), str(said))


def test_a_message_is_its_english_sentence() -> None:
    assert str(Refusal.NO_SUCH_ROW(row=3, rows=2)) == "The score sheet has no row 3; it has 2."
    assert Refusal.NO_SUCH_ROW.code == "no-such-row"


def test_count_chooses_the_plural() -> None:
    said = [str(FaultPart.TURNED(count=count)) for count in (0, 1, 2)]
    assert said == ["0 tiles were turned", "1 tile was turned", "2 tiles were turned"]


def test_lists_and_messages_within_are_said_in_turn() -> None:
    done = (FaultPart.TAKEN(count=1), FaultPart.NONE_PLACED())
    assert str(Fault.TAKING_IS_DUE(done=done)) == (
        "The roll asks for taking one tile from the edge of the table, but 1 tile was taken and no"
        " tile was placed."
    )


@pytest.mark.parametrize("name", NAMES)
def test_a_name_comes_through_as_it_is(name: str) -> None:
    message = Refusal.CANNOT_START(player=name, players=("Ann", name))
    assert str(message) == f"{name} cannot start: Ann and {name} are playing."
    assert kept(message) == message


def test_an_error_is_its_sentence_and_carries_the_message() -> None:
    with pytest.raises(GameError) as caught:
        PalagoGame(("Ann", "Bob", "Cem"))
    assert caught.value.message == Refusal.PALAGO_PLAYERS(count=3)
    assert str(caught.value) == "Palago is for two players, but 3 were named."
    assert message_of(caught.value) == caught.value.message
    assert message_of(KeyError("what")) == "'what'"


@given(any_boards(), any_boards(), st.integers(0, 3), st.integers(1, 6))
def test_violations_are_kept_with_all_that_they_say(
    before: Board, after: Board, left: int, die: int
) -> None:
    verdicts = (
        judge_palago(before, after, mover="white", tiles_left=left),
        judge_palagem(before, after, mover="Ann", tiles_left=left),
        judge_palagonia(before, after, die=die, tiles_left=left),
    )
    for violation in (v for verdict in verdicts for v in (*verdict.violations, *verdict.already)):
        assert isinstance(violation.message, Message)
        assert kept(violation.message) == violation.message
        assert re.fullmatch(r"[A-Z][^{}]*\.", str(violation.message))


@pytest.mark.parametrize(
    "data",
    [
        None,
        "no-such-row",
        {},
        {"code": "no-such-row"},
        {"code": "no-such-row", "values": {"row": 3}},
        {"code": "no-such-row", "values": {"row": 3, "rows": None}},
        {"code": "no-such-row", "values": {"row": 3, "rows": [1, [2]]}},
        {"code": "no-such-row", "values": {"row": 3, "rows": {"code": "x", "values": {}}}},
        {"code": "said-by-a-later-version", "values": {}},
        {"code": ["no-such-row"], "values": {"row": 3, "rows": 2}},
        {"code": "free-edges", "values": {"cell": "(0, 0)"}},
    ],
)
def test_what_is_no_known_message_leaves_the_sentence(data: object) -> None:
    assert said_from_json(data, "As it stands.") == "As it stands."


def test_a_sentence_alone_has_no_code() -> None:
    assert said_to_json("As it stands.") is None
    assert said_to_json(None) is None


def test_messages_with_other_values_are_others() -> None:
    one, other = Refusal.ROLL_OUT_OF_RANGE(value=7), Refusal.ROLL_OUT_OF_RANGE(value=8)
    assert len({one, other, Refusal.ROLL_OUT_OF_RANGE(value=7)}) == 2
    assert all(isinstance(message.code, MessageCode) for message in (one, other))
