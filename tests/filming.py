"""Films of drawn tables: still frames, hands in between, ten frames a second."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from companion.sources import Frame
from rules import Board
from tests.grain import Showings, grainy
from training.synthesis.staging import StagedBoard, Table
from vision.arrays import Image

FPS = 10
STILL_FRAMES = 7
HAND_FRAMES = 2


@dataclass
class Film:
    """Frames of one table. ``others`` and ``die`` lie there beside the board."""

    table: Table
    others: Sequence[StagedBoard] = ()
    die: tuple[int, tuple[float, float]] | None = None
    number: int = field(default=-1)
    _showings: Showings = field(default_factory=Showings, init=False)

    def show(self, board: Board, *, frames: int = STILL_FRAMES) -> Iterator[Frame]:
        """Yield the board lying still."""
        picture = self.table.picture([StagedBoard(board), *self.others], self.die)
        yield from self._frames(picture, frames)

    def play(self, board: Board) -> Iterator[Frame]:
        """Yield a hand that reaches in, then the board as it lies afterwards."""
        picture = self.table.picture(
            [StagedBoard(board), *self.others], self.die, hand_at=(20.0, 10.0)
        )
        yield from self._frames(picture, HAND_FRAMES)
        yield from self.show(board)

    def _frames(self, picture: Image, count: int) -> Iterator[Frame]:
        first = self._showings.first_noise(picture)
        for noise in range(first, first + count):
            self.number += 1
            yield Frame(grainy(picture, noise, 2), self.number, self.number / FPS)
