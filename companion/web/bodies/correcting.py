"""Putting a reading right; `companion.photos.correction` holds it against the reading."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.web.bodies.body import Body, like
from companion.web.shapes import Orientation
from companion.words.language import gettext as _
from rules.lattice import SIDES


class CorrectedTile(Body):
    """A tile as it lies, and whether the person stands by it."""

    q: int
    r: int
    orientation: Orientation
    sure: bool | None = None


class CorrectedCluster(Body):
    """The tiles of one cluster of the reading, on its lattice."""

    tiles: list[CorrectedTile]


class CorrectedDie(Body):
    """What a die shows, and whether the person stands by it."""

    value: Annotated[int, Field(ge=1, le=SIDES)]
    sure: bool | None = None


class Correction(Body):
    """What is right: an entry for each cluster of the reading; what is left out is as read."""

    model_config = like({"dice": [{"value": 3}]})

    clusters: list[CorrectedCluster] | None = None
    dice: list[CorrectedDie] | None = None

    @classmethod
    def called(cls) -> str:
        """Return what it is, to begin a sentence with."""
        return _("The correction")
