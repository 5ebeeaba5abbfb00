"""How functions of the fast core are compiled: nobody calls them from C, and few from Python.

For such callers more would be compiled beside each function, a seventh of it all. So those that
compiled functions alone call are told from those that Python calls as well.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypeVar, cast

from numba import njit

_Function = TypeVar("_Function", bound=Callable[..., Any])
_FOR_ALL: Final[dict[str, Any]] = {"cache": True, "no_cfunc_wrapper": True}
_FOR_COMPILED: Final[dict[str, Any]] = {**_FOR_ALL, "no_cpython_wrapper": True}


def for_all(function: _Function) -> _Function:
    """Compile a function that Python calls, and that compiled ones may call as well."""
    compiled: Any = njit(**_FOR_ALL)(function)
    return cast(_Function, compiled)


def for_compiled(function: _Function) -> _Function:
    """Compile a function that compiled ones alone call."""
    compiled: Any = njit(**_FOR_COMPILED)(function)
    return cast(_Function, compiled)
