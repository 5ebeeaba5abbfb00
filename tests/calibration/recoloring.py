"""Sample pictures with the tiles in other colours: sets that no sample shows."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.arrays import Float64s, Image
from vision.pictures.images import load_image

Rgb = tuple[int, int, int]


def recolored(photo: Path, white: Rgb, blue: Rgb) -> tuple[Image, list[dict[str, Any]]]:
    """Return a sample picture with its set in two other colours, and the true tiles.

    What varied on a tile goes on varying: only the axis from its dark to its light colour is laid
    anew.
    """
    image = load_image(photo)
    truth = json.loads(photo.with_suffix(".json").read_text("utf-8"))
    tiles = [tile for cluster in truth["clusters"] for tile in cluster["tiles"]]
    on_tiles = np.zeros(image.shape[:2], np.uint8)
    for tile in tiles:
        cv2.fillPoly(on_tiles, [np.round(np.array(tile["corners"])).astype(np.int32)], 255)
    brightness: Float64s = image.mean(axis=2)
    low, high = np.percentile(brightness[on_tiles > 0], (10, 90))
    share = np.clip((brightness - low) / (high - low), 0, 1.15)[..., None]
    colors = np.array(blue[::-1]) * (1 - share) + np.array(white[::-1]) * share
    out = np.where(on_tiles[..., None] > 0, colors, image)
    return np.clip(out, 0, 255).astype(np.uint8), tiles
