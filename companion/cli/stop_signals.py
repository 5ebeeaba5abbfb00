"""Being told to stop, by Ctrl-C or otherwise, without breaking anything off."""

from __future__ import annotations

import signal
from select import select
from socket import socketpair
from types import FrameType, TracebackType

_STOPPING = (signal.SIGINT, signal.SIGTERM)


class StopSignals:
    """Hears when the process is told to stop; to be used as a context in its main thread.

    Nothing is interrupted by it: a server that is broken off in the middle of handing a connection
    to a thread may wait for that thread forever. Nor does a handler take a lock: one that sets a
    ``threading.Event`` waits for itself where it comes in the middle of ``Event.wait``.
    """

    def __init__(self) -> None:
        self._hears, self._tells = socketpair()
        self._tells.setblocking(False)

    def __enter__(self) -> StopSignals:
        self._before = {number: signal.signal(number, _go_on) for number in _STOPPING}
        self._woken_before = signal.set_wakeup_fd(self._tells.fileno(), warn_on_full_buffer=False)
        return self

    def __exit__(
        self,
        _kind: type[BaseException] | None,
        _error: BaseException | None,
        _trace: TracebackType | None,
    ) -> None:
        signal.set_wakeup_fd(self._woken_before)
        for number, handler in self._before.items():
            signal.signal(number, handler)
        self._hears.close()
        self._tells.close()

    def wait(self, seconds: float) -> bool:
        """Wait for so many seconds, or until the process is told to stop; return whether it was."""
        return bool(select([self._hears], [], [], seconds)[0])


def _go_on(_signal: int, _frame: FrameType | None) -> None:
    """Let the program go on where it is; its main loop hears of the signal."""
