"""Finding the known board again in a new look: the same lattice may be named in other ways.

A cold reading names cells from anywhere and in any of six rotations. As long as the camera stands
still, where the cells are in the picture tells which is which; after a bump, what lies on them.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from rules.lattice import SIDES, Cell
from vision.following.thresholds import FEW_TILES, JUST_THERE, LEAST_AGREEMENT, STAYED
from vision.lattice.cluster import LatticeCluster

Tiles = Mapping[Cell, int]
"""Orientations by cell."""


@dataclass(frozen=True)
class Alignment:
    """How a reading's cells become the game's: first turned (60 degrees each), then shifted.

    ``moved`` says how far the board went in the picture, in edge lengths of its cells.
    """

    turns: int
    shift: Cell
    moved: float

    def apply(self, tiles: Tiles) -> dict[Cell, int]:
        """Return tiles of the reading with the game's cells and orientations."""
        return {
            cell.rotated(self.turns).translated(*self.shift): (k + self.turns) % SIDES
            for cell, k in tiles.items()
        }


def align(
    found: Tiles,
    cluster: LatticeCluster,
    known: Tiles,
    known_cluster: LatticeCluster,
    *,
    still: bool = False,
) -> Alignment | None:
    """Return how the tiles of a new look are named in the game; None if it is another board.

    Parameters
    ----------
    found, cluster
        The tiles of the new look and the lattice they lie on.
    known, known_cluster
        The tiles that are known, and where their lattice was seen last; both as the game names
        them.
    still
        Whether the picture as a whole tells that the camera was not moved.
    """
    stayed = _where_it_was(found, cluster, known_cluster)
    if stayed is None:
        return _by_content(found, cluster, known, known_cluster)
    apart = _apart_on_known(stayed, found, cluster, known, known_cluster)
    is_there = apart <= JUST_THERE
    lies_there = not known or _lies_as_it_lay(stayed, found, known)
    if lies_there and (still or (is_there and _keeps_most(stayed, found, known))):
        return stayed
    moved = _by_content(found, cluster, known, known_cluster)
    more = _kept_more(moved, stayed, found, known)
    is_lone = len(found) == len(known) == 1  # of which one cell is as good as another
    # the camera, or what it stands on, went somewhere
    is_off = apart > JUST_THERE and (is_lone or apart < math.inf)
    if lies_there and more <= (0 if is_off else FEW_TILES):
        return stayed
    if is_there and _has_stayed(stayed, found, known, more, still=still):
        return stayed
    return moved or stayed


def recognise(found: Tiles, known: Tiles) -> Alignment | None:
    """Return how tiles are named in a game whose board is known, but not where it is seen.

    This is how a game is found again after the program was started anew; None if too few tiles lie
    as they lay.
    """
    best = _most_alike(found, known)
    return Alignment(*best[0], 0.0) if best else None


def likeness(found: Tiles, known: Tiles) -> int:
    """Return how many tiles may lie as known at most, however they are named."""
    return max(_votes(found, known).values(), default=0)


def laid_anew(found: Tiles, cluster: LatticeCluster, known_cluster: LatticeCluster) -> Alignment:
    """Return names for tiles on a table that was cleared: those of the cells nearest to them."""
    named, _ = _by_place(found, cluster, known_cluster)
    return Alignment(named.turns, named.shift, 0.0)


def _where_it_was(
    found: Tiles, cluster: LatticeCluster, known_cluster: LatticeCluster
) -> Alignment | None:
    """Return the names that cells have by their place in the picture, if the lattice stayed."""
    if not found:
        return None
    named, share = _by_place(found, cluster, known_cluster)
    has_stayed = named.moved <= STAYED and share >= LEAST_AGREEMENT
    return named if has_stayed else None


def _by_place(
    found: Tiles, cluster: LatticeCluster, known_cluster: LatticeCluster
) -> tuple[Alignment, float]:
    """Return the names of the cells nearest to most tiles, and the share of tiles that say so."""
    cells = sorted(found)
    named = [known_cluster.cell_at(cluster.cell_center(cell)) for cell in cells]
    apart = _apart(cells, cluster, named, known_cluster)
    turns = _turns_by_place(cluster, known_cluster, cells[0])
    shifts = Counter(
        Cell(name.q - cell.rotated(turns).q, name.r - cell.rotated(turns).r)
        for name, cell in zip(named, cells, strict=True)
    )
    shift, votes = shifts.most_common(1)[0]
    return Alignment(turns, shift, float(np.median(apart))), votes / len(cells)


def _apart(
    cells: Sequence[Cell],
    cluster: LatticeCluster,
    named: Sequence[Cell],
    known_cluster: LatticeCluster,
) -> list[float]:
    """Return how far cells lie from where those lay by whose names they go, in edge lengths."""
    places = known_cluster.locate(np.array([cluster.cell_center(cell) for cell in cells]))
    return [
        float(np.hypot(*(place - np.array(name.center()))))
        for place, name in zip(places, named, strict=True)
    ]


