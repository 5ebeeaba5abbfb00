"""A whole face that is seen off its cell is told from a tile that is half covered there."""

from __future__ import annotations

import math

import cv2
import numpy as np
import pytest

from rules.lattice import Cell
from tests.vision.recognition.test_lying import _tiles, _turned
from tests.vision.recognition.test_out_of_place import _find, _lattice
from training.synthesis.unseen.tile_faces import blue_distance
from vision.arrays import Image, Matrix
from vision.lattice.cluster import LatticeCluster
from vision.pictures.patches import Pyramid
from vision.recognition.whole_faces import how_far_faces_are_off

_FLAT = np.eye(2)
_STAYS = (0.0, 0.0)
_USUAL_MISFIT = 0.04
_CELLS = [(Cell(0, 0), 0), (Cell(1, 0), 2), (Cell(0, 1), 5)]

Shift = tuple[float, float]


def _picture(cluster: LatticeCluster, larger: Matrix, shift: Shift, *, covered: bool) -> Image:
    """The tiles as they lie, the last of them seen through ``larger`` and moved."""
    height, width = 960, 1280
    rows, columns = np.mgrid[:height, :width]
    places = cluster.locate(np.stack([columns, rows], axis=-1).reshape(-1, 2))
    seen = np.full((height * width, 3), 120.0)
    for number, (cell, orientation) in enumerate(_CELLS):
        moved, way = (shift, larger) if number == len(_CELLS) - 1 else (_STAYS, _FLAT)
        angle = orientation * math.pi / 3
        turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        own = turn @ np.linalg.inv(way) @ (places - cell.center() - moved).T
        across = np.maximum(np.abs(own[1]), np.abs(own[1]) / 2 + math.sqrt(0.75) * np.abs(own[0]))
        face = across < math.sqrt(0.75)
        u, v = own[:, face].astype(np.float32)
        blue = blue_distance(u, v, _tiles(), np.zeros(6)) > 0
        seen[face] = np.where(blue[:, None], (150.0, 60.0, 30.0), (215.0, 225.0, 230.0))
        if covered and number == len(_CELLS) - 1:
            seen[face & (own[1] > 0)] = (90, 120, 180)
    noise = np.random.default_rng(4).normal(0, 5, seen.shape)
    picture = np.clip(seen + noise, 0, 255).astype(np.uint8).reshape(height, width, 3)
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), 0.8), np.uint8)


def _off(larger: Matrix, shift: Shift, *, covered: bool = False, drawn: bool = True) -> list[float]:
    cluster = _lattice()
    finds = [_find(cluster, *tile) for tile in _CELLS[:-1]]
    last = _find(cluster, *_CELLS[-1], larger, shift) if drawn else None
    pyramid = Pyramid(_picture(cluster, larger, shift, covered=covered), None)
    off = how_far_faces_are_off(pyramid, cluster, _CELLS, [*finds, last], _USUAL_MISFIT)
    return [float(way) for way in off]


@pytest.mark.parametrize(
    ("larger", "shift", "expected"),
    [
        (_FLAT, (0.3, 0.0), 0.3),
        (_FLAT, (0.2, -0.25), 0.32),
        (1.2 * _FLAT, _STAYS, 0.2),
        (_turned(17), _STAYS, 0.295),
        (np.diag([1.0, 0.8]), (0.1, 0.1), 0.2),
    ],
)
def test_a_whole_face_is_found_where_it_is(larger: Matrix, shift: Shift, expected: float) -> None:
    *flat, odd = _off(larger, shift)
    assert flat == [0.0, 0.0]
    assert odd == pytest.approx(expected, abs=0.06)


def test_a_tile_in_its_cell_is_not_off() -> None:
    assert max(_off(_FLAT, _STAYS)) == 0.0


def test_half_a_face_tells_nothing_however_it_was_drawn() -> None:
    assert _off(_FLAT, (0.3, 0.0), covered=True)[-1] == 0.0


def test_what_the_detector_did_not_find_tells_nothing() -> None:
    assert _off(_FLAT, (0.3, 0.0), drawn=False)[-1] == 0.0
