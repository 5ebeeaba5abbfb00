"""Where a made-up game is played when it is drawn: the table, the camera, what lies where.

The camera is placed so that all that will ever lie there is in its picture, dice and tiles beside
the board included, as people do who know how large the game becomes.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property, partial

import cv2
import numpy as np

from rules import Board, Cell
from rules.judging import GAMES
from training.campaign.disturbances import Disturbance, Disturbed
from training.campaign.naming import Naming
from training.campaign.props import (
    DROPPED,
    NO_PROPS,
    PALAGEM_REACH,
    PALAGEMS_APART,
    Props,
    clockwise,
    palagems_lying,
)
from training.campaign.scene import Scene, Script, Surroundings
from training.campaign.upset_table import (
    SHARES,
    Pose,
    half_in,
    lighting,
    placed_anew,
    pushed_away,
    shoved,
    spilled,
)
from training.campaign.waiting_tiles import (
    HEAP_REACH,
    LEAST_SPOTS,
    SET_SIZE,
    SUPPLY_APART,
    Supply,
    waiting,
)
from training.synthesis.unseen.filmed_table import FilmedTable, Laid, Placed, PlacedDie
from training.synthesis.unseen.lens import PhoneCamera
from vision.arrays import Float64s, Points
from vision.lattice.projection import Projection, projection_between

SIZE = (1280, 960)
"""Width and height of the pictures."""
_RINGS = (2, 3, 4, 5, 6)
"""Rings of cells about all that are used that the camera sees, the fewest first."""
_RINGS_WITH_PROPS = (3, 4, 5, 6, 7, 8, 9)
_APART = 3.2
"""Edges between a tile of the board and one beside it, at least."""
_DIE_APART = 2.2
_BESIDE = 2
"""So many places for tiles beside the board; more lie there never."""
_DIE_PLACES = 16
_DIE_REACH = 3.0
"""Dice are thrown within so many edges of one place."""
_HELD_AT = 32.0
"""Height (mm) of a tile that a hand holds."""
_MARGIN = 0.07
"""Of the picture's sides: nothing is put nearer to them."""
_BUMP_PX = (110.0, 75.0)
_SLOPPY = 0.012
"""How far, in edges, and how many radians tiles lie off their places, as a deviation."""
_TURN = math.pi / 3
_LEVEL = 0.03
"""Palagems lie no less than this share of the picture's height above each other: which of them is
nearest to the camera is to be seen."""
_DROPPED_APART = 5.5
"""Edges from the first of the dropped tiles to any place that is used, at least."""
_GLASS_APART, _GLASS_HEIGHT = 2.6, 120.0
"""Edges from a glass to the nearest cell that is ever used, and its height at most, in mm."""


