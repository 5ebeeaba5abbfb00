"""No announced event is lost on a disk that fails, nor is anybody shown a traceback.

24 faults are tried; PALAGO_FAULTS=all in the environment makes it every one there is (an hour).
"""

from __future__ import annotations

import os

import pytest

from tests.end_to_end import faulty_disk
from tests.end_to_end.running_alone import lines_of
from tests.end_to_end.tracing import STRACE

FAULTS = os.environ.get("PALAGO_FAULTS", "24")
EVERY = 10_000
"""There are more than so many."""


@pytest.mark.skipif(STRACE is None, reason="strace is not installed")
def test_no_call_that_fails_loses_or_hides_anything() -> None:
    lines = lines_of(faulty_disk, *([] if FAULTS == "all" else ["--most", FAULTS]))
    plays, found = [line for line in lines if "calls" in line], lines[-1]
    assert {line["play"] for line in plays} == {"record", "pages", "commands", "salvage"}
    assert all(line["calls"]["pwrite64"] > 100 for line in plays)
    assert found["tried"] >= (EVERY if FAULTS == "all" else int(FAULTS))
    assert [line for line in lines if line.get("problems")] == []
