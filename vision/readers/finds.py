"""What the find network makes of detections: it looks at each once a photo, at so many at most.

A page of print or a patterned cloth may show hundreds of things that look a little like tiles. The
find network has the cell network's form, and has learnt what real tables hold that is no tile.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.arrays import Float32s, Float64s, Image, Patches
from vision.detection import Detection
from vision.looks.scales import diameter
from vision.networks.cells import CellJudge
from vision.pictures.patches import CELL_SIDE, Pyramid, cut_patches, detection_places
from vision.readers.effort import Effort
from vision.readers.thresholds import (
    AT_RIM,
    FAINT_AT_RIM,
    FAINT_SCORE,
    FIND_WORK,
    LIKELY,
    MOST_FINDS,
)
from vision.recognition.closer_look import frames_otherwise, margin_otherwise
from vision.recognition.faint import is_plainly_a_tile, may_matter, own_misfits, tile_chance


class Finds:
    """Looks at the detections of one photo, through the find network."""

    def __init__(self, pyramid: Pyramid, judge: CellJudge, effort: Effort) -> None:
        """Start with nothing looked at; each look is counted."""
        self._pyramid = pyramid
        self._judge = judge
        self._effort = effort
        self._looks: dict[Detection, tuple[Image, Float32s]] = {}
        self._misfits: dict[Detection, float] = {}

    def looks(self, tiles: Sequence[Detection]) -> list[tuple[Image, Float32s]]:
        """Return each detection's patch, upright in its frame, and what is said of it, (8,)."""
        fresh = [tile for tile in dict.fromkeys(tiles) if tile not in self._looks]
        self._effort.spend(FIND_WORK * len(fresh))
        patches = _patches_of(self._pyramid, fresh)
        said = self._judge.judge(patches)
        self._looks.update(zip(fresh, zip(patches, said, strict=True), strict=True))
        return [self._looks[tile] for tile in tiles]

    def chances(self, tiles: Sequence[Detection]) -> list[float]:
        """Return how likely the find network takes each detection for a tile, 0..1."""
        return [tile_chance(said) for _, said in self.looks(tiles)]

    def misfits(self, tiles: Sequence[Detection]) -> dict[Detection, float]:
        """Return what a tile's figure leaves unexplained of those that may matter."""
        matter = dict.fromkeys(self.that_matter(tiles))
        fresh = [tile for tile in matter if tile not in self._misfits]
        if fresh:
            patches, said = (np.stack(part) for part in zip(*self.looks(fresh), strict=True))
            self._misfits.update(zip(fresh, own_misfits(patches, said).tolist(), strict=True))
        return {tile: self._misfits[tile] for tile in matter}

    def that_matter(self, tiles: Sequence[Detection]) -> list[Detection]:
        """Return those of some detections of which more must be known than one look says."""
        each_once = list(dict.fromkeys(tiles))
        looks = zip(each_once, self.looks(each_once), strict=True)
        return [tile for tile, (_, said) in looks if may_matter(said)]

    def margins_otherwise(self, tiles: Sequence[Detection]) -> dict[Detection, float]:
        """Return how far detections are from being no tiles when they are seen otherwise.

        So far, in log odds, as :func:`vision.recognition.closer_look.margin_otherwise` has it.
        """
        if not tiles:
            return {}
        frames = np.stack([frames_otherwise(tile) for tile in tiles])
        flat = frames.reshape(-1, *frames.shape[2:])
        self._effort.spend(FIND_WORK * len(flat))
        patches = _patches_in(self._pyramid, flat)
        said = self._judge.judge(patches)
        of_each = (part.reshape(*frames.shape[:2], *part.shape[1:]) for part in (patches, said))
        return {
            tile: margin_otherwise(seen, looks)
            for tile, seen, looks in zip(tiles, *of_each, strict=True)
        }

    def likely(self, tiles: Sequence[Detection]) -> list[Detection]:
        """Return those of some detections that are likely tiles."""
        least_score, least_chance = LIKELY
        scored = [tile for tile in tiles if tile.score >= least_score]
        chances = self.chances(scored)
        return [tile for tile, p in zip(scored, chances, strict=True) if p > least_chance]

    def show_plainly(self, tiles: Sequence[Detection]) -> bool:
        """Tell whether one of some detections shows a tile plainly, whatever lies beside it."""
        likely = self.likely(tiles)
        misfits = self.misfits(likely)
        chances = self.chances(likely)
        return any(
            is_plainly_a_tile(tile, chance, misfits[tile])
            for tile, chance in zip(likely, chances, strict=True)
        )


def worth_a_look(tiles: Sequence[Detection], width: int, height: int) -> list[Detection]:
    """Return the detections that are more than nothing, in order; of too many the likeliest.

    ``width`` and ``height`` are the picture's. Half a tile at its rim is seen more faintly.
    """
    scored = [
        tile
        for tile in tiles
        if tile.score > (FAINT_AT_RIM if _leaves(tile, width, height) else FAINT_SCORE)
    ]
    if len(scored) <= MOST_FINDS:
        return scored
    least = sorted((tile.score for tile in scored), reverse=True)[MOST_FINDS - 1]
    return [tile for tile in scored if tile.score >= least][:MOST_FINDS]


def _leaves(tile: Detection, width: int, height: int) -> bool:
    """Tell whether a good part of a tile lies outside the picture."""
    (x, y), reach = tile.center, AT_RIM * diameter(tile) / 2
    return not (reach <= x < width - reach and reach <= y < height - reach)


def _patches_of(pyramid: Pyramid, tiles: Sequence[Detection]) -> Patches:
    """Return patches of detections, (n, side, side, 3), upright as their own frames have it."""
    frames = np.array([(t.center, t.axis, t.side) for t in tiles]).reshape(-1, 3, 2)
    return _patches_in(pyramid, frames)


def _patches_in(pyramid: Pyramid, frames: Float64s) -> Patches:
    """Return patches in some frames, centres, axes and sides in pixels, (n, 3, 2)."""
    places = detection_places(frames[:, 0], frames[:, 1], frames[:, 2])
    return cut_patches(pyramid, places, CELL_SIDE)
