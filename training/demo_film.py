"""Draw the sample video of Palagem: `python -m training.demo_film FILE.mp4`.

Ann and Ben build the same palagem, Ann changes hers, a tile is laid that touches one tile only, and
Ann wins. It is a drawing as those that the networks learn from, and shows how a game is followed;
nothing is measured with it.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

import cv2
import numpy as np

from rules import Board, Cell
from training.synthesis.staging import StagedBoard, make_table
from vision.arrays import Image

FPS = 10
_TABLE = make_table(8, width=1024, height=576, distance=720.0)
_STILL_FRAMES, _HAND_FRAMES = 14, 4
_HAND_AT = (20.0, 10.0)
_GRAIN = 0.7
_ANNS_PLACE, _BENS_PLACE = ((-190.0, 45.0), 0.5), ((160.0, -105.0), 0.9)
_RHOMBUS = (Cell(0, 0), Cell(1, -1), Cell(1, 0), Cell(2, -1))

BENS = Board(zip(_RHOMBUS, (2, 4, 0, 2), strict=True))
ANNS = Board(zip(_RHOMBUS, (0, 4, 2, 0), strict=True))
LAID = (
    (Cell(0, 0), 4),
    (Cell(-1, 0), 4),
    (Cell(0, -1), 0),
    (Cell(-1, 1), 2),
    (Cell(-2, 1), 0),
    (Cell(-2, 0), 0),
    (Cell(-1, -1), 0),
    (Cell(1, -1), 4),
    (Cell(1, -2), 2),
    (Cell(1, 0), 0),
    (Cell(-2, 2), 4),
)
"""The tiles in the order of play; the last one completes Ann's palagem."""
LONE, BEFORE = (Cell(2, -1), 0), 8
"""A tile that touches one tile only, and how many lie there before it."""


def shown() -> Iterator[tuple[Board, Sequence[StagedBoard]]]:
    """Give what lies still, one after the other: the board, and the palagems beside it."""
    anns = StagedBoard(ANNS, *_ANNS_PLACE)
    bens = StagedBoard(BENS, *_BENS_PLACE)
    same = StagedBoard(BENS, *_ANNS_PLACE)
    for palagems in ([same], [same, bens], [anns, bens]):
        yield Board(), palagems
    for count in range(1, len(LAID) + 1):
        board = Board(LAID[:count])
        yield board, [anns, bens]
        if count == BEFORE:
            yield board.with_tile(*LONE), [anns, bens]


def frames() -> Iterator[Image]:
    """Draw the film: hands between what lies still, and a little grain."""
    yield from _grainy(_TABLE.picture([]), _STILL_FRAMES, 0)
    for number, (board, palagems) in enumerate(shown()):
        boards = [StagedBoard(board), *palagems]
        place = _HAND_AT if board else _BENS_PLACE[0]
        yield from _grainy(_TABLE.picture(boards, hand_at=place), _HAND_FRAMES, number)
        yield from _grainy(_TABLE.picture(boards), _STILL_FRAMES, number)


def _grainy(picture: Image, count: int, seed: int) -> Iterator[Image]:
    """Give a picture some times, with the same grain: grain that changes makes films large."""
    noise = np.random.default_rng(seed).normal(0.0, _GRAIN, picture.shape)
    yield from [np.clip(picture + noise, 0, 255).astype(np.uint8)] * count


def main() -> None:
    """Write the film."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    output: Path = parser.parse_args().output
    height, width = _TABLE.picture([]).shape[:2]
    writer = cv2.VideoWriter(str(output), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (width, height))
    for frame in frames():
        writer.write(frame)
    writer.release()


if __name__ == "__main__":
    main()
