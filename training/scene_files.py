"""Made-up photos read back from disk: their pictures, and what is true about them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from vision.arrays import Bytes, Float32s, Grey, Image

SEEN, DOUBTFUL, READABLE = 0.45, 0.2, 28.0


@dataclass(frozen=True)
class Labels:
    """Truth in pixels: tiles' corners (n, 6, 2) and states, dice's corners (m, 4, 2), values.

    ``aloft`` are the corners of the faces of tiles over the table or on others, (k, 6, 2).
    """

    corners: Float32s
    visible: Float32s
    contrast: Float32s
    dice: Float32s
    dice_visible: Float32s
    dice_values: Bytes
    aloft: Float32s


def load_labels(path: Path) -> Labels:
    """Read a truth file."""
    truth = json.loads(path.read_text(encoding="utf-8"))
    tiles = [tile for cluster in truth["clusters"] for tile in cluster["tiles"]]
    dice = [die for die in truth["dice"] if "corners" in die]
    return Labels(
        np.array([t["corners"] for t in tiles], np.float32).reshape(-1, 6, 2),
        np.array([t["visible"] for t in tiles], np.float32),
        np.array([t["contrast"] for t in tiles], np.float32),
        np.array([d["corners"] for d in dice], np.float32).reshape(-1, 4, 2),
        np.array([d["visible"] for d in dice], np.float32),
        np.array([d["value"] for d in dice], np.uint8),
        np.array(truth.get("aloft", []), np.float32).reshape(-1, 6, 2),
    )


def load_picture(path: Path) -> Image:
    """Return the picture of a scene, BGR, given its truth file."""
    return np.asarray(cv2.imread(str(path.with_suffix(".jpg"))), np.uint8)


def tells_cover(path: Path) -> bool:
    """Tell whether it is known where a scene's table is covered, given its truth file."""
    return path.with_suffix(".covered.png").exists()


def load_covered(path: Path) -> Grey:
    """Return where a scene's table is covered, 255 there and 0 elsewhere, given its truth file.

    Of photographs that is not known (``tells_cover``).
    """
    covered = cv2.imread(str(path.with_suffix(".covered.png")), cv2.IMREAD_GRAYSCALE)
    return np.asarray(covered, np.uint8)
