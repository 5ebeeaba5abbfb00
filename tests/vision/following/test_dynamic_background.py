"""What always moves beside the tiles is no news; whatever moves near them always is."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import cv2
import numpy as np
import pytest

from rules.board import Board
from rules.lattice import Cell
from tests.grain import grainy
from training.synthesis.staging import StagedBoard, make_table
from vision.arrays import Image, Points
from vision.following.follower import Follower
from vision.following.motion import Motion, MotionGate
from vision.following.table_view import HandsIn, Lost, Settled, Sighting
from vision.pictures.levels import Levels
from vision.readers.reader import Reader

SIZE = 720, 960
BOARD: Points = np.array([[380.0, 400.0], [580.0, 400.0], [580.0, 600.0], [380.0, 600.0]])


def _table() -> Image:
    coarse = np.random.default_rng(0).uniform(60, 190, (18, 24, 3)).astype(np.float32)
    return np.asarray(cv2.resize(coarse, SIZE[::-1], interpolation=cv2.INTER_CUBIC), np.uint8)


def _with_clock(picture: Image, number: int) -> Image:
    shown = picture.copy()
    cv2.putText(shown, f"{number * 37:06d}", (20, 60), 0, 1.5, (255.0, 255.0, 255.0), 3)
    return shown


def _with_somebody(picture: Image, number: int) -> Image:
    """Return a picture with somebody at the far side, who rocks to and fro."""
    shown, x = picture.copy(), round(480 + 60 * np.sin(number / 2.5))
    cv2.ellipse(shown, (x, 0), (150, 90), 0, 0, 360, (60.0, 50.0, 120.0), -1)
    return shown


def _in_swaying_shadows(picture: Image, number: int) -> Image:
    """Return a picture with the shadow of a bottle in candlelight, which sways over all of it."""
    light = np.ones(SIZE, np.float32)
    end = round(500 + 20 * np.sin(number * 1.3)), 620
    cv2.line(light, (300, 0), end, (0.7,), 60)
    light = cv2.GaussianBlur(light, (0, 0), 12)
    return np.asarray(picture * light[..., None], np.uint8)


class _PackedCoarsely:
    """Shows pictures in a lamp's bands; each square keeps its light until it is packed anew."""

    def __init__(self) -> None:
        self._light = np.ones((SIZE[0] // 16, SIZE[1] // 16, 1), np.float32)
        self._random = np.random.default_rng(0)

    def __call__(self, picture: Image, number: int) -> Image:
        rows = np.arange(self._light.shape[0])[:, None, None]
        bands = np.ones_like(self._light) * (1 + 0.035 * np.sin(rows / 5 + 1.7 * number))
        anew = self._random.random(self._light.shape) < 0.4
        self._light = np.where(anew, bands, self._light).astype(np.float32)
        light = np.repeat(np.repeat(self._light, 16, 0), 16, 1)
        return np.asarray(np.clip(picture * light, 0, 255), np.uint8)


def _with_a_hand(picture: Image, number: int) -> Image:
    shown = picture.copy()
    cv2.circle(shown, (480 + 12 * (number % 4), 500), 40, (90.0, 120.0, 190.0), -1)
    return shown


def _with_a_sleeve(picture: Image, number: int) -> Image:
    shown = picture.copy()
    cv2.circle(shown, (480 + 12 * (number % 4), 500), 60, (60.0, 40.0, 30.0), -1)
    return shown


def _with_a_tail(picture: Image, number: int) -> Image:
    """Return a picture with a cat's tail, whose end is at a new place in each frame."""
    shown, angle = picture.copy(), 0.9 * np.sin(number / 9)
    end = round(220 * np.cos(angle)), round(150 + 220 * np.sin(angle))
    cv2.line(shown, (0, 150), end, (60.0, 80.0, 120.0), 30)
    return shown


def _feed(gate: MotionGate, frames: Iterator[Image], start: float) -> list[Motion]:
    return [gate.feed(frame, start + n / 10) for n, frame in enumerate(frames)]


def test_a_clock_in_the_picture_hides_nothing_for_long() -> None:
    gate, table = MotionGate(), _table()
    motions = _feed(gate, (_with_clock(table, n) for n in range(40)), 0.0)
    assert motions[1].moving
    assert not any(motion.moving for motion in motions[-10:])
    gate.looked()
    gate.tiles_lie([BOARD], [], SIZE)
    motions = _feed(gate, (_with_clock(_with_a_hand(table, n), n) for n in range(20)), 4.0)
    assert all(motion.moving for motion in motions)
    laid = _with_a_hand(table, 0)
    motions = _feed(gate, (_with_clock(laid, n) for n in range(20)), 6.0)
    assert (motions[-1].moving, motions[-1].changed) == (False, True)
    assert motions[-1].still_for > 1.0


@pytest.mark.parametrize("knows_tiles", [True, False])
def test_somebody_who_never_keeps_still_is_no_news_beside_tiles(knows_tiles: bool) -> None:
    gate, table = MotionGate(), _table()
    if knows_tiles:
        gate.tiles_lie([BOARD], [], SIZE)
    motions = _feed(gate, (_with_somebody(table, n) for n in range(100)), 0.0)
    assert sum(motion.moving for motion in motions[:15]) > 7
    assert not any(motion.moving for motion in motions[-20:])
    if knows_tiles:
        motions = _feed(gate, (_with_somebody(_with_a_hand(table, n), n) for n in range(9)), 10.0)
        assert all(motion.moving for motion in motions)


def test_a_small_thing_that_sways_is_no_news_before_tiles_are_known_and_a_hand_is() -> None:
    gate, table = MotionGate(), _table()
    motions = _feed(gate, (_with_a_tail(table, n) for n in range(30)), 0.0)
    assert sum(motion.moving for motion in motions[:10]) > 5
    assert not any(motion.moving for motion in motions[15:])
    gate.looked()
    gate.tiles_lie([], [], SIZE)
    motions = _feed(gate, (_with_a_tail(table, n) for n in range(30, 130)), 3.0)
    assert sum(motion.moving for motion in motions) < 5
    hand = (_with_a_tail(_with_a_hand(table, n), n) for n in range(130, 150))
    assert all(motion.moving for motion in _feed(gate, hand, 13.0))


def test_what_moves_near_tiles_is_news_however_long_it_goes_on() -> None:
    gate, table = MotionGate(), _table()
    gate.tiles_lie([BOARD], [], SIZE)
    motions = _feed(gate, (_with_a_hand(table, n) for n in range(200)), 0.0)
    assert all(motion.moving for motion in motions)


def test_shadows_that_sway_over_the_tiles_are_no_motion_for_long_and_hide_none() -> None:
    gate, table = MotionGate(), _table()
    gate.tiles_lie([BOARD], [], SIZE)
    motions = _feed(gate, (_in_swaying_shadows(table, n) for n in range(100)), 0.0)
    assert sum(motion.moving for motion in motions[:20]) > 15
    assert not any(motion.moving for motion in motions[-20:])
    gate.looked()
    hand = (_in_swaying_shadows(_with_a_hand(table, n), 100 + n) for n in range(20))
    assert all(motion.moving for motion in _feed(gate, hand, 10.0))
    laid = table.copy()
    cv2.circle(laid, (480, 500), 12, (250.0, 250.0, 250.0), -1)
    motions = _feed(gate, (_in_swaying_shadows(laid, 120 + n) for n in range(10)), 12.0)
    assert any(motion.still_for > 0.35 and motion.changed for motion in motions)
    assert gate.feed(cv2.resize(table, (640, 480)), 13.0).moving


@pytest.mark.parametrize("dull", [False, True])
def test_light_that_flickers_in_the_squares_of_a_film_is_no_motion_and_hides_none(
    dull: bool,
) -> None:
    def taken(picture: Image, number: int) -> Image:
        shown = packed(picture // 3 + 70 if dull else picture, number)
        return levels.spread(shown)

    gate, table, packed = MotionGate(), _table(), _PackedCoarsely()
    levels = Levels(85.0, 135.0, 160.0) if dull else Levels()
    gate.tiles_lie([BOARD], [], SIZE)

    def fed(frames: Iterator[Image], start: float) -> list[Motion]:
        shown = enumerate(frames)
        return [gate.feed(taken(one, n), start + n / 10, levels.below) for n, one in shown]

    motions = fed((table for _ in range(20)), 0.0)
    assert not any(motion.moving for motion in motions[1:])
    gate.looked()
    sleeve = (_with_a_sleeve(table, n) for n in range(20))
    assert all(motion.moving for motion in fed(sleeve, 2.0))
    laid = table.copy()
    cv2.circle(laid, (480, 500), 12, (250.0, 250.0, 250.0), -1)
    motions = fed((laid for _ in range(10)), 4.0)
    assert (motions[-1].still_for > 0.35, motions[-1].changed) == (True, True)


def test_what_moved_all_the_time_is_news_again_once_it_kept_still() -> None:
    gate, table = MotionGate(), _table()
    _feed(gate, (_with_clock(table, n) for n in range(40)), 0.0)
    _feed(gate, (table for _ in range(60)), 4.0)
    gate.looked()
    assert gate.feed(_with_clock(table, 0), 10.0).moving


def test_a_hand_that_moved_for_long_beside_the_tiles_and_went_is_news_when_it_comes_again() -> None:
    """It threw the die, and laid tiles; the next player's throws it where no tile is near."""
    gate, table = MotionGate(), _table()
    _feed(gate, iter([table] * 8), -1.0)
    gate.tiles_lie([BOARD], [], SIZE)
    _feed(gate, (_with_somebody(table, n) for n in range(80)), 0.0)
    assert not gate.feed(table, 8.0).moving  # it was taken for somebody who never keeps still
    _feed(gate, (table for _ in range(7)), 8.1)
    hand = (_with_somebody(table, 5 * n) for n in range(10))
    assert sum(motion.moving for motion in _feed(gate, hand, 8.8)) > 7


def test_what_happens_in_one_place_again_and_again_is_news_on_a_bare_table() -> None:
    """A die is thrown into the same place every three seconds, before any tile is laid."""
    gate, table = MotionGate(), _table()
    _feed(gate, iter([table] * 8), -1.0)
    gate.tiles_lie([], [], SIZE)
    for throw in range(6):
        frames = (_with_a_hand(table, throw + n) for n in range(1, 9))
        assert all(motion.moving for motion in _feed(gate, frames, 3.0 * throw))
        still = [_with_a_hand(table, throw)] * 22  # where it lies now
        assert _feed(gate, iter(still), 3.0 * throw + 0.8)[-1].changed
        gate.looked()


def test_one_frame_after_a_stream_that_stood_tells_of_nothing_that_always_moves() -> None:
    gate, table = MotionGate(), _table()
    gate.tiles_lie([BOARD], [], SIZE)
    _feed(gate, iter([table] * 10), 0.0)
    assert gate.feed(_with_somebody(table, 0), 90.0).moving
    assert gate.feed(_with_somebody(table, 5), 90.1).moving
    assert gate.restless is None


def test_a_picture_most_of_which_moves_never_lies_still() -> None:
    gate = MotionGate()
    rng = np.random.default_rng(5)
    noise = (rng.uniform(0, 255, (18, 24, 3)).astype(np.float32) for _ in range(120))
    motions = _feed(
        gate,
        (np.asarray(cv2.resize(one, SIZE[::-1]), np.uint8) for one in noise),
        0.0,
    )
    assert all(motion.moving for motion in motions)


LAID = Board({Cell(0, 0): 4, Cell(1, -1): 4})


@pytest.mark.parametrize("spoil", [_with_clock, _with_somebody], ids=["clock", "somebody"])
def test_a_game_is_followed_whatever_moves_beside_it(
    reader: Reader, spoil: Callable[[Image, int], Image]
) -> None:
    table, follower = make_table(8), Follower(reader)
    number = 0

    def show(seconds: float, picture: Image) -> list[Sighting]:
        nonlocal number
        found: list[Sighting] = []
        for _ in range(round(seconds * 10)):
            number += 1
            found += follower.feed(spoil(grainy(picture, number, 4), number), number / 10)
        return found

    boards = [StagedBoard(LAID)]
    settled = [s.view for s in show(9.0, table.picture([])) if isinstance(s, Settled)]
    assert [view.board for view in settled] == [Board({})]
    show(0.6, table.picture(boards, hand_at=(20.0, 10.0)))
    settled = [s.view for s in show(3.0, table.picture(boards)) if isinstance(s, Settled)]
    assert [len(view.board) for view in settled] == [2]
    sightings = show(8.0, table.picture(boards, die=(5, (70.0, -55.0))))
    dice = [s.view.dice for s in sightings if isinstance(s, Settled)]
    assert [[die.value for die in seen] for seen in dice] == [[5]]
    assert not any(isinstance(s, Lost) for s in sightings)
    assert sum(isinstance(s, HandsIn) for s in sightings) <= 1
