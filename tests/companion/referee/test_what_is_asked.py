"""Which of many answers people are offered, and what they are asked before a game ends."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.referee.asking import Asking, _said
from companion.referee.events import About, Question
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.seen_table import SeenTable
from companion.referee.sentences import Unclear
from companion.referee.setup import setup_of
from companion.referee.stories.die_evidence import DieTracker
from companion.referee.stories.story import NO_DIE, Story, StoryTurn, with_turn
from companion.referee.stories.telling import Telling
from rules import Board, Cell, Code, Move, Verdict, difference
from rules.palagonia.judging import judge_palagonia
from rules.verdict import Violation
from tests.companion.referee.table import OPENING, Table, names
from tests.companion.referee.test_hands_and_rolls import hidden
from vision.following.table_view import HandsGone, TableView
from vision.reading import DieReading

NOW = Moment(0.0, 0)
TWO = Board({Cell(0, 0): 0, Cell(1, 0): 0})


def asked(telling: Telling, ledger: Ledger, *, roll_before: bool = False) -> Question | None:
    """Return what is asked, a roll having been asked for before in this turn or not."""
    asking = Asking(telling, SeenTable(), DieTracker())
    asking._asked_roll = roll_before
    asking.look(ledger, NOW)
    return asking.question


@pytest.mark.parametrize(
    ("likely", "offered"),
    [
        ([(2, 0.19)] * 5 + [(3, 0.05)], [2, 2, 2, 3]),
        ([(2, 0.38)] * 2 + [(3, 0.09), (4, 0.08), (5, 0.07)], [2, 2, 3, 4]),
        ([(2, 0.8), (3, 0.05)] + [(2, 0.04)] * 2 + [(4, 0.04), (5, 0.03)], [2, 3, 4, 5]),
    ],
)
def test_of_answers_that_read_alike_likely_ones_are_offered_and_some_that_read_otherwise(
    likely: Sequence[tuple[int, float]], offered: Sequence[int]
) -> None:
    """So many tiles were laid, so likely, in a row of their own: as many read alike."""
    ledger = Ledger(setup_of("palago", ["Ann", "Bob"]), Board())
    telling, stories = Telling(ledger), []
    for row, (count, weight) in enumerate(likely):
        laid = Board({Cell(n, row): 0 for n in range(count)})
        wrong = Verdict(difference(Board(), laid), (Violation(Code.NOT_ADJACENT, (), ""),))
        turn = StoryTurn("Ann", laid, wrong, ended_at=1)
        stories.append(Story(ledger, laid, {None: weight}, turns=(turn,)))
    telling.stories = stories
    question = asked(telling, ledger)
    assert question is not None
    assert [len(choice.turns[0].after) for choice in question.choices] == offered
    assert len({choice.turns[0].after for choice in question.choices}) == len(offered)


def test_answers_leave_out_what_was_played_since_and_say_what_is_against_the_rules() -> None:
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    after = [TWO.with_tile(Cell(2 + n, 0), 0) for n in range(4)]
    wrong = Verdict(Move(), (Violation(Code.DISTURBED, (), ""),))

    def turn(mover: str, n: int, verdict: Verdict) -> StoryTurn:
        return StoryTurn(mover, after[n], verdict, 1, ended_at=n)

    right = Verdict(Move())
    one = (turn("Ann", 1, wrong), turn("Bob", 2, right), turn("Ann", 3, right))
    two = (
        turn("Ann", 0, right),
        turn("Bob", 1, wrong),
        turn("Ann", 2, right),
        turn("Bob", 3, right),
    )
    telling = Telling(ledger)
    telling.stories = [
        Story(ledger, after[3], {None: 0.6}, turns=one),
        Story(ledger, after[3], {None: 0.4}, turns=two),
    ]
    question = asked(telling, ledger)
    assert question is not None
    assert [str(choice.says) for choice in question.choices] == [
        "Ann passed, against the rules (rolled 1)",
        "Ann passed (rolled 1) and Bob passed, against the rules (rolled 1)",
    ]
    assert [len(choice.turns) for choice in question.choices] == [3, 4]


@pytest.mark.parametrize(
    ("after", "roll", "says"),
    [
        ({(0, 0): 0, (1, 0): 0, (2, 0): 0}, 1, "Bob laid 1 tile"),
        ({(0, 0): 0}, 3, "Bob took a tile away"),
        ({(0, 0): 0, (1, 0): 2}, 1, "Bob turned a tile"),
    ],
)
def test_what_was_done_against_the_rules_is_told_as_it_was_not_as_the_die_had_it(
    after: dict[tuple[int, int], int], roll: int, says: str
) -> None:
    table = Board({Cell(*cell): k for cell, k in after.items()})
    verdict = judge_palagonia(TWO, table, die=roll, tiles_left=46)
    assert not verdict.legal
    message = _said(StoryTurn("Bob", table, verdict, roll))
    assert str(message) == f"{says}, against the rules (rolled {roll})"


def test_a_turn_that_came_to_the_same_from_other_tables_is_told_in_each_answer() -> None:
    setup = setup_of("palagonia", ["Ann", "Bob", "Cem"])
    longer = TWO.with_tile(Cell(2, 0), 0)
    last = longer.with_tile(Cell(3, 0), 0)

    def told(first: Board, weight: float, *wrong: Violation) -> Story:
        verdict = Verdict(difference(Board(), first), wrong)
        began = StoryTurn("Ann", first, verdict, len(first), ended_at=1)
        then = StoryTurn("Bob", last, Verdict(difference(first, last)), ended_at=2)
        made = Ledger(setup, Board())
        for turn in (began, then):
            made.record(turn.after, turn.verdict, turn.roll)
        return Story(made, last, {None: weight}, turns=(began, then))

    ledger = Ledger(setup, Board())
    telling = Telling(ledger)
    telling.stories = [told(TWO, 0.6), told(longer, 0.4, Violation(Code.NOT_ADJACENT, (), ""))]
    question = asked(telling, ledger)
    assert question is not None
    assert [str(choice.says) for choice in question.choices] == [
        "Ann laid 2 tiles (rolled 2) and Bob laid 2 tiles",
        "Ann laid 3 tiles, against the rules (rolled 3) and Bob laid 1 tile",
    ]


@pytest.mark.parametrize(("left", "asks"), [(2, True), (3, False)])
def test_a_roll_is_asked_for_once_a_turn_but_again_where_the_game_is_over(
    left: int, asks: bool
) -> None:
    """No later look will tell then."""
    cells = [Cell(n % 7, n // 7) for n in range(48)]
    before = Board(dict.fromkeys(cells[: 48 - left], 0))
    after = before.with_tiles((cell, 0) for cell in cells[48 - left : 50 - left])
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), before)
    two = Verdict(difference(before, after))
    one = with_turn(Story(ledger, before, NO_DIE), after, 2, 0.7, two, 1)
    passed = with_turn(Story(ledger, before, NO_DIE), before, 6, 0.3, Verdict(Move()), 1)
    other = with_turn(passed, after, 3, 0.3, two, 1)
    telling = Telling(ledger)
    telling.stories = [one, other]
    assert (asked(telling, ledger, roll_before=True) is not None) == asks


@pytest.mark.parametrize(
    ("game", "is_roll"), [("palago", False), ("palagem", False), ("palagonia", True)]
)
def test_nobody_is_asked_for_a_roll_in_a_game_without_a_die(game: str, is_roll: bool) -> None:
    """However many turns there may have been."""
    players = ["Ann", "Bob", *([] if game == "palago" else ["Cem"])]
    ledger = Ledger(setup_of(game, players), Board())
    telling = Telling(ledger)
    four = TWO.with_tiles([(Cell(0, 1), 0), (Cell(1, 1), 0)])
    one = with_turn(
        Story(ledger, Board(), NO_DIE), four, None, 0.3, Verdict(difference(Board(), four)), 1
    )
    half = with_turn(
        Story(ledger, Board(), NO_DIE), TWO, None, 0.7, Verdict(difference(Board(), TWO)), 1
    )
    both = with_turn(half, four, None, 0.3, Verdict(difference(TWO, four)), 1)
    telling.stories = [one, both]
    question = asked(telling, ledger)
    assert question is not None
    assert (question.about is About.ROLL) == is_roll
    assert (question.reason.code is Unclear.NO_DIE_SEEN) == is_roll


def laid_by_turns(ledger: Ledger, weight: float, *turns: tuple[Board, int]) -> Story:
    """Return a story of turns: what lay there after each, and what was rolled for it."""
    story = Story(ledger, ledger.board, {None: weight})
    for after, roll in turns:
        verdict = Verdict(difference(story.base, after))
        story = with_turn(story, after, roll, weight, verdict, 1)
    return story


THREE, FOUR = (Board({**TWO, Cell(2, 0): 0, **more}) for more in ({}, {Cell(3, 0): 0}))


@pytest.mark.parametrize(
    ("one", "other", "reason"),
    [
        ([(FOUR, 2)], [(THREE, 1), (FOUR, 1)], Unclear.ROLL_OF_PLAYER_NOT_SEEN),
        ([(FOUR, 2)], [(FOUR, 2), (FOUR, 6)], Unclear.MAYBE_TWO_MOVES),
        ([(THREE, 1), (FOUR, 1)], [(THREE, 1), (THREE, 6), (FOUR, 1)], Unclear.MAYBE_TWO_MOVES),
        ([(TWO, 6)], [], Unclear.MANY_WAYS),
    ],
)
def test_a_roll_is_named_as_the_reason_only_where_it_tells_what_was_done(
    one: list[tuple[Board, int]], other: list[tuple[Board, int]], reason: Unclear
) -> None:
    """The die having been seen: what was rolled first tells, and for tiles."""
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), TWO)
    telling, table, tracker = Telling(ledger), SeenTable(), DieTracker()
    telling.stories = [laid_by_turns(ledger, 0.8, *one), laid_by_turns(ledger, 0.2, *other)]
    shown = TableView(FOUR, frozenset(), frozenset(), dice=(DieReading(2, (0, 0), 1, True),))
    table.look(shown)
    tracker.look(shown.dice)
    asking = Asking(telling, table, tracker)
    asking.look(ledger, NOW)
    assert asking.question is not None
    assert asking.question.reason.code is reason


def test_a_tile_that_nobody_names_is_asked_about_for_as_long_as_it_is_not_sure() -> None:
    """Play goes on without an answer: the question stays, and says what was played since."""
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    table.play("0,0=0")
    dim = Cell(1, 0)
    table.unsure = frozenset({dim})
    table.probabilities = {dim: (0.4, 0.2, 0.0, 0.2, 0.0, 0.2, 0.0)}
    said = [table.look(), table.play("0,1=2"), table.play("-1,1=0"), table.play("-1,0=0")]
    asked = [event for events in said for event in events if event["event"] == "question"]
    assert len(asked) > 2
    assert {tuple(map(tuple, event["cells"])) for event in asked} == {(dim,)}
    assert said[-1][-1] == asked[-1]
    assert names(table.give("answer", choice=0)).count("move") == len(asked)


@pytest.mark.parametrize(("seconds", "most"), [(1, 3), (3, 4)])
def test_one_question_is_asked_of_a_turn_though_each_tile_would_call_for_another(
    seconds: int, most: int
) -> None:
    """Eleven tiles come one by one, each under hands, where no die can be read."""
    table, asked = Table("palagonia", ["Ann", "Bob", "Cem"]), 0
    table.look()
    for tile in f"{OPENING} 1,0=2 0,1=4 0,2=0 1,1=0 1,2=0 2,0=0 2,1=0 -1,1=0 -1,2=0".split():
        hidden(table, seconds)
        table.see(HandsGone())
        asked += names(table.play(tile)).count("question")
    assert asked <= most
