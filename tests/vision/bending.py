"""Flat pictures as a wide-angle lens that is known would show them."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Image, Points
from vision.profiles.lens_profile import LensAccuracy, LensProfile

ZOOM = 0.72
"""How much smaller a sample is in the middle of its bent picture, so that much of it stays in."""


def barrel(width: int, height: int) -> LensProfile:
    """Return a wide-angle lens that moves the corners by a fifth of the width."""
    focal = 850.0 * width / 1280
    return LensProfile(
        camera="wide",
        width=width,
        height=height,
        focal=(focal, focal),
        center=(width / 2 - 0.5, height / 2 - 0.5),
        distortion=(-0.22, 0.05, 0.0, 0.0, -0.004),
        accuracy=LensAccuracy(20, 880, 0.08, 0.04, 0.07, 0.15, 0.0004, 0.6),
    )


def bent_picture(image: Image, lens: LensProfile) -> Image:
    """Return what the lens shows of a flat picture."""
    columns, rows = np.meshgrid(np.arange(lens.width), np.arange(lens.height))
    pixels = np.stack([columns.ravel(), rows.ravel()], axis=-1).astype(float)
    middle = np.array(lens.center)
    places = (lens.straightened(pixels) - middle) * ZOOM + middle
    maps = places.astype(np.float32).reshape(lens.height, lens.width, 2)
    return np.asarray(
        cv2.remap(image, maps, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    )


def where_bent(points: Points, lens: LensProfile) -> Points:
    """Return where the bent picture shows points of the flat one."""
    middle = np.array(lens.center)
    return lens.bent((points - middle) / ZOOM + middle)
