"""Threads share what the C library keeps of freed memory, and it goes back to the system."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

PROGRAM = """
import ctypes, sys, threading
from companion.cli.memory import share_memory_among_threads
if sys.argv[1] == "shared":
    share_memory_among_threads()
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
together = threading.Barrier(12)
def allocate():
    together.wait()
    for _ in range(200):
        libc.malloc(60_000)
    together.wait()
threads = [threading.Thread(target=allocate) for _ in range(12)]
for thread in threads: thread.start()
for thread in threads: thread.join()
libc.malloc_info(0, ctypes.c_void_p.in_dll(libc, "stdout"))
libc.fflush(None)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it is about the C library of Linux")
def test_threads_share_two_arenas() -> None:
    # the tests themselves may run with fewer arenas
    surroundings = {k: v for k, v in os.environ.items() if not k.startswith("MALLOC_")}
    heaps = {}
    for kind in ("shared", "own"):
        ended = subprocess.run(
            [sys.executable, "-c", PROGRAM, kind],
            capture_output=True,
            text=True,
            check=True,
            env=surroundings,
        )
        heaps[kind] = ended.stdout.count("<heap nr=")
    if not heaps["own"]:
        pytest.skip("this C library is not glibc")
    assert heaps["shared"] <= 2 < heaps["own"]


HOLES = """
import ctypes, sys
from pathlib import Path
from companion.cli.memory import give_back_freed_memory
libc = ctypes.CDLL(None)
libc.malloc.restype = ctypes.c_void_p
libc.free.argtypes = [ctypes.c_void_p]
def held():
    status = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) // 1024 for line in status if line.startswith("VmRSS"))
before = held()
blocks = []
for _ in range(1000):
    blocks.append(libc.malloc(100_000))
    ctypes.memset(blocks[-1], 1, 100_000)
    libc.malloc(100)  # kept, so that the block before it cannot go back by itself
for block in blocks:
    libc.free(block)
full = held() - before
give_back_freed_memory()
print(full, held() - before)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="it is about the C library of Linux")
def test_what_was_freed_between_things_that_are_kept_goes_back() -> None:
    ended = subprocess.run(
        [sys.executable, "-c", HOLES],
        capture_output=True,
        text=True,
        check=True,
        env={k: v for k, v in os.environ.items() if not k.startswith("MALLOC_")},
    )
    full, after = map(int, ended.stdout.split())
    if full < 50:
        pytest.skip("this C library gives back by itself what was freed")
    assert after < full / 4
