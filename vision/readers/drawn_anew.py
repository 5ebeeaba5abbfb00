"""Pictures of a table that are drawn anew, and how far what they show is from being tiles."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from vision.arrays import Image, Mask
from vision.detection import Detection
from vision.looks.scales import diameter
from vision.looks.thresholds import LEAST_SCORE
from vision.networks.cells import CellJudge
from vision.pictures.patches import Pyramid
from vision.readers.finds import Finds
from vision.readers.look_alikes import is_plain
from vision.readers.sight import Sight
from vision.readers.thresholds import LEAST_CROSSED, MOST_DRAWN_ANEW
from vision.recognition.faint import margin_in_hard_light
from vision.recognition.thresholds import HOLDS_OUT_IN_HARD_LIGHT


@dataclass(frozen=True)
class DrawnAnew:
    """A picture that shows otherwise what may lie on a table.

    Attributes
    ----------
    picture
        BGR, (height, width, 3).
    in_photo
        Tells where what lies in the picture lies in the photo.
    sides
        The sizes (px) at which it is searched.
    covered
        Marks what was drawn over, (height, width), and only a tile that has a part of that counts.
        Without it all do.
    least
        What is found with less than this score is nothing.
    """

    picture: Image
    in_photo: Callable[[Detection], Detection]
    sides: tuple[int, ...]
    covered: Mask | None = None
    least: float = LEAST_SCORE

    def found(self, sight: Sight) -> list[Detection]:
        """Return what is found in the picture, the likeliest first, of what counts."""
        seen = [t for side in self.sides for t in sight.finder.detect(self.picture, side).tiles]
        likely = sorted((t for t in seen if t.score >= self.least), key=lambda tile: -tile.score)
        return [t for t in likely[:MOST_DRAWN_ANEW] if self._counts(t, sight)]

    def margins(self, sight: Sight, judge: CellJudge) -> list[tuple[Detection, float]]:
        """Return what may be tiles, in the photo, and how far each is from making for doubt.

        Parameters
        ----------
        sight
            The photo.
        judge
            The find network.
        """
        tiles = self.found(sight)
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
        return [(self.in_photo(tile), margin) for tile, margin in margins.items()]

    def _counts(self, tile: Detection, sight: Sight) -> bool:
        in_photo = self.in_photo(tile)
        if not sight.shown(replace(sight.found, tiles=(in_photo,))).tiles:
            return False
        if self.covered is None:
            return True
        (x, y), reach = tile.center, diameter(tile) / 2
        across, down = (slice(max(0, round(v - reach)), round(v + reach) + 1) for v in (x, y))
        part = self.covered[down, across]
        return bool(part.size) and float(part.mean()) > LEAST_CROSSED
