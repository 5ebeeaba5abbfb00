"""Pictures of a table as it may look below its dice.

A die that lies on a tile hides the place where the tile's two halves meet, and what is left of it
is like no tile to the networks. But what lies about a die tells what it covers, more or less. So
what lies about each is drawn without it.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.arrays import Image, Mask
from vision.detection import Detection, enlarged
from vision.looks.thresholds import ABOUT_A_DIE, DIE_PX
from vision.networks.detector import DieDetection
from vision.pictures.patches import Pyramid, halvings


@dataclass(frozen=True)
class WithoutADie:
    """What a photo shows about a die, drawn without it.

    Attributes
    ----------
    picture
        What is drawn, BGR, (side, side, 3).
    covered
        What the die covers there, (side, side).
    die
        The die, in the photo.
    scale
        How many pixels of the picture one of the photo comes to.
    """

    picture: Image
    covered: Mask
    die: DieDetection
    scale: float

    def in_photo(self, tile: Detection) -> Detection:
        """Return where what lies in the picture lies in the photo."""
        moved = enlarged(tile, 1 / self.scale)
        (x, y), middle = moved.center, (len(self.picture) / self.scale - 1) / 2
        at_x, at_y = self.die.center
        return replace(moved, center=(x - middle + at_x, y - middle + at_y))


def without_the_die(
    pyramid: Pyramid,
    die: DieDetection,
    reach: float,
    down: float,
    turned: float = 0.0,
    about: float = ABOUT_A_DIE,
) -> WithoutADie:
    """Draw what a photo shows about a die without it.

    Parameters
    ----------
    pyramid
        Of the photo.
    die
        The die.
    reach, down
        How far it is painted over about the middle of its upper face, and how far below that as
        well, as its sides are seen there; in half diagonals of that face.
    turned
        How far from straight below its sides are seen, in radians, to the right of the picture.
    about
        How far about the die the picture reaches, in half diagonals.
    """
    side, scale = round(2 * about * DIE_PX), DIE_PX / die.radius
    level = halvings(1 / scale)
    times = scale * 2**level
    middle = (side - 1) / 2
    x, y = ((value + 0.5) / 2**level - 0.5 for value in die.center)
    to_picture = np.array([[times, 0, middle - times * x], [0, times, middle - times * y]])
    seen = cv2.warpAffine(
        pyramid.level(level), to_picture, (side, side), borderValue=(114.0, 114.0, 114.0)
    )
    covered = np.zeros((side, side), np.uint8)
    top = (round(middle), round(middle))
    aside, below = down * DIE_PX * math.sin(turned), down * DIE_PX * math.cos(turned)
    foot = (round(middle + aside), round(middle + below))
    cv2.line(covered, top, foot, (255,), round(2 * reach * DIE_PX))
    picture = np.asarray(cv2.inpaint(seen, covered, 3, cv2.INPAINT_TELEA), np.uint8)
    return WithoutADie(picture, covered > 0, die, scale)
