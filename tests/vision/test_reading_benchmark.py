"""The benchmark of reading photos watches stages that are there."""

from __future__ import annotations

import runpy
from pathlib import Path
from pkgutil import resolve_name

ROOT = Path(__file__).resolve().parents[2]


def test_each_stage_that_is_timed_is_called_by_the_name_it_has() -> None:
    watched = runpy.run_path(str(ROOT / "benchmarks" / "reading.py"))["WATCHED"]
    assert watched
    for name in watched.values():
        owner, _, own = name.rpartition(".")
        assert own in vars(resolve_name(owner)), name
