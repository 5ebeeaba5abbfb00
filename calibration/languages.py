"""The languages that the program speaks and prints: the one table that they are added to.

A language has a line here, a catalogue of the program's sentences
(``companion/words/translations/LANGUAGE.po``), and its printed texts: in ``calibration/printing``
``languages/LANGUAGE.json`` and ``booklet/GAME.LANGUAGE.md``.
Plural forms are in the head of its catalogue; dates and decimal signs come from the Unicode CLDR.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

_NO_BREAK_SPACE = "\u00a0"


@dataclass(frozen=True)
class Language:
    """A language: its own name, and how it sets what is no word.

    ``quotes`` are its quotation marks, one that opens and one that closes. ``unbroken`` are marks
    with the space that they keep to their word, at which no line ends: `typeset` sees to it.
    ``before_i`` is its word for *and*, and the one that stands for it before the sound of an i:
    *Ana y Luis*, but *Ana e Inés*.
    """

    name: str
    quotes: tuple[str, str]
    unbroken: tuple[str, ...] = ()
    before_i: tuple[str, str] | None = None


ENGLISH: Final = "en"
LANGUAGES: Final[Mapping[str, Language]] = MappingProxyType(
    {
        ENGLISH: Language("English", ("“", "”")),
        "fr": Language("Français", ("«", "»"), (" :", " ;", " ?", " !", "« ", " »")),
        "de": Language("Deutsch", ("„", "“"), (" %", " px")),
        "nl": Language("Nederlands", ("“", "”")),
        "es": Language("Español", ("“", "”"), (" %", " px"), before_i=("y", "e")),
    }
)
"""The languages there are, by ISO 639-1 code, in the order in which they are offered."""


def typeset(text: str, language: str) -> str:
    """Return text in which no line breaks between a mark and its word; it has plain spaces."""
    for mark in LANGUAGES[language].unbroken:
        text = text.replace(mark, mark.replace(" ", _NO_BREAK_SPACE))
    return text
