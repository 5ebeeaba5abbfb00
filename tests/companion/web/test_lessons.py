"""The pages of the lessons, and the API that judges their tries."""

from __future__ import annotations

import json

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.lessons.lesson import STEPS, step_number, steps_of
from companion.security.guests import TRIES_AT_ONCE
from companion.words.language import LANGUAGES, speaking
from rules.board_json import tiles_to_json
from rules.judging import GAMES, PALAGEM, PALAGO
from tests.companion.web.test_pages import page

STRANGER = {"REMOTE_ADDR": "192.0.2.7"}


def try_example(client: FlaskClient, game: str, number: int) -> dict[str, object]:
    move = steps_of(game)[number - 1].example
    placed = [{"q": c.q, "r": c.r, "orientation": k} for c, k in move.placed]
    rotated = [{"q": c.q, "r": c.r, "orientation": k} for c, k in move.rotated]
    body = {"placed": placed, "removed": [list(c) for c in move.removed], "rotated": rotated}
    answer = client.post(f"/api/lessons/{step_number(game, number)}/tries", json=body)
    assert answer.status_code == 200, answer.json
    found: dict[str, object] = answer.json
    return found


@pytest.mark.parametrize("game", GAMES)
def test_each_step_has_a_page_and_is_done_by_its_example(client: FlaskClient, game: str) -> None:
    for number in range(1, STEPS + 1):
        step = steps_of(game)[number - 1]
        shown = page(client, f"/learn/{game}/{number}")
        assert step.asks in shown.text
        (tiles,) = shown.attributes("data-tiles")
        assert json.loads(tiles) == tiles_to_json(step.board)
        assert try_example(client, game, number)["done"]


def test_what_is_wrong_is_said_and_where(client: FlaskClient) -> None:
    number = step_number(PALAGO, 5)
    apart = [{"q": 1, "r": 0, "orientation": 0}, {"q": 1, "r": -2, "orientation": 0}]
    answer = client.post(f"/api/lessons/{number}/tries", json={"placed": apart}).json
    assert answer == {
        "done": False,
        "legal": False,
        "sentence": "Not legal. The two tiles do not touch each other.",
        "wrong": [[1, -2], [1, 0]],
    }
    step = step_number(PALAGO, 10)
    elsewhere = [{"q": 3, "r": 0, "orientation": 0}, {"q": 3, "r": -1, "orientation": 0}]
    answer = client.post(f"/api/lessons/{step}/tries", json={"placed": elsewhere}).json
    assert answer["sentence"] == "That is legal, but not what is asked for. Try again."


def test_nonsense_is_refused(client: FlaskClient) -> None:
    address = f"/api/lessons/{step_number(PALAGEM, 10)}/tries"
    tile = {"q": 40, "r": 0, "orientation": 0}
    many = [{**tile, "q": q} for q in range(40, 60)]
    for body in ({}, {"removed": [[30, 30]]}, {"placed": many}):
        assert client.post(address, json=body).status_code == 400
    assert client.post("/api/lessons/31/tries", json={"placed": [tile]}).status_code == 404
    for missing in ("/learn/chess", "/learn/palago/11", "/learn/palago/0"):
        assert client.get(missing).status_code == 404


def test_guests_learn_as_well_and_not_too_fast(app: Flask, client: FlaskClient) -> None:
    """They are led to no page that is the host's, and strangers keep nobody's processor busy."""
    step = steps_of(PALAGO)[0]
    tiles = [{"q": q, "r": r, "orientation": k} for (q, r), k in step.example.placed]
    address = f"/api/lessons/{step_number(PALAGO, 1)}/tries"
    stranger = app.test_client()
    assert stranger.get("/learn/palago/1", environ_base=STRANGER).status_code == 200
    assert '"/learn/palago/1"' in stranger.get("/rules/palago", environ_base=STRANGER).text
    assert '"/rules/palago"' in stranger.get("/learn/palago/10", environ_base=STRANGER).text
    answers = [
        stranger.post(address, json={"placed": tiles}, environ_base=STRANGER)
        for _ in range(int(TRIES_AT_ONCE) + 20)
    ]
    assert answers[0].json["done"]
    assert {answer.status_code for answer in answers[: int(TRIES_AT_ONCE)]} == {200}
    assert answers[-1].status_code == 429
    assert client.post(address, json={"placed": tiles}).status_code == 200


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_step_is_asked_in_the_readers_language(client: FlaskClient, language: str) -> None:
    client.set_cookie("language", language)
    with speaking(language):
        asked = steps_of(PALAGO)[9].asks
    assert " ".join(asked.split()) in page(client, "/learn/palago/10").text
