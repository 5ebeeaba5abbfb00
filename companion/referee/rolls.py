"""Which rolls explain what the tiles of Palagonia did, and how likely the dice make them.

One tile turned is a 6, one taken away a 1, and so many laid are that number. A part of a turn fits
several rolls: two tiles are a whole turn of a 2, and a part of one of a 3.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from rules.palagonia.judging import DIE
from vision.reading import DieReading

Belief = Mapping[int, float]
"""How likely each roll of 1 to 6 is; the weights need not add up to one."""

EVEN: Belief = dict.fromkeys(DIE, 1 / len(DIE))
"""What is known of a die that nobody saw."""

SUREST = 0.999
"""A reading that is not sure is never taken for surer than this, whatever its confidence."""


class RollKnown(StrEnum):
    """How a roll is known."""

    SEEN = "seen"
    """The die was read for sure."""
    INFERRED = "inferred"
    """The tiles told it."""
    SAID = "said"
    """A person said it."""


def onehot(roll: int) -> Belief:
    """Return what is known of a die that was read for sure."""
    return {value: float(value == roll) for value in DIE}


def belief_of(dice: Sequence[DieReading]) -> Belief:
    """Return how likely each roll is by the dice of one look; several dice count alike."""
    sure = [die for die in dice if die.sure]
    counted = sure or list(dice)
    if not counted:
        return EVEN
    beliefs = [onehot(die.value) if die.sure else _unsure(die) for die in counted]
    return {value: sum(belief[value] for belief in beliefs) / len(beliefs) for value in DIE}


def _unsure(die: DieReading) -> Belief:
    right = min(max(die.confidence, EVEN[die.value]), SUREST)
    return {value: right if value == die.value else (1 - right) / (len(DIE) - 1) for value in DIE}
