"""Spoilt inputs for all parsers: ``python -m tests.fuzzing.campaign --inputs N --state FILE``.

Each input follows from the seed and its number alone, so that one that is told can be made again
(``--from N --inputs 1``). With a file for the state, a campaign that was stopped goes on.
"""

from __future__ import annotations

import argparse
import json
import signal
import time
import traceback
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any

from tests.fuzzing.parsers import Parser, parsers

LONGEST = 40.0
"""No input may take so many times as long as `_some_work` does, there and then."""
QUICK_S = 0.5
"""What takes no longer is not held against that."""
GIVES_UP_S = 10
MOST_BYTES = 350 << 20
_EVERY = 1000


class TooLongError(BaseException):
    """An input took so long that nobody waits any more."""


def _gave_up(_signal: int, _frame: FrameType | None) -> None:
    raise TooLongError


def chosen(all_parsers: tuple[Parser, ...], seed: int, number: int) -> tuple[Parser, Any]:
    """Return the parser and the input of a number."""
    chance = Random(f"{seed}:{number}")
    (parser,) = chance.choices(all_parsers, [parser.share for parser in all_parsers])
    return parser, parser.input(chance)


def problem_with(parser: Parser, given: Any) -> str | None:
    """Give a parser an input; return what is wrong with how it took it."""
    before = _start_measuring()
    begins = time.process_time()
    signal.setitimer(signal.ITIMER_REAL, GIVES_UP_S)
    try:
        parser.read(given)
    except parser.errors as error:
        if not str(error):
            return f"{type(error).__name__} says nothing"
    except TooLongError:
        return f"it did not end within {GIVES_UP_S} s"
    except Exception:
        return traceback.format_exc()
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
    took = time.process_time() - begins
    grew = _most_held() - before
    if took > QUICK_S and took > LONGEST * _some_work():
        return f"it took {took:.1f} s"
    return f"it took {grew >> 20} MB" if grew > MOST_BYTES else None


def _some_work() -> float:
    """Return the seconds that a piece of work takes which is always the same.

    Machines differ, and so does each of them by what else it does.
    """
    begins = time.process_time()
    text = json.dumps([{"q": n, "r": -n, "orientation": n % 6} for n in range(4000)])
    for _ in range(20):
        sorted(json.loads(text), key=lambda tile: (tile["orientation"], tile["q"]))
    return time.process_time() - begins


def _start_measuring() -> int:
    """Forget the most memory that was ever held; return what is held now, bytes."""
    try:
        Path("/proc/self/clear_refs").write_text("5")
    except OSError:
        return 0
    return _most_held()


def _most_held() -> int:
    try:
        status = Path("/proc/self/status").read_text()
    except OSError:
        return 0
    return int(status.partition("VmHWM:")[2].split()[0]) << 10


def main(arguments: list[str] | None = None) -> None:
    """Try inputs, and print what goes wrong, a line of JSON each."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--inputs", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--from", type=int, default=0, dest="first")
    parser.add_argument("--state", type=Path, help="where it goes on from")
    options = parser.parse_args(arguments)
    signal.signal(signal.SIGALRM, _gave_up)
    first = options.first
    if options.state is not None and options.state.is_file():
        first = int(options.state.read_text())
    all_parsers = parsers()
    for number in range(first, options.inputs + options.first):
        one, given = chosen(all_parsers, options.seed, number)
        problem = problem_with(one, given)
        if problem is not None:
            told = {"number": number, "parser": one.name, "problem": problem}
            print(json.dumps({**told, "given": repr(given)[:300]}), flush=True)
        if options.state is not None and (number + 1) % _EVERY == 0:
            options.state.write_text(str(number + 1))
    print(json.dumps({"tried": options.inputs, "parsers": len(all_parsers)}), flush=True)


if __name__ == "__main__":
    main()
