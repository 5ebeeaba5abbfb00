"""Numbers in addresses."""

from __future__ import annotations

from typing import Any

from werkzeug.routing import IntegerConverter, Map

HIGHEST = 2**53
"""Beyond it not every browser tells whole numbers apart, nor does the database hold them all."""


class NumberConverter(IntegerConverter):
    """A whole number that something can be found by; at any other there is nothing."""

    def __init__(self, url_map: Map, *args: Any, **kwargs: Any) -> None:
        super().__init__(url_map, *args, **{"max": HIGHEST, **kwargs})
