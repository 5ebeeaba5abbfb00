"""Finding the upper face of a die that lies alone in the middle of a photo.

The detector sees it in the photo made small, where a table's grain is gone; the die network aims
from there. Both know dice with pips. So several places come out for a die with other marks, and
that is taken which most guesses led to and whose rim is most like a square's.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float64s, Image, Indices, Mask, Patches, Points
from vision.networks.detector import Detector, DieDetection
from vision.networks.dice import DieJudge
from vision.pictures.patches import Pyramid, cut_patches, die_places

_SIDES = (64, 96, 128, 200, 320)
"""The photo is looked at in these sizes (px)."""
_LEAST_RADIUS = 3.0
"""Pixels of those sizes: less is a speck."""
_MOST_FOUND = 12
_GUESSES = np.array([0.8, 1.25, 2.0, 3.0])
_AWAY = 0.35
"""Shares of the picture's shorter side: a die lies so near the middle, its face's radius between
the next two."""
_SMALLEST, _LARGEST = 0.07, 0.4
_SAME_PLACE, _SAME_SIZE = 0.25, 0.2
"""In radii, and in logarithms."""
_RIM_WEIGHT, _SCORE_WEIGHT, _COMPANY_WEIGHT, _SIZE_WEIGHT = 0.85, 0.85, 1.0, 2.0
"""What counts for a place, as logarithms: how much of its edges lies on a square, how much what was
taken for a die looked like one, how many guesses led there, how large it is. Fitted on 300 drawn
photos of 50 odd dice. On 144 of others 135 faces are found, and 129 where likely pips count in the
place of the second."""
_RIM_SIDE, _RIM_REACH = 72, 1.6


@dataclass(frozen=True)
class FoundFace:
    """The upper face of a die: its middle and half its diagonal, px, and the detector's score."""

    center: tuple[float, float]
    radius: float
    score: float


class FaceFinder:
    """Finds the upper face of a die that lies alone in the middle of a photo."""

    def __init__(self, detector: Detector, judge: DieJudge) -> None:
        self._detector = detector
        self._judge = judge

    def find(self, image: Image) -> FoundFace | None:
        """Return the face in a photo, BGR; None where no die is seen that is large enough."""
        dice = self._detected(image)
        if not dice:
            return None
        centers = np.repeat(np.array([die.center for die in dice]), len(_GUESSES), axis=0)
        radii = np.outer([die.radius for die in dice], _GUESSES).ravel()
        scores = np.repeat([die.score for die in dice], len(_GUESSES))
        pyramid = Pyramid(image)
        centers, radii, _ = self._judge.settle(pyramid, centers, radii)
        kept = _is_in_the_middle(image, centers, radii)
        if not kept.any():
            return None
        centers, radii, scores = centers[kept], radii[kept], scores[kept]
        size = min(image.shape[:2])
        worth = (
            _RIM_WEIGHT * np.log(_squareness(pyramid, centers, radii))
            + _SCORE_WEIGHT * np.log(scores)
            + _COMPANY_WEIGHT * np.log(_company(centers, radii))
            + _SIZE_WEIGHT * np.log(radii / size)
        )
        best = int(worth.argmax())
        x, y = centers[best].tolist()
        return FoundFace((x, y), float(radii[best]), float(scores[best]))

    def _detected(self, image: Image) -> list[DieDetection]:
        """Return what the detector takes for dice near the middle, the likeliest first."""
        height, width = image.shape[:2]
        middle, near = ((width - 1) / 2, (height - 1) / 2), _AWAY * min(height, width)
        found = [
            die
            for side in _SIDES
            for die in self._detector.detect(image, side).dice
            if die.radius * side / max(height, width) > _LEAST_RADIUS
            and math.dist(die.center, middle) < near
        ]
        return sorted(found, key=lambda die: -die.score)[:_MOST_FOUND]


def _is_in_the_middle(image: Image, centers: Points, radii: Float64s) -> Mask:
    height, width = image.shape[:2]
    size = min(height, width)
    middle = np.array([(width - 1) / 2, (height - 1) / 2])
    near = np.linalg.norm(centers - middle, axis=1) < _AWAY * size
    return np.asarray(near & (radii > _SMALLEST * size) & (radii < _LARGEST * size))


def _company(centers: Points, radii: Float64s) -> Float64s:
    """Return how many of the places are each one's own, (n,)."""
    gaps = np.linalg.norm(centers[:, None] - centers[None], axis=2)
    sizes = np.abs(np.log(radii[:, None] / radii[None]))
    same = (gaps < _SAME_PLACE * radii[:, None]) & (sizes < _SAME_SIZE)
    return np.asarray(same.sum(axis=1), np.float64)


def _squareness(pyramid: Pyramid, centers: Points, radii: Float64s) -> Float64s:
    """Return how strong edges are on the rim of a square at each place, beside those about, (n,).

    The square may be turned in any way, and be a little larger, smaller or flatter.
    """
    up = np.tile([0.0, -1.0], (len(radii), 1))
    places = die_places(centers, radii, up, _RIM_SIDE, _RIM_REACH)
    return np.array([_rim_strength(p) for p in cut_patches(pyramid, places, _RIM_SIDE)])


def _rim_strength(patch: Patches) -> float:
    soft = np.asarray(cv2.GaussianBlur(patch.astype(np.float32), (0, 0), 1.2), np.float32)
    across, down = cv2.Sobel(soft, cv2.CV_32F, 1, 0), cv2.Sobel(soft, cv2.CV_32F, 0, 1)
    about = float(np.hypot(across, down).max(axis=2).mean()) + 1
    columns, rows, normals = _RIMS
    edges = np.abs(
        across[rows, columns] * normals[..., :1] + down[rows, columns] * normals[..., 1:]
    )
    sides = np.median(edges.max(axis=-1), axis=-1)
    # One side may be of the table's colour.
    strongest = np.sort(sides, axis=-1)[:, 1:].mean(axis=-1).max()
    return max(float(strongest) / about, 1e-3)


def _rims() -> tuple[Indices, Indices, Float64s]:
    """Return the pixels of the four sides of squares, (s, 4, n), and the normals, (s, 4, 1, 2)."""
    turns = np.linspace(0, math.pi / 2, 18, endpoint=False)[:, None] + np.arange(4) * math.pi / 2
    normals = np.stack([np.cos(turns), np.sin(turns)], axis=-1)[:, :, None]
    along = normals[..., ::-1] * np.array([-1.0, 1.0]) * np.linspace(-0.8, 0.8, 21)[:, None]
    places, ways = [], []
    for size in (0.85, 0.95, 1.05):
        for flat in (1.0, 0.9):
            places.append((normals + along) * size * math.sqrt(0.5) * np.array([1.0, flat]))
            way = normals / np.array([1.0, flat])
            ways.append(way / np.linalg.norm(way, axis=-1, keepdims=True))
    spots = (np.concatenate(places) + _RIM_REACH) / (2 * _RIM_REACH) * _RIM_SIDE - 0.5
    pixels = np.clip(np.round(spots), 0, _RIM_SIDE - 1).astype(np.intp)
    return pixels[..., 0], pixels[..., 1], np.concatenate(ways)


_RIMS = _rims()
