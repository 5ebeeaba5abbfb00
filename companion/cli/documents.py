"""Reading files of JSON: one value, a list of them, or one a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.json_text import JsonError, decoded_json, holds_too_much

MAX_BYTES = 64 * 1024 * 1024
MOST_ENTRIES = 100_000
"""In one file, or lines of it."""
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
    """Return the text of a file that should hold JSON, ``-`` being standard input.

    Raises
    ------
    DocumentError
        If it cannot be opened, is empty, too long or no UTF-8 text.
    """
    return text_of(read_bytes(path), path)


def read_bytes(path: str) -> bytes:
    """Return what is in a file, ``-`` being standard input; a pipe can be read once only.

    Raises
    ------
    DocumentError
        If it cannot be opened, or is too long.
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
        message = f"{path} cannot be opened: {reason}; check the name and who may read it."
        raise DocumentError(message) from error
    except ValueError as error:
        raise DocumentError(f"{path} is not a file name; check it.") from error
    if len(data) > MAX_BYTES:
        raise DocumentError(f"{path} is longer than {MAX_BYTES >> 20} MB; give less at once.")
    return data


def text_of(data: bytes, name: str) -> str:
    """Return what was read of a file that should hold JSON as text; ``name`` is what it is called.

    Raises
    ------
    DocumentError
        If it is empty, no UTF-8 text, or holds more than can be read at once.
    """
    try:
        text = data.decode("utf-8-sig")
        wrong = text.find("\0")
    except UnicodeDecodeError as error:
        text, wrong = "", error.start
    if wrong >= 0:
        raise DocumentError(f"{name} is not UTF-8 text (byte {wrong}); save it as UTF-8.")
    if not text.strip():
        raise DocumentError(f"{name} is empty; it should hold JSON.")
    if text.count("\n") > MOST_ENTRIES or holds_too_much(text):
        raise DocumentError(_too_much_in(name))
    return text


def read_one(path: str, what: str) -> Any:
    """Return the one JSON value of a file; ``what`` says what it should be, as in "one board".

    Raises
    ------
    DocumentError
        If the file cannot be read, holds no JSON, or more than one value.
    """
    return one_of(read_text(path), path, what)


def one_of(text: str, name: str, what: str) -> Any:
    """Return the one JSON value of a text; errors as of :func:`read_one`."""
    found = list(documents(text, name))
    if len(found) != 1:
        raise DocumentError(f"{name} holds {len(found)} entries; give {what}.")
    if found[0].error is not None:
        raise DocumentError(found[0].error)
    return found[0].data


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
        return Document(name, decoded_json(text))
    except json.JSONDecodeError as error:
        line = f"line {error.lineno}, " if "\n" in text else ""
        place = f"{line}column {error.colno}"
        return Document(
            name, error=f"{name} is not JSON: {error.msg.lower()} at {place}; correct it there."
        )
    except RecursionError:
        return Document(name, error=f"{name} is nested too deeply to be read.")
    except JsonError as error:
        return Document(name, error=f"{name}: {error}")
    except ValueError:
        # Python refuses to turn thousands of digits into a number.
        return Document(name, error=f"{name} cannot be read as JSON: a number in it is too long.")
