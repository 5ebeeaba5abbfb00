"""Turns that one look was the first to show are presumed, unless all else is ruled out."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.stories.agreement import agreed_by
from companion.referee.stories.story import Story, StoryTurn
from rules import Board, Cell, GameError, Move, Verdict, applied
from rules.palagem.moves import legal_moves
from tests.companion.referee.table import Table, die, names, palago, palagonia
from tests.companion.referee.test_hands_and_rolls import hidden
from tests.companion.referee.test_palagems import all_laid, hidden_while
from tests.companion.referee.test_rolls_from_tiles import ELSEWHERE
from vision.following.table_view import HandsGone

LOOK = 7


def told(weight: float, tile: int, *ends: int) -> Story:
    """Return a story of turns that were over by these looks, the first of which laid a tile."""
    ledger = Ledger(setup_of("palago", ["Ann", "Bob"]), Board())
    board = Board({Cell(0, 0): tile})
    turns = tuple(
        StoryTurn("Ann", board.with_tile(Cell(n, 0), 0), Verdict(Move()), ended_at=end)
        for n, end in enumerate(ends, 1)
    )
    return Story(ledger, ledger.board, {None: weight}, turns=turns)


def is_presumed(likely: float, *ends: int) -> bool:
    agreed = agreed_by([told(likely, 0, *ends), told(1 - likely, 1, *ends)], LOOK, left_open=3)
    assert agreed is not None
    return agreed.presumed


def test_turns_that_one_look_showed_are_facts_only_where_hardly_anything_else_can_be() -> None:
    assert is_presumed(0.995, LOOK, LOOK)
    assert not is_presumed(0.9995, LOOK, LOOK)
    assert not is_presumed(0.995, LOOK - 1, LOOK)


def test_a_turn_after_which_play_went_on_is_presumed_where_others_are_not_ruled_out() -> None:
    assert is_presumed(0.97, LOOK - 2, LOOK - 1)
    assert not is_presumed(0.99, LOOK - 2, LOOK - 1)


def moves(said: list[dict[str, Any]]) -> list[tuple[str, bool]]:
    return [(event["mover"], event["presumed"]) for event in said if event["event"] == "move"]


def test_a_move_that_came_with_a_part_of_the_next_may_have_had_a_tile_too_many() -> None:
    def with_a_part(*ends: int) -> bool:
        story = told(1.0, 0, *ends)
        begun = replace(story, table=story.base.with_tile(Cell(5, 5), 0))
        agreed = agreed_by([begun], LOOK, left_open=3)
        assert agreed is not None
        return agreed.presumed

    assert with_a_part(LOOK)
    assert with_a_part(LOOK, LOOK)
    assert not with_a_part(LOOK - 1)


@pytest.mark.parametrize(
    ("ends", "roll", "may_lie_otherwise"),
    [
        ((LOOK, LOOK), 6, True),
        ((LOOK, LOOK), 1, True),
        ((LOOK, LOOK), 5, False),
        ((LOOK,), 6, False),
        ((LOOK - 1, LOOK), 6, False),
    ],
)
def test_a_tile_of_the_first_of_two_turns_may_have_been_turned_where_a_6_was_thrown_since(
    ends: tuple[int, ...], roll: int, may_lie_otherwise: bool
) -> None:
    rolled = replace(told(1.0, 0, *ends), rolls={roll: 1.0}, thrown=True, seen=True)
    agreed = agreed_by([rolled], LOOK, left_open=3)
    assert agreed is not None
    assert agreed.presumed == agreed.untold == may_lie_otherwise


def test_turns_that_are_looked_for_to_reach_a_table_are_presumed() -> None:
    table = palago()
    hidden(table, 40)
    table.see(HandsGone())
    table.play("-4,4=0 -4,5=0 5,-1=0 5,0=0 6,-1=3 9,9=1")
    said = table.give("table-right")
    assert moves(said)
    assert all(presumed for _, presumed in moves(said))


def test_a_roll_that_people_say_calls_up_stories_too_unlikely_to_be_kept_by_others() -> None:
    """Bob laid four tiles, Cem three by a roll that nobody read, and Ann rolled: all unseen."""
    table = palagonia()
    hidden(table, 65)
    table.see(HandsGone())
    table.dice = (die(5, ELSEWHERE),)
    table.play("2,-1=0 2,0=0 3,-1=0 3,0=0 4,-1=0 4,0=0 5,-1=0")
    table.give("set-die", value=4)
    stories = table.referee._play.telling.stories  # type: ignore[union-attr]
    said = [[(turn.mover, turn.roll) for turn in story.turns] for story in stories]
    assert [("Bob", 4), ("Cem", 3)] in said


def test_any_of_the_moves_that_were_seen_together_may_be_taken_back_by_hand() -> None:
    """Once all tiles lie, to put one back is a legal move of the next player, but a rare one."""
    table, before = all_laid()
    one, other = (m for m in two_apart(before))
    question = hidden_while(table, 40, applied(other, applied(one, before)))
    assert question
    table.give("answer", choice=0)
    assert len(table.referee.ledger.moves) == 2
    first = table.referee.ledger.moves[0].move
    left = one if first != one else other
    hidden_while(table, 1, applied(left, before))
    assert [turn.after for turn in table.referee.ledger.moves] == [applied(left, before)]


def test_a_part_of_the_next_move_may_lie_there_since_one_of_them_was_taken_back() -> None:
    """Three moves of two tiles were seen at once; those of the last one are laid elsewhere."""
    table = palago()
    laid = ("1,0=2 2,-1=0", "0,-1=2 0,-2=0", "2,0=2 3,-1=0")
    hidden(table, 40)
    table.see(HandsGone())
    table.play(" ".join(laid))
    kept = table.board.without(Cell(0, -1), Cell(0, -2))
    table.give("table-right")
    assert table.referee.together == {2, 3, 4}
    said = hidden_while(table, 1, kept.with_tile(Cell(-1, 1), 2))
    assert "illegal" not in names(said)
    table.give("answer", choice=0)
    assert [turn.verdict.legal for turn in table.referee.ledger.moves] == [True] * 3
    assert table.referee.ledger.board == kept


def two_apart(board: Board) -> list[Move]:
    """Return two moves of one tile each that touch nothing of each other."""
    first = next(iter(legal_moves(board, 0)))
    taken = {*first.removed, *first.placed_cells}
    near = taken | {cell for c in taken for cell in c.neighbours()}
    near |= {cell for c in near for cell in c.neighbours()}
    for move in legal_moves(board, 0):
        if not near & {*move.removed, *move.placed_cells}:
            return [first, move]
    raise AssertionError


def presuming() -> Table:
    """Return a table of which the moves that led there are presumed."""
    table = palago()
    hidden(table, 40)
    table.see(HandsGone())
    table.play("-4,4=0 -4,5=0 5,-1=0 5,0=0 6,-1=3 9,9=1")
    table.give("table-right")
    return table


def test_what_is_presumed_is_confirmed_at_once_and_what_follows_has_no_condition_then() -> None:
    table = presuming()
    presumed = table.referee.presumed
    assert presumed
    (said,) = table.give("confirm")
    assert (said["event"], said["what"]) == ("correction", "confirm")
    assert said["decided"] == {"numbers": list(presumed)}
    assert table.referee.presumed == ()
    assert conditions(table) == [False]
    without = presuming()
    assert conditions(without) == [True]


def conditions(table: Table) -> list[bool]:
    """Return of what is announced of the next tiles, which are illegal, whether it has one."""
    said = table.play("12,12=0 12,13=3")
    return ["rests_on" in event for event in said if event["event"] in ("move", "illegal")]


def test_where_nothing_is_presumed_there_is_nothing_to_confirm() -> None:
    with pytest.raises(GameError):
        palago().give("confirm")
    assert table_after_confirming().referee.presumed == ()


def table_after_confirming() -> Table:
    """Return a new referee's table that was given what another one was given."""
    table = presuming()
    table.give("confirm")
    table.referee = table.replayed(len(table.inputs))
    return table
