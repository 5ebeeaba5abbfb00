"""What people say of a look tells of the looks before it as well, and of no more than it says."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.referee.ledger import Ledger
from companion.referee.setup import setup_of
from companion.referee.sightline import Hidden
from companion.referee.stories.agreement import Agreed, may_hold_more
from companion.referee.stories.content import has_key, key_of
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.evidence import (
    POSSIBLE,
    TableEvidence,
    contents_of,
    may_hold,
)
from companion.referee.stories.extending import Extending
from companion.referee.stories.look import Look
from companion.referee.stories.play_to import play_to
from companion.referee.stories.rolls import with_first_roll
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import NO_DIE, Story, StoryTurn, with_turn
from companion.referee.stories.words import taken_back
from rules import Board, Cell, Code, Move, Verdict, applied, difference, parse_move
from rules.lattice import SIDES
from rules.palagem.moves import legal_moves
from rules.tile import ORIENTATIONS, matching_orientations
from rules.verdict import Violation
from tests.companion.referee.table import names, palago
from tests.companion.referee.test_beside_a_move import BESIDE
from tests.companion.referee.test_palagems import all_laid, hidden_while
from training.campaign.reader_errors import ReaderErrors
from vision.following.table_view import HandsGone, HandsIn

FAR = Cell(-1, 1)
"""A cell that does not touch the tile that was laid with it."""
ODDS = (0.85, 0.15, 0.0, 0.0, 0.0, 0.0, 0.0)
AGAINST_THE_RULES = Verdict(Move(), (Violation(Code.NOT_ADJACENT, (), ""),))


def test_what_people_say_lies_on_a_cell_that_looks_as_before_lay_there_before() -> None:
    unsure = contents_of(None, ODDS, held=False)
    last = TableEvidence(Board(), {FAR: unsure})
    now = TableEvidence(Board({FAR: 0}), told={FAR: unsure})
    ((_, lay),) = now.tables(Board({FAR: 0}), last)
    ((_, came),) = now.tables(Board(), last)
    assert lay == 1.0
    assert came < 0.01


def test_what_people_say_of_a_cell_that_was_sure_before_may_have_come_since() -> None:
    now = TableEvidence(Board({FAR: 0}), told={FAR: contents_of(None, ODDS, held=False)})
    ((_, came),) = now.tables(Board(), TableEvidence(Board()))
    assert came == 1.0


def test_a_tile_may_have_been_laid_where_a_lamp_burns_the_picture_though_all_looks_as_before() -> (
    None
):
    unsure = contents_of(None, (0.7, *[0.05] * 6), held=False)
    last = TableEvidence(Board(), {FAR: unsure})
    now = TableEvidence(Board(), {FAR: unsure}, burnt=frozenset({FAR}))
    assert len(now.tables(Board(), last)) == 7
    assert now.tables(Board({FAR: 0}), last) == [(Board({FAR: 0}), 1.0)], "what lay there stays"
    assert [board for board, _ in last.tables(Board(), last)] == [Board()]


def test_an_answer_that_a_turn_is_wrong_leaves_open_that_the_next_one_has_begun() -> None:
    ledger = Ledger(setup_of("palago", ["Ann", "Bob"]), Board())
    two = Board({Cell(0, 0): 0, Cell(5, 0): 0})
    all_three = two.with_tile(Cell(1, 0), 0)
    asked = Story(ledger, all_three, NO_DIE, fault=True)
    begun = with_turn(Story(ledger, two, NO_DIE), two, None, 1.0, AGAINST_THE_RULES, 1)
    begun = Story(begun.ledger, all_three, NO_DIE, turns=begun.turns)
    legal = with_turn(
        Story(ledger, two, NO_DIE), two, None, 1.0, Verdict(difference(Board(), two)), 1
    )
    legal = Story(legal.ledger, all_three, NO_DIE, turns=legal.turns)
    assert has_key(begun, key_of(asked), 2)
    assert not has_key(legal, key_of(asked), 2)


@pytest.mark.parametrize(
    ("legal", "roll", "left"), [(False, None, 5), (True, None, None), (True, 5, 5)]
)
def test_a_roll_that_people_say_may_be_that_of_a_wrong_turn_that_nobody_saw(
    legal: bool, roll: int | None, left: int | None
) -> None:
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    turn = StoryTurn("Ann", Board(), Verdict(Move()) if legal else AGAINST_THE_RULES, roll)
    said = with_first_roll(Story(ledger, Board(), NO_DIE, turns=(turn,)), 5)
    assert (said.turns[0].roll if said else None) == left


@pytest.mark.parametrize(
    ("done", "unseen", "count"),
    [
        # two tiles, one of them turned wrongly, and two that lie together
        ("2,0=0 -1,0=1 0,1=0 1,1=0", False, 2),
        # five that match: a turn of three and one of two, or all of one turn
        ("2,0=0 3,0=0 -1,0=0 0,1=0 1,1=0", False, 1),
        ("2,0=0 3,0=0 -1,0=0 0,1=0 1,1=0", True, 2),
    ],
)
def test_where_no_legal_turns_lead_there_the_table_is_right_by_few_that_were_likely_made(
    done: str, unseen: bool, count: int
) -> None:
    setup = setup_of("palago", ["Ann", "Bob"])
    ledger = Ledger(setup, Board({Cell(0, 0): 0, Cell(1, 0): 0}))
    table = applied(parse_move(done), ledger.board)
    turns = play_to(ledger, table, (), Extending(setup, Rulings(setup)), 1, unseen=unseen)
    assert len(turns) == count
    assert not all(turn.verdict.legal for turn in turns)


def test_two_wrong_turns_may_follow_on_one_another_where_the_first_was_not_called_so() -> None:
    setup = setup_of("palago", ["Ann", "Bob"])
    ledger = Ledger(setup, Board({Cell(0, 0): 0, Cell(1, 0): 0}))
    wrong = applied(parse_move("2,0=0 -1,0=0"), ledger.board)
    now = applied(parse_move("0,1=0 0,0>1 1,1=0"), wrong)
    story = Story(ledger, wrong, {None: 0.2}, fault=True, order=None)
    look = Look(DieSight(), Hidden(hands=1), 2)
    found = [way for way in Extending(setup, Rulings(setup)).ways(story, now, look) if way.turns]
    assert any(way.fault and way.turns[0].after == wrong for way in found)


def test_a_tile_may_be_moved_twice_though_in_between_all_lay_as_before() -> None:
    """Ann has lifted it; while she laid it and Bob lifted it again nobody looked."""
    table, before = all_laid()
    move = next(iter(legal_moves(before, 0)))
    (lifted,) = move.removed
    hidden_while(table, 1, before.without(lifted))
    for _ in range(200):
        table.see(HandsIn())
    table.see(HandsGone())
    said = hidden_while(table, 1, applied(move, before))
    assert "move" not in names(said)
    (question,) = [event for event in said if "choices" in event]
    movers = [[turn["mover"] for turn in choice["turns"]] for choice in question["choices"]]
    assert ["Ann", "Bob"] in movers


def test_a_cell_that_is_not_sure_may_hold_a_tile_however_unlikely_it_seems() -> None:
    """The camera's networks saw one there, and colours in bad light spoke against it."""
    blind = contents_of(None, (1.0, *[0.0] * SIDES), held=False)
    assert sum(blind.values()) == pytest.approx(1.0)
    assert all(blind[way] > POSSIBLE for way in ORIENTATIONS)
    likelier = (0.7, 0.3, *[0.0] * (SIDES - 1))
    assert contents_of(None, likelier, held=False)[0] == pytest.approx(0.3)
    assert contents_of(0, likelier, held=False) == contents_of(None, likelier, held=False)


