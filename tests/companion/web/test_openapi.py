"""The OpenAPI document against the API: every request it allows, and many that it does not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from flask import Flask
from hypothesis import HealthCheck, settings
from schemathesis.checks import not_a_server_error
from schemathesis.pytest.lazy import get_all_tests
from schemathesis.schemas import BaseSchema
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from companion.live import Tables
from companion.live.choice import FrameSource, SourceChoice, open_choice
from companion.photos.photo_queue import PhotoQueue
from companion.photos.samples import Samples
from companion.referee.inputs import DECISIONS
from companion.web import create_app
from companion.web.numbers import HIGHEST
from companion.web.openapi import openapi_document, operations
from companion.web.server import CompanionServer
from tests.companion.conftest import TruthReader
from tests.companion.live.games import by_hand

SETTINGS = settings(
    max_examples=12,
    deadline=None,
    derandomize=True,
    suppress_health_check=list(HealthCheck),
)
CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
THERE = {"number": 3, "tournament": 2, "round_": 1, "table": 2, "player": 4}
"""So many games, tournaments and so on are there at the start, which requests are about."""


def opened(choice: SourceChoice) -> FrameSource:
    """Open only what stays on this machine."""
    quiet = choice.kind in ("hand", "phone")
    return open_choice(choice if quiet else SourceChoice("hand"))


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory, sample_images: Path) -> Iterator[Flask]:
    data = tmp_path_factory.mktemp("data")
    tables = Tables(data, opened=opened)
    reader = PhotoQueue(TruthReader(sample_images))
    app = create_app(data, reader, Samples(sample_images), tables=tables)
    client = app.test_client()
    for game, players in (("palago", "AB"), ("palagonia", "ABC"), ("palagem", "AB")):
        assert client.post("/api/games", json=by_hand(game, players)).status_code == 201
    begun = {"name": "Evening", "rounds": 3, "players": list("ABCD")}
    for number in range(1, 1 + THERE["tournament"]):
        assert client.post("/api/tournaments", json=begun).status_code == 201
        paired = client.post(f"/api/tournaments/{number}/rounds", json={"round": 1})
        assert paired.status_code == 201
    yield app
    tables.stop_all()


def map_path_parameters(_context: Any, parameters: dict[str, Any] | None) -> dict[str, Any] | None:
    """Ask about what is there, as a rule."""
    meant = {
        name: 1 + number % THERE[name]
        for name, number in (parameters or {}).items()
        if name in THERE and isinstance(number, int) and number % 7 and 0 < number <= HIGHEST
    }
    return parameters and {**parameters, **meant}


@pytest.fixture(scope="module")
def described() -> BaseSchema:
    """All that the document tells of."""
    schema = schemathesis.openapi.from_dict(openapi_document())
    schema.hook(map_path_parameters)
    return schema


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    server = CompanionServer(app, "127.0.0.1", 0)
    server.serve_beside()
    yield server.address.rstrip("/")
    server.stop()


@pytest.fixture(scope="module")
def session() -> Iterator[requests.Session]:
    """Ask through one connection, without looking for a proxy in the environment each time."""
    with requests.Session() as session:
        session.trust_env = False
        yield session


def ask(case: schemathesis.Case, address: str, session: requests.Session) -> None:
    case.call_and_validate(address, session=session, checks=CHECKS)


def of_one(path: str, method: str) -> Callable[..., None]:
    """Return a test of the requests of one operation.

    They are made up when it runs: processes that run other tests need not do that, too.
    """

    def test(described: BaseSchema, address: str, session: requests.Session) -> None:
        operation = described.include(path=path, method=method)
        (made,) = get_all_tests(
            schema=operation, test_func=ask, settings=SETTINGS, given_kwargs=None
        )
        _, ask_all = made.ok()
        ask_all(address=address, session=session)

    return test


# a function each: several processes tell tests apart by the names of functions
for path, method in operations():
    parts = re.findall(r"\w+", path.removeprefix("/api"))
    # a stream ends with its game; it is tested over a connection that can be closed
    if parts[-1] != "events":
        name = f"test_{method.lower()}_{'_'.join(parts)}_answers_as_described"
        globals()[name] = of_one(path, method)


def test_there_is_a_test_of_every_operation() -> None:
    paths = openapi_document()["paths"].values()
    operations = sum(method != "parameters" for methods in paths for method in methods)
    tests = [name for name in globals() if name.endswith("_answers_as_described")]
    assert len(tests) == operations - 1  # without the stream


def test_every_request_of_the_api_is_described(app: Flask) -> None:
    served = {
        (rule.rule.replace("<int:", "{").replace(">", "}"), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in rule.methods or ()
        if method not in ("HEAD", "OPTIONS")
    }
    described = {
        (path, method)
        for path, operations in openapi_document()["paths"].items()
        for method in operations
        if method != "parameters"
    }
    assert served == described


def test_the_document_is_served(app: Flask) -> None:
    answer = app.test_client().get("/api/openapi.json")
    assert answer.json == openapi_document()


def test_every_decision_is_described() -> None:
    schemas = openapi_document()["components"]["schemas"]
    names = [one["$ref"].rpartition("/")[2] for one in schemas["Decision"]["oneOf"]]
    assert {schemas[name]["properties"]["kind"]["const"] for name in names} == DECISIONS
