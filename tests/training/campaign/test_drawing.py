"""Made-up games that are drawn: what is seen of them is what lies there, and films show it."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from companion.live.live_game import LiveGame
from companion.referee import Referee
from companion.sources import Frame
from rules import Board, Cell
from rules.judging import GAMES
from rules.move import Tile
from training.campaign.disturbances import Disturbance, Disturbed
from training.campaign.drawing import shots
from training.campaign.naming import Naming, Retold, naming_of
from training.campaign.props import Props, clockwise
from training.campaign.rates import NO_FAULTS, Rates
from training.campaign.reader_errors import ReaderErrors
from training.campaign.refereeing import referee_game
from training.campaign.scene import EVERY_CODE, Over, Scene, Script, Surroundings
from training.campaign.script import write_script
from training.campaign.setting import Setting
from training.campaign.story_film import film_script
from training.campaign.waiting_tiles import SET_SIZE, Supply
from training.campaign.watching import told_by, watch
from vision.arrays import Image
from vision.following.table_view import Settled
from vision.readers.reader import Reader

SIZE = (800, 600)
SMALL = (320, 240)
"""The size of pictures in which nothing is read."""


@cache
def written(game: str, seed: int, rates: Rates = NO_FAULTS) -> Script:
    """Return a whole game, which several tests begin with."""
    return write_script(game, seed, rates, ReaderErrors.measured())


def beginning(game: str, seed: int, turns: int, rates: Rates = NO_FAULTS) -> Script:
    """Return a game that is left after so many turns, played without long thought."""
    script = written(game, seed, rates)
    whole = [scene for scene in script.scenes if len(scene.turns) <= turns]
    last = max(n for n, scene in enumerate(whole) if scene.done and len(scene.turns) == turns)
    scenes = [replace(scene, t=round(scene.t / 5 + 2.5 * n, 2)) for n, scene in enumerate(whole)]
    return replace(script, scenes=tuple(scenes[: last + 1]), outcome=None)


@pytest.mark.parametrize(("game", "seed"), [("palago", 1), ("palagem", 1), ("palagonia", 3)])
def test_a_drawn_game_is_followed_exactly(game: str, seed: int, reader: Reader) -> None:
    script = beginning(game, seed, 2)
    watched = watch(script, Setting(script, seed, SIZE), reader)
    seen = watched.script.scenes
    tables = [scene for scene in seen if any(isinstance(s, Settled) for s in scene.sightings)]
    assert [len(scene.table) for scene in tables][-1] == len(script.scenes[-1].table) > 0
    for scene in tables:
        assert scene.view is not None
        assert scene.view.board == scene.table
    assert watched.under_hands == 0
    assert seen[-1].wrong_and_sure == 0
    done = referee_game(watched.script)
    assert done.helped.exact
    assert not done.helped.untrue
    assert not done.helped.stuck


def test_the_same_seed_gives_the_same_frames_and_no_two_have_the_same_noise() -> None:
    script = beginning("palagonia", 0, 1)
    first, again = (list(islice(shots(script, Setting(script, 5, SMALL)), 24)) for _ in range(2))
    for one, other in zip(first, again, strict=True):
        assert np.array_equal(one.frame.image, other.frame.image)
        assert (one.frame.time, one.scene, one.clear) == (
            other.frame.time,
            other.scene,
            other.clear,
        )
    pictures = [shot.frame.image.tobytes() for shot in first]
    assert len(set(pictures)) == len(pictures)
    another = next(shots(script, Setting(script, 6, SMALL)))
    assert not np.array_equal(another.frame.image, first[0].frame.image)


def test_a_hand_stays_where_a_look_is_missed_and_where_it_holds_a_tile() -> None:
    script = beginning("palago", 2, 3, replace(NO_FAULTS, missed=0.4, hands=1.0))
    assert any(scene.surroundings.held for scene in script.scenes)
    film = list(shots(script, Setting(script, 2, SMALL)))
    for number, scene in enumerate(script.scenes):
        own = [shot for shot in film if shot.scene == number]
        if scene.surroundings.over is Over.NOTHING:
            assert any(shot.clear for shot in own)
        else:
            assert not any(shot.clear for shot in own)
    times = [shot.frame.time for shot in film]
    assert times == sorted(times)
    assert times[-1] > script.scenes[-1].t


def test_somebody_who_leans_over_the_table_hides_much_of_it() -> None:
    script = beginning("palagem", 0, 5, replace(NO_FAULTS, unseen=0.5))
    unseen = [n for n, s in enumerate(script.scenes) if s.surroundings.over is Over.SOMEBODY]
    film = list(shots(script, Setting(script, 0, SMALL)))
    clear = next(shot for shot in film if shot.scene == unseen[0] - 1 and shot.clear)
    hidden = [shot for shot in film if shot.scene == unseen[0]][-1]
    apart = cv2.absdiff(clear.frame.image, hidden.frame.image).max(axis=2)
    assert (apart > 40).mean() > 0.15


def test_a_bump_moves_the_camera_and_keeps_all_in_the_picture() -> None:
    script = beginning("palago", 3, 4)
    setting = Setting(script, 3, SIZE)
    cell = sorted(setting.cells)[0]
    before = setting.table.pixel(setting.place(cell))
    for bumps in (1, 2, 3):
        setting.arrange(Surroundings(bumps=bumps))
        pixels = [setting.table.pixel(setting.place(cell)) for cell in setting.cells]
        assert all(((p > 0) & (p < SIZE)).all() for p in pixels)
        assert np.hypot(*(setting.table.pixel(setting.place(cell)) - before)) > 5
        assert all(
            setting.cell_at(setting.table.pixel(setting.place(c))) == c for c in setting.cells
        )
    setting.arrange(Surroundings())
    assert np.allclose(setting.table.pixel(setting.place(cell)), before)


@pytest.mark.parametrize("supply", [kind for kind in Supply if kind is not Supply.NONE])
def test_what_waits_to_be_laid_lies_beside_the_board_and_becomes_less(supply: Supply) -> None:
    script = beginning("palago", 3, 4)
    setting, plain = (Setting(script, 3, SMALL, Props(kind)) for kind in (supply, Supply.NONE))
    waiting = []
    for scene in (script.scenes[0], script.scenes[-1]):
        laid = setting.laid(scene).tiles
        board, beside = laid[: len(scene.table)], laid[len(scene.table) :]
        assert len(plain.laid(scene).tiles) == len(board)
        assert len(laid) == SET_SIZE or supply in (Supply.BACKS, Supply.SPREAD, Supply.STACK)
        cells = np.array([setting.place(cell) for cell in setting.cells])
        for tile in beside:
            assert np.hypot(*(cells - tile.place).T).min() > setting.table.pitch
        waiting.append(set(beside))
    if supply in (Supply.STACKS, Supply.HEAP):
        assert waiting[1] < waiting[0]
    assert any(tile.back for tile in waiting[0]) == (supply in (Supply.BACKS, Supply.HEAP))


def test_places_come_clockwise_from_the_lowest_one() -> None:
    around = np.radians([90, 162, 234, 306, 18])  # y points down: 90 degrees is the lowest
    places = 100 * np.column_stack([np.cos(around), np.sin(around)]) + (300, 200)
    for seed in range(20):
        order = np.random.default_rng(seed).permutation(len(places))
        assert [int(order[index]) for index in clockwise(places[order])] == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(("game", "dropped"), [("palago", 3), ("palagem", 1), ("palagonia", 1)])
def test_a_game_beside_tiles_that_were_dropped_there_is_told_in_the_names_that_it_gets(
    reader: Reader, game: str, dropped: int
) -> None:
    script = beginning(game, 3, 3)
    watched = watch(script, Setting(script, 3, SIZE, Props(dropped=dropped)), reader)
    first = next(s.view for s in watched.script.scenes if s.view is not None)
    assert len(first.board) == dropped
    last = watched.script.scenes[-1]
    assert last.view is not None
    assert last.view.board == last.table
    assert last.wrong_and_sure == 0
    done = referee_game(watched.script)
    assert done.helped.exact
    assert not done.helped.untrue


@pytest.mark.parametrize(("game", "covered"), [("palago", 2), ("palagonia", 1)])
def test_turns_that_a_covered_camera_missed_are_told_with_those_after_them(
    reader: Reader, game: str, covered: int
) -> None:
    script = beginning(game, 3, covered + 1)
    watched = watch(script, Setting(script, 3, (640, 480), Props(covered=covered)), reader)
    first = next(s for s in watched.script.scenes if s.view is not None)
    assert first.view is not None
    assert len(first.turns) >= covered
    assert 2.0 < first.view.unwatched <= first.t
    done = referee_game(watched.script)
    assert done.helped.exact
    assert not done.helped.untrue
    assert all(untrue.conditional for untrue in done.alone.untrue)


@pytest.mark.parametrize("seed", [500, 503])
def test_palagems_that_lie_on_the_table_are_read_as_their_players_in_order(
    reader: Reader, seed: int
) -> None:
    props = Props(palagems=True)
    script = told_by(write_script("palagem", seed, Rates(), ReaderErrors.measured()), props)
    setting = Setting(script, seed, SIZE, props)
    picture = setting.table.picture(setting.laid(script.scenes[0]))
    referee = Referee(script.setup.game, script.setup.players, script.options)
    game = LiveGame(reader, referee)
    for number in range(20):
        game.see(Frame(picture, number, number / 10))
    assert referee.ready
    assert list(referee.palagems) == list(script.setup.players)
    for player, palagem in referee.palagems.items():
        assert palagem.pattern() == script.setup.palagems[player].pattern()


def upset(script: Script, turns: int, *kinds: Disturbance) -> Script:
    """Return a script in which things happen, and end again, after so many turns."""
    last = max(n for n, scene in enumerate(script.scenes) if len(scene.turns) == turns)
    calm, later = script.scenes[: last + 1], script.scenes[last + 1 :]
    scenes, disturbed, board = list(calm), Disturbed(), calm[-1].table
    for kind in kinds:
        began = disturbed.after(kind, board, None, Random(4))
        disturbed = began.ended()
        for now in (began, disturbed):
            surroundings = replace(calm[-1].surroundings, disturbed=now)
            scenes.append(
                replace(
                    calm[-1],
                    t=scenes[-1].t + 3.0,
                    note=str(kind),
                    table=board.without(*now.parted),
                    wrong=EVERY_CODE if now.parted else frozenset(),
                    surroundings=surroundings,
                )
            )
    shift = scenes[-1].t - calm[-1].t
    scenes += [
        replace(
            scene,
            t=scene.t + shift,
            surroundings=replace(scene.surroundings, disturbed=disturbed),
        )
        for scene in later
    ]
    return replace(script, scenes=tuple(scenes))


@pytest.mark.parametrize(
    "kinds",
    [
        (Disturbance.TURNED, Disturbance.SHOVED),
        (Disturbance.SPILLED, Disturbance.PARTED),
    ],
)
def test_what_is_no_move_is_none(kinds: tuple[Disturbance, ...], reader: Reader) -> None:
    script = upset(beginning("palago", 7, 4), 3, *kinds)
    watched = watch(script, Setting(script, 7, SIZE), reader)
    done = referee_game(watched.script)
    assert done.alone.exact
    assert not done.alone.untrue
    assert done.helped.questions == 0 or Disturbance.PARTED in kinds


@pytest.fixture(scope="module")
def five_turns() -> tuple[Setting, Scene]:
    """Where a game is played, and how the table lies after five turns."""
    script = beginning("palago", 7, 5)
    return Setting(script, 7, SMALL), script.scenes[-1]


@pytest.mark.parametrize("kind", list(Disturbance))
def test_what_happens_is_seen_and_what_was_for_a_while_is_over(
    kind: Disturbance, five_turns: tuple[Setting, Scene]
) -> None:
    setting, scene = five_turns
    laid = Tile(min(scene.table.border()), 1)
    before = Disturbed()
    began = before.after(kind, scene.table, laid, Random(1))

    def picture(disturbed: Disturbed) -> Image:
        surroundings = replace(scene.surroundings, disturbed=disturbed)
        setting.arrange(surroundings)
        table = scene.table.without(*disturbed.parted)
        return setting.table.picture(
            setting.laid(replace(scene, table=table, surroundings=surroundings))
        )

    calm, then, after = picture(before), picture(began), picture(began.ended())
    lasts = kind not in {Disturbance.PARTED, Disturbance.HALF_IN, Disturbance.SPILLED}
    leans = kind is Disturbance.LEANED
    assert looks_alike(then, calm) == leans
    assert looks_alike(after, then if lasts else calm)


def looks_alike(one: Image, other: Image) -> bool:
    """Tell whether two pictures show the same."""
    return one.shape == other.shape and bool((cv2.absdiff(one, other) < 30).all())


def test_a_part_of_a_board_that_is_pushed_away_hangs_together() -> None:
    board = written("palago", 5).scenes[-1].table
    for seed in range(20):
        part = Disturbed().after(Disturbance.PARTED, board, None, Random(seed)).parted
        assert 1 <= len(part) <= len(board) // 3
        assert all(board[cell] == orientation for cell, orientation in part.items())
        reached, ahead = set(), [min(part)]
        while ahead:
            cell = ahead.pop()
            reached.add(cell)
            ahead += [n for n in cell.neighbours() if n in part and n not in reached]
        assert reached == set(part)


def test_a_naming_is_told_by_cells_and_their_names() -> None:
    naming = Naming(4, Cell(2, -3))
    cells = [Cell(0, 0), Cell(1, 0), Cell(0, 2)]
    assert naming_of((cell, naming.cell(cell)) for cell in cells) == naming
    board = Board({Cell(1, 0): 5})
    assert naming.board(board) == Board({naming.cell(Cell(1, 0)): 3})
    wrong = [(Cell(5, 5), Cell(0, 0))]
    assert naming_of([*((cell, naming.cell(cell)) for cell in cells), *wrong]) == naming


@pytest.mark.parametrize("game", GAMES)
def test_a_game_told_in_other_names_is_ruled_on_alike(game: str) -> None:
    script = written(game, 4)
    scene, there, back = script.scenes[-1], Naming(2, Cell(4, -1)), Naming(4, Cell(3, -4))
    told = Retold(there, script.setup).scene(scene)
    assert told.table == there.board(scene.table) != scene.table
    for turn, other in zip(scene.turns, told.turns, strict=True):
        assert (other.mover, other.die, other.after) == (
            turn.mover,
            turn.die,
            there.board(turn.after),
        )
        assert other.verdict.legal
        assert (other.verdict.winner, other.verdict.reason) == (
            turn.verdict.winner,
            turn.verdict.reason,
        )
        assert len(other.verdict.islands) == len(turn.verdict.islands)
    again = Retold(back, script.setup).scene(told)
    assert [turn.after for turn in again.turns] == [turn.after for turn in scene.turns]
    islands = [turn.verdict.islands for turn in scene.turns]
    assert [turn.verdict.islands for turn in again.turns] == islands


def test_a_film_shows_the_game_with_what_its_referee_holds(reader: Reader, tmp_path: Path) -> None:
    script = beginning("palagem", 1, 1)
    path = tmp_path / "game.mp4"
    count = film_script(script, Setting(script, 1, SIZE), reader, path)
    film = cv2.VideoCapture(str(path))
    frames = []
    while (read := film.read())[0]:
        frames.append(read[1])
    assert len(frames) == count
    height, width = frames[0].shape[:2]
    assert height == 450
    assert width > 600
    green = (frames[-1].astype(int) @ [-1, 2, -1] > 160)[:, :600]
    assert green.sum() > 100
    with pytest.raises(OSError, match="cannot be written"):
        film_script(script, Setting(script, 1, SIZE), reader, tmp_path / "none" / "game.mp4")
