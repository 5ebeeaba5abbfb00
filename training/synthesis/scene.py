"""A whole made-up photo: table, tiles, clutter, hands, light, camera; and what is true about it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import cv2
import numpy as np

from training.synthesis import things
from training.synthesis.camera import Camera, look_at
from training.synthesis.canvas import COVER, FIRST_TILE, INK_BLUE, INK_WHITE, Canvas
from training.synthesis.faults import develop
from training.synthesis.hands import Layer, make_hand
from training.synthesis.layout import LaidCluster, LaidTile, is_clear, random_layout
from training.synthesis.lighting import bare_table, light_scene
from training.synthesis.printed_cloths import printed_cloth
from training.synthesis.raised_tiles import RaisedTile, raise_tiles
from training.synthesis.stacked_tiles import stack_tiles
from training.synthesis.textures import Texture
from training.synthesis.tiles import HEXAGON, TileLook, paint_tile, place, random_look
from vision.arrays import Image, Mask, Points


class TileSize(Protocol):
    """How large a set's tiles are: edge and height in mm."""

    @property
    def radius(self) -> float:
        """The edge."""

    @property
    def height(self) -> float:
        """How thick a tile is."""


@dataclass(frozen=True)
class SceneTile:
    """Truth about one tile in the picture: pixels, share visible (0..1), contrast (0..441).

    ``legible`` is the share (0..1) of what is seen in which its two colours can be told apart.
    """

    cluster: int
    laid: LaidTile
    center: Points
    corners: Points
    visible: float
    contrast: float
    legible: float = 1.0


@dataclass(frozen=True)
class SceneDie:
    """Truth about one die: its value, middle and corners of its upper face (px), share visible."""

    value: int
    center: Points
    corners: Points
    visible: float


@dataclass(frozen=True)
class Scene:
    """A picture, BGR uint8, and its truth; ``covered`` marks what is held above the table.

    ``face_down`` are the middles (px) of tiles that lie on their faces, where they were kept.
    ``aloft`` are the corners (px), (6, 2) each, of the faces of tiles over the table or on others.
    ``family`` and ``style`` say what kind of picture it is, ``difficulty`` what is hard about it.
    """

    image: Image
    camera: Camera
    look: TileSize
    clusters: tuple[LaidCluster, ...]
    tiles: tuple[SceneTile, ...]
    dice: tuple[SceneDie, ...]
    covered: Mask
    face_down: tuple[Points, ...] = ()
    aloft: tuple[Points, ...] = ()
    family: str = "synthetic"
    style: str = "synthetic"
    difficulty: Mapping[str, float | str] = field(default_factory=dict)


@dataclass
class _Stage:
    """What a scene is made of before it is painted."""

    camera: Camera
    look: TileLook
    clusters: list[LaidCluster]
    light: float
    tiles: list[tuple[int, LaidTile]] = field(default_factory=list)
    dice: list[things.Die] = field(default_factory=list)


def make_scene(
    seed: int,
    size: tuple[int, int] | None = None,
    top: Texture | None = None,
    on_cloth: bool = False,
    aloft: bool = False,
    loose: bool = False,
    stacks: bool = False,
) -> Scene:
    """Make up a photo from a seed; the same seed gives the same photo.

    ``size`` is its width and height (px), ``top`` what the tiles lie on; both are random by
    default. With ``on_cloth`` that is a cloth printed in the tiles' colours. With ``aloft`` a tile
    or two are held over the largest board, lie on its tiles or lean on one. With ``loose`` tiles
    lie far apart and askew. With ``stacks`` one to three stacks of tiles stand beside them.
    """
    rng = np.random.default_rng(seed)
    width, height = size or [(640, 480), (640, 360), (480, 640), (640, 480)][int(rng.integers(4))]
    stage = _set_stage(rng, width, height, np.random.default_rng((seed, 17)) if loose else None)
    if on_cloth:
        top = printed_cloth(stage.look, np.random.default_rng((seed, 11)))
    canvas = Canvas(stage.camera)
    _paint_things(canvas, stage, rng)
    layers = _reach_in(canvas, stage, rng)
    raised: list[RaisedTile] = []
    if aloft and stage.clusters:
        board = max(stage.clusters, key=lambda cluster: len(cluster.tiles))
        raising = np.random.default_rng((seed, 13))
        raised = raise_tiles(stage.camera, stage.look, board, stage.light, raising)
        layers += [layer for tile in raised for layer in tile.layers]
    if stacks:
        piling = np.random.default_rng((seed, 19))
        piles = stack_tiles(stage.camera, stage.look, stage.clusters, stage.light, piling)
        layers = [layer for pile in piles for layer in pile.layers] + layers
        raised += piles
    if raised:
        for layer in layers:
            canvas.hide(layer.alpha)
    table = bare_table(stage.camera, rng, top)
    picture, glare = light_scene(canvas, stage.look, table, rng, layers)
    image = develop(picture, rng)
    tiles = tuple(
        tile_truth(canvas, stage.look, cluster, laid, FIRST_TILE + i, image)
        for i, (cluster, laid) in enumerate(stage.tiles)
    )
    first_die = FIRST_TILE + len(stage.tiles)
    dice = tuple(_die_truth(canvas, die, first_die + i) for i, die in enumerate(stage.dice))
    covered = (canvas.objects == COVER) | (glare > 0.9)
    in_the_air = tuple(tile.corners for tile in raised)
    clusters = tuple(stage.clusters)
    return Scene(image, stage.camera, stage.look, clusters, tiles, dice, covered, aloft=in_the_air)