def _apart_on_known(
    stayed: Alignment,
    found: Tiles,
    cluster: LatticeCluster,
    known: Tiles,
    known_cluster: LatticeCluster,
) -> float:
    """Return how far the tiles went that lie where tiles are known, in edge lengths.

    What a small board says of where cells lie far from it is less exact. It is infinite where none
    lies on a known cell.
    """
    names = {cell: cell.rotated(stayed.turns).translated(*stayed.shift) for cell in found}
    both = [cell for cell in sorted(found) if names[cell] in known]
    apart = _apart(both, cluster, [names[cell] for cell in both], known_cluster) if both else []
    return float(np.median(apart)) if apart else math.inf


def _turns_by_place(cluster: LatticeCluster, known_cluster: LatticeCluster, cell: Cell) -> int:
    """Return by how many sixths of a turn a cell's corners are named differently."""
    corners = known_cluster.locate(cluster.cell_corners(cell))
    way = corners[0] - corners.mean(axis=0)
    return round(float(np.arctan2(way[1], way[0])) / (np.pi / 3)) % SIDES


def _lies_as_it_lay(stayed: Alignment, found: Tiles, known: Tiles) -> bool:
    """Tell whether most of the tiles that are seen where tiles are known lie as they lay."""
    both = [cell for cell in stayed.apply(found) if cell in known]
    if not both:
        return len(known) < 2
    return _count_kept(stayed, found, known) > len(both) / 2


def _has_stayed(stayed: Alignment, found: Tiles, known: Tiles, more: int, *, still: bool) -> bool:
    """Tell whether a lattice that is seen just where it was is the same one, though tiles differ.

    A board that was moved, or is seen by a moved camera, hardly ever comes to lie just on its old
    lattice. There a tile or two that lie otherwise were turned, though the board is small; but not
    if many ``more`` tiles than those lie as they lay when the board is taken to have moved. By a
    camera that stands still any number was laid anew, though they look like the board from
    elsewhere.
    """
    both = [cell for cell in stayed.apply(found) if cell in known]
    kept = _count_kept(stayed, found, known)
    few = len(both) - kept <= FEW_TILES
    return still or (few and more <= FEW_TILES)


def _keeps_most(stayed: Alignment, found: Tiles, known: Tiles) -> bool:
    """Tell whether hardly more tiles may lie as they lay, however they are named."""
    return _count_kept(stayed, found, known) + FEW_TILES >= min(len(found), len(known))


def _kept_more(moved: Alignment | None, stayed: Alignment, found: Tiles, known: Tiles) -> int:
    """Return how many more tiles lie as they lay if the board has moved.

    Where a board is moved by about a cell, all of its tiles that lie on known cells may happen to
    be the same there: a single one, if it is long and slender. Then it comes to lie off its old
    lattice, mostly.
    """
    if moved is None:
        return 0
    return _count_kept(moved, found, known) - _count_kept(stayed, found, known)


def _count_kept(alignment: Alignment, found: Tiles, known: Tiles) -> int:
    """Return how many tiles lie as they lay, if they are named so."""
    return sum(known.get(cell) == k for cell, k in alignment.apply(found).items())


def _by_content(
    found: Tiles, cluster: LatticeCluster, known: Tiles, known_cluster: LatticeCluster
) -> Alignment | None:
    """Return the names under which most tiles lie as they lay; of equals, the nearest."""
    choices = [
        Alignment(turns, shift, _way_gone(found, cluster, known_cluster, turns, shift))
        for turns, shift in _most_alike(found, known)
    ]
    return min(choices, key=lambda choice: choice.moved, default=None)


def _most_alike(found: Tiles, known: Tiles) -> list[tuple[int, Cell]]:
    """Return the turns and shifts under which most tiles lie as known; none where too few do."""
    votes = _votes(found, known)
    most = max(votes.values(), default=0)
    if most < max(min(2, len(known)), LEAST_AGREEMENT * min(len(found), len(known))):
        return []
    return sorted(pair for pair, count in votes.items() if count == most)


def _votes(found: Tiles, known: Tiles) -> Counter[tuple[int, Cell]]:
    """Return how many tiles lie as known under each turn and shift by which any does."""
    votes: Counter[tuple[int, Cell]] = Counter()
    for turns in range(SIDES):
        for cell, k in found.items():
            turned = cell.rotated(turns)
            for other, known_k in known.items():
                if known_k == (k + turns) % SIDES:
                    shift = Cell(other.q - turned.q, other.r - turned.r)
                    votes[turns, shift] += 1
    return votes


def _way_gone(
    found: Tiles, cluster: LatticeCluster, known_cluster: LatticeCluster, turns: int, shift: Cell
) -> float:
    """Return how far tiles went in the picture, in edge lengths, their corners' turn included."""
    apart = []
    for cell in found:
        now = np.roll(cluster.cell_corners(cell), turns, axis=0)
        name = cell.rotated(turns).translated(*shift)
        before = known_cluster.cell_corners(name)
        size = float(np.hypot(*(before - before.mean(axis=0)).T).mean())
        apart.append(float(np.hypot(*(now - before).T).mean()) / size)
    return float(np.median(apart))
