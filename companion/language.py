"""The one place that every sentence for people passes through.

Sentences are written in English where they are used and marked with :func:`gettext` or
:func:`ngettext`, so that another language is a catalogue added here and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from gettext import NullTranslations

_ENGLISH = NullTranslations()


def gettext(message: str, **values: object) -> str:
    """Return the sentence in the reader's language, with ``values`` filled in by name."""
    return _ENGLISH.gettext(message).format(**values)


def ngettext(singular: str, plural: str, count: int, **values: object) -> str:
    """Return the sentence for ``count`` things, with ``{count}`` and ``values`` filled in."""
    return _ENGLISH.ngettext(singular, plural, count).format(count=count, **values)


def listing(parts: Sequence[str]) -> str:
    """Join parts as a person would say them: ``one, two and three``."""
    if len(parts) < 2:
        return "".join(parts)
    return gettext("{parts} and {last}", parts=", ".join(parts[:-1]), last=parts[-1])
