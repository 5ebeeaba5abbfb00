"""The board over a whole game: what is known of each cell, and where the cells are seen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from rules.board import Board
from rules.lattice import Cell
from vision.arrays import Image, Patches, Points
from vision.detection import Detection
from vision.following.alignment import Alignment, align, laid_anew, recognise
from vision.following.bare_cells import BareCells
from vision.following.cell_looks import (
    Beliefs,
    all_renamed,
    brightened,
    grey,
    is_washed_out,
    near_tiles,
    stayed,
    tiles_of,
)
from vision.following.cell_memory import CellMemory, least_residue, remember, surely_bare
from vision.following.changes import has_come_over, newly_hidden, unlaid
from vision.following.cleared_table import was_cleared
from vision.following.crooked import under_crooked_tiles, with_hidden
from vision.following.overhang import Hanging
from vision.following.seen import Ways, ways_between
from vision.following.supply import Clusters, Supply, apart_from
from vision.following.surroundings import edges_near, fits_board, is_bare, other_clusters
from vision.following.table_view import TableView
from vision.following.thresholds import (
    CAMERA_MOVED,
    FEW_TILES,
    JUST_THERE,
    LEAST_RESIDUE,
)
from vision.lattice.cluster import LatticeCluster
from vision.pictures.patches import CELL_SIDE, cell_places, cut_patches
from vision.readers.examination import Examination
from vision.readers.picture_reader import PassedOver
from vision.recognition.cells import CellBelief

SetAside = Callable[[Board], bool]
"""Tells clusters that are never the game's board, as players' palagems are not."""
Found = tuple[LatticeCluster, Alignment, Beliefs]
"""The cluster that is the game's board, how its cells are named in the game, and its beliefs."""


def nothing_aside(board: Board) -> bool:
    """Set no cluster aside: any may be the game's board."""
    return not len(board)


@dataclass(frozen=True)
class Look:
    """What came of one look: whether the board was found, had moved, is partly covered."""

    found: bool
    camera_moved: bool
    covered: bool