def _set_stage(
    rng: np.random.Generator, width: int, height: int, loosening: np.random.Generator | None
) -> _Stage:
    """Lay the tiles and place the camera; ``loosening`` tells how loosely tiles lie, if any."""
    look = random_look(rng)
    empty = rng.random() < 0.08
    count = int(rng.choice([rng.integers(1, 8), rng.integers(5, 30), rng.integers(20, 49)]))
    sloppiness = 0.0 if rng.random() < 0.5 else rng.uniform(0, 1)
    if loosening is not None:
        look = replace(look, gap=loosening.uniform(0.03, 0.1))
        sloppiness = loosening.uniform(0.6, 1.6)
    clusters = random_layout(count, look.radius, look.gap, sloppiness, rng)
    centres = np.array([tile.centre for cluster in clusters for tile in cluster.tiles])
    middle = (centres.max(0) + centres.min(0)) / 2
    extent = float((centres.max(0) - centres.min(0)).max()) + 2.2 * look.radius
    tilt = math.radians(rng.uniform(0, 20) if rng.random() < 0.4 else rng.uniform(15, 58))
    focal = width * math.exp(rng.uniform(math.log(0.65), math.log(1.9)))
    share = rng.uniform(0.3, 0.95) if rng.random() < 0.8 else rng.uniform(0.95, 1.9)
    distance = focal * extent / (share * min(width, height))
    smallest, largest = focal * 2 * look.radius / 210, focal * 2 * look.radius / 19
    distance = min(max(distance, smallest), largest)
    spread = 0.25 * distance / focal * min(width, height) * (1.2 - min(share, 1.0))
    target = middle + rng.uniform(-1, 1, 2) * spread
    camera = look_at(
        (float(target[0]), float(target[1])),
        width=width,
        height=height,
        focal=focal,
        distance=distance,
        tilt=tilt,
        heading=rng.uniform(0, 6.3),
        roll=rng.uniform(0, 6.3) if rng.random() < 0.5 else rng.normal() * 0.1,
        k1=0.0 if rng.random() < 0.4 else rng.uniform(-0.22, 0.08),
    )
    return _Stage(camera, look, [] if empty else clusters, rng.uniform(0, 6.3))


def _free_place(stage: _Stage, distance: float, rng: np.random.Generator) -> Points | None:
    """Return a spot on the table (mm) that the camera sees and no tile is near to."""
    camera = stage.camera
    back = np.linalg.inv(camera.table_homography())
    for _ in range(12):
        pixel = rng.uniform(-0.05, 1.05, 2) * np.array([camera.width, camera.height])
        spot = back @ np.array([*pixel, 1.0])
        if spot[2] * back[2, 2] <= 0:
            continue
        centre: Points = spot[:2] / spot[2]
        far = np.linalg.norm(centre - camera.position[:2]) > 6 * camera.position[2]
        if not far and is_clear(centre, distance, stage.clusters):
            return centre
    return None


def _paint_things(canvas: Canvas, stage: _Stage, rng: np.random.Generator) -> None:
    """Paint everything on the table, far things first."""
    jobs: list[tuple[float, Any]] = []
    camera, look, light = stage.camera, stage.look, stage.light
    tint_spread = rng.uniform(0, 0.06)
    for cluster_index, cluster in enumerate(stage.clusters):
        for tile in cluster.tiles:
            number = FIRST_TILE + len(stage.tiles)
            stage.tiles.append((cluster_index, tile))
            tint = 1 + rng.normal() * tint_spread

            def job(tile: LaidTile = tile, number: int = number, tint: float = tint) -> None:
                paint_tile(canvas, look, tile.centre, tile.angle, number, light, tint)

            jobs.append((camera.depth(np.array([*tile.centre, 0.0])), job))
    jobs.extend(_clutter_jobs(canvas, stage, rng))
    for _ in range(int(rng.choice([0, 0, 1, 1, 2, 3]))):
        centre = _free_place(stage, 1.6 * look.radius, rng)
        if centre is not None:
            die = things.random_die(rng, centre)
            number = FIRST_TILE + len(stage.tiles) + len(stage.dice)
            stage.dice.append(die)

            def job_die(die: things.Die = die, number: int = number) -> None:
                things.paint_die(canvas, die, light, rng, number)

            jobs.append((camera.depth(np.array([*centre, 0.0])), job_die))
    for _, job_now in sorted(jobs, key=lambda entry: -entry[0]):
        job_now()


