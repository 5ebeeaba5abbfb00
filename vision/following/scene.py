"""How a table looked in one look, on a grid of places, and as a camera that was moved sees it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.arrays import Float32s, Image, Mask, Matrix, Points
from vision.following.details import altered_places, refined_way
from vision.following.places import Places
from vision.following.thresholds import (
    CAMERA_MOVED,
    COVERED,
    DARK,
    LARGE_CHANGE,
    LARGE_CHANGE_COVERED,
    LARGE_SHARE,
    MOST_DRIFTED,
    UNLIKE,
)
from vision.networks.detector import Detections
from vision.pictures.channels import highest


@dataclass(frozen=True)
class Scene:
    """How a table looked in one look, on the grid.

    Attributes
    ----------
    picture
        Small, BGR (rows, columns, 3).
    cover
        How likely something hides the table, (rows, columns).
    came
        Where it is hidden by what came while the game was followed, (rows, columns).
    unknown
        Where an arm lies that the table tells, though the detector may not know it,
        (rows, columns).
    step
        How many pixels of the whole picture lie between two places.
    """

    picture: Float32s
    cover: Float32s
    came: Mask
    unknown: Mask
    step: float

    @property
    def over_it(self) -> Mask:
        """Where something came over the table, (rows, columns)."""
        return self.came | self.unknown


def scene_of(picture: Image, detections: Detections, step: float) -> Scene:
    """Return how the table of a picture looks, ``step`` pixels lying between two places."""
    height, width = (max(round(side / step), 1) for side in picture.shape[:2])
    small = cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA)
    rows, columns = (max(round(side / detections.step), 1) for side in picture.shape[:2])
    cover = cv2.resize(detections.cover[:rows, :columns], (width, height))
    nothing = np.zeros((height, width), np.bool_)
    return Scene(small.astype(np.float32), np.asarray(cover, np.float32), nothing, nothing, step)


def changed_places(now: Float32s, before: Float32s) -> Mask:
    """Tell where two pictures differ by more than the light on them all and its colour.

    That is told by what most places show. Somebody who hides more than half of them tells nothing
    of the light: where fewer places differ in the light as it was, it is as it was.
    """
    if now.shape != before.shape:
        return np.ones(now.shape[:2], np.bool_)
    ratios = (now[::2, ::2] + DARK) / (before[::2, ::2] + DARK)
    apart = now - before * np.median(ratios, axis=(0, 1))
    apart -= np.median(apart[::2, ::2], axis=(0, 1))
    in_other_light, as_it_was = _far(apart), places_unlike(now, before)
    return as_it_was if as_it_was.sum() < in_other_light.sum() else in_other_light


def places_unlike(now: Float32s, before: Float32s) -> Mask:
    """Tell where two pictures of one size differ in the light as it is."""
    return _far(now - before)


def _far(apart: Float32s) -> Mask:
    """Tell where two pictures lie far apart, by how far they do, (rows, columns, 3)."""
    return np.asarray(highest(np.abs(cv2.blur(apart, (3, 3)))) > UNLIKE, np.bool_)


def seen_from(
    before: Scene, scene: Scene, ways: Sequence[Matrix], tiles: Sequence[Points]
) -> Scene:
    """Return how a scene would look from where the camera is now, which took a later scene.

    Parameters
    ----------
    before, scene
        The two scenes.
    ways
        How pixels of the first may lie in the second, each (3, 3), the camera being moved.
    tiles
        Outlines of the tiles that are seen in the second one, each (6, 2) in pixels. The table
        around them may tell the way better than they do, but not that they went elsewhere.
    """
    looks = (_moved(before, way, scene) for way in _finer_ways(before, scene, ways, tiles))
    return min(looks, key=lambda look: changed_places(scene.picture, look.picture).sum())


def drifted(before: Scene, scene: Scene) -> Scene:
    """Return how a scene would look from where its details lie now, if they went a little."""
    way = refined_way(scene.picture, before.picture, np.eye(3))
    rows, columns = scene.cover.shape
    corners = np.array([(0, 0), (columns, 0), (columns, rows), (0, rows)], np.float64)
    far = np.hypot(*(_went(corners, way) - corners).T).max() > MOST_DRIFTED * max(rows, columns)
    return before if far else _moved(before, way, scene)


def _finer_ways(
    before: Scene, scene: Scene, ways: Sequence[Matrix], tiles: Sequence[Points]
) -> Iterator[Matrix]:
    """Yield ways from place to place, and those that the details of both scenes tell from there."""
    corners = np.concatenate([np.zeros((0, 2)), *tiles]) / scene.step
    edges = [float(np.hypot(*(tile - tile.mean(axis=0)).T).mean()) for tile in tiles]
    for way in ways:
        rough = np.diag([1 / scene.step, 1 / scene.step, 1.0]) @ way
        rough = rough @ np.diag([before.step, before.step, 1.0])
        yield rough
        if before.picture.shape != scene.picture.shape or not edges:
            continue
        finer = refined_way(scene.picture, before.picture, rough)
        apart = np.hypot(*(_went(corners, finer @ np.linalg.inv(rough)) - corners).T)
        if apart.max() < CAMERA_MOVED * min(edges) / scene.step:
            yield finer


def _went(spots: Points, way: Matrix) -> Points:
    """Return where spots, (n, 2), lie by a way."""
    return np.asarray(cv2.perspectiveTransform(spots[:, None], way)[:, 0], np.float64)


def _moved(scene: Scene, way: Matrix, to: Scene) -> Scene:
    """Return how a scene would look from where the camera is now, which took another scene."""
    size = to.picture.shape[1], to.picture.shape[0]
    picture = cv2.warpPerspective(scene.picture, way, size, borderMode=cv2.BORDER_REPLICATE)
    cover = cv2.warpPerspective(scene.cover, way, size)
    came, unknown = (
        np.asarray(cv2.warpPerspective(mask.astype(np.uint8), way, size) > 0, np.bool_)
        for mask in (scene.came, scene.unknown)
    )
    return Scene(
        np.asarray(picture, np.float32), np.asarray(cover, np.float32), came, unknown, to.step
    )


def altered_since(before: Scene | None, now: Scene, changed: Places | None) -> Places | None:
    """Return which changed places show something else, shadows apart; None if nobody knows."""
    if before is None or changed is None:
        return None
    return Places(altered_places(now.picture, before.picture) & changed.mask, now.step)


def least_large(part: Mask, scene: Scene, tile: float) -> float:
    """Return how large, in grid places, what reaches in is at least, if it is no tile or die.

    ``tile`` is how large a tile is. Less is asked of what the detector takes for covered somewhere.
    """
    if scene.cover[part].max() > COVERED:
        return LARGE_CHANGE_COVERED * tile
    return max(LARGE_CHANGE * tile, LARGE_SHARE * part.size)
