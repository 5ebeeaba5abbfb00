"""What is believed of a lattice's cells, as it is said of a cluster and its tiles."""

from __future__ import annotations

from rules.lattice import SIDES
from vision.arrays import Points
from vision.lattice.cluster import LatticeCluster
from vision.reading import ClusterReading, TileReading
from vision.recognition.cells import CellBelief
from vision.recognition.doubts import Beliefs, may_be_held


def described(cluster: LatticeCluster, beliefs: Beliefs) -> ClusterReading:
    """Describe a cluster by what is believed of its cells."""
    tiles = [belief for belief in beliefs.values() if belief.is_tile]
    beside = {neighbour for belief in tiles for neighbour in belief.cell.neighbours()}
    hidden = tuple(
        sorted(
            cell
            for cell, belief in beliefs.items()
            if cell in beside and not belief.is_tile and belief.hidden > 0.5
        )
    )
    held = may_be_held(beliefs)
    tiles.sort(key=lambda belief: belief.cell)
    outlines = cluster.tile_outlines([belief.cell for belief in tiles])
    read = tuple(
        _tile(belief, outline, held) for belief, outline in zip(tiles, outlines, strict=True)
    )
    return ClusterReading(read, hidden)


def _tile(belief: CellBelief, outline: Points, held: bool) -> TileReading:
    """Describe a tile; ``outline`` is its centre and its corners in pixels, (7, 2)."""
    k, probabilities = belief.orientation, tuple(belief.probabilities.tolist())
    (x, y), *corners = outline.tolist()
    points = tuple((across, down) for across, down in (*corners[k:], *corners[:k]))
    return TileReading(
        cell=belief.cell,
        orientation=k,
        center=(x, y),
        white_tip=points[0],
        blue_tip=points[SIDES // 2],
        corners=points,
        confidence=probabilities[k + 1],
        sure=belief.is_sure and not held,
        probabilities=probabilities,
    )
