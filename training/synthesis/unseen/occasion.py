"""The steps in which a photo is made up, each of which a family may take in its own way."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np

from training.synthesis.layout import LaidCluster
from training.synthesis.unseen.families import Family
from training.synthesis.unseen.laying import Job, Table
from training.synthesis.unseen.lens import Aim, GivenLens
from training.synthesis.unseen.positions import random_position
from training.synthesis.unseen.reaching_hands import paint_hand
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.solids import Cube, random_cube
from training.synthesis.unseen.tile_sets import TileSet, random_set
from training.synthesis.unseen.tops import paint_top, random_top
from vision.arrays import Image, Points

_SIZES = ((1280, 960), (640, 480), (1920, 1080), (960, 1280))


@dataclass(frozen=True)
class BareTable:
    """A table before anything is on it: ``middle`` (mm) is that of its board.

    ``hard`` asks for the harder half of what the family has.
    """

    sheet: Sheet
    tiles: TileSet
    middle: Points
    hard: bool
    rng: np.random.Generator


@dataclass(frozen=True)
class Occasion:
    """How photos of a family are made up, from the ranges that the family gives."""

    family: Family

    def size(self, rng: np.random.Generator) -> tuple[int, int]:
        """Return the picture's width and height in pixels."""
        return _SIZES[int(rng.choice(4, p=[0.64, 0.12, 0.12, 0.12]))]

    def tile_set(self, rng: np.random.Generator) -> TileSet:
        """Make up the set of tiles."""
        family = self.family
        tiles = random_set(rng, rng.uniform(*family.gap), rng.random() < family.other_color)
        if family.glare == 1.0:
            tiles = replace(tiles, gloss=max(tiles.gloss, rng.uniform(0.35, 1.0)))
        return tiles

    def position(self, tiles: TileSet, rng: np.random.Generator) -> list[LaidCluster]:
        """Lay the tiles that count."""
        return random_position(self.family, tiles.radius, tiles.gap, rng)

    def aim(self, hard: bool, rng: np.random.Generator) -> Aim:
        """Aim the camera; ``hard`` draws from all of the family's tilts."""
        family = self.family
        low, high = family.tilt
        tilt = math.radians(
            rng.uniform(low, high) if hard else rng.uniform(low, 0.3 * low + 0.7 * high)
        )
        least, most = family.width
        return Aim(
            tilt=tilt,
            heading=rng.uniform(0, 2 * math.pi),
            roll=rng.uniform(0, 2 * math.pi) if rng.random() < 0.4 else rng.normal() * 0.1,
            focal=rng.uniform(*family.focal),
            share=rng.uniform(*family.share),
            least=least / math.sqrt(math.cos(tilt)),
            most=most if family.name != "small" else rng.uniform(least * 1.2, most),
        )

    def lens(self, aim: Aim, rng: np.random.Generator) -> GivenLens | None:
        """Return the camera's lens where it is not one of the usual ones."""
        del aim, rng
        return None

    def lay_top(self, table: BareTable) -> str:
        """Paint the table top; return what it is called."""
        busy = self.family.busy if not table.hard else min(1.0, self.family.busy + 0.2)
        top = random_top(busy, table.rng)
        paint_top(table.sheet, top, table.middle, table.rng)
        return top.__name__

    def lay_under(self, table: Table) -> None:
        """Paint what lies below the tiles."""

    def die(self, centre: Points, rng: np.random.Generator) -> Cube:
        """Make up a die that lies at a place (mm)."""
        return random_cube(centre, rng)

    def jobs(self, table: Table) -> list[Job]:
        """Return what else is to be painted among the tiles."""
        del table
        return []

    def reach_over(self, table: Table, board: Points) -> None:
        """Paint what is over the table, above a board with tiles at ``board``, (n, 2) in mm."""
        rng, radius = table.rng, table.tiles.radius
        if rng.random() < self.family.hand:
            for _ in range(1 if rng.random() < 0.75 else 2):
                spot = board[int(rng.integers(len(board)))] + rng.normal(size=2) * 1.2 * radius
                paint_hand(table.stage, spot, rng)

    def sent(self, picture: Image, rng: np.random.Generator) -> Image:
        """Return the picture, BGR uint8, as it reaches the reader; it may be smaller."""
        del rng
        return picture
