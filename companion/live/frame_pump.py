"""Taking frames from a source in a thread of its own, so that decisions never wait for frames."""

from __future__ import annotations

import logging
from collections.abc import Callable
from threading import Semaphore, Thread, current_thread

from companion.live.choice import FrameSource
from companion.sources import Frame, Interruption

_JOIN_S = 3.0
_log = logging.getLogger(__name__)

Take = Callable[[Frame | Interruption], None]


class FramePump:
    """Hands the frames of a source on one by one, each when the one before was taken.

    A camera drops those that nobody was there to take; a film waits.
    """

    def __init__(self, source: FrameSource, take: Take, ended: Callable[[], None]) -> None:
        """Begin to hand on.

        Parameters
        ----------
        source
            Where frames come from; it is closed by ``stop`` or at its end.
        take
            Called for each frame or interruption, in the pump's thread; ``taken`` must be called
            when the next may come.
        ended
            Called when the source has no more.
        """
        self._source, self._take, self._ended = source, take, ended
        self._room = Semaphore(1)
        self._stopped = False
        self._thread = Thread(target=self._run, name="frames", daemon=True)
        self._thread.start()

    def taken(self) -> None:
        """Let the next frame come."""
        self._room.release()

    def stop(self) -> None:
        """Stop handing on and close the source."""
        self._stopped = True
        self._room.release()
        self._source.close()
        if self._thread is not current_thread():
            self._thread.join(_JOIN_S)

    def _run(self) -> None:
        try:
            for item in self._source:
                self._room.acquire()
                if self._stopped:
                    return
                self._take(item)
        except Exception:
            # whatever a camera's driver does, the game goes on with another source
            _log.exception("A source of frames failed.")
        finally:
            self._source.close()
        if not self._stopped:
            self._ended()
