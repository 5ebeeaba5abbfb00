"""Decoding JSON: each key counts, and every number can be written again."""

import json

import pytest

from rules.json_text import JsonError, decoded_json


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('{"a": 1, "a": 1}', 'gives "a" twice'),
        ('[{"b": {"a": 1, "c": 2, "a": 3}}]', 'gives "a" twice'),
        ('{"' + "k" * 99 + '": 1, "' + "k" * 99 + '": 2}', "kk…"),
        ("[NaN]", "holds NaN,"),
        ('{"a": -Infinity}', "holds -Infinity,"),
        ("-1e400", "holds -1e400,"),
    ],
)
def test_what_cannot_be_written_again_as_it_was_is_refused(text: str, says: str) -> None:
    with pytest.raises(JsonError, match=says):
        decoded_json(text)


def test_all_else_is_as_python_reads_it() -> None:
    text = '{"a": [1, 2.5, 1e-400, null, true, "NaN"], "b": {"a": {}}}'
    assert decoded_json(text) == decoded_json(text.encode("utf-16")) == json.loads(text)
