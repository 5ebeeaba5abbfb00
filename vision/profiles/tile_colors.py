"""The colours of tiles that were read, and whether a profile of a set's colours is theirs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Colors, Image
from vision.profiles.color_profile import ColorProfile
from vision.profiles.thresholds import LEAST_COLOR_GAP, NEAR_ITS_COLOR
from vision.profiles.tile_sampling import arches
from vision.reading import Reading, TileReading

_SMOOTHING = 1.0


@dataclass(frozen=True)
class TileColors:
    """Colours, RGB 0..255, (n, 3), at places in the white and in the blue arches of tiles."""

    white: Colors
    blue: Colors


def sure_tiles(reading: Reading) -> list[TileReading]:
    """Return the tiles of a reading that are sure."""
    return [tile for cluster in reading.clusters for tile in cluster.tiles if tile.sure]


def colors_of(image: Image, tiles: Sequence[TileReading]) -> TileColors:
    """Return the colours of tiles in the photo, BGR, that they were read in."""
    smooth = np.asarray(cv2.GaussianBlur(image, (0, 0), _SMOOTHING), np.uint8)
    nothing = np.zeros((0, 3))
    white, blue = zip((nothing, nothing), *(arches(smooth, tile) for tile in tiles), strict=True)
    return TileColors(np.concatenate(white), np.concatenate(blue))


def fits(profile: ColorProfile, image: Image, reading: Reading) -> bool | None:
    """Tell whether tiles that were read in a photo, BGR, have the colours of a profile.

    None where no tile was read for certain, which says nothing.
    """
    colors = colors_of(image, sure_tiles(reading))
    if not len(colors.white) or not len(colors.blue):
        return None
    gap = max(float(np.linalg.norm(np.subtract(profile.white, profile.blue))), LEAST_COLOR_GAP)
    return all(
        float(np.linalg.norm(np.median(seen, axis=0) - said)) < NEAR_ITS_COLOR * gap
        for seen, said in ((colors.white, profile.white), (colors.blue, profile.blue))
    )
