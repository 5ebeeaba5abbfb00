"""A lone tile on a table that seemed bare: a mark of the table may seem one."""

from __future__ import annotations

import numpy as np
import pytest

from rules import Board, Cell
from tests.vision.following.drawn_film import Film, follow, views
from training.synthesis.staging import StagedBoard, make_table
from vision.following.cell_memory import CellMemory, remember
from vision.following.changes import unlaid
from vision.following.follower import Follower
from vision.following.overhang import Hanging
from vision.following.places import Places
from vision.following.table_view import CameraMoved
from vision.readers.reader import Reader
from vision.recognition.cells import CellBelief


@pytest.mark.parametrize("was_sure", [True, False])
def test_a_lone_tile_that_never_was_sure_did_not_go_to_where_another_one_is_laid(
    reader: Reader, was_sure: bool
) -> None:
    """What seemed a tile was a mark of the table; a tile that was sure is known elsewhere."""
    film, follower = Film(make_table(9)), Follower(reader)
    mark = StagedBoard(Board({Cell(0, 0): 1}), (70.0, -60.0), 0.5)  # on no lattice of the board's
    (first,) = views(follow(follower, film.show(film.table.picture([mark]), 2.0)))
    assert len(first.view.board) == 1
    follower.known._was_sure = was_sure
    follow(follower, film.holding(Board(), 1.0))
    said = follow(follower, film.board(Board({Cell(0, 0): 4}), 3.0))
    assert any(isinstance(sighting, CameraMoved) for sighting in said) == was_sure
    assert len(follower.known.board) == 1
    assert (follower.known.board == first.view.board) == was_sure


TWO_APART = Board({Cell(0, 0): 4, Cell(1, 0): 2})
PATCH = np.arange(1600, dtype=np.uint8).reshape(40, 40)


def seen_so_sure(share: float) -> CellBelief:
    """Return what a look says of a cell on which a tile seems to lie, so likely."""
    probabilities = np.array([1 - share, share, 0, 0, 0, 0, 0], np.float32)
    return CellBelief(Cell(0, 0), probabilities, 0, 1, 0.9, 0, np.append(probabilities, 0))


def after_looks(*shares: float, laid: bool) -> CellMemory:
    """Return what is known of a cell that looks alike in all of some looks."""
    memory: CellMemory | None = None
    for share in shares:
        memory = remember(memory, seen_so_sure(share), PATCH, laid=laid)
    assert memory is not None
    return memory


@pytest.mark.parametrize(
    ("shares", "if_laid", "if_not"),
    [
        ((0.99,), True, False),
        ((0.99, 0.99), True, False),
        ((0.99, 0.99, 0.99), True, True),
        ((0.7, 0.99), True, False),
        ((0.99, 0.7, 0.99, 0.99), True, False),
        ((0.7, 0.99, 0.99, 0.99), True, True),
    ],
)
def test_a_tile_that_nobody_was_seen_to_lay_must_be_sure_in_several_looks_running(
    shares: tuple[float, ...], if_laid: bool, if_not: bool
) -> None:
    """Of a mark of the table that seems one the reader is sure now and then."""
    assert after_looks(*shares, laid=True).is_sure == if_laid
    assert after_looks(*shares, laid=False).is_sure == if_not


def test_what_changes_where_a_tile_seemed_to_lie_may_have_been_laid() -> None:
    mark = after_looks(0.99, laid=False)
    other = np.ascontiguousarray(PATCH.T)
    assert not remember(mark, seen_so_sure(0.99), PATCH).is_sure
    assert remember(mark, seen_so_sure(0.99), other).is_sure


def test_a_tile_may_have_been_laid_where_the_picture_has_changed(reader: Reader) -> None:
    film = Film(make_table(9))
    picture = film.table.picture([StagedBoard(TWO_APART)])
    (cluster, _), *_ = reader.look(picture).examination.clusters
    cells = sorted(TWO_APART)
    changed = np.zeros((90, 160), np.bool_)
    x, y = cluster.cell_center(cells[0])
    changed[int(y / 8), int(x / 8)] = True
    nothing, one = Places(np.zeros_like(changed), 8.0), Places(changed, 8.0)
    over = Places(np.zeros_like(changed), 8.0)

    def nobody_laid(changed: Places | None, *, is_first: bool = False) -> frozenset[Cell]:
        return unlaid(cells, cluster, Hanging(over, 0.0, changed, is_first=is_first))

    assert nobody_laid(nothing) == frozenset(cells)
    assert nobody_laid(one) == {cells[1]}
    assert nobody_laid(None) == frozenset()
    assert nobody_laid(None, is_first=True) == frozenset(cells)
    assert unlaid([*cells, Cell(5, 5)], cluster, Hanging(over, 0.0, is_first=True)) == frozenset()
    assert not nobody_laid(Hanging(over, 0.0, nothing, is_first=True).of_a_photo().changed)
