"""Turns that no look fell between, in Palagonia: what the die and the tiles tell of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from companion.referee.stories.resting import laid_and_gone
from companion.referee.stories.rulings import Rulings
from rules import Board, Cell, Palagem, all_palagems, parse_move
from rules.board_json import tiles_to_json
from rules.judging import GAMES, PALAGO
from rules.placing import fitting_tiles
from tests.companion.referee.table import PALAGEMS, Table, codes, die, names, palago, palagonia
from tests.companion.referee.test_hands_and_rolls import TWO, hidden
from tests.companion.referee.test_rolls_from_tiles import (
    ELSEWHERE,
    FLOWER,
    LAST_PETALS,
    handled,
    lay,
    told,
)
from vision.following.table_view import HandsGone

FARTHER = (300.0, 300.0)


def whole_flower() -> Table:
    """Return a table on which one tile lies in the midst of six; it is the turn of the third."""
    table = palagonia(FLOWER)
    table.roll(2)
    table.play(LAST_PETALS)
    return table


def unseen(table: Table, seconds: int, move: str, value: int | None) -> list[dict[str, Any]]:
    """Let hands hide the table, and see what lies there then."""
    hidden(table, seconds)
    table.see(HandsGone())
    table.dice = () if value is None else (die(value, ELSEWHERE),)
    return told(table.play(move) if move else table.look())


def turns_in(choice: dict[str, Any]) -> list[tuple[str, int | None]]:
    return [(turn["mover"], turn["roll"]) for turn in choice["turns"]]


def test_a_die_may_lie_as_a_turn_that_nobody_saw_has_left_it() -> None:
    table = palagonia()
    table.roll(2)
    table.play(TWO)
    # Cem rolls a 2 and lays two tiles, then somebody knocks one out: Ann has not rolled yet
    (question,) = unseen(table, 30, "x0,0 1,1=0 1,2=0", 2)
    wrong = [n for n, choice in enumerate(question["choices"]) if choice["illegal"]]
    number = next(n for n in wrong if turns_in(question["choices"][n]) == [("Cem", 2)])
    said = table.give("answer", choice=number) + table.play("0,0=0")
    assert [event["mover"] for event in said if event["event"] == "die"] == ["Cem"]
    assert table.referee.roll is None


def test_where_a_tile_was_taken_the_next_player_may_have_laid_one() -> None:
    table = whole_flower()
    table.roll(1, FARTHER)
    said = unseen(table, 30, "1,-1>2 2,-1=0", None)
    assert names(said) == ["move"]
    last = table.referee.ledger.last
    assert last is not None
    assert (last.mover, last.die, last.move) == ("Cem", 1, parse_move("x1,-1"))


def test_a_tile_that_lies_turned_may_have_been_turned_twice() -> None:
    table = whole_flower()
    (question,) = unseen(table, 60, "0,0>2", 6)
    choices = [turns_in(choice) for choice in question["choices"]]
    assert choices == [[("Cem", 6)], [("Cem", 6), ("Ann", 6)]]


def test_a_tile_that_was_lifted_and_lies_as_before_may_have_been_turned_there_and_back() -> None:
    table = whole_flower()
    table.dice = ()
    hidden(table, 5)
    table.see(HandsGone())
    table.play("x0,0")
    unseen(table, 30, "0,0=0", 6)
    handled(table)
    table.roll(3, FARTHER)
    there, back = table.referee.ledger.moves[-2:]
    assert [(turn.mover, turn.die) for turn in (there, back)] == [("Cem", 6), ("Ann", 6)]
    assert back.after == there.before
    # which way it was turned nobody saw
    assert table.referee.together == {3, 4}


def test_a_tile_that_is_lifted_may_have_been_turned_by_the_player_before() -> None:
    table = whole_flower()
    handled(table)
    table.roll(6, FARTHER)
    (question,) = unseen(table, 6, "x0,0", 6)  # the die lies elsewhere
    over = [choice for choice in question["choices"] if turns_in(choice) == [("Cem", 6)]]
    assert "Cem turned a tile (rolled 6) and Ann has begun" in [choice["text"] for choice in over]
    table.dice = (die(6, ELSEWHERE),)
    said = table.play("0,0=4")
    assert "move" not in names(said)
    (question,) = [event for event in said if event["event"] == "question"]
    choices = sorted((turns_in(choice) for choice in question["choices"]), key=len)
    assert choices == [[("Cem", 6)], [("Cem", 6), ("Ann", 6)]]


def test_an_illegal_turn_and_the_next_one_may_both_have_been_missed_with_their_rolls() -> None:
    table = palagonia()
    table.dice = ()
    (question,) = unseen(table, 40, "0,1=4 0,2=0 -1,0=1 x1,0", 1)
    assert turns_in(question["choices"][0]) == [("Bob", None), ("Cem", 1)]
    assert codes(table.give("answer", choice=0))
    wrong, legal = table.referee.ledger.moves[-2:]
    assert (wrong.mover, wrong.die, wrong.verdict.legal) == ("Bob", None, False)
    assert (legal.mover, legal.die, legal.move) == ("Cem", 1, parse_move("x1,0"))


def test_the_longer_the_table_was_hidden_the_likelier_did_somebody_pass() -> None:
    likeliest = []
    for seconds in (20, 80):
        table = palagonia("0,0=0 1,-1=4")
        said = unseen(table, seconds, TWO, 2)
        likeliest.append([turns_in(event["choices"][0]) for event in said if "choices" in event])
    assert likeliest == [[[("Bob", 2)]], [[("Bob", None), ("Cem", None)]]]


def test_a_tile_may_have_been_laid_and_taken_away_while_nobody_looked() -> None:
    table = palagonia()
    table.roll(2)
    table.play(TWO)
    (question,) = unseen(table, 60, "1,1=0", 1)
    assert turns_in(question["choices"][0]) == [("Cem", 2), ("Ann", 1)]
    table.give("answer", choice=0)
    handled(table)
    table.roll(3, FARTHER)
    laid, taken = table.referee.ledger.moves[-2:]
    assert [(turn.mover, turn.die) for turn in (laid, taken)] == [("Cem", 2), ("Ann", 1)]
    assert taken.after == table.board
    # where the tile lay that is gone nobody saw
    assert table.referee.together == {3, 4}


def test_a_tile_may_have_been_laid_and_taken_away_in_the_second_and_third_of_turns_unseen() -> None:
    """Cem laid the rest of four, Ann laid three, Bob took one of these away; then all was seen."""
    table = whole_flower()
    handled(table)
    table.roll(4, ELSEWHERE)
    handled(table)
    table.play("2,-1=0")
    said = unseen(table, 90, "2,0=0 1,1=0 0,2=0 -1,2=0 -2,2=0", 1)
    assert [event["mover"] for event in said if event["event"] == "move"] == ["Cem"]
    (question,) = [event for event in said if "choices" in event]
    assert [("Ann", 3), ("Bob", 1)] in [turns_in(choice) for choice in question["choices"]]
    handled(table)
    table.roll(2, FARTHER)
    handled(table)
    said = told(table.play("3,-1=0 3,-2=0"))
    assert not codes(said)
    last = [(turn.mover, turn.die) for turn in table.referee.ledger.moves[-3:]]
    assert last == [("Ann", 3), ("Bob", 1), ("Cem", 2)]


@pytest.mark.parametrize(("value", "is_wrong"), [(1, False), (3, True)])
def test_a_turn_that_seems_short_may_be_whole_and_a_tile_of_it_gone(
    value: int, is_wrong: bool
) -> None:
    """Cem rolled four, two were seen laid; by the next look three lie there, and Ann has rolled."""
    table = whole_flower()
    handled(table)
    table.roll(4, FARTHER)
    handled(table)
    table.play("2,-1=0 2,0=0")
    said = unseen(table, 1, "1,1=0", value)
    assert codes(said) == ([["wrong-count"]] if is_wrong else [])
    told_so = [turns_in(choice) for event in said for choice in event.get("choices", [])]
    assert ([("Cem", 4), ("Ann", 1)] in told_so) == (not is_wrong)


@pytest.mark.parametrize("change", ["x0,0", "0,0>2"])
def test_a_tile_may_have_been_laid_and_taken_away_though_the_next_one_has_begun_since(
    change: str,
) -> None:
    """Cem laid four, Ann took one of them away, and Bob, who has rolled a 6, lifted another one."""
    table = whole_flower()
    handled(table)
    table.roll(4, FARTHER)
    said = unseen(table, 30, f"2,-1=0 2,0=0 1,1=0 {change}", 6)
    assert not codes(said)
    told_so = [turns_in(choice)[:2] for event in said for choice in event.get("choices", [])]
    assert [("Cem", 4), ("Ann", 1)] in told_so


def test_a_tile_may_have_been_laid_and_taken_away_though_somebody_has_passed_since() -> None:
    """Ann laid four, Bob took one of them away, Cem could turn none; nobody saw any of that."""
    table = Table("palagonia", ["Ann", "Bob", "Cem"])
    table.look()
    unseen(table, 60, "0,0=4 -1,1=2 1,0=2", 6)
    table.give("set-die", value=4)
    question = table.referee.question
    assert question is not None
    told = [[(turn.mover, turn.roll) for turn in choice.turns] for choice in question.choices]
    assert told[0] == [("Ann", 4), ("Bob", 1), ("Cem", 6)]


def test_where_a_tile_lies_that_was_not_seen_the_moves_of_that_look_are_told_anew() -> None:
    """Cem turned the midst of the flower, which was not seen since, and Ann laid three tiles.

    These players throw the die at once: nobody has taken it up to throw it later.
    """
    table = whole_flower()
    telling = table.referee._play.telling  # type: ignore[union-attr]
    telling.stories = [replace(story, takes_up=0.0) for story in telling.stories]
    handled(table)
    table.dice = ()
    table.look()
    handled(table)
    table.play("x0,0")
    said = unseen(table, 20, "2,-1=0 1,1=0 2,0=0", 6)
    assert [(event["mover"], event["value"]) for event in said if "value" in event] == [
        ("Cem", 3),
        ("Ann", 6),
    ]
    table.give("set-tile", cell=[0, 0], orientation=2)
    question = table.referee.question
    assert question is not None
    assert [(turn.mover, len(turn.after)) for turn in question.choices[0].turns] == [
        ("Cem", 7),
        ("Ann", 10),
    ]
    table.give("answer", choice=0)
    turned, laid = table.referee.ledger.moves[-2:]
    assert (turned.mover, turned.after[Cell(0, 0)], laid.mover) == ("Cem", 2, "Ann")


def test_a_tile_that_was_laid_and_taken_away_rather_lay_between_those_laid_with_it() -> None:
    """Only a few places are tried, and a turn's tiles lie together."""
    laid = parse_move("0,-1=2 2,-1=0 2,0=0").placed
    board = palagonia().referee.board.with_tiles(laid)
    cells = {tile.cell for tile in laid}
    beside = [
        len(cells & set(place.cell.neighbours()))
        for place in islice(laid_and_gone(board, laid), 12)
    ]
    assert beside == sorted(beside, reverse=True)
    assert beside[0] > beside[-1] > 0


