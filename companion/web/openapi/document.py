"""Putting the OpenAPI document together (OpenAPI Specification 3.1)."""

from __future__ import annotations

from functools import cache
from importlib.metadata import version
from typing import Any

from companion.web.openapi.game_paths import game_paths
from companion.web.openapi.paths import other_paths
from companion.web.openapi.schemas import schemas


@cache
def openapi_document() -> dict[str, Any]:
    """Return the document; not to be changed."""
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Palago companion",
            "version": version("palago"),
            "description": "Live games of Palago, Palagem and Palagonia, and readings of photos.",
        },
        "paths": {**game_paths(), **other_paths()},
        "components": {
            "schemas": schemas(),
            "securitySchemes": {
                "pass": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A pass for one game; the machine itself needs none.",
                }
            },
        },
        "security": [{}, {"pass": []}],
    }
