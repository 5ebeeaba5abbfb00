"""Tiles that are held over a board, lie on others or lean on one: none of them lies on the table.

A tile in another pose is seen as one on the table is by a camera in another place. So it is painted
flat, for that camera.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from training.synthesis.camera import Camera
from training.synthesis.canvas import FIRST_TILE, Canvas
from training.synthesis.hands import Layer, make_hand
from training.synthesis.layout import LaidCluster
from training.synthesis.textures import noise
from training.synthesis.tiles import HEXAGON, TileLook, paint_tile, place
from vision.arrays import Float64s, Matrix, Points

_SIXTH = math.pi / 3
_HELD, _ON_OTHERS = 0.5, 0.75
"""So many of the tiles are held, and so many are that or lie on others; the rest leans."""
_WITH_HAND = 0.6
"""Of so many of those that are held a hand is seen."""
_STEADY_HAND, _TILTED_HAND = 0.1, 0.3
"""A hand tilts a tile by about so much (radians, a standard deviation), each as often."""


@dataclass(frozen=True)
class Pose:
    """Where a tile is: the middle of its lower face (3,) in mm, its white tip's way (radians).

    ``lean``, (3,), is about which axis it is tilted from lying flat, as long as by how much
    (radians).
    """

    place: Points
    turn: float
    lean: Points


@dataclass(frozen=True)
class RaisedTile:
    """What a camera sees of a tile over a board: the corners of its face, (6, 2), what to paint."""

    corners: Points
    layers: tuple[Layer, ...]


def raise_tiles(
    camera: Camera, look: TileLook, cluster: LaidCluster, light: float, rng: np.random.Generator
) -> list[RaisedTile]:
    """Return a tile or two over or on a board, the undermost first, with the hands that hold them.

    Parameters
    ----------
    camera, look
        Who sees the table, and the set of tiles.
    cluster
        The board.
    light
        Where the light comes from (radians), for the sides of tiles.
    """
    raised = []
    for _ in range(int(rng.choice([1, 1, 2]))):
        kind = rng.random()
        if kind < _HELD:
            pose = _held(camera, look, cluster, rng)
        else:
            pose = (_on_others if kind < _ON_OTHERS else _leaning)(look, cluster, rng)
        layers = [painted(camera, look, pose, light, rng)]
        if kind < _HELD and rng.random() < _WITH_HAND:
            way = rng.uniform(0, 2 * math.pi)
            rim = look.radius * rng.uniform(0.8, 1.5) * np.array([math.cos(way), math.sin(way)])
            layers.append(make_hand(camera, pose.place[:2] + rim, rng))
            layers = layers if rng.random() < 0.6 else layers[::-1]
        raised.append(RaisedTile(corners_of(camera, look, pose), tuple(layers)))
    return raised


def _turned(pose: Pose) -> Matrix:
    return np.asarray(cv2.Rodrigues(pose.lean)[0], np.float64)


def corners_of(camera: Camera, look: TileLook, pose: Pose) -> Points:
    """Return where the corners of a tile's face are seen (px), the white tip first, (6, 2)."""
    face = place(HEXAGON, np.zeros(2), pose.turn, look.radius)
    upright = np.column_stack([face, np.full(len(face), look.height)])
    return camera.project(upright @ _turned(pose).T + pose.place)


def painted(
    camera: Camera, look: TileLook, pose: Pose, light: float, rng: np.random.Generator
) -> Layer:
    """Return a tile in a pose, as a camera over the table sees it."""
    turned = _turned(pose)
    seen_by = replace(
        camera,
        rotation=camera.rotation @ turned,
        position=turned.T @ (camera.position - pose.place),
    )
    canvas = Canvas(seen_by)
    paint_tile(canvas, look, np.zeros(2), pose.turn, FIRST_TILE, light, rng.uniform(0.88, 1.08))
    color, alpha = canvas.flatten()
    size = camera.matrix[0, 0] / max(camera.depth(pose.place), 1.0)
    height, width = alpha.shape
    y, x = np.mgrid[0:height, 0:width].astype(np.float32) / np.float32(size)
    grain = np.clip(noise(x, y, rng.uniform(2, 15), rng), -2, 2)
    color *= ((1 + np.float32(look.grain) * 0.6 * grain) / np.maximum(alpha, 1e-3))[..., None]
    lamp, reach = rng.uniform(0, 2 * math.pi), (pose.place[2] + look.height) * size
    reach *= rng.uniform(0.2, 1.0)
    return Layer(color, alpha, (reach * math.cos(lamp), reach * math.sin(lamp)))


