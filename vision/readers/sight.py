"""What is seen of one photo, kept while it is being read."""

from __future__ import annotations

from dataclasses import dataclass

from vision.lattice.fitting import FitBudget
from vision.looks.look import Look
from vision.networks.detector import Detections
from vision.pictures.patches import Pyramid
from vision.readers.finds import Finds


@dataclass(frozen=True)
class Sight:
    """One photo, and what was found in it.

    Attributes
    ----------
    pyramid
        The photo in all its sizes.
    finds
        What the find network makes of detections in it.
    budget
        What all fits of this photo may cost.
    found
        What was found in the photo as it is.
    seen
        The same, or more: what was found in it drawn out as well.
    """

    pyramid: Pyramid
    finds: Finds
    budget: FitBudget
    found: Detections
    seen: Look