def test_where_two_turns_come_to_the_same_it_stays_open_how_many_there_were_since() -> None:
    """Bob took a tile and Cem passed, or Bob passed, Cem took it, and Dan has passed as well."""
    table = Table("palagonia", ["Ann", "Bob", "Cem", "Dan"])
    table.look()
    table.roll(4)
    table.play("0,0=0 1,-1=4 0,1=4 0,2=0")
    unseen(table, 8, "", 1)
    handled(table)
    table.play("x0,2")
    for place in (FARTHER, ELSEWHERE):
        handled(table)
        table.roll(6, place)
    assert [turn.mover for turn in table.referee.ledger.moves] == ["Ann", "Bob", "Cem", "Dan"]
    handled(table)
    table.roll(3, FARTHER)
    handled(table)
    (question,) = table.play("0,2=0 1,1=0 1,2=0")
    answers = [turns_in(choice) for choice in question["choices"]]
    assert answers == [[("Ann", 3)], [("Ann", 6), ("Bob", 3)]]


def test_where_a_hand_rested_and_went_no_turn_is_told_by_how_long_it_did() -> None:
    """The table was seen as it lay; two tiles that are laid then at once are a tile too many."""
    table = palagem("0,0=0", "1,-1=4", "1,0=2")
    hidden(table, 20)
    table.see(HandsGone())
    handled(table)
    assert "move" not in names(table.play("2,-1=0 0,1=4"))


