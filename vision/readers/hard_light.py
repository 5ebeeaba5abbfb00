"""Whether hard light, or thin lines, may hide a tile on a table that seems surely empty."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

from vision.arrays import Image, Mask
from vision.detection import Detection, enlarged
from vision.looks.hard_light import in_colors_alone, made_small, without_lines
from vision.looks.scales import diameter
from vision.looks.thresholds import FAR_SIDES, LEAST_SCORE, WORKING_SIDE
from vision.networks.cells import CellJudge
from vision.pictures.patches import Pyramid
from vision.readers.finds import Finds
from vision.readers.look_alikes import is_plain
from vision.readers.sight import Sight
from vision.readers.thresholds import LEAST_CROSSED, MOST_IN_HARD_LIGHT
from vision.reading import Reading
from vision.recognition.faint import margin_in_hard_light
from vision.recognition.sureness import in_hard_light
from vision.recognition.thresholds import HOLDS_OUT_IN_HARD_LIGHT

_SIDES = (WORKING_SIDE, FAR_SIDES[0])
"""The sizes (px) at which these pictures are searched."""


def checked_in_hard_light(reading: Reading, sight: Sight, judge: CellJudge) -> Reading:
    """Return a reading as it is, or unsure where a table that seemed empty shows a tile otherwise.

    Two more looks are taken, each of a small picture: at its colours alone, and at what it may show
    below long thin lines, where such lines cross it.

    Parameters
    ----------
    reading
        What is said so far.
    sight
        The photo.
    judge
        The find network.
    """
    if not reading.sure or reading.clusters:
        return reading
    small, scale = made_small(sight.pyramid.image)
    colors = _Second(in_colors_alone(small), scale)
    margins = colors.margins(sight, judge)
    if (below := without_lines(small)) is not None:
        margins += _Second(below[0], scale, below[1]).margins(sight, judge)
    return in_hard_light(reading, min(margins, default=math.inf))


@dataclass(frozen=True)
class _Second:
    """A small picture that shows otherwise what may lie there.

    ``scale`` is that of the photo's pixels; ``covered``, (height, width), marks what was drawn
    anew, and only a tile that has a part of that counts. Without it all do.
    """

    picture: Image
    scale: float
    covered: Mask | None = None

    def margins(self, sight: Sight, judge: CellJudge) -> list[float]:
        """Return how far each thing that may be a tile is from making for doubt."""
        seen = [t for side in _SIDES for t in sight.finder.detect(self.picture, side).tiles]
        likely = sorted((t for t in seen if t.score >= LEAST_SCORE), key=lambda tile: -tile.score)
        tiles = [t for t in likely[:MOST_IN_HARD_LIGHT] if self._counts(t, sight)]
        finds = Finds(Pyramid(self.picture), judge, sight.effort)
        misfits, chances = finds.misfits(tiles), finds.chances(tiles)
        margins = {
            tile: margin_in_hard_light(tile, chance, misfits[tile])
            for tile, chance in zip(tiles, chances, strict=True)
            if tile in misfits
        }
        doubts = [tile for tile, margin in margins.items() if margin < 0 and is_plain(tile)]
        for tile, margin in finds.margins_otherwise(doubts).items():
            margins[tile] = max(margins[tile], HOLDS_OUT_IN_HARD_LIGHT - margin)
        return list(margins.values())

    def _counts(self, tile: Detection, sight: Sight) -> bool:
        in_photo = enlarged(tile, 1 / self.scale)
        if not sight.shown(replace(sight.found, tiles=(in_photo,))).tiles:
            return False
        if self.covered is None:
            return True
        (x, y), reach = tile.center, diameter(tile) / 2
        across, down = (slice(max(0, round(v - reach)), round(v + reach) + 1) for v in (x, y))
        part = self.covered[down, across]
        return bool(part.size) and float(part.mean()) > LEAST_CROSSED
