"""Several turns that nobody saw, one of which touched what another one laid, or was wrong."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from companion.referee.events import DieRolled
from companion.referee.ledger import Ledger
from companion.referee.moment import Moment
from companion.referee.rolls import onehot
from companion.referee.seen_table import SeenTable
from companion.referee.setup import setup_of
from companion.referee.sightline import Hidden
from companion.referee.stories import weights
from companion.referee.stories.agreement import agreed_by
from companion.referee.stories.die_evidence import DieSight
from companion.referee.stories.division import first_turns, rolls_near, wrong_first_turns
from companion.referee.stories.extending import Extending
from companion.referee.stories.faults import how_often
from companion.referee.stories.look import Look
from companion.referee.stories.rulings import Rulings
from companion.referee.stories.story import NO_DIE, Story
from companion.referee.told_roll import ToldRoll
from rules import Board, Cell, Move, applied, parse_move
from rules.move import Tile
from tests.companion.referee.table import Table, codes, die, names, palago, palagonia
from tests.companion.referee.test_hands_and_rolls import TWO
from tests.companion.referee.test_rolls_from_tiles import ELSEWHERE, handled, told
from tests.companion.referee.test_turns_nobody_saw import FARTHER, turns_in, unseen, whole_flower
from vision.following.table_view import CameraMoved, HandsGone, HandsIn, OtherCluster, TableView

NOW = Moment(0.0, 0)

TURNED = "0,1>2 0,2>4 1,1>2"
"""Three tiles turned."""

PETALS = "1,0=0 0,1=0 -1,1=0 -1,0=0"
"""Four of the six tiles about a cell that is free."""


def stories_of(table: Table) -> list[Story]:
    """Return the stories that the referee tells."""
    play = table.referee._play
    assert play is not None
    return play.telling.stories


def offered(said: list[dict[str, Any]]) -> list[list[tuple[str, int | None]]]:
    """Return the turns of all answers that are offered."""
    return [turns_in(choice) for event in said for choice in event.get("choices", ())]


def test_who_took_a_tile_and_who_laid_some_is_open_where_nobody_saw_either() -> None:
    """That there are many ways to lay four tiles first makes none of them likelier."""
    table = palagonia("0,0=0 1,-1=4 0,1=4 0,2=0")
    assert names(unseen(table, 60, "x0,2 1,0=2 1,1=0 2,0=0 2,1=0", 3)) == ["question"]
    shares: dict[tuple[int | None, ...], float] = defaultdict(float)
    for story in stories_of(table):
        shares[tuple(turn.roll for turn in story.turns)] += story.weight
    assert 1 / 3 < shares[1, 4] / shares[4, 1] < 3


def test_a_tile_that_was_laid_unseen_may_have_been_turned_by_the_next_player() -> None:
    table = palagonia(PETALS)
    said = unseen(table, 40, "0,0=2 0,-1=0 1,-1=0", 6)
    assert names(said) == ["question"]
    assert [("Bob", 3), ("Cem", 6)] in offered(said)


def test_a_tile_that_was_seen_laid_may_have_been_turned_by_the_next_player() -> None:
    table = palagonia(PETALS)
    table.roll(3, FARTHER)
    table.play("0,0=0")
    said = unseen(table, 40, "0,0>2 0,-1=0 1,-1=0", 6)
    handled(table)
    said += table.roll(2, FARTHER)
    laid, turned = table.referee.ledger.moves[-2:]
    assert [(turn.mover, turn.die) for turn in (laid, turned)] == [("Bob", 3), ("Cem", 6)]
    assert laid.after[Cell(0, 0)] == 0


def test_a_tile_that_was_taken_away_may_lie_there_again_with_others() -> None:
    table = palagonia()
    table.roll(1, FARTHER)
    said = unseen(table, 30, "0,1=4", 2)
    assert [event["mover"] for event in said if event["event"] == "die"] == []
    assert [("Bob", 1), ("Cem", 2)] in offered(said)


def test_a_roll_that_is_thrown_again_is_not_said_to_be_another_one() -> None:
    told_roll = ToldRoll()
    assert [
        roll.value
        for roll in told_roll.tell(1, "Bob", NOW, again=False)
        if isinstance(roll, DieRolled)
    ] == [1]
    assert told_roll.tell(3, "Bob", NOW, again=False) == []
    told_roll.begin_turn()
    assert told_roll.tell(3, "Cem", NOW, again=False)


def test_a_roll_is_said_though_another_number_was_where_the_die_is_known_to_be_thrown_again() -> (
    None
):
    told_roll = ToldRoll()
    assert told_roll.tell(1, "Bob", NOW, again=False)
    assert told_roll.tell(3, "Bob", NOW, again=True)
    assert told_roll.tell(3, "Bob", NOW, again=True) == []


@pytest.mark.parametrize(("move", "often"), [("0,1>2", 1.0), ("0,1>2 0,2>4", 1.0), (TURNED, 0.05)])
def test_of_tiles_that_are_turned_by_a_six_one_is_the_turn_itself(move: str, often: float) -> None:
    table = palagonia()
    table.roll(3, FARTHER)
    table.play(f"{TWO} 1,1=0")
    ledger, rulings = table.referee.ledger, Rulings(table.referee.setup)
    verdict = rulings.whole(ledger, applied(parse_move(move), table.board), 6, None)
    story = Story(ledger, table.board, {6: 1.0})
    assert how_often(rulings, story, verdict, 6) == pytest.approx(weights.FAULT * often)


@pytest.mark.parametrize("laid", [False, True])
def test_a_move_that_was_likely_taken_back_is_waited_for_until_tiles_tell(laid: bool) -> None:
    """Its roll is known again at once; that alone is no sign that play has gone on."""
    ledger = Ledger(setup_of("palagonia", ["Ann", "Bob", "Cem"]), Board())
    table = Board({Cell(0, 0): 0}) if laid else Board()
    back = Story(ledger, table, {2: 0.97}, seen=True, undone=1)
    other = Story(ledger, Board(), {2: 0.03}, seen=True)
    agreed = agreed_by([back, other], 1, left_open=1)
    assert (agreed is not None) == laid


def test_where_very_many_tiles_came_unseen_none_is_called_wrong() -> None:
    table = palagonia()
    cells = [(0, 1), (0, 2), (0, 3), (0, 4), (1, 1), (1, 2), (1, 3), (2, 0), (2, 1), (2, 2), (3, 0)]
    said = unseen(table, 80, " ".join(f"{q},{r}=0" for q, r in cells), 4)
    assert "adrift" in names(said)
    assert codes(said) == []


def test_many_tiles_are_divided_where_some_of_them_were_seen_laid() -> None:
    table = palagonia()
    table.roll(5, FARTHER)
    table.play("0,1=4 0,2=0 0,3=0")
    said = unseen(table, 80, "0,4=0 0,5=0 1,3=0 1,4=0 1,5=0 2,3=0 2,4=0 2,5=0", 3)
    assert codes(said) == []
    movers = [turn.mover for turn in table.referee.ledger.moves]
    assert movers[:2] == ["Ann", "Bob"] or all(turns[:1] == [("Bob", 5)] for turns in offered(said))


@pytest.mark.parametrize(
    ("game", "tiles", "count", "rolls"),
    [("palagonia", 8, 6, (5,)), ("palago", 5, 3, None), ("palagem", 3, 2, None)],
)
def test_of_tiles_that_nobody_saw_laid_the_first_turn_may_have_one_too_many(
    game: str, tiles: int, count: int, rolls: tuple[int, ...] | None
) -> None:
    setup = setup_of(game, ["Ann", "Bob", "Cem"][: 2 + (game == "palagonia")])
    before = Board({Cell(0, 0): 0})
    done = Move(placed=tuple(Tile(Cell(0, n + 1), 0) for n in range(tiles)))
    wrong = list(wrong_first_turns(setup, before, done))
    assert {len(turn.placed) for turn in wrong} == {count}
    assert not {len(turn.placed) for turn in first_turns(setup, before, done)} & {count}
    if rolls is not None:
        assert rolls_near(wrong[0], setup.tiles_left(before)) == rolls


def test_who_turned_a_tile_with_a_six_may_have_turned_another_one_besides() -> None:
    table = whole_flower()
    turned = (Tile(Cell(0, 0), 2), Tile(Cell(1, 0), 1))
    done = Move(placed=(Tile(Cell(2, 0), 0), Tile(Cell(2, 1), 0)), rotated=turned)
    both = list(wrong_first_turns(table.referee.setup, table.board, done))
    assert Move(rotated=turned) in both


def test_turns_may_have_been_missed_before_a_tile_was_knocked_out() -> None:
    table = palago()
    done = parse_move("x0,0 1,0=2 2,-1=0 0,1=2 -1,1=0")
    pairs = list(first_turns(table.referee.setup, table.board, done))
    assert pairs
    assert all(len(pair.placed) == 2 and not pair.removed for pair in pairs)


def test_five_turns_of_one_tile_each_may_have_been_missed() -> None:
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    for move in ("0,0=0", "1,-1=4", "1,0=2"):
        table.play(move)
    said = unseen(table, 80, "0,1=4 -1,1=0 0,-1=2 2,-1=0 2,-2=2 -1,0=0", None)
    assert codes(said) == []
    longest = max((len(turns) for turns in offered(said)), default=0)
    assert longest == 6 or len(table.referee.ledger.moves) == 9


@pytest.mark.parametrize(("beside", "idle"), [(False, 1), (True, 0)])
def test_a_hand_that_tries_tiles_out_beside_the_board_is_not_idle(beside: bool, idle: int) -> None:
    assert Look(DieSight(), Hidden(hands=1), beside=beside).idle(moved=False) == idle


def test_tiles_that_come_and_go_beside_the_board_are_seen_to() -> None:
    table, other = SeenTable(), OtherCluster(Board({Cell(0, 0): 0}), (90.0, 80.0), True)
    stirred, came = [], []
    for others in ((), (other,), (other,), ()):
        table.look(TableView(Board(), frozenset(), frozenset(), others))
        stirred.append(table.stirred_beside)
        came.append(table.came_beside)
    assert stirred == [False, True, False, True]
    assert came == [False, True, False, False]


@pytest.mark.parametrize("lies_beside", [False, True])
def test_a_tile_that_has_come_to_lie_beside_the_board_was_hardly_taken_back(
    lies_beside: bool,
) -> None:
    table = Table("palagem", ["Ann", "Bob"])
    table.look()
    for move in ("0,0=0", "1,-1=4", "1,0=2"):
        handled(table)
        table.play(move)
    handled(table)
    if lies_beside:
        table.others = (OtherCluster(Board({Cell(0, 0): 0}), (90.0, 80.0), True),)
    said = told(table.play("x1,0"))
    assert names(said) == (["question"] if lies_beside else ["correction"])
    undone = [choice["undone"] for event in said for choice in event.get("choices", ())]
    assert undone == ([0, 1] if lies_beside else [])


def test_the_die_that_lay_there_when_people_answered_is_no_new_roll() -> None:
    table = palagonia()
    handled(table)
    table.dice = (die(2, ELSEWHERE),)
    table.unsure = frozenset({Cell(0, 2)})
    (question,) = told(table.play("0,1=4 0,2=1"))
    number = next(n for n, choice in enumerate(question["choices"]) if choice["illegal"])
    table.give("answer", choice=number)
    said = table.give("set-tile", cell=[0, 2], orientation=1)
    assert "move" not in names(said)
    said = table.give("let-stand")
    assert [event["mover"] for event in said if event["event"] == "die"] == ["Bob"]
    assert len(table.referee.ledger.moves) == 2


def test_a_hand_that_does_nothing_before_a_roll_is_counted_once() -> None:
    table = palagonia()
    setup, laid = table.referee.setup, table.board.with_tile(Cell(0, 1), 4)
    story = Story(table.referee.ledger, table.board, NO_DIE, thrown=False)
    sight = DieSight(3, onehot(3), moved=True, seen=True, was_seen=True, in_view=True)
    one, two = (
        sum(
            way.weight
            for way in Extending(setup, Rulings(setup)).ways(
                story, laid, Look(sight, Hidden(hands=hands), 2)
            )
            if not (way.fault or way.turns)
        )
        for hands in (1, 2)
    )
    assert two == pytest.approx(one * weights.IDLE_HAND)


@pytest.mark.parametrize("moved", [False, True])
def test_a_die_that_nobody_read_is_read_anew_by_a_camera_that_was_moved(moved: bool) -> None:
    """So it is as likely the roll that was missed as any die that lies there."""
    sight = DieSight(1, onehot(1), seen=True, in_view=True, camera_moved=moved)
    often = 1.0 if moved else weights.READ_LATER
    assert sight.found()[1] == pytest.approx(often * weights.READ_SURELY)


def test_a_die_that_is_not_read_after_the_camera_was_moved_was_hardly_thrown() -> None:
    rolled = []
    for moved in (False, True):
        table = whole_flower()
        table.see(HandsIn())
        if moved:
            table.see(CameraMoved())
        table.see(HandsGone())
        table.dice = ()
        table.look()
        stories = not_taken_up(table)
        thrown = sum(story.weight for story in stories if story.thrown)
        rolled.append(thrown / sum(story.weight for story in stories))
    assert rolled[0] > 0.9
    assert rolled[1] < 0.6


def not_taken_up(table: Table) -> list[Story]:
    """Return the stories in which nobody took the die up and has still to throw it, or had to."""
    before = palagonia().referee._play.telling.likeliest.takes_up  # type: ignore[union-attr]
    return [story for story in stories_of(table) if story.takes_up <= before]


@pytest.mark.parametrize("pause", [0.3, 10.0])
def test_by_a_roll_that_nobody_read_nobody_passes_so_soon_before_the_next_one(pause: float) -> None:
    table = palagonia()
    handled(table)
    table.dice = ()
    table.look()
    table.pause, table.dice_lain = pause, 0.0
    handled(table)
    table.roll(2, ELSEWHERE)
    # by a 6 Bob could only pass: that takes a moment, and then Cem takes one to roll
    stories = not_taken_up(table)
    passed = sum(story.weight for story in stories if story.ledger.mover == "Cem")
    rather = passed > 0.5 * sum(story.weight for story in stories)
    assert rather == (pause > weights.LEAST_OF_A_TURN_S)


def test_what_was_put_right_otherwise_is_no_tile_that_the_next_player_took() -> None:
    """Eight tiles came and three are gone: those that were wrong, laid elsewhere instead."""
    table = palagonia()
    table.roll(3)
    assert codes(handled(table) + table.play("-1,0=1 -1,-1=0 0,-1=0")) == [["edge-mismatch"]]
    instead, then = "2,-1=0 3,-1=0 3,-2=0", "0,1=0 -1,1=0 -1,2=0 -2,2=0 -3,2=0"
    (question,) = unseen(table, 30, f"x-1,0 x-1,-1 x0,-1 {instead} {then}", 5)
    assert turns_in(question["choices"][0]) == [("Bob", 3), ("Cem", 5)]
