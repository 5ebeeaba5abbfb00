"""What requests and answers of the OpenAPI document are written with."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Part = dict[str, Any]

HIGHEST = 2**53
JPEG = "image/jpeg"

TEXT: Part = {"type": "string"}
NUMBER: Part = {"type": "number"}
WHOLE: Part = {"type": "integer"}
COUNT: Part = {"type": "integer", "minimum": 0}
FLAG: Part = {"type": "boolean"}
ANYTHING: Part = {"type": "object"}

_SENTENCES = {
    400: "The request cannot be read, or makes no sense as the game stands.",
    403: "It is not for you to do.",
    404: "There is nothing of this name.",
    405: "Nothing here can be asked for in this way.",
    409: "The game is not in the state for it.",
    413: "It is too large.",
    422: "It is no picture that can be read, or the source cannot be opened.",
    429: "Too many games are being followed.",
    500: "The record cannot be written.",
    503: "Busy; Retry-After says when to come back.",
    507: "No room is left on the disk.",
}
_ALWAYS = (403, 405, 500, 503, 507)


def ref(name: str) -> Part:
    """Return what stands for a schema by its name."""
    return {"$ref": f"#/components/schemas/{name}"}


def listed(item: Part) -> Part:
    """Return the schema of a list."""
    return {"type": "array", "items": item}


def maybe(schema: Part) -> Part:
    """Return the schema of a value that may be null."""
    return {"anyOf": [schema, {"type": "null"}]}


def one_of(*values: str) -> Part:
    """Return the schema of a text that is one of several."""
    return {"type": "string", "enum": list(values)}


def thing(required: Mapping[str, Part], optional: Mapping[str, Part] | None = None) -> Part:
    """Return the schema of an object; unknown keys are ignored."""
    return {
        "type": "object",
        "properties": {**required, **(optional or {})},
        "required": list(required),
    }


def in_path(*names: str) -> list[Part]:
    """Return the parameters of a path, which are whole numbers."""
    schema = {"type": "integer", "minimum": 1, "maximum": HIGHEST}
    return [{"name": name, "in": "path", "required": True, "schema": schema} for name in names]


def in_query(name: str, schema: Part, description: str) -> Part:
    """Return a parameter of the query."""
    return {"name": name, "in": "query", "schema": schema, "description": description}


def brings(schema: Part, *, required: bool = True) -> Part:
    """Return a request's body of JSON."""
    return {"required": required, "content": {"application/json": {"schema": schema}}}


def operation(
    name: str,
    summary: str,
    answers: Mapping[int, Part | None],
    errors: tuple[int, ...] = (),
    *,
    body: Part | None = None,
    query: list[Part] | None = None,
    media: str = "application/json",
) -> Part:
    """Return one request with its answers.

    Parameters
    ----------
    name, summary
        What it is called, and a sentence on it.
    answers
        The schema of the answer by its status; None for one without a body.
    errors
        Statuses with which it may fail, beside those that any request may.
    body, query
        What it brings.
    media
        The type of the answers.
    """
    described: Part = {
        "operationId": name,
        "summary": summary,
        "responses": {
            **{str(status): _answer(schema, media) for status, schema in answers.items()},
            **{str(status): _error(status) for status in sorted({*errors, *_ALWAYS})},
        },
    }
    if body is not None:
        described["requestBody"] = body
    if query is not None:
        described["parameters"] = query
    return described


def _answer(schema: Part | None, media: str) -> Part:
    if schema is None:
        return {"description": "Done."}
    return {"description": "Done.", "content": {media: {"schema": schema}}}


def _error(status: int) -> Part:
    return {
        "description": _SENTENCES[status],
        "content": {"application/json": {"schema": ref("Error")}},
    }
