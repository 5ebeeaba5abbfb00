"""Tiles that a lattice led to: where they are seen, and that it is fitted to them once more."""

from __future__ import annotations

import cmath
from dataclasses import replace

import numpy as np
import pytest

from rules.lattice import Cell
from training.synthesis.trials import scored
from training.synthesis.unseen.photo import make_photo
from vision.lattice.cluster import LatticeCluster
from vision.readers import reader as reading_photos
from vision.readers.examination import Examination
from vision.readers.guided_matches import guided_matches
from vision.readers.reader import Reader
from vision.recognition.cells import ClusterReader


@pytest.fixture(scope="module")
def examination(reader: Reader) -> Examination:
    """A board of many tiles in plain sight, read rightly (a render)."""
    return reader.examine(make_photo(3024).image)


def _undetected(examination: Examination, cluster: LatticeCluster) -> ClusterReader:
    """A reader to whom the detector told nothing, on a lattice of one tile."""
    one = replace(cluster, tiles=dict(list(cluster.tiles.items())[:1]))
    reader = ClusterReader(examination.pyramid, examination.judge, one, examination.look, ())
    reader.read()
    return reader


@pytest.mark.parametrize("way", [0.0, 1.9, 4.1])
def test_tiles_are_told_of_where_they_are_seen_beside_the_cells_of_a_lattice_that_is_off(
    examination: Examination, way: float
) -> None:
    cluster, beliefs = examination.clusters[0]
    off = cmath.rect(0.1 * cluster.pitch, way)
    reader = _undetected(examination, replace(cluster, origin=cluster.origin + off))
    found = cluster.locate([match.center for match in guided_matches([reader])])
    cells = np.array([cell.center() for cell, belief in beliefs.items() if belief.is_tile])
    apart = np.hypot(*np.moveaxis(found[:, None] - cells, -1, 0)).min(axis=1)
    assert len(found) > len(cells) / 2
    assert np.median(apart) < 0.03


def test_nothing_is_told_of_tiles_that_lie_on_their_cells(examination: Examination) -> None:
    cluster, _ = examination.clusters[0]
    reader = _undetected(examination, cluster)
    assert len(reader.orientations()) > 1
    assert guided_matches([reader]) == ()


def test_a_match_tells_where_a_tile_lies_and_not_that_one_does(examination: Examination) -> None:
    cluster, beliefs = examination.clusters[0]
    reader = _undetected(examination, cluster)
    fitted: list[Cell] = list(reader.cluster.tiles)
    assert [reader.beliefs[cell].detected for cell in fitted] == [None]
    assert beliefs[fitted[0]].detected is not None


@pytest.mark.parametrize("seed", [148984, 150334])
def test_boards_whose_tiles_are_hardly_detected_are_read_from_one_to_the_next(
    reader: Reader, seed: int
) -> None:
    assert scored("guided", make_photo(seed), reader).exact


def test_without_what_the_lattices_led_to_such_a_board_is_not_read(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading_photos, "MOST_GUIDED_FITS", 0)
    assert not scored("once", make_photo(150334), reader).exact
