"""Holds every game that any test exports against the schema that others read it by."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable
from functools import wraps
from importlib.resources import files
from typing import Any

import jsonschema_rs

from companion.record import exporting

Exporting = Callable[..., dict[str, Any]]


def game_schema() -> dict[str, Any]:
    """Return the schema of an exported game."""
    text = (files("companion.record") / "game.schema.json").read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema


class Watch:
    """What is exported, and does not fit the schema; tests that keep nonsense are left out."""

    def __init__(self) -> None:
        self.is_on = True
        self.unfit: list[str] = []
        self._validator = jsonschema_rs.validator_for(game_schema())

    def install(self) -> None:
        """Have each game looked at that is exported in this process."""
        plain = exporting.export_game

        @wraps(plain)
        def watched(*arguments: Any, **more: Any) -> dict[str, Any]:
            document = plain(*arguments, **more)
            if self.is_on:
                self.look_at(document)
            return document

        for module in list(sys.modules.values()):
            if getattr(module, "export_game", None) is plain:
                module.export_game = watched  # type: ignore[attr-defined]

    def look_at(self, document: dict[str, Any]) -> None:
        """Note what of a game does not fit."""
        errors = self._validator.iter_errors(document)
        self.unfit += [f"{error.instance_path}: {error.message}" for error in errors]
