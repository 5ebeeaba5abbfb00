"""A tile that lies on another one is told by what of that peeks out (all pictures are renders)."""

from __future__ import annotations

import numpy as np
import pytest

from training.synthesis.unseen.evenings import make_evening
from vision.arrays import Image, Mask
from vision.pictures.patches import CELL_REACH, CELL_SIDE, patch_grid
from vision.readers.reader import Reader
from vision.recognition import misfits
from vision.recognition.set_colors import SetColors, TilePatch

WHITE, BLUE, TABLE = (240, 240, 240), (160, 60, 20), (60, 140, 90)
GRID = patch_grid(CELL_SIDE, CELL_REACH)


def painted(*parts: tuple[Mask, tuple[int, int, int]]) -> Image:
    """Return a patch of bare table with some places painted."""
    pixels = np.full((CELL_SIDE * CELL_SIDE, 3), TABLE, np.uint8)
    for places, color in parts:
        pixels[places] = color
    return pixels.reshape(CELL_SIDE, CELL_SIDE, 3)


def colors() -> SetColors:
    """Return the colours that a tile shows of which the right half is blue."""
    x, y = GRID.T
    right = x > 0
    whole = np.ones(len(GRID), np.bool_)
    tips = np.hypot(x + 1, y) < 0.5, np.hypot(x - 1, y) < 0.5
    pixels = painted((whole, WHITE), (right, BLUE), (tips[0], BLUE), (tips[1], WHITE))
    return SetColors([TilePatch((0.0, 0.0), 0, pixels)])


@pytest.mark.parametrize("side", range(6))
def test_both_colors_hard_by_a_tile_are_seen_on_its_side_alone(side: int) -> None:
    angle = (side + 0.5) * np.pi / 3
    toward = GRID @ (np.cos(angle), np.sin(angle))
    along = GRID @ (-np.sin(angle), np.cos(angle))
    sliver = (toward > 0.5) & (np.abs(along) < 0.5)
    both = painted((sliver & (along > 0), WHITE), (sliver & (along <= 0), BLUE))
    one = painted((sliver, WHITE))
    known = colors()
    shares = [known.seen_towards(TilePatch((0.0, 0.0), 0, both), each) for each in range(6)]
    assert int(np.argmax(shares)) == side
    assert shares[side] > 0.25
    assert shares[(side + 3) % 6] == 0.0
    assert known.seen_towards(TilePatch((0.0, 0.0), 0, one), side) == 0.0


@pytest.mark.parametrize("seed", [64214, 64235])
def test_a_tile_below_another_leaves_a_photo_unsure(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    made = make_evening(seed)
    assert made is not None
    assert not reader.read(made.image).sure
    monkeypatch.setattr(misfits, "ODDS_OF_PEEKING", 0.0)
    assert reader.read(made.image).sure  # nothing else tells of it


def test_a_cloth_in_the_colors_of_the_set_shows_nothing_below_tiles(reader: Reader) -> None:
    made = make_evening(67116)
    assert made is not None
    assert reader.read(made.image).sure
