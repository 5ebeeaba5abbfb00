"""What a look costs on busy tables: ``python benchmarks/busy_tables.py [PHOTO ...]``.

Tables are drawn plain, and as a kilim, a chessboard and a newspaper, bare and with tiles. A line
each says what CPU time a look takes, how many times that of a plain table it is, and what was read.
The medians are of looks taken in turns in one process, so that the ratios do not depend on the
machine. Photos that are named are looked at too, as bare tables.
"""

from __future__ import annotations

import argparse
import sys
from dataclasses import replace
from pathlib import Path
from statistics import median
from time import process_time

import cv2
import numpy as np

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from rules import Board, Cell  # noqa: E402
from training.synthesis.busy_tops import BUSY_TOPS  # noqa: E402
from training.synthesis.staging import StagedBoard, make_table  # noqa: E402
from training.synthesis.textures import Texture  # noqa: E402
from vision.arrays import Float32s, Image  # noqa: E402
from vision.pictures.images import load_image  # noqa: E402
from vision.readers.reader import Reader  # noqa: E402

SEEDS = (8, 11, 12)
TURNS = 3
TILES = Board(
    {Cell(0, 0): 4, Cell(1, -1): 4, Cell(1, 0): 2, Cell(2, -1): 0, Cell(0, 1): 0, Cell(-1, 1): 3}
)


def plain(x: Float32s, _y: Float32s, _rng: np.random.Generator) -> Float32s:
    """Return a table of one grey."""
    return np.full((*x.shape, 3), 0.4, np.float32)


TOPS: dict[str, Texture] = {"plain": plain, **BUSY_TOPS}


def drawn() -> dict[tuple[str, bool, int], Image]:
    """Return the pictures by table top, whether tiles lie there, and seed."""
    return {
        (name, tiled, seed): replace(make_table(seed), top=top).picture(
            [StagedBoard(TILES)] if tiled else []
        )
        for name, top in TOPS.items()
        for tiled in (True, False)
        for seed in SEEDS
    }


def main() -> None:
    """Look at the pictures and print a line for each."""
    parser = argparse.ArgumentParser(description="What a look costs on busy tables.")
    parser.add_argument("photos", nargs="*", type=Path)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    reader = Reader()
    pictures: dict[tuple[str, bool, int], Image] = drawn()
    for path in options.photos:
        pictures[path.name, False, 0] = load_image(path)
    costs: dict[tuple[str, bool, int], list[float]] = {key: [] for key in pictures}
    read: dict[tuple[str, bool, int], str] = {}
    for _ in range(TURNS):
        for key, picture in pictures.items():
            began = process_time()
            reading = reader.read(picture)
            costs[key].append(process_time() - began)
            tiles = sum(len(cluster.tiles) for cluster in reading.clusters)
            read[key] = f"{tiles} tiles, {'sure' if reading.sure else 'unsure'}"
    usual = {
        tiled: median(cost for seed in SEEDS for cost in costs["plain", tiled, seed])
        for tiled in (True, False)
    }
    ratios = {key: median(costs[key]) / usual[key[1]] for key in pictures}
    for key, ratio in ratios.items():
        name = f"{key[0]}{' with tiles' if key[1] else ''} {key[2] or ''}"
        print(f"{name:28s} {1000 * median(costs[key]):6.0f} ms  x {ratio:4.2f}  {read[key]}")
    print(f"At most {max(ratios.values()):.2f} times a plain table.")


if __name__ == "__main__":
    main()
