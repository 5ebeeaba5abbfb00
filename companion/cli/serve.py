"""``palago serve``: the companion page."""

from __future__ import annotations

import argparse
import signal
from pathlib import Path
from types import FrameType
from typing import NoReturn

from companion.cli.output import DONE, WRONG_USAGE, Status, complain

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
_HIGHEST_PORT = 65535

_EXAMPLE = """The page is for this machine alone unless --host opens it to others; photos never
leave it.

examples:
  palago serve
  palago serve --port 9000 --data ~/palago
  palago serve --host 0.0.0.0      (phones on the same network can open it as well)
"""


def add_to(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add ``serve`` to the subcommands."""
    parser = commands.add_parser(
        "serve",
        help="start the companion page",
        description="Start the companion page and print its address. Ctrl-C stops it.",
        epilog=_EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "--host", default=DEFAULT_HOST, help="address to serve on (default: %(default)s)"
    )
    parser.add_argument(
        "--port",
        type=_port,
        help=f"port to serve on (default: {DEFAULT_PORT}, or a free one if that is taken)",
    )
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        help="where readings are kept (default: your data folder)",
    )
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> Status:
    """Serve until stopped."""
    # These take a moment to load, which `palago --help` need not wait for.
    from platformdirs import user_data_path

    from companion.database import DataError
    from companion.photo_reader import PhotoReader
    from companion.web import create_app
    from companion.web.server import LOOPBACK_NAMES, AddressError, CompanionServer, is_loopback
    from vision.reader import Reader

    data = options.data or user_data_path("palago", appauthor=False)
    names = LOOPBACK_NAMES if is_loopback(options.host) else None
    try:
        app = create_app(data.expanduser(), PhotoReader(Reader()), trusted_hosts=names)
        if options.port is not None:
            server = CompanionServer(app, options.host, options.port)
        else:
            try:
                server = CompanionServer(app, options.host, DEFAULT_PORT)
            except AddressError:
                server = CompanionServer(app, options.host, 0)
    except (DataError, AddressError) as error:
        complain(str(error))
        return WRONG_USAGE
    signal.signal(signal.SIGTERM, _stop)
    print(f"The companion is at {server.address} (Ctrl-C stops it)", flush=True)
    if names is None:
        print("Everybody on this network can open it, see the photos and add to them.", flush=True)
    try:
        server.serve()
    except KeyboardInterrupt:
        print("Stopped.")
    return DONE


def _stop(_signal: int, _frame: FrameType | None) -> NoReturn:
    raise KeyboardInterrupt


def _port(text: str) -> int:
    port = int(text)
    if not 0 <= port <= _HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"a port is a number from 0 to {_HIGHEST_PORT}")
    return port
