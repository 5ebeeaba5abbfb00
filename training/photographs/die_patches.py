"""Cut training patches of dice out of photographs.

``python -m training.photographs.die_patches OUT FOLDER...`` writes files beside those of
``training.die_patches``: every labelled die of the folders, several times, and what the detector
takes for dice there that are none. A die is also made small, sharpened, grainy and compressed, as
if another had taken the picture from further away.
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from training.die_patches import DieSpot, cut
from training.photographs.dice_labels import LabelledDie, labelled_dice
from vision.arrays import Image, Points
from vision.looks.thresholds import FAR_SIDES, WORKING_SIDE
from vision.networks.detector import Detector, DieDetection
from vision.networks.dice import NO_DIE
from vision.networks.inference import NETWORKS
from vision.pictures.images import load_image

_REACH = 6.5
"""So many radii about a die are kept when it is photographed anew."""
_SMALLEST = 5.5
"""Pips of a smaller face (px) cannot be told apart."""
_UPRIGHT = math.radians(10)
"""The pictures were held upright by about so much."""
_NEAR = 2.5
"""What the detector finds farther than this from every labelled die, in its radii, is none."""
_EDGE = 1.5
"""Nearer to the picture's edge than this, in radii, a die without a label may lie."""
_LEAST_SCORE = 0.12
_PART = (0.12, 0.28)
"""A part of a die that is taken for one, such as a pip, is of such a size, in its radii."""


def again(
    photograph: Image, center: Points, radius: float, rng: np.random.Generator
) -> tuple[Image, DieSpot]:
    """Return the surroundings of a die as if photographed anew, and where it is there; value 0."""
    low = np.maximum(np.floor(center - _REACH * radius), 0).astype(int)
    high = np.ceil(center + _REACH * radius).astype(int)
    part = np.ascontiguousarray(photograph[low[1] : high[1], low[0] : high[0]])
    middle, scale = center - low, 1.0
    if radius > _SMALLEST and rng.random() < 0.6:
        scale = math.exp(rng.uniform(math.log(max(_SMALLEST / radius, 0.04)), 0.0))
        part = np.asarray(
            cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8
        )
        middle = (middle + 0.5) * scale - 0.5
    lean = rng.normal() * _UPRIGHT
    up = np.array([math.sin(lean), -math.cos(lean)])
    return _another_camera(part, rng), DieSpot(middle, radius * scale, NO_DIE, up)


def _another_camera(picture: Image, rng: np.random.Generator) -> Image:
    """Return a picture as another camera would give it: sharpened, grainy, compressed."""
    seen = picture.astype(np.float32)
    if rng.random() < 0.3:
        soft = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.7, 1.6))
        seen += np.float32(rng.uniform(0.3, 1.5)) * (seen - soft)
    if rng.random() < 0.3:
        grain = rng.standard_normal(seen.shape, dtype=np.float32)
        seen += np.float32(rng.uniform(2, 14)) * grain
    result = np.clip(seen, 0, 255).astype(np.uint8)
    if rng.random() < 0.5:
        quality = [int(cv2.IMWRITE_JPEG_QUALITY), int(rng.integers(25, 90))]
        _, code = cv2.imencode(".jpg", result, quality)
        result = np.asarray(cv2.imdecode(code, cv2.IMREAD_COLOR), np.uint8)
    return result


def false_finds(
    detector: Detector, photograph: Image, dice: Sequence[LabelledDie]
) -> list[DieDetection]:
    """Return what the detector takes for dice far from all labelled ones and from the edges."""
    height, width = photograph.shape[:2]
    finds = [die for s in (*FAR_SIDES, WORKING_SIDE) for die in detector.detect(photograph, s).dice]
    return [
        find
        for find in finds
        if find.score > _LEAST_SCORE
        and all(math.dist(find.center, d.center) > _NEAR * (find.radius + d.radius) for d in dice)
        and min(find.center) > _EDGE * find.radius
        and width - find.center[0] > _EDGE * find.radius
        and height - find.center[1] > _EDGE * find.radius
    ]


def part_of(die: LabelledDie, rng: np.random.Generator) -> tuple[tuple[float, float], float, int]:
    """Return a place on a die, its size, and that it is none: a pip of a large die is no die."""
    (x, y), (aside, below) = die.center, rng.uniform(-0.5, 0.5, 2) * die.radius
    return (x + float(aside), y + float(below)), die.radius * rng.uniform(*_PART), NO_DIE


def cut_folder(folder: Path, output: Path, cuts: int, detector: Detector) -> None:
    """Write the patches of all photographs in a folder: ``cuts`` of each die, two of each find."""
    patches: list[Image] = []
    values: list[int] = []
    for number, path in enumerate(sorted(folder.glob("*.jpg"))):
        rng = np.random.default_rng((number, 9))
        photograph, dice = load_image(path), labelled_dice(path)
        finds = false_finds(detector, photograph, dice)
        shown = [(die.center, die.radius, die.value) for die in dice for _ in range(cuts)]
        shown += [(find.center, find.radius, NO_DIE) for find in finds for _ in range(2)]
        shown += [part_of(die, rng) for die in dice if die.radius * _PART[1] > _SMALLEST]
        for center, radius, value in shown:
            patches.append(cut(*_spotted(photograph, np.array(center), radius, rng)))
            values.append(value)
    if not patches:
        raise FileNotFoundError(f"There is no die to cut in {folder}: name another folder.")
    np.savez(
        output / f"dice_real_{folder.name}.npz",
        patches=np.concatenate(patches),
        classes=np.array(values, np.uint8),
    )


def _spotted(
    photograph: Image, center: Points, radius: float, rng: np.random.Generator
) -> tuple[Image, list[DieSpot]]:
    picture, spot = again(photograph, center, radius, rng)
    return picture, [spot]


def main() -> None:
    """Cut the dice of the folders that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--cuts", type=int, default=8, help="how often each die is cut")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    cv2.setNumThreads(1)
    for folder in arguments.folders:
        cut_folder(folder, arguments.output, arguments.cuts, Detector(NETWORKS / "detector.onnx"))


if __name__ == "__main__":
    main()
