"""Photographs as they are, as scenes without tiles: ``python -m training.photographs.plain OUT``.

Each is written in several sizes, with its dice where they are known (``dice_labels``), in the
files of ``training.synthesis``, so that the detector's training takes them like drawn scenes.
"""

from __future__ import annotations

import argparse
import json
import math
from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np

from training.photographs.dice_labels import LabelledDie, labelled_dice
from training.photographs.folders import opened, photographs_in
from vision.arrays import Image

SIDES = (240, 400, 640, 1000)
"""Longer sides (px) of what is written: as the detector sees photos at its several looks."""
_FIRST = 900_000
"""Names begin here: drawn scenes are named by their seeds, which are less."""
_QUARTERS = np.array([(math.cos(a), math.sin(a)) for a in np.arange(4) * math.pi / 2])


def plain_truth(
    name: str, size: tuple[int, int], scale: float, dice: Sequence[LabelledDie]
) -> dict[str, object]:
    """Return the truth about a photograph without tiles, scaled by ``scale`` to ``size`` (px).

    How a die's face is turned is not known, and nothing is learnt of it: any four corners do.
    """
    return {
        "image": name,
        "width": size[0],
        "height": size[1],
        "clusters": [],
        "dice": [
            {
                "value": die.value,
                "center": [scale * v for v in die.center],
                "corners": ((np.array(die.center) + die.radius * _QUARTERS) * scale).tolist(),
                "visible": 1.0,
            }
            for die in dice
        ],
    }


def write_plain(folder: Path, number: int, path: Path) -> int:
    """Write one photograph in all sizes it has; return the next free number."""
    photograph, dice = opened(path), labelled_dice(path)
    longer = max(photograph.shape[:2])
    sides = [side for side in SIDES if side < longer]
    for side in [*sides, longer] if len(sides) < len(SIDES) else sides:
        scale = side / longer
        _write(folder, f"s{number}", _scaled(photograph, scale), scale, dice)
        number += 1
    return number


def _scaled(photograph: Image, scale: float) -> Image:
    if scale == 1:
        return photograph
    smaller = cv2.resize(photograph, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(smaller, np.uint8)


def _write(
    folder: Path, name: str, picture: Image, scale: float, dice: Sequence[LabelledDie]
) -> None:
    height, width = picture.shape[:2]
    cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 98])
    truth = plain_truth(f"{name}.jpg", (width, height), scale, dice)
    (folder / f"{name}.json").write_text(json.dumps(truth), encoding="utf-8")


def main() -> None:
    """Write the photographs of the folders on the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("output", type=Path)
    parser.add_argument("folders", type=Path, nargs="+", help="of photographs without a tile")
    arguments = parser.parse_args()
    arguments.output.mkdir(parents=True, exist_ok=True)
    number = _FIRST
    for path in photographs_in(arguments.folders):
        number = write_plain(arguments.output, number, path)


if __name__ == "__main__":
    main()
