"""Made-up games told to the referee: what is right is found right, what is wrong wrong."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from companion.referee import Referee
from companion.referee.events import DieRolled, IllegalTable, MoveMade, Over, Unsure
from companion.referee.sentences import Unclear
from rules import Board, Cell, Code, Turn, Verdict, Violation, difference
from rules.judging import GAMES
from tests.companion.referee.test_illegal_tables import palagem_unseen_for_long
from tests.companion.referee.test_palagems import undone_by_the_next_player
from training.campaign.answering import (
    Before,
    OpenQuestion,
    is_question,
    needs_help,
    true_decisions,
)
from training.campaign.judging import Untrue, Witness, is_exact, is_stuck
from training.campaign.rates import NO_FAULTS, Rates
from training.campaign.reader_errors import ReaderErrors
from training.campaign.refereeing import referee_game
from training.campaign.scene import Scene, Script
from training.campaign.script import write_script
from vision.following.table_view import HandsGone

ERRORS = ReaderErrors.measured()


@pytest.mark.parametrize("game", GAMES)
def test_what_is_seen_as_it_lies_is_recorded_exactly(game: str) -> None:
    for seed in range(3):
        done = referee_game(write_script(game, seed, NO_FAULTS, ERRORS))
        assert done.alone.exact
        assert done.helped is done.alone
        assert not done.alone.stuck
        assert (done.alone.questions, done.alone.decisions, done.alone.untrue) == (0, [], [])


def test_people_answer_what_was_rolled() -> None:
    script = write_script("palagonia", 0, replace(NO_FAULTS, dice=0.3), ERRORS)
    done = referee_game(script)
    assert done.helped.questions
    assert "answer" in done.helped.decisions
    assert done.helped.exact
    assert not done.helped.untrue


def test_illegal_moves_are_recorded_where_people_let_them_stand() -> None:
    script = write_script("palagem", 1, replace(NO_FAULTS, illegal=0.3), ERRORS)
    assert any(not turn.verdict.legal for turn in script.turns)
    done = referee_game(script)
    assert done.helped.exact
    assert not done.helped.untrue


def test_a_referee_that_was_told_nothing_is_stuck() -> None:
    script = write_script("palago", 0, NO_FAULTS, ERRORS)
    referee = Referee("palago", script.setup.players)
    assert is_stuck(referee, script)
    assert not is_exact(referee, script)


def told(script: Script) -> tuple[Witness, Referee]:
    witness = Witness()
    for scene in script.scenes:
        witness.watch(scene)
    return witness, Referee(script.setup.game, script.setup.players, script.options)


def kinds(found: list[Untrue]) -> list[str]:
    return [untrue.kind for untrue in found]


def test_what_is_announced_is_held_against_what_happened() -> None:
    script = write_script("palagonia", 0, NO_FAULTS, ERRORS)
    witness, referee = told(script)
    for sighting in script.scenes[0].sightings:
        referee.see(sighting, 0.0, 0)
    last, turn = script.scenes[-1], script.turns[0]
    true = MoveMade(1.0, 1, 1, turn.mover, turn.move, turn.before, turn.after, turn.verdict)
    outcome = script.outcome
    assert outcome is not None
    over = Over(1.0, 1, outcome.winner, outcome.loser, outcome.reason, outcome.scores)
    third = last.turns[2]
    assert witness.untrue([true, over], last, referee) == []
    wrong = [
        replace(true, after=third.after, move=difference(turn.before, third.after)),
        replace(true, mover=script.turns[1].mover),
        replace(over, scores=dict.fromkeys(script.setup.players, 99)),
        IllegalTable(1.0, 1, (Violation(Code.DISTURBED, (), Unclear.DIE_NOT_READ()),)),
        DieRolled(1.0, 1, 7, turn.mover),
    ]
    assert kinds(witness.untrue(wrong, last, referee)) == [
        "move",
        "mover",
        "score",
        "illegal",
        "roll",
    ]


def test_what_was_wrong_with_a_move_may_be_told_with_its_roll_when_more_were_made() -> None:
    script = write_script("palagonia", 1, replace(NO_FAULTS, illegal=0.3), ERRORS)
    witness, referee = told(script)
    for sighting in script.scenes[0].sightings:
        referee.see(sighting, 0.0, 0)
    stands = next(t for t in script.turns if not t.verdict.legal and t.verdict.move.placed)
    number = script.turns.index(stands) + 1
    move = MoveMade(
        1.0, 1, number, stands.mover, stands.move, stands.before, stands.after, stands.verdict
    )
    wrong = IllegalTable(1.0, 1, stands.verdict.violations)
    roll = DieRolled(1.0, 1, stands.die or 0, stands.mover)
    later = next(s for s in script.scenes if len(s.turns) == number + 2 and s.done)
    assert "illegal" not in kinds(witness.untrue([wrong, roll, move], later, referee))
    assert kinds(witness.untrue([wrong], later, referee)) == ["illegal"]


@pytest.mark.parametrize("reserve", [{"presumed": True}, {"rests_on": 1}, {}])
def test_what_is_said_with_a_reserve_is_no_wrong_fact(reserve: dict[str, Any]) -> None:
    script = write_script("palagonia", 0, NO_FAULTS, ERRORS)
    witness, referee = told(script)
    for sighting in script.scenes[0].sightings:
        referee.see(sighting, 0.0, 0)
    first, third = script.turns[0], script.turns[2]
    move = difference(first.before, third.after)
    said = MoveMade(1.0, 1, 1, first.mover, move, first.before, third.after, first.verdict)
    (untrue,) = witness.untrue([replace(said, **reserve)], script.scenes[-1], referee)
    assert (untrue.kind, untrue.conditional) == ("move", bool(reserve))


def test_where_nobody_is_named_only_what_was_done_is_held_against_what_happened() -> None:
    script = write_script("palagonia", 0, NO_FAULTS, ERRORS)
    witness, referee = told(script)
    for sighting in script.scenes[0].sightings:
        referee.see(sighting, 0.0, 0)
    last, turn, other = script.scenes[-1], script.turns[0], script.turns[1].mover
    made = MoveMade(1.0, 1, 2, other, turn.move, turn.before, turn.after, turn.verdict)
    made = replace(made, rests_on=1, only_whose=True)
    roll = DieRolled(1.0, 1, turn.die or 0, other, rests_on=1, only_whose=True)
    together = replace(made, apart=False)
    assert witness.untrue([roll, made, together], last, referee) == []
    never = [replace(roll, value=7), replace(made, after=turn.before)]
    never += [replace(one, before=Board({Cell(9, 9): 0})) for one in (made, together)]
    found = witness.untrue(never, last, referee)
    assert kinds(found) == ["roll", "move", "move", "move"]
    assert not any(untrue.conditional for untrue in found)


def test_a_warning_is_no_question() -> None:
    assert is_question(Unsure(0.0, 0, (), Unclear.NO_DIE_SEEN()))
    assert not is_question(Unsure(0.0, 0, (), Unclear.TOO_MANY_TILES(tiles=50, all=48)))


def test_the_story_says_what_happened_what_was_seen_and_what_was_said() -> None:
    lines: list[str] = []
    script = write_script("palagonia", 0, replace(NO_FAULTS, dice=0.3), ERRORS)
    referee_game(script, lines.append)
    text = "\n".join(lines)
    assert f"{script.turns[0].mover} rolls" in text
    assert "seen:" in text
    assert "referee: move" in text
    assert "people: answer" in text


@pytest.mark.parametrize("legal", [False, True])
def test_people_choose_no_answer_of_which_the_page_says_wrongly_that_it_is_not_legal(
    legal: bool,
) -> None:
    table = palagem_unseen_for_long()
    table.see(HandsGone())
    table.play("1,0=2 2,-2=0")
    referee, question = table.referee, OpenQuestion()
    question.event = referee.question
    first, board = Board({**referee.ledger.board, Cell(2, -2): 0}), table.board
    wrong = () if legal else (Violation(Code.TOUCH_TWO, (), ""),)
    turns = [
        Turn(mover, move, before, after, Verdict(move, violations))
        for mover, before, after, violations in (
            ("Ann", referee.ledger.board, first, wrong),
            ("Bob", first, board, ()),
        )
        for move in [difference(before, after)]
    ]
    scene = write_script("palagem", 0, NO_FAULTS, ERRORS).scenes[-1]
    true = (*referee.ledger.moves, *turns)
    scene = replace(scene, table=board, turns=true, outcome=None, wrong=frozenset(), seen=True)
    kinds = [kind for kind, _ in true_decisions(referee, scene, question, Before())]
    assert ("answer" in kinds) == (not legal)


def test_people_say_that_a_move_stands_which_the_next_player_undid() -> None:
    table, before = undone_by_the_next_player()
    referee = table.referee
    (first,) = referee.going_back.undone
    move = difference(first.after, before)
    second = Turn("Bob", move, first.after, before, Verdict(move, ()))
    scene = write_script("palagem", 0, NO_FAULTS, ERRORS).scenes[-1]
    scene = replace(scene, table=before, outcome=None, wrong=frozenset(), seen=True, done=True)
    undone = replace(scene, turns=(first, second), mover="Ann")
    taken_back = replace(scene, turns=(), mover="Ann")
    assert not needs_help(referee, taken_back, OpenQuestion(), Before())
    for said in ("lay-again", "table-right"):
        assert needs_help(referee, undone, OpenQuestion(), Before())
        assert (said, {}) in true_decisions(referee, undone, OpenQuestion(), Before())
        table.give(said)
    assert [turn.mover for turn in referee.ledger.moves] == ["Ann", "Bob"]


def test_people_answer_the_next_question_though_its_answer_has_the_same_number() -> None:
    """The first question was which turns were made, the next one which tiles were laid first."""
    done = referee_game(write_script("palagonia", 1433, Rates(), ERRORS))
    assert done.helped.exact
    assert not done.helped.untrue


def test_people_tell_turn_by_turn_what_no_answer_tells() -> None:
    """One player laid a tile too many that nobody saw, and let it stand."""
    done = referee_game(write_script("palagem", 5724, Rates(), ERRORS))
    assert "tell-turns" in done.helped.decisions
    assert done.helped.exact


def test_players_who_hand_the_die_over_are_told_from_those_who_pass() -> None:
    for seed in range(4):
        script = write_script("palagonia", seed, replace(NO_FAULTS, handed=1.0), ERRORS)
        given = [scene for scene in script.scenes if "is given the die" in scene.note]
        assert given
        assert all(scene.rolls == before.rolls for before, scene in _followed(script, given))
        helped = referee_game(script).helped
        assert helped.exact
        assert not helped.stuck


def test_whether_players_hand_the_die_over_changes_nothing_of_what_they_play() -> None:
    scripts = [
        write_script("palagonia", 0, replace(NO_FAULTS, handed=rate), ERRORS) for rate in (0.0, 1.0)
    ]
    plain, handing = ([turn.move for turn in script.turns] for script in scripts)
    assert plain == handing


def test_players_who_take_the_die_up_are_asked_seldom() -> None:
    for seed in range(2):
        script = write_script("palagonia", seed, replace(NO_FAULTS, taken_up=1.0), ERRORS)
        taken = [scene for scene in script.scenes if "takes the die up" in scene.note]
        assert all(scene.surroundings.die is None for scene in taken)
        told = referee_game(script)
        assert told.helped.exact
        assert not told.helped.stuck
        assert told.helped.questions < len(taken) / 2


def _followed(script: Script, scenes: list[Scene]) -> list[tuple[Scene, Scene]]:
    """Return some scenes, each after the one before it."""
    return [(before, now) for before, now in pairwise(script.scenes) if now in scenes]
