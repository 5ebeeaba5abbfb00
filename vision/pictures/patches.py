"""Small upright pictures of single cells and dice, cut out of a photo through a projection.

The same functions feed the reader and the training of the networks that judge the patches, so both
see the same pixels.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.arrays import Float32s, Float64s, Image, Mask, Patches, Points
from vision.pictures.reducing import halved, is_large

CELL_SIDE = 40
"""Pixels along a cell's patch."""
CELL_REACH = 1.35
"""How far a cell's patch reaches from the centre, in edge lengths."""
LIE_SIDE, LIE_REACH = 48, 1.8
"""The same of the patch of a tile among its neighbours, which shows how it lies."""
HEIGHT_SIDE, HEIGHT_REACH, HEIGHT_DOWN = 64, 1.6, 0.5
"""The same of the patch that shows how high a tile's face is: its middle is moved by the third
towards the camera, as that is where a tile's sides are seen."""
DIE_SIDE = 48
DIE_REACH = 2.4
"""How far a die's patch reaches from the middle of its upper face, in radii of that face."""
OUTSIDE = 114
"""The grey of what lies outside a picture."""
_MOST_ROWS = 30_000
"""OpenCV's remap makes no picture of more than 32,766 rows."""
_FURTHEST = 1e5
"""Nothing is looked for further off than so many pixels."""
_NODES = 5
"""Nodes along a patch at which a projection is asked."""

Projection = Callable[[Points], Points]
Places = NDArray[np.float32 | np.float64]
"""Where pixels of patches lie in a picture, x and y in its pixels, (..., 2)."""


class Pyramid:
    """A picture and its halvings, each made when first asked for.

    The first halving of a large picture takes the mean of each four pixels, which is many times as
    fast as what the others do; nothing is lost to that where so many pixels show each thing.
    """

    def __init__(self, image: Image, shown: Mask | None = None) -> None:
        """Start from a picture, BGR, (height, width, 3).

        ``shown``, (height, width), marks the pixels that show anything at all; by default every one
        does.
        """
        self._levels = [image]
        self._shown = shown
        self._is_large = is_large(image)

    def showing(self, image: Image) -> Pyramid:
        """Return that of another picture of the same size, (height, width, 3), shown as far."""
        return Pyramid(image, self._shown)

    @property
    def image(self) -> Image:
        """The picture in full."""
        return self._levels[0]

    @property
    def overall(self) -> tuple[Image, int]:
        """What looks at all of the picture go by, and how many times as large the picture is.

        It is the half of a large one, and any other picture itself.
        """
        return (self.level(1), 2) if self._is_large else (self.image, 1)

    def shows(self, places: Points) -> Mask:
        """Tell which places, (..., 2) in pixels, lie in the picture, (...)."""
        height, width = self.image.shape[:2]
        x, y = places[..., 0], places[..., 1]
        inside = (x >= 0) & (y >= 0) & (x < width) & (y < height)
        if self._shown is None:
            return np.asarray(inside)
        columns, rows = (np.where(inside, np.floor(axis), 0).astype(np.intp) for axis in (x, y))
        return np.asarray(inside & self._shown[rows, columns])

    def surely_shows(self, outlines: Points) -> Mask:
        """Tell which areas, by their corners (n, corners, 2) in pixels, are all in the picture.

        Where only parts of the picture show anything, this is not told of any.
        """
        if self._shown is not None:
            return np.zeros(len(outlines), np.bool_)
        return np.asarray(self.shows(outlines).all(axis=1))

    def level(self, halvings: int) -> Image:
        """Return the picture halved so many times."""
        while len(self._levels) <= halvings:
            last = self._levels[-1]
            by_fours = self._is_large and len(self._levels) == 1
            self._levels.append(halved(last) if by_fours else _blurred_and_halved(last))
        return self._levels[halvings]

    def start(self, halvings: int) -> float:
        """Return where the middle of the first pixel of a halving lies in the picture, in pixels.

        So far it lies from that of the picture's first pixel, both to the right and down.
        """
        return 0.5 if halvings and self._is_large else 0.0


def _blurred_and_halved(picture: Image) -> Image:
    return np.asarray(cv2.pyrDown(picture), np.uint8)


