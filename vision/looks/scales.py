"""Looking at a whole picture: once as a rule, more closely or from further off where that helps.

The detector knows tiles from 16 to about 200 pixels across. A tile may be smaller in the working
picture, or fill half of it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np

from vision.arrays import Image
from vision.detection import Detection, enlarged
from vision.looks.look import Finder
from vision.looks.thresholds import (
    CERTAIN_SCORE,
    CLOSE_SIDE,
    ENOUGH_CERTAIN,
    FAR_SIDES,
    HUGE,
    LARGE_TILE,
    LEAST_CHANCE,
    LEAST_HUGE_SCORE,
    LEAST_SCORE,
    MOST_ASKED,
    MUCH_LARGER,
    SMALL_TILE,
    WORKING_SIDE,
)
from vision.networks.detector import Detections, DieDetection
from vision.pictures.patches import Pyramid

Chances = Callable[[Sequence[Detection]], Sequence[float]]
"""How likely each of some detections is a tile, 0..1, as another witness has it."""


def first_look(detector: Finder, pyramid: Pyramid, chances: Chances) -> Detections:
    """Find the tiles and dice of a photo, whatever their size: of a large one by its half.

    ``chances`` as in :func:`look_at`, of detections in the photo.
    """
    picture, times = pyramid.overall
    if times == 1:
        return look_at(detector, picture, chances)

    def chances_in_photo(tiles: Sequence[Detection]) -> Sequence[float]:
        return chances([enlarged(tile, times) for tile in tiles])

    return look_at(detector, picture, chances_in_photo).enlarged(times)


def look_at(detector: Finder, image: Image, chances: Chances | None = None) -> Detections:
    """Find the tiles and dice of a picture, whatever their size.

    Parameters
    ----------
    detector
        Finds them at one size.
    image
        BGR, (height, width, 3).
    chances
        Tells which detections count when it is asked how large the tiles are; by default all do.
    """
    longer = max(image.shape[:2])
    scale = min(1.0, WORKING_SIDE / longer)
    found = detector.detect(image, WORKING_SIDE)
    scored = [tile for tile in found.tiles if tile.score >= LEAST_SCORE]
    certain = _certain(scored, scale)
    believed = _believed(scored, chances)
    likely = [diameter(tile) * scale for tile in believed]
    # A patterned cloth may show any number of small things that look like tiles.
    plain = sum(size > 2 * SMALL_TILE for size in certain) >= ENOUGH_CERTAIN
    small = not likely or float(np.median(likely)) < SMALL_TILE
    dice, huge = [*found.dice], HUGE * min(image.shape[:2])
    if small and not plain and longer > WORKING_SIDE * 1.2:
        close = detector.detect(image, CLOSE_SIDE)
        dice += close.dice
        found = _with_large_ones(close, found, 1.5 * SMALL_TILE / scale, huge)
    certain = _certain(believed, scale)
    for side in FAR_SIDES:
        if len(certain) >= ENOUGH_CERTAIN and np.median(certain) <= LARGE_TILE:
            break
        far = detector.detect(image, side)
        dice += far.dice
        found = _with_large_ones(found, far, LARGE_TILE / scale, huge)
        scale = min(1.0, side / longer)
        certain = _certain(_believed(found.tiles, chances), scale)
    return replace(found, dice=_likeliest(dice))


def _certain(tiles: Sequence[Detection], scale: float) -> list[float]:
    """Return how large, in working pixels, those of some tiles are that are certain enough."""
    return [diameter(tile) * scale for tile in tiles if tile.score >= CERTAIN_SCORE]


def _believed(tiles: Sequence[Detection], chances: Chances | None) -> Sequence[Detection]:
    """Return what another witness takes for tiles, too; all, if it takes nothing for one."""
    if chances is None:
        return tiles
    asked = tiles[:MOST_ASKED]
    said = zip(asked, chances(asked), strict=True)
    return [tile for tile, chance in said if chance > LEAST_CHANCE] or tiles


def diameter(tile: Detection) -> float:
    """Return how many pixels a tile is across: those of a circle's of its area."""
    return 2 * math.sqrt(abs(tile.axis[0] * tile.side[1] - tile.axis[1] * tile.side[0]))


def _with_large_ones(found: Detections, far: Detections, least: float, huge: float) -> Detections:
    """Return what was found, and the tiles at least so large (px) that were seen from further off.

    Of two on one spot the more certain one stays, but what lies on a large tile and is much smaller
    is a part of its picture. Of what is ``huge`` (px) so little is seen that less score will do.
    """
    large = [
        tile
        for tile in far.tiles
        if diameter(tile) > least
        and tile.score >= (LEAST_HUGE_SCORE if diameter(tile) > huge else LEAST_SCORE)
    ]
    new = [tile for tile in large if not any(_outdoes(other, tile) for other in found.tiles)]
    if not new:
        return found
    kept = [tile for tile in found.tiles if not any(_covers(other, tile) for other in new)]
    maps = found if len(kept) > len(new) else far
    return replace(maps, tiles=(*kept, *new))


def _likeliest(dice: Sequence[DieDetection]) -> tuple[DieDetection, ...]:
    """Return the dice seen at several looks, each once, the likeliest first.

    A large die stays beside a likelier, much smaller one on it, which may be one of its pips.
    """
    kept: list[DieDetection] = []
    for die in sorted(dice, key=lambda die: -die.score):
        if not any(
            math.dist(die.center, other.center) < other.radius
            and die.radius < MUCH_LARGER * other.radius
            for other in kept
        ):
            kept.append(die)
    return tuple(kept)


def _outdoes(tile: Detection, large: Detection) -> bool:
    same_size = diameter(tile) > diameter(large) / 1.6
    return same_size and tile.score >= large.score and _covers(large, tile)


def _covers(large: Detection, tile: Detection) -> bool:
    return math.dist(large.center, tile.center) < 0.35 * diameter(large)
