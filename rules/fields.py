"""Reading values out of decoded JSON, with messages that say what is wrong and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, TypeVar

from rules.lattice import Cell
from rules.messages import MessageError

_Choice = TypeVar("_Choice", bound=StrEnum)
_LONGEST_SHOWN = 40


class FormatError(MessageError, ValueError):
    """Data that cannot be read as what it should be; breaking a rule of play is never one."""


@dataclass(frozen=True)
class Fields:
    """A decoded JSON object whose entries are read one by one; unknown ones are ignored.

    Attributes
    ----------
    data
        The object.
    place
        What the object is, as messages name it, as in ``tiles[3]`` or ``The move``.
    error
        The error that is raised when an entry is not what it must be.
    """

    data: dict[Any, Any]
    place: str
    error: type[FormatError]

    @classmethod
    def of(cls, data: object, place: str, example: str, error: type[FormatError]) -> Fields:
        """Take decoded JSON that must be an object like the example."""
        if not isinstance(data, dict):
            raise error(f"{place} must be an object like {example}, but is {kind_of(data)}.")
        return cls(data, place, error)

    def has(self, key: str) -> bool:
        """Tell whether an entry is given and not null."""
        return self.data.get(key) is not None

    def value(self, key: str, wanted: str) -> Any:
        """Return an entry that must be given."""
        if key not in self.data:
            raise self.error(f'{self.place} has no "{key}"; give it as {wanted}.')
        return self.data[key]

    def whole_number(self, key: str, *, low: int | None = None, high: int | None = None) -> int:
        """Return a whole number, within bounds where they are given."""
        value = self.value(key, "a whole number")
        if isinstance(value, bool) or not isinstance(value, int):
            raise self._wrong(key, "a whole number", value)
        if (low is not None and value < low) or (high is not None and value > high):
            bounds = f"{low} or more" if high is None else f"{low}..{high}"
            raise self.error(f'{self.place}: "{key}" must be {bounds}, but is {kind_of(value)}.')
        return value

    def text(self, key: str) -> str:
        """Return a text that is not empty."""
        value = self.value(key, "a text")
        if not isinstance(value, str) or not value:
            raise self._wrong(key, "a text", value)
        return value

    def flag(self, key: str) -> bool:
        """Return true or false; false where nothing is given."""
        value = self.data[key] if self.has(key) else False
        if not isinstance(value, bool):
            raise self._wrong(key, "true or false", value)
        return value

    def one_of(self, key: str, choices: Sequence[str]) -> str:
        """Return a text that is one of several."""
        wanted = f"one of {', '.join(choices)}"
        value = self.value(key, wanted)
        if not isinstance(value, str) or value not in choices:
            raise self._wrong(key, wanted, value)
        return value

    def choice(self, key: str, default: _Choice) -> _Choice:
        """Return a member of the default's enumeration; the default where nothing is given."""
        kind = type(default)
        return (
            kind(self.one_of(key, [str(member) for member in kind])) if self.has(key) else default
        )

    def entries(self, key: str) -> list[Any]:
        """Return a list."""
        value = self.value(key, "a list")
        if not isinstance(value, list):
            raise self._wrong(key, "a list", value)
        return value

    def whole_numbers(self, key: str, *, low: int) -> list[int]:
        """Return a list of whole numbers, each at least ``low``."""
        entries = self.entries(key)
        for number, entry in enumerate(entries):
            if isinstance(entry, bool) or not isinstance(entry, int) or entry < low:
                raise self.error(f"{key}[{number}] must be a whole number of {low} or more.")
        return entries

    def texts(self, key: str) -> list[str]:
        """Return a list of texts."""
        entries = self.entries(key)
        for number, entry in enumerate(entries):
            if not isinstance(entry, str):
                raise self.error(f"{key}[{number}] must be a text, but is {kind_of(entry)}.")
        return entries

    def nested(self, key: str, example: str) -> Fields:
        """Return an object to read further."""
        value = self.value(key, f"an object like {example}")
        return Fields.of(value, f'"{key}" of {_lower_first(self.place)}', example, self.error)

    def cells(self, key: str) -> list[Cell]:
        """Return a list of cells, each given as ``[q, r]``."""
        cells = []
        for number, pair in enumerate(self.entries(key)):
            numbers = pair if isinstance(pair, list) else []
            if len(numbers) != 2 or any(type(n) is not int for n in numbers):
                place = f"{key}[{number}]"
                raise self.error(f"{place} must be a cell like [0, -1], but is {kind_of(pair)}.")
            cells.append(Cell(*numbers))
        return cells

    def _wrong(self, key: str, wanted: str, value: object) -> FormatError:
        return self.error(f'{self.place}: "{key}" must be {wanted}, but is {kind_of(value)}.')


def kind_of(value: object) -> str:
    """Describe a decoded JSON value for a message, cut short where it is long."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "a list"
    return repr(shortened(value)) if isinstance(value, str) else shortened(repr(value))


def quoted(text: str) -> str:
    """Quote a text for a message, cut short, without what cannot be printed."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
    return f'"{shortened(shown)}"'


def shortened(text: str) -> str:
    """Cut a text short for a message; where it ends a sentence, one full stop stands there."""
    return text if len(text) <= _LONGEST_SHOWN else text[: _LONGEST_SHOWN - 1] + "…"


def _lower_first(text: str) -> str:
    return text[:1].lower() + text[1:]
