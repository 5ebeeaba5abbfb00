"""The roll from the tiles: a die that is not seen costs nothing where only one roll fits."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from companion.referee.setup import setup_of
from companion.referee.stories.division import first_turns, rolls_for
from rules import Board, Cell, PalagoniaGame, Turn, applied, difference
from rules.board_json import tiles_to_json
from tests.companion.referee.table import DATA, Table, codes, die, names, palagonia
from tests.companion.referee.test_refereed_games import parts, start
from tests.rules.test_games import play_palagonia
from tests.thorough import some_of
from vision.following.table_view import HandsGone, HandsIn
from vision.reading import DieReading

Throw = Callable[[DieReading, Random], tuple[DieReading, ...]]
"""What is read of a die, given as it truly lies."""
Said = list[dict[str, Any]]

FLOWER = "0,0=0 1,0=0 0,1=0 -1,1=0 -1,0=0"
LAST_PETALS = "0,-1=0 1,-1=0"
ELSEWHERE = (700.0, 480.0)


def not_read(_thrown: DieReading, _random: Random) -> tuple[DieReading, ...]:
    return ()


def not_sure(thrown: DieReading, random: Random) -> tuple[DieReading, ...]:
    """Return a reading that is not sure; it says how likely it is to be right."""
    likely = random.choice([0.5, 0.8, 0.95, 0.998])
    wrong = [value for value in range(1, 7) if value != thrown.value]
    value = thrown.value if random.random() < likely else random.choice(wrong)
    return (DieReading(value, thrown.center, likely, False),)


def often_read(thrown: DieReading, random: Random) -> tuple[DieReading, ...]:
    """Return a reading that in three of twenty turns is missing, and in as many not sure."""
    chance = random.random()
    if chance < 0.15:
        return ()
    return (thrown,) if chance > 0.3 else (DieReading(thrown.value, thrown.center, 0.998, False),)


@cache
def played(seed: int) -> PalagoniaGame:
    """Return a game of random moves."""
    return play_palagonia(Random(seed))


def handled(table: Table) -> Said:
    """Let a hand come and go."""
    return [*table.see(HandsIn()), *table.see(HandsGone())]


def lay(table: Table, move: str) -> Said:
    """Let a hand change the tiles as a move says."""
    return [*handled(table), *table.play(move)]


def told(events: Said) -> Said:
    """Return events but for those of hands."""
    return [event for event in events if not event["event"].startswith("hands")]


def answered(table: Table, turns: Sequence[Turn]) -> Said:
    """Answer the question that is open by the turns that are truly over, if that is offered."""
    question = table.referee.question
    if question is None:
        return []
    true = [(turn.after, turn.die) for turn in turns[len(table.referee.ledger.moves) :]]
    for number, choice in enumerate(question.choices):
        if not choice.illegal and [(turn.after, turn.roll) for turn in choice.turns] == true:
            return table.give("answer", choice=number)
    return []


def follow(
    game: PalagoniaGame, table: Table, throw: Throw, *, piecemeal: bool, answers: bool
) -> Iterator[Said]:
    """Play a game by hands, and yield what is said in each turn; no player tells of a pass unasked.

    Parameters
    ----------
    game, table
        The game to play, and the table to play it on.
    throw
        How the dice are read.
    piecemeal
        Whether parts of turns are seen.
    answers
        Whether the players enter a roll that is asked for. They always say who passes.
    """
    random = Random(len(game.turns))
    table.look()
    for number, turn in enumerate(game.turns):
        assert turn.die is not None
        place = (600.0 + 30 * (number % 3), 500.0 + 40 * (number % 2))
        table.dice = throw(die(turn.die, place), random)
        said = [*handled(table), *table.look()]
        if turn.move.is_pass and len(table.referee.ledger.moves) <= number:
            said += table.give("set-die", value=turn.die)
        for board in parts(turn, random) if piecemeal else [turn.after]:
            table.board = board
            said += [*handled(table), *table.look()] if turn.die and not turn.move.is_pass else []
            if answers:
                is_over = board == turn.after
                said += answered(table, game.turns[: number + is_over])
        yield told(said)


def assert_recorded(turns: tuple[Turn, ...], said: list[Said], lacking: int) -> None:
    """Assert that what was announced is what was played, but for so many turns at the end."""
    moves = [event for part in said for event in part if event["event"] == "move"]
    assert len(moves) >= len(turns) - lacking
    for move, turn in zip(moves, turns, strict=False):
        assert (move["mover"], move["verdict"]["legal"]) == (turn.mover, True)
        assert move["board"] == {"tiles": tiles_to_json(turn.after)}
        assert [i["value"] for i in move["verdict"]["islands"]] == [
            island.value for island in turn.verdict.islands
        ]
    assert "illegal" not in names([event for part in said for event in part])
    asked = names([event for part in said for event in part]).count("question")
    assert asked <= len(turns), "at most one question a turn"


@pytest.mark.parametrize("seed", some_of(range(8), 4))
def test_the_true_roll_is_always_among_those_that_fit(seed: int) -> None:
    game = played(seed)
    for turn in game.turns:
        left = game.pool - len(turn.before)
        whole = rolls_for(turn.move, left)
        assert turn.die in whole
        assert len(whole) == 1 or turn.move.is_pass or left < 6


@pytest.mark.parametrize("seed", range(4))
def test_two_turns_in_one_look_are_among_the_ways_there(seed: int) -> None:
    game = played(seed)
    setup = setup_of("palagonia", game.players)
    for first, second in zip(game.turns[:8], game.turns[1:9], strict=False):
        cells = [
            {*turn.move.placed_cells, *turn.move.removed, *turn.move.rotated_cells}
            for turn in (first, second)
        ]
        if not all(cells) or cells[0] & cells[1]:
            continue
        ways = first_turns(setup, first.before, difference(first.before, second.after))
        assert first.after in {applied(way, first.before) for way in ways}


@pytest.mark.parametrize("seed", some_of(range(10), 4))
@pytest.mark.parametrize("throw", [not_read, not_sure, often_read])
def test_a_random_game_is_followed_though_dice_are_not_read(seed: int, throw: Throw) -> None:
    game = played(seed)
    said = list(follow(game, start(game), throw, piecemeal=True, answers=True))
    assert_recorded(game.turns, said, 0)


@pytest.mark.parametrize("seed", some_of(range(10), 4))
@pytest.mark.parametrize("throw", [not_read, often_read])
def test_nobody_need_answer_where_hands_show_when_a_turn_begins(seed: int, throw: Throw) -> None:
    game = played(seed)
    said = list(follow(game, start(game), throw, piecemeal=False, answers=False))
    assert_recorded(game.turns, said, 1)


@pytest.mark.parametrize("read", [True, False])
def test_the_filmed_game_is_followed_with_every_die_unread(read: bool) -> None:
    record = json.loads((DATA / "palagonia.json").read_text("utf-8"))
    table = Table("palagonia", record["players"])
    said: Said = []
    for state in record["states"]:
        table.board = Board(((q, r), k) for q, r, k in state["tiles"])
        table.dice = tuple(die(v, (x, y), sure=False) for v, x, y in state["dice"] if read)
        said += [*handled(table), *table.look()]
    rolls = [event for event in said if event["event"] == "die"]
    assert [event["value"] for event in rolls] == [5, 4, 4, 1, 3, 6, 4, 2, 5]
    assert {event["how"] for event in rolls} == {"inferred"}
    moves = [event for event in said if event["event"] == "move"]
    assert {event["how"] for event in moves} == {"inferred"}
    assert codes(said) == [["edge-mismatch"]]
    assert names(said).count("unsure") <= len(moves)
    assert table.referee.ledger.score_sheet().totals() == record["scores"]


def test_a_six_that_is_almost_sure_is_told_by_the_tile_that_is_turned() -> None:
    table = palagonia(FLOWER)
    table.roll(2)
    table.play(LAST_PETALS)
    table.dice = (DieReading(6, ELSEWHERE, 0.998, False),)
    assert told([*handled(table), *table.look()]) == []
    rolled, move = told(lay(table, "0,0>2"))
    assert (rolled["event"], rolled["value"], rolled["how"]) == ("die", 6, "inferred")
    assert (move["number"], move["how"], move["verdict"]["action"]) == (3, "inferred", "rotate")
    # the next player's roll is the next player's
    assert names(told([*handled(table), *table.roll(2)])) == ["die"]
    assert names(told(lay(table, "2,0=0 3,0=0"))) == ["move"]
    assert [turn.die for turn in table.referee.ledger.moves] == [5, 2, 6, 2]


def test_the_next_roll_is_not_taken_for_tiles_laid_with_a_die_unseen() -> None:
    table = palagonia()
    table.dice = ()
    handled(table)
    table.look()
    assert names(told(lay(table, "0,1=4 0,2=0"))) == []
    handled(table)
    said = table.roll(4, ELSEWHERE)
    assert [(event["event"], event.get("value"), event["how"]) for event in told(said)[:2]] == [
        ("die", 2, "inferred"),
        ("move", None, "inferred"),
    ]
    assert (said[-1]["event"], said[-1]["value"], said[-1]["how"]) == ("die", 4, "seen")
    assert said[-1]["mover"] == "Cem"


def test_a_late_answer_is_for_the_turn_that_was_asked_about() -> None:
    table = palagonia()
    table.dice = ()
    handled(table)
    table.look()
    assert names(told(lay(table, "0,1=4 0,2=0"))) == []
    # somebody rolls, and two more tiles follow: the rest of a 4, or another turn of two
    handled(table)
    said = table.look()
    (question,) = [event for event in said if event["event"] == "question"]
    assert [turn["roll"] for turn in question["choices"][0]["turns"]] == [2]
    assert not codes(lay(table, "1,1=0 1,2=0"))
    said = told(table.give("set-die", value=2))
    move = next(event for event in said if event["event"] == "move")
    assert (move["mover"], move["how"], len(move["placed"])) == ("Bob", "said", 2)
    assert table.referee.ledger.mover == "Cem"


def test_a_roll_that_was_seen_for_sure_is_a_fact() -> None:
    table = palagonia(FLOWER)
    table.roll(2)
    table.play(LAST_PETALS)
    table.roll(3, ELSEWHERE)
    assert codes(lay(table, "0,0>2")) == [["wrong-count", "disturbed"]]


def test_tiles_that_fit_no_roll_are_wrong_though_no_die_was_seen() -> None:
    table = palagonia()
    table.dice = ()
    assert codes(lay(table, "0,0>3")) == [["wrong-count", "disturbed"]]


def test_a_roll_seen_only_with_tiles_that_it_does_not_fit_is_asked_about() -> None:
    table = palagonia()
    table.dice = (die(2, ELSEWHERE),)
    for _ in range(20):
        table.see(HandsIn())  # time for four tiles, and for the next roll, if they play fast
    (question,) = told(lay(table, "0,1=4 0,2=0 1,1=0 1,2=0"))
    assert "not seen what Bob rolled" in question["reason"]
    # the next player's tiles tell: a 4 was rolled, and a 2 after it
    said = told(lay(table, "2,0=0 2,1=0"))
    assert [turn.die for turn in table.referee.ledger.moves] == [3, 4, 2]
    assert "illegal" not in names(said)


def test_two_turns_in_one_look_are_two_moves_where_the_dice_tell_them_apart() -> None:
    table = palagonia()
    table.roll(1, ELSEWHERE)
    table.dice = (die(3),)
    said = told(lay(table, "x1,-1 0,1=4 0,2=0 1,1=0"))
    assert [(event["event"], event["how"]) for event in said] == [
        ("move", "seen"),
        ("die", "seen"),
        ("move", "seen"),
    ]
    assert [turn.die for turn in table.referee.ledger.moves] == [3, 1, 3]


def test_a_pass_whose_roll_was_not_read_for_sure_is_told_when_the_next_one_is_rolled() -> None:
    table = palagonia()
    table.dice = (DieReading(6, ELSEWHERE, 0.9, False),)
    said = told([*handled(table), *table.look()])
    assert "move" not in names(said)
    handled(table)
    said = told(table.roll(2, (560.0, 640.0)))
    assert [(e["event"], e["mover"], e["how"]) for e in said if e["event"] != "settled"] == [
        ("die", "Bob", "inferred"),
        ("move", "Bob", "inferred"),
        ("die", "Cem", "seen"),
    ]
    move = next(event for event in said if event["event"] == "move")
    assert move["verdict"]["action"] == "pass"


def test_a_next_roll_seen_with_a_tile_that_was_unsure_is_not_taken_for_it() -> None:
    table = palagonia()
    table.dice = ()
    handled(table)
    table.look()
    table.unsure = frozenset({Cell(0, 2)})
    assert "move" not in names(told(lay(table, "0,1=4 0,2=0")))
    handled(table)
    table.unsure = frozenset()
    assert names(table.roll(4, ELSEWHERE)) == ["die", "move", "die"]
    assert [turn.die for turn in table.referee.ledger.moves] == [3, 2]
