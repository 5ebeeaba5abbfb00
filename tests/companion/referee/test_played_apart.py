"""Games that are played apart from the tiles that lay on the table first."""

from __future__ import annotations

from typing import Any

import pytest

from rules import Board, Cell, GameError, all_palagems, applied, parse_move
from tests.companion.referee.table import OPENING, PALAGEMS, RING, THREE, Table, codes, names
from vision.following.table_view import Apart

PLAYERS = {"palago": 2, "palagem": 2, "palagonia": 3}
OPTIONS: dict[str, dict[str, Any]] = {
    "palagem": {"palagems": {player: PALAGEMS[player] for player in ("Ann", "Bob")}}
}
PAIR, MORE = "0,0=4 1,-1=4", "1,0=2 2,-1=0"
SIX = "0,0=0 1,-1=4 1,0=2 0,-1=2 2,-1=0 0,1=4"


def _board(tiles: str) -> Board:
    return applied(parse_move(tiles), Board())


def _beside(first: str, game: str = "palago") -> Table:
    """Return a table of which nothing is known but some tiles that lie there first."""
    table = Table(game, ["Ann", "Bob", "Cem"][: PLAYERS[game]], OPTIONS.get(game))
    table.apart = Apart(Board())
    assert names(table.play(first)) == ["ready"]
    return table


def _lay(table: Table, tiles: str, first: str = "") -> list[dict[str, Any]]:
    """Return what is said when tiles are laid apart, and what is changed of the first ones."""
    assert table.apart is not None
    table.apart = Apart(applied(parse_move(tiles), table.apart.board))
    table.give("hands")
    table.give("hands-gone")
    return table.play(first) if first else table.look()


