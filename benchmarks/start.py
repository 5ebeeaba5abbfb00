"""How long ``palago`` takes to start: ``python benchmarks/start.py [--runs N]``.

Prints the median time of ``palago --help`` and of the help of some subcommands, and how many times
as long that is as Python itself takes to start and do nothing. The commands take turns, so that
whatever else the machine does falls on all of them alike.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from statistics import median
from time import perf_counter

ROOT = Path(__file__).resolve().parent.parent
STARTS = {
    "python -c pass": ("-c", "pass"),
    "palago --help": ("-m", "companion", "--help"),
    "palago read --help": ("-m", "companion", "read", "--help"),
    "palago serve --help": ("-m", "companion", "serve", "--help"),
}


def time_of(arguments: tuple[str, ...]) -> float:
    """Return how long Python takes with these arguments, in seconds."""
    start = perf_counter()
    command = [sys.executable, *arguments]
    subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - start


def main() -> None:
    """Measure."""
    parser = argparse.ArgumentParser(description="How long palago takes to start.")
    parser.add_argument("--runs", type=int, default=10, metavar="N", help="10 unless given")
    options = parser.parse_args()
    times: dict[str, list[float]] = {name: [] for name in STARTS}
    for _ in range(1 + options.runs):
        for name, arguments in STARTS.items():
            times[name].append(time_of(arguments))
    # the first of each fills the machine's caches
    medians = {name: median(found[1:]) for name, found in times.items()}
    nothing = medians["python -c pass"]
    print(f"{'median of ' + str(options.runs):22}{'ms':>6}{'ratio':>8}")
    for name, found in medians.items():
        print(f"{name:22}{1000 * found:6.0f}{found / nothing:8.1f}")


if __name__ == "__main__":
    main()
