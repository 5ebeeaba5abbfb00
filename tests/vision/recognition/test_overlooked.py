"""What is detected on a cell that is called empty makes for doubt, unless the cell looks empty."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from rules.lattice import Cell
from training.synthesis.trials import scored
from training.synthesis.unseen.evenings import make_evening
from training.synthesis.unseen.photo import make_photo
from vision.arrays import Float32s
from vision.detection import Detection
from vision.networks.cells import EMPTY, HIDDEN
from vision.readers import attempt
from vision.readers.reader import Reader
from vision.recognition import cells
from vision.recognition.cells import ClusterReader
from vision.recognition.overlooked import margin_of_overlooked


@pytest.fixture
def board(reader: Reader) -> ClusterReader:
    """The cells of a board in plain sight (a render)."""
    examination = reader.examine(make_photo(3024).image)
    cluster, _ = examination.clusters[0]
    found = ClusterReader(
        examination.pyramid, examination.judge, cluster, examination.look, examination.likely
    )
    found.read()
    assert examination.colors is not None
    found.weigh(examination.colors)
    return found


def _looks(empty: float, tile: float) -> Float32s:
    """Return a look at a cell that shows nothing, a tile turned so, or what hides it, (8,)."""
    look = np.zeros(8, np.float32)
    look[[EMPTY, EMPTY + 1, HIDDEN]] = empty, tile, 1 - empty - tile
    return look


def _overlook(board: ClusterReader, cell: Cell, look: Float32s, hidden: float = 0.0) -> Detection:
    """Take a tile of a board for an empty cell, and return what was detected there."""
    belief = board.beliefs[cell]
    nothing = np.eye(HIDDEN, dtype=np.float32)[EMPTY] * 0.98
    nothing[1 + belief.orientation] = 0.02
    board.beliefs[cell] = replace(belief, probabilities=nothing, looked=look, hidden=hidden)
    return replace(board.cluster.tiles[cell].detection, score=0.7)


def test_what_is_detected_on_a_cell_that_looks_as_much_like_a_tile_makes_for_doubt(
    board: ClusterReader,
) -> None:
    cell = next(iter(board.cluster.tiles))
    assert margin_of_overlooked(_overlook(board, cell, _looks(0.23, 0.31)), board) < 0
    board.beliefs[cell] = replace(board.beliefs[cell], looked=_looks(0.9, 0.02))
    find = replace(board.cluster.tiles[cell].detection, score=0.7)
    assert 0 < margin_of_overlooked(find, board) < np.inf
    assert margin_of_overlooked(replace(find, score=0.1), board) > 4


def test_nothing_is_asked_of_tiles_hidden_cells_and_places_off_the_lattice(
    board: ClusterReader,
) -> None:
    cell, other = list(board.cluster.tiles)[:2]
    look = _looks(0.23, 0.31)
    assert margin_of_overlooked(board.cluster.tiles[other].detection, board) == np.inf
    find = _overlook(board, cell, look)
    across, down = board.cluster.project(np.add(cell.center(), (0.3, 0.0)))
    assert margin_of_overlooked(replace(find, center=(across, down)), board) == np.inf
    board.beliefs[cell] = replace(board.beliefs[cell], hidden=0.6)
    assert margin_of_overlooked(find, board) == np.inf


def test_what_shows_nothing_of_the_set_is_no_tile_that_was_overlooked(
    board: ClusterReader,
) -> None:
    bare = next(cell for cell, belief in board.beliefs.items() if belief.looks_bare)
    board.beliefs[bare] = replace(board.beliefs[bare], looked=_looks(0.1, 0.8))
    (spot,) = board.cluster.project([bare.center()]).tolist()
    find = replace(next(iter(board.cluster.tiles.values())).detection, center=tuple(spot))
    assert margin_of_overlooked(find, board) == np.inf
    board.colors = None
    assert margin_of_overlooked(find, board) < 0


def test_a_tile_under_a_hand_that_no_look_is_certain_of_leaves_a_photo_unsure(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = make_evening(64571)
    assert photo is not None
    assert not scored("asked", photo, reader).sure
    monkeypatch.setattr(attempt, "margin_of_overlooked", lambda *_: np.inf)
    monkeypatch.setattr(cells, "FOUND_ON_EMPTY", 1.0 - 1e-9)  # nor by its heat
    assert scored("passed over", photo, reader).silent
