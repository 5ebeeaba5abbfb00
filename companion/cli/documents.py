"""Reading files of JSON: one value, a list of them, or one a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from reprlib import repr as shortened
from typing import Any

MAX_BYTES = 64 * 1024 * 1024
MOST_ENTRIES = 100_000
"""In one file, or lines of it."""
_MOST_PARTS = 1_500_000
"""Lists and objects; so many take a second and 300 MB."""
STANDARD_INPUT = "-"


class DocumentError(ValueError):
    """A file or a line of it cannot be read; the text is one sentence."""


@dataclass(frozen=True)
class Document:
    """One JSON value of a file, or why it could not be read.

    ``name`` says where it stands: the file, and the entry's or line's number where there are more.
    """

    name: str
    data: Any = None
    error: str | None = None


def read_text(path: str) -> str:
    """Return the text of a file, ``-`` being standard input.

    Raises
    ------
    DocumentError
        If it is missing, empty, too long or no UTF-8 text.
    """
    if path == STANDARD_INPUT and sys.stdin is None:
        raise DocumentError("Standard input is closed; pass JSON in or name a file.")
    try:
        if path == STANDARD_INPUT:
            data = sys.stdin.buffer.read(MAX_BYTES + 1)
        else:
            with Path(path).open("rb") as file:
                data = file.read(MAX_BYTES + 1)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise DocumentError(f"{path} cannot be opened: {reason}.") from error
    except ValueError as error:
        raise DocumentError(f"{path!r} is not a file name.") from error
    if len(data) > MAX_BYTES:
        raise DocumentError(f"{path} is longer than {MAX_BYTES >> 20} MB; split it into parts.")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise DocumentError(f"{path} is not UTF-8 text (byte {error.start}).") from error
    if not text.strip():
        raise DocumentError(f"{path} is empty; it should hold JSON.")
    if text.count("\n") > MOST_ENTRIES or text.count("[") + text.count("{") > _MOST_PARTS:
        raise DocumentError(_too_much_in(path))
    return text


def documents(text: str, name: str) -> Iterator[Document]:
    """Yield the JSON values of a text: the entries of one list, or the lines of JSON lines.

    A line that is no JSON is yielded with its error, and the lines after it still count.
    """
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    whole = _parsed(text, name)
    if whole.error is None:
        if isinstance(whole.data, list) and len(whole.data) > MOST_ENTRIES:
            yield Document(name, error=_too_much_in(name))
        elif isinstance(whole.data, list):
            for number, entry in enumerate(whole.data, 1):
                yield Document(f"{name}:{number}", entry)
        else:
            yield whole
    elif _are_json_lines([line for _, line in lines]):
        for number, line in lines:
            yield _parsed(line, f"{name}:{number}")
    else:
        yield whole


def _too_much_in(name: str) -> str:
    return f"{name} holds more than can be read at once; split it into parts."


def _are_json_lines(lines: list[str]) -> bool:
    """Tell JSON lines, some broken, from a broken JSON text of several lines: by their looks."""
    objects = [line for line in map(str.strip, lines) if line[0] == "{" and line[-1] == "}"]
    return len(lines) > 1 and 2 * len(objects) >= len(lines)


def _parsed(text: str, name: str) -> Document:
    try:
        return Document(name, json.loads(text, object_pairs_hook=_with_each_key_once))
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text else ""
        place = f"{line}column {error.colno}"
        return Document(name, error=f"{name} is not JSON: {error.msg.lower()} at {place}.")
    except RecursionError:
        return Document(name, error=f"{name} is nested too deeply to be read.")
    except _RepeatedKeyError as error:
        return Document(name, error=f"{name} gives {error} twice in one object; keep one of them.")
    except ValueError:
        # Python refuses to turn thousands of digits into a number.
        return Document(name, error=f"{name} cannot be read as JSON: a number in it is too long.")


class _RepeatedKeyError(ValueError):
    """An object that gives a key twice, so that it is not known which counts."""


def _with_each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    entries: dict[str, Any] = {}
    for key, value in pairs:
        if key in entries:
            raise _RepeatedKeyError(shortened(key))
        entries[key] = value
    return entries
