"""A table of the unseen look that is filmed: what the camera sees while tiles come and go.

The table top, the lamps and the camera's faults stay through a film. The top is painted once for
each place of the camera, each tile once; so a picture costs a third of a photo. What reaches over
the table is painted once, too, as a layer that is moved over the picture (``reaching_layer``).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import cv2
import numpy as np

from training.synthesis.canvas import FIRST_TILE
from training.synthesis.tiles import HEXAGON, place
from training.synthesis.unseen import phone
from training.synthesis.unseen.families import Family
from training.synthesis.unseen.lamps import Shadows
from training.synthesis.unseen.lens import Aim, PhoneCamera, aim_camera
from training.synthesis.unseen.reaching_layer import Layer, hand_layer, leaning_layer
from training.synthesis.unseen.rooms import Room, random_room
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.solids import Cube, Stage, paint_cube, random_cube
from training.synthesis.unseen.tableware import paint_glass
from training.synthesis.unseen.tile_faces import TileSpot, paint_tile
from training.synthesis.unseen.tile_sets import TileSet, random_set
from training.synthesis.unseen.tops import Top, paint_top, random_top
from vision.arrays import Float32s, Image, Points

FILMED = Family(
    "filmed",
    tilt=(3.0, 40.0),
    gap=(0.004, 0.03),
    busy=0.15,
    rooms=("soft", "soft", "soft", "window", "two", "spot"),
    other_color=0.25,
)
"""What tables are filmed: ordinary ones, some of them with a bold cloth."""
_SHARE = 0.86
"""Of the picture's width or height that the tiles take which are ever laid, with room around."""
_LEAST_DIE = 19.0
"""Pixels along a die's edge: pips on a smaller one could not be counted by anybody."""
_LARGEST_DIE = 24.0
_NOISE_ROOM = 160
_Blend = tuple[tuple[Any, ...], dict[str, Any]]
Lighting = Callable[[Float32s, Float32s], Float32s]
"""By what light is multiplied at places of the table, x and y (mm): (height, width, 1 or 3)."""


@dataclass(frozen=True)
class Placed:
    """A tile as it lies: its middle (mm), its white tip's heading (radians), its foot (mm).

    ``piece`` tells pieces apart: no two have the same grain. ``back`` is up where it lies
    face down.
    """

    place: tuple[float, float]
    angle: float
    piece: int = 0
    z: float = 0.0
    back: bool = False


@dataclass(frozen=True)
class PlacedDie:
    """A die as it lies: its upper face, its middle (mm), its heading (radians)."""

    value: int
    place: tuple[float, float]
    angle: float = 0.4


@dataclass(frozen=True)
class Laid:
    """All that lies on the table, or is held over it (``Placed.z``); where glasses stand (mm)."""

    tiles: tuple[Placed, ...] = ()
    die: PlacedDie | None = None
    glasses: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True)
class _View:
    """What one place of the camera sees of the bare table, and how its lamps light it."""

    sheet: Sheet
    fields: Sequence[Float32s]
    prints: dict[Placed, list[_Blend]]


