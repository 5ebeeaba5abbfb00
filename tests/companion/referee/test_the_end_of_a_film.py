"""A film is over: nobody answers what is open, and nothing more is seen."""

from __future__ import annotations

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.stories.agreement import agreed_by
from companion.referee.stories.story import NO_DIE, Story, with_turn
from rules import Board, Cell, Reason, Verdict, difference
from tests.companion.referee.table import Table, names, palago, palagonia
from tests.companion.referee.test_turns_nobody_saw import unseen
from vision.following.table_view import FilmOver

THREE_TILES = "0,1=0 -1,1=0 -1,2=0"


def hidden_for(seconds: int) -> Table:
    """Return a table on which three tiles and a roll of 3 came while hands hid it so long."""
    table = palagonia()
    assert names(unseen(table, seconds, THREE_TILES, 3)) == ["question"]
    return table


def test_the_likeliest_of_what_was_asked_is_presumed_then() -> None:
    table = hidden_for(6)
    said = table.see(FilmOver())
    assert [event["event"] for event in said] == ["settled", "die", "move"]
    assert (said[-1]["mover"], said[-1]["presumed"]) == ("Bob", True)
    assert table.referee.question is None


def test_what_is_hardly_likelier_than_all_else_stays_open() -> None:
    table = hidden_for(30)
    assert table.see(FilmOver()) == []
    assert table.referee.question is not None


def test_what_was_played_since_is_not_lost_with_it_then() -> None:
    """Of one turn that stays open nobody is told; what came after it would be open as well."""
    table = hidden_for(30)
    assert names(table.roll(1) + table.play("x-1,2")) == ["question"]
    said = table.see(FilmOver())
    assert names(said) == ["die", "move", "die", "move"]
    bobs, cems = (event for event in said if event["event"] == "move")
    assert (bobs["mover"], bobs["presumed"]) == ("Bob", True)
    assert (cems["mover"], cems["rests_on"]) == ("Cem", bobs["number"])


def test_what_people_let_stand_before_it_was_sure_goes_on_record_then() -> None:
    table = palago()
    cell = Cell(3, -2)
    table.unsure = frozenset({cell})
    table.probabilities = {cell: (0.05, 0.0, 0.0, 0.0, 0.0, 0.0, 0.95)}
    table.play("1,0=2 2,-1=0")
    # two edges do not match, whosever tiles these are: that is said at once, and not again
    assert names(table.play("0,1=4 -1,1=3 -1,2=1")) == ["illegal", "question"]
    assert names(table.give("let-stand")) == ["correction", "unsure"]
    assert names(table.see(FilmOver()))[:2] == ["move", "move"]
    moves = table.referee.ledger.moves
    assert [(move.mover, move.verdict.legal) for move in moves[1:]] == [
        ("Bob", True),
        ("Ann", False),
    ]


@pytest.mark.parametrize(
    ("likely", "winner", "is_told"),
    [(0.6, "Ann", True), (0.6, None, False), (0.85, None, True), (0.2, "Ann", False)],
)
def test_a_film_is_rather_over_once_its_game_is(
    likely: float, winner: str | None, is_told: bool
) -> None:
    """A last tile is not seen for sure: without it the game would have gone on."""
    ledger = Ledger(setup_of("palagem", ["Ann", "Bob"]), Board())
    table = Board({Cell(0, 0): 0})
    reason = Reason.PALAGEM if winner else None
    verdict = Verdict(difference(Board(), table), winner=winner, reason=reason)
    goes_on = Story(ledger, Board(), {None: 1 - likely})
    over = with_turn(Story(ledger, table, NO_DIE), table, None, likely, verdict, 1)
    assert over.is_over == bool(winner)
    found = agreed_by([over, goes_on], 1, left_open=0)
    assert (found is not None) == is_told
    assert found is None or found.presumed
    assert agreed_by([over, goes_on], 1, left_open=1) is None


@pytest.mark.parametrize(("likely", "said"), [(0.95, ["move"]), (0.7, [])])
def test_a_tile_that_is_not_seen_for_sure_must_be_likely(likely: float, said: list[str]) -> None:
    table = palago()
    cell = Cell(2, -1)
    table.unsure = frozenset({cell})
    table.probabilities = {cell: (0.0, likely, 0.0, 1 - likely, 0.0, 0.0, 0.0)}
    assert names(table.play("1,0=2 2,-1=0")) == ["question"]
    events = table.see(FilmOver())
    assert names(events) == said
    assert all(event["presumed"] for event in events if event["event"] == "move")


def test_an_end_that_rests_on_a_tile_that_is_not_sure_is_told_with_a_condition_then() -> None:
    """Live, people are told which tile it is; of a film no later look will tell."""
    table = palago("1,0=2 0,1=4", "0,-1=2 0,-2=0")
    table.unsure = frozenset({Cell(0, 0), Cell(0, -2)})
    assert names(table.play("2,-1=0 3,-1=0")) == ["unsure"]
    move, over = table.see(FilmOver())
    assert (move["event"], move["presumed"]) == ("move", True)
    assert (over["event"], over["rests_on"]) == ("over", move["number"])


def test_where_a_cell_came_to_be_hidden_the_move_is_told_with_a_condition_then() -> None:
    table = palago()
    table.hidden = frozenset({Cell(0, -1)})
    assert names(unseen(table, 6, "1,0=2 2,-1=0", None)) == []
    (move,) = table.see(FilmOver())
    assert (move["event"], move["presumed"]) == ("move", True)


def test_what_lies_there_of_a_turn_that_is_not_whole_is_no_move() -> None:
    table = palago()
    assert names(table.play("1,0=2")) == []
    assert table.see(FilmOver()) == []


def test_a_film_of_a_table_on_which_nothing_is_open_ends_without_a_word() -> None:
    assert palago().see(FilmOver()) == []
    assert Table("palago", ["Ann", "Bob"]).see(FilmOver()) == []


def test_it_is_told_again_from_the_record_as_it_was() -> None:
    table = hidden_for(6)
    table.see(FilmOver())
    again = table.replayed(len(table.inputs))
    assert again.ledger.board == table.referee.ledger.board
    assert [move.mover for move in again.ledger.moves] == ["Ann", "Bob"]


@pytest.mark.parametrize("count", [2, 3, 4])
def test_a_turn_whose_roll_nobody_saw_is_rather_over_then_than_left_midway(count: int) -> None:
    table = palagonia()
    tiles = [*THREE_TILES.split(), "0,2=0"][:count]
    assert names(unseen(table, 2, " ".join(tiles), None)) == ["question"]
    said = table.see(FilmOver())
    assert names(said) == ["move"]
    assert (said[-1]["presumed"], len(said[-1]["placed"])) == (True, count)
