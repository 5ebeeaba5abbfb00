"""Turns that nobody saw: what stories that come to the same go on with is found once."""

from __future__ import annotations

from random import Random

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.sightline import Hidden
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.extending import Extending
from companion.referee.stories.look import Look
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.sequels import Sequels
from companion.referee.stories.story import ANY_ROLL, Story
from rules import Board
from tests.rules.test_games import play_palagonia
from tests.thorough import some_of

LEANT_OVER = Look(DieSight(), Hidden(hands=2, seconds=60.0, lately=60.0))


def unseen(seed: int, most: int) -> tuple[Story, Board]:
    """Return a story of a random game, and the table after two more turns, of few tiles."""
    game = play_palagonia(Random(seed))
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    for turn, after in zip(game.turns, game.turns[1:], strict=False):
        if ledger.moves and len(turn.move.placed) + len(after.move.placed) in range(4, most + 1):
            return Story(ledger, ledger.board, ANY_ROLL, thrown=True), after.after
        ledger.record(turn.after, turn.verdict, turn.die)
    raise AssertionError("There are no two such turns in this game; choose another seed.")


def told(story: Story, table: Board) -> dict[object, float]:
    """Return what the ways in which a story goes on tell, each with its weight."""
    found: dict[object, float] = {}
    setup = story.ledger.setup
    for way in Extending(setup, Rulings(setup)).ways(story, table, LEANT_OVER):
        turns = tuple((turn.mover, turn.after, turn.roll) for turn in way.turns)
        moves = tuple((turn.mover, turn.after, turn.die) for turn in way.ledger.moves)
        key = turns, moves, way.table, way.fault, way.thrown
        found[key] = found.get(key, 0.0) + way.weight
    return found


@pytest.mark.parametrize("seed", some_of(range(12), 6))
def test_ways_that_are_taken_over_are_those_that_would_be_found(
    seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    story, table = unseen(seed, most=6)
    shared = told(story, table)
    monkeypatch.setattr(
        Sequels,
        "after",
        lambda self, story, table, look, depth: self._ways(
            story, table, look, begun=True, depth=depth
        ),
    )
    one_by_one = told(story, table)
    likely = {key: weight for key, weight in one_by_one.items() if weight > 1e-3}
    assert likely
    assert {key: shared.get(key) for key in likely} == pytest.approx(likely)
    assert sum(shared.values()) == pytest.approx(sum(one_by_one.values()), rel=0.01)
