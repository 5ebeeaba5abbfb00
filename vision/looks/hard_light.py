"""Two pictures in which hard light hides less: one of colours alone, and one without thin lines.

A blind, or a fence, throws narrow stripes of light and shade over everything, and nothing looks
like a tile in them. Shade takes as large a share of each channel, so colours stay. A cable, or the
mirror image of a light strip, cuts a tile into parts; what lies beside it tells what it crosses.
"""

from __future__ import annotations

import math
from typing import Any

import cv2
import numpy as np

from vision.arrays import Float64s, Grey, Image, Mask, Points
from vision.looks.thresholds import (
    BESIDE_A_LINE,
    BRIGHT,
    DARK_NOISE,
    LEAST_EDGE,
    LEAST_SHARED,
    LINE_GOES_ON,
    MOST_EDGES,
    MOST_LINES,
    MOST_OF_THE_PICTURE,
    PALENESS,
    PARALLEL,
    SLENDER,
    THINNEST_LINE,
    WIDEST_LINE,
    WORKING_SIDE,
)
from vision.pictures.channels import highest, lowest


def made_small(image: Image) -> tuple[Image, float]:
    """Return a picture of the working size, (height, width, 3), and how many times smaller it is.

    One that is small already stays as it is.
    """
    scale = WORKING_SIDE / max(image.shape[:2])
    if scale >= 1:
        return image, 1.0
    small = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8), scale


def in_colors_alone(picture: Image) -> Image:
    """Return a picture, (height, width, 3), without its brightness.

    Each channel becomes its share of the brightest one, and the paler a pixel the brighter it is:
    so white stays brighter than any colour, as the networks know it from tiles.
    """
    values = picture.astype(np.float32) + np.float32(DARK_NOISE)
    most = highest(values)
    times = np.float32(BRIGHT) * (1 - PALENESS + PALENESS * lowest(values) / most) / most
    return np.asarray(values * times[..., None], np.uint8)


def without_lines(picture: Image) -> tuple[Image, Mask] | None:
    """Return a picture of the working size as it may be below long thin lines, and where they are.

    None where there are no such lines, or where they cover too much to tell what is below.
    """
    edges = _edges(np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8))
    covered = np.zeros(picture.shape[:2], np.uint8)
    for ends, width in zip(*_lines(edges), strict=True):
        start, end = np.round(ends).astype(int).tolist()
        cv2.line(covered, start, end, (255,), round(width + BESIDE_A_LINE))
    if not 0 < np.count_nonzero(covered) < MOST_OF_THE_PICTURE * covered.size:
        return None
    return np.asarray(cv2.inpaint(picture, covered, 2, cv2.INPAINT_NS), np.uint8), covered > 0


def _edges(grey: Grey) -> Points:
    """Return long straight edges, the longest first: start and end, (n, 2, 2).

    All have their brighter side on the same hand, so that those of a line run against each other.
    """
    found: Any = cv2.createLineSegmentDetector(cv2.LSD_REFINE_STD).detect(grey)[0]
    edges = np.zeros((0, 2, 2)) if found is None else found.reshape(-1, 2, 2).astype(np.float64)
    lengths = np.hypot(*(edges[:, 1] - edges[:, 0]).T)
    order = np.argsort(-lengths, kind="stable")[:MOST_EDGES]
    return np.asarray(edges[order[lengths[order] >= LEAST_EDGE]], np.float64)


def _lines(edges: Points) -> tuple[Points, Float64s]:
    """Return the lines of which two edges are the sides: start and end, (n, 2, 2), and widths (n,).

    Each is drawn on beyond what is seen of it, as what it crosses there may be as bright.
    """
    lengths = np.hypot(*(edges[:, 1] - edges[:, 0]).T)
    along = (edges[:, 1] - edges[:, 0]) / lengths[:, None]
    across = np.column_stack([-along[:, 1], along[:, 0]])
    apart = edges.mean(axis=1)[None] - edges.mean(axis=1)[:, None]
    ahead = np.einsum("ijk,ik->ij", apart, along)
    distance = np.abs(np.einsum("ijk,ik->ij", apart, across))
    half, halves = lengths[:, None] / 2, lengths[None] / 2
    shared = np.minimum(half, ahead + halves) - np.maximum(-half, ahead - halves)
    are_sides = along @ along.T < -math.cos(math.radians(PARALLEL))
    are_sides &= (distance > THINNEST_LINE) & (distance < WIDEST_LINE)
    are_sides &= (shared > np.minimum(half, halves)) & (shared > LEAST_SHARED)
    are_sides &= shared > SLENDER * distance
    one, other = np.nonzero(np.triu(are_sides, 1))
    longest = np.argsort(-lengths[one] - lengths[other], kind="stable")[:MOST_LINES]
    one, other = one[longest], other[longest]
    way = along[one] - along[other]
    way /= np.linalg.norm(way, axis=1, keepdims=True)
    ends = np.concatenate([edges[one], edges[other]], axis=1)
    middles = ends.mean(axis=1)
    places = np.einsum("nkx,nx->nk", ends - middles[:, None], way)
    first, last = places.min(axis=1) - LINE_GOES_ON, places.max(axis=1) + LINE_GOES_ON
    reach = np.stack([first, last], axis=1)[..., None] * way[:, None]
    return np.asarray(middles[:, None] + reach, np.float64), distance[one, other]
