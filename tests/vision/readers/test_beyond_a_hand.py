"""What is hidden in a row, as under a hand, is followed: the board may go on beyond it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from rules.lattice import SIDES, Cell
from training.synthesis.trials import scored
from training.synthesis.unseen.evenings import make_evening
from training.synthesis.unseen.photo import make_photo
from vision.detection import Detection
from vision.lattice.thresholds import ADOPTED_OFFSET
from vision.readers.examination import Examination
from vision.readers.reader import Reader
from vision.recognition import out_of_sight
from vision.recognition.cells import CellBelief, ClusterReader

HIDDEN, BARE, TILE = "hidden", "bare", "tile"


@pytest.fixture(scope="module")
def examination(reader: Reader) -> Examination:
    """A board in plain sight (a render)."""
    return reader.examine(make_photo(3024).image)


@dataclass
class Told(ClusterReader):
    """A reader that is told what its cells show: those that it is told nothing of are bare."""

    shows: Mapping[Cell, str] = field(default_factory=dict)

    def _look(self, cells: Sequence[Cell]) -> None:
        for cell in cells:
            shown = self.shows.get(cell, BARE)
            likely = np.eye(SIDES + 1, dtype=np.float32)[3 if shown == TILE else 0]
            hidden = 0.9 if shown == HIDDEN else 0.0
            self.beliefs[cell] = CellBelief(cell, likely, hidden, 1.0, 0.0, None, likely)


def _tiles(examination: Examination, row: Sequence[str]) -> list[int]:
    """Return which cells of a row hold tiles that are found, the first of them being known."""
    cluster, _ = examination.clusters[0]
    known = next(iter(cluster.tiles.values()))
    one = replace(cluster, tiles={Cell(0, 0): known})
    shows = {Cell(q, 0): shown for q, shown in enumerate(row)}
    reader = Told(examination.pyramid, examination.judge, one, examination.look, (), shows=shows)
    return sorted(cell.q for cell, belief in reader.read().items() if belief.is_tile)


@pytest.mark.parametrize("count", range(8))
def test_tiles_are_found_beyond_as_many_hidden_cells_as_a_hand_covers(
    examination: Examination, count: int
) -> None:
    found = _tiles(examination, [TILE, TILE, *[HIDDEN] * count, TILE, TILE])
    assert found == ([0, 1, count + 2, count + 3] if count <= 5 else [0, 1])


def test_nothing_is_looked_for_beyond_bare_table(examination: Examination) -> None:
    assert _tiles(examination, [TILE, TILE, HIDDEN, BARE, HIDDEN, TILE]) == [0, 1]
    assert _tiles(examination, [TILE, TILE, BARE, BARE, TILE]) == [0, 1]


def test_one_tile_does_not_tell_where_those_lie_beyond_a_hand(examination: Examination) -> None:
    assert _tiles(examination, [TILE, HIDDEN, HIDDEN, TILE]) == [0]


@pytest.mark.parametrize("off", [0.1, 0.2])
def test_what_was_detected_off_the_lattice_is_no_tile_of_it(
    examination: Examination, off: float
) -> None:
    cluster, _ = examination.clusters[0]
    tiles = zip([Cell(0, 0), Cell(1, 0)], cluster.tiles.values(), strict=False)
    two = replace(cluster, tiles=dict(tiles))
    spot, tip = cluster.project(np.add(Cell(4, 0).center(), [(off, 0.0), (off + 0.5, 0.0)]))
    find = Detection(tuple(spot), tuple(2 * (tip - spot)), (0.0, 1.0), 0.9)
    shows = {Cell(0, 0): TILE, Cell(1, 0): TILE, Cell(4, 0): TILE}
    shows |= {Cell(2, 0): HIDDEN, Cell(3, 0): HIDDEN}
    reader = Told(
        examination.pyramid, examination.judge, two, examination.look, (find,), shows=shows
    )
    assert (Cell(4, 0) in reader.read()) == (off < ADOPTED_OFFSET)


@pytest.mark.parametrize("seed", [63784, 63836, 64519])
def test_a_tile_that_shows_beyond_fingers_is_not_missed(
    reader: Reader, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = make_evening(seed)
    assert photo is not None
    assert scored("beyond", photo, reader).exact
    monkeypatch.setattr(out_of_sight, "MOST_BEYOND", 0)
    assert not scored("beside", photo, reader).exact
