"""A table that nobody could see before tiles lay there: they were laid, or the game began so."""

from __future__ import annotations

from typing import Any

import pytest

from companion.referee.inputs import give, sighting_to_json
from rules import Board, applied, parse_move
from tests.companion.referee.table import OPENING, PALAGEMS, Table, die, names
from vision.following.table_view import HandsGone, HandsIn, Settled, TableView

SECOND = "1,0=2 2,-1=0"
"""Two tiles that may follow on the opening."""
THIRD = "0,1=4 0,2=2"
"""Two that may follow on these."""
LONG = 12.0
BY_TURNS, BEGAN_SO = "Ann laid 2 tiles", "the game began with 2 tiles on the table"


def _first_seen(tiles: str, seconds: float, game: str = "palago") -> Table:
    """Return a table that was seen first with some tiles, nobody having seen them being laid."""
    options = {"palagems": PALAGEMS} if game == "palagem" else {}
    table = Table(game, ["Ann", "Bob"] if game == "palago" else ["Ann", "Bob", "Cem"], options)
    table.board, table.unwatched = applied(parse_move(tiles), Board()), seconds
    table.look()
    table.unwatched = 0.0
    return table


def _choices(said: list[dict[str, Any]]) -> list[str]:
    (question,) = (event for event in said if event["event"] == "question")
    return [choice["text"] for choice in question["choices"]]


def _played(table: Table, move: str) -> list[dict[str, Any]]:
    table.see(HandsIn())
    table.see(HandsGone())
    return table.play(move)


def test_it_is_asked_whether_tiles_were_laid_or_the_game_began_with_them() -> None:
    table = _first_seen(OPENING, LONG)
    assert names(table.said[-1]) == ["ready", "question"]
    assert _choices(table.said[-1]) == [BY_TURNS, BEGAN_SO]
    assert not table.referee.ledger.moves


def test_what_was_laid_is_the_first_move() -> None:
    table = _first_seen(OPENING, LONG)
    said = table.give("answer", choice=0)
    (move,) = (event for event in said if event["event"] == "move")
    assert (move["number"], move["mover"], len(move["placed"])) == (1, "Ann", 2)
    assert table.referee.ledger.mover == "Bob"
    assert not table.referee.presumed


def test_what_the_game_began_with_is_no_move() -> None:
    table = _first_seen(OPENING, LONG)
    said = table.give("answer", choice=1)
    assert names(said) == ["correction", "ready"]
    assert (table.referee.ledger.start, table.referee.ledger.mover) == (table.board, "Ann")
    (move,) = (event for event in _played(table, SECOND) if event["event"] == "move")
    assert (move["number"], move["mover"], len(move["placed"])) == (1, "Ann", 2)
    assert not table.referee.presumed


def test_it_is_still_asked_while_a_first_turn_is_not_whole() -> None:
    table = _first_seen("0,0=0", LONG)
    assert names(table.said[-1]) == ["ready"]
    said = _played(table, "1,-1=4")
    assert _choices(said) == [
        BY_TURNS,
        "the game began with 1 tile on the table and Ann has begun",
    ]


def test_where_nobody_answers_what_was_laid_is_presumed() -> None:
    table = _first_seen(OPENING, LONG)
    for move in (SECOND, THIRD):
        _played(table, move)
    assert [turn.mover for turn in table.referee.ledger.moves] == ["Ann", "Bob", "Ann"]
    assert 1 in table.referee.presumed
    moves = [event for said in table.said for event in said if event["event"] == "move"]
    assert all(move["presumed"] or move["rests_on"] for move in moves)


@pytest.mark.parametrize(
    ("tiles", "seconds"),
    [(OPENING, 0.0), (OPENING, 1.5), (f"{OPENING} {SECOND}", 3.0), ("0,0=0 1,-1=3", LONG)],
    ids=["seen from the first", "too short", "too short for two turns", "against the rules"],
)
def test_a_position_that_was_set_up_is_begun_with(tiles: str, seconds: float) -> None:
    table = _first_seen(tiles, seconds)
    assert names(table.said[-1]) == ["ready"]
    assert (table.referee.ledger.start, table.referee.ledger.mover) == (table.board, "Ann")


def test_tiles_of_an_earlier_game_that_are_put_away_are_nothing_wrong() -> None:
    table = _first_seen(OPENING, LONG)
    table.board = Board()
    table.see(HandsIn())
    table.look()
    assert "illegal" not in names(table.said[-1])
    (move,) = (event for event in _played(table, OPENING) if event["event"] == "move")
    assert (move["number"], move["mover"]) == (1, "Ann")


def test_in_palagem_each_tile_was_a_turn() -> None:
    table = _first_seen("0,0=0 1,-1=4 1,0=2", LONG, "palagem")
    assert any("Cem laid 1 tile" in text for text in _choices(table.said[-1]))
    table.give("answer", choice=0)
    assert [turn.mover for turn in table.referee.ledger.moves] == ["Ann", "Bob", "Cem"]


def test_in_palagonia_a_pass_may_have_gone_before() -> None:
    table = _first_seen("0,0=0 1,-1=4 1,0=2", LONG, "palagonia")
    texts = _choices(table.said[-1])
    assert any(text.startswith("Ann laid 3 tiles") for text in texts)
    assert "the game began with 3 tiles on the table" in texts
    assert not any("began with" in text and "passed" in text for text in texts)
    assert not table.referee.ledger.moves


def test_it_is_told_alike_from_what_was_kept() -> None:
    table = _first_seen(OPENING, LONG)
    table.give("answer", choice=1)
    _played(table, SECOND)
    referee = table.replayed(len(table.inputs))
    assert referee.ledger.moves == table.referee.ledger.moves
    kind, data = sighting_to_json(
        Settled(TableView(table.board, frozenset(), frozenset(), unwatched=7.0))
    )
    give(referee, kind, data, 99.0, 99)
    assert referee.view is not None
    assert referee.view.unwatched == 7.0


@pytest.mark.parametrize(
    ("showed", "seconds", "is_asked"), [(6, LONG, True), (3, LONG, False), (6, 0.0, False)]
)
def test_a_pass_that_nobody_saw_may_have_been_the_first_turn(
    showed: int, seconds: float, is_asked: bool
) -> None:
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.dice, table.unwatched = (die(showed),), seconds
    assert names(table.look()) == ["ready"]
    table.unwatched = 0.0
    table.see(HandsIn())
    table.see(HandsGone())
    rolled = names(table.roll(4, (500.0, 500.0)))
    said = _played(table, f"{OPENING} 1,0=2 0,-1=2")
    if not is_asked:
        assert (rolled, names(said)) == (["die"], ["move"])
        return
    assert not rolled
    assert _choices(said) == [
        "Ann laid 4 tiles (rolled 4)",
        "Ann passed (rolled 6) and Bob laid 4 tiles (rolled 4)",
    ]
