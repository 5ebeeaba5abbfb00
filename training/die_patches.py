"""Cut training patches of dice: ``python -m training.die_patches SCENES OUT``.

Each is cut about the true middle of a die's upper face at its true size, and is so much larger than
the reader's that training can shift, turn and scale it. They come from close views that are drawn
for the purpose, from whole scenes, and from what the detector wrongly takes for dice there.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from training.mine_patches import LEAST_SCORE, is_free
from training.scene_files import SEEN, Labels, load_labels, load_picture
from training.synthesis.die_scene import LIKE, MOULDED, ODD, PLAIN, DieStyle, make_die_scene
from vision.arrays import Image, Points
from vision.looks.thresholds import WORKING_SIDE
from vision.networks.detector import Detector
from vision.networks.dice import NO_DIE, VALUES
from vision.networks.inference import NETWORKS
from vision.pictures.patches import DIE_REACH, DIE_SIDE, Pyramid, cut_patches, die_places

MARGIN = 1.8
"""How much larger than the reader's the stored patches are."""
DIE_STORED = 2 * round(DIE_SIDE * MARGIN / 2)
ODD_FACE = VALUES + 1
"""The class of a face without pips: no die, to the network, but one that it aims at."""
_LEAST_RADIUS = 5.0
"""Pips of a smaller face (px) cannot be told apart."""
_APART = 2.8
"""Another die nearer than this, in radii, might be taken for the one that is meant."""
_NEAR = 2.5
"""What the detector finds farther than this from every die, in its radii, is none."""
_PER_FILE = 2000


@dataclass(frozen=True)
class DieSpot:
    """Where to cut: the middle (2,) and the radius (px) of an upper face, and its value or 0.

    ``up`` is how what stands on the table points there, a unit vector.
    """

    center: Points
    radius: float
    value: int
    up: Points


def _spot(corners: Points, value: int, up: Points) -> DieSpot:
    center = corners.mean(axis=0).astype(np.float64)
    return DieSpot(center, float(np.hypot(*(corners - center).T).mean()), value, up)


def point_below(truth: Mapping[str, Any]) -> Points:
    """Return the pixel in which all upright lines of a scene meet, given its truth.

    It is the pole of the table's vanishing line: Hartley and Zisserman, Multiple View Geometry,
    second edition, section 8.6.
    """
    matrix = np.array(truth["camera_matrix"])
    horizon = np.linalg.inv(np.array(truth["table_homography"])).T[:, 2]
    x, y, w = matrix @ matrix.T @ horizon
    return np.array([x / w, y / w])


def _up(point: Points, below: Points) -> Points:
    away = point - below
    return np.asarray(away / max(float(np.hypot(*away)), 1e-9), np.float64)


def cut(image: Image, spots: list[DieSpot]) -> Image:
    """Return patches of spots in a picture, (n, DIE_STORED, DIE_STORED, 3)."""
    centers = np.array([spot.center for spot in spots])
    radii, up = np.array([s.radius for s in spots]), np.array([s.up for s in spots])
    places = die_places(centers, radii, up, DIE_STORED, DIE_REACH * DIE_STORED / DIE_SIDE)
    return cut_patches(Pyramid(image), places, DIE_STORED)


def scene_spots(labels: Labels, below: Points) -> list[DieSpot]:
    """Return the dice of a scene that can be read, and are not right beside another."""
    spots = [
        _spot(corners, int(value), _up(corners.mean(axis=0), below))
        for corners, value in zip(labels.dice, labels.dice_values, strict=True)
    ]
    chosen = []
    for index, (spot, visible) in enumerate(zip(spots, labels.dice_visible, strict=True)):
        others = [other.center for i, other in enumerate(spots) if i != index]
        apart = min((float(np.hypot(*(spot.center - o))) for o in others), default=np.inf)
        if visible > SEEN and spot.radius > _LEAST_RADIUS and apart > _APART * spot.radius:
            chosen.append(spot)
    return chosen


def false_spots(detector: Detector, picture: Image, labels: Labels, below: Points) -> list[DieSpot]:
    """Return what the detector takes for dice, but is far from all of them."""
    return [
        DieSpot(np.array(die.center), die.radius, NO_DIE, _up(np.array(die.center), below))
        for die in detector.detect(picture, WORKING_SIDE).dice
        if die.score > LEAST_SCORE and is_free(die.center, _NEAR * die.radius, labels.dice)
    ]


def _save(target: Path, patches: list[Image], values: list[int]) -> None:
    np.savez(target, patches=np.concatenate(patches), classes=np.array(values, np.uint8))


def cut_drawn(first: int, count: int, output: Path, name: str, style: DieStyle) -> None:
    """Draw so many close views, the first from this seed, and cut their patches."""
    for start in range(first, first + count, _PER_FILE):
        target = output / f"dice_{name}{start:06d}.npz"
        if not target.exists():
            seeds = range(start, min(start + _PER_FILE, first + count))
            scenes = [make_die_scene(seed, style) for seed in seeds]
            patches = [
                cut(scene.image, [_spot(scene.corners, scene.value, scene.up)]) for scene in scenes
            ]
            shown = [ODD_FACE if style.odd and s.value else s.value for s in scenes]
            _save(target, patches, shown)


def cut_scenes(paths: list[Path], output: Path, detector: Detector | None, name: str) -> None:
    """Cut the dice of scenes, or, with a detector, what it wrongly takes for dice in them."""
    for start in range(0, len(paths), _PER_FILE):
        target = output / f"dice_{name}{start:06d}.npz"
        if target.exists():
            continue
        patches: list[Image] = []
        values: list[int] = []
        for path in paths[start : start + _PER_FILE]:
            labels = load_labels(path)
            if detector is None and not len(labels.dice):
                continue
            picture = load_picture(path)
            below = point_below(json.loads(path.read_text("utf-8")))
            spots = (
                false_spots(detector, picture, labels, below)
                if detector is not None
                else scene_spots(labels, below)
            )
            if spots:
                patches.append(cut(picture, spots))
                values += [spot.value for spot in spots]
        _save(target, patches or [np.zeros((0, DIE_STORED, DIE_STORED, 3), np.uint8)], values)


def main() -> None:
    """Cut the dice of drawn close views and of every scene in a folder."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenes", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--drawn", type=int, default=60_000, help="how many close views")
    parser.add_argument("--moulded", type=int, default=60_000, help="how many of moulded dice")
    parser.add_argument("--odd", type=int, default=0, help="how many of dice without pips")
    parser.add_argument(
        "--alike", type=int, default=0, help="how many of things alike that are none"
    )
    parser.add_argument("--first", type=int, default=0, help="the first close view's seed")
    parser.add_argument("--mined", type=int, default=6_000, help="scenes to look for false dice in")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    paths = sorted(arguments.scenes.glob("s*.json"))
    cut_scenes(paths, arguments.output, None, "seen")
    cut_scenes(
        paths[: arguments.mined], arguments.output, Detector(NETWORKS / "detector.onnx"), "false"
    )
    cut_drawn(arguments.first, arguments.drawn, arguments.output, "drawn", PLAIN)
    cut_drawn(arguments.first, arguments.moulded, arguments.output, "moulded", MOULDED)
    cut_drawn(arguments.first, arguments.odd, arguments.output, "odd", ODD)
    cut_drawn(arguments.first, arguments.alike, arguments.output, "alike", LIKE)


if __name__ == "__main__":
    main()
