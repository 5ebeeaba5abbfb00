"""Cut out how high faces are, for the height network to learn: ``python -m training.mine_heights``.

Of every scene of a folder it writes the patches of the topmost tiles of stacks, and of tiles on the
table before which no other lies, with how far the sides below their faces are seen to reach. All of
that is known of scenes, so no reader is asked.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import dataclass
from itertools import compress
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.scene_files import Labels, load_labels, load_picture
from training.synthesis.camera import Camera
from vision.arrays import Float64s, Patches, Points
from vision.pictures.patches import (
    HEIGHT_REACH,
    HEIGHT_SIDE,
    Pyramid,
    cut_patches,
    height_places,
)
from vision.recognition.stacks import is_bare_before

MARGIN = 1.125
"""How much larger than the reader's the stored patches are."""
STORED = round(HEIGHT_SIDE * MARGIN)
_SEEN = 0.6
"""So much of a tile must be seen."""
_UNEVEN = 0.05
"""Edges that differ by more than this share are not those of a face that lies level."""
_ON_ANOTHER = 1.5
"""What is on a stack is at least so many times as high as a tile."""
_FLAT_A_SCENE = 5
_PER_FILE = 500


@dataclass(frozen=True)
class SidesBelow:
    """What is known of one face and of what carries it.

    Attributes
    ----------
    reach
        How far the sides below it are seen to reach, on its own plane, in edge lengths.
    turn
        Where its white tip is, seen from the way that leads towards the camera (radians).
    is_stacked
        Whether it is the topmost of a stack.
    """

    reach: float
    turn: float
    is_stacked: bool


def camera_of(truth: dict[str, Any]) -> Camera:
    """Return the camera that saw a scene, from what its truth file says."""
    matrix = np.array(truth["camera_matrix"])
    columns = np.linalg.inv(matrix) @ np.array(truth["table_homography"])
    columns /= math.sqrt(float(np.prod(np.linalg.norm(columns[:, :2], axis=0))))
    columns *= np.sign(columns[2, 2])
    rotation = np.column_stack([columns[:, :2], np.cross(columns[:, 0], columns[:, 1])])
    position = -rotation.T @ columns[:, 2]
    if position[2] < 0:
        rotation[:, 2] *= -1
        position = -rotation.T @ columns[:, 2]
    bend = float(truth["dist_coeffs"][0])
    return Camera(truth["width"], truth["height"], matrix, rotation, position, bend)


def on_level(camera: Camera, pixels: Points, height: float) -> Points:
    """Return where pixels, (n, 2), are seen on a plane so high above the table (mm), (n, 2)."""
    bent = cv2.undistortPoints(
        pixels.reshape(-1, 1, 2), camera.matrix, np.array(camera.distortion())
    )
    rays = np.column_stack([bent.reshape(-1, 2), np.ones(len(pixels))]) @ camera.rotation
    steps = (height - camera.position[2]) / rays[:, 2]
    return np.asarray(camera.position[:2] + steps[:, None] * rays[:, :2], np.float64)


def level_of(camera: Camera, corners: Points, edge: float) -> tuple[float, Points] | None:
    """Return how high a face lies above the table (mm), and where its corners are there, (6, 2).

    The higher a plane, the smaller what is seen on it seems: a face is where its edges are as long
    as they are, ``edge`` mm. None if they are uneven on every plane, as those of one askew.
    """
    low, high = -2.0, 0.8 * float(camera.position[2])
    for _ in range(30):
        middle = (low + high) / 2
        if _edges(on_level(camera, corners, middle)).mean() > edge:
            low = middle
        else:
            high = middle
    laid = on_level(camera, corners, (low + high) / 2)
    return None if _edges(laid).std() > _UNEVEN * edge else ((low + high) / 2, laid)


def _edges(corners: Points) -> Float64s:
    """Return the lengths of the edges of a hexagon, (6,)."""
    return np.asarray(np.hypot(*(corners - np.roll(corners, 1, axis=0)).T), np.float64)


