"""A supply that lies face up beside the board: spread out, in stacks, moved with the camera."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest

from rules import Board, Cell
from tests.drawn_table import Stills, drawn_table, laid, picture_of
from training.synthesis.unseen.filmed_table import Placed
from vision.arrays import Image
from vision.detection import Detection
from vision.following.constellation import moved, way_gone
from vision.following.follower import Follower
from vision.following.known_board import SetAside, nothing_aside
from vision.following.supply import Supply
from vision.following.table_view import TableView
from vision.readers.reader import Reader

_BOARD_AT = (-8.0, 0.0)
_PAIR = Board({Cell(0, 0): 1, Cell(1, -1): 1})
_MORE = Board({**_PAIR, Cell(1, 0): 5, Cell(2, -1): 3})
_PALAGEM = Board({Cell(0, 0): 1, Cell(1, -1): 1, Cell(1, 0): 5, Cell(0, 1): 3})
_PLACES = tuple((2.6 * column - 1.0, 2.5 * row - 5.0) for column in range(4) for row in range(5))


def _supply(places: Sequence[tuple[float, float]], high: int = 1) -> list[Placed]:
    """Return stacks of so many tiles, turned anyhow, at places in edge lengths."""
    table, rng = drawn_table(), np.random.default_rng(8)
    return [
        Placed(
            (x * table.pitch, y * table.pitch),
            float(rng.uniform(0, math.tau)),
            int(rng.integers(1 << 30)),
            z * table.tiles.height,
        )
        for x, y in places
        for z in range(high)
    ]


def _picture(board: Board, beside: Sequence[Placed]) -> Image:
    return picture_of(*beside, *laid(board, _BOARD_AT))


class _Watch:
    """A follower that is shown one still picture after the other, with a hand in between."""

    def __init__(self, reader: Reader, set_aside: SetAside = nothing_aside) -> None:
        self.follower, self.frame = Follower(reader, set_aside=set_aside), 0
        self._stills = Stills()

    def look(self, picture: Image) -> TableView | None:
        """Return the last settled look at a picture, shown for 2 s; None where none is."""
        said = []
        for image in self._stills.show(picture, 10):
            self.frame += 1
            said += self.follower.feed(image, self.frame / 5)
        views = [sighting.view for sighting in said if hasattr(sighting, "view")]
        return views[-1] if views else None


@pytest.mark.parametrize("high", [1, 6])
def test_what_waits_face_up_beside_a_bare_table_is_not_the_board(reader: Reader, high: int) -> None:
    watch, places = _Watch(reader), _PLACES if high == 1 else _PLACES[:6]
    beside = _supply(places, high)
    bare = watch.look(_picture(Board(), beside))
    assert bare is not None
    assert not bare.board
    for taken, board in ((2, _PAIR), (4, _MORE)):
        seen = watch.look(_picture(board, beside[:-taken]))
        assert seen is not None
        assert _shape(seen.board) == _shape(board)
        assert not seen.unsure


@pytest.mark.parametrize("high", [1, 6])
def test_what_is_laid_while_a_lone_stack_lies_there_is_a_board_apart_from_it(
    reader: Reader, high: int
) -> None:
    watch, stack = _Watch(reader), _supply(_PLACES[:1], high)
    alone = watch.look(_picture(Board(), stack))
    assert alone is not None
    assert len(alone.board) == 1
    first = watch.look(_picture(Board({Cell(0, 0): 1}), stack))
    assert first is not None
    assert first.board == alone.board
    for left, board in ((high, _PAIR), (max(high - 2, 1), _MORE)):
        seen = watch.look(_picture(board, stack[:left]))
        assert seen is not None
        assert seen.board.keys() == alone.board.keys()
        assert seen.apart is not None
        assert _shape(seen.apart.board) == _shape(board)
        assert not seen.apart.unsure
    watch.follower.take_apart()
    taken = watch.look(_picture(_MORE, stack[:1]))
    assert taken is not None
    assert _shape(taken.board) == _shape(_MORE)


def test_what_is_laid_beside_a_lone_tile_belongs_to_it(reader: Reader) -> None:
    watch = _Watch(reader)
    watch.look(_picture(Board({Cell(0, 0): 1}), []))
    for board in (_PAIR, _MORE):
        seen = watch.look(_picture(board, []))
        assert seen is not None
        assert _shape(seen.board) == _shape(board)


def test_without_a_supply_the_first_tile_is_the_board_wherever_it_lies(reader: Reader) -> None:
    watch = _Watch(reader)
    watch.look(_picture(Board(), []))
    seen = watch.look(_picture(Board({Cell(2, -2): 4}), []))
    assert seen is not None
    assert len(seen.board) == 1


def test_a_board_among_other_tiles_is_the_board_when_it_is_seen_first(reader: Reader) -> None:
    seen = _Watch(reader).look(_picture(_MORE, _supply(_PLACES[:5])))
    assert seen is not None
    assert _shape(seen.board) == _shape(_MORE)


def test_a_stray_tile_that_lies_on_the_old_lattice_does_not_pass_for_a_board_that_was_bumped(
    reader: Reader,
) -> None:
    """As where one of the supply comes to lie so, by chance, when the camera is moved."""
    watch, stray = _Watch(reader), Cell(4, -2)
    picture = _picture(_MORE, [])
    with_stray = _picture(Board({**_MORE, stray: 2}), [])
    changed = np.abs(with_stray.astype(int) - picture).max(axis=2) > 40
    rows, columns = np.nonzero(changed)
    shows = np.s_[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    watch.look(picture)
    edge = (rows.max() - rows.min()) / 2
    bumped = np.roll(picture, round(0.5 * edge), axis=1)
    bumped[shows] = with_stray[shows]
    seen = watch.look(bumped)
    assert seen is not None
    assert _shape(seen.board) == _shape(_MORE)


@pytest.mark.parametrize("board", [Board({Cell(0, 0): 1}), _PAIR])
def test_a_palagem_that_has_the_tiles_of_a_small_board_is_not_taken_for_it_after_a_bump(
    reader: Reader, board: Board
) -> None:
    watch = _Watch(reader, lambda cluster: len(cluster) == len(_PALAGEM))
    beside = laid(_PALAGEM, (3.0, 1.0))
    watch.look(_picture(Board(), beside))
    first = watch.look(_picture(board, beside))
    assert first is not None
    bumped = np.roll(_picture(board, beside), 70, axis=1)
    seen = watch.look(bumped)
    assert seen is not None
    assert seen.board == first.board
    more = watch.look(np.roll(_picture(_MORE, beside), 70, axis=1))
    assert more is not None
    assert _shape(more.board) == _shape(_MORE)
    assert dict(more.board).items() >= dict(first.board).items()


@pytest.mark.parametrize("laid_meanwhile", [False, True])
def test_after_a_bump_of_a_bare_table_the_palagems_tell_what_went(
    reader: Reader, *, laid_meanwhile: bool
) -> None:
    """Without them all of it would seem to hang above the table, and be waited for."""
    watch = _Watch(reader, lambda cluster: len(cluster) == len(_PALAGEM))
    beside = [*laid(_PALAGEM, (3.0, 1.0)), *laid(_PALAGEM.rotated(1), (-3.0, -5.0))]
    watch.look(_picture(Board(), beside))
    if not laid_meanwhile:
        watch.look(np.roll(_picture(Board(), beside), -150, axis=1))
    first = watch.look(np.roll(_picture(Board({Cell(0, 0): 1}), beside), -150, axis=1))
    assert first is not None
    assert len(first.board) == 1
    seen = watch.look(np.roll(_picture(_PAIR, beside), -150, axis=1))
    assert seen is not None
    assert _shape(seen.board) == _shape(_PAIR)


def _shape(board: Board) -> list[tuple[tuple[int, int, int], ...]]:
    """Return a board in all of its turns, moved to where none of its cells is named otherwise."""
    turned = [board.rotated(turns) for turns in range(6)]
    shapes = []
    for each in turned:
        q, r = min(each)
        shapes.append(tuple(sorted((c.q - q, c.r - r, k) for c, k in each.items())))
    return sorted(shapes)


def _tiles(count: int, seed: int = 1) -> list[Detection]:
    rng = np.random.default_rng(seed)
    found = []
    for x, y in rng.uniform(0, 900, (count, 2)):
        axis = 30 * np.exp(1j * rng.uniform(0, math.tau))
        side = -1j * axis
        found.append(Detection((x, y), (axis.real, axis.imag), (side.real, side.imag), 0.9))
    return found


@pytest.mark.parametrize("turn", [0.0, 0.1, math.pi / 2])
def test_tiles_that_all_went_the_same_way_are_found_again(turn: float) -> None:
    before = _tiles(20)
    way = np.array(
        [[math.cos(turn), -math.sin(turn), 110.0], [math.sin(turn), 1.05 * math.cos(turn), -70.0]]
    )
    now = [*_tiles(5, 2), *(moved(tile, way) for tile in before[:14])]
    found = way_gone(before, now)
    assert found is not None
    assert np.abs(found - way).max() < 1e-6
    assert way_gone(before, _tiles(20, 3)) is None


def test_a_tile_laid_where_one_of_the_supply_lay_is_not_passed_over_beside_the_board() -> None:
    supply, (first, *rest) = Supply(), _tiles(8)
    supply.passed_over([first, *rest], lambda _: False)
    supply.settled([first, *rest])
    turned = replace(first, axis=first.side, side=(-first.axis[0], -first.axis[1]))
    for tile, fits, passed in (
        (first, True, True),
        (turned, False, True),
        (turned, True, False),
    ):
        is_passed = supply.passed_over([tile, *rest], lambda _, fits=fits: fits)
        assert is_passed(tile) == passed
        assert all(is_passed(other) for other in rest)


@pytest.mark.parametrize("shift", [(0.0, 0.0), (4.0, 3.0), (150.0, 40.0)])
def test_how_the_tiles_of_the_supply_went_tells_how_the_table_did(
    shift: tuple[float, float],
) -> None:
    supply, tiles = Supply(), _tiles(12)
    supply.passed_over(tiles, lambda _: False)
    supply.settled(tiles)
    way = np.array([[1.0, 0.0, shift[0]], [0.0, 1.0, shift[1]], [0.0, 0.0, 1.0]])
    supply.passed_over([moved(tile, way[:2]) for tile in tiles[:10]], lambda _: False)
    ways = supply.ways_since()
    assert len(ways.matrices) == (shift != (0.0, 0.0))
    assert all(np.abs(found - way).max() < 1e-6 for found in ways.matrices)
    assert ways.has_moved == (max(shift) > 100)


def test_a_supply_that_is_nowhere_tells_nothing_of_the_table() -> None:
    supply = Supply()
    supply.passed_over(_tiles(8), lambda _: False)
    supply.settled(_tiles(8))
    supply.passed_over(_tiles(8, 5), lambda _: False)
    assert not supply.ways_since().matrices


def test_a_supply_that_went_as_a_whole_is_forgotten_unless_it_is_found_again() -> None:
    supply, tiles = Supply(), _tiles(8)
    supply.passed_over(tiles, lambda _: False)
    supply.settled(tiles)
    shift = np.array([[1.0, 0.0, 150.0], [0.0, 1.0, 40.0]])
    now = [moved(tile, shift) for tile in tiles]
    is_passed = supply.passed_over(now, lambda _: False)
    assert all(is_passed(tile) for tile in now)
    others = _tiles(8, 5)
    is_passed = supply.passed_over(others, lambda _: False)
    assert not any(is_passed(tile) for tile in others)
