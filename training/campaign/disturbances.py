"""What happens at a table that is no move: the camera, the light, the board, or things beside it.

A disturbance is begun, the table is seen, and what was only for a while is ended again. What it is
and what has come of all so far is kept in `Disturbed`; where things then lie and stand is for the
setting (``training.campaign.setting``) to say, by its seed.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random

from rules import Board
from rules.move import Tile
from training.campaign.crooked import Crooked


class Disturbance(StrEnum):
    """One thing that happens; its value tells it to people."""

    TURNED = "the camera is turned by 90 degrees"
    REPLACED = "another camera is put there"
    LAMP = "a lamp is switched on or off"
    LIGHT = "a lamp is put beside the table"
    SHADOW = "somebody's shadow falls on the table"
    SHOVED = "the board is shoved and turned"
    PARTED = "a part of the board is pushed away"
    HALF_IN = "a tile lies there half pushed in"
    SPILLED = "tiles of the supply fall over beside the board"
    PUT_DOWN = "a glass is put down beside the board"
    LEANED = "somebody leans over the table and goes again"


LIGHTS = (Disturbance.LAMP, Disturbance.LIGHT, Disturbance.SHADOW)
CAMERAS = (Disturbance.TURNED, Disturbance.REPLACED)
NEEDS_A_BOARD = (Disturbance.SHOVED, Disturbance.PARTED, Disturbance.HALF_IN)
LEAST_PARTED = 6
"""A board of fewer tiles is not parted: the larger part must tell where it lies."""


@dataclass(frozen=True)
class Disturbed:
    """What has come of all disturbances so far.

    Attributes
    ----------
    cameras
        What was done with the camera, in order; the last one tells how it stands.
    light, lights
        How the light differs now, if it does, and how often it has changed so far.
    shoves
        How often the board was shoved.
    parted
        Tiles of the board that were pushed away from the others.
    half_in
        A tile that lies half in its cell.
    crooked
        A tile that was put down crookedly.
    spilled, put_down
        How often tiles fell over, and how many glasses stand there. The tiles are picked up at
        last, and none lie there while ``spilled`` is 0.
    """

    cameras: tuple[Disturbance, ...] = ()
    light: Disturbance | None = None
    lights: int = 0
    shoves: int = 0
    parted: Board = field(default_factory=Board)
    half_in: Tile | None = None
    crooked: Crooked | None = None
    spilled: int = 0
    put_down: int = 0

    @property
    def is_passing(self) -> bool:
        """Whether something lies there as no table that is played on does."""
        return bool(self.parted) or (self.half_in or self.crooked) is not None

    def after(
        self, what: Disturbance, board: Board, laid: Tile | None, random: Random
    ) -> Disturbed:
        """Return what comes of one more.

        Parameters
        ----------
        what
            What happens.
        board
            What lies on the table.
        laid
            The tile that will be laid next, of which a half may be pushed in.
        random
            Tells which part of the board goes.
        """
        happens: dict[Disturbance, Callable[[], Disturbed]] = {
            Disturbance.SHOVED: lambda: replace(self, shoves=self.shoves + 1),
            Disturbance.PARTED: lambda: replace(self, parted=_a_part(board, random)),
            Disturbance.HALF_IN: lambda: replace(self, half_in=laid),
            Disturbance.SPILLED: lambda: replace(self, spilled=self.spilled + 1),
            Disturbance.PUT_DOWN: lambda: replace(self, put_down=1),
            Disturbance.LEANED: lambda: self,
        }
        if what in CAMERAS:
            return replace(self, cameras=(*self.cameras, what))
        if what in LIGHTS:
            other = None if self.light is what else what
            return replace(self, light=other, lights=self.lights + 1)
        return happens[what]()

    def ended(self) -> Disturbed:
        """Return what is left once all that was for a while is over."""
        return replace(self, parted=Board(), half_in=None, spilled=0)


def possible(board: Board, laid: Tile | None) -> tuple[Disturbance, ...]:
    """Return what may happen to a table on which a board lies, ``laid`` being the next tile."""
    return tuple(
        what
        for what in Disturbance
        if not (what in NEEDS_A_BOARD and not board)
        and not (what is Disturbance.PARTED and len(board) < LEAST_PARTED)
        and not (what is Disturbance.HALF_IN and laid is None)
    )


def _a_part(board: Board, random: Random) -> Board:
    """Return the tiles on one side of a board, a third of them or less, that hang together."""
    edge = random.choice(sorted(board))
    far = sorted(board, key=lambda cell: (edge.steps_to(cell), cell))
    part = {edge}
    for cell in far:
        if len(part) < len(board) // 3 and not part.isdisjoint(cell.neighbours()):
            part.add(cell)
    return Board({cell: board[cell] for cell in part})
