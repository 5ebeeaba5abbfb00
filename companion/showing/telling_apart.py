"""Answers to a question that read alike, told apart by the cells in which they differ."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence

from companion.referee.doubt import changed_cells
from companion.referee.questions import Choice
from companion.words.language import gettext as _
from companion.words.language import say
from rules import Board, Cell, difference


def apart(choices: Sequence[Choice]) -> tuple[frozenset[Cell], ...]:
    """Return, for each answer, where it puts other tiles on record than those that read alike.

    There are no such cells where nothing else reads like it.
    """
    alike = defaultdict(list)
    for choice in choices:
        if choice.turns:
            alike[say(choice.says)].append(choice.turns[-1].after)
    return tuple(
        frozenset[Cell]().union(
            *(
                changed_cells(difference(choice.turns[-1].after, other))
                for other in alike[say(choice.says)]
                if choice.turns
            )
        )
        for choice in choices
    )


def laid_first(choices: Sequence[Choice]) -> tuple[frozenset[Cell], ...]:
    """Return the cells on which each answer has tiles sooner than those that come to the same.

    These read like it, and put the same table on record: nothing else tells them apart.
    """
    return tuple(
        frozenset[Cell]().union(
            *(
                _sooner(choice, other)
                for other in choices
                if say(other.says) == say(choice.says) and _comes_to(other) == _comes_to(choice)
            )
        )
        for choice in choices
    )


def _comes_to(choice: Choice) -> Board | None:
    return choice.turns[-1].after if choice.turns else None


def _sooner(choice: Choice, other: Choice) -> frozenset[Cell]:
    """Return the cells with tiles after the first turn in which two answers differ, by one only."""
    for mine, theirs in zip(choice.turns, other.turns, strict=False):
        if mine.after != theirs.after:
            return frozenset(mine.after.keys() - theirs.after.keys())
    return frozenset()


def written_apart(choices: Sequence[Choice]) -> Iterator[str]:
    """Yield each answer in words, those that read alike with what lies where they differ."""
    told = zip(choices, apart(choices), laid_first(choices), strict=True)
    for choice, cells, first in told:
        tiles = " ".join(_written(cell, choice.turns[-1].after) for cell in sorted(cells or first))
        if tiles and not cells:
            tiles = _("first {tiles}", tiles=tiles)
        yield f"{say(choice.says)} [{tiles}]" if tiles else say(choice.says)


def _written(cell: Cell, board: Board) -> str:
    place = f"{cell.q},{cell.r}"
    return f"{place}={board[cell]}" if cell in board else _("{place} empty", place=place)
