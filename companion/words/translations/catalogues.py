"""Finding the program's sentences for people: in its code, its templates and its sample photos."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from functools import cache
from io import BytesIO
from itertools import takewhile
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.pofile import read_po, write_po

from companion.words.language import CATALOGUES

_PACKAGE = Path(__file__).resolve().parents[2]
_BELOW = ("rules", "vision", "calibration")
"""Packages that know no language, and say what they have to say in messages."""
_SAMPLES = _PACKAGE.parent / "sample_images"
_METHODS = [
    ("cli/**.py", "ignore"),  # the command line speaks English
    ("accuracy/**.py", "ignore"),
    ("showing/score_sheet/template.py", "jinja2"),  # the page is a Python string
    ("**.html", "jinja2"),
    ("**.py", "python"),
]
_KEYWORDS: Mapping[str, Any] = {
    "_": None,
    "gettext": None,
    "ngettext": (1, 2),
    # a plural's trailing comma counts as one argument more
    "Wording": {1: (1,), 2: (1, 2), 3: (1, 2)},
}
_WIDTH = 100
_CHOSEN_AT_RUN_TIME = {"referee/warnings.py": ("left", "right", "upper", "lower")}
"""Words that are looked up by what they are, which no search of the code finds."""


def program_sentences() -> Catalog:
    """Return all sentences of the program, untranslated."""
    catalog = Catalog(charset="utf-8")
    for place, message, comments in _found():
        catalog.add(message, locations=[(place, 0)], auto_comments=comments)
    for name, words in _CHOSEN_AT_RUN_TIME.items():
        for word in words:
            catalog.add(word, locations=[(f"companion/{name}", 0)])
    for index in ("index.json", "videos/index.json"):
        for sample in json.loads((_SAMPLES / index).read_text("utf-8")):
            catalog.add(sample["caption"], locations=[(f"sample_images/{index}", 0)])
    return catalog


@cache
def _found() -> tuple[tuple[str, str | tuple[str, ...], list[str]], ...]:
    """Return where a sentence is, the sentence, and what its translators are told of it.

    To look through the whole program takes a second, and each language asks for it.
    """
    found = []
    for package in (_PACKAGE, *(_PACKAGE.parent / name for name in _BELOW)):
        here = extract_from_dir(package, _METHODS, keywords=_KEYWORDS, comment_tags=("NOTE:",))
        for name, _line, message, comments, _context in sorted(here, key=lambda one: one[:2]):
            found.append((f"{package.name}/{name}", message, comments))
    return tuple(found)


def translated_sentences(language: str) -> Catalog:
    """Return a language's catalogue."""
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def bring_up_to_date(language: str) -> int:
    """Write a language's catalogue anew; return how many sentences wait for translation.

    Sentences that the program has no more go; new ones come untranslated. What its translators
    remark at its head stays. A language that has no catalogue yet gets one.
    """
    path = CATALOGUES / f"{language}.po"
    catalog = translated_sentences(language) if path.exists() else Catalog(locale=language)
    remarks = _remarks(path.read_text("utf-8")) if path.exists() else ""
    catalog.update(program_sentences(), no_fuzzy_matching=True)
    catalog.obsolete.clear()
    text = BytesIO()
    write_po(text, catalog, width=_WIDTH, sort_by_file=True, omit_header=True, include_lineno=False)
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n' + (
        f'"Language: {language}\\n"\n"Plural-Forms: {catalog.plural_forms}\\n"\n\n'
    )
    path.write_text(remarks + header + text.getvalue().decode(), "utf-8")
    return sum(not is_translated(message.string) for message in catalog if message.id)


def _remarks(catalogue: str) -> str:
    """Return the comments at the head of a catalogue."""
    lines = takewhile(lambda line: line.startswith("#"), catalogue.splitlines(keepends=True))
    return "".join(lines)


def is_translated(string: str | Sequence[str] | None) -> bool:
    """Tell whether a sentence has its translation, in each of its forms."""
    return bool(string) if string is None or isinstance(string, str) else all(string)
