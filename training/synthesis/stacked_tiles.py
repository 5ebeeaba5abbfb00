"""Stacks of tiles face up, as they wait to be laid: the topmost is no tile of a board."""

from __future__ import annotations

import math

import numpy as np

from training.synthesis.camera import Camera
from training.synthesis.hands import Layer
from training.synthesis.layout import LaidCluster, is_clear
from training.synthesis.raised_tiles import Pose, RaisedTile, corners_of, free_cell, painted
from training.synthesis.tiles import TileLook
from vision.arrays import Points

_SHALLOW, _LEAST, _MOST = 4, 2, 14
"""Half of the stacks are no higher than the first; none lower or higher than the others."""
_IN_THE_LATTICE = 0.25
"""So many stand on a free cell beside a board; the others anywhere."""
_TIDY = 0.6
"""So many are piled up neatly."""
_TRIES = 12


def stack_tiles(
    camera: Camera,
    look: TileLook,
    clusters: list[LaidCluster],
    light: float,
    rng: np.random.Generator,
) -> list[RaisedTile]:
    """Return one to three stacks that the camera sees, those far from it first.

    Parameters
    ----------
    camera, look
        Who sees the table, and the set of tiles.
    clusters
        The boards and lone tiles beside which they stand.
    light
        Where the light comes from (radians), for the sides of tiles.
    """
    spots: list[Points] = []
    for _ in range(int(rng.choice([1, 1, 1, 2, 3]))):
        spot = _spot(camera, look, clusters, rng)
        if spot is not None and all(np.hypot(*(spot - old)) > 2.3 * look.radius for old in spots):
            spots.append(spot)
    spots.sort(key=lambda spot: -camera.depth(np.array([*spot, 0.0])))
    return [_stack(camera, look, spot, light, rng) for spot in spots]


def _spot(
    camera: Camera, look: TileLook, clusters: list[LaidCluster], rng: np.random.Generator
) -> Points | None:
    """Return where a stack stands (mm): on a free cell, or where no tile is near."""
    if clusters and rng.random() < _IN_THE_LATTICE:
        return free_cell(clusters[int(rng.integers(len(clusters)))], rng)
    back = np.linalg.inv(camera.table_homography())
    for _ in range(_TRIES):
        pixel = rng.uniform(0.02, 0.98, 2) * np.array([camera.width, camera.height])
        ray = back @ np.array([*pixel, 1.0])
        if ray[2] * back[2, 2] <= 0:
            continue
        spot: Points = ray[:2] / ray[2]
        is_far = np.linalg.norm(spot - camera.position[:2]) > 6 * camera.position[2]
        if not is_far and is_clear(spot, rng.uniform(1.8, 2.6) * look.radius, clusters):
            return spot
    return None


def _stack(
    camera: Camera, look: TileLook, spot: Points, light: float, rng: np.random.Generator
) -> RaisedTile:
    """Pile tiles up: each a little off the one below, some turned anyhow."""
    most = _SHALLOW if rng.random() < 0.5 else _MOST
    wanted = int(rng.integers(_LEAST, most + 1))
    count = max(min(wanted, int(0.3 * camera.position[2] / look.height)), _LEAST)
    loose = rng.uniform(0.0, 0.05) if rng.random() < _TIDY else rng.uniform(0.05, 0.15)
    turn, turning = rng.uniform(0, 2 * math.pi), rng.uniform(0.0, 0.15)
    pose = Pose(np.array([*spot, 0.0]), turn, np.zeros(3))
    pile = painted(camera, look, pose, light, rng)
    for level in range(1, count):
        off = rng.normal(size=2) * loose * look.radius
        sixths = int(rng.integers(6)) * math.pi / 3
        place = np.array([*(spot + off), level * look.height])
        pose = Pose(place, turn + sixths + rng.normal() * turning, np.zeros(3))
        pile = _laid_on(pile, painted(camera, look, pose, light, rng))
    return RaisedTile(corners_of(camera, look, pose), (pile,))


def _laid_on(below: Layer, above: Layer) -> Layer:
    """Return what is seen of both, with the shadow of the upper one alone."""
    left = below.alpha * (1 - above.alpha)
    alpha = above.alpha + left
    share = (left / np.maximum(alpha, np.float32(1e-6)))[..., None]
    color = above.color * (1 - share) + below.color * share
    return Layer(color.astype(np.float32), alpha, above.throw)
