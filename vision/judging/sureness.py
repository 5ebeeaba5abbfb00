"""When the reader stands by a whole photo, and the sentence it says when it does not."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rules.lattice import Cell
from vision.judging.cells import CellBelief
from vision.reading import ClusterReading


def reason_for_doubt(
    looked_at: Iterable[Mapping[Cell, CellBelief]],
    clusters: Sequence[ClusterReading],
    faint: int,
    may_be_one: bool,
) -> str | None:
    """Return why a reading is not sure, in a sentence for players; None when it is sure.

    Parameters
    ----------
    looked_at
        The beliefs of every lattice that was looked at, those that turned out to hold nothing too.
    clusters
        What is going to be said. Dice say themselves how sure they are.
    faint
        How many things were seen that may be tiles, but are not said to be.
    may_be_one
        Whether two clusters may be one: they touch, or may go on to one another unseen.
    """
    beliefs = [belief for cells in looked_at for belief in cells.values()]
    unsure_tiles = sum(not tile.sure for cluster in clusters for tile in cluster.tiles)
    if unsure_tiles == 1:
        return "One tile cannot be read for certain; look at the one that is marked."
    if unsure_tiles:
        return f"{unsure_tiles} tiles cannot be read for certain; look at those that are marked."
    if faint:
        return "Something on the table looks a little like a tile; take the photo from closer."
    if any(not belief.is_sure for belief in beliefs if not belief.is_tile):
        return "Something beside the tiles looks a little like a tile; take the photo from closer."
    if may_be_one:
        return "Two groups of tiles may be one; show all of the board, from further above."
    return None
