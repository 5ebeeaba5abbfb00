"""What the referee says in words, from events as the record keeps them."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from calibration.languages import LANGUAGES
from companion.referee import Referee
from companion.referee.decisions import DieSet, MoverSet, TakenBack
from companion.referee.event_reading import event_from_json
from companion.referee.events import Correction, DieRolled, IllegalTable, MoveMade, Over, Unsure
from companion.referee.inputs import give
from companion.referee.rolls import RollKnown
from companion.referee.sentences import Unclear
from companion.showing.announcements import announce, announce_made
from companion.showing.rulings import rule_in_words, ruling
from companion.words.language import speaking
from rules import Board, Cell, Code, Move, Reason, Verdict, Violation
from rules.move import Tile
from rules.palagonia.judging import rule_on_palagonia
from vision.following.table_view import Settled, TableView
from vision.reading import DieReading

FIRST = {Cell(0, 0): 2, Cell(0, -1): 4, Cell(-1, 0): 0, Cell(-1, 1): 0, Cell(0, 1): 4}
SECOND = {Cell(1, -1): 4, Cell(1, 0): 0, Cell(2, -1): 4, Cell(1, 1): 2, Cell(2, 0): 2}

STOOD = "It was not legal and was let stand."


def seen(tiles: dict[Cell, int], die: tuple[int, float] | None = None) -> Settled:
    dice = (DieReading(die[0], (die[1], 0.0), 1.0, True),) if die else ()
    return Settled(TableView(Board(tiles), frozenset(), frozenset(), dice=dice))


def said_of(referee: Referee, *sightings: Settled) -> list[list[str]]:
    """Return what is said of each sighting, event by event, those without words left out."""
    said = []
    for number, sighting in enumerate(sightings):
        events = referee.see(sighting, float(number), number)
        said.append([s for event in events for s in announce(event).sentences])
    return said


def an_island() -> tuple[Settled, ...]:
    return (
        seen({}, (5, 10.0)),
        seen(FIRST, (5, 10.0)),
        seen(FIRST, (5, 400.0)),
        seen({**FIRST, **SECOND}, (5, 400.0)),
    )


def test_an_island_is_announced_with_its_sum_and_points() -> None:
    said = said_of(Referee("palagonia", ["Ann", "Bob", "Cem"]), *an_island())
    assert said[0] == ["The table is seen; play may begin."]
    assert said[1] == ["Ann rolls a 5.", "Ann lays 5 tiles."]
    assert said[3][:2] == [
        "Bob lays 5 tiles.",
        "White island: animal 1 = 1. 3 points for Bob, 2 for Ann as helper.",
    ]


def test_points_stand_beside_their_player_where_names_are_written_from_right_to_left() -> None:
    names = ["أحمد", "سارة", "ליאור"]
    said = said_of(Referee("palagonia", names), *an_island())
    first, second = (f"\u2068{name}\u2069" for name in names[:2])
    assert said[3][1].endswith(f"3 points for {second}, 2 for {first} as helper.")
    sentences = " ".join(sentence for sentences in said for sentence in sentences)
    bare = re.sub("\u2068[^\u2069]*\u2069", "", sentences)
    assert bare.isascii(), bare


def test_a_roll_that_people_say_is_told_with_the_player_it_was_taken_for() -> None:
    referee = Referee("palagonia", ["Ann", "Bob", "Cem"])
    said_of(referee, *an_island()[:3])
    for value, player in ((4, "Bob"), (3, "Bob")):
        correction, *_ = referee.set_die(value)
        assert announce(correction).headline == f"The roll of {player} is a {value}."
    correction, *_ = referee.set_die(5, 1)
    assert announce(correction).headline == "The roll of move 1 was a 5."


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", ["Ann rolls a 5, as the tiles tell.", "Ann lays 5 tiles."]),
        ("fr", ["Ann fait 5, d'après les tuiles.", "Ann pose 5 tuiles."]),
        ("de", ["Ann würfelt eine 5, wie die Plättchen verraten.", "Ann legt 5 Plättchen."]),
    ],
)
def test_a_roll_that_the_tiles_told_is_said_to_be_told(language: str, words: list[str]) -> None:
    with speaking(language):
        said = said_of(Referee("palagonia", ["Ann", "Bob", "Cem"]), seen({}), seen(FIRST))
    assert said[1] == words


def test_the_same_is_said_in_french() -> None:
    with speaking("fr"):
        said = said_of(Referee("palagonia", ["Ann", "Bob", "Cem"]), *an_island())
    assert said[3][:2] == [
        "Bob pose 5 tuiles.",
        "Île blanche\u00a0: animal 1 = 1. 3 points pour Bob, 2 pour Ann comme aide.",
    ]


def test_an_illegal_table_names_each_fault_once() -> None:
    referee = Referee("palago", ["Ann", "Bob"])
    known = {Cell(0, 0): 0, Cell(0, -1): 0}
    wrong = {**known, Cell(1, -1): 1}
    _ready, _move, said = said_of(referee, seen({}), seen(known), seen(wrong))
    assert said == ["Not legal.", "A tile does not match its neighbours."]


@pytest.mark.parametrize("event", ["hands", "hands-gone", "something new"])
def test_some_events_need_no_words(event: str) -> None:
    assert announce(event_from_json({"event": event})).sentences == []


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (("Ann", None, "closed-group"), "Ann wins: a group is closed."),
        (("draw", None, "tiles-out"), "The game is over: a draw."),
        ((None, "Bob", "mover-loses"), "The game is over: Bob loses."),
        (("Ann", None, "a reason of tomorrow"), "Ann wins."),
    ],
)
def test_every_end_is_announced(result: tuple[str | None, str | None, str], said: str) -> None:
    winner, loser, reason = result
    assert announce(Over(0.0, 0, winner, loser, reason)).sentences == [said]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "If move 3 is right: Bob rolls a 4."),
        ("de", "Wenn Zug 3 stimmt: Bob würfelt eine 4."),
    ],
)
def test_what_rests_on_a_presumed_move_is_said_with_that_condition(
    language: str, said: str
) -> None:
    roll = DieRolled(0.0, 0, 4, "Bob", RollKnown.SEEN, rests_on=3)
    with speaking(language):
        assert announce(roll).sentences == [said]
        assert said.endswith(announce(replace(roll, rests_on=None)).headline)


@pytest.mark.parametrize(
    ("by_hand", "headline", "more"),
    [(False, "Not legal, as far as it is seen.", 1), (True, "Not legal.", 0)],
)
def test_that_tiles_are_missing_is_said_as_far_as_a_camera_sees(
    by_hand: bool, headline: str, more: int
) -> None:
    wrong = Violation(Code.WRONG_COUNT, (), "")
    said = announce(IllegalTable(0.0, 0, (wrong,), unless_unseen=True), by_hand=by_hand)
    assert said.headline == headline
    assert len(said.details) == 1 + more


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "If the palagems are whose they seem to be: "),
        ("nl", "Als de palagems zijn van wie ze lijken te zijn: "),
    ],
)
def test_whose_palagem_wins_is_said_with_a_condition_while_that_is_guessed(
    language: str, said: str
) -> None:
    over = Over(0.0, 0, "Ann", None, "palagem")
    move = Move(placed=(Tile(Cell(0, 0), 0),))
    verdict = Verdict(move, winner="Ann", reason=Reason.PALAGEM, palagems=("Ann",))
    made = MoveMade(0.0, 0, 4, "Bob", move, Board(), Board({Cell(0, 0): 0}), verdict)
    with speaking(language):
        for event in (over, made):
            guessed = announce(replace(event, whose_guessed=True))
            *before, told = announce(event).sentences
            assert guessed.sentences == [*before, said + told]


def test_a_move_whose_tiles_may_be_a_palagem_says_why_it_is_presumed() -> None:
    move = Move(placed=(Tile(Cell(0, 0), 0),))
    made = MoveMade(
        *(0.0, 0, 1, "Ann", move, Board(), Board({Cell(0, 0): 0}), Verdict(move)),
        presumed=True,
        may_be_palagem=True,
    )
    assert announce(made).sentences == [
        "Presumably Ann lays 1 tile.",
        "If a palagem is being laid out, go on; if it is the game, say so.",
    ]


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "The player rolls a 4."),
        ("de", "Die Person am Zug würfelt eine 4."),
    ],
)
def test_where_only_whose_it_is_is_open_nobody_is_named(language: str, said: str) -> None:
    roll = DieRolled(0.0, 0, 4, "Bob", RollKnown.SEEN, rests_on=3, only_whose=True)
    with speaking(language):
        assert announce(roll).sentences == [said]


def test_a_move_of_which_only_the_player_is_open_names_one_in_the_list_of_moves() -> None:
    move = Move(placed=(Tile(Cell(0, 0), 0),))
    after = Board({Cell(0, 0): 0})
    made = MoveMade(0.0, 0, 4, "Bob", move, Board(), after, Verdict(move))
    made = replace(made, rests_on=3, only_whose=True)
    assert announce(made).sentences == ["The player lays 1 tile."]
    assert announce_made(made).sentences == ["If move 3 is right: Bob lays 1 tile."]
    presumed = announce(replace(made, presumed=True)).headline
    assert presumed == "Presumably Bob lays 1 tile."


def test_points_are_told_the_most_first() -> None:
    over = Over(0.0, 0, "Bob", None, "highest-score", {"Ann": 1, "Bob": 12})
    assert announce(over).sentences[-1] == "Bob 12 points, Ann 1 point."


def test_what_is_decided_of_an_earlier_move_names_it() -> None:
    decisions = (MoverSet("South", "North", 3), DieSet(5, 4, 3), DieSet(5, None))
    said = [announce(Correction(0.0, 0, decision)).headline for decision in decisions]
    assert said == [
        "Move 3 was made by South.",
        "The roll of move 3 was a 5.",
        "The roll is a 5.",
    ]


def test_what_is_taken_back_is_named() -> None:
    """Who goes back by several moves reads which they were."""
    referee = Referee("palagonia", ["Ann", "Bob", "Cem"])
    said_of(referee, *an_island())
    taken_back = [event for _move in range(2) for event in give(referee, "take-back", {}, 9.0, 9)]
    said = [announce(event).headline for event in taken_back if isinstance(event, Correction)]
    assert said == ["Move 2 is taken back.", "Move 1 is taken back."]
    older = Correction(9.0, 9, TakenBack())
    assert announce(older).headline == "The last move is taken back."


@pytest.mark.parametrize(
    ("die", "said"),
    [
        (1, ["Ann passes.", "What the roll asks for cannot be done."]),
        (3, [STOOD, "Only a mover who cannot act passes, but 3 tiles can be added."]),
        (6, ["Ann passes.", "What the roll asks for cannot be done."]),
    ],
)
def test_a_pass_is_announced_with_its_reason(die: int, said: list[str]) -> None:
    move, board = Move(), Board()
    verdict = rule_on_palagonia(board, move, die=die, tiles_left=48)
    made = MoveMade(0.0, 0, 3, "Ann", move, board, board, verdict)
    assert announce(made).sentences[-2:] == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_words(language: str) -> None:
    with speaking(language):
        rules = {rule_in_words(code) for code in Code}
        wrong = {
            ruling(Violation(code, (Cell(0, 0),) * count, "")).wrong
            for code in Code
            for count in (1, 3)
        }
    assert len(rules) == len(Code)
    assert len(wrong) >= len(Code)


def test_a_rule_of_tomorrow_is_told_in_its_own_words() -> None:
    violation = {"code": "no-such-code", "message": "Something new is wrong.", "cells": []}
    illegal = event_from_json({"event": "illegal", "violations": [violation]})
    assert announce(illegal).sentences == ["Not legal.", "Something new is wrong."]


def test_by_hand_it_is_said_who_builds_a_palagem_now() -> None:
    for awaited in (["Ann", "Bob"], ["Bob"]):
        doubt = Unsure(0.0, 0, (), Unclear.PALAGEMS_AWAITED(players=awaited))
        said = announce(doubt, by_hand=True).sentences
        assert said == [f"Now {awaited[0]} builds a palagem."]
