"""How the subcommands print: lines of JSON, and complaints."""

from __future__ import annotations

import json
import os
import sys
from typing import Any, Literal

Status = Literal[0, 1, 2]

DONE: Status = 0
NOT_ALL_DONE: Status = 1
WRONG_USAGE: Status = 2


def print_json(data: dict[str, Any]) -> None:
    """Print one JSON object on a line of its own."""
    print(json.dumps(data, ensure_ascii=False), flush=True)


def complain(message: str) -> None:
    """Print one sentence on standard error."""
    print(f"palago: {' '.join(message.split())}", file=sys.stderr)


def leave_unread() -> None:
    """Let what is still to be printed go nowhere, once who read the output has gone.

    What is buffered would fail again when the process ends.
    """
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
