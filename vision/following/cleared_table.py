"""Whether a board that is nowhere to be found was taken off the table as a whole."""

from __future__ import annotations

from rules.board import Board
from vision.following.overhang import Hanging
from vision.following.seen import outlines_of
from vision.following.thresholds import CHANGED_ELSEWHERE
from vision.lattice.cluster import LatticeCluster
from vision.readers.examination import Examination


def was_cleared(
    examination: Examination,
    hanging: Hanging,
    board: Board,
    cluster: LatticeCluster,
    *,
    laid_anew: bool,
) -> bool:
    """Tell whether a board was taken off the table.

    The picture must be sure, and as it was where no tile lay or lies, so that the camera stands
    where it stood. No tile may lie as it lay; where none lies at all, all cells must be bare.

    Parameters
    ----------
    examination, hanging
        A look at the table, and what hangs over it.
    board, cluster
        What lay there, and the lattice where it lay.
    laid_anew
        Whether other tiles lie on the table now.
    """
    changed = hanging.changed
    if changed is None or not examination.reading.sure:
        return False
    outlines = [*(cluster.cell_corners(cell) for cell in board), *outlines_of(examination)]
    if changed.share_apart_from(outlines) > CHANGED_ELSEWHERE:
        return False
    beliefs = examination.look_closer(cluster, sorted(board))
    if any(belief.hidden > 0.5 for belief in beliefs.values()):
        return False
    if not laid_anew:
        return all(b.is_sure and not b.is_tile for b in beliefs.values())
    return not any(b.is_tile and b.orientation == board[cell] for cell, b in beliefs.items())
