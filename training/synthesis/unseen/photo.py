"""A whole photo of an unseen look: table, tiles, things, hands, light, lens; and its truth."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import replace

import cv2
import numpy as np

from training.synthesis.canvas import COVER, FIRST_TILE
from training.synthesis.layout import LaidTile
from training.synthesis.scene import Scene, SceneDie, SceneTile
from training.synthesis.things import rectangle
from training.synthesis.tiles import HEXAGON, place
from training.synthesis.unseen import phone
from training.synthesis.unseen.families import Family, family_of
from training.synthesis.unseen.lamps import Shadows
from training.synthesis.unseen.laying import Table, table_jobs
from training.synthesis.unseen.legibility import legibility
from training.synthesis.unseen.lens import Aim, GivenLens, PhoneCamera, aim_camera
from training.synthesis.unseen.occasion import BareTable, Occasion
from training.synthesis.unseen.rooms import Room, mirror_lean, random_panels, random_room
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.solids import Cube, Stage
from training.synthesis.unseen.tile_faces import SIDE_INK
from training.synthesis.unseen.tile_sets import TileSet
from vision.arrays import Float32s, Image, Points


def make_photo(
    seed: int, size: tuple[int, int] | None = None, lens: GivenLens | None = None
) -> Scene:
    """Make up a photo from a seed; the same seed gives the same photo.

    The family is the seed's (:func:`family_of`); ``size`` is (width, height) in pixels. ``lens`` is
    the camera's, which is left to chance without one.
    """
    rng = np.random.default_rng((seed, 97))
    return photo_of(Occasion(family_of(seed)), rng, size, lens)


def photo_of(
    occasion: Occasion,
    rng: np.random.Generator,
    size: tuple[int, int] | None = None,
    lens: GivenLens | None = None,
) -> Scene:
    """Make up a photo of an occasion; ``size`` and ``lens`` are left to chance without one."""
    family = occasion.family
    hard = bool(rng.random() < 1 / 3)
    size = size or occasion.size(rng)
    tiles = occasion.tile_set(rng)
    clusters = occasion.position(tiles, rng)
    board = np.array([tile.centre for cluster in clusters for tile in cluster.tiles])
    if not len(board):
        board = rng.uniform(-5, 5, (6, 2)) * tiles.radius
    aim = occasion.aim(hard, rng)
    camera = _camera(board, tiles, aim, size, lens or occasion.lens(aim, rng), rng)
    sheet = Sheet(camera)
    middle = (board.max(0) + board.min(0)) / 2
    top = occasion.lay_top(BareTable(sheet, tiles, middle, hard, rng))
    view = camera.width / camera.pixels_per_mm(middle)
    room = random_room(family.rooms[int(rng.integers(len(family.rooms)))], view, rng)
    stage = Stage(sheet, Shadows(sheet, room.lamps), room.heading)
    table = Table(stage, tiles, clusters, rng, occasion.die)
    occasion.lay_under(table)
    jobs = [*table_jobs(table, family), *occasion.jobs(table)]
    for _, job in sorted(jobs, key=lambda entry: -entry[0]):
        job()
    occasion.reach_over(table, board)
    light = _light(table, room, family, board, rng)
    tile_px = 2 * tiles.radius * camera.pixels_per_mm(middle)
    fault = phone.random_fault(family.fault, hard, tile_px, rng)
    bright = phone.metered(light, sheet.objects)
    image = phone.develop(phone.expose(light, bright, fault, rng), fault, rng)
    sent = occasion.sent(image, rng)
    difficulty: Mapping[str, float | str] = {
        "n_tiles": len(table.laid),
        "gap": round(tiles.gap, 3),
        "tilt": round(math.degrees(aim.tilt), 1),
        "hard": float(hard),
        "top": top,
    }
    if sent is image:
        return _scene(table, family, image, difficulty)
    shown = np.asarray(cv2.resize(sent, size), np.uint8)
    return _resampled(_scene(table, family, shown, difficulty), sent)


def _camera(
    board: Points,
    tiles: TileSet,
    aim: Aim,
    size: tuple[int, int],
    lens: GivenLens | None,
    rng: np.random.Generator,
) -> PhoneCamera:
    if lens is None:
        return aim_camera(board, tiles.radius, aim, size, rng)
    camera = aim_camera(board, tiles.radius, replace(aim, focal=lens.focal), size, rng)
    return replace(camera, k1=lens.k1, k2=0.0, p1=0.0, p2=0.0)


def _scene(
    table: Table, family: Family, image: Image, difficulty: Mapping[str, float | str]
) -> Scene:
    """Return what is true of a table, and of its picture ``image``, of the sheet's size."""
    sheet, tiles = table.stage.sheet, table.tiles
    return Scene(
        image=image,
        camera=sheet.camera,
        look=tiles,
        clusters=tuple(table.clusters),
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
        difficulty=difficulty,
    )


def _resampled(scene: Scene, image: Image) -> Scene:
    """Return the scene of another picture of it, BGR uint8, that is smaller or larger."""
    height, width = image.shape[:2]
    scale = width / scene.camera.width
    matrix = scene.camera.matrix.copy()
    matrix[:2] *= scale
    matrix[:2, 2] += (scale - 1) / 2

    def moved(points: Points) -> Points:
        places: Points = (points + 0.5) * scale - 0.5
        return places

    return replace(
        scene,
        image=image,
        camera=replace(scene.camera, width=width, height=height, matrix=matrix),
        tiles=tuple(
            replace(tile, center=moved(tile.center), corners=moved(tile.corners))
            for tile in scene.tiles
        ),
        dice=tuple(
            replace(die, center=moved(die.center), corners=moved(die.corners)) for die in scene.dice
        ),
        covered=cv2.resize(scene.covered.astype(np.uint8), (width, height)) > 0,
        face_down=tuple(moved(spot) for spot in scene.face_down),
    )


def _light(
    table: Table, room: Room, family: Family, board: Points, rng: np.random.Generator
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


def _tile_truth(table: Table, cluster: int, laid: LaidTile, number: int, image: Image) -> SceneTile:
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


def _die_truth(table: Table, cube: Cube, number: int) -> SceneDie:
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