class FilmedTable:
    """A table under one camera, all of it made up from a seed."""

    def __init__(self, seed: int, size: tuple[int, int], cells: Points) -> None:
        """Make up a table on which ``cells``, (n, 2) middles in edge lengths, are all in view.

        ``size`` is the pictures' width and height. Lattices lie on the table with their x axis
        along its own.
        """
        self._seed = seed
        rng = np.random.default_rng((seed, 97))
        gap = rng.uniform(*FILMED.gap)
        self.tiles: TileSet = random_set(rng, gap, rng.random() < FILMED.other_color)
        self.pitch = self.tiles.radius * (1 + gap)
        """The edge length of the lattice, in mm."""
        self._die = random_cube(np.zeros(2), rng)
        self._top: Top = random_top(FILMED.busy, rng)
        aim = Aim(
            tilt=math.radians(rng.uniform(*FILMED.tilt)),
            heading=rng.uniform(0, 2 * math.pi),
            roll=rng.normal() * 0.1,
            focal=rng.uniform(0.75, 1.2),
            share=_SHARE,
            least=1.0,
            most=rng.uniform(100.0, 150.0),
        )
        spots = cells * self.pitch
        self.camera: PhoneCamera = aim_camera(spots, self.tiles.radius, aim, size, rng)
        self.middle: Points = (spots.max(0) + spots.min(0)) / 2
        self.width = size[0] / self.camera.pixels_per_mm(self.middle)
        room = FILMED.rooms[int(rng.integers(len(FILMED.rooms)))]
        self._room: Room = random_room(room, self.width, rng)
        tile_px = 2 * self.tiles.radius * self.camera.pixels_per_mm(self.middle)
        fault = phone.random_fault("clean", False, tile_px, rng)
        self.noise = fault.noise
        """The deviation of the sensor's noise, of 1."""
        self._fault = replace(fault, noise=0.0)
        self.lighting: Lighting | None = None
        """How the light differs from what it was when the camera was set up, if it does."""
        self._bright = self._metered(spots)

    def look_from(self, camera: PhoneCamera) -> None:
        """Look from another place from now on."""
        self.camera = camera
        for made_for_it in ("_view", "grain"):
            self.__dict__.pop(made_for_it, None)

    def pixel(self, spot: Points, z: float | None = None) -> Points:
        """Return the pixel, (2,), at which a place (mm) is seen, at a tile's height or ``z``."""
        height = self.tiles.height if z is None else z
        pixel: Points = self.camera.project(np.array([[*spot, height]]))[0]
        return pixel

    def picture(self, laid: Laid) -> Image:
        """Return what the camera sees, BGR uint8 (height, width, 3), its noise left out."""
        light, _ = self._lit(laid)
        if self.lighting is not None:
            light *= np.nan_to_num(self.lighting(*self.camera.table_coordinates()), nan=1.0)
        shown = phone.expose(light, self._bright, self._fault, self._rng(5))
        return phone.develop(shown, self._fault, self._rng(6))

    def hand(self, whose: int) -> Layer:
        """Return a player's hand, as a layer whose tip may be put anywhere."""
        return hand_layer(self.camera, self._room, self.middle, self._sensed, self._rng(7, whose))

    def leaning(self, whose: int) -> Layer:
        """Return somebody who leans over the table."""
        rng = self._rng(8, whose)
        return leaning_layer(self.camera, self._room, self.middle, self._sensed, rng)

    @cached_property
    def grain(self) -> Image:
        """Noise of the sensor in grey levels, int8, larger than the picture by 160 each way."""
        height, width = self.camera.height + _NOISE_ROOM, self.camera.width + _NOISE_ROOM
        levels = phone.grain(height, width, self._rng(9)) * np.float32(255 * self.noise)
        return np.asarray(np.clip(np.round(levels), -127, 127), np.int8)

    def noisy(self, picture: Image, number: int) -> Image:
        """Return a picture with the noise of one frame on it."""
        down, across = self._rng(10, number).integers(0, _NOISE_ROOM, 2)
        height, width = picture.shape[:2]
        grain = self.grain[down : down + height, across : across + width]
        return np.asarray(cv2.add(picture, grain, dtype=cv2.CV_8U), np.uint8)

    def _rng(self, *what: int) -> np.random.Generator:
        return np.random.default_rng((self._seed, *what))

    def _sensed(self, light: Float32s) -> Float32s:
        return phone.expose(light, self._bright, self._fault, self._rng(5))

    @cached_property
    def _view(self) -> _View:
        sheet = Sheet(self.camera)
        paint_top(sheet, self._top, self.middle, self._rng(3), self.width)
        fields = Shadows(sheet, self._room.lamps).fields(self.middle, self._rng(4))
        return _View(sheet, fields, {})

    def _metered(self, spots: Points) -> float:
        """Return how bright the table is with tiles on half of the spots: exposure is kept."""
        tiles = tuple(Placed((float(x), float(y)), 0.0) for x, y in spots[::2])
        return phone.metered(*self._lit(Laid(tiles)))

    def _lit(self, laid: Laid) -> tuple[Float32s, Any]:
        """Return the light that reaches the camera, and the numbers of what is seen."""
        view = self._view
        sheet = copy(view.sheet)
        for name in ("color", "coverage", "gloss", "objects", "inks"):
            setattr(sheet, name, getattr(view.sheet, name).copy())
        stage = Stage(sheet, Shadows(sheet, self._room.lamps), self._room.heading)
        for tile in sorted(laid.tiles, key=lambda t: (t.z, -stage.distance(np.array(t.place)))):
            self._paint_tile(stage, tile)
        if laid.die is not None:
            self._paint_die(stage, laid.die)
        for number, spot in enumerate(laid.glasses):
            paint_glass(stage, np.array(spot), self._rng(13, number))
        np.clip(sheet.color, 0, 1.2, out=sheet.color)
        light = sheet.color * sheet.color
        light *= stage.shadows.light_of(view.fields, self._room.ambient, self.middle)
        return light, sheet.objects

    def _paint_tile(self, stage: Stage, tile: Placed) -> None:
        spot = TileSpot(np.array(tile.place), tile.angle, tile.z)
        outline = place(HEXAGON, spot.centre, spot.angle, self.tiles.radius)
        stage.shadows.cast(outline, spot.z, spot.z + self.tiles.height)
        prints = self._view.prints
        if tile not in prints:
            press = _Press(stage.sheet)
            rng = self._rng(11, tile.piece)
            paint_tile(press, self.tiles, spot, FIRST_TILE, stage.lamp, rng, tile.back)
            prints[tile] = press.blends
        for given, named in prints[tile]:
            stage.sheet.blend(*given, **named)

    def _paint_die(self, stage: Stage, die: PlacedDie) -> None:
        centre = np.array(die.place)
        size = _LEAST_DIE / self.camera.pixels_per_mm(centre)
        cube: Cube = replace(
            self._die,
            centre=centre,
            angle=die.angle,
            value=die.value,
            size=min(max(self._die.size, size), _LARGEST_DIE),
        )
        paint_cube(stage, cube, FIRST_TILE, self._rng(12, die.value))


class _Press(Sheet):
    """Takes down what would be blended into a sheet, to blend it in any number of times."""

    def __init__(self, sheet: Sheet) -> None:
        self.__dict__.update(sheet.__dict__)
        self.blends: list[_Blend] = []

    def blend(self, *given: Any, **named: Any) -> None:
        """Take down one blend."""
        self.blends.append((given, named))
