"""Whether hard light, or thin lines, may hide a tile on a table that seems surely empty."""

from __future__ import annotations

import math
from functools import partial

from vision.detection import enlarged
from vision.looks.hard_light import in_colors_alone, made_small, without_lines
from vision.looks.thresholds import FAR_SIDES, WORKING_SIDE
from vision.networks.cells import CellJudge
from vision.readers.drawn_anew import DrawnAnew
from vision.readers.sight import Sight
from vision.reading import Reading
from vision.recognition.sureness import in_hard_light

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
    picture, times = sight.pyramid.overall
    small, scale = made_small(picture)
    in_photo = partial(enlarged, times=times / scale)
    pictures = [DrawnAnew(in_colors_alone(small), in_photo, _SIDES)]
    if (below := without_lines(small)) is not None:
        pictures.append(DrawnAnew(below[0], in_photo, _SIDES, below[1]))
    margins = [margin for each in pictures for _, margin in each.margins(sight, judge)]
    return in_hard_light(reading, min(margins, default=math.inf))
