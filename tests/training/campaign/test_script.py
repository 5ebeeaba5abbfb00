"""Made-up games: what truly happens is by the rules, and faults come as often as they are to."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from random import Random

import pytest

from companion.referee.setup import setup_of
from rules import Board, Cell, PalagemGame, PalagoniaGame, Stage, all_palagems, applied
from rules.judging import GAMES, PALAGEM, PALAGONIA
from training.campaign.crooked import LOOSELY
from training.campaign.eyes import Die, Eyes, differs
from training.campaign.pace import PACES
from training.campaign.players import SEATS, Player, new_game, options_of
from training.campaign.rates import KINDS, NO_FAULTS, Rates
from training.campaign.reader_errors import ReaderErrors, absolute, relative
from training.campaign.script import write_script
from vision.following.table_view import CameraMoved, Settled

ERRORS = ReaderErrors.measured()
MANY = 4000


@pytest.mark.parametrize("game", GAMES)
def test_a_seed_gives_the_same_game_again(game: str) -> None:
    assert write_script(game, 3, Rates(), ERRORS) == write_script(game, 3, Rates(), ERRORS)
    assert write_script(game, 4, Rates(), ERRORS) != write_script(game, 3, Rates(), ERRORS)


@pytest.mark.parametrize("game", GAMES)
def test_without_faults_all_is_legal_and_seen_as_it_lies(game: str) -> None:
    script = write_script(game, 0, NO_FAULTS, ERRORS)
    assert script.outcome is not None
    assert all(turn.verdict.legal for turn in script.turns)
    assert all(not scene.wrong and scene.word is None for scene in script.scenes)
    for scene in script.scenes:
        assert scene.view is not None
        assert scene.view.board == scene.table
        assert not scene.view.unsure


@pytest.mark.parametrize("game", GAMES)
def test_turns_follow_on_one_another(game: str) -> None:
    script = write_script(game, 1, Rates(), ERRORS)
    turns = script.turns
    assert [turn.mover for turn in turns[:2]] == list(script.setup.players[:2])
    assert all(one.after == next_.before for one, next_ in pairwise(turns))
    assert script.scenes[-1].table == turns[-1].after
    assert (turns[0].die is not None) == (game == PALAGONIA)


@pytest.mark.parametrize("kind", ["bumps", "taken_back", "illegal", "knocks", "tries", "hands"])
def test_a_fault_that_always_happens_is_in_every_game(kind: str) -> None:
    words = {
        "bumps": "bumps the camera",
        "taken_back": "back",
        "illegal": "is illegal",
        "knocks": "knocks out",
        "tries": "beside the board",
        "hands": "holds a tile",
    }
    often = replace(NO_FAULTS, **{kind: 0.5})
    for game in GAMES:
        script = write_script(game, 2, often, ERRORS)
        assert any(words[kind] in scene.note for scene in script.scenes)


def test_a_bump_is_said_before_the_look_after_it() -> None:
    script = write_script(PALAGONIA, 2, replace(NO_FAULTS, bumps=0.5), ERRORS)
    bumped = [s.sightings for s in script.scenes if CameraMoved() in s.sightings]
    assert bumped
    assert all(not isinstance(s[0], Settled) for s in bumped)


def test_two_turns_are_unseen_together() -> None:
    script = write_script("palago", 0, replace(NO_FAULTS, unseen=0.3), ERRORS)
    seen = [s for s in script.scenes if any(isinstance(x, Settled) for x in s.sightings)]
    gaps = [len(later.turns) - len(earlier.turns) for earlier, later in pairwise(seen)]
    assert 2 in gaps


@pytest.mark.parametrize("game", GAMES)
def test_the_same_game_takes_less_time_where_people_play_fast(game: str) -> None:
    usual = write_script(game, 2, NO_FAULTS, ERRORS)
    brisk = write_script(game, 2, NO_FAULTS, ERRORS, PACES["brisk"])
    assert brisk.turns == usual.turns
    assert brisk.scenes[-1].t / len(brisk.turns) < 6
    assert usual.scenes[-1].t / len(usual.turns) > 15


def test_tiles_and_dice_are_misread_as_often_as_they_are_to_be() -> None:
    rates = replace(NO_FAULTS, dice=0.15, unsure=0.03, wrong=0.02)
    eyes = Eyes(ERRORS, rates, Random(0), Random(0))
    tile = Cell(0, 0)
    seen = []
    for _ in range(MANY):
        eyes.view(Board())
        eyes.view(Board({tile: 3}))
        seen.append(eyes.read(tile))
    unsure = sum(s is not None and not s.sure for s in seen)
    assert 0.02 < unsure / MANY < 0.04
    assert 0.015 < eyes.wrong_and_sure / MANY < 0.025
    right = wrong = 0
    for number in range(MANY):
        view = eyes.view(Board(), Die(1 + number % 6, (100.0, 100.0)))
        sure = [die.value for die in view.dice if die.sure]
        right += sure == [1 + number % 6]
        wrong += bool(sure) and sure != [1 + number % 6]
    assert 0.83 < right / MANY < 0.87
    assert eyes.wrong_dice == wrong > 0


def test_a_tile_is_read_as_before_until_it_changes() -> None:
    eyes = Eyes(
        replace(ERRORS, still_unsure=1.0), replace(NO_FAULTS, unsure=0.5), Random(1), Random(1)
    )
    board = Board({Cell(q, 0): 0 for q in range(20)})
    first, again = eyes.view(board), eyes.view(board)
    assert first.unsure
    assert not differs(first, again)


def test_a_tile_that_is_said_to_be_hidden_is_told_as_hidden_and_nothing_more() -> None:
    hides = replace(ERRORS.tiles, counts={"unsure-hidden": 10_000})
    errors = replace(ERRORS, tiles=hides, still_unsure=1.0)
    eyes = Eyes(errors, replace(NO_FAULTS, unsure=1.0), Random(2), Random(2))
    cells = {Cell(q, 0) for q in range(10)}
    view = eyes.view(Board(dict.fromkeys(cells, 1)))
    assert view.hidden == cells
    assert not view.unsure
    assert not view.probabilities
    assert not view.board


@pytest.mark.parametrize("game", GAMES)
def test_an_illegal_move_is_illegal_whatever_follows(game: str) -> None:
    found = 0
    for seed in range(6):
        random = Random(seed)
        table, setup = new_game(game, random)
        player = Player(table, setup, random)
        for _ in range(4):
            if isinstance(table, PalagoniaGame):
                table.roll(3)
            table.play(player.legal_move())
        if isinstance(table, PalagoniaGame):
            table.roll(2)
        move = player.illegal_move()
        if move is not None and table.outcome() is None:
            after = applied(move, table.board)
            assert player.stage(after) is Stage.ILLEGAL
            found += 1
    assert found


@pytest.mark.parametrize("seed", range(3))
def test_a_tile_that_is_moved_wrongly_touches_what_lies_there_then(seed: int) -> None:
    lies = Board({Cell(q, r): 0 for q in range(13) for r in range(3)}).with_tile(Cell(0, 3), 0)
    players = SEATS[:2]
    palagems = dict(zip(players, all_palagems()[40:], strict=False))
    table = PalagemGame(players, palagems, start=lies)
    player = Player(table, setup_of(PALAGEM, players, options_of(palagems)), Random(seed))
    assert not table.tiles_left
    moved = 0
    for _ in range(100):
        move = player.illegal_move()
        assert move is not None
        after = applied(move, lies)
        assert all(after.touching(cell) for cell in move.placed_cells)
        moved += bool(move.placed and move.removed)
    assert moved


def test_probabilities_are_kept_with_the_true_orientation_first() -> None:
    said = (0.1, 0.2, 0.3, 0.15, 0.05, 0.12, 0.08)
    assert relative(said, 2)[:2] == (0.1, 0.15)
    assert all(absolute(relative(said, k), k) == said for k in range(6))


def test_a_rate_is_a_share() -> None:
    with pytest.raises(ValueError, match="dice is a share"):
        Rates(dice=15)
    assert Rates().alone("dice") == replace(NO_FAULTS, dice=Rates().dice)
    assert set(KINDS) == set(vars(Rates()))


@pytest.mark.parametrize("game", GAMES)
def test_tiles_that_lie_crookedly_are_no_moves_and_lie_on_no_others(game: str) -> None:
    often = replace(NO_FAULTS, crooked=1.0)
    script, plain = (write_script(game, 2, rates, ERRORS) for rates in (often, NO_FAULTS))
    assert script.turns == plain.turns
    lying = [s for s in script.scenes if s.surroundings.disturbed.crooked is not None]
    assert lying
    for scene in lying:
        crooked = scene.surroundings.disturbed.crooked
        assert crooked is not None
        assert crooked.tile.cell not in scene.table
        assert math.hypot(*crooked.off) + abs(crooked.turn) >= LOOSELY
        assert not scene.wrong
