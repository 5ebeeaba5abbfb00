"""Many turns under hands that never left the table: people say that it is right."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.stories.one_by_one import laid_one_by_one
from rules import Board, Cell, Turn
from tests.companion.referee.table import Table, names
from tests.companion.referee.test_hands_and_rolls import hidden
from tests.rules.test_games import play_palagem, play_palago, play_palagonia
from vision.following.table_view import HandsGone

PLAYERS = {"palago": ["Ann", "Bob"], "palagem": ["Ann", "Bob"], "palagonia": ["Ann", "Bob", "Cem"]}


def turns_of(game: str, count: int) -> Sequence[Turn]:
    """Return so many turns of a game, one after the other, that only lay tiles."""
    play = {"palago": play_palago, "palagem": play_palagem, "palagonia": play_palagonia}[game]
    for seed in range(50):
        turns = play(Random(seed)).turns
        for first in range(2, len(turns) - count):
            run = turns[first : first + count]
            if all(turn.move.placed and turn.verdict.legal for turn in run) and not any(
                turn.move.removed or turn.move.rotated for turn in run
            ):
                return run
    raise AssertionError("no such turns")


@pytest.mark.parametrize(
    ("game", "count"), [("palago", 4), ("palago", 7), ("palagem", 9), ("palagonia", 4)]
)
def test_legal_turns_are_found_though_they_are_too_many_to_tell_all_ways(
    game: str, count: int
) -> None:
    run = turns_of(game, count)
    ledger = Ledger(setup_of(game, PLAYERS[game]), run[0].before)
    due = PLAYERS[game][count % len(PLAYERS[game])]
    found = laid_one_by_one(ledger, run[-1].after, due)
    assert found[-1].after == run[-1].after
    assert all(turn.verdict.legal for turn in found)
    assert [turn.mover for turn in found] == [
        PLAYERS[game][n % len(PLAYERS[game])] for n in range(len(found))
    ]
    assert (len(found) - count) % len(PLAYERS[game]) == 0
    assert game == "palagonia" or len(found) == count


def test_none_are_where_none_are_legal_nor_after_which_another_player_is_due() -> None:
    run = turns_of("palago", 4)
    ledger = Ledger(setup_of("palago", ["Ann", "Bob"]), run[0].before)
    assert laid_one_by_one(ledger, run[-1].after, "Bob") == []
    apart = Board({**run[-1].after, Cell(40, 40): 0})
    assert laid_one_by_one(ledger, apart) == []
    one = next(iter(run[0].before))
    assert laid_one_by_one(ledger, run[-1].after.without(one)) == []


def test_the_table_that_people_say_is_right_is_put_on_record_by_them() -> None:
    run = turns_of("palago", 7)
    table = Table("palago", ["Ann", "Bob"])
    table.board = run[0].before
    table.look()
    before = len(table.referee.ledger.moves)
    hidden(table, 60)
    table.see(HandsGone())
    table.board = run[-1].after
    assert "move" not in names(table.look())
    said = [event for event in table.give("table-right") if event["event"] == "move"]
    assert [move["verdict"]["legal"] for move in said] == [True] * 7
    assert all(move["presumed"] and not move["apart"] for move in said)
    assert table.referee.ledger.board == run[-1].after
    assert len(table.referee.ledger.moves) == before + 7
