"""What stories cost, and whether memory stays flat: ``python benchmarks/live_memory.py``.

Games of the campaign (docs/campaign.md) are told to the referee. Of each look it is noted how many
stories there were, and what CPU time it took; looks with many stories are held against those with
few, and against what it takes to read the picture. Then one game is held up in the middle: a hand
comes and goes over the board, thousands of times, with a tile that is not sure and a die that lies
elsewhere each time. What the program holds by then is held against what it held near the beginning.

Medians and ratios are printed only: how long a look takes depends on the machine.
"""

from __future__ import annotations

import argparse
import sys
import tracemalloc
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from companion.referee import Referee  # noqa: E402
from companion.referee.stories.weights import MOST_STORIES  # noqa: E402
from rules import Board, Cell  # noqa: E402
from rules.judging import GAMES, PALAGONIA  # noqa: E402
from training.campaign.rates import Rates  # noqa: E402
from training.campaign.reader_errors import ReaderErrors  # noqa: E402
from training.campaign.script import write_script  # noqa: E402
from training.synthesis.staging import StagedBoard, make_table  # noqa: E402
from vision.following.table_view import HandsGone, HandsIn, Settled, TableView  # noqa: E402
from vision.readers.reader import Reader  # noqa: E402
from vision.reading import DieReading  # noqa: E402

CLASSES = ((1, 1), (2, 5), (6, 11), (12, MOST_STORIES - 1), (MOST_STORIES, MOST_STORIES))
"""Looks are parted by how many stories there were before them."""
SAMPLES = 20
"""So often memory is looked at."""
HELD_UP_AT = 0.4
"""The share of a game after which it is held up."""


def stories_of(referee: Referee) -> int:
    """Return how many stories a referee tells just now."""
    play = referee._play
    return len(play.telling.stories) if play is not None else 1


def looks(game: str, seed: int) -> Iterator[tuple[int, float]]:
    """Yield for each look at a game how many stories there were, and its CPU time in ms."""
    script = write_script(game, seed, Rates(), ReaderErrors.measured())
    referee = Referee(script.setup.game, script.setup.players, script.options)
    for frame, scene in enumerate(script.scenes):
        for sighting in scene.sightings:
            count, began = stories_of(referee), process_time()
            referee.see(sighting, scene.t, frame)
            if isinstance(sighting, Settled):
                yield count, 1000 * (process_time() - began)


def cost_of_reading() -> float:
    """Return what it costs to read one picture of a board, in ms of CPU time."""
    reader = Reader()
    middle = Cell(0, 0)
    tiles = Board(dict.fromkeys([middle, *middle.neighbours()], 0))
    picture = make_table(8).picture([StagedBoard(tiles)])
    costs = []
    for _ in range(4):
        began = process_time()
        reader.read(picture)
        costs.append(1000 * (process_time() - began))
    return median(costs[1:])


def begun_game(seed: int) -> tuple[Referee, TableView, float]:
    """Return a referee in the middle of a game of Palagonia, the last look, and its time."""
    script = write_script(PALAGONIA, seed, Rates().alone("dice"), ReaderErrors.measured())
    referee = Referee(script.setup.game, script.setup.players, script.options)
    scenes = script.scenes[: round(HELD_UP_AT * len(script.scenes))]
    view = TableView(Board({}), frozenset(), frozenset())
    for frame, scene in enumerate(scenes):
        for sighting in scene.sightings:
            referee.see(sighting, scene.t, frame)
            view = sighting.view if isinstance(sighting, Settled) else view
    return referee, view, scenes[-1].t


def held_up(view: TableView, count: int) -> Iterator[TableView]:
    """Yield looks at which nothing comes of it: a tile in doubt here and there, a die pushed."""
    ring = sorted({n for cell in view.board for n in cell.neighbours()} - view.board.keys())
    for number in range(count):
        cell: Cell = ring[number % len(ring)]
        likely = (0.6, *(0.4 if k == number % 6 else 0.0 for k in range(6)))
        die = DieReading(number % 6 + 1, (100.0 + number % 50, 80.0), 0.8, sure=False)
        yield replace(
            view, unsure=frozenset({cell}), probabilities={cell: likely}, dice=(die,), reading=None
        )


def memory_kept(seed: int, count: int) -> list[float]:
    """Return what the program holds over so many looks at one game, in MB."""
    tracemalloc.start()
    referee, last, t = begun_game(seed)
    held = []
    for number, view in enumerate(held_up(last, count), 1):
        t += 10.0
        for sighting in (HandsIn(), HandsGone(), Settled(view)):
            referee.see(sighting, t, number)
        if number % (count // SAMPLES) == 0:
            held.append(tracemalloc.get_traced_memory()[0] / 1e6)
    tracemalloc.stop()
    return held


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description="What stories cost, and whether memory is flat.")
    parser.add_argument("--games", type=int, default=10, help="games of each kind")
    parser.add_argument("--looks", type=int, default=4000, help="looks at the game held up")
    options = parser.parse_args()
    if options.looks < SAMPLES:
        parser.error(f"--looks is at least {SAMPLES}.")
    costs: dict[tuple[int, int], list[float]] = {limits: [] for limits in CLASSES}
    for game in GAMES:
        for seed in range(options.games):
            for count, cost in looks(game, seed):
                limits = next(limits for limits in CLASSES if limits[0] <= count <= limits[1])
                costs[limits].append(cost)
    usual = median(costs[CLASSES[0]])
    reading = cost_of_reading()
    print("| stories | looks | median ms | most ms | x one story | x reading the picture |")
    print("| ---: | ---: | ---: | ---: | ---: | ---: |")
    for (least, most), found in costs.items():
        if found:
            middle = median(found)
            name = f"{least}" if least == most else f"{least}-{most}"
            ratios = f"{middle / usual:.1f} | {middle / reading:.3f}"
            print(f"| {name} | {len(found)} | {middle:.1f} | {max(found):.0f} | {ratios} |")
    held = memory_kept(0, options.looks)
    quarter = len(held) // 4
    early, late = median(held[quarter : 2 * quarter]), median(held[-quarter:])
    print(f"held over {options.looks} looks at one game: the last quarter", end=" ")
    print(f"{late / early:.2f} times the second, {late:.1f} MB, {max(held):.1f} at most")


if __name__ == "__main__":
    main()
