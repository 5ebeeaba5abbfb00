"""Sentences for players: what a closed shape is and is worth, what a mismatch and a hole are.

Cells are named as ``(q, r)``; who shows a sentence can point at them on a board besides.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from rules.faults import named
from rules.lattice import Cell
from rules.messages import listed
from rules.shapes import Shape
from rules.verdict import Reason, ScoredIsland, Verdict


def shape_sentence(shape: Shape) -> str:
    """Say what a closed shape is, and where it is an island how its value adds up."""
    if shape.is_eye:
        return f"A {shape.color} eye: a closed corner without arches, which is no island."
    size = counted(shape.arches, "arch", "arches")
    if shape.animals is None:
        return (
            f"A closed {shape.color} group of {size} with {_limbs(shape.limbs)}; a hole on the"
            " board leaves open what lies inside it, so it has no value yet."
        )
    if not shape.is_island:
        return (
            f"A closed {shape.color} group of {size} without limbs or animals, which is no island."
        )
    return f"A {shape.color} island of {size}: {island_sum(shape.limbs, shape.animals)}."


def island_sum(limbs: int, animals: Sequence[int]) -> str:
    """Write out an island's value, as in ``3 limbs + animals 1 and 2 = 6``."""
    terms = []
    if limbs:
        terms.append(_limbs(limbs))
    if animals:
        word = "animal" if len(animals) == 1 else "animals"
        terms.append(f"{word} {listed([str(score) for score in sorted(animals)])}")
    return f"{' + '.join(terms) or 'no limbs or animals'} = {limbs + sum(animals)}"


def scored_island_sentence(island: ScoredIsland) -> str:
    """Say what an island that a move closed is worth, and to whom."""
    kind = "continent" if island.continent else "island"
    total = island_sum(island.limbs, island.animals)
    counted_as = ""
    if island.value != island.limbs + sum(island.animals):
        counted_as = f", counted as {island.value}"
    return (
        f"A {island.color} {kind} was closed: {total}{counted_as}, which gives"
        f" {counted(island.creator, 'point', 'points')} to its creator and {island.helper} to its"
        " helper."
    )


def outcome_sentence(verdict: Verdict) -> str:
    """Say how a move ended the game; nothing where it did not, or where scores decide."""
    if verdict.reason is Reason.CLOSED_GROUP:
        size = counted(max(group.arches for group in verdict.closed), "arch", "arches")
        return f"A closed group of {size} wins for {verdict.winner}."
    if verdict.reason is Reason.BOTH_CLOSED:
        return f"Groups of both colours were closed, so the mover loses and {verdict.winner} wins."
    if verdict.reason is Reason.LARGEST_GROUP:
        return f"The tiles are out: by the largest groups {verdict.winner} wins."
    if verdict.reason is Reason.TILES_OUT:
        return "The tiles are out and nobody has won: a draw."
    if verdict.reason is Reason.PALAGEM:
        return f"{verdict.winner} wins: their palagem stands on the table."
    if verdict.reason is Reason.MOVER_LOSES:
        return (
            f"One move completed the palagems of {listed(verdict.palagems)}, so its mover"
            f" {verdict.loser} loses."
        )
    return ""


def mismatch_sentence(cells: tuple[Cell, Cell]) -> str:
    """Say which two tiles do not match."""
    return (
        f"The tiles at {cell_names(cells)} do not match: white meets the other colour along the"
        " edge they share."
    )


def hole_sentence(cells: Collection[Cell]) -> str:
    """Say where tiles enclose empty cells."""
    if len(cells) == 1:
        return f"The empty cell at {cell_names(cells)} is a hole: tiles lie all around it."
    return f"The empty cells at {cell_names(cells)} are a hole: tiles lie all around them."


def cell_names(cells: Collection[Cell]) -> str:
    """Name cells as players read them, as in ``(0, 0), (1, 0) and (2, 0)``."""
    return listed(named(cells))


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun, as in ``1 arch`` and ``2 arches``."""
    return f"{number} {one if number == 1 else many}"


def _limbs(number: int) -> str:
    return counted(number, "limb", "limbs")
