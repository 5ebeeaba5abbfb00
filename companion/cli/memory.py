"""Keeping the memory of a program that runs for hours with many threads in bounds."""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD, _ARENA_MAX = -1, -3, -8
"""Parameters of mallopt(3)."""
_MOST_ARENAS = 2
_LARGE_BYTES = 4 << 20
"""What is larger goes back as soon as it is freed; with half of it games cost a tenth more time."""


def share_memory_among_threads() -> None:
    """Have threads share what the C library keeps of freed memory; to be called before any starts.

    glibc gives up to eight times as many threads as there are processors a part of their own, from
    which little goes back to the system: pictures that pass from thread to thread fill them all.
    It also learns to keep ever larger pieces; whole pictures are to go back to the system at once.
    Elsewhere nothing is done, nor is there a need.
    """
    if sys.platform != "linux":
        return
    libc = ctypes.CDLL(None)
    if hasattr(libc, "mallopt"):
        libc.mallopt(_ARENA_MAX, _MOST_ARENAS)
        libc.mallopt(_MMAP_THRESHOLD, _LARGE_BYTES)
        libc.mallopt(_TRIM_THRESHOLD, 2 * _LARGE_BYTES)


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
