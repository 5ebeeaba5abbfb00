"""The one place that every sentence for people passes through.

Sentences are written in English where they are used and marked with :func:`gettext` or
:func:`ngettext`; other languages are catalogues (``companion/words/translations``). Which language
is spoken is a matter of who listens: each request chooses its own (:func:`choose`).

What is kept, in the record for instance, is kept in English, and :func:`retold` says it in the
listener's language when it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import datetime
from functools import cache
from gettext import GNUTranslations, NullTranslations
from io import BytesIO
from pathlib import Path

from babel.core import negotiate_locale
from babel.dates import format_date, format_time
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

ENGLISH = "en"
LANGUAGES: dict[str, str] = {ENGLISH: "English", "fr": "Français"}
"""The languages that are spoken, each with its own name."""

CATALOGUES = Path(__file__).resolve().parent / "translations"

_OWN_WORDS = 3
_PLACEHOLDER = re.compile(r"\{(\w+)\}")
_BEFORE_PUNCTUATION = re.compile(r" (?=[:;?!»])|(?<=«) ")
_spoken: ContextVar[str] = ContextVar("language", default=ENGLISH)


def current() -> str:
    """Return the code of the language that is spoken, as ISO 639-1 has it."""
    return _spoken.get()


def choose(language: str) -> None:
    """Speak a language from now on, in this thread or task; English where it is not known."""
    _spoken.set(language if language in LANGUAGES else ENGLISH)


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Speak a language for a while."""
    before = current()
    choose(language)
    try:
        yield
    finally:
        choose(before)


def best_of(accepted: Sequence[str]) -> str:
    """Return the language to speak to somebody who understands these, best first."""
    return negotiate_locale(accepted, LANGUAGES, sep="-") or ENGLISH


def gettext(message: str, **values: object) -> str:
    """Return the sentence in the reader's language, with ``values`` filled in by name."""
    return _catalogue(current()).gettext(message).format(**values)


def ngettext(singular: str, plural: str, count: int, **values: object) -> str:
    """Return the sentence for ``count`` things, with ``{count}`` and ``values`` filled in."""
    sentence = _catalogue(current()).ngettext(singular, plural, count)
    return sentence.format(count=count, **values)


def moment(at: datetime) -> str:
    """Write a moment, in this machine's time zone, as the reader's language does."""
    local = at.astimezone()
    day = format_date(local, "medium", locale=current())
    return f"{day}, {format_time(local.time(), 'short', locale=current())}"


def listing(parts: Sequence[str]) -> str:
    """Join parts as a person would say them: ``one, two and three``."""
    if len(parts) < 2:
        return "".join(parts)
    return gettext("{parts} and {last}", parts=", ".join(parts[:-1]), last=parts[-1])


def retold(sentence: str) -> str:
    """Say an English sentence that was made by :func:`gettext` in the reader's language.

    A sentence that is not in the catalogue comes back as it is.
    """
    catalogue = _catalogue(current())
    said = catalogue.gettext(sentence) if sentence else sentence
    if said != sentence:
        return said
    for pattern, message in _patterns(current()):
        found = pattern.fullmatch(sentence)
        if found:
            values = {name: _retold_value(value) for name, value in found.groupdict().items()}
            return catalogue.gettext(message).format(**values)
    return sentence


def _retold_value(value: str) -> str:
    """Say what stood in a sentence again, a listing in the reader's language too."""
    said = retold(value)
    parts, _and, last = value.rpartition(" and ")
    return said if said != value or not parts else listing([parts, last])


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    # Compiled when it is first needed, so that there is no second file to keep up to date.
    compiled = BytesIO()
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    if language == "fr":
        for message in catalogue:
            forms = message.string
            if isinstance(forms, str):
                message.string = _kept_together(forms)
            elif forms:
                message.string = tuple(_kept_together(form) for form in forms)
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


def _kept_together(words: str) -> str:
    """Keep French punctuation on the line of its word: translators write plain spaces."""
    return _BEFORE_PUNCTUATION.sub("\u00a0", words)


@cache
def _patterns(language: str) -> tuple[tuple[re.Pattern[str], str], ...]:
    """Return the catalogue's sentences with values in them, the longest first."""
    if language == ENGLISH:
        return ()
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        messages = [m.id for m in read_po(file, locale=language) if isinstance(m.id, str) and m.id]
    # one with hardly a word of its own would be found in every other sentence
    with_values = [
        message
        for message in messages
        if _PLACEHOLDER.search(message) and len(_PLACEHOLDER.sub("", message).split()) >= _OWN_WORDS
    ]
    return tuple((_pattern(m), m) for m in sorted(with_values, key=len, reverse=True))


def _pattern(message: str) -> re.Pattern[str]:
    """Return what matches a sentence whatever its values; a value given twice must be the same."""
    seen: set[str] = set()
    parts = []
    place = 0
    for found in _PLACEHOLDER.finditer(message):
        parts.append(re.escape(message[place : found.start()]))
        name = found[1]
        parts.append(f"(?P={name})" if name in seen else f"(?P<{name}>.+)")
        seen.add(name)
        place = found.end()
    return re.compile("".join([*parts, re.escape(message[place:])]))
