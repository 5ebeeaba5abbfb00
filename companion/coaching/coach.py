"""The coach as the rest of the companion knows it: asked from any thread, it answers in time."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
from collections.abc import Mapping
from queue import Empty, SimpleQueue
from threading import Lock, Thread, Timer
from time import monotonic
from typing import Any, TextIO

from rules.messages import MessageCode, MessageError, Wording

SETTING_UP_S = 120.0
"""The first question of a kind may have to have the search compiled, which takes half a minute."""
_IDLE_S = 600.0
"""Nobody having asked for so long, the process ends and gives its memory back."""
_log = logging.getLogger(__name__)


class CoachFault(MessageCode):
    """Why the coach has no answer."""

    COACH_TOO_SLOW = Wording("The search found no answer in time: try again.")
    COACH_BROKE_DOWN = Wording("The search ended before it answered: try again.")
    BOARD_AT_FAULT = Wording("Hints need a table without a mismatch, a gap or a hole.")
    COACH_STOPPED = Wording("The companion is being stopped: try again once it runs.")


class CoachError(MessageError, RuntimeError):
    """The coach has no answer; says why."""


class Coach:
    """Asks a process of its own; one question after the other, for any thread."""

    def __init__(self) -> None:
        self._alone = Lock()
        self._process: subprocess.Popen[str] | None = None
        self._answers: SimpleQueue[str | None] = SimpleQueue()
        self._hearing: Thread | None = None
        self._known: set[tuple[str, str]] = set()
        self._idle: Timer | None = None
        self._is_stopped = False

    def ask(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Return the answer to a question (`companion.coaching.tasks`).

        Parameters
        ----------
        question
            With its ``task``.
        seconds
            How long the answer may take at most, once those who asked before have theirs. The
            first of a kind gets ``SETTING_UP_S`` more.

        Raises
        ------
        CoachError
            If there is none in time, or the question cannot be answered.
        """
        with self._alone:
            if self._is_stopped:
                raise CoachError(CoachFault.COACH_STOPPED())
            answer = self._asked(question, seconds)
            self._end_when_idle()
        if "error" in answer:
            raise CoachError(str(answer["error"]))
        return answer

    def stop(self) -> None:
        """End the process; who waits for an answer is told that there is none."""
        self._is_stopped = True
        process = self._process
        if process is not None:
            process.kill()
        with self._alone:
            self._end()

    def _asked(self, question: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        if self._idle is not None:
            self._idle.cancel()
        deadline = monotonic() + seconds
        if self._process is None or self._process.poll() is not None:
            self._start()
        kind = str(question.get("task")), str(question.get("level"))
        if kind not in self._known:
            deadline += SETTING_UP_S
        process = self._process
        assert process is not None
        assert process.stdin is not None
        try:
            process.stdin.write(json.dumps(question) + "\n")
            process.stdin.flush()
            line = self._answers.get(timeout=max(0.0, deadline - monotonic()))
        except Empty:
            self._end()
            raise CoachError(CoachFault.COACH_TOO_SLOW()) from None
        except OSError:
            line = None
        if line is None:
            self._end()
            raise CoachError(CoachFault.COACH_BROKE_DOWN())
        self._known.add(kind)
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _start(self) -> None:
        self._end()
        self._known.clear()
        answers: SimpleQueue[str | None] = SimpleQueue()
        self._answers = answers
        self._process = process = subprocess.Popen(
            [sys.executable, "-m", "companion.coaching.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        if self._is_stopped:  # stopped while it was started
            process.kill()
        assert process.stdout is not None
        self._hearing = Thread(
            target=_hear, args=(process.stdout, answers), name="coach's answers", daemon=True
        )
        self._hearing.start()

    def _end(self) -> None:
        """End the process where there is one; the pipes are closed with it."""
        process, self._process = self._process, None
        if self._idle is not None:
            self._idle.cancel()
        if process is None:
            return
        process.kill()
        process.wait()
        if self._hearing is not None:
            self._hearing.join()
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            process.stdin.close()
        except OSError:
            _log.debug("What was asked last did not reach the coach.")
        process.stdout.close()

    def _end_when_idle(self) -> None:
        self._idle = Timer(_IDLE_S, self._end_if_idle)
        self._idle.daemon = True
        self._idle.start()

    def _end_if_idle(self) -> None:
        if self._alone.acquire(blocking=False):
            try:
                self._end()
            finally:
                self._alone.release()


def _hear(pipe: TextIO, answers: SimpleQueue[str | None]) -> None:
    """Hand on what comes through a pipe, and None at its end."""
    try:
        for line in pipe:
            answers.put(line)
    finally:
        answers.put(None)
