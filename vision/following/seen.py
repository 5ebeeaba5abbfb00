"""What one look shows of what lies on the table and where, and what lay there before."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np

from rules.lattice import SIDES
from vision.arrays import Image, Mask, Matrix, Points
from vision.following.places import Places
from vision.following.thresholds import CAMERA_MOVED, DRIFTED, MIDDLE
from vision.networks.detector import Detections
from vision.readers.examination import Examination


@dataclass(frozen=True)
class Ways:
    """How pixels of the last settled picture may lie in this one, by the board.

    Attributes
    ----------
    matrices
        Each (3, 3); none if they lie where they did, or the board is not found.
    has_moved
        Whether they went so far that the camera was moved.
    """

    matrices: tuple[Matrix, ...] = ()
    has_moved: bool = False


def ways_between(before: Points, now: Points) -> Ways:
    """Return how all pixels went if corners of the board's tiles went from one place to another.

    Far from a small board a similarity says better how they lie than a homography, of which a
    little noise there makes much.

    Parameters
    ----------
    before, now
        The corners, (6 n, 2) in pixels, those of a tile one after the other.
    """
    edge = np.median(np.hypot(*(np.roll(before, 1, axis=0) - before).T))
    went = float(np.median(np.hypot(*(now - before).T)))
    if went <= DRIFTED * edge:
        return Ways()
    homography, _ = cv2.findHomography(before, now)
    similarity, _ = cv2.estimateAffinePartial2D(before, now)
    found_ways = (np.array(way, np.float64) for way in (homography, similarity))
    ways = (np.vstack([way, (0, 0, 1)])[:3] for way in found_ways if way.ndim == 2)
    known = (w for w in ways if np.isfinite(w).all() and np.linalg.matrix_rank(w) == 3)
    return Ways(tuple(known), went > CAMERA_MOVED * edge)


@dataclass(frozen=True)
class Seen:
    """What one look shows, as far as it takes to find what hangs over the table.

    Attributes
    ----------
    picture
        What was looked at, BGR (height, width, 3).
    detections
        What the detector made of it.
    known, found
        Outlines, each (n, 2) in pixels: of the board's tiles as they lay, and of the tiles and dice
        that are seen now.
    ways
        How pixels of the last settled picture may lie in this one.
    supply
        Where tiles of the supply lie, or lay lately, with what may lie between them, each (n, 2).
    lacks_die
        Whether a die lay there when the table was last settled and none is seen now: a hand may
        hold it, or rest on it, wherever it is.
    restless
        Where something always moves, (rows, columns) of any size; None where nothing does.
    """

    picture: Image
    detections: Detections
    known: Sequence[Points] = ()
    found: Sequence[Points] = ()
    ways: Ways = field(default_factory=Ways)
    lacks_die: bool = False
    supply: Sequence[Points] = ()
    restless: Mask | None = None

    @property
    def outlines(self) -> list[Points]:
        """Those of what was known or is seen now: what hands may hold."""
        return [*self.known, *self.found]

    @property
    def tiles(self) -> list[Points]:
        """Those of tiles."""
        return [outline for outline in self.outlines if len(outline) == SIDES]

    @property
    def tile_area(self) -> float:
        """How large a tile is seen on average, in square pixels; 0 where none is seen or known."""
        areas = [cv2.contourArea(outline.astype(np.float32)) for outline in self.tiles]
        return float(np.mean(areas)) if areas else 0.0

    @property
    def misses_most(self) -> bool:
        """Whether most of the tiles that lay there are seen nowhere now."""
        return 2 * sum(len(outline) == SIDES for outline in self.found) < len(self.known)

    def known_under(self, places: Places) -> list[Points]:
        """Return the outlines of the tiles that lay at some places."""
        return [outline for outline in self.known if places.hold(outline.mean(axis=0))]

    def lost_under(self, places: Places) -> bool:
        """Tell whether most of the tiles that lay at some places are not seen there now."""
        lay = self.known_under(places)
        seen = np.array([outline.mean(axis=0) for outline in self.found]).reshape(-1, 2)
        gone = sum(not holds_any(outline, seen) for outline in lay)
        return 2 * gone > len(lay)


def holds_any(outline: Points, spots: Points) -> bool:
    """Tell whether any of some spots, (n, 2), lies in the middle of an outline, (6, 2)."""
    center = outline.mean(axis=0)
    reach = MIDDLE * float(np.hypot(*(outline - center).T).mean())
    return bool((np.hypot(*(spots - center).T) < reach).any())


def outlines_of(examination: Examination) -> list[Points]:
    """Return the outlines of the tiles and dice that were seen, each (n, 2) in pixels."""
    tiles = [tile for cluster in examination.reading.clusters for tile in cluster.tiles]
    dice = [np.add(die.center, [(0, 0), (1, 0), (0, 1)]) for die in examination.reading.dice]
    return [*(np.array(tile.corners) for tile in tiles), *dice]
