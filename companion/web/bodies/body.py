"""Reading what a request brings, with sentences for people where it is not what it must be.

pydantic finds what is wrong and where. What it says of that is for programmers, in English; this is
the one place that says it to people, in the language of the request. What must be there is told by
the model's JSON schema, which is what the OpenAPI document shows of it.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any, Self

from pydantic import BaseModel, ConfigDict, ValidationError

from companion.web.json_schema import Schemas
from companion.words.language import gettext as _
from rules import FormatError
from rules.fields import kind_of

Place = tuple[int | str, ...]
"""Where something stands: the keys and the numbers, from 0, that lead to it."""

_Schema = dict[str, Any]
_CELL = "Cell"


class BodyError(FormatError):
    """A request brings something else than what is asked for; the text says what to change."""


def like(*examples: dict[str, Any]) -> ConfigDict:
    """Return what makes a model show examples of itself."""
    return ConfigDict(json_schema_extra={"examples": list(examples)})


class Body(BaseModel):
    """A JSON object that a request brings.

    Nothing is converted: a text is no number. Unknown entries are ignored. What may be left out may
    be null as well.
    """

    model_config = ConfigDict(strict=True, frozen=True)

    @classmethod
    def called(cls) -> str:
        """Return what it is, to begin a sentence with."""
        return _("The request")

    @classmethod
    def of(cls, data: object) -> Self:
        """Read it from decoded JSON.

        Raises
        ------
        BodyError
            If it is something else.
        """
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise BodyError(_sentence(cls, error)) from error

    def needed(self, key: str) -> Any:
        """Return an entry that may be left out elsewhere, but not here.

        Raises
        ------
        BodyError
            If it is left out.
        """
        value = getattr(self, key)
        if value is None:
            raise BodyError(_missing(type(self), (key,)))
        return value


def _sentence(model: type[Body], error: ValidationError) -> str:
    """Say the first thing that is wrong."""
    first = error.errors(include_url=False)[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, FormatError):
        return str(cause)
    if first["type"] == "missing":
        return _missing(model, first["loc"])
    return _wrong(model, first["loc"], first["input"])


def _missing(model: type[Body], place: Place) -> str:
    return _(
        '{place} has no "{key}"; give it as {wanted}.',
        place=_in_words(model, place[:-1]),
        key=place[-1],
        wanted=_wanted(model, place),
    )


def _wrong(model: type[Body], place: Place, found: object) -> str:
    wanted, is_now = _wanted(model, place), _kind_in_words(found)
    if not place or isinstance(place[-1], int):
        return _(
            "{place} must be {wanted}, but is {found}.",
            place=_in_words(model, place),
            wanted=wanted,
            found=is_now,
        )
    return _(
        '{place}: "{key}" must be {wanted}, but is {found}.',
        place=_in_words(model, place[:-1]),
        key=place[-1],
        wanted=wanted,
        found=is_now,
    )


def _in_words(model: type[Body], place: Place) -> str:
    """Write a place as in ``players[0]``; the whole is called by its name."""
    if not place:
        return model.called()
    written = "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in place)
    return written.removeprefix(".")


def _kind_in_words(value: object) -> str:
    if isinstance(value, dict):
        return _("an object")
    return _("a list") if isinstance(value, list) else kind_of(value)


def _wanted(model: type[Body], place: Place) -> str:
    """Say what must stand at a place, by the schema of the model."""
    name, schema = _schema_at(model, place)
    low, high = schema.get("minimum"), schema.get("maximum")
    if name == _CELL:
        return _("a cell like {example}", example="[0, -1]")
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return _("one of {values}", values=", ".join(map(str, values)))
    match schema.get("type"):
        case "integer" if low is not None and high is not None:
            return _("a whole number from {low} to {high}", low=low, high=high)
        case "integer" if low is not None:
            return _("a whole number of {low} or more", low=low)
        case "integer":
            return _("a whole number")
        case "string":
            return _("a text")
        case "boolean":
            return _("true or false")
        case "array":
            return _("a list")
    examples = schema.get("examples")
    if examples:
        return _("an object like {example}", example=json.dumps(examples[0], ensure_ascii=False))
    entries = ", ".join(f'"{key}"' for key in schema.get("required", ()))
    return _("an object with {entries}", entries=entries) if entries else _("an object")


def _schema_at(model: type[Body], place: Place) -> tuple[str, _Schema]:
    """Return the schema of what stands at a place, and the name under which it is defined."""
    whole = _schema_of(model)
    name, found = "", whole
    for step in place:
        if isinstance(step, int):
            inner = found.get("items", {})
        else:
            inner = found.get("properties", {}).get(step) or found.get("additionalProperties", {})
        name, found = _resolved(inner, whole.get("$defs", {}))
    return name, found


def _resolved(schema: Any, defined: _Schema) -> tuple[str, _Schema]:
    """Return a schema in itself: what its name stands for, and not that it may be null."""
    name = ""
    while isinstance(schema, dict) and ("$ref" in schema or "anyOf" in schema):
        if "anyOf" in schema:
            schema = next(one for one in schema["anyOf"] if one.get("type") != "null")
        else:
            name = schema["$ref"].rpartition("/")[2]
            schema = defined[name]
    return name, schema if isinstance(schema, dict) else {}


@cache
def _schema_of(model: type[Body]) -> _Schema:
    return model.model_json_schema(schema_generator=Schemas)