def _begun(said: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what is said from when play begins, without when."""
    begun = max(n for n, event in enumerate(said) if event["event"] == "ready")
    undated = ("t", "frame")
    return [{k: v for k, v in event.items() if k not in undated} for event in said[begun:]]


def _alone(game: str, *moves: str) -> list[dict[str, Any]]:
    """Return what is said of moves on a table where nothing else lies."""
    table = Table(game, ["Ann", "Bob", "Cem"][: PLAYERS[game]], OPTIONS.get(game))
    said = table.look()
    for move in moves:
        table.give("hands")
        table.give("hands-gone")
        said += table.play(move)
    return said


def test_a_game_that_grows_beside_the_first_tiles_is_told_from_its_first_move() -> None:
    table = _beside(OPENING)
    first = _lay(table, PAIR)
    assert names(first) == ["unsure"]
    assert "say that the table is right" in first[-1]["reason"]
    said = _lay(table, MORE)
    assert names(said) == ["ready", "move", "move"]
    assert [e for e in _begun(said) if e["event"] == "move"] == [
        e for e in _begun(_alone("palago", PAIR, MORE)) if e["event"] == "move"
    ]
    assert table.referee.beginning.is_apart
    assert table.referee.board == _board(f"{PAIR} {MORE}")
    table.board, table.apart = _board(f"{PAIR} {MORE}"), None
    assert names(table.look()) == []
    assert not table.referee.beginning.is_apart
    (move,) = (e for e in table.play("2,-2=0 3,-2=2") if e["event"] == "move")
    assert (move["number"], move["mover"], move["verdict"]["legal"]) == (3, "Ann", True)


def test_of_palagem_each_of_its_moves_is_told() -> None:
    table = _beside(OPENING, "palagem")
    tiles = [*PAIR.split(), *MORE.split(), "2,-2=0"]  # the first four may be a palagem
    said = [e for tile in tiles for e in _lay(table, tile)]
    moves = [(e["number"], e["mover"]) for e in said if e["event"] == "move"]
    assert moves == [(1, "Ann"), (2, "Bob"), (3, "Ann"), (4, "Bob"), (5, "Ann")]


def test_what_was_rolled_meanwhile_is_told_of_who_rolled_it() -> None:
    table = _beside(OPENING, "palagonia")
    table.give("hands")
    said = table.roll(3)
    assert names(said) == ["die"]
    assert names(_lay(table, THREE)) == ["unsure"]
    table.give("hands")
    assert names(table.roll(3, (300.0, 300.0))) == []  # nobody knows yet whose it is
    said = _lay(table, RING)
    told = [(e["event"], e["mover"]) for e in said if e["event"] in ("die", "move")]
    assert told == [("die", "Ann"), ("move", "Ann"), ("die", "Bob"), ("move", "Bob")]
    assert all(e["verdict"]["legal"] for e in said if e["event"] == "move")


@pytest.mark.parametrize("game", ["palago", "palagonia"])
def test_tiles_that_are_taken_from_the_first_ones_are_nothing_wrong(game: str) -> None:
    table = _beside(SIX, game)
    if game == "palagonia":
        table.roll(2)
    said = _lay(table, PAIR, "x0,0 x1,-1")
    if game == "palagonia":
        table.roll(2, (300.0, 300.0))
    said += _lay(table, MORE, "x1,0 x0,-1")
    assert codes(said) == []
    assert [(e["number"], e["mover"]) for e in said if e["event"] == "move"] == [
        (1, "Ann"),
        (2, "Bob"),
    ]


def test_first_tiles_that_are_put_away_leave_what_was_laid_apart() -> None:
    table = _beside(SIX)
    _lay(table, PAIR)
    table.board = Board()
    said = table.look()
    assert names(said) == ["ready", "move"]
    assert (said[-1]["number"], said[-1]["mover"]) == (1, "Ann")


def test_a_pair_that_is_put_away_is_no_board_of_palago() -> None:
    table = _beside(OPENING)
    table.board, table.apart = Board(), None
    assert names(table.look()) == ["ready"]
    table.board = _board("5,5=4 6,4=4")
    assert names(table.look()) == ["move"]


def test_tiles_that_are_laid_on_the_first_ones_show_that_these_are_the_board() -> None:
    table = _beside(THREE, "palagonia")
    table.apart = Apart(_board(PAIR))
    assert names(table.look()) == ["unsure"]
    table.give("hands")
    assert names(table.roll(6)) == []
    table.give("hands")
    assert names(table.roll(3, (300.0, 300.0))) == []
    table.apart = None
    table.give("hands")
    said = table.play(RING)
    told = [(e["event"], e["mover"]) for e in said if e["event"] in ("die", "move")]
    assert told == [("die", "Ann"), ("move", "Ann"), ("die", "Bob"), ("move", "Bob")]
    assert table.referee.board == _board(f"{THREE} {RING}")


def test_where_fewer_are_laid_apart_than_lay_there_first_people_are_asked() -> None:
    table = _beside(SIX)
    said = _lay(table, PAIR) + _lay(table, MORE)
    assert names(said).count("unsure") == 1
    assert table.referee.beginning.asks_where
    said = table.give("table-right")
    assert names(said) == ["correction", "ready", "move", "move"]
    assert [e["mover"] for e in said if e["event"] == "move"] == ["Ann", "Bob"]
    assert table.referee.beginning.is_apart


def test_people_may_say_that_the_first_tiles_are_the_board() -> None:
    table = _beside(PAIR)
    _lay(table, PAIR)
    assert names(table.give("record-right")) == ["correction"]
    assert names(_lay(table, MORE)) == []
    assert not table.referee.beginning.asks_where
    (move,) = (e for e in table.play(MORE) if e["event"] == "move")
    assert move["number"] == 1
    with pytest.raises(GameError):
        table.give("record-right")


def test_first_tiles_that_are_taken_and_put_back_are_no_fault() -> None:
    table = _beside(SIX)
    said = table.play("x0,0")
    assert names(said) == ["unsure"]
    assert "put them back" in said[0]["reason"]
    assert names(table.play("0,0=0")) == []
    assert not table.referee.is_wrong
    assert not table.referee.beginning.asks_where


def test_people_may_say_that_the_rest_of_the_first_tiles_is_the_board() -> None:
    table = _beside(SIX)
    table.play("x0,1")
    assert names(table.give("table-right")) == ["correction", "ready"]
    assert table.referee.board == table.board
    assert not table.referee.ledger.moves


def test_after_the_first_move_tiles_that_go_are_a_fault() -> None:
    table = _beside(PAIR)
    assert names(table.play(MORE)) == ["move"]
    assert codes(table.play("x0,0")) == [["disturbed"]]


def test_what_is_not_sure_or_does_not_match_or_hang_together_is_no_game() -> None:
    table = _beside(OPENING)
    for apart in (
        Apart(_board("0,0=4 1,-1=4 1,0=2 2,-1=0"), frozenset({Cell(1, 0)})),
        Apart(_board("0,0=4 1,-1=4 7,0=2 8,-1=0")),
        Apart(_board("0,0=0 1,0=1 0,1=4 1,1=5")),
    ):
        table.apart = Apart(_board(PAIR))
        said = table.look()
        table.apart = apart
        said += table.look()
        assert "ready" not in names(said)
        assert codes(said) == []


def test_a_palagem_that_is_laid_beside_is_no_game() -> None:
    table = _beside("0,0=4 1,-1=4", "palagem")
    (chosen, *_) = all_palagems()
    tiles = [f"{c.q},{c.r}={k}" for c, k in sorted(chosen.tiles.items())]
    said = [e for tile in tiles for e in _lay(table, tile)]
    assert names(said) == []


def test_it_begins_anew_in_the_same_way_when_it_is_told_again() -> None:
    table = _beside(OPENING)
    _lay(table, PAIR)
    _lay(table, MORE)
    again = table.replayed(len(table.inputs))
    assert again.ledger.moves == table.referee.ledger.moves
    assert again.beginning.is_apart


LONE = "0,0=1"


@pytest.mark.parametrize("game", ["palago", "palagem", "palagonia"])
def test_beside_a_lone_tile_a_game_begins_with_two_that_hang_together(game: str) -> None:
    table = _beside(LONE, game)
    if game == "palagonia":
        table.give("hands")
        table.roll(2)
    said = [e for tile in PAIR.split() for e in _lay(table, tile)]
    assert codes(said) == []
    moves = [(e["number"], e["mover"]) for e in said if e["event"] == "move"]
    assert moves == ([(1, "Ann"), (2, "Bob")] if game == "palagem" else [(1, "Ann")])
    assert table.referee.board == _board(PAIR)


def test_a_lone_tile_that_was_taken_and_laid_elsewhere_is_the_first_move_of_palagem() -> None:
    table = _beside(LONE, "palagem")
    said = _lay(table, "0,0=4", "x0,0")
    (move,) = (e for e in said if e["event"] == "move")
    assert (move["number"], move["mover"], move["verdict"]["legal"]) == (1, "Ann", True)


@pytest.mark.parametrize("game", ["palago", "palagem"])
def test_a_lone_tile_that_is_put_away_or_turned_is_nothing_wrong(game: str) -> None:
    for change, left in (("x0,0", Board()), ("0,0>3", _board("0,0=3"))):
        table = _beside(LONE, game)
        assert names(table.play(change)) == ["ready"]
        assert table.referee.ledger.board == left
        assert names(table.look()) == []


def test_the_next_tile_of_a_stack_is_no_turn_of_palagonia() -> None:
    table = _beside(LONE, "palagonia")
    table.give("hands")
    table.roll(3)
    said = _lay(table, "0,0=0", "0,0>5") + _lay(table, "1,-1=4 1,0=2", "0,0>2")
    assert codes(said) == []
    (move,) = (e for e in said if e["event"] == "move")
    assert (move["number"], move["mover"], move["verdict"]["legal"]) == (1, "Ann", True)


def test_a_lone_tile_that_others_are_laid_on_is_the_board() -> None:
    table = _beside("0,0=4", "palagem")
    _lay(table, "0,0=1")
    table.apart = None
    table.give("hands")
    (move,) = (e for e in table.play("1,-1=4") if e["event"] == "move")
    assert (move["number"], move["mover"], move["verdict"]["legal"]) == (1, "Ann", True)


def test_passes_before_a_first_tile_is_called_none_are_made_by_who_made_them() -> None:
    table = _beside(LONE, "palagonia")
    table.give("hands")
    assert names(table.roll(6)) == ["die", "move"]
    table.give("set-tile", cell=[0, 0], orientation=None)
    table.give("hands")
    table.roll(3, (300.0, 300.0))
    said = _lay(table, PAIR)
    table.board, table.apart = _board(PAIR), None
    said += table.play("1,0=2")
    assert codes(said) == []
    moves = [(e["number"], e["mover"]) for e in said if e["event"] == "move"]
    assert moves == [(1, "Ann"), (2, "Bob")]
    assert table.referee.board == _board(f"{PAIR} 1,0=2")


@pytest.mark.parametrize("game", ["palago", "palagem", "palagonia"])
def test_a_tile_laid_beside_one_that_people_called_none_is_the_game(game: str) -> None:
    table = _beside(LONE, game)
    table.give("set-tile", cell=[0, 0], orientation=None)
    said = _lay(table, "0,0=4")
    assert table.referee.beginning.is_apart
    assert table.referee.board == _board("0,0=4")
    assert codes(said) == []


def test_where_some_of_the_first_tiles_are_called_none_the_others_may_be_the_board() -> None:
    table = _beside(OPENING)
    table.give("set-tile", cell=[1, -1], orientation=None)
    assert names(_lay(table, PAIR)) == ["unsure"]
    assert names(_lay(table, MORE)) == ["ready", "move", "move"]


def _beside_without_palagems(first: str) -> Table:
    """Return a table on which tiles lie, no palagem having been shown or told."""
    table = Table("palagem", ["Ann", "Bob"])
    table.apart = Apart(Board())
    assert names(table.play(first)) == ["unsure"]
    return table


def test_a_lone_tile_that_is_laid_elsewhere_begins_palagem_though_no_palagem_was_shown() -> None:
    table = _beside_without_palagems(LONE)
    said = _lay(table, "0,0=4") + _lay(table, "1,-1=4", "x0,0")  # it is seen to go with the next
    assert codes(said) == []
    assert [(e["number"], e["mover"]) for e in said if e["event"] == "move"] == [
        (1, "Ann"),
        (2, "Bob"),
    ]


def test_a_lone_tile_that_is_put_away_before_a_palagem_was_shown_is_nothing_wrong() -> None:
    table = _beside_without_palagems(LONE)
    assert codes(table.play("x0,0")) == []
    assert codes(table.look()) == []


def test_while_palagems_are_awaited_what_lies_beside_a_lone_tile_may_be_one() -> None:
    table = _beside_without_palagems(LONE)
    said = _lay(table, "0,0=4") + _lay(table, "1,-1=4")
    assert not {"ready", "move", "illegal"} & set(names(said))
