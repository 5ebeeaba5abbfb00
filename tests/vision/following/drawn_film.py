"""Drawn films of one table: hands that rest, tiles that are held, and what is seen of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import numpy as np

from rules.board import Board
from rules.lattice import Cell
from tests.grain import Grain, Showings
from training.synthesis.staging import HeldTile, StagedBoard, Table, make_table
from vision.arrays import Image
from vision.following.follower import Follower
from vision.following.table_view import Settled, Sighting

FPS = 5
GRAINS = 16
OPENING = Board({Cell(0, 0): 4, Cell(1, -1): 4})
LONGER = Board({**OPENING, Cell(1, 0): 2})


@lru_cache(maxsize=1)
def made_up(seed: int) -> Table:
    """Return a table; that of the test before, if it is the same, has its top painted already."""
    return make_table(seed)


@lru_cache(maxsize=GRAINS)
def _grain(shape: tuple[int, ...], number: int) -> Grain:
    """Return one noise of a frame, the same in all films."""
    return Grain(np.random.default_rng(number).integers(-4, 5, shape, np.int16).astype(np.int8))


class Film:
    """Frames of one table with noise of their own; ``noise`` chooses which."""

    def __init__(self, table: Table, noise: int = 0) -> None:
        self.table, self.frame, self.noise = table, 0, noise
        self._showings = Showings()

    def show(self, picture: Image, seconds: float) -> Iterator[tuple[Image, float]]:
        """Yield a still picture for some seconds."""
        first = self._showings.first_noise(picture) + 1
        for number in range(first, first + round(seconds * FPS)):
            self.frame += 1
            number = GRAINS * self.noise + number % GRAINS
            yield _grain(picture.shape, number).on(picture), self.frame / FPS

    def board(self, board: Board, seconds: float = 1.2) -> Iterator[tuple[Image, float]]:
        """Yield the table with a board and nothing over it."""
        return self.show(self.table.picture([StagedBoard(board)]), seconds)

    def holding(self, board: Board, seconds: float) -> Iterator[tuple[Image, float]]:
        """Yield a hand that rests and holds a tile over the empty cell (1, 0)."""
        place = self.place(Cell(1, 0))
        picture = self.table.picture(
            [StagedBoard(board)], hand_at=place, held=HeldTile(place, 0.4, 30.0)
        )
        return self.show(picture, seconds)

    def place(self, cell: Cell) -> tuple[float, float]:
        """Return where a cell of the board lies on the table, in mm."""
        x, y = cell.center()
        pitch = self.table.look.radius * (1 + self.table.look.gap)
        return x * pitch, y * pitch


def follow(follower: Follower, frames: Iterable[tuple[Image, float]]) -> list[Sighting]:
    """Return all that a follower says of some frames."""
    return [sighting for frame, time in frames for sighting in follower.feed(frame, time)]


def views(sightings: list[Sighting]) -> list[Settled]:
    """Return the settled looks among what was said."""
    return [sighting for sighting in sightings if isinstance(sighting, Settled)]
