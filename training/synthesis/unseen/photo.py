"""A whole photo of an unseen look: table, tiles, things, hands, light, lens; and its truth."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import cv2
import numpy as np

from training.synthesis.canvas import COVER, FIRST_TILE
from training.synthesis.layout import LaidCluster, LaidTile, is_clear
from training.synthesis.scene import Scene, SceneDie, SceneTile
from training.synthesis.things import rectangle
from training.synthesis.tiles import HEXAGON, place
from training.synthesis.unseen import phone, pieces, tableware
from training.synthesis.unseen.families import Family, family_of
from training.synthesis.unseen.lamps import Shadows
from training.synthesis.unseen.legibility import legibility
from training.synthesis.unseen.lens import Aim, GivenLens, aim_camera
from training.synthesis.unseen.positions import random_position
from training.synthesis.unseen.reaching_hands import paint_hand
from training.synthesis.unseen.rooms import Room, mirror_lean, random_panels, random_room
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.solids import Cube, Stage, paint_cube, random_cube
from training.synthesis.unseen.tile_faces import SIDE_INK, TileSpot, paint_tile
from training.synthesis.unseen.tile_sets import TileSet, random_set
from training.synthesis.unseen.tops import paint_top, random_top
from vision.arrays import Float32s, Float64s, Image, Points

_SIZES = ((1280, 960), (640, 480), (1920, 1080), (960, 1280))
_LEAST_DIE = 17.0
"""Pixels along a die's edge."""
_Job = tuple[float, Callable[[], None]]


@dataclass
class _Table:
    """What lies on the table while a photo is made up."""

    stage: Stage
    tiles: TileSet
    clusters: list[LaidCluster]
    rng: np.random.Generator
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


def make_photo(
    seed: int, size: tuple[int, int] | None = None, lens: GivenLens | None = None
) -> Scene:
    """Make up a photo from a seed; the same seed gives the same photo.

    The family is the seed's (:func:`family_of`); ``size`` is (width, height) in pixels. ``lens`` is
    the camera's, which is left to chance without one.
    """
    rng = np.random.default_rng((seed, 97))
    family = family_of(seed)
    hard = bool(rng.random() < 1 / 3)
    size = size or _SIZES[int(rng.choice(4, p=[0.64, 0.12, 0.12, 0.12]))]
    tiles = random_set(rng, rng.uniform(*family.gap), rng.random() < family.other_color)
    if family.glare == 1.0:
        tiles = replace(tiles, gloss=max(tiles.gloss, rng.uniform(0.35, 1.0)))
    clusters = random_position(family, tiles.radius, tiles.gap, rng)
    board = np.array([tile.centre for cluster in clusters for tile in cluster.tiles])
    if not len(board):
        board = rng.uniform(-5, 5, (6, 2)) * tiles.radius
    aim = _random_aim(family, hard, rng)
    if lens is not None:
        aim = replace(aim, focal=lens.focal)
    camera = aim_camera(board, tiles.radius, aim, size, rng)
    if lens is not None:
        camera = replace(camera, k1=lens.k1, k2=0.0, p1=0.0, p2=0.0)
    sheet = Sheet(camera)
    middle = (board.max(0) + board.min(0)) / 2
    top = random_top(family.busy if not hard else min(1.0, family.busy + 0.2), rng)
    paint_top(sheet, top, middle, rng)
    view = camera.width / camera.pixels_per_mm(middle)
    room = random_room(family.rooms[int(rng.integers(len(family.rooms)))], view, rng)
    stage = Stage(sheet, Shadows(sheet, room.lamps), room.heading)
    table = _Table(stage, tiles, clusters, rng)
    for _, job in sorted(_jobs(table, family), key=lambda entry: -entry[0]):
        job()
    if rng.random() < family.hand:
        for _ in range(1 if rng.random() < 0.75 else 2):
            spot = board[int(rng.integers(len(board)))] + rng.normal(size=2) * 1.2 * tiles.radius
            paint_hand(stage, spot, rng)
    light = _light(table, room, family, board, rng)
    tile_px = 2 * tiles.radius * camera.pixels_per_mm(middle)
    fault = phone.random_fault(family.fault, hard, tile_px, rng)
    bright = phone.metered(light, sheet.objects)
    image = phone.develop(phone.expose(light, bright, fault, rng), fault, rng)
    return Scene(
        image=image,
        camera=camera,
        look=tiles,
        clusters=tuple(clusters),
        tiles=tuple(
            _tile_truth(table, cluster, laid, FIRST_TILE + i, image)
            for i, (cluster, laid) in enumerate(table.laid)
        ),
        dice=tuple(
            _die_truth(table, cube, FIRST_TILE + len(table.laid) + i)
            for i, cube in enumerate(table.cubes)
        ),
        covered=sheet.objects == COVER,
        face_down=tuple(sheet.flat(spot[None], tiles.height)[0] for spot in table.face_down),
        family=family.name,
        style=tiles.make,
        difficulty={
            "n_tiles": len(table.laid),
            "gap": round(tiles.gap, 3),
            "tilt": round(math.degrees(aim.tilt), 1),
            "hard": float(hard),
            "top": top.__name__,
        },
    )


