"""The supply: tiles that wait beside the board, face up, spread out, in stacks or in a heap.

On a bare table they are all there is to be seen, and none of them is the board; any number of them
would spoil the fit of the few tiles that are laid first. So where tiles lay when the table was seen
first, the board apart, is remembered, and what lies there is passed over before a picture is read.
"""

from __future__ import annotations

import cmath
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from rules.board import Board, mismatches
from rules.lattice import SIDES, connected_parts
from vision.arrays import Points
from vision.detection import Detection, Point
from vision.following.cell_looks import Beliefs, tiles_of
from vision.following.constellation import moved, way_gone
from vision.following.seen import Ways
from vision.following.thresholds import (
    ASIDE,
    CAMERA_MOVED,
    DRIFTED,
    KEPT_ASIDE,
    LEAST_AT_SUPPLY,
    MOST_DIFFERING,
    MOST_GONE,
    NEAR_SUPPLY,
    SAME_ANGLE,
    SAME_SPOT,
    SURELY_A_BOARD,
)
from vision.lattice.cluster import LatticeCluster
from vision.readers.examination import Examination
from vision.readers.picture_reader import PassedOver

Clusters = Sequence[tuple[LatticeCluster, Beliefs]]
"""Lattices of a look, largest first, and what is believed of their cells."""


@dataclass(frozen=True)
class _Lying:
    """A tile of the supply as it was seen last, so many settled tables ago."""

    tile: Detection
    gone: int = 0


