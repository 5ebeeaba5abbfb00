"""The coach's own process: a question as a line of JSON in, its answer as a line of JSON out.

It ends when nobody can ask any more, so that a companion that was killed leaves none behind.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from queue import SimpleQueue
from threading import Thread
from typing import Any, NoReturn, TextIO

from companion.coaching.compiled import keep_compiled
from rules.messages import MessageError

_NICENESS = 5
"""Games that are followed by a camera come first."""


def main() -> NoReturn:
    """Answer questions until there are no more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the companion
    if hasattr(os, "nice"):
        os.nice(_NICENESS)
    coming: SimpleQueue[str] = SimpleQueue()
    Thread(target=_hear, args=(sys.stdin, coming), daemon=True).start()
    keep_compiled()
    from companion.coaching.tasks import TASKS

    answers = sys.stdout
    sys.stdout = sys.stderr  # what a library prints is no answer
    while True:
        question = json.loads(coming.get())
        try:
            answer: dict[str, Any] = TASKS[question["task"]](question)
        except MessageError as error:
            answer = {"error": str(error)}
        answers.write(json.dumps(answer) + "\n")
        answers.flush()


def _hear(lines: TextIO, coming: SimpleQueue[str]) -> None:
    """Hand on questions as they come; end the process at once where nobody can ask any more."""
    for line in lines:
        coming.put(line)
    os._exit(0)  # also in the middle of a search, whose answer nobody waits for


if __name__ == "__main__":
    main()