def _random_aim(family: Family, hard: bool, rng: np.random.Generator) -> Aim:
    low, high = family.tilt
    tilt = math.radians(
        rng.uniform(low, high) if hard else rng.uniform(low, 0.3 * low + 0.7 * high)
    )
    least, most = family.width
    return Aim(
        tilt=tilt,
        heading=rng.uniform(0, 2 * math.pi),
        roll=rng.uniform(0, 2 * math.pi) if rng.random() < 0.4 else rng.normal() * 0.1,
        focal=rng.uniform(0.72, 1.25),
        share=rng.uniform(*family.share),
        least=least / math.sqrt(math.cos(tilt)),
        most=most if family.name != "small" else rng.uniform(least * 1.2, most),
    )


def _count(limits: tuple[int, int], rng: np.random.Generator) -> int:
    return int(rng.integers(limits[0], limits[1] + 1))


def _jobs(table: _Table, family: Family) -> list[_Job]:
    """Return everything to paint on the table with its distance from the camera.

    What stands on the table is placed first, so that nothing is put on top of anything.
    """
    rng, stage, tiles = table.rng, table.stage, table.tiles
    jobs: list[_Job] = []
    for index, cluster in enumerate(table.clusters):
        for tile in cluster.tiles:
            number = FIRST_TILE + len(table.laid)
            table.laid.append((index, tile))
            jobs.append(_tile_job(table, TileSpot(tile.centre, tile.angle), number, False))
    for _ in range(_count(family.dice, rng)):
        centre = table.free_place(13.0)
        cube = random_cube(centre, rng) if centre is not None else None
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
                far, job = _tile_job(table, spot, 1, True)
                jobs.append((far - 0.01 * level, job))
    for _ in range(_count(family.things, rng)):
        jobs.extend(_thing_jobs(table))
    return jobs


def _tile_job(table: _Table, spot: TileSpot, number: int, back: bool) -> _Job:
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


def _thing_jobs(table: _Table) -> list[_Job]:
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


def _light(
    table: _Table, room: Room, family: Family, board: Points, rng: np.random.Generator
) -> Float32s:
    """Return the light that reaches the camera, (height, width, 3), linear."""
    sheet = table.stage.sheet
    middle = (board.max(0) + board.min(0)) / 2
    np.clip(sheet.color, 0, 1.2, out=sheet.color)
    light = sheet.color * sheet.color
    light *= table.stage.shadows.light(room.ambient, middle, rng)
    if rng.random() < family.glare:
        strong = family.name == "glare"
        spot = board[int(rng.integers(len(board)))] + rng.normal(size=2) * table.tiles.radius
        lean = mirror_lean(FIRST_TILE + len(table.laid) + len(table.cubes) + 1, rng)
        power = math.exp(rng.uniform(-0.7, 1.7)) if strong else rng.uniform(0.1, 0.5)
        for panel in random_panels(sheet, spot, rng):
            glare = panel.mirrored(sheet, lean) * sheet.gloss * np.float32(power)
            light += glare[..., None] * panel.color.astype(np.float32)
    return light


def _box(corners: Points) -> tuple[slice, slice]:
    left, top = np.maximum(np.floor(corners.min(0)).astype(int), 0)
    right, bottom = np.maximum(np.ceil(corners.max(0)).astype(int) + 1, 0)
    return slice(int(top), int(bottom)), slice(int(left), int(right))


def _tile_truth(
    table: _Table, cluster: int, laid: LaidTile, number: int, image: Image
) -> SceneTile:
    sheet, tiles = table.stage.sheet, table.tiles
    corners = sheet.flat(place(HEXAGON, laid.centre, laid.angle, tiles.radius), tiles.height)
    center = sheet.flat(laid.centre[None], tiles.height)[0]
    part = _box(corners)
    inks = sheet.inks[part]
    seen = (sheet.objects[part] == number) & (inks != SIDE_INK)
    # Rounded corners take some of the face away: not the whole hexagon can be seen at best.
    area = cv2.contourArea(corners.astype(np.float32)) * (1 - 0.31 * tiles.rounding**2)
    visible = min(float(seen.sum()) / max(area, 1e-6), 1.0)
    legible, contrast = legibility(image[part], inks, seen)
    return SceneTile(cluster, laid, center, corners, visible, contrast, legible)


def _die_truth(table: _Table, cube: Cube, number: int) -> SceneDie:
    sheet = table.stage.sheet
    square = place(rectangle(cube.size, cube.size), cube.centre, cube.angle, 1.0)
    corners = sheet.flat(square, cube.size)
    center = sheet.flat(cube.centre[None], cube.size)[0]
    part = _box(corners)
    mask = np.zeros(sheet.objects.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(corners * 16).astype(np.int32)], [1.0], shift=4)
    seen = (sheet.objects[part] == number) & (mask[part] > 0)
    area = max(cv2.contourArea(corners.astype(np.float32)), 1e-6)
    return SceneDie(cube.value, center, corners, min(float(seen.sum()) / area, 1.0))