def test_a_tile_that_was_missed_is_turned_as_the_camera_faintly_shows_it() -> None:
    """It saw next to nothing there, but of 15 such tiles hardly any was turned otherwise."""
    faint = contents_of(None, (0.9997, 0.0003, *[0.0] * (SIDES - 1)), held=False)
    assert sum(faint.values()) == pytest.approx(1.0)
    assert sum(faint[way] for way in ORIENTATIONS) == pytest.approx(0.1)
    matching = [faint[way] for way in matching_orientations(0)]
    assert faint[0] > 0.8 * sum(matching)
    assert all(may_hold(faint, way) for way in ORIENTATIONS), "however it is turned"
    assert not any(may_hold(contents_of(0, (0.1, 0.9, *[0.0] * 5), held=False), k) for k in (1, 2))
    blurred = contents_of(None, (0.9994, *[0.0001] * SIDES), held=False)
    assert [blurred[way] for way in ORIENTATIONS] == [pytest.approx(0.1 / SIDES)] * SIDES


def test_play_goes_on_over_a_tile_that_the_camera_shows_but_faintly() -> None:
    """Nobody answers how it is turned; three ways match, and it shows one of them."""
    table = palago()
    cell = Cell(2, -1)
    table.unsure = frozenset({cell})
    table.probabilities = {cell: (0.998, 0.002, *[0.0] * (SIDES - 1))}
    assert "question" in names(table.play("1,0=2"))
    for move in ("0,-1=2 0,-2=0", "-1,1=0 -1,2=2"):
        assert "move" not in names(table.play(move))
    told = next(event for event in table.play("-1,3=0 -1,4=0") if event["event"] == "move")
    assert (told["number"], told["presumed"]) == (2, True)
    assert table.referee.ledger.board[cell] == 0


