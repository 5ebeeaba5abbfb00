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


def give_back_freed_memory() -> None:
    """Have the C library give back to the system what was freed; takes some 10 ms.

    Between the pictures of a game small things are kept for long, and what was freed around them
    glibc keeps: the holes grow from game to game. Elsewhere nothing is done, nor is there a need.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    if hasattr(libc, "malloc_trim"):
        libc.malloc_trim(0)
