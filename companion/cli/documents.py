"""Reading files of JSON: one value, a list of them, or one a line."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAX_BYTES = 64 * 1024 * 1024
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
    return text


def documents(text: str, name: str) -> Iterator[Document]:
    """Yield the JSON values of a text: the entries of one list, or the lines of JSON lines.

    A line that is no JSON is yielded with its error, and the lines after it still count.
    """
    lines = [(n, line) for n, line in enumerate(text.split("\n"), 1) if line.strip()]
    whole = _parsed(text, name)
    if whole.error is None:
        if isinstance(whole.data, list):
            for number, entry in enumerate(whole.data, 1):
                yield Document(f"{name}:{number}", entry)
        else:
            yield whole
    elif len(lines) > 1 and _is_one_object(lines[0][1]):
        for number, line in lines:
            yield _parsed(line, f"{name}:{number}")
    else:
        yield whole


def _is_one_object(line: str) -> bool:
    """Tell JSON lines from a JSON text of several lines by the looks of the first."""
    stripped = line.strip()
    return stripped.startswith("{") and stripped.endswith("}")


def _parsed(text: str, name: str) -> Document:
    try:
        return Document(name, json.loads(text))
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        return Document(name, error=f"{name} is not JSON: {error.msg.lower()} at {place}.")
    except RecursionError:
        return Document(name, error=f"{name} is nested too deeply to be read.")
    except ValueError as error:
        return Document(name, error=f"{name} cannot be read as JSON: {error}.")
