"""Where the dice on real photographs lie and what they show, as we wrote it down.

``dice.json`` names each photograph by its folder and file name, and each die by its value and the
middle and radius of its upper face. It was made half automatically: detector and die network
proposed, and each photograph's known values chose among what they proposed. All 616 dice were then
looked at in enlarged cuts, and 30 were put right by hand. A rounded die's face is that of the cube
about it. No picture is part of the project.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

LABELS = Path(__file__).with_name("dice.json")


@dataclass(frozen=True)
class LabelledDie:
    """A die: its value, 1 to 6, and the middle and half diagonal of its upper face, in pixels."""

    value: int
    center: tuple[float, float]
    radius: float


@cache
def all_labelled_dice() -> dict[str, tuple[LabelledDie, ...]]:
    """Return the dice of every labelled photograph, by folder and name, as ``folder/name.jpg``."""
    photographs = json.loads(LABELS.read_text("utf-8"))
    return {
        name: tuple(LabelledDie(value, (x, y), radius) for value, x, y, radius in dice)
        for name, dice in photographs.items()
    }


def labelled_dice(path: Path) -> tuple[LabelledDie, ...]:
    """Return the dice on a photograph, given its path; none, if it is not labelled."""
    return all_labelled_dice().get(f"{path.parent.name}/{path.name}", ())
