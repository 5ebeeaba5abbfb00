"""A process that is told to stop hears it, whatever it is in the middle of."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from companion.cli.stop_signals import StopSignals

ROOT = Path(__file__).parents[3]
TOLD_AT_EACH_STEP = """
import signal, sys
from companion.cli.stop_signals import StopSignals

def tell(frame, event, _value):
    frame.f_trace_opcodes = True
    signal.raise_signal(signal.SIGTERM)
    return tell

with StopSignals() as told:
    assert not told.wait(0)
    sys.settrace(tell)
    told.wait(0)
    sys.settrace(None)
    assert told.wait(0)
"""
"""Every step of waiting, in whatever it calls, is one at which the process is told to stop."""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_heard_and_interrupts_nothing(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with StopSignals() as told:
        assert not told.wait(0)
        os.kill(os.getpid(), number)
        assert told.wait(20)
        assert told.wait(0), "it stays heard"
    assert signal.getsignal(number) is before


def test_being_told_at_any_step_of_waiting_locks_nothing_up() -> None:
    subprocess.run([sys.executable, "-c", TOLD_AT_EACH_STEP], cwd=ROOT, timeout=60, check=True)