def _held(camera: Camera, look: TileLook, cluster: LaidCluster, rng: np.random.Generator) -> Pose:
    """Hold a tile so that it is seen over a cell, or anywhere over the board."""
    eye = camera.position
    high = min(rng.uniform(8, 120), 0.3 * float(eye[2]))
    aimed = rng.random() < 0.7
    seen = _some_cell(cluster, rng) + rng.normal(size=2) * (0.15 if aimed else 0.9) * look.radius
    over = seen + (eye[:2] - seen) * high / eye[2]
    lean = rng.normal(size=2) * (_TILTED_HAND if rng.random() < 0.5 else _STEADY_HAND)
    return Pose(np.array([*over, high]), _turn(cluster, rng, 0.6), np.array([*lean, 0.0]))


def _on_others(look: TileLook, cluster: LaidCluster, rng: np.random.Generator) -> Pose:
    """Lay a tile askew on those of the board."""
    below = cluster.tiles[int(rng.integers(len(cluster.tiles)))].centre
    way, off = rng.uniform(0, 2 * math.pi), rng.uniform(0.3, 1.1) * look.radius
    at = below + off * np.array([math.cos(way), math.sin(way)])
    return Pose(np.array([*at, look.height]), _turn(cluster, rng, 0.3), np.zeros(3))


def _leaning(look: TileLook, cluster: LaidCluster, rng: np.random.Generator) -> Pose:
    """Lean a tile against the board, its lower edge on the table in a cell beside it."""
    at = free_cell(cluster, rng)
    nearest = min(cluster.tiles, key=lambda tile: float(np.hypot(*(tile.centre - at)))).centre
    toward = (nearest - at) / max(float(np.hypot(*(nearest - at))), 1e-6)
    lean = rng.uniform(0.12, 0.6)
    apothem = math.sqrt(3) / 2 * look.radius
    shift = toward * apothem * rng.uniform(0.1, 0.5)
    axis: Float64s = np.array([toward[1], -toward[0], 0.0]) * lean
    high = apothem * math.sin(lean)
    return Pose(np.array([*(at + shift), high]), _turn(cluster, rng, 0.8), axis)


def _some_cell(cluster: LaidCluster, rng: np.random.Generator) -> Points:
    """Return the middle of a cell with a tile, or more often of a free one beside it (mm)."""
    if rng.random() < 0.3:
        return cluster.tiles[int(rng.integers(len(cluster.tiles)))].centre
    return free_cell(cluster, rng)


def free_cell(cluster: LaidCluster, rng: np.random.Generator) -> Points:
    """Return the middle of a free cell beside a board (mm), rather one that touches many tiles."""
    taken = {tile.cell for tile in cluster.tiles}
    free = sorted({n for cell in taken for n in cell.neighbours()} - taken)
    beside = [sum(n in taken for n in cell.neighbours()) for cell in free]
    chances = np.array(beside, np.float64) ** 2
    chosen = free[int(rng.choice(len(free), p=chances / chances.sum()))]
    return cluster.position(chosen)


def _turn(cluster: LaidCluster, rng: np.random.Generator, in_line: float) -> float:
    """Return a turn (radians): nearly that of the board's tiles as often as ``in_line`` says."""
    if rng.random() < in_line:
        return cluster.angle + int(rng.integers(6)) * _SIXTH + rng.normal() * 0.05
    return float(rng.uniform(0, 2 * math.pi))
