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
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.cli.output import NOT_ALL_DONE, complain, is_output_lost, leave_unread, open_streams

if TYPE_CHECKING:
    from pathlib import Path


class Command(NamedTuple):
    """A subcommand: its name, the module that sets it up and runs it, and a line on it."""

    name: str
    module: str
    summary: str


COMMANDS = (
    Command("read", "companion.cli.read", "read photos of a table"),
    Command("score", "companion.cli.score", "score boards or photos"),
    Command("judge", "companion.cli.judge", "rule on moves"),
    Command("analyse", "companion.cli.analyse", "name threats and forced wins in Palago"),
    Command("openings", "companion.cli.openings", "search Palago's openings for forced wins"),
    Command("verify", "companion.cli.verify", "check the proof of a forced win"),
    Command("watch", "companion.cli.watch", "follow a live game"),
    Command("games", "companion.cli.games", "list, export or print the games on record"),
    Command("serve", "companion.cli.serve", "start the companion page"),
    Command("desktop", "companion.cli.desktop", "open the companion in a window of its own"),
    Command("print", "companion.cli.print_command", "make tiles, sheets and rules to print"),
    Command("calibrate", "companion.cli.calibrate", "learn a camera's lens, or a set's colours"),
    Command("evaluate", "companion.cli.evaluate", "measure accuracy over labelled photos"),
)
_INTERRUPTED = 130
_QUIET = {"OPENCV_LOG_LEVEL": "SILENT", "OPENCV_FFMPEG_LOGLEVEL": "-8"}
"""What OpenCV and FFmpeg would say on the terminal is said in words by the commands themselves."""


class _CommandParser(argparse.ArgumentParser):
    """The parser of a subcommand, whose module is loaded when somebody asks for it."""

    def __init__(self, *args: Any, module: str | None = None, **kwargs: Any) -> None:
        kwargs.setdefault("formatter_class", argparse.RawDescriptionHelpFormatter)
        super().__init__(*args, **kwargs)
        self._module = module

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Set the subcommand up, then parse its arguments."""
        if self._module is not None:
            import_module(self._module).set_up(self)
            self._module = None
        return super().parse_known_args(args, namespace)


class _Version(argparse.Action):
    """Prints the version, which takes a moment to look up."""

    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> None:
        from importlib.metadata import version

        print(f"palago {version('palago')}")
        parser.exit()


def _path(text: str) -> Path:
    """Return a path; what makes one is loaded only where one is named."""
    from pathlib import Path

    return Path(text)


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of ``palago`` with all its subcommands."""
    parser = argparse.ArgumentParser(
        prog="palago",
        description="A tabletop referee for Palago, Palagem and Palagonia.",
        epilog="Example: palago serve",
    )
    parser.add_argument(
        "--version", action=_Version, nargs=0, help="show program's version number and exit"
    )
    parser.add_argument("--data", type=_path, metavar="DIR", help=argparse.SUPPRESS)
    commands = parser.add_subparsers(
        title="commands", metavar="COMMAND", required=True, parser_class=_CommandParser
    )
    for command in COMMANDS:
        commands.add_parser(command.name, help=command.summary, module=command.module)
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ``palago`` with these arguments, by default the process's; return its exit status."""
    open_streams()
    try:
        for name, value in _QUIET.items():
            os.environ.setdefault(name, value)
        try:
            options = build_parser().parse_args(arguments)
            status: int = options.run(options)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:
        leave_unread()
        return NOT_ALL_DONE
    except KeyboardInterrupt:
        return _INTERRUPTED
    except OSError as error:
        if error.filename is not None:
            complain(f"{error.filename} cannot be read or written: {str(error.strerror).lower()}.")
            return NOT_ALL_DONE
        if not is_output_lost(error):
            raise
        leave_unread()
        complain(f"The output cannot be written: {(error.strerror or str(error)).lower()}.")
        return NOT_ALL_DONE
    return status
