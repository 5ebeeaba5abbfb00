"""What fsync said to be on the disk is there after a power cut, and what is torn is noticed.

40 power cuts and 40 torn files are tried; PALAGO_TORN=500 in the environment makes it 500 of each.
"""

from __future__ import annotations

import os

import pytest

from tests.end_to_end import torn_writes
from tests.end_to_end.running_alone import lines_of
from tests.end_to_end.tracing import STRACE

TORN = int(os.environ.get("PALAGO_TORN", "40"))


@pytest.mark.skipif(STRACE is None, reason="strace is not installed")
def test_nothing_announced_is_lost_at_a_power_cut_and_nothing_torn_goes_unnoticed() -> None:
    assert lines_of(torn_writes, "--most", str(TORN)) == [{"tried": TORN}]
