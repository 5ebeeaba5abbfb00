"""What there is to say, before it is said in any language: codes with values.

A package says what it means as a :class:`Message`, such as ``Doubt.UNSURE_TILES(count=3)``. The
English sentence of a code stands once, as its :class:`Wording`. ``str(message)`` fills it in, so a
package is of use without the companion. Another language is another :class:`Speaker`. Values are
never looked up: a player called "white" is called so in every language.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from functools import cached_property
from string import Formatter
from typing import Any, TypeAlias


@dataclass(frozen=True)
class Wording:
    """A sentence, or a part of one, in English; the extraction of sentences looks for this name.

    Values stand in it by name, as in ``{cell}``. Where there is a plural, the value ``count`` says
    which of the two it is.
    """

    one: str
    many: str | None = None

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the values that are needed."""
        forms = [self.one] if self.many is None else [self.one, self.many]
        found = {name for form in forms for _, name, _, _ in Formatter().parse(form) if name}
        return frozenset(found if self.many is None else {*found, "count"})

    def form(self, count: object) -> str:
        """Return the sentence for so many things; ``count`` is of use where there is a plural."""
        return self.one if self.many is None or count == 1 else self.many


class MessageCode(Enum):
    """What can be said: each member is a code, and its value the wording.

    A package has one or more enumerations of this kind. No two members of any of them have one
    name, so the name alone tells which is meant.
    """

    _value_: Wording

    def __call__(self, **values: Value) -> Message:
        """Return the message that says this with values."""
        return Message(self, values)

    @property
    def code(self) -> str:
        """The code as JSON has it, as in ``unsure-tiles``."""
        return self.name.lower().replace("_", "-")

    @property
    def wording(self) -> Wording:
        """The sentence in English."""
        return self._value_


@dataclass(frozen=True)
class Message:
    """A code with its values: texts, numbers, messages in turn, and lists of these."""

    code: MessageCode
    values: Mapping[str, Value] = field(default_factory=dict, hash=False)

    def __str__(self) -> str:
        """Say it in English."""
        return Speaker().say(self)


Value: TypeAlias = "str | int | float | Message | Sequence[str | int | float | Message]"

Said: TypeAlias = Message | str
"""A message, or a sentence that stands as it is: of an older record, or from outside."""


class Speaker:
    """Says messages in English; one for another language says words, numbers and lists anew."""

    def say(self, said: Said) -> str:
        """Return a message as a sentence; a sentence comes back as it is."""
        if isinstance(said, str):
            return said
        words = self.words(said.code.wording, said.values.get("count"))
        return words.format(**{name: self._value(value) for name, value in said.values.items()})

    def words(self, wording: Wording, count: object) -> str:
        """Return a wording in the language, with the names of its values still in it."""
        return wording.form(count)

    def text(self, text: str) -> str:
        """Write a text that stands in a sentence, such as a name."""
        return text

    def number(self, number: float) -> str:
        """Write a number."""
        return str(number)

    def listing(self, parts: Sequence[str]) -> str:
        """Join parts as a sentence does."""
        return listed(parts)

    def _value(self, value: Value) -> str:
        if isinstance(value, str):
            return self.text(value)
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, int | float):
            return self.number(value)
        return self.listing([self._value(part) for part in value])


class MessageError(Exception):
    """An error that says what went wrong as a message; its text is the English sentence."""

    def __init__(self, message: Said) -> None:
        super().__init__(str(message))
        self.message = message


def message_of(error: Exception) -> Said:
    """Return what an error says, as a message where it has one."""
    return error.message if isinstance(error, MessageError) else str(error)


def listed(words: Sequence[str]) -> str:
    """Join words as a sentence does: with commas, and with "and" before the last."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def said_to_json(said: Said | None) -> dict[str, Any] | None:
    """Return a message as ``{"code", "values"}``; None for what is none."""
    if not isinstance(said, Message):
        return None
    values = {name: _value_to_json(value) for name, value in said.values.items()}
    return {"code": said.code.code, "values": values}


def said_from_json(data: object, sentence: str) -> Said:
    """Return the message that :func:`said_to_json` wrote, or the sentence where it is none.

    Records of older versions have the sentence alone, and those of newer ones may have codes and
    values that are not known here.
    """
    return _message(data) or sentence


def _value_to_json(value: Value) -> Any:
    if isinstance(value, Message):
        return said_to_json(value)
    if isinstance(value, str | int | float):
        return value
    return [_value_to_json(part) for part in value]


def _message(data: object) -> Message | None:
    """Read a message; None where the code is not known, or a value is missing or no value."""
    if not isinstance(data, Mapping) or not isinstance(data.get("values"), Mapping):
        return None
    code = _code(data.get("code"))
    values = {str(name): _value(value) for name, value in data["values"].items()}
    if code is None or not code.wording.names <= values.keys() or None in values.values():
        return None
    return Message(code, {name: value for name, value in values.items() if value is not None})


def _value(data: object) -> Value | None:
    if isinstance(data, str | int | float):
        return data
    if not isinstance(data, list):
        return _message(data)
    parts = [_message(part) if isinstance(part, Mapping) else part for part in data]
    known = tuple(part for part in parts if isinstance(part, str | int | float | Message))
    return known if len(known) == len(parts) else None


def _code(name: object) -> MessageCode | None:
    """Find a code among those of all packages that are in use."""
    member = str(name).upper().replace("-", "_")
    kinds = MessageCode.__subclasses__()
    return next((kind[member] for kind in kinds if member in kind.__members__), None)