def test_a_move_that_was_taken_back_and_made_anew_unseen_is_not_the_next_player_s() -> None:
    table = palagem("0,0=0", "1,-1=4", "1,0=2", "2,-1=0")
    (question,) = unseen(table, 2, "x2,-1 0,1=4", None)
    assert [choice["undone"] for choice in question["choices"]] == [1, 0]
    for _ in range(2):  # hands that come and do nothing speak for neither
        handled(table)
        assert not names(table.look())
    handled(table)
    assert names(table.play("-1,1=0")) == ["correction", "move", "move"]
    movers = [(turn.mover, turn.move) for turn in table.referee.ledger.moves[-2:]]
    assert movers == [("Bob", parse_move("0,1=4")), ("Ann", parse_move("-1,1=0"))]


def test_after_a_move_that_was_made_anew_unseen_the_next_one_may_have_begun() -> None:
    table = palago("1,0=2 0,1=4", "0,-1=2 0,-2=0")
    said = unseen(table, 15, "x0,-1 x0,-2 2,-1=0 3,-1=0 -1,0=0", None)
    assert names(said) == ["correction", "move"]
    assert said[1]["mover"] == "Ann"
    assert table.referee.ledger.mover == "Bob"


def test_a_move_made_anew_unseen_and_the_next_one_are_likelier_than_a_tile_taken_wrongly() -> None:
    """The tile that is gone is just the one laid last; two others lie there, one of each player."""
    table = palagem("0,0=0", "1,-1=4", "1,0=2")
    (question,) = unseen(table, 40, "x1,0 0,-1=0 1,-2=0", None)
    assert [choice["undone"] for choice in question["choices"]] == [1, 0, 0, 0]


