"""Turns of Palagonia with too few tiles: not called wrong where one may lie unseen."""

from __future__ import annotations

import pytest

from rules import Cell
from tests.companion.referee.table import codes, names, palagonia
from tests.companion.referee.test_rolls_from_tiles import handled


@pytest.mark.parametrize("burnt", [set(), {Cell(1, 1)}])
def test_too_few_tiles_are_not_called_wrong_where_one_may_lie_in_a_lamps_image(
    burnt: set[Cell],
) -> None:
    table = palagonia()
    table.unsure = table.burnt = frozenset(burnt)
    said = [*handled(table), *table.look(), *handled(table), *table.roll(3, (300.0, 300.0))]
    assert names(said).count("die") == 1
    table.unsure = frozenset(burnt | {Cell(0, 2)})
    said = [*handled(table), *table.play("0,1=4 0,2=0")]
    said += [*handled(table), *table.roll(4, (800.0, 300.0))]
    assert ("illegal" in names(said)) != bool(burnt)


@pytest.mark.parametrize(
    ("move", "hides", "wrong"),
    [
        ("0,1=4 0,2=0", {Cell(1, 1)}, ["wrong-count"]),
        ("0,1=4 -1,0=0", {Cell(-1, 1)}, ["wrong-count", "not-together"]),
    ],
)
@pytest.mark.parametrize("goes", [True, False])
def test_too_few_tiles_are_not_called_wrong_while_one_may_lie_under_a_hand(
    move: str, hides: set[Cell], wrong: list[str], goes: bool
) -> None:
    """The next player has rolled and thinks, with a hand over the board. A glass stays there."""
    table = palagonia()
    handled(table)
    table.roll(3, (300.0, 300.0))
    handled(table)
    table.play(move)
    handled(table)
    table.hidden = frozenset(hides)
    said = table.roll(4, (800.0, 300.0))
    assert {"unsure", "illegal"} & set(names(said)) == {"unsure"}
    if goes:
        table.hidden = frozenset()
    for _ in range(1 if goes else 4):
        said += [*handled(table), *table.look()]
    assert codes(said) == [wrong]


def test_what_people_say_of_one_cell_opens_the_others_that_were_not_sure() -> None:
    """Of four tiles two are not made out: the camera was wrong of one, and may be of the other."""
    table = palagonia()
    handled(table)
    table.roll(4, (300.0, 300.0))
    handled(table)
    missed = Cell(0, 2), Cell(-1, 2)
    table.unsure = frozenset(missed)
    table.probabilities = dict.fromkeys(missed, (0.97, 0.0, 0.03, 0.0, 0.0, 0.0, 0.0))
    said = table.play("0,1=4 1,1=2")
    said += [*handled(table), *table.roll(5, (800.0, 300.0))]
    assert "illegal" not in names(said)
    said = table.give("set-tile", cell=[0, 2], orientation=0)
    assert "illegal" not in names(said)
    said = table.give("set-tile", cell=[-1, 2], orientation=0)
    assert "illegal" not in names(said)
    assert table.referee.board[missed[1]] == 0
