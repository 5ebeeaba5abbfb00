"""The value of an island written out."""

from __future__ import annotations

from collections.abc import Sequence

from companion.words.language import gettext as _
from companion.words.language import listing, ngettext


def island_sum(limbs: int, animals: Sequence[int], value: int | None = None) -> str:
    """Write out an island's value, as in ``3 limbs + animals 1 and 2 = 6``.

    ``value`` is what it counts, where that may differ.
    """
    terms = []
    if limbs:
        terms.append(ngettext("{count} limb", "{count} limbs", limbs))
    if animals:
        scores = listing([str(score) for score in sorted(animals)])
        terms.append(ngettext("animal {scores}", "animals {scores}", len(animals), scores=scores))
    total = limbs + sum(animals)
    words = f"{' + '.join(terms)} = {total}"
    if value is not None and value != total:
        return _("{sum}, counted as {value}", sum=words, value=value)
    return words