def test_a_tile_that_is_as_unlikely_as_any_that_was_missed_holds_up_a_move() -> None:
    missed = ReaderErrors.measured().tiles.examples["unsure-missed"]
    unlikely = min(missed, key=lambda example: example[1])
    ledger = Ledger(setup_of("palagem", ["Ann", "Bob"]), Board())
    table = Board({Cell(0, 0): 0})
    more = table.with_tile(BESIDE, 0)
    turn = StoryTurn("Ann", table, Verdict(difference(Board(), table)))
    over = Story(ledger, table, {None: 0.999}, turns=(turn,))
    wrong = Story(ledger, more, {None: 0.001}, fault=True)
    unsure = {BESIDE: contents_of(None, unlikely, held=False)}
    assert may_hold_more([over, wrong], Agreed(0, (turn,), (True,)), unsure) == {BESIDE}


@pytest.mark.parametrize(
    ("roll", "rolls"), [(2, {2: 1.0}), (None, dict.fromkeys(range(1, 7), pytest.approx(1 / 6)))]
)
def test_that_a_move_is_taken_back_is_told_of_tiles_that_lie_there_or_were_seen_to_go(
    roll: int | None, rolls: dict[int, float]
) -> None:
    setup = setup_of("palagonia", ["Ann", "Bob", "Cem"])
    before = Board({Cell(0, 0): 0, Cell(1, -1): 4, Cell(1, 0): 2})
    ledger = Ledger(setup, before)
    ledger.turn_to("Bob")
    after = applied(parse_move("0,-1=2 2,-1=0"), before)
    played = with_turn(
        Story(ledger, after, {roll: 1.0}),
        after,
        roll,
        1.0,
        Verdict(difference(before, after)),
        1,
    )
    back = taken_back(Rulings(setup))
    for table in (after, before):
        (said,) = filter(None, [back(replace(played, table=table))])
        assert (said.ledger.mover, said.base, said.table) == ("Bob", before, before)
        assert said.thrown, "whoever made a move has thrown the die"
        assert dict(said.rolls) == rolls
        assert said.weight == pytest.approx(1.0)
    assert back(replace(played, table=applied(parse_move("x1,0"), after))) is None
    gone_before = replace(played, ledger=ledger, table=before, turns=(), undone=1)
    assert back(gone_before) is gone_before


def test_that_a_pass_is_taken_back_does_not_tell_that_the_die_was_thrown() -> None:
    setup = setup_of("palagonia", ["Ann", "Bob", "Cem"])
    ledger = Ledger(setup, Board())
    passed = with_turn(Story(ledger, Board(), {1: 1.0}), Board(), 1, 1.0, Verdict(Move()), 1)
    (said,) = filter(None, [taken_back(Rulings(setup))(passed)])
    assert (said.ledger.mover, said.thrown, dict(said.rolls)) == ("Ann", False, {None: 1.0})
