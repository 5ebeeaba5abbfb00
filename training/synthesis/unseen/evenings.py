"""Hard evenings: photos of the unseen look that are as hard as a table can fairly be."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np

from training.synthesis.scene import Scene
from training.synthesis.unseen.families import Family
from training.synthesis.unseen.hard_boards import (
    AmongStacks,
    InTheAir,
    SeveralBoards,
    TwoHands,
)
from training.synthesis.unseen.hard_tables import (
    HandCut,
    OnCards,
    OnGlass,
    OnPhotograph,
    OnTileCloth,
    SentOn,
    TwoDark,
    TwoPale,
    UltraWide,
    Worn,
)
from training.synthesis.unseen.occasion import Occasion
from training.synthesis.unseen.photo import photo_of

_INDOORS = ("soft", "two", "spot", "neon")

EVENINGS: tuple[Occasion, ...] = (
    OnTileCloth(Family("tilecloth", tilt=(0, 50), tiles=(3, 30), share=(0.4, 0.8))),
    OnGlass(Family("glass", tilt=(10, 58), glare=0.6, rooms=_INDOORS)),
    Occasion(Family("candle", fault="dim", rooms=("candle",))),
    Occasion(Family("party", rooms=("party",), other_color=0.4)),
    SentOn(Family("chat", width=(52, 300))),
    UltraWide(
        Family("ultrawide", tilt=(0, 38), tiles=(4, 30), share=(0.75, 1.0), focal=(0.36, 0.5))
    ),
    Occasion(Family("steep", tilt=(58, 66), tiles=(3, 24))),
    TwoHands(Family("twohands", tiles=(8, 40))),
    AmongStacks(Family("stacks", tiles=(7, 30), supply=(0, 0))),
    Occasion(Family("gaps", gap=(0.06, 0.09), turn=7.0)),
    SeveralBoards(Family("boards", share=(0.6, 0.95))),
    TwoDark(Family("twodark")),
    TwoPale(Family("twopale")),
    HandCut(Family("handcut", gap=(0.01, 0.05))),
    Worn(Family("worn")),
    Occasion(
        Family("all48", tilt=(0, 40), tiles=(48, 48), width=(24, 34), share=(0.3, 0.9), groups=0)
    ),
    OnCards(Family("cards", tiles=(3, 25), share=(0.4, 0.8))),
    InTheAir(Family("inair", tilt=(0, 50), tiles=(5, 25), share=(0.5, 0.8), supply=(0, 0))),
    Occasion(
        Family(
            "empty", tiles=(0, 0), things=(5, 14), supply=(0, 6), dice=(0, 2), busy=0.6, groups=0
        )
    ),
    Occasion(
        Family("alone", tiles=(1, 1), share=(0.08, 0.4), width=(40, 220), things=(0, 6), groups=0)
    ),
    OnPhotograph(Family("photograph", tilt=(0, 40), rooms=("soft", "soft", "two"), things=(0, 1))),
)
"""What makes evenings hard, each in turn. ``photograph`` needs a folder of photographs."""


def evening_of(seed: int) -> Occasion:
    """Return the occasion a seed belongs to: each in turn."""
    return EVENINGS[seed % len(EVENINGS)]


def make_evening(
    seed: int, size: tuple[int, int] | None = None, photographs: Sequence[Path] = ()
) -> Scene | None:
    """Make up a photo of a hard evening from a seed.

    Parameters
    ----------
    seed
        The same seed gives the same photo, of the family that is its turn.
    size
        Width and height in pixels; left to chance without.
    photographs
        Real photographs of tables without tiles, to lay tiles on.

    Returns
    -------
    Scene or None
        The photo; None where it needs photographs and there are none.
    """
    occasion = evening_of(seed)
    if isinstance(occasion, OnPhotograph):
        if not photographs:
            return None
        occasion = OnPhotograph(occasion.family, tuple(photographs))
    return photo_of(occasion, np.random.default_rng((seed, 53)), size)
