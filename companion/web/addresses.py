"""Addresses of the application: how they are written is worked out when one is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any

from werkzeug.routing import Rule

_Written = tuple[str, str]

_ONE_AT_A_TIME = Lock()
"""Python 3.11 may fail where two threads parse code at the same time (SystemError, CPython 106905).
"""


class AddressRule(Rule):
    """A rule of the application's addresses.

    Werkzeug compiles two functions for each, which write an address. That is most of what it takes
    to put the application together, and of most rules no page ever writes one.
    """

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., _Written]:
        made: list[Callable[..., _Written]] = []
        make = super()._compile_builder

        def write(rule: Rule, **values: Any) -> _Written:
            if not made:
                with _ONE_AT_A_TIME:
                    made.append(make(append_unknown))
            return made[0](rule, **values)

        return write
