"""Marks of the table that are taken for dice: not surely, but now and then for sure.

Two crumbs on a marble table are a 2 to the reader, and as the noise of a frame has it a sure one.
But they lay there, unsurely, while another die was thrown elsewhere; nobody throws them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.arrays import Image
from vision.following.lying_dice import LyingDie, lying_at
from vision.networks.detector import DieDetection
from vision.reading import DieReading


@dataclass(frozen=True)
class _Mark:
    """What was taken for a die, but not surely, beside one that was sure.

    ``outlasts`` says whether another die has been thrown since.
    """

    lying: LyingDie
    outlasts: bool = False


class DieMarks:
    """Remembers what was taken for a die, but not surely, while another one was thrown."""

    def __init__(self) -> None:
        """Start with no marks."""
        self._marks: tuple[_Mark, ...] = ()
        self._sure: tuple[LyingDie, ...] = ()

    def doubted(
        self, dice: Sequence[DieReading], picture: Image, spots: Sequence[DieDetection]
    ) -> tuple[DieReading, ...]:
        """Return the dice of a look, none of them sure that is a mark of the table.

        Parameters
        ----------
        dice
            What is taken for dice.
        picture
            What was looked at, BGR (height, width, 3).
        spots
            Where they were looked for.
        """
        marks = [mark for mark in self._marks if mark.lying.is_shown_by(picture)]
        outlasting = [mark for mark in marks if mark.outlasts]
        seen = tuple(
            replace(die, sure=False) if die.sure and _lay_there(outlasting, die) else die
            for die in dice
        )
        sure = lying_at(picture, [die for die in seen if die.sure], spots)
        if sure:
            was_thrown = any(not _lay(die, self._sure) for die in sure) and bool(self._sure)
            known = [replace(mark, outlasts=mark.outlasts or was_thrown) for mark in marks]
            unsure = [die for die in seen if not (die.sure or _lay_there(marks, die))]
            self._marks = (*known, *map(_Mark, lying_at(picture, unsure, spots)))
            self._sure = sure
        return seen


def _lay_there(marks: Sequence[_Mark], die: DieReading) -> bool:
    return any(mark.lying.is_at(die) for mark in marks)


def _lay(die: LyingDie, before: Sequence[LyingDie]) -> bool:
    return any(other.is_at(die.die) and other.die.value == die.die.value for other in before)
