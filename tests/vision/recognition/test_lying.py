"""How tiles lie: by what the lie network says of each, and by the room that lone ones have."""

from __future__ import annotations

import numpy as np
import pytest

from rules import Board, Cell, all_palagems
from tests.drawn_table import laid, picture_of
from vision.networks.lies import LieJudge
from vision.readers.reader import Reader
from vision.recognition.lie import Lie
from vision.recognition.lie_thresholds import (
    ALOFT,
    ANOTHER_SIZE,
    CROWDED,
    IN_SIGHT,
    LARGER_ON_A_STACK,
    MAY_BE_ALOFT,
    MAY_TOP_A_STACK,
    NO_ROOM,
)
from vision.recognition.lying import (
    doubt_misfits,
    doubt_top_of_stack,
    how_they_lie,
    lie_of,
    what_it_sees,
)

SURELY_FLAT = -6.0


def _lies(
    odds: list[float], room: float = np.inf, size: float = 1.0, plainly: bool = True
) -> list[Lie]:
    rooms, sizes = np.full(len(odds), room), np.full(len(odds), size)
    return how_they_lie(what_it_sees(np.array(odds), rooms), rooms, sizes, plainly)


def test_the_network_tells_flat_from_doubtful_and_from_what_is_in_the_air() -> None:
    odds = [SURELY_FLAT, MAY_BE_ALOFT - 0.1, MAY_BE_ALOFT + 0.1, ALOFT - 0.1, ALOFT + 0.1, 9.0]
    told = [Lie.FLAT, Lie.FLAT, Lie.DOUBTFUL, Lie.DOUBTFUL, Lie.RAISED, Lie.RAISED]
    assert [lie_of(one) for one in odds] == told
    assert _lies(odds) == told


@pytest.mark.parametrize(
    ("odds", "near", "far"),
    [
        (MAY_BE_ALOFT - 0.1, Lie.FLAT, Lie.FLAT),
        (MAY_BE_ALOFT + 0.1, Lie.DOUBTFUL, Lie.FLAT),
        (ALOFT + 0.1, Lie.RAISED, Lie.DOUBTFUL),
    ],
)
def test_the_network_tells_less_of_a_lone_tile_that_it_sees_among_no_others(
    odds: float, near: Lie, far: Lie
) -> None:
    assert _lies([odds], IN_SIGHT - 0.1) == [near]
    assert _lies([odds], IN_SIGHT + 0.1) == [far]


@pytest.mark.parametrize(
    ("room", "lie"),
    [
        (NO_ROOM - 0.1, Lie.RAISED),
        (NO_ROOM + 0.1, Lie.DOUBTFUL),
        (CROWDED - 0.1, Lie.DOUBTFUL),
        (CROWDED + 0.1, Lie.FLAT),
    ],
)
def test_a_lone_tile_that_others_leave_no_room_is_none_whatever_it_looks_like(
    room: float, lie: Lie
) -> None:
    assert _lies([SURELY_FLAT], room) == [lie]
    told_badly = min(lie, Lie.DOUBTFUL)
    assert _lies([SURELY_FLAT], room, plainly=False) == [told_badly]
    assert _lies([SURELY_FLAT] * 3, room) == [Lie.FLAT] * 3  # a board that another one crowds


@pytest.mark.parametrize("off", [-1, 1])
def test_a_lone_tile_of_another_size_than_those_of_the_board_is_doubted(off: int) -> None:
    larger, as_large = (1 + off * (ANOTHER_SIZE + by) for by in (0.01, -0.01))
    assert _lies([SURELY_FLAT], size=larger) == [Lie.DOUBTFUL]
    assert _lies([SURELY_FLAT], size=as_large) == [Lie.FLAT]
    assert _lies([SURELY_FLAT], size=larger, plainly=False) == [Lie.FLAT]
    assert _lies([ALOFT + 0.1], IN_SIGHT - 0.1, size=larger) == [Lie.RAISED]
    assert _lies([SURELY_FLAT] * 3, size=larger) == [Lie.FLAT] * 3, "a board tells its own size"