def test_a_roll_and_a_tile_seen_in_one_look_are_of_one_turn_though_a_hand_rested() -> None:
    assert not unseen(palagonia(), 11, "0,1=4", 2)


def test_the_last_tiles_of_a_game_are_of_one_turn_where_the_hand_hardly_hid_the_table() -> None:
    """No die is read. Who lays the last tile could have rolled and laid it at once, but hardly."""
    table = Table("palagonia", ["Ann", "Bob", "Cem"], {"size": 7})
    table.look()
    table.roll(4)
    table.play("0,0=0 1,-1=4 0,1=4 0,2=0")
    table.dice = ()
    for move in ("", "1,1=0 1,2=0", "2,0=0"):
        handled(table)
        said = table.play(move) if move else table.look()
    assert names(said) == ["move", "over"]


def test_where_the_table_was_hidden_for_long_and_nothing_laid_somebody_passed() -> None:
    (question,) = unseen(palagonia(), 16, "", 2)
    assert turns_in(question["choices"][0]) == [("Bob", 6)]


def test_a_die_that_was_not_read_at_once_may_be_read_in_the_next_look() -> None:
    table = palagonia()
    table.dice = ()
    handled(table)
    table.look()
    handled(table)
    table.dice = (die(1, FARTHER, sure=False),)
    (question,) = told(table.play("x1,0"))
    assert turns_in(question["choices"][0]) == [("Bob", 1)]


