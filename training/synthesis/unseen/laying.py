"""What lies on a made-up table: where there is room for it, and in which order it is painted."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np

from training.synthesis.canvas import FIRST_TILE
from training.synthesis.layout import LaidCluster, LaidTile, is_clear
from training.synthesis.tiles import HEXAGON, place
from training.synthesis.unseen import pieces, tableware
from training.synthesis.unseen.families import Family
from training.synthesis.unseen.solids import Cube, Stage, paint_cube, random_cube
from training.synthesis.unseen.tile_faces import TileSpot, paint_tile
from training.synthesis.unseen.tile_sets import TileSet
from vision.arrays import Float64s, Points

_LEAST_DIE = 17.0
"""Pixels along a die's edge."""
Job = tuple[float, Callable[[], None]]
"""Something to paint: how far it is from the camera (mm), and what paints it."""
MakeCube = Callable[[Points, np.random.Generator], Cube]
"""Makes up a die that lies at a place (mm)."""


@dataclass
class Table:
    """What lies on the table while a photo is made up."""

    stage: Stage
    tiles: TileSet
    clusters: list[LaidCluster]
    rng: np.random.Generator
    make_cube: MakeCube = random_cube
    taken: list[tuple[Float64s, float]] = field(default_factory=list)
    laid: list[tuple[int, LaidTile]] = field(default_factory=list)
    cubes: list[Cube] = field(default_factory=list)
    face_down: list[Points] = field(default_factory=list)

    def free_place(self, room: float) -> Points | None:
        """Return a spot (mm) in the picture with nothing within ``room`` mm, or None."""
        camera = self.stage.sheet.camera
        back = np.linalg.inv(camera.table_homography())
        for _ in range(14):
            pixel = self.rng.uniform(0.0, 1.0, 2) * np.array([camera.width, camera.height])
            spot = back @ np.array([*pixel, 1.0])
            if spot[2] * back[2, 2] <= 0:
                continue
            centre: Points = spot[:2] / spot[2]
            if self.stage.distance(centre) > 4 * camera.position[2]:
                continue
            if not is_clear(centre, room + 1.15 * self.tiles.radius, self.clusters):
                continue
            if all(np.hypot(*(centre - other)) > room + far for other, far in self.taken):
                self.taken.append((centre, room))
                return centre
        return None


def _count(limits: tuple[int, int], rng: np.random.Generator) -> int:
    return int(rng.integers(limits[0], limits[1] + 1))


def table_jobs(table: Table, family: Family) -> list[Job]:
    """Return everything to paint on the table with its distance from the camera.

    What stands on the table is placed first, so that nothing is put on top of anything.
    """
    rng, stage, tiles = table.rng, table.stage, table.tiles
    jobs: list[Job] = []
    for index, cluster in enumerate(table.clusters):
        for tile in cluster.tiles:
            number = FIRST_TILE + len(table.laid)
            table.laid.append((index, tile))
            jobs.append(tile_job(table, TileSpot(tile.centre, tile.angle), number, False))
    for _ in range(_count(family.dice, rng)):
        centre = table.free_place(13.0)
        cube = table.make_cube(centre, rng) if centre is not None else None
        # Pips on a smaller die could not be counted by anybody.
        if cube and cube.size * stage.sheet.camera.pixels_per_mm(cube.centre) > _LEAST_DIE:
            number = FIRST_TILE + len(table.laid) + len(table.cubes)
            table.cubes.append(cube)
            jobs.append((stage.distance(cube.centre), _cube_job(stage, cube, number, rng)))
    for _ in range(_count(family.supply, rng)):
        centre = table.free_place(1.1 * tiles.radius)
        if centre is not None:
            table.face_down.append(centre)
            for level in range(1 if rng.random() < 0.85 else int(rng.integers(2, 5))):
                shift = rng.normal(size=2) * 0.04 * tiles.radius * level
                spot = TileSpot(centre + shift, rng.uniform(0, 6.3), level * tiles.height)
                far, job = tile_job(table, spot, 1, True)
                jobs.append((far - 0.01 * level, job))
    for _ in range(_count(family.things, rng)):
        jobs.extend(_thing_jobs(table))
    return jobs


def tile_job(table: Table, spot: TileSpot, number: int, back: bool) -> Job:
    """Return the job of painting a tile with its shadow, face up or its ``back``."""
    stage, tiles, rng = table.stage, table.tiles, table.rng

    def job() -> None:
        outline = place(HEXAGON, spot.centre, spot.angle, tiles.radius)
        stage.shadows.cast(outline, spot.z, spot.z + tiles.height)
        paint_tile(stage.sheet, tiles, spot, number, stage.lamp, rng, back)

    return stage.distance(spot.centre), job


def _cube_job(
    stage: Stage, cube: Cube, number: int, rng: np.random.Generator
) -> Callable[[], None]:
    return lambda: paint_cube(stage, cube, number, rng)


def _thing_jobs(table: Table) -> list[Job]:
    """Return the job of painting something that is no tile, where there is room for it."""
    rng, stage, radius = table.rng, table.stage, table.tiles.radius
    kind = rng.random()
    if kind < 0.15:
        centre = table.free_place(1.4 * radius)
        if centre is None:
            return []
        spot = centre
        return [(stage.distance(spot), lambda: pieces.paint_hexagon(stage, spot, radius, rng))]
    if kind < 0.5:
        paint = pieces.PIECES[int(rng.integers(len(pieces.PIECES)))]
        room = pieces.ROOM[paint]
    else:
        paint = tableware.TABLEWARE[int(rng.integers(len(tableware.TABLEWARE)))]
        room = tableware.ROOM[paint]
    centre = table.free_place(room)
    if centre is None:
        return []
    place_now = centre
    return [(stage.distance(place_now), lambda: paint(stage, place_now, rng))]
