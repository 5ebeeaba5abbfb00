"""The fit of a tile's figure to a cell: where it is seen, and how well."""

from __future__ import annotations

import math
from dataclasses import replace

import cv2
import numpy as np
import pytest

from training.synthesis.unseen.tile_faces import blue_distance
from training.synthesis.unseen.tile_sets import TileSet, random_set
from vision.arrays import Image, Matrix
from vision.pictures.patches import CELL_REACH, CELL_SIDE, OUTSIDE, patch_grid
from vision.recognition.figure_fit import fit_figures

_FLAT = np.eye(2)


def _tiles() -> TileSet:
    tiles = random_set(np.random.default_rng(1), 0.01, False)
    return replace(tiles, wobble=0.0, misprint=(0.0, 0.0))


def _patch(
    orientation: int,
    larger: Matrix = _FLAT,
    shift: tuple[float, float] = (0.0, 0.0),
    seed: int = 0,
) -> Image:
    """A cell in which the tile is seen through ``larger``, moved and turned, by a real lens."""
    angle = orientation * math.pi / 3
    turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
    fine = patch_grid(3 * CELL_SIDE, CELL_REACH) - shift
    u, v = (turn @ np.linalg.inv(larger) @ fine.T).astype(np.float32)
    blue = blue_distance(u, v, _tiles(), np.zeros(6)) > 0
    color = np.where(blue[:, None], (150.0, 60.0, 30.0), (215.0, 225.0, 230.0))
    color = color.reshape(CELL_SIDE, 3, CELL_SIDE, 3, 3).mean(axis=(1, 3))
    color = cv2.GaussianBlur(color, (0, 0), 0.7)
    noise = np.random.default_rng(seed).normal(0, 6, color.shape)
    return np.clip(color + noise, 0, 255).astype(np.uint8)


@pytest.mark.parametrize("orientation", range(6))
def test_the_fit_finds_how_a_figure_was_moved(orientation: int) -> None:
    larger = np.array([[1.08, 0.05], [-0.03, 1.02]])
    fit = fit_figures(_patch(orientation, larger, (0.06, -0.04))[None], [orientation])
    assert np.linalg.inv(fit.maps[0]) == pytest.approx(larger, abs=0.03)
    assert -np.linalg.inv(fit.maps[0]) @ fit.shifts[0] == pytest.approx([0.06, -0.04], abs=0.02)
    assert fit.misfit[0] < 0.12


@pytest.mark.parametrize("share", [0.2, 0.35, 0.5])
@pytest.mark.parametrize("orientation", range(6))
def test_what_the_rim_of_the_picture_cuts_off_tells_nothing_of_how_a_tile_lies(
    share: float, orientation: int
) -> None:
    cut = _patch(orientation)
    shown = np.ones((CELL_SIDE, CELL_SIDE), np.bool_)
    shown[:, round((1 - 2 * share + CELL_REACH) / (2 * CELL_REACH) * CELL_SIDE) :] = False
    cut[~shown] = OUTSIDE
    fit = fit_figures(cut[None], [orientation], shown.reshape(1, -1))
    blind = fit_figures(cut[None], [orientation])
    assert np.linalg.inv(fit.maps[0]) == pytest.approx(_FLAT, abs=0.05)
    assert fit.shifts[0] == pytest.approx([0, 0], abs=0.05)
    assert 2 * fit.misfit[0] < blind.misfit[0]