def test_two_moves_at_once_of_which_the_second_wins_are_no_tile_too_many() -> None:
    won = Board({Cell(0, 0): 0, Cell(1, -1): 4, Cell(1, 0): 2, Cell(2, -1): 0})
    other = next(palagem for palagem in all_palagems() if palagem != Palagem(won))
    chosen = {"Ann": tiles_to_json(other.tiles), "Bob": tiles_to_json(won)}
    table = palagem("0,0=0", "1,-1=4", palagems=chosen)
    assert names(unseen(table, 6, "1,0=2 2,-1=0", None)) == ["move", "move", "over"]


def palagem(*moves: str, **options: Any) -> Table:
    """Return a table of Palagem after some moves of Ann and Bob."""
    told = {player: PALAGEMS[player] for player in ("Ann", "Bob")}
    table = Table("palagem", ["Ann", "Bob"], {"palagems": told, **options})
    table.look()
    for move in moves:
        handled(table)
        table.play(move)
    return table


def _grown(tiles: int) -> Board:
    """Return a board of so many tiles that match."""
    board = Board({Cell(0, 0): 0})
    while len(board) < tiles:
        cell = max(sorted(board.border()), key=lambda cell: len(board.touching(cell)))
        board = board.with_tile(*next(iter(fitting_tiles(board, [cell]))))
    return board


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("begun", [False, True])
def test_of_a_whole_board_that_comes_at_once_no_turns_are_looked_for(
    game: str, begun: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There are more ways to divide it than there is time for, legal or not."""
    asked = Counter[str]()
    once = Rulings._once

    def counted(rulings: Rulings, *question: Any) -> Any:
        asked["rulings"] += 1
        assert asked["rulings"] < 2_000
        return once(rulings, *question)

    table = Table(game, ["Ann", "Bob", "Cem"][: 2 if game == PALAGO else 3])
    table.look()
    board = _grown(45)
    table.pause = 90.0
    if begun:
        table.dice = (die(3),)
        table.board = Board(dict(sorted(board.items())[:3]))
        handled(table)
        table.look()
    monkeypatch.setattr(Rulings, "_once", counted)
    for number in range(3):
        table.board = board if number % 2 == 0 else board.without(max(board))
        table.dice = (die(2 + number, (90.0 * number, 90.0)),)
        hidden(table, 40)
        table.see(HandsGone())
        table.look()
    assert asked["rulings"]


@pytest.mark.parametrize("seconds", [4, 20])
def test_a_tile_of_a_turn_may_be_taken_up_again_in_it_before_it_is_over(seconds: int) -> None:
    table = palago()
    assert not names(table.play("0,-1=2"))
    said = unseen(table, seconds, "x0,-1 1,0=2 2,-1=0 0,1=2 -1,1=0", None)
    said += [*handled(table), *table.play("-2,1=0 -3,2=0")]
    assert not codes(said)
    made = table.referee.ledger.moves[1:]
    assert [turn.mover for turn in made] == ["Bob", "Ann", "Bob"]
    assert table.referee.ledger.board == table.board


def test_three_turns_do_not_become_one_against_the_rules_by_who_is_due() -> None:
    """A turn was rather missed among those that led there: who is due is next, and no more."""
    table = whole_flower()
    handled(table)
    unseen(table, 60, "x0,1 0,0>2 2,-1=0 2,0=0 1,1=0", None)
    table.give("table-right")
    made = table.referee.ledger.moves
    assert [move.mover for move in made[-3:]] == ["Cem", "Ann", "Bob"]
    assert not codes(table.give("set-mover", player="Ann"))
    assert table.referee.ledger.moves == made
    assert table.referee.ledger.mover == "Ann"


def test_a_roll_that_is_said_before_who_is_due_is_of_a_turn_that_was_missed_among_many() -> None:
    table = whole_flower()
    handled(table)
    unseen(table, 60, "x0,1 0,0>2 2,-1=0 2,0=0 1,1=0", None)
    table.give("table-right")
    table.give("set-die", value=5)
    table.give("set-mover", player="Ann")
    assert table.referee.roll is None
    handled(table)
    table.dice = (die(2, ELSEWHERE),)
    said = [*table.look(), *lay(table, "3,-1=2 3,-2=2")]
    assert [(e["mover"], e["value"]) for e in said if e["event"] == "die"] == [("Ann", 2)]
