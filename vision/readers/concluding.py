"""What comes of an attempt at reading a photo: the reading, and whether it is sure."""

from __future__ import annotations

import math
from collections.abc import Sequence

from vision.detection import Detection
from vision.looks.look import Look
from vision.looks.scales import diameter
from vision.looks.thresholds import HUGE, LEAST_HUGE_SCORE
from vision.readers.attempt import Attempt, margins_of_unread, with_tiles
from vision.readers.finds import worth_a_look
from vision.readers.sight import Sight
from vision.readers.thresholds import FAINT_WORK, LIKELIEST
from vision.reading import Reading
from vision.recognition.doubts import may_be_parted_otherwise
from vision.recognition.sureness import margin_of_reading, reason_for_doubt


def concluded(sight: Sight, attempt: Attempt, looks: Sequence[Look]) -> Reading:
    """Return the reading, without dice, that an attempt comes to.

    What one look shows and another does not stays a doubt.

    Parameters
    ----------
    sight
        The photo.
    attempt
        What was fitted and read.
    looks
        All that were taken of the photo; the attempt goes by the first.
    """
    height, width = sight.pyramid.image.shape[:2]
    seen = dict.fromkeys(tile for look in looks for tile in worth_a_look(look.tiles, width, height))
    faint = margins_of_unread(sight.finds, list(seen), attempt)
    sight.effort.spend(FAINT_WORK * len(faint))
    passed = _left_out(looks[0], seen) + _huge(seen, HUGE * min(width, height))
    faint += [-math.inf for _ in attempt.unread(passed)]
    beliefs = [reader.beliefs for reader in attempt.readers]
    reason = reason_for_doubt(
        beliefs,
        attempt.readings,
        sum(margin < 0 for margin in faint),
        attempt.rejoined or may_be_parted_otherwise(with_tiles(attempt.readers)),
        attempt.raised,
        sight.found.covered,
        patterned=bool(attempt.patterned),
    )
    sure = reason is None
    margin = margin_of_reading(beliefs, faint, doubted=not sure)
    return Reading(width, height, sure, reason, 0.0, attempt.readings, (), margin)


def _left_out(look: Look, seen: dict[Detection, None]) -> list[Detection]:
    """Return what ought to be tiles and was too much to look at."""
    return [tile for tile in look.tiles if tile.score >= LIKELIEST[0] and tile not in seen]


def _huge(seen: dict[Detection, None], least: float) -> list[Detection]:
    """Return what would be tiles of more than so many pixels, larger than any that is read."""
    return [tile for tile in seen if tile.score >= LEAST_HUGE_SCORE and diameter(tile) > least]
