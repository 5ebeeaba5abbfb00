"""The OpenAPI document (OpenAPI Specification 3.1), made of what the views of the API say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from typing import Annotated, Any

from flask import Blueprint, Flask, Response, jsonify
from pydantic import Field
from pydantic.json_schema import JsonSchemaMode

from companion.web import (
    api,
    calibrating,
    cameras,
    coaching,
    dice_calibrating,
    framing_api,
    keeping,
    lessons,
    live_api,
    phones_api,
    puzzles,
    spectators,
    tournaments_api,
)
from companion.web.json_schema import Schema, schemas_of
from companion.web.numbers import HIGHEST, NumberConverter
from companion.web.operation import JSON, Operation, operation, operation_of
from companion.web.shapes import Error

blueprint = Blueprint("openapi", __name__, url_prefix="/api")

_DESCRIPTION = """Live games of Palago, Palagem and Palagonia, and readings of photos.

The machine that runs the companion may do everything. Everybody else on the network needs a pass
for one game, which a one-time token from a QR code is changed for; a pass of the role `camera` sees
that game and posts frames, one of the role `player` decides as well. Without it: 403. A request
that changes something and comes from another site's page, by its `Origin`, is refused with 403, and
one that does not ask under a name of the companion's, by its `Host`, with 400. Spectators,
who changed the token of the one code for all tables, see tables and tournaments and change nothing.
"""
_PASS = {
    "type": "http",
    "scheme": "bearer",
    "description": "A pass for one game; the machine itself needs none. Browsers keep it in a"
    " cookie that scripts cannot read.",
}
_ERRORS = {
    400: "The request cannot be read, or makes no sense as the game stands.",
    403: "It is not for you to do.",
    404: "There is nothing of this name.",
    405: "Nothing here can be asked for in this way.",
    409: "The game is not in the state for it.",
    413: "It is too large.",
    422: "It is no picture that can be read, or the source cannot be opened.",
    429: "Too many games are being followed, or one pass posts too fast.",
    500: "The record cannot be written.",
    503: "Busy; Retry-After says when to come back.",
    507: "No room is left on the disk.",
}
_ALWAYS = (403, 405, 429, 500, 503, 507)
_PathNumber = Annotated[int, Field(ge=1, le=HIGHEST)]
_IN_PATH = re.compile(r"<int:(\w+)>")


@blueprint.get("/openapi.json")
@operation("showDocument", {200: dict[str, Any]})
def show() -> Response:
    """Describe all requests and answers, for programs."""
    return jsonify(openapi_document())


@cache
def openapi_document() -> Schema:
    """Return the document; not to be changed."""
    types = _Types()
    paths: dict[str, Schema] = {}
    for rule, method, said in _operations():
        described = paths.setdefault(_path_of(rule), {})
        names = _IN_PATH.findall(rule)
        if names:
            described["parameters"] = [
                {"name": name, "in": "path", "required": True, "schema": types.brought(_PathNumber)}
                for name in names
            ]
        described[method.lower()] = _described(said, types)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Palago companion",
            "version": version("palago"),
            "description": _DESCRIPTION,
        },
        "paths": paths,
        "components": {"schemas": types.fill(), "securitySchemes": {"pass": _PASS}},
        "security": [{}, {"pass": []}],
    }


def operations() -> Iterator[tuple[str, str]]:
    """Yield the path, as the document writes it, and the method of each operation."""
    return ((_path_of(rule), method) for rule, method, _said in _operations())


class _Types:
    """Gives each type a place in the document, and fills all places at once."""

    def __init__(self) -> None:
        self._places: list[tuple[Schema, Any, JsonSchemaMode]] = []

    def brought(self, one: Any) -> Schema:
        """Return the place of a type that a request brings."""
        return self._place(one, "validation")

    def answered(self, one: Any) -> Schema:
        """Return the place of a type that is answered."""
        return self._place(one, "serialization")

    def fill(self) -> dict[str, Schema]:
        """Fill the places with schemas; return those that they refer to by their names."""
        wanted = [(one, mode) for _place, one, mode in self._places]
        schemas, named = schemas_of(wanted, "#/components/schemas/{model}")
        for (place, _one, _mode), schema in zip(self._places, schemas, strict=True):
            place.update(schema)
        return named

    def _place(self, one: Any, mode: JsonSchemaMode) -> Schema:
        place: Schema = {}
        self._places.append((place, one, mode))
        return place


def _operations() -> Iterator[tuple[str, str, Operation]]:
    """Yield what the views of the API say, each with its path and its method."""
    served = Flask(__name__, static_folder=None)
    served.url_map.converters["int"] = NumberConverter
    parts = (
        api,
        calibrating,
        cameras,
        coaching,
        dice_calibrating,
        framing_api,
        keeping,
        lessons,
        live_api,
        phones_api,
        puzzles,
        spectators,
        tournaments_api,
    )
    for part in parts:
        served.register_blueprint(part.blueprint)
    served.register_blueprint(blueprint)
    for rule in served.url_map.iter_rules():
        said = operation_of(served.view_functions[rule.endpoint])
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}:
            if said is not None:
                yield rule.rule, method, said


def _path_of(rule: str) -> str:
    """Return a path with its parts that vary in braces."""
    return _IN_PATH.sub(r"{\1}", rule)


def _described(said: Operation, types: _Types) -> Schema:
    answers = {
        str(status): _answer("Done.", said.media, None if one is None else types.answered(one))
        for status, one in said.answers.items()
    }
    errors = {
        str(status): _answer(_ERRORS[status], JSON, types.answered(Error))
        for status in sorted({*said.errors, *_ALWAYS})
    }
    described: Schema = {
        "operationId": said.name,
        "summary": said.summary,
        "responses": {**answers, **errors},
    }
    if said.bodies:
        described["requestBody"] = {
            "required": said.needs_body,
            "content": {
                media: {"schema": types.brought(one)} for media, one in said.bodies.items()
            },
        }
    if said.query:
        described["parameters"] = [
            {
                "name": one.name,
                "in": "query",
                "schema": types.brought(one.type),
                "description": one.description,
            }
            for one in said.query
        ]
    return described


def _answer(description: str, media: str, schema: Schema | None) -> Schema:
    if schema is None:
        return {"description": description}
    return {"description": description, "content": {media: {"schema": schema}}}
