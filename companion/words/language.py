"""The one place that every sentence for people passes through.

Sentences are written in English where they are used and marked with :func:`gettext` or
:func:`ngettext`; other languages are catalogues (``companion/words/translations``). Which language
is spoken is a matter of who listens: each request chooses its own (:func:`choose`).

What other packages have to say, and what is kept, is a message: a code with values
(`rules.messages`). :func:`say` says it in the listener's language when it is shown.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
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
from babel.numbers import format_decimal, get_decimal_symbol

from calibration.languages import ENGLISH, LANGUAGES, typeset
from rules.messages import Said, Speaker, Wording, message_of

CATALOGUES = Path(__file__).resolve().parent / "translations"

_SOUND_OF_I = re.compile(r"h?[ií](?![aeouáéóú])", re.IGNORECASE)
"""What begins with an i of its own, not with one that glides into a vowel, as in *hielo*."""
_RIGHT_TO_LEFT = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufefc\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
"""What is written from right to left (The Unicode Standard, DerivedBidiClass.txt: R and AL)."""
_ISOLATED = re.compile("\u2068[^\u2068\u2069]*\u2069")
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
    return _catalogue(current()).gettext(message).format(**_isolated(values))


def ngettext(singular: str, plural: str, count: int, **values: object) -> str:
    """Return the sentence for ``count`` things, with ``{count}`` and ``values`` filled in."""
    sentence = _catalogue(current()).ngettext(singular, plural, count)
    return sentence.format(count=count, **_isolated(values))


def isolated(text: str) -> str:
    """Return a text so that it turns nothing around it.

    Beside a name in Arabic or Hebrew a number or a second such name would change sides, so that
    points are read as somebody else's. First strong isolates keep them apart (UAX 9, 2.4.2).
    """
    return f"\u2068{text}\u2069" if _RIGHT_TO_LEFT.search(_ISOLATED.sub("", text)) else text


def _isolated(values: Mapping[str, object]) -> dict[str, object]:
    return {name: isolated(one) if isinstance(one, str) else one for name, one in values.items()}


def decimal(number: float, places: int = 1) -> str:
    """Write a number with so many decimals, as the reader's language does."""
    return format_decimal(number, format=f"0.{'0' * places}", locale=current())


def moment(at: datetime) -> str:
    """Write a moment, in this machine's time zone, as the reader's language does."""
    local = at.astimezone()
    day = format_date(local, "medium", locale=current())
    return f"{day}, {format_time(local.time(), 'short', locale=current())}"


def listing(parts: Sequence[str]) -> str:
    """Join parts as a person would say them: ``one, two and three``."""
    *others, last = [isolated(part) for part in parts] or [""]
    if not others:
        return last
    joined = gettext("{parts} and {last}", parts=", ".join(others), last=last)
    before_i = LANGUAGES[current()].before_i
    if before_i and _SOUND_OF_I.match(last):
        usual, instead = before_i
        joined = joined.removesuffix(f"{usual} {last}") + f"{instead} {last}"
    return joined


def say(said: Said) -> str:
    """Say a message in the reader's language; a sentence of an older record stands as it is."""
    return _Listeners().say(said)


def say_error(error: Exception) -> str:
    """Say what went wrong in the reader's language, as far as the error knows of languages."""
    return say(message_of(error))


class _Listeners(Speaker):
    """Says messages in the language that is spoken."""

    def words(self, wording: Wording, count: object) -> str:
        """Return a wording as the catalogue has it."""
        catalogue = _catalogue(current())
        if wording.many is None or not isinstance(count, int):
            return catalogue.gettext(wording.one)
        return catalogue.ngettext(wording.one, wording.many, count)

    def text(self, text: str) -> str:
        """Write a text so that it turns nothing around it."""
        return isolated(text)

    def number(self, number: float) -> str:
        """Write a number with the digits it has and the language's decimal sign."""
        return super().number(number).replace(".", get_decimal_symbol(current()))

    def listing(self, parts: Sequence[str]) -> str:
        """Join parts as the language does."""
        return listing(parts)


@cache
def _catalogue(language: str) -> NullTranslations:
    if language == ENGLISH:
        return NullTranslations()
    # Compiled when it is first needed, so that there is no second file to keep up to date.
    compiled = BytesIO()
    with (CATALOGUES / f"{language}.po").open("rb") as file:
        catalogue = read_po(file, locale=language)
    for message in catalogue:
        forms = message.string
        if isinstance(forms, str):
            message.string = typeset(forms, language)
        elif forms:
            message.string = tuple(typeset(form, language) for form in forms)
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
