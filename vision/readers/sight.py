"""What is seen of one photo, kept while it is being read."""

from __future__ import annotations

from dataclasses import dataclass

from vision.lattice.budget import FitBudget
from vision.looks.look import Finder, Look
from vision.networks.detector import Detections
from vision.pictures.patches import Pyramid
from vision.readers.effort import Effort
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
    finder
        What finds tiles in it.
    budget, effort
        What all fits of this photo may cost, and what all work.
    found
        What was found in the photo as it is.
    seen
        The same, or more: what was found in it drawn out as well.
    """

    pyramid: Pyramid
    finds: Finds
    finder: Finder
    budget: FitBudget
    effort: Effort
    found: Detections
    seen: Look
