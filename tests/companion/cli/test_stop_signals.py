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
TOLD_IN_THE_MIDDLE = """
import os, signal, threading, time
from companion.cli.stop_signals import StopSignals

def tell():
    for _ in range(2000):
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(0.0002)

with StopSignals() as told:
    assert not told.wait(0)
    telling = threading.Thread(target=tell)
    telling.start()
    while telling.is_alive():
        told.wait(0.0001)
    assert told.wait(0)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_is_heard_and_interrupts_nothing(number: signal.Signals) -> None:
    before = signal.getsignal(number)
    with StopSignals() as told:
        assert not told.wait(0)
        os.kill(os.getpid(), number)
        assert told.wait(20)
        assert told.wait(0), "it stays heard"
    assert signal.getsignal(number) is before


def test_being_told_in_the_middle_of_waiting_locks_nothing_up() -> None:
    subprocess.run([sys.executable, "-c", TOLD_IN_THE_MIDDLE], cwd=ROOT, timeout=60, check=True)
