"""What is typed while a game is watched: which decision it is, and that nobody waits for it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from time import monotonic, sleep
from types import SimpleNamespace
from typing import Any

import pytest

from companion.cli.answers import (
    HINT,
    Answers,
    Decided,
    Typed,
    UnintelligibleError,
    decided,
    labels,
)
from companion.cli.answers import typed_lines as lines_of
from companion.cli.telling import Teller
from companion.cli.watch import _follow, _take
from companion.live.live_game import LiveGame
from companion.referee import Referee
from companion.referee.events import Question, Unsure
from companion.referee.questions import About, Choice, ChosenTurn
from companion.referee.states import State
from companion.sources import Frame
from rules import Board, Cell, all_palagems
from rules.board_json import tiles_to_json
from tests.companion.referee.table import Table, lying_apart, palago, palagonia
from tests.filming import Film
from training.synthesis.staging import make_table
from vision.readers.reader import Reader

WAIT_S = 20.0
OPENING = Board({Cell(0, 0): 4, Cell(1, -1): 4})
WRONG = Board({**OPENING, Cell(1, 0): 3, Cell(2, -1): 0})


def question(about: About, *choices: tuple[int | None, ...]) -> Question:
    """Return a question whose answers have turns with these rolls."""
    turns = [tuple(ChosenTurn("Bob", Board(), roll) for roll in rolls) for rolls in choices]
    answers = tuple(Choice(f"answer {n}", one) for n, one in enumerate(turns, 1))
    return Question(5.0, 50, about, answers, (), "What was it?")


def asking(asked: Question | None, *, lacks_roll: bool = False) -> Any:
    """Return as much of a referee as is looked at."""
    return SimpleNamespace(question=asked, lacks_roll=lacks_roll)


@pytest.mark.parametrize(
    ("asked", "typed"),
    [
        (question(About.ROLL, (4,), (5,)), ("4", "5")),
        (question(About.ROLL, (2,), (1, 1)), ("2", "1")),
        (question(About.ROLL, (2, 3), (2, 4)), ("3", "4")),
        (question(About.ROLL, (4,), ()), ("4", "0")),
        (question(About.ROLL, (4,), (4,)), ("1", "2")),
        (question(About.TURNS, (4,), (5,)), ("1", "2")),
        (question(About.TILE, (None,), (None,), ()), ("1", "2", "3")),
    ],
)
def test_what_is_typed_for_an_answer_is_never_ambiguous(
    asked: Question, typed: tuple[str, ...]
) -> None:
    assert labels(asked) == typed
    for number, label in enumerate(typed):
        answer = decided(Typed(f" {label}\n", asked), asking(asked))
        assert answer == Decided("answer", {"choice": number})


def test_a_roll_that_is_not_among_the_answers_is_a_roll_all_the_same() -> None:
    asked = question(About.ROLL, (4,), (5,))
    assert decided(Typed("3\n", asked), asking(asked)) == Decided("set-die", {"value": 3})


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("t", "table-right"),
        ("R", "record-right"),
        ("u", "take-back"),
        (" s ", "let-stand"),
        ("e\n", "end-turn"),
    ],
)
def test_letters_are_decisions(line: str, kind: str) -> None:
    assert decided(Typed(line, None), palago().referee) == Decided(kind)


def test_what_is_confirmed_is_what_was_printed_when_that_was_typed() -> None:
    decision = decided(Typed("Y", None, 7), palago().referee)
    assert decision == Decided("confirm", {"number": 7})
    answers = Answers(iter(()))
    answers.last_move = 3
    answers._read(["y"])
    assert [typed.last_move for typed in answers.typed()] == [3]


def test_what_was_printed_is_known_once_what_was_typed_before_is_taken() -> None:
    answers = Answers(iter(()))
    game: Any = SimpleNamespace(referee=palago("-1,0=0 -1,1=0").referee)
    _take(answers, game, Teller("en"))
    assert answers.last_move == 2


def test_whose_palagem_is_whose_is_typed() -> None:
    first, second = all_palagems()[10:12]
    table = Table("palagem", ["Ann", "Bob van Ee"])
    table.others = lying_apart([first, second])
    table.look()
    tiles = tiles_to_json(first.tiles)
    for line, player in (("p", "Ann"), ("P bob VAN ee", "Bob van Ee")):
        decision = decided(Typed(f"{line}\n", None), table.referee)
        assert decision == Decided("set-palagem", {"player": player, "tiles": tiles})
    table.give("set-palagem", player="Bob van Ee", tiles=tiles)
    assert table.referee.palagems == {"Ann": second, "Bob van Ee": first}
    for line, words in (("p", "is known"), ("p Cem", '"cem" does not play')):
        with pytest.raises(UnintelligibleError, match=words):
            decided(Typed(line, None), table.referee)


def test_a_missing_roll_is_typed() -> None:
    assert decided(Typed("4", None), asking(None, lacks_roll=True)) == Decided(
        "set-die", {"value": 4}
    )


@pytest.mark.parametrize(
    ("line", "asked", "printed", "words"),
    [
        ("hello", None, None, '"hello" means nothing here'),
        ("\u0664", None, None, "means nothing here"),
        ("3", None, None, "No question is open and no roll is missing"),
        ("7", question(About.ROLL, (4,), (5,)), True, "type one of 4, 5"),
        ("3", question(About.TILE, (), ()), True, "type one of 1, 2"),
        ("1", question(About.TILE, (), ()), None, "settled before you answered"),
        ("1", None, question(About.TILE, (), ()), "settled before you answered"),
    ],
)
def test_what_means_nothing_gets_one_sentence(
    line: str, asked: Question | None, printed: Any, words: str
) -> None:
    typed = Typed(line, asked if printed is True else printed)
    with pytest.raises(UnintelligibleError, match=words):
        decided(typed, asking(asked))


def test_what_is_typed_before_a_question_can_be_read_is_no_answer_to_it() -> None:
    """Its answers may stand in another order than those of the one before."""
    first, second = question(About.TILE, (4,), (5,)), question(About.TILE, (5,), (4,), (3,))
    first_again = replace(first, t=6.0)

    def asked_when_typed(to_read_s: float, *printed: Question | None) -> Question | None:
        answers = Answers(iter(()), to_read_s=to_read_s)
        for one in printed:
            answers.asked = one
        answers._read(["1"])
        (typed,) = answers.typed()
        return typed.asked

    long = 60.0
    assert asked_when_typed(long, first) is None
    assert asked_when_typed(long, first, second) == first
    assert asked_when_typed(long, first, None) == first
    assert asked_when_typed(0.0, first, second) == second
    assert asked_when_typed(long, first, second, replace(second, t=7.0)) == first
    with pytest.raises(UnintelligibleError, match="settled before you answered"):
        decided(Typed("1", asked_when_typed(long, first, second)), asking(second))

    answers = Answers(iter(()), to_read_s=0.05)
    answers.asked = first
    sleep(0.1)
    answers.asked = first_again
    answers._read(["1"])
    assert [typed.asked for typed in answers.typed()] == [first_again]


def test_how_to_answer_is_said_when_something_is_asked_for_the_first_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    game: Any = SimpleNamespace(referee=asking(None))
    game.referee.ready = False
    answers = Answers(iter(()), says_how=True)
    said = []
    for asked in (None, question(About.TILE, (), ()), None, question(About.ROLL, (4,), (5,))):
        game.referee.question = asked
        _take(answers, game, Teller("en"))
        said.append(capsys.readouterr().err)
    assert said == ["", f"{HINT}\n", "", ""]


@pytest.mark.parametrize("line", ["?", "", "  \n"])
def test_help_decides_nothing(line: str) -> None:
    assert decided(Typed(line, None), palagonia().referee) is None


def test_lines_are_read_while_others_work() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading) as stdin:
        answers = Answers(lines_of(stdin))
        assert list(answers.typed()) == []
        os.write(writing, "u\nt\u00e9\n".encode())
        found: list[str] = []
        deadline = monotonic() + WAIT_S
        while len(found) < 2 and monotonic() < deadline:
            found += [typed.line for typed in answers.typed()]
            sleep(0.01)
        os.close(writing)
    assert found == ["u\n", "t\u00e9\n"]


def test_a_question_is_printed_with_what_to_type(capsys: pytest.CaptureFixture[str]) -> None:
    asked = question(About.ROLL, (4,), (5,))
    teller = Teller("en")
    teller.tell([Unsure(5.0, 50, (), asked.reason), asked], State.ASKING)
    teller.tell([], State.ASKING)
    teller.tell([], State.FOLLOWING)
    assert capsys.readouterr().out.splitlines() == [
        "  0:05  What was it?",
        "  0:05    4: answer 1",
        "  0:05    5: answer 2",
        "  0:05  [A question is open.]",
        "  0:05  [Following the table.]",
    ]


def test_answers_that_read_alike_are_printed_with_the_tile_in_which_they_differ(
    capsys: pytest.CaptureFixture[str],
) -> None:
    turned = OPENING.with_tile(Cell(1, 0), 3), OPENING.with_tile(Cell(1, 0), 5)
    laid = (*turned, OPENING.with_tile(Cell(2, -1), 0))
    choices = [
        *(Choice("Bob laid 1 tile", (ChosenTurn("Bob", board),)) for board in laid),
        Choice("Bob has begun"),
    ]
    Teller("en").tell([Question(5.0, 50, About.TILE, tuple(choices), (), "What?")], None)
    assert capsys.readouterr().out.splitlines() == [
        "  0:05  What?",
        "  0:05    1: Bob laid 1 tile [1,0=3 2,-1 empty]",
        "  0:05    2: Bob laid 1 tile [1,0=5 2,-1 empty]",
        "  0:05    3: Bob laid 1 tile [1,0 empty 2,-1=0]",
        "  0:05    4: Bob has begun",
    ]


def test_an_answer_is_taken_while_the_film_goes_on(capsys: pytest.CaptureFixture[str]) -> None:
    film = Film(make_table(8))
    game = LiveGame(Reader(), Referee("palago", ["Ann", "Ben"]))
    illegal = Event()

    def frames() -> Iterator[Frame]:
        for scene in (film.show(Board()), film.play(OPENING), film.play(WRONG)):
            yield from scene
        illegal.set()
        deadline = monotonic() + WAIT_S
        while game.referee.is_wrong and monotonic() < deadline:
            yield from film.show(WRONG)

    def typed() -> Iterator[str]:
        assert illegal.wait(WAIT_S)
        yield "what?\n"
        yield "s\n"

    assert _follow(game, frames(), Teller("en"), Answers(typed())) == 0
    out, err = capsys.readouterr()
    assert "2. Ben lays 2 tiles." in out
    assert err.splitlines() == ['palago: "what?" means nothing here; type ? for help.']
