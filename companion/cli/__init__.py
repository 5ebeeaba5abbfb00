"""The command ``palago``: one module a subcommand.

Every subcommand prints for people, or with ``--json`` one JSON object a line on standard output and
nothing else there; complaints go to standard error. Exit status: 0 done, 1 done but something could
not be read or is not legal, 2 wrong usage.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from importlib.metadata import version

from companion.cli import (
    calibrate,
    evaluate,
    games,
    judge,
    print_command,
    read,
    score,
    serve,
    watch,
)

_COMMANDS = (read, score, judge, watch, games, serve, print_command, calibrate, evaluate)
_INTERRUPTED = 130


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of ``palago`` with all its subcommands."""
    parser = argparse.ArgumentParser(
        prog="palago",
        description="A tabletop referee for Palago, Palagem and Palagonia.",
        epilog="Example: palago serve",
    )
    parser.add_argument("--version", action="version", version=f"palago {version('palago')}")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for command in _COMMANDS:
        command.add_to(commands)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``palago`` with these arguments, by default the process's; return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        # A name that is no valid text is written escaped, which in JSON means the same.
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")  # type: ignore[union-attr]
    options = build_parser().parse_args(arguments)
    try:
        status: int = options.run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # Who read the output has gone; what is still buffered must not fail at exit again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except KeyboardInterrupt:
        return _INTERRUPTED
    return status
