"""How far a lone pip stands out from the face about it: marks of a cloth are fainter than pips."""

from __future__ import annotations

from collections.abc import Sequence

import cv2
import numpy as np

from vision.arrays import Float64s, Image, Points
from vision.networks.dice import DieLook, Upward
from vision.pictures.patches import Pyramid, cut_patches, die_places

_SIDE = 56
"""Each face is looked at in so many pixels across."""
_FACE, _MIDDLE = 0.6, 0.4
"""Within so many radii there is nothing but the face; within the second lies the pip of a 1."""
_REACH = 1.0
_MOST_OF_A_PIP = 95
"""The pip is larger than what is left of the middle above this percentile."""


def pip_contrasts(pyramid: Pyramid, faces: Sequence[DieLook], upward: Upward) -> Float64s:
    """Return how far what lies in the middle of faces differs from their bodies, (n,).

    In CIE L*a*b* as bytes hold it: black differs from white by 255.
    """
    centers: Points = np.array([face.center for face in faces]).reshape(-1, 2)
    radii = np.array([face.radius for face in faces])
    places = die_places(centers, radii, upward(centers), _SIDE, _REACH)
    patches = cut_patches(pyramid, places, _SIDE)
    return np.array([_contrast(patch) for patch in patches])


def _contrast(patch: Image) -> float:
    soft = cv2.GaussianBlur(patch, (0, 0), 0.8)
    lab = cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)
    steps = ((np.arange(_SIDE) + 0.5) / _SIDE * 2 - 1) * _REACH
    away = np.hypot(*np.meshgrid(steps, steps))
    body = np.median(lab[away < _FACE], axis=0)
    differs = np.linalg.norm(lab[away < _MIDDLE] - body, axis=1)
    return float(np.percentile(differs, _MOST_OF_A_PIP))
