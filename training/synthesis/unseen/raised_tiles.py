"""Tiles that do not lie flat on the table: held over it, on another tile, or leaning on one."""

from __future__ import annotations

import math
from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from training.synthesis.canvas import COVER
from training.synthesis.tiles import HEXAGON
from training.synthesis.unseen.reaching_hands import paint_hand
from training.synthesis.unseen.sheet import Part, Sheet
from training.synthesis.unseen.solids import Stage
from training.synthesis.unseen.tile_faces import paint_face
from training.synthesis.unseen.tile_sets import TileSet
from vision.arrays import Float32s, Float64s, Points


@dataclass(frozen=True)
class Pose:
    """Where a tile's face is in space (mm): its middle, and two directions of length 1, (3,) each.

    ``along`` points from the middle to the white tip, ``across`` a quarter turn further
    counter-clockwise as seen from above.
    """

    centre: Points
    along: Points
    across: Points

    @property
    def upward(self) -> Float64s:
        """The direction in which the face looks."""
        return np.cross(self.along, self.across)

    def corners(self, radius: float, below: float = 0.0) -> Points:
        """Return the six corners, (6, 3) in mm, ``below`` the face."""
        way = HEXAGON @ np.stack([self.along, self.across])
        corners: Points = self.centre + radius * way - below * self.upward
        return corners


def tilted(centre: Points, angle: float, lean: float, heading: float) -> Pose:
    """Return a face at ``centre``, (3,) mm, its tip at ``angle``, that leans towards ``heading``.

    All in radians; its upper side looks ``lean`` away from straight up.
    """
    axis = np.array([-math.sin(heading), math.cos(heading), 0.0])

    def turned(way: Points) -> Points:
        c, s = math.cos(lean), math.sin(lean)
        result: Points = way * c + np.cross(axis, way) * s + axis * float(axis @ way) * (1 - c)
        return result

    along = np.array([math.cos(angle), math.sin(angle), 0.0])
    across = np.array([-math.sin(angle), math.cos(angle), 0.0])
    return Pose(np.asarray(centre, np.float64), turned(along), turned(across))


def paint_raised(stage: Stage, tiles: TileSet, pose: Pose, rng: np.random.Generator) -> None:
    """Paint a tile in the air, with its sides and its shadow; it counts as held."""
    sheet, camera = stage.sheet, stage.sheet.camera
    top, foot = (pose.corners(tiles.radius, below) for below in (0.0, tiles.height))
    if np.concatenate([top, foot])[:, 2].min() >= 0:
        stage.shadows.cast_body(top)
    for k in range(6):
        wall = np.stack([foot[k], foot[(k + 1) % 6], top[(k + 1) % 6], top[k]])
        outward = wall.mean(0) - (pose.centre - 0.5 * tiles.height * pose.upward)
        if outward @ (camera.position - wall.mean(0)) > 0:
            shade = 0.6 + 0.25 * math.cos(math.atan2(outward[1], outward[0]) - stage.lamp)
            sheet.polygon(camera.project(wall), _dim(tiles.side, shade), COVER)
    part = sheet.part(camera.project(top))
    if part is None:
        return
    lamp = stage.lamp - math.atan2(pose.along[1], pose.along[0])
    seen_from_below = float(pose.upward @ (camera.position - pose.centre)) < 0
    places = _in_face(sheet, part, pose, tiles.radius)
    paint_face(sheet, part, places, tiles, COVER, lamp, rng, back=seen_from_below)


def _dim(color: tuple[float, float, float], shade: float) -> tuple[float, float, float]:
    return color[0] * shade, color[1] * shade, color[2] * shade


def _in_face(sheet: Sheet, part: Part, pose: Pose, radius: float) -> tuple[Float32s, Float32s]:
    """Return where the pixels of a part meet a face's plane, in the tile's frame (edge lengths)."""
    eye = sheet.camera.position
    ray = np.stack(
        [sheet.x[part] - eye[0], sheet.y[part] - eye[1], np.full(sheet.x[part].shape, -eye[2])],
        axis=-1,
    )
    facing = ray @ pose.upward
    facing = np.where(np.abs(facing) < 1e-6, 1e-6, facing)
    reach = float(pose.upward @ (pose.centre - eye)) / facing
    met = eye + ray * reach[..., None] - pose.centre
    u, v = met @ pose.along / radius, met @ pose.across / radius
    off = (reach <= 0) | ~sheet.seen[part]
    return np.where(off, 9.0, u).astype(np.float32), np.where(off, 9.0, v).astype(np.float32)


def paint_held(stage: Stage, tiles: TileSet, pose: Pose, rng: np.random.Generator) -> None:
    """Paint a tile with the hand that holds it by its rim."""
    way = rng.uniform(0, 2 * math.pi)
    inward = way + math.pi + rng.normal() * 0.3
    rim = pose.centre[:2] + rng.uniform(0.6, 0.95) * tiles.radius * np.array(
        [math.cos(way), math.sin(way)]
    )
    behind = rng.random() < 0.5
    hand = _lifted(stage, max(float(pose.centre[2]) - 12.0, 0.0))
    if behind:
        paint_hand(hand, rim, rng, inward)
    paint_raised(stage, tiles, pose, rng)
    if not behind:
        paint_hand(hand, rim, rng, inward)


def _lifted(stage: Stage, height: float) -> Stage:
    """Return a stage on which things are painted so much higher (mm) than they say."""
    sheet = copy(stage.sheet)
    camera = sheet.camera
    sheet.camera = replace(camera, position=camera.position - np.array([0.0, 0.0, height]))
    return replace(stage, sheet=sheet)
