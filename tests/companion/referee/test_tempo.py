"""How much may be done while hands hide the table depends on how fast people play."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.tempo import Tempo
from tests.companion.referee.table import UNHURRIED, Table, names
from tests.companion.referee.test_rolls_from_tiles import handled
from tests.companion.referee.test_turns_nobody_saw import unseen

BOTH = "0,-1=2 0,1=4"
OPENING = ("0,0=0", "1,-1=4", "1,0=2", "2,-1=0")


def at_tempo(seconds: float, turns: int) -> Tempo:
    """Return the tempo of a game after so many turns of so many seconds each."""
    tempo = Tempo()
    for number in range(turns + 2):
        tempo.look(max(0, number - 1), number * seconds)
    return tempo


def palagem(pause: float) -> Table:
    """Return a table on which four tiles were laid, each so many seconds after the one before."""
    table = Table("palagem", ["Ann", "Bob"])
    table.pause = pause
    table.look()
    for move in OPENING:
        handled(table)
        table.play(move)
    return table


@pytest.mark.parametrize(("seconds", "haste"), [(60.0, 1.0), (15.0, 1.0), (5.0, 3.0), (1.0, 4.0)])
def test_turns_that_come_fast_show_haste(seconds: float, haste: float) -> None:
    assert at_tempo(seconds, 40).haste == pytest.approx(haste, rel=0.1)


def test_one_long_thought_does_not_make_a_fast_game_slow() -> None:
    tempo = at_tempo(3.0, 12)
    fast = tempo.haste
    tempo.look(13, 500.0)
    tempo.look(13, 503.0)
    assert tempo.haste > 0.6 * fast


def test_turns_that_came_together_took_their_share_of_the_time() -> None:
    tempo = at_tempo(40.0, 3)
    before = tempo.haste
    tempo.look(4, 203.0)
    tempo.look(10, 206.0)  # seven turns came with the look at 203 s
    assert tempo.haste >= before


def test_moves_that_are_taken_back_say_nothing_of_the_tempo() -> None:
    tempo = at_tempo(40.0, 6)
    before = tempo.haste
    tempo.look(4, 301.0)
    tempo.look(4, 302.0)
    assert tempo.haste == before


def test_at_first_a_short_time_may_be_long_enough_and_a_long_one_is_no_longer() -> None:
    unknown, known = Tempo(), at_tempo(40.0, 6)
    assert unknown.unhurried(2.0) > 2.0
    assert unknown.unhurried(40.0) == 40.0
    assert [known.unhurried(seconds) for seconds in (2.0, 40.0)] == [2.0, 40.0]


def likeliest(said: list[dict[str, Any]]) -> list[str]:
    """Return whose turns the likeliest answer to what is asked has; none where all is one fault."""
    (question,) = (event for event in said if event["event"] == "question")
    return [turn["mover"] for turn in question["choices"][0]["turns"]]


def test_two_tiles_of_a_fast_game_are_two_moves_and_of_a_slow_one_one_too_many() -> None:
    slow, fast = palagem(UNHURRIED), palagem(1.5)
    assert likeliest(unseen(slow, 3, BOTH, None)) == []
    assert likeliest(unseen(fast, 3, BOTH, None)) == ["Ann", "Bob"]


def test_two_tiles_in_a_single_reach_are_one_too_many_in_a_fast_game_too() -> None:
    fast = palagem(1.5)
    handled(fast)
    assert likeliest(fast.play(BOTH)) == []


def test_who_plays_fast_from_the_start_is_asked_and_told_of_no_fault() -> None:
    """Nothing is known of the tempo yet: two moves of two tiles, and the next one has begun."""
    table = Table("palago", ["Ann", "Bob"])
    table.look()
    said = unseen(table, 7, "0,0=0 1,-1=4 1,0=2 2,-1=0 3,-1=0", None)
    assert "illegal" not in names(said)
    assert "question" in names(said)


@pytest.mark.parametrize(("pause", "is_said"), [(UNHURRIED, "illegal"), (6.0, "question")])
def test_a_move_and_the_first_tile_of_the_next_are_one_too_many_where_nobody_hurries(
    pause: float, is_said: str
) -> None:
    """In a fast game the next hand comes before the table is looked at."""
    table = Table("palago", ["Ann", "Bob"])
    table.pause = pause
    table.look()
    for move in ("0,0=0 1,-1=4", "1,0=2 0,1=2", "-1,1=0 -1,2=0", "2,-1=0 3,-1=0"):
        handled(table)
        assert names(table.play(move)) == ["move"]
    handled(table)
    assert names(table.play("-2,3=0 -2,4=0 4,-1=0")) == [is_said]


@pytest.mark.parametrize(("seconds", "is_sure"), [(2, True), (3, False), (4, False)])
def test_who_throws_slowly_at_first_has_not_rather_passed_before(
    seconds: int, is_sure: bool
) -> None:
    """In a fast game a hand that stays so long may hide a pass; but hardly any is so fast."""
    table = Table("palagonia", ["Ann", "Bob", "Cem", "Dan"])
    table.look()
    assert names(unseen(table, seconds, "", 3)) == (["die"] if is_sure else [])
    handled(table)
    (said,) = table.play("0,0=0 1,-1=4 1,0=2")
    assert said["event"] == ("move" if is_sure else "question")
    assert ([said["mover"]] if is_sure else likeliest([said])) == ["Ann"]
