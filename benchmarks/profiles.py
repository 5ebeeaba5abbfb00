"""What profiles of a camera are worth: ``python benchmarks/profiles.py [--scenes 80]``.

Lens: made-up photos (renders) of the unseen look, each drawn twice from the same place, through a
straight lens and through a strong barrel; read straight, bent, and bent with the lens's profile.

Colours: made-up tables laid with sets that are hard to tell apart; a profile is learned from seven
tiles, and a larger board on the same table is read without it and with it.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from calibration.colors.learning import ColorCalibrationError, learn_colors  # noqa: E402
from rules import Board  # noqa: E402
from training.synthesis.layout import random_cells, random_orientations  # noqa: E402
from training.synthesis.staging import StagedBoard, make_table  # noqa: E402
from training.synthesis.trials import (  # noqa: E402
    BARREL,
    FIRST_SEED,
    STRAIGHT,
    Score,
    profile_of,
    scored,
    seen_through,
)
from vision.arrays import Image  # noqa: E402
from vision.readers.picture_reader import PictureReader  # noqa: E402
from vision.readers.reader import Reader  # noqa: E402
from vision.readers.tuned_reader import TunedReader, Tuning  # noqa: E402

SETS: dict[str, tuple[tuple[float, float, float], tuple[float, float, float]]] = {
    "navy and black": ((0.43, 0.24, 0.12), (0.15, 0.16, 0.18)),
    "dark red and dark green": ((0.16, 0.14, 0.42), (0.16, 0.28, 0.14)),
    "red and green, equally light": ((0.24, 0.24, 0.75), (0.24, 0.45, 0.2)),
    "walnut and wenge": ((0.24, 0.33, 0.47), (0.16, 0.2, 0.24)),
    "oak and walnut": ((0.47, 0.65, 0.8), (0.24, 0.33, 0.47)),
    "two greys": ((0.5, 0.5, 0.5), (0.34, 0.34, 0.34)),
    "beige and sand": ((0.7, 0.82, 0.88), (0.5, 0.66, 0.74)),
}
"""White and blue, each blue, green, red, 0..1."""
TABLES = 8
DISTANCE = 900.0
"""Of the camera, mm: every board lies in the picture."""
NEAR = 550.0
"""When colours are learned."""
LEARNED_FROM, READ = 7, 24


def main() -> None:
    """Measure, and print Markdown."""
    parser = argparse.ArgumentParser(prog="python benchmarks/profiles.py", description=__doc__)
    parser.add_argument("--scenes", type=int, default=80, help="scenes for the lens")
    parser.add_argument("--processes", type=int, default=2)
    arguments = parser.parse_args()
    seeds = range(FIRST_SEED, FIRST_SEED + arguments.scenes)
    with ProcessPoolExecutor(arguments.processes, multiprocessing.get_context("spawn")) as pool:
        scores = list(chain.from_iterable(pool.map(lens_scores, seeds, chunksize=4)))
        print(table("lens", scores, ("straight lens", "barrel", "barrel, with the profile")))
        jobs = [(name, seed) for name in SETS for seed in range(TABLES)]
        colors = list(chain.from_iterable(pool.map(color_scores, jobs, chunksize=4)))
    ways = [f"{name}, {how}" for name in SETS for how in ("without", "with the profile")]
    print(table("set", colors, ways))


def table(what: str, scores: Sequence[Score], ways: Iterable[str]) -> str:
    """Return a table with a line for each way of reading."""
    lines = [f"\n| {what} | photos | exact | sure | silent errors | tiles | right |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    for way in ways:
        of = [score for score in scores if score.way == way]
        counts: list[Callable[[Score], int]] = [
            lambda s: s.exact,
            lambda s: s.sure,
            lambda s: s.silent,
            lambda s: s.tiles,
            lambda s: s.right,
        ]
        cells = [len(of), *(sum(count(s) for s in of) for count in counts)]
        lines.append(f"| {way} | " + " | ".join(map(str, cells)) + " |")
    return "\n".join(lines)


def lens_scores(seed: int) -> list[Score]:
    """Read one scene straight, bent, and bent with the profile."""
    reader = Reader()
    tuned = TunedReader(reader, Tuning(lens=profile_of(BARREL)))
    straight, bent = seen_through(STRAIGHT, seed), seen_through(BARREL, seed)
    return [
        scored("straight lens", straight, reader),
        scored("barrel", bent, reader),
        scored("barrel, with the profile", bent, tuned),
    ]


def color_scores(job: tuple[str, int]) -> list[Score]:
    """Read a board of a hard set without a profile and with one learned from a few tiles."""
    name, seed = job
    white, blue = SETS[name]
    far, near = make_table(seed, distance=DISTANCE), make_table(seed, distance=NEAR)
    look = replace(far.look, white=white, blue=blue)
    made = replace(far, look=look)
    reader = Reader()
    try:
        few = replace(near, look=look).picture([StagedBoard(board_of(seed, LEARNED_FROM))])
        colors = learn_colors(few, reader, "table")
    except ColorCalibrationError:
        colors = None
    board = board_of(seed + 1, READ)
    picture = made.picture([StagedBoard(board)])
    tuned = TunedReader(reader, Tuning(colors=colors))
    judged = partial(board_score, board, picture)
    return [judged(f"{name}, without", reader), judged(f"{name}, with the profile", tuned)]


def board_of(seed: int, tiles: int) -> Board:
    """Return a matching board of so many tiles."""
    rng = np.random.default_rng(seed)
    cells = random_cells(tiles, rng)
    return Board(random_orientations(cells, rng))


def board_score(board: Board, picture: Image, way: str, reader: PictureReader) -> Score:
    """Hold what was read of a staged board against it, up to shift and rotation.

    Which colour is called white is a matter of naming, so a board of which every tile is the other
    way round is right as well.
    """
    reading = reader.look(picture).reading
    sure = reading.sure and all(t.sure for c in reading.clusters for t in c.tiles)
    read = reading.clusters[0].board() if reading.clusters else None
    right = best_match(board, read) if read else 0
    exact = right == len(board) and sum(len(c.tiles) for c in reading.clusters) == len(board)
    return Score(way, exact, sure, sure and not exact, len(board), right)


def best_match(board: Board, read: Board) -> int:
    """Return how many tiles were read as they lie, under the best naming of the cells."""
    best = 0
    for other in (board, swapped(board)):
        for turns in range(6):
            turned = other.rotated(turns)
            for cell in list(read)[:4]:
                for place in turned:
                    moved = turned.translated(cell.q - place.q, cell.r - place.r)
                    best = max(best, sum(moved.get(c) == k for c, k in read.items()))
    return best


def swapped(board: Board) -> Board:
    """Return a board with its two colours exchanged: every tile half a turn round."""
    return Board({cell: (k + 3) % 6 for cell, k in board.items()})


if __name__ == "__main__":
    main()
