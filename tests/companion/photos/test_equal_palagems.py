"""Of a photo that shows palagems it is said which of them are equal."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime

from companion.photos.readings import KeptReading
from companion.photos.result import present
from rules import Board
from vision.reading import ClusterReading, Reading

Truth = Callable[[str], Reading]
SAMPLE = "p001103_palagems"


def alike(reading: Reading) -> tuple[str, ...]:
    kept = KeptReading(1, "photo.jpg", datetime(2026, 1, 31, tzinfo=UTC), reading)
    return present(kept).alike


def lying(cluster: ClusterReading, board: Board) -> ClusterReading:
    """Return a cluster whose tiles form another board."""
    tiles = zip(cluster.tiles, board.items(), strict=True)
    laid = (replace(tile, cell=cell, orientation=way) for tile, (cell, way) in tiles)
    return ClusterReading(tuple(laid))


def test_equal_palagems_are_named_wherever_and_however_they_lie(truth: Truth) -> None:
    reading = truth(SAMPLE)
    assert alike(reading) == ("Boards 4 and 5 are the same palagem.",)
    board, first, second, *others = reading.clusters[:4]
    assert alike(replace(reading, clusters=(board, first, second, *others))) == ()
    turned = lying(second, first.board().rotated(2).translated(5, -3))
    assert alike(replace(reading, clusters=(board, first, turned, *others))) == (
        "Boards 2 and 3 are the same palagem.",
    )
    swapped = lying(second, first.board().colors_swapped())
    assert alike(replace(reading, clusters=(board, first, swapped, *others))) == (
        "Boards 2 and 3 are the same palagem if colours are swapped, as in Inversion.",
    )


def test_nothing_is_said_of_a_palagem_that_may_be_misread(truth: Truth) -> None:
    reading = truth(SAMPLE)
    board, first, second, *others = reading.clusters[:4]
    same = lying(second, first.board())
    unsure = ClusterReading((replace(same.tiles[0], sure=False), *same.tiles[1:]))
    assert alike(replace(reading, clusters=(board, first, unsure, *others))) == ()
