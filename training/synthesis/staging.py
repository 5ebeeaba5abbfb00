"""Pictures of a table that is laid as one says: for demonstrations, and to follow drawn games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache

import cv2
import numpy as np

from rules.board import Board
from training.synthesis import things
from training.synthesis.camera import Camera, look_at
from training.synthesis.canvas import FIRST_TILE, Canvas
from training.synthesis.hands import make_hand
from training.synthesis.layout import LaidCluster
from training.synthesis.lighting import BareTable, bare_table, light_scene
from training.synthesis.textures import Texture
from training.synthesis.tiles import TileLook, paint_tile, random_look
from vision.arrays import Float64s, Image

_TURN = math.pi / 3


@lru_cache(maxsize=1)
def _grain(shape: tuple[int, ...]) -> Float64s:
    """Return a camera's noise, the same for all pictures of a shape."""
    grain = np.random.default_rng(0).standard_normal(shape)
    grain *= 0.01
    return grain


@dataclass(frozen=True)
class StagedBoard:
    """Tiles of one lattice: where its cell (0, 0) lies (mm) and how it is turned (radians)."""

    board: Board
    origin: tuple[float, float] = (0.0, 0.0)
    angle: float = 0.0


@dataclass(frozen=True)
class HeldTile:
    """A tile held ``height`` mm above a place (mm), its white tip at ``angle`` (radians)."""

    place: tuple[float, float]
    angle: float = 0.0
    height: float = 40.0


@dataclass(frozen=True)
class Table:
    """A table, its light and a set of tiles, all made up from one seed, under one camera.

    ``top`` is what the tiles lie on; None for what the seed makes up.
    """

    seed: int
    camera: Camera
    look: TileLook
    top: Texture | None = None

    def picture(
        self,
        boards: Sequence[StagedBoard],
        die: tuple[int, tuple[float, float]] | None = None,
        hand_at: tuple[float, float] | None = None,
        held: HeldTile | None = None,
    ) -> Image:
        """Return a frame, BGR uint8: boards, a die (value and place in mm), a hand over a place.

        ``held`` is a tile above the table, which the hand may hold.
        """
        canvas = Canvas(self.camera)
        rng = np.random.default_rng(self.seed)
        light = float(rng.uniform(0, math.tau))
        number = FIRST_TILE
        for centre, angle in self._tiles(boards):
            paint_tile(canvas, self.look, centre, angle, number, light, 1.0)
            number += 1
        if die is not None:
            value, place = die
            body = things.Die(
                np.array(place), 0.4, 16.0, value, (0.93, 0.95, 0.96), (0.05, 0.05, 0.05)
            )
            things.paint_die(canvas, body, light, np.random.default_rng(self.seed), number)
        if held is not None:
            self._paint_held(canvas, held, number, light)
        layers = []
        if hand_at is not None:
            layers.append(make_hand(self.camera, np.array(hand_at), rng))
            canvas.hide(layers[0].alpha)
        table, drawn = self._bare
        painted, _ = light_scene(canvas, self.look, table, deepcopy(drawn), layers)
        # in place: a picture of such numbers takes 22 MB
        grainy = _grain(painted.shape) + painted
        np.clip(grainy, 0, 1, out=grainy)
        grainy *= 255
        return np.asarray(cv2.GaussianBlur(grainy.astype(np.uint8), (0, 0), 0.6), np.uint8)

    @cached_property
    def _bare(self) -> tuple[BareTable, np.random.Generator]:
        """Return the table with nothing on it, as in all pictures, and what is random next."""
        rng = np.random.default_rng(self.seed)
        return bare_table(self.camera, rng, self.top), rng

    def _paint_held(self, canvas: Canvas, held: HeldTile, number: int, light: float) -> None:
        """Paint a tile where the table would be behind it, as much larger as it is nearer."""
        eye = self.camera.position
        nearer = float(eye[2] / (eye[2] - held.height))
        centre = eye[:2] + (np.array(held.place) - eye[:2]) * nearer
        look = replace(self.look, radius=self.look.radius * nearer)
        paint_tile(canvas, look, centre, held.angle, number, light, 1.0)

    def _tiles(self, boards: Sequence[StagedBoard]) -> list[tuple[Float64s, float]]:
        """Return centres and turns of all tiles, the farthest first."""
        placed = []
        for staged in boards:
            lattice = LaidCluster(
                (), np.array(staged.origin), staged.angle, self.look.radius * (1 + self.look.gap)
            )
            placed += [
                (lattice.position(cell), staged.angle + k * _TURN)
                for cell, k in staged.board.items()
            ]
        return sorted(placed, key=lambda tile: -self.camera.depth(np.array([*tile[0], 0.0])))


def make_table(
    seed: int,
    *,
    width: int = 1280,
    height: int = 720,
    distance: float = 700.0,
    tilt: float = 0.5,
    heading: float = 1.2,
    target: tuple[float, float] = (0.0, 0.0),
) -> Table:
    """Make up a table from a seed: a camera ``distance`` mm off, tilted ``tilt`` radians."""
    camera = look_at(
        target,
        width=width,
        height=height,
        focal=width * 0.95,
        distance=distance,
        tilt=tilt,
        heading=heading,
        roll=0.0,
        k1=-0.03,
    )
    return Table(seed, camera, random_look(np.random.default_rng((seed, 1))))