@pytest.mark.parametrize(
    ("odds", "size", "room", "lie"),
    [
        (0.0, 1 + (MAY_TOP_A_STACK + 0.1) / LARGER_ON_A_STACK, IN_SIGHT, Lie.DOUBTFUL),
        (0.0, 1 + (MAY_TOP_A_STACK - 0.1) / LARGER_ON_A_STACK, IN_SIGHT, Lie.FLAT),
        (MAY_TOP_A_STACK + 0.1, 1.0, IN_SIGHT, Lie.DOUBTFUL),
        (MAY_TOP_A_STACK + 0.1, 0.98, IN_SIGHT, Lie.FLAT),
        (0.0, 1.1, IN_SIGHT - 0.1, Lie.FLAT),
    ],
)
def test_a_lone_tile_far_from_a_board_that_looks_larger_and_raised_may_top_a_stack(
    odds: float, size: float, room: float, lie: Lie
) -> None:
    rooms, sizes = np.full(1, room), np.full(1, size)
    says = np.array([odds])
    assert doubt_top_of_stack([Lie.FLAT], says, rooms, sizes) == [lie]
    assert doubt_top_of_stack([Lie.RAISED], says, rooms, sizes) == [Lie.RAISED]


def test_a_lone_tile_that_may_top_a_stack_is_not_sure_beside_a_board_in_play(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    board = {Cell(q, 0): 0 for q in range(5)}
    judged = [-6.0] * 5 + [2 * MAY_TOP_A_STACK]
    monkeypatch.setattr(LieJudge, "judge", lambda _, patches: np.array(judged[-len(patches) :]))
    lone = laid(Board({Cell(0, 0): 0}), (-2.0, 7.0))
    assert not reader.read(picture_of(*laid(Board(board), (0.0, 0.0)), *lone)).sure
    del board[Cell(4, 0)]
    judged.pop(0)
    assert reader.read(picture_of(*laid(Board(board), (0.0, 0.0)), *lone)).sure


def test_the_first_tile_that_is_laid_apart_from_palagems_is_sure(reader: Reader) -> None:
    ann, bob = (palagem.tiles for palagem in all_palagems()[10:12])
    apart = [*laid(ann, (3.0, 3.0)), *laid(bob, (-4.0, -4.0))]
    first = laid(Board({Cell(0, 0): 0}), (-6.0, 3.0))
    reading = reader.read(picture_of(*apart, *first))
    assert reading.sure
    assert sorted(len(cluster.tiles) for cluster in reading.clusters) == [1, 4, 4]


@pytest.mark.parametrize(
    ("board", "odds", "is_sure"),
    [
        ({Cell(0, 0): 0, Cell(1, 0): 2}, MAY_BE_ALOFT - 0.1, True),
        ({Cell(0, 0): 0, Cell(1, 0): 2}, MAY_BE_ALOFT + 0.1, False),
        ({Cell(0, 0): 0, Cell(1, 0): 2}, ALOFT + 0.1, False),
        ({Cell(0, 0): 0}, ALOFT + 0.1, True),
    ],
)
def test_of_two_tiles_alone_either_may_lie_on_the_other_and_is_read_all_the_same(
    reader: Reader,
    monkeypatch: pytest.MonkeyPatch,
    board: dict[Cell, int],
    odds: float,
    *,
    is_sure: bool,
) -> None:
    monkeypatch.setattr(LieJudge, "judge", lambda _, patches: np.full(len(patches), odds))
    reading = reader.read(picture_of(*laid(Board(board), (0.0, 0.0))))
    assert [len(cluster.tiles) for cluster in reading.clusters] == [len(board)]
    assert reading.sure == is_sure


def test_what_little_a_tile_fits_makes_it_doubtful_and_never_less_than_that() -> None:
    odds = np.array([MAY_BE_ALOFT - 0.1, MAY_BE_ALOFT + 0.1])
    assert doubt_misfits([Lie.FLAT] * 2, odds) == [Lie.FLAT, Lie.DOUBTFUL]
    assert doubt_misfits([Lie.DOUBTFUL, Lie.RAISED], odds) == [Lie.DOUBTFUL, Lie.RAISED]


@pytest.mark.parametrize(
    ("off", "turn", "odds", "is_sure"),
    [(0.0, 0.0, 0.0, True), (0.15, 0.15, 0.0, False), (0.15, 0.15, SURELY_FLAT, True)],
)
def test_a_tile_off_its_cell_is_doubted_where_the_network_does_not_see_that_it_lies_flat(
    reader: Reader,
    monkeypatch: pytest.MonkeyPatch,
    off: float,
    turn: float,
    odds: float,
    *,
    is_sure: bool,
) -> None:
    monkeypatch.setattr(LieJudge, "judge", lambda _, patches: np.full(len(patches), odds))
    board = {Cell(q, r): (q + 2 * r) % 6 for q in range(3) for r in range(3)}
    across, along = Cell(3, 1).center()
    one = laid(Board({Cell(0, 0): 2}), (across + off, along), turn)
    reading = reader.read(picture_of(*laid(Board(board), (0.0, 0.0)), *one))
    assert [len(cluster.tiles) for cluster in reading.clusters] == [10]
    assert reading.sure == is_sure