def patch_grid(side: int, reach: float) -> Points:
    """Return where a patch's pixels lie about its middle, (side * side, 2), y up, top row first."""
    steps = _steps(side, reach)
    columns, rows = np.meshgrid(steps, -steps)
    return np.column_stack([columns.ravel(), rows.ravel()])


def _steps(side: int, reach: float) -> Float64s:
    """Return where the pixels along a patch lie about its middle, (side,)."""
    return np.asarray((np.arange(side) + 0.5) / side * 2 * reach - reach, np.float64)


def halvings(pixels_per_step: float) -> int:
    """Return how often to halve a picture so that a step of a patch is under 1.5 of its pixels."""
    levels = 0
    while pixels_per_step > 1.5 and levels < 6:
        pixels_per_step /= 2
        levels += 1
    return levels


def cut_patches(
    pyramid: Pyramid, places: Places, side: int, *, keeps_slivers: bool = False
) -> Patches:
    """Cut patches out of a picture.

    Parameters
    ----------
    pyramid
        Of the picture; patches that show much of it are cut from a halving.
    places
        Where each pixel of each patch lies in the picture (px), (n, side * side, 2).
    keeps_slivers
        Whether what a patch shows drawn out keeps all that the picture has of it, down a patch:
        across it, some may be left out then.

    Returns
    -------
    (n, side, side, 3); grey where a patch leaves the picture.
    """
    count = len(places)
    if count == 0:
        return np.zeros((0, side, side, 3), np.uint8)
    grids = np.asarray(places, np.float32).reshape(count, side, side, 2)
    steps = _steps_along(grids[:, side // 2])
    if keeps_slivers:
        steps = np.minimum(steps, _steps_along(grids[:, :, side // 2]))
    levels = np.array([halvings(step) for step in steps.tolist()])
    result = np.empty((count, side, side, 3), np.uint8)
    for level in set(levels.tolist()):
        of_level = np.flatnonzero(levels == level)
        for start in range(0, len(of_level), _MOST_ROWS // side):
            chosen = of_level[start : start + _MOST_ROWS // side]
            if len(chosen) == count:
                return _remap(pyramid, grids, level)
            result[chosen] = _remap(pyramid, grids[chosen], level)
    return result


def _steps_along(lines: Float32s) -> Float32s:
    """Return how long the steps along lines of places, (n, side, 2), are in the mean, (n,), px."""
    steps = np.diff(np.clip(lines, -_FURTHEST, _FURTHEST), axis=1)
    return np.asarray(np.hypot(*steps.transpose(2, 0, 1)).mean(axis=1))


def _remap(pyramid: Pyramid, grids: Float32s, level: int) -> Patches:
    """Cut patches out of a halving of a picture; ``grids`` are its full pixels, (n, s, s, 2)."""
    side = grids.shape[1]
    flat = np.clip(grids, -_FURTHEST, _FURTHEST).reshape(-1, side, 2)
    x, y = np.ascontiguousarray(flat.transpose(2, 0, 1))
    start = np.float32(pyramid.start(level))
    if start:
        x, y = x - start, y - start
    image, times = pyramid.level(level), np.float32(0.5**level)
    border = cv2.BORDER_CONSTANT
    cut = cv2.remap(
        image, x * times, y * times, cv2.INTER_LINEAR, borderMode=border, borderValue=(OUTSIDE,) * 3
    )
    return np.asarray(cut, np.uint8).reshape(-1, side, side, 3)


def cell_places(project: Projection, centers: Points) -> Places:
    """Return where the patches of cells lie; ``centers`` is (n, 2) on the lattice's plane."""
    return projected_places(project, centers, CELL_REACH, CELL_SIDE)


def lie_places(project: Projection, centers: Points, turns: Float64s) -> Places:
    """Return where the patches of tiles among their neighbours lie, white tips to the right.

    ``centers`` are those of their cells on the lattice's plane, (n, 2), ``turns`` the ways of their
    white tips there (radians), (n,).
    """
    return projected_places(project, centers, LIE_REACH, LIE_SIDE, turns)


def height_places(
    project: Projection,
    centers: Points,
    downs: Points,
    side: int = HEIGHT_SIDE,
    reach: float = HEIGHT_REACH,
) -> Places:
    """Return where the patches lie that show how high tiles' faces are above the table.

    What stands on the table points up in them. ``centers`` are those of the tiles' cells on the
    lattice's plane, (n, 2), ``downs`` the ways there that lead towards the camera, unit vectors,
    (n, 2), ``side`` the pixels along a patch, and ``reach`` how far it reaches.
    """
    middles = centers + HEIGHT_DOWN * downs
    turns = np.arctan2(downs[:, 0], -downs[:, 1])
    return projected_places(project, middles, reach, side, turns)


def projected_places(
    project: Projection,
    centers: Points,
    reach: float,
    side: int,
    turns: Float64s | None = None,
) -> Places:
    """Return where the pixels of patches lie in the picture, (n, side * side, 2).

    A projection bends little over one patch. It is asked at a few nodes, and a polynomial through
    those tells the rest (Chebyshev's nodes, Lagrange's form), to far less than a hundredth pixel.

    Parameters
    ----------
    project
        From the plane of the patches to the picture.
    centers
        The patches' middles on that plane, (n, 2).
    reach, side
        How far a patch reaches from its middle there, and its pixels along a side.
    turns
        How far each is turned there (radians), (n,); by default all are upright.
    """
    nodes, weights = _nodes(side)
    columns, rows = np.meshgrid(nodes, -nodes)
    steps = np.stack([columns, rows], axis=-1)
    if turns is not None:
        c, s = np.cos(turns), np.sin(turns)
        turned = np.stack([np.stack([c, s], axis=1), np.stack([-s, c], axis=1)], axis=1)
        steps = np.einsum("rcj,njk->nrck", steps, turned)
    plane = centers[:, None, None] + reach * steps
    known = np.moveaxis(project(plane.reshape(-1, 2)).reshape(plane.shape), -1, 0)
    places = np.empty((len(centers), side, side, 2), np.float32)
    # one small product a patch: BLAS would start threads for a large one, which cost more
    places[..., 0], places[..., 1] = weights @ known @ weights.T
    return places.reshape(len(centers), side * side, 2)


@cache
def _nodes(side: int) -> tuple[Float64s, Float64s]:
    """Return the nodes on -1..1, (k,), and what each counts for at a patch's pixels, (side, k)."""
    nodes = np.cos((np.arange(_NODES) + 0.5) * np.pi / _NODES)
    steps = (np.arange(side) + 0.5) / side * 2 - 1
    weights = [
        np.prod([(steps - other) / (node - other) for other in np.delete(nodes, index)], axis=0)
        for index, node in enumerate(nodes)
    ]
    return nodes, np.stack(weights, axis=1)


def detection_places(centers: Points, axes: Points, sides: Points) -> Places:
    """Return where the patches of detections lie, as their own frames have it; each is (n, 2)."""
    return _framed_places(centers, axes, sides, CELL_SIDE, CELL_REACH)


def die_places(
    centers: Points, radii: Float64s, up: Points, side: int = DIE_SIDE, reach: float = DIE_REACH
) -> Places:
    """Return where the patches of dice lie.

    Parameters
    ----------
    centers, radii
        Of the upper faces, (n, 2) and (n,), in pixels.
    up
        How what stands on the table points in the picture there, unit vectors, (n, 2).
    side, reach
        Pixels along a patch, and how far it reaches, in radii.
    """
    right = np.stack([-up[:, 1], up[:, 0]], axis=1)
    sizes = radii[:, None]
    return _framed_places(centers, right * sizes, up * sizes, side, reach)


def _framed_places(
    centers: Points, rightward: Points, upward: Points, side: int, reach: float
) -> Places:
    """Return where patches lie in their own frames, (n, side * side, 2).

    A frame is its middle in the picture, and the ways there that a step right and a step up in the
    patch makes, (n, 2) each. Along a row only the first of the two changes, along a column only the
    second.
    """
    steps = _steps(side, reach)
    places = np.empty((len(centers), side, side, 2), np.float32)
    for axis in (0, 1):
        columns = centers[:, axis, None] + rightward[:, axis, None] * steps
        rows = upward[:, axis, None] * -steps
        np.add(columns[:, None, :], rows[:, :, None], out=places[..., axis], casting="same_kind")
    return places.reshape(len(centers), side * side, 2)
