"""How many of several like cases are tried: a few in `make test`, all in `make campaign`."""

from __future__ import annotations

import os
from collections.abc import Sequence
from typing import TypeVar

_Case = TypeVar("_Case")

THOROUGH = os.environ.get("PALAGO_THOROUGH") == "all"


def some_of(cases: Sequence[_Case], most: int) -> Sequence[_Case]:
    """Return the first ``most`` cases, or all of them where ``PALAGO_THOROUGH`` is ``all``.

    For cases that differ by chance, or tell what another one tells: never for one that is alone in
    telling something.
    """
    return cases if THOROUGH else cases[:most]
