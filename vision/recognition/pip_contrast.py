"""How far a lone pip stands out from its face, and that face from the table about it.

Marks of a cloth are fainter than pips. A crumb is as dark as one, but lies on no face.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from vision.arrays import Float32s, Float64s, Indices, Points
from vision.networks.dice import DieLook, Upward
from vision.pictures.patches import Pyramid, cut_patches, die_places

_SIDE = 56
"""Each face is looked at in so many pixels across."""
_FACE, _MIDDLE = 0.6, 0.4
"""Within so many radii there is nothing but the face; within the second lies the pip of a 1."""
_REACH = 1.0
_NEAR, _FAR = 1.2, 1.9
"""Between so many radii lies what is about a face, sides of the die among it."""
_EIGHTHS = 8
_MOST_OF_A_PIP = 95
"""The pip is larger than what is left of the middle above this percentile."""


def pip_contrasts(pyramid: Pyramid, faces: Sequence[DieLook], upward: Upward) -> Float64s:
    """Return how far what lies in the middle of faces differs from their bodies, (n,).

    In CIE L*a*b* as bytes hold it: black differs from white by 255.
    """
    away, _ = _polar(_REACH)
    result = np.empty(len(faces))
    for index, lab in enumerate(_faces(pyramid, faces, upward, _REACH)):
        body = np.median(lab[away < _FACE], axis=0)
        differs = np.linalg.norm(lab[away < _MIDDLE] - body, axis=1)
        result[index] = np.percentile(differs, _MOST_OF_A_PIP)
    return result


def outline_contrasts(pyramid: Pyramid, faces: Sequence[DieLook], upward: Upward) -> Float64s:
    """Return how far what is about faces differs from them, where it does so most, (n,).

    That is taken of each eighth of what is about them, and the second most of these counts: a face
    may be as bright as the table on some sides, and one thing may lie beside a crumb. In CIE L*a*b*
    as above.
    """
    away, eighth = _polar(_FAR)
    about = (away > _NEAR) & (away < _FAR)
    result = np.empty(len(faces))
    for index, lab in enumerate(_faces(pyramid, faces, upward, _FAR)):
        body = np.median(lab[away < _FACE], axis=0)
        sides = [np.median(lab[about & (eighth == number)], axis=0) for number in range(_EIGHTHS)]
        result[index] = sorted(np.linalg.norm(np.array(sides) - body, axis=1))[-2]
    return result


def _faces(
    pyramid: Pyramid, faces: Sequence[DieLook], upward: Upward, reach: float
) -> Iterator[Float32s]:
    """Yield pictures of faces in CIE L*a*b*, (side, side, 3), so many radii to each side."""
    centers: Points = np.array([face.center for face in faces]).reshape(-1, 2)
    radii = np.array([face.radius for face in faces])
    places = die_places(centers, radii, upward(centers), _SIDE, reach)
    for patch in cut_patches(pyramid, places, _SIDE):
        soft = cv2.GaussianBlur(patch, (0, 0), 0.8)
        yield cv2.cvtColor(soft, cv2.COLOR_BGR2LAB).astype(np.float32)


def _polar(reach: float) -> tuple[Float64s, Indices]:
    """Return of each pixel of such a picture how many radii it is away, and in which eighth."""
    steps = ((np.arange(_SIDE) + 0.5) / _SIDE * 2 - 1) * reach
    across, down = np.meshgrid(steps, steps)
    eighth = np.round(np.arctan2(down, across) / (2 * np.pi) * _EIGHTHS).astype(np.intp)
    return np.hypot(across, down), eighth % _EIGHTHS
