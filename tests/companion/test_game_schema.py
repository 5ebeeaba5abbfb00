"""The schema of an exported game: it takes what referees say, and nothing that is bent."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from typing import Any

import jsonschema_rs
import pytest

from companion.cli import main
from companion.record.exporting import FORMAT, VERSION
from tests.exported_games import game_schema

TILE = {"q": 0, "r": -1, "orientation": 4}
FIT: dict[str, Any] = {
    "format": FORMAT,
    "version": VERSION,
    "uid": "0" * 32,
    "game": "palago",
    "options": {},
    "players": [{"name": "Ann", "color": "white"}, {"name": "Bob", "color": "blue"}],
    "started_at": "2026-01-31T19:30:00.000+00:00",
    "ended_at": None,
    "entries": [
        {
            "number": 1,
            "source": "event",
            "kind": "move",
            "t": 2.5,
            "at": "2026-01-31T19:30:02.500+00:00",
            "after": 1,
            "data": {
                "number": 1,
                "mover": "Ann",
                "placed": [TILE],
                "removed": [],
                "rotated": [{**TILE, "from": 2}],
                "board": {"tiles": [TILE]},
                "verdict": {"legal": True, "violations": []},
            },
        }
    ],
    "pictures": [{"number": 1, "sha256": "a" * 64, "width": 1280, "height": 720}],
    "a later version's": "keys are ignored",
}


def first(game: dict[str, Any]) -> Any:
    return game["entries"][0]


BENT: dict[str, Callable[[dict[str, Any]], Any]] = {
    "format": lambda game: game.update(format="chess"),
    "later": lambda game: game.update(version=VERSION + 1),
    "uid": lambda game: game.update(uid="7"),
    "game": lambda game: game.update(game="go"),
    "nobody": lambda game: game["players"].clear(),
    "no-moment": lambda game: game.update(started_at="yesterday"),
    "no-entries": lambda game: game.pop("entries"),
    "number": lambda game: first(game).update(number=0),
    "source": lambda game: first(game).update(source="rumour"),
    "orientation": lambda game: first(game)["data"]["placed"].append({**TILE, "orientation": 6}),
    "cell": lambda game: first(game)["data"]["verdict"].update(
        violations=[{"code": "disturbed", "cells": [[1]], "message": "..."}]
    ),
    "no-board": lambda game: first(game)["data"].pop("board"),
    "no-verdict": lambda game: first(game)["data"].pop("verdict"),
    "picture": lambda game: game["pictures"][0].update(sha256="?"),
}


def test_it_is_a_schema_and_a_game_fits_it() -> None:
    jsonschema_rs.meta.validate(game_schema())
    jsonschema_rs.validate(game_schema(), FIT)


@pytest.mark.parametrize("how", BENT)
def test_what_is_bent_does_not_fit(how: str) -> None:
    game = deepcopy(FIT)
    BENT[how](game)
    assert not jsonschema_rs.is_valid(game_schema(), game)


def test_what_nobody_knows_yet_is_let_be() -> None:
    game = deepcopy(FIT)
    first(game).update(kind="of-a-later-version", data={"anything": [1]})
    jsonschema_rs.validate(game_schema(), game)


def test_it_is_printed_for_those_who_have_no_checkout(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games", "schema"]) == 0
    assert json.loads(capsys.readouterr().out) == game_schema()