@dataclass(frozen=True)
class _Face:
    """A face of a scene: its corners on its level, (6, 2), how high that is, both in mm."""

    corners: Points
    height: float
    is_stacked: bool

    @property
    def middle(self) -> Points:
        """Its middle on that level (mm), (2,)."""
        middle: Points = self.corners.mean(axis=0)
        return middle


def mine(path: Path, rng: np.random.Generator) -> tuple[Patches, list[SidesBelow]]:
    """Return the patches of one scene, (n, side, side, 3), and what is known of each."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    labels, camera = load_labels(path), camera_of(truth)
    edge, thick = float(truth["tile_R_mm"]), float(truth["tile_height_mm"])
    faces = _faces(labels, camera, edge, thick)
    if not faces:
        return np.zeros((0, STORED, STORED, 3), np.uint8), []
    tops = [face for face in faces if face.is_stacked]
    flat = [face for face in faces if not face.is_stacked]
    kept = tops + [flat[i] for i in rng.permutation(len(flat))[:_FLAT_A_SCENE].tolist()]
    pyramid = Pyramid(load_picture(path))
    cut = [_cut(pyramid, camera, face, edge) for face in kept]
    return np.concatenate([patch for patch, _ in cut]), [known for _, known in cut]


def _faces(labels: Labels, camera: Camera, edge: float, thick: float) -> list[_Face]:
    """Return the faces of a scene whose sides towards the camera are in sight."""
    laid = []
    seen = []
    for corners, visible in zip(labels.corners, labels.visible.tolist(), strict=True):
        level = level_of(camera, corners.astype(np.float64), edge)
        if level is not None:
            laid.append(_Face(level[1], thick, is_stacked=False))
            seen.append(visible > _SEEN)
    middles = np.array([face.middle for face in laid]).reshape(-1, 2)
    downs = np.array([_toward(camera, middle) for middle in middles]).reshape(-1, 2)
    kept = list(compress(laid, is_bare_before(middles / edge, downs) & seen)) if laid else []
    for corners in labels.aloft:
        level = level_of(camera, corners.astype(np.float64), edge)
        if level is not None and level[0] > _ON_ANOTHER * thick:
            kept.append(_Face(level[1], level[0], is_stacked=True))
    return kept


def _toward(camera: Camera, middle: Points) -> Points:
    """Return the way from a place on the table towards the camera's foot, a unit vector, (2,)."""
    way = camera.position[:2] - middle
    unit: Points = way / max(float(np.hypot(*way)), 1e-6)
    return unit


def _cut(pyramid: Pyramid, camera: Camera, face: _Face, edge: float) -> tuple[Patches, SidesBelow]:
    """Return the patch of one face, (1, side, side, 3), and what is known of it."""
    down = _toward(camera, face.middle)
    tip = face.corners[0] - face.middle
    turn = math.atan2(down[0] * tip[1] - down[1] * tip[0], float(down @ tip))
    away = float(np.hypot(*(camera.position[:2] - face.middle)))
    slope = away / (float(camera.position[2]) - face.height)

    def project(points: Points) -> Points:
        laid = face.middle + edge * points
        return camera.project(np.column_stack([laid, np.full(len(laid), face.height)]))

    middle = np.zeros((1, 2))
    places = height_places(project, middle, down[None], STORED, HEIGHT_REACH * MARGIN)
    known = SidesBelow(face.height * slope / edge, turn, face.is_stacked)
    return cut_patches(pyramid, places, STORED), known


def main() -> None:
    """Mine scenes of a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("output", type=Path)
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    rng = np.random.default_rng(1)
    paths = sorted(arguments.scenes.glob("*.json"))
    for start in range(0, len(paths), _PER_FILE):
        rows = [mine(path, rng) for path in paths[start : start + _PER_FILE]]
        known = [one for _, sides in rows for one in sides]
        np.savez(
            arguments.output / f"heights{start:06d}.npz",
            patches=np.concatenate([patches for patches, _ in rows]),
            reaches=np.array([one.reach for one in known], np.float32),
            turns=np.array([one.turn for one in known], np.float32),
            stacked=np.array([one.is_stacked for one in known], np.bool_),
        )


if __name__ == "__main__":
    main()
