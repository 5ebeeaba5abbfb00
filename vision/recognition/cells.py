"""From a fitted lattice to its cells: which hold a tile, how turned, which are hidden, how sure.

The detector says where tiles are; a second network looks at every cell of the lattice, the empty
ones beside tiles as well. Where the two leave it open, the colours of the set are asked as well.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from rules.lattice import SIDES, Cell
from vision.arrays import Float32s, Float64s, Image, Mask, Points
from vision.detection import Detection, Point
from vision.lattice.cluster import LatticeCluster
from vision.lattice.thresholds import ADOPTED_OFFSET
from vision.looks.look import Look
from vision.networks.cells import EMPTY, HIDDEN, CellJudge
from vision.pictures.patches import CELL_SIDE, Pyramid, cell_places, cut_patches
from vision.recognition.fusion import fuse, is_open, log_odds, with_likeness, without_company
from vision.recognition.lie import Lie
from vision.recognition.lie_thresholds import MAY_BE_ALOFT
from vision.recognition.out_of_sight import (
    beside,
    beyond_hidden,
    mostly_outside,
    shares_in_picture,
)
from vision.recognition.set_colors import SetColors, TilePatch
from vision.recognition.thresholds import (
    BARE_HIDDEN,
    BARE_TILE,
    DOUBTED_EMPTY,
    FOUND_ON_EMPTY,
    LEAST_SEEN,
    LEAST_SHOWN,
    LOOKS_BARE,
    LOOKS_EMPTY,
    MOST_HELD,
    MOST_TILES,
    MOSTLY_SEEN,
    OVERLAP,
    SAME_CELL,
    SMALL_ALONE_PX,
    SURE_TILE,
    SURE_UNDETECTED,
    SURE_UNSHOWN,
    UNLIKE,
    WASHED_OUT,
    WASHED_OUT_EMPTY,
)

_MOST_ROUNDS = 12
_NOTHING = np.eye(SIDES + 2, dtype=np.float32)[EMPTY]
"""What a look at a cell says of which nothing is asked, (8,): it is empty."""


@dataclass(frozen=True)
class CellBelief:
    """What is believed of one cell.

    Attributes
    ----------
    cell
        Which.
    probabilities
        Of empty and of the orientations 0 to 5, (7,); they add up to 1.
    hidden
        How likely it is that the cell cannot be seen.
    seen
        The share of the cell that lies inside the picture.
    score, detected
        What the detector made of it: its certainty, and the orientation it saw; without a find the
        greatest heat of its map here, and None.
    looked
        What the cell network made of it, (8,): empty, the orientations 0 to 5, hidden.
    likeness
        How much of a tile of this set the colours show, 0..1; None where they were not asked.
    bright
        The share of a tile's blue places that are as bright as white, 0..1; 0 where not asked.
    doubtful
        Whether what is seen of the tile's figure speaks against one that lies here.
    burnt
        Whether a lamp's mirror image hides what lies here.
    aloft
        The log odds that a tile here is in the air or on others; minus infinity where not asked.
    stacked
        The same, that it is the topmost of a stack beside which others lie.
    """

    cell: Cell
    probabilities: Float32s
    hidden: float
    seen: float
    score: float
    detected: int | None
    looked: Float32s
    likeness: float | None = None
    bright: float = 0.0
    doubtful: bool = False
    burnt: bool = False
    aloft: float = -math.inf
    stacked: float = -math.inf

    @cached_property
    def orientation(self) -> int:
        """The likeliest orientation, should a tile lie here."""
        return int(np.argmax(self.probabilities[1:]))

    @cached_property
    def tile_probability(self) -> float:
        """How likely any tile lies here."""
        return float(self.probabilities[1:].sum())

    @cached_property
    def is_tile(self) -> bool:
        """Whether a tile is believed to lie here."""
        return self.tile_probability > 0.5

    @property
    def looks_bare(self) -> bool:
        """Whether the cell network by itself sees that nothing lies or hangs here."""
        return self.hidden <= 0.5 and float(self.looked[EMPTY]) > LOOKS_BARE

    @property
    def is_sure(self) -> bool:
        """Whether it is clear what lies here, and the networks do not contradict each other."""
        return self.margin > 0

    @property
    def _is_washed_out(self) -> bool:
        """Whether colours speak against a tile only since all of it would be bright."""
        return self.likeness is not None and self.likeness < UNLIKE and self.bright > WASHED_OUT

    @cached_property
    def margin(self) -> float:
        """How far, in log odds, this is on the sure side of its threshold; below 0 it is unsure.

        Minus infinity for a tile that the networks see turned differently, that seems not to lie
        here, or of which too little lies in the picture; infinity for a cell that is hidden, of
        which nothing is said.
        """
        if not self.is_tile:
            if self.hidden > 0.5:
                return math.inf
            least = WASHED_OUT_EMPTY if self._is_washed_out else LOOKS_EMPTY
            as_tile = float(self.looked[EMPTY + 1 : HIDDEN].sum())
            # Hard by another find its heat counts if the cell network rather sees a tile, too.
            is_found = self.detected is not None or as_tile > self.looked[EMPTY]
            found = self.score if is_found else 0.0
            return min(
                log_odds(least) - log_odds(as_tile),
                log_odds(DOUBTED_EMPTY) - log_odds(self.tile_probability),
                log_odds(FOUND_ON_EMPTY) - log_odds(found),
            )
        contradicted = self.detected not in (None, self.orientation)
        if self.doubtful or contradicted or self.seen <= LEAST_SEEN:
            return -math.inf
        least = SURE_TILE
        if self.detected is None:
            is_shown = self.likeness is None or self.likeness >= LEAST_SHOWN
            least = SURE_UNDETECTED if is_shown else SURE_UNSHOWN
        told = log_odds(float(self.probabilities[1:].max())) - log_odds(least)
        return min(told, MAY_BE_ALOFT - self.aloft, -self.stacked)


@dataclass
class ClusterReader:
    """Looks at a lattice cell by cell, and past its rim as long as tiles turn up there.

    ``look`` is what the detector made of the photo, ``likely`` are those of its tiles to go by: one
    that the lattice is fitted to and that is none of them counts as not detected.
    ``taken`` are the centres, in pixels, of tiles of other clusters: no tile lies across those.
    ``colors`` are those of the set, as far as they are known. ``beyond`` are the cells that were
    looked at only since others hide what lies between them and the tiles.
    """

    pyramid: Pyramid
    judge: CellJudge
    cluster: LatticeCluster
    look: Look
    likely: Sequence[Detection]
    taken: Sequence[Point] = ()
    colors: SetColors | None = None
    beliefs: dict[Cell, CellBelief] = field(default_factory=dict)
    beyond: set[Cell] = field(default_factory=set)
    _patches: dict[Cell, Image] = field(default_factory=dict)
    _pixels: dict[Cell, Point] = field(default_factory=dict)
    _shown: dict[Cell, Mask] = field(default_factory=dict)
    _alone: bool = False

    def __post_init__(self) -> None:
        """Place detections and taken spots on this lattice."""
        self._taken = self.cluster.locate(np.array(self.taken).reshape(-1, 2))
        self._told = frozenset(self.likely)
        centers = np.reshape([detection.center for detection in self.likely], (-1, 2))
        self._places = self.cluster.locate(centers)

    def read(self) -> dict[Cell, CellBelief]:
        """Return what is believed of every cell with a tile and of all cells beside those.

        Where it cannot be seen whether a tile lies beside one, the cells beyond are looked at too:
        the board may go on behind a hand. A board of more tiles than two sets have is none.
        """
        wanted: set[Cell] = set(self.cluster.tiles)
        ring = beside(wanted)
        for _ in range(_MOST_ROUNDS):
            fresh = sorted((wanted | ring) - set(self.beliefs))
            if not fresh:
                break
            self._look(fresh)
            tiles = {cell for cell, belief in self.beliefs.items() if belief.is_tile}
            if len(tiles) > MOST_TILES:
                break
            unseen = set(filter(self._may_hide_one, beside(tiles)))
            wanted, ring = tiles | unseen, beside(tiles | unseen)
            if len(tiles) > 1:
                beyond = beyond_hidden(unseen, self._is_hidden) - ring
                self.beyond |= self._without_misfits(beyond)
            ring |= self.beyond
        return self.beliefs

    def tile_centers(self) -> list[Point]:
        """Return the pixels at which the cells with tiles have their middles."""
        return [self._pixels[cell] for cell, belief in self.beliefs.items() if belief.is_tile]

    def burnt_centers(self) -> list[Point]:
        """Return the pixels at which the cells have their middles that a lamp burnt."""
        return [self._pixels[cell] for cell, belief in self.beliefs.items() if belief.burnt]

    def sure_tiles(self) -> list[TilePatch]:
        """Return the tiles that are sure, as patches."""
        tiles = [belief for belief in self.beliefs.values() if belief.is_tile and belief.is_sure]
        return [self.patch(belief.cell, belief.orientation) for belief in tiles]

    def tiles(self) -> list[TilePatch]:
        """Return the tiles that are believed to lie here, as patches."""
        return [self.patch(cell, b.orientation) for cell, b in self.beliefs.items() if b.is_tile]

    def orientations(self) -> dict[Cell, int]:
        """Return how the tiles that are believed to lie here are turned, by their cells."""
        return {cell: b.orientation for cell, b in self.beliefs.items() if b.is_tile}

    def tell(self, lies: Sequence[Lie], odds: Float64s) -> None:
        """Take in how the :meth:`tiles` lie: one in the air is none, and hides its cell.

        ``odds`` are the log odds that each is in the air or on others, (n,).
        """
        cells = [cell for cell, belief in self.beliefs.items() if belief.is_tile]
        for cell, lie, aloft in zip(cells, lies, odds.tolist(), strict=True):
            before = self.beliefs[cell]
            doubtful = before.doubtful or lie is Lie.DOUBTFUL
            belief = replace(before, aloft=aloft, doubtful=doubtful)
            if lie is Lie.RAISED:
                belief = replace(belief, probabilities=_NOTHING[:HIDDEN], hidden=1.0)
            self.beliefs[cell] = belief

    def tell_stacked(self, odds: Float64s) -> None:
        """Take in the log odds, (n,), that each of the :meth:`tiles` is the topmost of a stack."""
        cells = [cell for cell, belief in self.beliefs.items() if belief.is_tile]
        for cell, stacked in zip(cells, odds.tolist(), strict=True):
            self.beliefs[cell] = replace(self.beliefs[cell], stacked=stacked)

    def disown(self, cell: Cell) -> None:
        """Take in that what looks like a tile in a cell is the table's pattern.

        A tile or two that are left, and hung together with it, may be the pattern's as well.
        """
        self.beliefs[cell] = replace(self.beliefs[cell], probabilities=_NOTHING[:HIDDEN])
        left = self.orientations()
        if len(left) <= MOST_HELD:
            self.beliefs |= {cell: replace(self.beliefs[cell], doubtful=True) for cell in left}

    def weigh(self, colors: SetColors) -> None:
        """Ask the colours of the set about what was read without them, and read on from there."""
        self.colors = colors
        self._alone = sum(belief.is_tile for belief in self.beliefs.values()) == 1
        for cell, belief in list(self.beliefs.items()):
            self.beliefs[cell] = self._weighed(belief)
        self.read()
        self._doubt_a_lone_piece()

    def weigh_alone(self) -> None:
        """Doubt a single tile more when no others on the table tell the set's colours."""
        tiles = [belief for belief in self.beliefs.values() if belief.is_tile]
        if len(tiles) == 1:
            corners = self.cluster.cell_corners(tiles[0].cell)
            radius = float(np.hypot(*(corners - corners.mean(axis=0)).T).mean())
            weighed = without_company(tiles[0].probabilities, small=radius < SMALL_ALONE_PX)
            self.beliefs[tiles[0].cell] = replace(tiles[0], probabilities=weighed)
            self._doubt_a_lone_piece()

    def _doubt_a_lone_piece(self) -> None:
        """Doubt a single tile that the picture's rim cuts: no other tells where it lies."""
        tiles = [belief for belief in self.beliefs.values() if belief.is_tile]
        if len(tiles) == 1 and tiles[0].seen < MOSTLY_SEEN:
            self.beliefs[tiles[0].cell] = replace(tiles[0], doubtful=True)

    @property
    def is_in_company(self) -> bool:
        """Whether more than one tile lies on this lattice."""
        return sum(belief.is_tile for belief in self.beliefs.values()) > 1

    def _without_misfits(self, cells: set[Cell]) -> set[Cell]:
        """Return the cells in which nothing was detected that may lie on another lattice."""
        centers = np.reshape([cell.center() for cell in cells], (-1, 2))
        each = zip(cells, centers, self._finds(list(cells), centers), strict=True)
        return {cell for cell, center, find in each if find is None or self._fits(find, center)}

    def _fits(self, find: Detection, center: Points) -> bool:
        return math.dist(self.cluster.locate(find.center), center) < ADOPTED_OFFSET

    def _is_hidden(self, cell: Cell) -> bool:
        belief = self.beliefs.get(cell)
        return belief is not None and belief.seen > LEAST_SEEN and belief.hidden > 0.5

    def _may_hide_one(self, cell: Cell) -> bool:
        belief = self.beliefs.get(cell)
        return belief is not None and belief.seen > LEAST_SEEN and not self.is_bare(cell)

    def look_at(self, cells: Sequence[Cell]) -> dict[Cell, CellBelief]:
        """Return what is believed of some cells, whether tiles are near them or not."""
        fresh = [cell for cell in cells if cell not in self.beliefs]
        if fresh:
            self._look(fresh)
        return {cell: self.beliefs[cell] for cell in cells}

    def is_bare(self, cell: Cell) -> bool:
        """Tell whether bare table is clearly seen in a cell."""
        belief = self.look_at([cell])[cell]
        return belief.hidden < BARE_HIDDEN and belief.tile_probability < BARE_TILE

    def _look(self, cells: Sequence[Cell]) -> None:
        centers = np.array([cell.center() for cell in cells])
        places = cell_places(self.cluster.project, centers)
        patches = cut_patches(self.pyramid, places, CELL_SIDE)
        self._patches.update(zip(cells, patches, strict=True))
        chances = self.judge.judge(patches)
        pixels = self.cluster.project(centers)
        self._pixels.update((c, (x, y)) for c, (x, y) in zip(cells, pixels.tolist(), strict=True))
        aside = self.cluster.project(np.add(centers, (SAME_CELL, 0.0)))
        reaches = np.hypot(*(aside - pixels).T).tolist()
        heats = map(self.look.heat_near, pixels.tolist(), reaches)
        found = zip(cells, self._finds(cells, centers), heats, strict=True)
        finds = [self._detected(*each) for each in found]
        seen = shares_in_picture(self.cluster, self.pyramid, centers)
        for index in np.flatnonzero(seen < 1).tolist():
            self._shown[cells[index]] = self.pyramid.shows(np.asarray(places[index], np.float64))
        for belief in self._beliefs(cells, chances, seen, finds, self._covered(centers)):
            self.beliefs[belief.cell] = self._weighed(belief)

    def _beliefs(
        self,
        cells: Sequence[Cell],
        chances: Float32s,
        seen: Float64s,
        finds: Sequence[tuple[float, int | None]],
        covered: Mask,
    ) -> Iterator[CellBelief]:
        """Yield what the networks say of cells, of whose ``covered``, (n,), other tiles lie."""
        outside = seen < LEAST_SEEN
        chances = np.where(outside[:, None], mostly_outside(chances), chances)
        hidden = np.where(outside, 1.0, chances[:, HIDDEN])
        scores, detected = zip(*finds, strict=True)
        fused = fuse(chances, np.array(scores), detected)
        for index, cell in enumerate(cells):
            share, (score, way) = float(seen[index]), finds[index]
            if covered[index]:
                yield CellBelief(cell, _NOTHING[:HIDDEN], 0.0, share, 0.0, None, _NOTHING)
            else:
                hides = float(hidden[index])
                yield CellBelief(cell, fused[index], hides, share, score, way, chances[index])

    def _weighed(self, belief: CellBelief) -> CellBelief:
        """Return what is believed of a cell after the colours are asked, where that may help.

        What a lamp burnt cannot be seen, unless it is a tile for sure, or looks bare by itself:
        that it shows nothing of the set tells nothing there.
        """
        weighed = self._with_colors(belief)
        if self.colors is None or weighed.seen < LEAST_SEEN:
            return weighed
        if weighed.is_sure and (weighed.is_tile or weighed.looks_bare):
            return weighed
        if not self.colors.is_burnt(self.patch(weighed.cell, weighed.orientation)):
            return weighed
        return replace(weighed, probabilities=_NOTHING[:HIDDEN], hidden=1.0, burnt=True)

    def _with_colors(self, belief: CellBelief) -> CellBelief:
        left_open = is_open(belief.probabilities)
        unseen_tile = belief.is_tile and belief.detected is None
        if self.colors is None or belief.seen < LEAST_SEEN or not (left_open or unseen_tile):
            return belief
        likeness = self.colors.likeness(self.patch(belief.cell, belief.orientation))
        fused = belief.probabilities
        if left_open:
            fused = with_likeness(fused, likeness, alone=self._alone)
        return replace(belief, probabilities=fused, likeness=likeness.share, bright=likeness.bright)

    def patch(self, cell: Cell, orientation: int) -> TilePatch:
        """Return what was cut out for a cell, as a tile that is turned so."""
        shown = self._shown.get(cell)
        return TilePatch(self._pixels[cell], orientation, self._patches[cell], shown)

    def _detected(
        self, cell: Cell, find: Detection | None, heat: float
    ) -> tuple[float, int | None]:
        """Return the score and the orientation of what was found in a cell, or ``heat`` and None.

        ``heat`` is that of the detector's map there.
        """
        fitted = self.cluster.tiles.get(cell)
        if fitted is not None and fitted.detection in self._told:
            return fitted.detection.score, fitted.orientation
        if find is None:
            return heat, None
        tip = np.add(find.center, np.divide(find.axis, 2))
        way = self.cluster.locate(tip) - self.cluster.locate(find.center)
        turns = round(math.atan2(way[1], way[0]) / (math.pi / 3))
        return find.score, turns % SIDES

    def _finds(self, cells: Sequence[Cell], centers: Points) -> list[Detection | None]:
        """Return the detections in cells, their centres (n, 2), fitted there or not, or None."""
        nearest: list[Detection | None] = [None] * len(cells)
        if len(self._places):
            ways = self._places - centers[:, None]
            apart = np.hypot(ways[..., 0], ways[..., 1])
            near = np.flatnonzero(apart.min(axis=1) <= SAME_CELL).tolist()
            for index, of in zip(near, apart[near].argmin(axis=1).tolist(), strict=True):
                nearest[index] = self.likely[of]
        fitted = map(self.cluster.tiles.get, cells)
        return [
            found if tile is None or tile.detection not in self._told else tile.detection
            for tile, found in zip(fitted, nearest, strict=True)
        ]

    def _covered(self, centers: Points) -> Mask:
        """Tell in which cells, their centres (n, 2), no tile can lie beside those of others."""
        if not len(self._taken):
            return np.zeros(len(centers), np.bool_)
        ways = self._taken - centers[:, None]
        return np.asarray(np.hypot(ways[..., 0], ways[..., 1]).min(axis=1) < OVERLAP)
