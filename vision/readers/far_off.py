"""What may be tiles far off, seen almost edge on: where none is read, and far behind a board."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.detection import Detection
from vision.lattice.table_model import TableModel
from vision.looks.far_behind import ReadBoard, is_seen_flat, look_far_behind
from vision.looks.far_off import look_far_off
from vision.looks.look import Finder
from vision.looks.thresholds import BEHIND_SIDE
from vision.networks.cells import CellJudge
from vision.pictures.patches import Pyramid
from vision.profiles.tile_colors import sure_tiles
from vision.profiles.tile_sampling import arches
from vision.readers.attempt import is_of_a_tile
from vision.readers.effort import Effort
from vision.readers.finds import Finds
from vision.readers.sight import Sight
from vision.readers.thresholds import ENOUGH_FAR_OFF, HINT, LEAST_SCORE_BEHIND, WIDEST_SLIVER
from vision.reading import Reading
from vision.recognition.sureness import Doubt


def seen_far_off(sight: Sight, detector: Finder) -> tuple[Detection, ...]:
    """Return what ``detector`` finds of a photo that may be tiles seen almost edge on.

    Of fewer than a board may have it is nothing. That is two narrow bands, however busy the table
    is: it is not counted as effort.
    """
    tiles = look_far_off(detector, sight.pyramid)
    likely = tuple(tile for tile in tiles if tile.score > HINT)
    far = _shown(sight, likely)
    return far if len(far) >= ENOUGH_FAR_OFF else ()


def unless_far_off(reading: Reading, far: tuple[Detection, ...]) -> Reading:
    """Return a reading as it is, or unsure where something was seen ``far`` off.

    What is read of that may be right, and others may lie beside it that nothing shows.
    """
    if not (reading.sure and far):
        return reading
    return replace(reading, sure=False, reason=Doubt.FAR_OFF(), margin=-math.inf)


def unless_far_behind(
    reading: Reading, sight: Sight, table: TableModel | None, detector: Finder, judge: CellJudge
) -> Reading:
    """Return a reading as it is, or unsure where likely tiles lie far behind those that are read.

    They are seen too flat to be read: which way they are turned, or how many they are, is not told.
    That is a few small pictures, however busy the table is: it is not counted as effort.

    Parameters
    ----------
    reading
        What is said so far.
    sight
        The photo.
    table
        How the table appears in it, if that is known.
    detector
        Finds tiles.
    judge
        The find network.
    """
    tiles = sure_tiles(reading)
    if not (reading.sure and tiles) or table is None:
        return reading
    image = sight.pyramid.image
    if not is_seen_flat(table, image.shape[1], image.shape[0]):
        return reading
    white, blue = (
        np.median(np.concatenate(of_all), axis=0)[::-1]
        for of_all in zip(*(arches(image, tile) for tile in tiles), strict=True)
    )
    board = ReadBoard(table, np.array([tile.corners for tile in tiles]), white, blue)
    seen: list[Detection] = []
    for look in look_far_behind(detector, sight.pyramid, board):
        plain = [tile for tile in look.tiles if tile.score > LEAST_SCORE_BEHIND]
        likely = Finds(Pyramid(look.picture), judge, Effort()).likely(plain)
        seen += look.view.detections_in_photo(likely)
    return unless_far_off(reading, _others(seen, reading, sight))


def _others(seen: Sequence[Detection], reading: Reading, sight: Sight) -> tuple[Detection, ...]:
    """Return the slivers that lie in the photo on no tile that is read, and are not passed over.

    What is seen wider than that the looks at the photo know.
    """
    height, width = sight.pyramid.image.shape[:2]
    widest = WIDEST_SLIVER * max(1.0, max(height, width) / BEHIND_SIDE)
    others = tuple(
        tile
        for tile in seen
        if 0 <= tile.center[0] < width
        and 0 <= tile.center[1] < height
        and _narrow_width(tile) < widest
        and not is_of_a_tile(tile, reading.clusters)
    )
    return _shown(sight, others)


def _narrow_width(tile: Detection) -> float:
    """Return how wide a tile is seen where it is seen narrowest, in pixels."""
    return 2 * float(np.linalg.svd(np.array([tile.axis, tile.side]), compute_uv=False)[1])


def _shown(sight: Sight, tiles: tuple[Detection, ...]) -> tuple[Detection, ...]:
    """Return the detections that are not passed over."""
    return sight.shown(replace(sight.found, tiles=tiles)).tiles