class Supply:
    """Where tiles of the supply lie in the picture."""

    def __init__(self) -> None:
        """Start with a table that nobody has seen."""
        self._lying: tuple[_Lying, ...] = ()
        self._found: tuple[Detection, ...] = ()
        self._lay: tuple[Detection, ...] = ()
        self.is_known = False
        """Whether a settled table told what is of it."""

    def passed_over(
        self, found: Sequence[Detection], fits_board: Callable[[Detection], bool]
    ) -> PassedOver:
        """Tell which tiles of a picture are passed over when it is read.

        Parameters
        ----------
        found
            All that was found in the picture.
        fits_board
            Tells what lies on the board's lattice, on or beside one of its tiles: there a tile was
            laid, unless one of the supply lies as it lay.
        """
        self._found = tuple(tile for tile in found if tile.score >= LEAST_AT_SUPPLY)
        self._follow()
        lying = self._lying

        def is_passed_over(tile: Detection) -> bool:
            return any(
                _is_same(tile, known.tile)
                or (
                    not known.gone
                    and _is_at(tile, known.tile.center, ASIDE)
                    and not fits_board(tile)
                )
                for known in lying
            )

        return is_passed_over

    def settled(self, beside: Sequence[Detection]) -> None:
        """Remember what lies beside the board on a settled table, all that is likely a tile."""
        self._lay = self._found
        if not self.is_known:
            self.is_known = True
            self._lying = tuple(_Lying(self._as_found(tile)) for tile in beside)
            return
        still = [self._still(known) for known in self._lying]
        new = [_Lying(self._as_found(tile)) for tile in beside if self.is_near(tile.center)]
        self._lying = (*(known for known in still if known.gone <= KEPT_ASIDE), *new)

    def joined_by(self, tiles: Sequence[Detection]) -> Supply:
        """Return what waits beside a board if some tiles, as they lie now, are none of it."""
        joined = Supply()
        joined.is_known, joined._found, joined._lay = True, self._found, self._lay
        joined._lying = (*self._lying, *(_Lying(self._as_found(tile)) for tile in tiles))
        return joined

    def ways_since(self) -> Ways:
        """Return how pixels of the last settled table may lie now, by all tiles that lay there."""
        way = way_gone(self._lay, self._found)
        if way is None:
            return Ways()
        lay = np.array([tile.center for tile in self._lay])
        edge = float(np.median([_edge(tile) for tile in self._lay]))
        went = float(np.median(np.hypot(*(lay @ way[:, :2].T + way[:, 2] - lay).T)))
        if went <= DRIFTED * edge:
            return Ways()
        return Ways((np.vstack([way, (0, 0, 1)]),), went > CAMERA_MOVED * edge)

    @property
    def places(self) -> list[Points]:
        """Where tiles lie or lay lately, and what may lie between them, each (n, 2) in pixels."""
        around = np.exp(1j * np.arange(SIDES) * math.tau / SIDES)
        ring = np.stack([around.real, around.imag], axis=-1)
        lying = (known.tile for known in self._lying)
        return [np.add(tile.center, NEAR_SUPPLY * _edge(tile) * ring) for tile in lying]

    def is_near(self, spot: Point) -> bool:
        """Tell whether a spot is so close to the supply that a tile there may be of it."""
        lying = (known.tile for known in self._lying if not known.gone)
        return any(math.dist(spot, tile.center) < NEAR_SUPPLY * _edge(tile) for tile in lying)

    def may_be_laid(self, clusters: Clusters, likely: Sequence[Detection]) -> Clusters:
        """Return the clusters of a bare table that may have been laid first, of some of it.

        Parameters
        ----------
        clusters
            What was read, the supply passed over, the largest first. On a table that was not seen
            before, tiles of the supply may happen to lie on one lattice; but hardly ever do so many
            that are sure hang together, with the same colours where they touch.
        likely
            All that is likely a tile, read or not.
        """
        if self.is_known:
            return [c for c in clusters if len(tiles_of(c[1])) > 1 or self._is_far(*c)]
        if not clusters:
            return []
        (cluster, beliefs), *_ = clusters
        tiles = tiles_of(beliefs)
        others = [tile for tile in likely if cluster.cell_at(tile.center) not in tiles]
        if all(tile.score < LEAST_AT_SUPPLY for tile in others):
            return clusters
        sure = frozenset(cell for cell in tiles if beliefs[cell].is_sure)
        together = max(connected_parts(sure), key=len, default=frozenset())
        differing = len(mismatches(Board({cell: tiles[cell] for cell in together})))
        is_board = len(together) >= SURELY_A_BOARD and differing <= MOST_DIFFERING * len(together)
        return clusters[:1] if is_board else []

    def _is_far(self, cluster: LatticeCluster, beliefs: Beliefs) -> bool:
        return not any(self.is_near(cluster.cell_center(cell)) for cell in tiles_of(beliefs))

    def _as_found(self, tile: Detection) -> Detection:
        """Return a tile as it was found in the picture as a whole, whatever look showed it."""
        return next((other for other in self._found if _is_at(other, tile.center, ASIDE)), tile)

    def _still(self, known: _Lying) -> _Lying:
        """Return a tile as it lies now; a stack shows the next one."""
        there = [tile for tile in self._found if _is_at(tile, known.tile.center, ASIDE)]
        if not there or (known.gone and not _is_same(there[0], known.tile)):
            return replace(known, gone=known.gone + 1)
        return _Lying(there[0])

    def _follow(self) -> None:
        """Find the supply again where the camera was moved, or forget it."""
        lying = [known.tile for known in self._lying if not known.gone]
        held = sum(
            any(_is_at(tile, known.center, ASIDE) for tile in self._found) for known in lying
        )
        if held >= (1 - MOST_GONE) * len(lying):
            return
        way = way_gone(lying, self._found)
        if way is None:
            self._lying, self.is_known = (), False
            return
        self._lying = tuple(replace(known, tile=moved(known.tile, way)) for known in self._lying)


def apart_from(aside: Clusters, examination: Examination) -> tuple[Clusters, list[Detection]]:
    """Return the clusters and the likely tiles of a look that are not of some clusters."""
    lattices = [cluster for cluster, _ in aside]
    likely = [
        tile
        for tile in examination.likely
        if not any(cluster.cell_at(tile.center) in tiles_of(b) for cluster, b in aside)
    ]
    clusters = [
        (cluster, beliefs)
        for cluster, beliefs in examination.clusters
        if tiles_of(beliefs) and not any(cluster is other for other in lattices)
    ]
    return clusters, likely


def _edge(tile: Detection) -> float:
    return (math.hypot(*tile.axis) + math.hypot(*tile.side)) / 2


def _is_at(tile: Detection, spot: Point, within: float) -> bool:
    """Tell whether a tile lies within so many of its edge lengths of a spot."""
    return math.dist(tile.center, spot) < within * _edge(tile)


def _is_same(tile: Detection, known: Detection) -> bool:
    """Tell whether a tile lies where and as another one lay."""
    turned = cmath.phase(complex(*tile.axis) / complex(*known.axis))
    return _is_at(tile, known.center, SAME_SPOT) and abs(turned) < SAME_ANGLE
