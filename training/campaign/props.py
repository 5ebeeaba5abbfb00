"""What lies on the table of a drawn game besides board and dice: a supply, palagems, people."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules import Cell, Palagem
from rules.move import Tile
from training.campaign.upset_table import Pose
from training.campaign.waiting_tiles import Chance, Supply
from training.synthesis.unseen.filmed_table import Placed
from vision.arrays import Float64s, Points

DROPPED = (Tile(Cell(0, 0), 0), Tile(Cell(1, -1), 4), Tile(Cell(1, 0), 2))
"""Tiles that are dropped on the table before a game, as they lie to one another."""
PALAGEM_REACH = 3.2
"""Edges from the middle of a palagem's place to where no tile of it reaches, however it lies."""
PALAGEMS_APART = 7.0
"""Edges between the middles of two palagems, at least."""
_TURN = math.pi / 3
_OFF = 0.012
"""How far, in edges, and how many radians tiles lie off their places, as a deviation."""


@dataclass(frozen=True)
class Props:
    """What lies there.

    Attributes
    ----------
    supply
        How the tiles lie that wait to be laid.
    palagems
        Whether the players' palagems lie on the table, and nobody told the referee of them.
    neighbour
        Whether somebody sits in a corner of the picture, and never keeps still.
    dropped
        How many tiles lie there from the first that are none of the game, ``DROPPED`` at most.
    covered
        The camera is covered from the first until so many turns were made.
    """

    supply: Supply = Supply.NONE
    palagems: bool = False
    neighbour: bool = False
    dropped: int = 0
    covered: int = 0


NO_PROPS = Props()


def clockwise(pixels: Points) -> list[int]:
    """Return which of some places, (n, 2) in pixels, come clockwise from the lowest one on."""
    middle, lowest = pixels.mean(axis=0), pixels[np.argmax(pixels[:, 1])]
    x, y = (pixels - middle).T
    first = math.atan2(middle[0] - lowest[0], lowest[1] - middle[1])
    angles = np.round(np.arctan2(-x, y) - first, 6) % math.tau
    return [int(index) for index in np.argsort(angles)]


def palagems_lying(
    palagems: Mapping[str, Palagem], places: Sequence[Float64s], pitch: float, rng: Chance
) -> Iterator[Placed]:
    """Yield the tiles of palagems, each at one of the places (mm) and turned anyhow.

    ``pitch`` is the edge of the lattice in mm, and ``rng`` tells how each of them lies.
    """
    for index, (palagem, place) in enumerate(zip(palagems.values(), places, strict=True)):
        middle = np.mean([cell.center() for cell in palagem.tiles], axis=0)
        turn = float(rng(0, index).uniform(0, math.tau))
        pose = Pose(turn, shift=(float(place[0]), float(place[1])))
        for number, (cell, orientation) in enumerate(sorted(palagem.tiles.items())):
            chance = rng(1, index, number)
            off = chance.normal(size=3) * _OFF
            x, y = pose.of((np.array(cell.center()) - middle + off[:2]) * pitch)
            angle = orientation * _TURN + turn + float(off[2])
            yield Placed((float(x), float(y)), angle, int(chance.integers(1 << 30)))
