"""A question, and a table out of step, as the API answers them."""

from __future__ import annotations

from pydantic import TypeAdapter

from companion.web.answers.games import TableState
from companion.web.game_json import table_to_json
from rules import applied, board_to_json, parse_move
from tests.companion.asking import adrift, asking, kept_snapshot, rolls_asked
from tests.companion.referee.table import palago


def test_an_open_question_has_its_event_and_its_answers() -> None:
    snapshot = kept_snapshot(palago().referee)
    boards = [applied(parse_move(move), snapshot.agreed) for move in ("1,0=2", "1,0=2 2,-1=0")]
    asked = asking(snapshot, rolls_asked(snapshot, (1, boards[0]), (2, boards[1])))
    answer = table_to_json(asked)
    TypeAdapter(TableState).validate_python(answer)
    question = answer["question"]
    assert question is not None
    assert (answer["state"], question["event"]) == ("asking", snapshot.last_number + 1)
    assert (question["about"], question["cells"]) == ("roll", [[1, 0], [2, -1]])
    assert [choice["text"] for choice in question["choices"]] == [
        "Bob rolled a 1",
        "Bob rolled a 2",
    ]
    assert [choice["cells"] for choice in question["choices"]] == [[[1, 0]], [[1, 0], [2, -1]]]
    (turn,) = question["choices"][1]["turns"]
    assert turn == {"mover": "Bob", "roll": 2, "legal": True, "board": board_to_json(boards[1])}


def test_the_cells_on_which_record_and_table_differ_are_named() -> None:
    snapshot = kept_snapshot(palago().referee)
    gone = min(snapshot.agreed)
    answer = table_to_json(adrift(snapshot, snapshot.agreed.without(gone)))
    TypeAdapter(TableState).validate_python(answer)
    assert (answer["state"], answer["adrift"]) == ("adrift", [[gone.q, gone.r]])
    assert answer["question"] is None
