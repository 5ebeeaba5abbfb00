"""How the reader errs when it errs, as measured on labelled photos (``training.campaign.measure``).

How often it errs is for a campaign to choose (``training.campaign.rates``); what it says then, and
with which probabilities, is drawn from what was measured.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from rules.lattice import SIDES

MEASURED = Path(__file__).with_name("reader_errors.json")

Probabilities = tuple[float, ...]
"""Of an empty cell and of six orientations, the true one first, then on by 60 degrees each."""


@dataclass(frozen=True)
class Outcomes:
    """What came of reading things of one kind: counts, and examples of each outcome.

    ``examples`` of tiles are their `Probabilities`, of dice a single confidence.
    """

    counts: Mapping[str, int]
    examples: Mapping[str, Sequence[Probabilities]]

    def draw(self, random: Random, among: Sequence[str]) -> str:
        """Return one of some outcomes, each as often as it was measured.

        Each counts once more than it came, so that none is left out that merely is rare.
        """
        return random.choices(among, [self.counts.get(name, 0) + 1 for name in among])[0]

    def example(self, random: Random, outcome: str) -> Probabilities | None:
        """Return what was measured with one outcome; None if it never came."""
        known = self.examples.get(outcome, ())
        return random.choice(known) if known else None


@dataclass(frozen=True)
class ReaderErrors:
    """How tiles and dice were read.

    Outcomes of tiles are ``right``, ``unsure-right``, ``unsure-turned``, ``unsure-missed``,
    ``unsure-hidden`` (a cell of which it is said that it cannot be seen), ``wrong-turned`` and
    ``wrong-missed`` (these two were sure); of dice ``right``, ``missed``,
    ``unsure-right``, ``unsure-wrong`` and ``wrong``. ``still_unsure`` is the share of unsure tiles
    that stay so when the same table is read again with other noise, ``still_wrong`` that of tiles
    that were read wrongly and surely.
    """

    tiles: Outcomes
    dice: Outcomes
    still_unsure: float
    still_wrong: float

    @classmethod
    def measured(cls, path: Path = MEASURED) -> ReaderErrors:
        """Read what was measured and kept.

        Raises
        ------
        OSError, ValueError, KeyError
            If the file is not there or is no such file.
        """
        data = json.loads(path.read_text("utf-8"))
        return cls(
            _outcomes(data["tiles"]),
            _outcomes(data["dice"]),
            float(data["still_unsure"]),
            float(data["still_wrong"]),
        )


def relative(probabilities: Sequence[float], orientation: int) -> Probabilities:
    """Return a tile's probabilities with its true orientation first."""
    turned = probabilities[1:]
    return (
        probabilities[0],
        *(turned[(orientation + step) % SIDES] for step in range(SIDES)),
    )


def absolute(probabilities: Probabilities, orientation: int) -> Probabilities:
    """Undo `relative`."""
    turned = probabilities[1:]
    return (
        probabilities[0],
        *(turned[(step - orientation) % SIDES] for step in range(SIDES)),
    )


def _outcomes(data: Mapping[str, Any]) -> Outcomes:
    examples = {name: [tuple(e) for e in known] for name, known in data["examples"].items()}
    return Outcomes(dict(data["counts"]), examples)
