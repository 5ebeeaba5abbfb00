"""Where the companion keeps things: the option ``--data``, and the folder meant without it."""

from __future__ import annotations

import argparse
from pathlib import Path


def add_data_option(parser: argparse.ArgumentParser, what: str) -> None:
    """Add ``--data``; ``what`` says what is kept there: "where games are kept".

    It may stand before the command as well, and is left as it was said there.
    """
    parser.add_argument(
        "--data",
        type=Path,
        metavar="DIR",
        default=argparse.SUPPRESS,
        help=f"{what} (default: your data folder)",
    )


def data_folder(options: argparse.Namespace) -> Path:
    """Return the data directory: the one that is named, or the user's own."""
    from platformdirs import user_data_path

    found: Path = options.data or user_data_path("palago", appauthor=False)
    return found.expanduser()
