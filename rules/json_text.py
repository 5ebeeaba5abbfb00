"""Decoding JSON that people and other programs give, more strictly than Python by itself does."""

from __future__ import annotations

import json
from math import isfinite
from typing import Any

from rules.fields import FormatError, shortened
from rules.messages import MessageCode, Wording

_MOST_PARTS = 1_500_000
"""Lists and objects; so many take a second and 300 MB."""


class JsonFault(MessageCode):
    """Why a text that Python would decode is not taken for JSON."""

    KEY_GIVEN_TWICE = Wording('The JSON gives "{key}" twice in one object; keep one of them.')
    NO_FINITE_NUMBER = Wording("The JSON holds {number}, which is no number; give one, or null.")


class JsonError(FormatError):
    """An object gives a key twice, or a number is none; the text says what to change."""


def holds_too_much(text: str) -> bool:
    """Tell whether a text has more lists and objects than should be decoded at once."""
    return text.count("[") + text.count("{") > _MOST_PARTS


def decoded_json(text: str | bytes) -> Any:
    """Decode JSON in which each key counts, and every number can be written as JSON again.

    Python takes the last of two equal keys, and takes ``NaN`` and ``Infinity`` for numbers, which
    no standard has (RFC 8259, sections 4 and 6).

    Raises
    ------
    JsonError
        If an object gives a key twice, or a number is not finite.
    ValueError
        If it is no JSON otherwise; ``json.JSONDecodeError`` where it can be said at which place.
    RecursionError
        If it is nested too deeply.
    """
    return json.loads(
        text, object_pairs_hook=_with_each_key_once, parse_float=_finite, parse_constant=_refused
    )


def _with_each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for key, value in pairs:
        if key in entries:
            raise JsonError(JsonFault.KEY_GIVEN_TWICE(key=shortened(key)))
        entries[key] = value
    return entries


def _finite(digits: str) -> float:
    number = float(digits)
    return number if isfinite(number) else _refused(digits)


def _refused(text: str) -> Any:
    raise JsonError(JsonFault.NO_FINITE_NUMBER(number=shortened(text)))