class Setting:
    """The table of one drawn game, and what lies on it in each scene."""

    def __init__(
        self,
        script: Script,
        seed: int,
        size: tuple[int, int] = SIZE,
        props: Props = NO_PROPS,
    ) -> None:
        """Set the table for a game; another seed, or another game, is another table."""
        seed = len(GAMES) * seed + GAMES.index(script.setup.game)
        self._seed, self.size, self.props = seed, size, props
        self._palagems = script.setup.palagems if props.palagems else {}
        self._lies = Pose()
        self._supply_places: list[Float64s] = []
        self._palagem_places: list[Float64s] = []
        self._dropped_place: Float64s = np.zeros(2)
        used = {cell for scene in script.scenes for cell in scene.table}
        held = [s.surroundings.held for s in script.scenes if s.surroundings.held is not None]
        self.cells = frozenset(used | {tile.cell for tile in held}) or frozenset({Cell(0, 0)})
        for rings in _RINGS if props == NO_PROPS else _RINGS_WITH_PROPS:
            around = np.array([cell.center() for cell in sorted(_grown(self.cells, rings))])
            self.table = FilmedTable(seed, size, around)
            spots = self._free_places()
            if spots is not None and self._has_room(spots):
                break
        else:
            raise RuntimeError(f"No place for dice was found beside the board of seed {seed}.")
        self.beside, self._die_places = spots[:_BESIDE], spots[_BESIDE:]
        self._base = self.table.camera
        self._stands = self._base
        self._place: tuple[object, ...] = (0, (), 0)

    def place(self, cell: Cell) -> Float64s:
        """Return where the middle of a cell lies, (2,) in mm."""
        return self._lies.of(np.array(cell.center()) * self.table.pitch)

    def die_place(self, throws: int) -> Float64s:
        """Return where the die lies after so many throws, (2,) in mm."""
        return self._die_places[(5 * throws) % len(self._die_places)]

    def arrange(self, seen: Surroundings) -> None:
        """Put the board, the lamps and the camera where they are by what has happened so far.

        A bumped camera is put right about before it is bumped again.
        """
        done, table = seen.disturbed, self.table
        self._stands = self._base
        self._lies = next(pose for pose in self._poses(done.shoves) if self._shows_all(lies=pose))
        rng = self._rng(15, done.lights)
        table.lighting = lighting(done.light, rng, table.middle, table.width)
        self._stands = next(c for c in self._cameras(done.cameras) if self._shows_all(c))
        place = seen.bumps, done.cameras, done.shoves
        if place != self._place:
            self._place = place
            table.look_from(self._bumped(seen.bumps) if seen.bumps else self._stands)

    def _poses(self, shoves: int) -> Iterator[Pose]:
        """Yield ways in which the board may lie after so many shoves, those farther off first."""
        if shoves:
            for share in SHARES[:-1]:
                rng = self._rng(16, shoves)
                yield shoved(rng, self.table.middle, self.table.pitch, share)
        yield Pose()

    def _cameras(self, done: tuple[Disturbance, ...]) -> Iterator[PhoneCamera]:
        """Yield ways in which the camera may stand after what was done with it."""
        for share in SHARES:
            rng = self._rng(17, done.count(Disturbance.REPLACED))
            yield placed_anew(self._base, done, self.table.middle, rng, share)
        yield self._base

    def laid(self, scene: Scene) -> Laid:
        """Return all that lies on the table in a scene, and the tile that is held over it."""
        seen, disturbed = scene.surroundings, scene.surroundings.disturbed
        tiles = list(self._placed(scene.table, np.zeros(2)))
        tiles += self._out_of_place(disturbed, scene.table)
        if disturbed.spilled:
            height, rng = self.table.tiles.height, self._rng(14, disturbed.spilled)
            tiles += spilled(self.beside[-1], self.table.pitch, height, rng)
        for board, place in zip(seen.beside, self.beside, strict=False):
            tiles += self._placed(board, place - self.place(min(board)))
        if seen.held is not None:
            centre = self.place(seen.held.cell)
            angle = seen.held.orientation * _TURN + self._lies.turn
            angle += float(self._rng(3, len(scene.turns)).normal() * 0.2)
            tiles.append(Placed((float(centre[0]), float(centre[1])), angle, 0, _HELD_AT))
        pitch = self.table.pitch
        tiles += palagems_lying(
            self._palagems, self._palagem_places, pitch, lambda *what: self._rng(26, *what)
        )
        dropped = Board(dict(DROPPED[: self.props.dropped]))
        tiles += self._placed(dropped, self._dropped_place - self.place(Cell(0, 0)))
        tiles += self._waiting(len(tiles))
        die = None
        if seen.die is not None:
            x, y = self.die_place(seen.throws)
            angle = float(self._rng(2, seen.throws).uniform(0, 2 * math.pi))
            die = PlacedDie(seen.die, (float(x), float(y)), angle)
        glasses = self._glass_places[: disturbed.put_down]
        return Laid(tuple(tiles), die, glasses)

    def _waiting(self, laid: int) -> Iterator[Placed]:
        """Yield the tiles that wait to be laid, so many others lying there or being held."""
        size = self.table.pitch, self.table.tiles.height
        spots, left = self._supply_places, max(SET_SIZE - laid, 0)
        yield from waiting(self.props.supply, spots, left, size, lambda *what: self._rng(24, *what))

    def _has_room(self, taken: list[Float64s]) -> bool:
        """Tell whether there is room for palagems and the supply beside some places taken."""
        pitch, spots = self.table.pitch, self._in_picture()
        cells = [self.place(cell) for cell in sorted(self.cells)]
        palagems = self._places_of_palagems(spots, cells, taken)
        if palagems is None:
            return False
        self._palagem_places = palagems
        if self.props.dropped and not self._find_place_of_dropped(spots, cells, taken):
            return False
        if self.props.supply is Supply.NONE:
            return True
        found: list[Float64s] = []
        is_heap = self.props.supply is Supply.HEAP
        reach = HEAP_REACH if is_heap else 0.0
        apart = _APART + reach
        for index in self._rng(25).permutation(len(spots)):
            spot = spots[index]
            others = _nearest(spot, [*taken, *found])
            near = _nearest(spot, cells) < apart * pitch or (
                palagems and _nearest(spot, palagems) < (apart + PALAGEM_REACH) * pitch
            )
            if not near and others > (SUPPLY_APART + reach) * pitch:
                found.append(spot)
        if found:
            found.sort(key=partial(_away, found[0]))
        self._supply_places = found
        return len(found) >= (1 if is_heap else LEAST_SPOTS)

    def _find_place_of_dropped(
        self, spots: Points, cells: list[Float64s], taken: list[Float64s]
    ) -> bool:
        """Choose where tiles were dropped, away from the board; tell whether there is room."""
        for index in self._rng(28).permutation(len(spots)):
            spot, room = spots[index], _DROPPED_APART * self.table.pitch
            if _nearest(spot, [*cells, *taken, *self._palagem_places]) > room:
                self._dropped_place = spot
                return True
        return False

    def _places_of_palagems(
        self, spots: Points, cells: list[Float64s], taken: list[Float64s]
    ) -> list[Float64s] | None:
        """Return the places of the players' palagems, clockwise; None where there is no room."""
        pitch, camera = self.table.pitch, self.table.camera
        found: list[Float64s] = []
        rows: list[float] = []
        for index in self._rng(27).permutation(len(spots)):
            if len(found) == len(self._palagems):
                break
            spot = spots[index]
            reach = PALAGEM_REACH * pitch
            around = spot + reach * np.array([(1, 0), (-1, 0), (0, 1), (0, -1)])
            pixels = camera.project(np.column_stack([around, np.zeros(len(around))]))
            is_seen = ((pixels > 0) & (pixels < self.size)).all()
            is_free = _nearest(spot, [*cells, *taken]) > _APART * pitch + reach
            is_apart = all(_away(spot, other) > PALAGEMS_APART * pitch for other in found)
            row = float(pixels[:, 1].mean())
            is_level = any(abs(row - other) < _LEVEL * self.size[1] for other in rows)
            if is_seen and is_free and is_apart and not is_level:
                found.append(spot)
                rows.append(row)
        if len(found) < len(self._palagems):
            return None
        pixels = camera.project(np.array([(*spot, 0.0) for spot in found]).reshape(-1, 3))
        return [found[index] for index in clockwise(pixels)] if found else []

    def _out_of_place(self, disturbed: Disturbed, table: Board) -> Iterator[Placed]:
        """Yield the tiles that were pushed away from the board, or not yet pushed in."""
        cells = table or self.cells
        middle = np.mean([self.place(cell) for cell in cells], axis=0)
        if disturbed.parted:
            part = np.mean([self.place(cell) for cell in disturbed.parted], axis=0)
            rng = self._rng(18, len(cells))
            yield from self._placed(
                disturbed.parted, pushed_away(rng, part - middle, self.table.pitch)
            )
        if disturbed.half_in is not None:
            cell, orientation = disturbed.half_in
            rng = self._rng(19, len(cells))
            shift, turn = half_in(rng, self.place(cell) - middle, self.table.pitch)
            (tile,) = self._placed(Board({cell: orientation}), shift)
            yield replace(tile, angle=tile.angle + turn)
        if (crooked := disturbed.crooked) is not None:
            cell, orientation = crooked.tile
            shift = self._lies.turned(np.array(crooked.off)) * self.table.pitch
            (tile,) = self._placed(Board({cell: orientation}), shift)
            yield replace(tile, angle=tile.angle + crooked.turn)

    def projection(self, naming: Naming) -> Projection:
        """Return where the lattice lies in the picture just now, its cells named like this."""
        cells = sorted(_grown(self.cells, 2))
        named = np.array([naming.cell(cell).center() for cell in cells])
        found = projection_between(named, self.cell_pixels)
        assert found is not None, "Cells that surround one another lie on no line."
        return found

    def cell_at(self, pixel: Points) -> Cell | None:
        """Return the cell that is seen at a pixel, (2,); None where none of the game is near."""
        away = np.hypot(*(self.cell_pixels - pixel).T)
        nearest = int(np.argmin(away))
        cells = sorted(_grown(self.cells, 2))
        return cells[nearest] if away[nearest] < 0.5 * self._tile_px else None

    @property
    def cell_pixels(self) -> Points:
        """Where the cells are seen that the game uses, and those around them, (n, 2) in pixels."""
        around = np.array([self.place(cell) for cell in sorted(_grown(self.cells, 2))])
        high = np.full((len(around), 1), self.table.tiles.height)
        return self.table.camera.project(np.hstack([around, high]))

    @property
    def _tile_px(self) -> float:
        return 2 * self.table.tiles.radius * self.table.camera.pixels_per_mm(self.table.middle)

    def _placed(self, board: Board, shift: Float64s) -> Iterator[Placed]:
        for cell, orientation in sorted(board.items()):
            piece = int(self._rng(1, cell.q + 100, cell.r + 100, orientation).integers(1 << 30))
            off = np.random.default_rng(piece).normal(size=3) * _SLOPPY
            x, y = self.place(cell) + shift + off[:2] * self.table.pitch
            angle = orientation * _TURN + self._lies.turn + float(off[2])
            yield Placed((float(x), float(y)), angle, piece)

    def _rng(self, *what: int) -> np.random.Generator:
        return np.random.default_rng((self._seed, 23, *what))

    def _free_places(self) -> list[Float64s] | None:
        """Return places (mm) for tiles beside the board, then for the die; None if there are none.

        All of them are in the picture, and not near any cell that is ever used.
        """
        pitch = self.table.pitch
        spots = self._in_picture()
        cells = np.array([self.place(cell) for cell in sorted(self.cells)])
        away = np.min(np.hypot(*(spots[:, None] - cells[None]).transpose(2, 0, 1)), axis=1)
        order = self._rng(4).permutation(len(spots))
        beside: list[Float64s] = []
        for index in order:
            if away[index] > _APART * pitch and all(
                np.hypot(*(spots[index] - other)) > _APART * pitch for other in beside
            ):
                beside.append(spots[index])
            if len(beside) == _BESIDE:
                break
        if len(beside) < _BESIDE:
            return None
        free = away > _DIE_APART * pitch
        for other in beside:
            free &= np.hypot(*(spots - other).T) > _DIE_APART * pitch
        for index in order:
            near = free & (np.hypot(*(spots - spots[index]).T) < _DIE_REACH * pitch)
            if free[index] and near.sum() >= _DIE_PLACES:
                chosen = self._rng(5).permutation(np.flatnonzero(near))[:_DIE_PLACES]
                return [*beside, *spots[chosen]]
        return None

    def _in_picture(self) -> Points:
        """Return places (mm), (n, 2), all over the picture."""
        camera = self.table.camera
        columns = np.linspace(_MARGIN, 1 - _MARGIN, 44) * camera.width
        rows = np.linspace(_MARGIN, 1 - _MARGIN, 33) * camera.height
        pixels = np.array([(x, y) for y in rows for x in columns])
        back = np.linalg.inv(camera.table_homography())
        spots = cv2.perspectiveTransform(pixels[None], back)[0]
        return np.asarray(spots, np.float64)

    @cached_property
    def _glass_places(self) -> tuple[tuple[float, float], ...]:
        """Places (mm) where a glass hides no cell, nor dice or tiles beside; few have one."""
        spots, used = self._in_picture(), [self.place(cell) for cell in _grown(self.cells, 1)]
        taken = np.array([*used, *self.beside, *self._die_places])
        seen = self._base.project(np.column_stack([taken, np.zeros(len(taken))]))
        room = _GLASS_APART * self.table.pitch
        for index in self._rng(20).permutation(len(spots)):
            spot = spots[index]
            if np.hypot(*(taken - spot).T).min() < room:
                continue
            heights = np.linspace(0, _GLASS_HEIGHT, 4)
            stem = self._base.project(np.array([[*spot, height] for height in heights]))
            away = np.hypot(*(stem[:, None] - seen[None]).transpose(2, 0, 1)).min()
            if away > room * self._base.pixels_per_mm(spot):
                return ((float(spot[0]), float(spot[1])),)
        return ()

    def _bumped(self, bumps: int) -> PhoneCamera:
        """Return the camera after a bump, from where all that counts is still in its picture."""
        rng = self._rng(6, bumps)
        focal = float(self._stands.matrix[0, 0])
        turn = rng.uniform(-1, 1, 2) * _BUMP_PX / focal
        vector = np.array([turn[1], -turn[0], rng.normal() * 0.03])
        step = rng.normal(size=3) * 8.0
        camera = self._stands
        for share in SHARES[:-1]:
            rotation, _ = cv2.Rodrigues(vector * share)
            camera = replace(
                self._stands,
                rotation=np.asarray(rotation, np.float64) @ self._stands.rotation,
                position=self._stands.position + step * share,
            )
            if self._shows_all(camera):
                break
        return camera

    def _shows_all(self, camera: PhoneCamera | None = None, lies: Pose | None = None) -> bool:
        """Tell whether all that counts is in the picture of a camera, the board lying somewhere."""
        camera, lies = camera or self._stands, lies or self._lies
        pitch = self.table.pitch
        places = [lies.of(np.array(cell.center()) * pitch) for cell in _grown(self.cells, 1)]
        spots = np.array([*places, *self.beside, *self._die_places])
        pixels = camera.project(np.column_stack([spots, np.zeros(len(spots))]))
        inside = (pixels > 0) & (pixels < (camera.width, camera.height))
        return bool(inside.all())


def _away(spot: Float64s, other: Float64s) -> float:
    return float(np.hypot(*(spot - other)))


def _nearest(spot: Float64s, others: list[Float64s]) -> float:
    """Return how far the nearest of some places is from a spot."""
    return float(np.hypot(*(np.array(others) - spot).T).min())


def _grown(cells: frozenset[Cell], rings: int) -> frozenset[Cell]:
    """Return cells with so many rings of others about them."""
    for _ in range(rings):
        cells = cells | {n for cell in cells for n in cell.neighbours()}
    return cells