def _reach_in(canvas: Canvas, stage: _Stage, rng: np.random.Generator) -> list[Layer]:
    """Lay something over the tiles now and then, and return the hands that reach for them."""
    layers: list[Layer] = []
    if not stage.tiles:
        return layers

    def spot(spread: float) -> Points:
        _, tile = stage.tiles[int(rng.integers(len(stage.tiles)))]
        moved: Points = tile.centre + rng.normal(size=2) * spread
        return moved

    if rng.random() < 0.04:
        things.paint_flat_thing(canvas, spot(60), stage.light, rng, COVER)
    if rng.random() < 0.25:
        for _ in range(int(rng.integers(1, 3))):
            target = spot(40)
            if rng.random() < 0.3:
                things.paint_held_tile(canvas, stage.look, target, rng)
            layers.append(make_hand(stage.camera, target, rng))
            canvas.hide(layers[-1].alpha)
    return layers


def _clutter_jobs(
    canvas: Canvas, stage: _Stage, rng: np.random.Generator
) -> list[tuple[float, Any]]:
    jobs: list[tuple[float, Any]] = []
    look, light = stage.look, stage.light
    amount = int(rng.choice([0, 1, 2, 4, 8, 12]))
    supply = rng.random() < 0.5
    for _ in range(amount):
        kind = rng.random()
        room = look.radius * (2.05 if kind < 0.6 else rng.uniform(2.2, 4.0))
        centre = _free_place(stage, room, rng)
        if centre is None:
            continue

        def job(kind: float = kind, centre: Points = centre) -> None:
            if kind < 0.4:
                if supply:
                    things.paint_face_down(canvas, look, centre, light, rng)
                else:
                    things.paint_decoy(canvas, look, centre, light, rng)
            elif kind < 0.6:
                things.paint_decoy(canvas, look, centre, light, rng)
            elif kind < 0.75:
                things.paint_flat_thing(canvas, centre, light, rng)
            elif kind < 0.9:
                things.paint_round_thing(canvas, centre, light, rng)
            else:
                things.paint_stick(canvas, centre, rng)

        jobs.append((stage.camera.depth(np.array([*centre, 0.0])), job))
    return jobs


def tile_truth(
    canvas: Canvas,
    look: TileLook,
    cluster: int,
    laid: LaidTile,
    number: int,
    image: Image,
) -> SceneTile:
    """Return the truth about a tile painted as an object of a number, in the finished picture."""
    outline = place(HEXAGON, laid.centre, laid.angle, look.radius)
    corners = canvas.project_flat(outline, look.height)
    center = canvas.project_flat(laid.centre[None], look.height)[0]
    left, top = np.maximum(np.floor(corners.min(0)).astype(int), 0)
    right, bottom = np.ceil(corners.max(0)).astype(int) + 1
    seen = canvas.objects[top:bottom, left:right] == number
    inks = canvas.inks[top:bottom, left:right]
    pixels = image[top:bottom, left:right].astype(np.float64)
    area = max(cv2.contourArea(corners.astype(np.float32)), 1e-6)
    faces = seen & (inks > 0)
    visible = min(float(seen.sum()) / area, 1.0)
    white, blue = pixels[faces & (inks == INK_WHITE)], pixels[faces & (inks == INK_BLUE)]
    contrast = 0.0
    if len(white) and len(blue):
        contrast = float(np.linalg.norm(white.mean(0) - blue.mean(0)))
    return SceneTile(cluster, laid, center, corners, visible, contrast)


def _die_truth(canvas: Canvas, die: things.Die, number: int) -> SceneDie:
    square = place(things.rectangle(die.size, die.size), die.centre, die.angle, 1.0)
    corners = canvas.project_flat(square, die.size)
    center = canvas.project_flat(die.centre[None], die.size)[0]
    left, top = np.maximum(np.floor(corners.min(0)).astype(int), 0)
    right, bottom = np.ceil(corners.max(0)).astype(int) + 1
    mask = np.zeros(canvas.objects.shape, np.uint8)
    cv2.fillPoly(mask, [np.round(corners).astype(np.int32)], [1.0])
    seen = canvas.objects[top:bottom, left:right] == number
    inside = mask[top:bottom, left:right] > 0
    area = max(cv2.contourArea(corners.astype(np.float32)), 1e-6)
    return SceneDie(die.value, center, corners, min(float((seen & inside).sum()) / area, 1.0))
