"""For how long no hand was over the table tells whether the next one is another player's."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.sightline import Sightline
from companion.referee.stories.agreement import agreed_by
from companion.referee.stories.story import Story, StoryTurn
from rules import Board, Cell, Code, Move, Verdict, Violation
from tests.companion.referee.table import palagonia
from tests.companion.referee.test_turns_nobody_saw import unseen
from tests.companion.referee.test_wrong_turns_nobody_saw import telling_of
from vision.following.table_view import HandsGone, HandsIn, Settled, TableView

VIEW = TableView(palagonia().board, frozenset(), frozenset())


@pytest.mark.parametrize(
    ("rests", "rested"),
    [((0.25,), 0.25), ((4.0,), 0.5), ((4.0,) * 5, 0.5), ((1.0, 1.0, 8.0), 4.0)],
)
def test_a_rest_is_held_against_those_of_the_game(rests: tuple[float, ...], rested: float) -> None:
    """Who thinks before each tile rests no longer between two turns."""
    sightline, t = Sightline(), 0.0
    for number, rest in enumerate((1.0, *rests)):
        sightline.hidden()
        sightline.follow(HandsIn(), t := t + rest)
        sightline.follow(HandsGone(), t := t + 1)
        if number < len(rests):
            board = Board({Cell(0, n): 0 for n in range(number + 1)})
            sightline.follow(Settled(replace(VIEW, board=board)), t)
    assert sightline.hidden().rested == pytest.approx(rested)


def test_a_rest_after_a_hand_that_did_nothing_tells_nothing() -> None:
    sightline = Sightline()
    for t in (1.0, 5.0):
        sightline.follow(HandsIn(), t)
        sightline.follow(HandsGone(), t + 1)
    assert sightline.hidden().rested is None


def over_after(pause: float) -> float:
    """Return how likely two tiles were a turn where a third came so many seconds later."""
    table = palagonia()
    table.pause = 0.5
    unseen(table, 1, "0,1=4", None)
    unseen(table, 1, "0,2=0", None)
    table.pause = pause
    unseen(table, 1, "1,1=0", None)
    return telling_of(table).share(lambda s: any(len(turn.after) == 5 for turn in s.turns))


def test_after_a_long_rest_the_next_hand_is_rather_the_next_player_s() -> None:
    """No die is seen: nothing else tells how many tiles a turn has."""
    soon, late = over_after(0.4), over_after(8.0)
    assert late > 2 * soon


@pytest.mark.parametrize("code", [Code.EDGE_MISMATCH, Code.DISTURBED])
def test_edges_that_do_not_match_and_were_played_on_are_presumed_to_be_whose_they_likely_are(
    code: Code,
) -> None:
    """Nobody has said that they stand, but they are wrong by all stories, for all to see."""
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    board = Board({Cell(0, 0): 0})
    wrong = Verdict(Move(), (Violation(code, (), ""),))
    its = StoryTurn("Ann", board, wrong, ended_at=1)
    since = StoryTurn("Bob", board, Verdict(Move()), ended_at=3)
    passed = StoryTurn("Ann", Board(), Verdict(Move()), ended_at=1)
    stories = [
        Story(ledger, board, {None: 0.84}, turns=(its, since)),
        Story(ledger, board, {None: 0.16}, turns=(passed, replace(its, mover="Bob"), since)),
    ]
    agreed = agreed_by(stories, 3, left_open=1)
    assert (agreed is not None and agreed.presumed) == (code is Code.EDGE_MISMATCH)
