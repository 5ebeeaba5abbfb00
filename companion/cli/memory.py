"""Keeping the memory of a program that runs for hours with many threads in bounds."""

from __future__ import annotations

import ctypes
import sys

_ARENA_MAX = -8
"""The parameter M_ARENA_MAX of mallopt(3)."""
_MOST_ARENAS = 2


def share_memory_among_threads() -> None:
    """Have threads share what the C library keeps of freed memory; to be called before any starts.

    glibc gives up to eight times as many threads as there are processors a part of their own, from
    which little goes back to the system: pictures that pass from thread to thread fill them all.
    Elsewhere nothing is done, nor is there a need.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(_ARENA_MAX, _MOST_ARENAS)
