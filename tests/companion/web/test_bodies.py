"""What requests bring: it is read as it is described, or refused in a sentence of ours."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.bodies.body import Body, BodyError
from companion.web.bodies.calibrating import CalibrationRequest
from companion.web.bodies.correcting import Correction
from companion.web.bodies.phones import Invitation, TokenShown
from companion.web.bodies.playing import DECISION_MODELS, Laid, Misreading
from companion.web.bodies.sources import SourceChoice
from companion.web.bodies.starting import GameRequest
from companion.words.language import speaking

MODELS: list[type[Body]] = [
    CalibrationRequest,
    Correction,
    GameRequest,
    Invitation,
    Laid,
    Misreading,
    SourceChoice,
    TokenShown,
    *DECISION_MODELS.values(),
]
KEYS = sorted({key for model in MODELS for key in model.model_fields} | {"tiles", "q", "cell"})

plain = st.none() | st.booleans() | st.integers(-3, 9) | st.floats(0, 1) | st.sampled_from(KEYS)
anything = st.recursive(
    plain,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(KEYS), inner, max_size=4)
    ),
)


@given(data=st.dictionaries(st.sampled_from(KEYS), anything, max_size=6) | anything)
def test_what_cannot_be_read_is_refused_in_a_sentence_of_ours(data: object) -> None:
    """Each is asked of every model: to make one up takes longer than they all take to read it."""
    for model in MODELS:
        try:
            model.of(data)
        except BodyError as error:
            said = str(error)
            assert said.endswith("."), model
            assert "Input should" not in said, model
            asks = (" must be ", "; give it as ", "keep one of the two")
            assert any(words in said for words in asks), model


@pytest.mark.parametrize("model", MODELS)
def test_an_example_is_read(model: type[Body]) -> None:
    for example in model.model_json_schema().get("examples", []):
        assert model.of(example).model_fields_set == example.keys()


TILE = {"q": 0, "r": 0, "orientation": 0}


@pytest.mark.parametrize(
    ("model", "data", "said"),
    [
        (GameRequest, 3, "The game must be an object like "),
        (GameRequest, {"players": {}}, 'The game: "players" must be a list, but is an object.'),
        (GameRequest, {"players": [{}]}, 'players[0] has no "name"; give it as a text.'),
        (
            GameRequest,
            {"players": [{"name": "Ann", "seat": 0}]},
            'players[0]: "seat" must be a whole number of 1 or more, but is 0.',
        ),
        (
            GameRequest,
            {"source": {"kind": "telescope"}},
            'source: "kind" must be one of camera, file, stream, phone, hand, demo, but is'
            " 'telescope'.",
        ),
        (
            SourceChoice,
            {"kind": "camera", "number": True},
            'The source: "number" must be a whole number from 0 to 63, but is true.',
        ),
        (Laid, {"removed": [[0, 0], 7]}, "removed[1] must be a cell like [0, -1], but is 7."),
        (
            Laid,
            {"placed": [TILE, {**TILE, "q": 0.0}]},
            'placed[1]: "q" must be a whole number, but is 0.0.',
        ),
        (Laid, {"placed": [TILE, TILE]}, "tiles[1]: cell (0, 0) is given twice"),
        (
            DECISION_MODELS["vote"],
            {"kind": "vote", "data": {"row": 1}},
            'data has no "value"; give it as a whole number of 0 or more.',
        ),
        (
            DECISION_MODELS["set-tile"],
            {"kind": "set-tile"},
            'The decision has no "data"; give it as an object with "cell".',
        ),
    ],
)
def test_what_is_wrong_is_named(model: type[Body], data: Any, said: str) -> None:
    with pytest.raises(BodyError) as error:
        model.of(data)
    assert str(error.value).startswith(said)


def test_it_is_said_in_the_readers_language() -> None:
    with speaking("fr"), pytest.raises(BodyError) as error:
        SourceChoice.of({"kind": "camera", "number": 64})
    assert str(error.value) == (
        "La source\u00a0: «\u00a0number\u00a0» doit être un nombre entier de 0 à 63, mais vaut 64."
    )