@dataclass
class KnownBoard:
    """What is known of the board, kept in the lattice it was first seen in.

    ``expected`` is the board of a game that is gone on with: its first look takes its names.
    ``hidden_for_good`` are the cells that could not be seen when the table was last settled.
    ``supply`` is what waits beside the board, ``crooked`` the free cells that tiles cover a part of
    which lie off its lattice.
    ``_residue`` is by how many grey levels cells differ at least that look otherwise.
    ``_left`` is the lattice where the board lay before it was seen elsewhere: a lone tile that was
    knocked away may be put back there. ``_lay`` is the one where it lay when the table was settled,
    unless that was bare.
    ``_bare_table`` is how the table looked when it was settled bare, until tiles lie there.
    ``_was_sure`` tells whether any tile was sure when the table was settled: until then there may
    have been none, and what is seen elsewhere is no tile that went there.
    """

    set_aside: SetAside = nothing_aside
    expected: Board = field(default_factory=Board)
    cells: dict[Cell, CellMemory] = field(default_factory=dict)
    cluster: LatticeCluster | None = None
    hidden_for_good: frozenset[Cell] = frozenset()
    supply: Supply = field(default_factory=Supply)
    crooked: frozenset[Cell] = frozenset()
    _bare: BareCells = field(default_factory=BareCells)
    _left: LatticeCluster | None = None
    _lay: LatticeCluster | None = None
    _residue: float = LEAST_RESIDUE
    _bare_table: Examination | None = None
    _was_sure: bool = False

    @property
    def board(self) -> Board:
        """The tiles believed to lie on the board."""
        return Board(
            {cell: m.orientation for cell, m in self.cells.items() if m.orientation is not None}
        )

    @property
    def unsure(self) -> frozenset[Cell]:
        """Cells that were seen, but of which it is not sure what lies there."""
        return frozenset(
            cell
            for cell, m in self.cells.items()
            if not m.is_sure and not (m.hidden and not m.looks)
        )

    @property
    def probabilities(self) -> dict[Cell, tuple[float, ...]]:
        """Of unsure cells, over all looks: of empty and of the orientations 0 to 5."""
        return {
            cell: tuple(float(share) for share in self.cells[cell].probabilities)
            for cell in sorted(self.unsure)
        }

    @property
    def hidden(self) -> frozenset[Cell]:
        """Cells that cannot be seen at present."""
        return frozenset(cell for cell, memory in self.cells.items() if memory.hidden)

    @property
    def burnt(self) -> frozenset[Cell]:
        """Cells that a lamp's image hides at present."""
        return frozenset(cell for cell, memory in self.cells.items() if memory.burnt)

    @property
    def outlines(self) -> list[Points]:
        """The board's tiles as they were seen last, each (6, 2) in pixels."""
        if self.cluster is None:
            return []
        return [self.cluster.cell_corners(cell) for cell in self.board]

    def passed_over(self, found: Sequence[Detection]) -> PassedOver:
        """Tell which tiles that are found in a picture lie beside the board, waiting to be laid."""
        cluster, board = self.cluster, self.board

        def fits(tile: Detection) -> bool:
            return cluster is not None and fits_board(tile, board, cluster)

        return self.supply.passed_over(found, fits)

    def ways_since(self, examination: Examination) -> Ways:
        """Return how pixels of the last settled look may lie in this one, if they went away."""
        if self._lay is None:
            return self.supply.ways_since()
        found = self._find(examination) if self.board else None
        if found is None:
            return Ways()
        cluster = found[0].renamed(found[1].turns, found[1].shift)
        before, now = (
            np.concatenate([lattice.cell_corners(cell) for cell in self.board])
            for lattice in (self._lay, cluster)
        )
        return ways_between(before, now)

    def look(self, examination: Examination, hanging: Hanging, *, waited: bool = False) -> Look:
        """Take in one examined frame on which nothing moved, and what hangs over the table.

        ``waited`` tells that a board that cannot be found was waited for long enough: it may lie
        elsewhere, if any tile does.
        """
        found = self._find(examination, still=hanging.still)
        if found is None and self._was_cleared(examination, hanging, waited=waited):
            self.cells.clear()
            found = self._find_anew(examination)
        if found is None and self.is_doubtful and (found := self._find_anew(examination)):
            self.cells.clear()
        if found is None:
            return self._look_where_it_was(examination, hanging)
        cluster, alignment, beliefs = found
        has_moved = alignment.moved > CAMERA_MOVED
        if has_moved:
            self._left = self.cluster
        self.cluster = cluster.renamed(alignment.turns, alignment.shift)
        named = all_renamed(beliefs, alignment.turns, alignment.shift)
        self._remember_table(list(tiles_of(named)))
        self.crooked = under_crooked_tiles(examination.likely, self.board, self.cluster)
        covered = self._take_in(examination, with_hidden(named, self.crooked), hanging)
        return Look(True, has_moved, covered)

    def settled(self, examination: Examination) -> None:
        """Note that a table counts as settled: what hides cells now lies there for good."""
        self.hidden_for_good, self._lay = self.hidden, self.cluster if self.board else None
        self._bare_table = None if self.board else examination
        _, likely = apart_from(self._are_aside(examination), examination)
        lattice, tiles = self.cluster, self.board
        beside = [t for t in likely if lattice is None or lattice.cell_at(t.center) not in tiles]
        self.supply.settled(beside)
        self._was_sure = self._was_sure or bool(self.board.keys() - self.unsure)

    def view(self, examination: Examination) -> TableView:
        """Return the table as it is known now, with what else the frame shows."""
        tiles = self.board
        centers = [self.cluster.cell_center(cell) for cell in tiles] if self.cluster else []
        mean = np.mean(centers, axis=0) if centers else None
        return TableView(
            board=tiles,
            unsure=self.unsure,
            hidden=self.hidden,
            others=other_clusters(examination, tiles, self.cluster),
            dice=examination.reading.dice,
            board_center=None if mean is None else (float(mean[0]), float(mean[1])),
            near_edge=edges_near(examination, tiles, self.cluster),
            burnt=self.burnt,
            crooked=self.crooked & self.hidden,
            reading=examination.reading,
            probabilities=self.probabilities,
        )

    def _find(self, examination: Examination, *, still: bool = False) -> Found | None:
        """Return where the game's board lies now.

        ``still`` tells that the camera was not moved, by the picture as a whole.
        """
        known = self.board
        choices = []
        clusters = examination.clusters if known else self._first_laid(examination)
        for cluster, beliefs in clusters:
            if not (tiles := tiles_of(beliefs)):
                continue
            if self.cluster is None:
                first = recognise(tiles, self.expected) if self.expected else None
                return cluster, first or Alignment(0, Cell(0, 0), 0.0), beliefs
            alignment = align(tiles, cluster, known, self.cluster, still=still)
            if alignment is None or (self.is_doubtful and alignment.moved > CAMERA_MOVED):
                continue
            if alignment.moved > CAMERA_MOVED:
                alignment = self._put_back(tiles, cluster) or alignment
            named = alignment.apply(tiles)
            same = sum(known.get(cell) == k for cell, k in named.items())
            is_there = alignment.moved <= CAMERA_MOVED and (still or same > 0)
            is_apart = self.set_aside(Board(tiles))
            if is_apart and not is_there and len(known) <= FEW_TILES:
                continue  # a palagem has such tiles, too
            likeness = is_there, same, not is_apart, len(tiles), -alignment.moved
            choices.append((likeness, (cluster, alignment, beliefs)))
        if not choices:
            return None if known else self._begin_anew(examination)
        # what lies where the board lay is the board, though another cluster may look more like it
        (is_there, same, *_), best = max(choices, key=lambda choice: choice[0])
        if known and same == 0 and len(known) > FEW_TILES and not is_there:
            return None
        return best

    @property
    def is_doubtful(self) -> bool:
        """Whether the few tiles that are known may be none."""
        return not self._was_sure and 0 < len(self.board) <= FEW_TILES

    def _put_back(self, tiles: Mapping[Cell, int], cluster: LatticeCluster) -> Alignment | None:
        """Return how tiles are named that lie where the board lay before it was elsewhere."""
        if self._left is None:
            return None
        back = align(tiles, cluster, self.board, self._left, still=True)
        return back if back is not None and back.moved <= JUST_THERE else None

    def _begin_anew(self, examination: Examination) -> Found | None:
        """Fix the lattice by the largest cluster, the board being empty."""
        found = self._largest(examination)
        if found is None:
            return None
        self.cells.clear()
        self._bare.clear()
        return found[0], Alignment(0, Cell(0, 0), 0.0), found[1]

    def _find_anew(self, examination: Examination) -> Found | None:
        """Return the largest cluster on a cleared table, its cells named by their place."""
        found = self._largest(examination)
        if found is None or self.cluster is None:
            return None
        cluster, beliefs = found
        return cluster, laid_anew(tiles_of(beliefs), cluster, self.cluster), beliefs

    def _largest(self, examination: Examination) -> tuple[LatticeCluster, Beliefs] | None:
        """Return the largest cluster that may be the board of a bare table."""
        return next(iter(self._first_laid(examination)), None)

    def _first_laid(self, examination: Examination) -> Clusters:
        """Return the clusters that may be the first tiles laid on a bare table, largest first."""
        clusters, likely = apart_from(self._are_aside(examination), examination)
        return clusters if self.expected else self.supply.may_be_laid(clusters, likely)

    def _are_aside(self, examination: Examination) -> Clusters:
        """Return the clusters that are never the game's board, as palagems are not."""
        return [
            (cluster, beliefs)
            for cluster, beliefs in examination.clusters
            if (tiles := tiles_of(beliefs)) and self.set_aside(Board(tiles))
        ]

    def _was_cleared(self, examination: Examination, hanging: Hanging, *, waited: bool) -> bool:
        """Tell whether a board that is nowhere to be found was taken off the table."""
        laid_anew = self._largest(examination) is not None
        if self.cluster is None or (laid_anew and not waited):
            return False
        return was_cleared(examination, hanging, self.board, self.cluster, laid_anew=laid_anew)

    def _look_where_it_was(self, examination: Examination, hanging: Hanging) -> Look:
        """Look at the known cells where they were last seen, no tile of the board being found."""
        known = self.board
        if not known or self.cluster is None:
            return Look(True, False, False)
        if len(known) > FEW_TILES:
            return Look(False, False, False)
        beliefs = examination.look_closer(self.cluster, sorted(self.cells))
        return Look(True, False, self._take_in(examination, beliefs, hanging))

    def _take_in(self, examination: Examination, beliefs: Beliefs, hanging: Hanging) -> bool:
        """Remember what a look says of each cell, those it did not come to included.

        What changed in a cell beside something that covers the table may not have been put down.
        Returns whether something came over the board, or a tile lies crookedly beside it.
        """
        assert self.cluster is not None
        self._residue = least_residue(self.cells.values())
        missing = sorted(
            cell
            for cell, m in self.cells.items()
            if cell not in beliefs and m.orientation is not None
        )
        more = examination.look_closer(self.cluster, missing) if missing else {}
        together = self._seen_bare(examination, {**beliefs, **more}, hanging)
        new = newly_hidden(together, self.hidden_for_good, self.cluster, hanging.seems_changed)
        came = new - self.crooked
        covered = has_come_over(came, self.board)
        patches = self._patches(examination, list(together))
        touched = self._covered(list(together), hanging)
        if covered:
            touched |= {c for c in together if not came.isdisjoint(c.neighbours())}
        nobody_laid = unlaid(tiles_of(together), self.cluster, hanging)
        fresh = {
            cell: surely_bare(grey(patch))
            if self._stays_bare(belief, patch, touched=cell in touched)
            else remember(
                self.cells.get(cell),
                belief,
                grey(patch),
                touched=cell in touched,
                laid=cell not in nobody_laid,
                residue=self._residue,
            )
            for (cell, belief), patch in zip(together.items(), patches, strict=True)
        }
        self.cells = near_tiles({**self.cells, **fresh})
        if not covered:
            self._remember_bare(examination, hanging)
        return covered or came != new

    def _seen_bare(
        self, examination: Examination, beliefs: Beliefs, hanging: Hanging
    ) -> dict[Cell, CellBelief]:
        """Return beliefs, a tile being gone only where its cell looks bare.

        A cell looks so by itself, or as it did before its tile was laid. That colours show nothing
        of a tile tells nothing where an arm or a lamp's image hides it; nor does a lamp's image
        that lay there then. A white table may be as bright, but it was so before.
        """
        gone = [c for c, belief in beliefs.items() if c in self.board and not belief.is_tile]
        patches = dict(zip(gone, self._patches(examination, gone), strict=True))
        washed_out = {cell for cell in gone if is_washed_out(grey(patches[cell]))}
        lit = self._lit(examination, beliefs, hanging) if washed_out else set()
        burnt = {cell for cell in washed_out if not lit.isdisjoint(cell.neighbours())}
        puzzling = [cell for cell in gone if not beliefs[cell].looks_bare or cell in burnt]
        if puzzling:
            free = [c for c, belief in beliefs.items() if not (c in self.board or belief.is_tile)]
            self._bare.in_light_of(self._uncovered(examination, free, hanging))
        covered = self._covered(puzzling, hanging)
        bare = {
            cell
            for cell in puzzling
            if not (beliefs[cell].burnt or cell in covered)
            and self._bare.shows_again(cell, patches[cell], self._residue)
        }
        hidden = {cell: 0.0 if cell in bare else 1.0 for cell in puzzling}
        return {c: replace(b, hidden=hidden.get(c, b.hidden)) for c, b in beliefs.items()}

    def _lit(self, examination: Examination, beliefs: Beliefs, hanging: Hanging) -> set[Cell]:
        """Return the cells on which a lamp's image may have come, of those that stayed so."""
        looked = stayed(self.cells, beliefs)
        covered = self._covered(list(looked), hanging)
        before = {c: look for c, look in looked.items() if c not in covered}
        now = map(grey, self._patches(examination, list(before)))
        return brightened(before, dict(zip(before, now, strict=True)))

    def _stays_bare(self, belief: CellBelief, patch: Image, *, touched: bool) -> bool:
        """Tell whether a cell that puzzles the reader now looks as when it was surely bare."""
        seen = belief.is_sure and belief.hidden <= 0.5
        if touched or seen or belief.burnt or belief.cell in self.board:
            return False
        return self._bare.is_surely_bare(belief.cell, patch, self._residue)

    def _remember_bare(self, examination: Examination, hanging: Hanging) -> None:
        """Remember how the table looks beside the tiles, where nothing covers or burns it.

        Farther off, where no cell was judged, only what is surely bare counts.
        """
        assert self.cluster is not None
        near = sorted(set(self._bare.near(self.board)) - self.burnt - self.crooked)
        outlines = zip(near, self.cluster.corners_of(near), strict=True)
        surely = {c for c, corners in outlines if is_bare(self.cells.get(c), corners, examination)}
        judged = [cell for cell in near if cell in surely or cell in self.cells]
        looks = self._uncovered(examination, judged, hanging)
        self._bare.remember(looks, self.board, surely, self._residue)

    def _remember_table(self, tiles: Sequence[Cell]) -> None:
        """Remember how cells looked before the first tiles were laid, those below them, too."""
        if self._bare_table is not None:
            cells = [*self._bare.near(tiles), *tiles]
            looks = dict(zip(cells, self._patches(self._bare_table, cells), strict=True))
            self._bare.remember(looks, tiles, (), self._residue)
            self._bare_table = None

    def _covered(self, cells: Sequence[Cell], hanging: Hanging) -> set[Cell]:
        """Return those of some cells into which something that hides the table reaches."""
        assert self.cluster is not None
        outlines = zip(cells, self.cluster.corners_of(cells), strict=True)
        return {cell for cell, corners in outlines if hanging.covering.touches(corners)}

    def _uncovered(
        self, examination: Examination, cells: Sequence[Cell], hanging: Hanging
    ) -> dict[Cell, Image]:
        """Return pictures of the cells that nothing hides, (40, 40, 3) each."""
        covered = self._covered(cells, hanging)
        seen = [cell for cell in cells if cell not in covered]
        return dict(zip(seen, self._patches(examination, seen), strict=True))

    def _patches(self, examination: Examination, cells: Sequence[Cell]) -> Patches:
        assert self.cluster is not None
        centers = np.array([cell.center() for cell in cells]).reshape(-1, 2)
        places = cell_places(self.cluster.project, centers)
        return cut_patches(examination.pyramid, places, CELL_SIDE)
