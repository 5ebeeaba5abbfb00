"""JSON schemas of what requests bring and the API answers (JSON Schema 2020-12, by pydantic)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

Schema = dict[str, Any]


class Schemas(GenerateJsonSchema):
    """Makes schemas that say what is true and nothing twice, in the order in which it is written.

    Entries have no titles, which would be their names again; and that an entry which is left out is
    taken for null is no default that anybody need know of.
    """

    def field_title_should_be_set(self, schema: Any) -> bool:  # noqa: ARG002
        """Return that an entry has no title."""
        return False

    def default_schema(self, schema: Any) -> Schema:
        """Return the schema of an entry that may be left out."""
        made = super().default_schema(schema)
        return {key: part for key, part in made.items() if key != "default" or part is not None}

    def sort(self, value: Schema, parent_key: str | None = None) -> Schema:  # noqa: ARG002
        """Return a schema as it was written."""
        return value


def schemas_of(
    types: Sequence[tuple[Any, JsonSchemaMode]], places: str
) -> tuple[list[Schema], dict[str, Schema]]:
    """Return the schemas of types, and those that they refer to by their names.

    Parameters
    ----------
    types
        Each with ``validation`` where a request brings it, ``serialization`` where it is answered.
    places
        Where a schema is found by its name, as in ``#/components/schemas/{model}``.
    """
    wanted = [(number, mode, TypeAdapter(one)) for number, (one, mode) in enumerate(types)]
    found, shared = TypeAdapter.json_schemas(wanted, ref_template=places, schema_generator=Schemas)
    schemas = [dict(found[number, mode]) for number, mode, _adapter in wanted]
    return schemas, shared.get("$defs", {})
