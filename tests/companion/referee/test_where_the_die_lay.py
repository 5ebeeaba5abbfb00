"""A die that lies where it lay, though the picture has gone elsewhere."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from companion.referee.inputs import InputError, give, sighting_to_json
from companion.referee.stories.die_evidence import DieTracker
from rules import Board
from tests.companion.referee.table import die, names, palagonia
from tests.companion.referee.test_hands_and_rolls import TWO
from tests.companion.referee.test_rolls_from_tiles import handled, lay
from tests.companion.referee.test_taking_up import TURNS
from vision.following.table_view import CameraMoved, Settled, TableView

LAY = (600.0, 600.0)
"""Where the die of the opening lies."""


def way(angle: float, x: float, y: float) -> tuple[float, ...]:
    """Return how a picture goes that is turned by so much (radians), then shifted (px)."""
    turn = np.array([[np.cos(angle), -np.sin(angle), x], [np.sin(angle), np.cos(angle), y]])
    return tuple(np.vstack([turn, (0, 0, 1)]).ravel().tolist())


def led(place: tuple[float, float], along: tuple[float, ...]) -> tuple[float, float]:
    """Return where a place is seen once the picture has gone some way."""
    x, y, one = np.array(along).reshape(3, 3) @ (*place, 1.0)
    return x / one, y / one


NUDGE, TURN = way(0.01, 12.0, 8.0), way(1.5, 700.0, -300.0)


@pytest.mark.parametrize("bumped", [False, True])
@pytest.mark.parametrize("along", [NUDGE, TURN])
def test_a_die_that_went_along_with_the_picture_was_not_thrown(
    along: tuple[float, ...], *, bumped: bool
) -> None:
    table = palagonia()
    said = table.see(CameraMoved()) if bumped else []
    handled(table)
    table.ways = (along,)
    said += table.roll(3, led(LAY, along))
    assert "die" not in names(said)
    table.ways = ()
    handled(table)
    said = table.roll(2, (300.0, 300.0))
    assert [(e["mover"], e["value"]) for e in said if e["event"] == "die"] == [("Bob", 2)]
    handled(table)
    assert names(table.play(TWO)) == ["move"]


@pytest.mark.parametrize("ways", [(), (TURN,), (way(0.0, -60.0, 0.0),)])
def test_a_die_that_lies_where_no_way_leads_was_thrown(ways: tuple[tuple[float, ...], ...]) -> None:
    """Tiles may be pushed, and the picture stays where it was."""
    table = palagonia()
    handled(table)
    table.ways = ways
    said = table.roll(3, (660.0, 600.0))
    assert [(e["mover"], e["value"]) for e in said if e["event"] == "die"] == [("Bob", 3)]


def test_a_die_that_stayed_was_not_thrown_where_tiles_alone_were_pushed() -> None:
    table = palagonia()
    handled(table)
    table.ways = (way(0.0, 30.0, 0.0),)
    assert "die" not in names(table.roll(3, LAY))


def test_a_die_that_went_along_and_shows_another_number_was_thrown() -> None:
    table = palagonia()
    handled(table)
    table.ways = (NUDGE,)
    said = table.roll(5, led(LAY, NUDGE))
    assert [(e["mover"], e["value"]) for e in said if e["event"] == "die"] == [("Bob", 5)]


def test_a_way_that_leads_out_of_the_picture_leads_nowhere() -> None:
    table = palagonia()
    handled(table)
    table.ways = ((1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0),)
    table.dice = (die(3, (660.0, 600.0)),)
    assert "die" in names(table.look())


def test_ways_are_kept_and_what_is_none_is_refused() -> None:
    view = TableView(Board(), frozenset(), frozenset(), ways=(NUDGE,))
    kind, data = sighting_to_json(Settled(view))
    assert tuple(map(tuple, data["ways"])) == (NUDGE,)
    table = palagonia()
    for wrong in ([[1.0, 2.0]], [["a"] * 9], [3], 5, "way"):
        with pytest.raises(InputError, match="ways"):
            give(table.referee, kind, {**data, "ways": wrong}, 1.0, 1)
    del data["ways"]
    assert replace(view, ways=()) == view
    give(table.referee, kind, data, 1.0, 1)


FAR = [(6, (640.0, 90.0)), (5, (200.0, 250.0)), (4, (900.0, 300.0)), (2, (350.0, 800.0)), (3, LAY)]
"""Throws that fall far from each other."""


def test_a_die_that_a_sleeve_pushed_is_nobody_s_roll_where_throws_fall_far() -> None:
    pushed = (LAY[0] + 30.0, LAY[1] - 20.0)
    tracker = DieTracker()
    for value, place in (*FAR, (3, pushed)):
        sight = tracker.look([die(value, place)])
    assert sight.moved
    assert sight.nudged
    assert sum(sight.lying().values()) > sum(sight.thrown().values()) / 6
    for value, place in ((3, (LAY[0] + 80.0, LAY[1])), (4, pushed)):
        assert not tracker.look([die(value, place)]).nudged


def test_a_die_that_is_thrown_where_it_lay_is_no_pushed_one() -> None:
    """Some throw into a tray: then another number has fallen near where the one before lay."""
    tracker = DieTracker()
    near = [(4, (LAY[0] + 20.0, LAY[1])), (4, (LAY[0] + 40.0, LAY[1]))]
    for value, place in (*FAR, *near):
        sight = tracker.look([die(value, place)])
    assert not sight.nudged


def test_a_die_that_is_pushed_in_the_midst_of_a_turn_leaves_whose_turn_it_is() -> None:
    table = palagonia()
    first, second, third, fourth = TURNS
    for (value, place), turn in zip(
        ((2, (200.0, 250.0)), (4, (900.0, 300.0)), (2, (350.0, 800.0))),
        (first, f"{second} {third}", fourth),
        strict=True,
    ):
        handled(table)
        table.roll(value, place)
        lay(table, turn)
    handled(table)
    assert "die" in names(table.roll(3, LAY))
    handled(table)
    assert not {"die", "move", "question"} & set(names(table.roll(3, (LAY[0] + 30.0, LAY[1]))))
    assert (table.referee.ledger.mover, table.referee.roll) == ("Bob", 3)


def test_who_passed_by_a_die_that_nobody_saw_left_it_elsewhere_than_it_had_lain() -> None:
    """Ann's 6 is not read; then a die is seen about where Cem's lay before, and not surely."""
    table = palagonia()
    handled(table)
    table.roll(2, (300.0, 300.0))
    lay(table, TWO)
    handled(table)
    table.dice = (die(2, (200.0, 600.0), sure=False),)
    table.look()
    lay(table, "2,-1=0 2,0=2")
    table.give("answer", choice=0)
    assert len(table.referee.ledger.moves) == 3
    handled(table)
    table.dice = ()
    table.look()
    handled(table)
    table.dice = (die(2, (205.0, 603.0), sure=False),)
    table.look()
    said = lay(table, "3,-1=0")
    assert "illegal" not in names(said)
    stories = table.referee._play.telling.stories  # type: ignore[union-attr]
    passed = [story for story in stories if [turn.mover for turn in story.turns] == ["Ann"]]
    assert passed
    assert all(story.thrown and not story.fault for story in passed)
