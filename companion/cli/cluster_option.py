"""The option that has work done by many cores or machines."""

from __future__ import annotations

import argparse

from companion.clusters import LOCAL


def add_scheduler_option(parser: argparse.ArgumentParser) -> None:
    """Let the work be given to the workers of a Dask scheduler."""
    parser.add_argument(
        "--scheduler",
        nargs="?",
        const=LOCAL,
        metavar="ADDRESS",
        help="use the machines of a Dask scheduler; without an address, all cores of this one",
    )
