"""What it costs to follow a game: ``python benchmarks/live.py [--minutes 120]``.

A drawn game is followed at 1920 x 1080: the time a frame takes on which nothing happens, against
decoding the same frame as a JPEG in the same process; how long after the hand has left a settled
board is reported; and the memory held over a long game (simulated: the clock runs as fast as the
frames are used).
"""

from __future__ import annotations

import argparse
import resource
import sys
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import perf_counter

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules import Board, Cell  # noqa: E402
from training.synthesis.staging import StagedBoard, make_table  # noqa: E402
from vision.arrays import Image  # noqa: E402
from vision.following.follower import Follower  # noqa: E402
from vision.following.table_view import HandsIn, Settled  # noqa: E402
from vision.readers.reader import Reader  # noqa: E402

FPS = 10
SEED = 8
TURN_SECONDS = 20
HAND_FRAMES = 15


def spiral(count: int) -> list[Cell]:
    """Return cells in rings about the first one."""
    cells, ring = [Cell(0, 0)], [Cell(0, 0)]
    while len(cells) < count:
        ring = sorted({n for cell in ring for n in cell.neighbours()} - set(cells))
        cells += ring
    return cells[:count]


def pictures(states: int) -> list[tuple[Image, Image]]:
    """Return, for boards of 2, 4, 6 ... tiles, the table and the table with a hand over it."""
    table = make_table(SEED, width=1920, height=1080, distance=900.0)
    cells = spiral(2 * states)
    boards = [Board(dict.fromkeys(cells[: 2 * n + 2], 0)) for n in range(states)]
    return [
        (
            table.picture([StagedBoard(board)]),
            table.picture([StagedBoard(board)], hand_at=(30.0, 20.0)),
        )
        for board in boards
    ]


def film(shown: list[tuple[Image, Image]], minutes: float) -> Iterator[tuple[Image, float, bool]]:
    """Yield frames, their times, and whether a hand is over the table; forth and back for ever."""
    noises = [
        np.random.default_rng(n).integers(0, 5, shown[0][0].shape, np.uint8) for n in range(4)
    ]
    order = [*range(len(shown)), *range(len(shown) - 2, 0, -1)]
    frames = int(minutes * 60 * FPS)
    for number in range(frames):
        turn, within = divmod(number, TURN_SECONDS * FPS)
        table, hand = shown[order[turn % len(order)]]
        is_hand = turn > 0 and within < HAND_FRAMES
        picture = hand if is_hand else table
        yield cv2.add(picture, noises[number % 4]), number / FPS, is_hand


def memory() -> float:
    """Return the memory this process holds now, in MB."""
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description="What it costs to follow a game.")
    parser.add_argument("--minutes", type=float, default=120.0, help="length of the game")
    parser.add_argument("--states", type=int, default=8, help="boards of the drawn game")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    cv2.setNumThreads(options.threads)
    shown = pictures(options.states)
    follower = Follower(Reader())
    idle: list[float] = []
    looks: list[float] = []
    decodings: list[float] = []
    delays: list[float] = []
    hand_left, samples, settled = 0.0, [], 0
    began = perf_counter()
    for number, (frame, time, is_hand) in enumerate(film(shown, options.minutes)):
        if is_hand:
            hand_left = time + 1 / FPS
        start = perf_counter()
        sightings = follower.feed(frame, time)
        passed = 1000 * (perf_counter() - start)
        (looks if passed > 30 else idle).append(passed)
        for sighting in sightings:
            if isinstance(sighting, Settled) and time > 1:
                settled += 1
                delays.append(time - hand_left + passed / 1000)
        if number % 500 == 3:
            _, code = cv2.imencode(".jpg", frame)
            start = perf_counter()
            cv2.imdecode(code, cv2.IMREAD_COLOR)
            decodings.append(1000 * (perf_counter() - start))
        if number % (FPS * 60 * 10) == FPS * 60:
            samples.append(memory())
    assert not any(isinstance(s, HandsIn) for s in follower.feed(frame, time))
    decoding = median(decodings)
    print(
        f"1920 x 1080, {options.threads} threads, {options.minutes:.0f} minutes simulated in ",
        end="",
    )
    print(f"{perf_counter() - began:.0f} s, {settled} boards settled")
    print(f"decoding a frame      {decoding:7.2f} ms")
    print(
        f"a tracked frame       {median(idle):7.2f} ms = {median(idle) / decoding:.2f} x decoding"
    )
    print(f"frames a second       {1000 / (median(idle) + decoding):7.0f} with decoding")
    print(f"a look                {median(looks):7.1f} ms, {len(looks)} of them")
    print(f"hand gone to settled  {median(delays):7.2f} s, at most {max(delays):.2f} s")
    print("memory every 10 minutes (MB): " + " ".join(f"{value:.0f}" for value in samples))


if __name__ == "__main__":
    main()
