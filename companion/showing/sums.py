"""The value of an island written out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.words.language import gettext as _
from companion.words.language import listing, ngettext


def island_sum(island: Mapping[str, Any]) -> str:
    """Write out an island's value, as in ``3 limbs + animals 1 and 2 = 6``.

    ``island`` is as JSON has it: ``limbs``, ``animals``, and the ``value`` where that may differ.
    """
    limbs, animals = int(island.get("limbs") or 0), list(island.get("animals") or ())
    terms = []
    if limbs:
        terms.append(ngettext("{count} limb", "{count} limbs", limbs))
    if animals:
        scores = listing([str(score) for score in sorted(animals)])
        terms.append(ngettext("animal {scores}", "animals {scores}", len(animals), scores=scores))
    total = limbs + sum(animals)
    words = f"{' + '.join(terms)} = {total}"
    value = island.get("value")
    if value is not None and value != total:
        return _("{sum}, counted as {value}", sum=words, value=value)
    return words
