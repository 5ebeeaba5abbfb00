"""Looks that are told anew: a tile lay there of which the camera was sure that none did."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest

from companion.referee.inputs import give
from rules import Board, Cell, Turn
from tests.companion.referee.table import Table, as_json, names
from tests.companion.referee.test_refereed_games import start
from tests.companion.referee.test_replay import state
from tests.companion.referee.test_rolls_from_tiles import handled
from tests.rules.test_games import play_palagem, play_palago, play_palagonia

SPOTS = ((600.0, 500.0), (600.0, 540.0))
"""Where the die lies after one roll and after the next."""

FEW = {"palagem": 9, "palagonia": 2}
"""So many turns are tried with a tile that is not seen."""

FAR_AWAY = Cell(40, 0)

Events = list[dict[str, Any]]


def misread(
    turns: Sequence[Turn], table: Table, number: int, looks: int, turned: int | None = None
) -> Events:
    """Play some turns; for a while the last tile of one is not seen, or is seen turned by so much.

    ``number`` is that of the turn, from 0, and ``looks`` in how many turns; the camera is sure.
    """
    cell = turns[number].move.placed[-1].cell
    said = table.look()
    for n, turn in enumerate(turns[: number + looks + 3]):
        if turn.die is not None:
            handled(table)
            said += table.roll(turn.die, SPOTS[n % 2])
        handled(table)
        seen = _misread(turn.after, cell, turned) if number <= n < number + looks else turn.after
        if seen != table.board:
            table.board = seen
            said += table.look()
    return said


def _misread(board: Board, cell: Cell, turned: int | None) -> Board:
    if turned is None:
        return board.without(cell)
    return board.with_tile(cell, (board[cell] + turned) % 6)


def put_down(table: Table, board: Board) -> Events:
    """Have a hand change what lies on a table."""
    handled(table)
    table.board = board
    return table.look()


def lying(turns: Sequence[Turn], looks: int) -> list[int]:
    """Return the turns whose last tile lies as it was laid when some more are over."""

    def lies(number: int) -> bool:
        later = turns[number : number + looks + 1]
        return all(t.after.get(tile.cell) == tile.orientation for t in later)

    found = []
    for number, turn in enumerate(turns[: 8 + looks]):
        if number and turn.move.placed:
            tile = turn.move.placed[-1]
            found += [number] if lies(number) else []
    return found


def tables(turns: Sequence[Turn]) -> list[tuple[str, Board]]:
    """Return who made each of some turns, and the table after it."""
    return [(turn.mover, turn.after) for turn in turns]


def taken_back(said: Events) -> int:
    """Return how many moves were taken back; nobody did that, and so it is not said."""
    back = [
        e["decided"] for e in said if (e["event"], e.get("what")) == ("correction", "take-back")
    ]
    assert all(decided == {"how": "retold"} for decided in back)
    return len(back)


@pytest.mark.parametrize("seed", [1, 2])
def test_moves_that_rest_on_a_tile_that_was_not_seen_are_told_anew(seed: int) -> None:
    """Mostly nothing is on record before the tile shows itself, and then none is taken back."""
    game = play_palago(Random(seed))
    anew = 0
    for number in lying(game.turns, 3)[:5]:
        table = start(game)
        anew += bool(taken_back(misread(game.turns, table, number, 3)))
        assert tables(table.referee.ledger.moves) == tables(game.turns[: number + 6])
    assert anew


@pytest.mark.parametrize("looks", [2, 3])
def test_a_tile_that_shows_itself_late_is_thought_of_beside_all_that_was_told(looks: int) -> None:
    """That so many turns were a tile short, and one a tile too long, is called wrong by nobody."""
    game = play_palagonia(Random(1))
    for number in (3, 8):
        table = start(game)
        said = misread(game.turns, table, number, looks)
        assert tables(table.referee.ledger.moves) == tables(game.turns[: number + looks + 3])
        assert not [e for e in said if e["event"] == "illegal" and "unless_unseen" not in e]


@pytest.mark.parametrize(("seed", "number"), [(0, 3), (1, 1)])
def test_a_tile_that_shows_itself_alone_after_something_odd_is_thought_of_then(
    seed: int, number: int
) -> None:
    """Without it a turn had one tile and the next one three; with it nothing was wrong."""
    game = play_palago(Random(seed))
    turns, table = game.turns, start(game)
    cell = turns[number].move.placed[-1].cell
    table.look()
    for n, turn in enumerate(turns[: number + 3]):
        put_down(table, turn.after.without(cell) if n >= number else turn.after)
    assert names(put_down(table, turns[number + 2].after)) == ["question"]
    question = table.referee.question
    assert question is not None
    first = question.choices[0]
    told = [(turn.mover, turn.after) for turn in first.turns]
    assert (told, first.illegal) == (tables(turns[number : number + 3]), False)
    assert not taken_back(put_down(table, turns[number + 3].after))
    assert tables(table.referee.ledger.moves) == tables(turns[: number + 4])


@pytest.mark.parametrize("play", [play_palagem, play_palagonia])
def test_where_moves_are_taken_back_the_true_ones_follow(play: Any) -> None:
    game = play(Random(1))
    anew = 0
    for number in lying(game.turns, 3)[: FEW[game.name]]:
        table = start(game)
        if taken_back(misread(game.turns, table, number, 3)):
            anew += 1
            assert tables(table.referee.ledger.moves) == tables(game.turns[: number + 6])
    assert anew


@pytest.mark.parametrize("play", [play_palago, play_palagem, play_palagonia])
def test_a_tile_that_shows_itself_a_turn_later_takes_no_move_back(play: Any) -> None:
    game = play(Random(1))
    number = lying(game.turns, 1)[1]
    table = start(game)
    assert not taken_back(misread(game.turns, table, number, 1))
    assert tables(table.referee.ledger.moves) == tables(game.turns[: number + 4])


def test_an_illegal_tile_that_is_seen_is_called_so_and_no_move_is_told_anew() -> None:
    game = play_palago(Random(1))
    for number in lying(game.turns, 3)[:2]:
        said = misread(game.turns, start(game), number, 3, turned=1)
        assert "illegal" in names(said)
        assert not taken_back(said)


def test_a_tile_that_is_turned_wrongly_for_one_look_heals_by_itself() -> None:
    game = play_palago(Random(1))
    table = start(game)
    table.look()
    for turn in game.turns[:3]:
        table.board = turn.after
        table.look()
    turn = game.turns[3]
    table.board = _misread(turn.after, turn.move.placed[-1].cell, 1)
    assert names(table.look()) == ["illegal"]
    table.board = turn.after
    assert names(table.look()) == ["restored", "move"]


@pytest.mark.parametrize("play", [play_palago, play_palagem, play_palagonia])
def test_a_tile_that_a_hand_adds_was_not_there_before(play: Any) -> None:
    game = play(Random(1))
    table = start(game)
    number = lying(game.turns, 0)[2]
    said = misread(game.turns[: number + 1], table, number, 0)
    handled(table)
    table.board = table.board.with_tile(FAR_AWAY, 0)
    said += table.look()
    assert not taken_back(said)
    assert FAR_AWAY in table.referee.board
    assert tables(table.referee.ledger.moves) == tables(game.turns[: number + 1])


def test_a_move_that_people_took_back_stays_so_when_looks_before_it_are_told_anew() -> None:
    game = play_palago(Random(1))
    for number in lying(game.turns, 3)[:3]:
        turns = game.turns[: number + 5]
        table, cell = start(game), turns[number].move.placed[-1].cell
        misread(turns[: number + 2], table, number, 3)
        table.give("take-back")
        put_down(table, turns[number].after.without(cell))
        put_down(table, turns[number + 1].after.without(cell))
        put_down(table, turns[number + 2].after.without(cell))
        for turn in turns[number + 3 :]:
            put_down(table, turn.after)
        assert tables(table.referee.ledger.moves) == tables(turns)


def test_an_illegal_move_that_people_let_stand_does_so_when_looks_before_it_are_told_anew() -> None:
    game = play_palago(Random(1))
    anew = 0
    for number in lying(game.turns, 4)[:8]:
        turns = game.turns[: number + 5]
        table, cell = start(game), turns[number].move.placed[-1].cell
        wrong = turns[number + 1].move.placed[-1].cell
        misread(turns[: number + 1], table, number, 1)
        put_down(table, _misread(turns[number + 1].after, wrong, 1).without(cell))
        table.give("let-stand")
        said = put_down(table, _misread(turns[number + 2].after, wrong, 1).without(cell))
        for turn in turns[number + 3 :]:
            said += put_down(table, _misread(turn.after, wrong, 1))
        if taken_back(said):
            anew += 1
            moves = table.referee.ledger.moves
            boards = [
                t.after if n <= number else _misread(t.after, wrong, 1) for n, t in enumerate(turns)
            ]
            assert [move.after for move in moves] == boards
            assert [n for n, move in enumerate(moves) if not move.verdict.legal][:1] == [number + 1]
    assert anew


def test_a_game_that_was_told_anew_is_resumed_from_what_was_given() -> None:
    game = play_palago(Random(1))
    table = start(game)
    assert taken_back(misread(game.turns, table, 2, 3))
    cut = len(table.inputs) // 2
    again = table.replayed(cut)
    for number, (kind, data, t) in enumerate(table.inputs[cut:], start=cut):
        assert as_json(give(again, kind, data, t, number)) == table.said[number]
    assert state(again) == state(table.referee)
