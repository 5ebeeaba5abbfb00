"""Hard evenings by what the tiles lie on, what they are made of, and how the picture arrives."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

import cv2
import numpy as np

from training.photographs.folders import opened
from training.synthesis.unseen.game_cards import paint_game_cards
from training.synthesis.unseen.glass_tops import (
    paint_glass,
    paint_mirrored_below,
    paint_mirrored_beside,
)
from training.synthesis.unseen.laying import Table
from training.synthesis.unseen.lens import Aim, GivenLens
from training.synthesis.unseen.messenger import sent_on
from training.synthesis.unseen.occasion import BareTable, Occasion
from training.synthesis.unseen.patterned_cloths import tile_cloth
from training.synthesis.unseen.tile_sets import TileSet, two_dark, two_pale
from training.synthesis.unseen.tops import paint_top
from vision.arrays import Image


@dataclass(frozen=True)
class OnTileCloth(Occasion):
    """A cloth of hexagons and arcs in the set's own colours."""

    def lay_top(self, table: BareTable) -> str:
        """Lay the cloth."""
        swatch, kind = tile_cloth(table.tiles, table.rng)
        paint_top(table.sheet, lambda _view, _rng: swatch, table.middle, table.rng)
        return f"tile cloth of {kind}"


@dataclass(frozen=True)
class OnGlass(Occasion):
    """A table of glass, with mirror images of the tiles in it, or of the board in a pane."""

    def lay_top(self, table: BareTable) -> str:
        """Paint the glass."""
        return paint_glass(table.sheet, table.middle, self.family.busy, table.rng)

    def lay_under(self, table: Table) -> None:
        """Paint the mirror images."""
        if table.rng.random() < 0.3:
            paint_mirrored_beside(table)
        paint_mirrored_below(table)


@dataclass(frozen=True)
class OnCards(Occasion):
    """Cards of another game lie under the tiles."""

    def lay_under(self, table: Table) -> None:
        """Spread the cards."""
        rng = table.rng
        centres = np.array([t.centre for cluster in table.clusters for t in cluster.tiles])
        count = int(rng.integers(3, 12))
        spots = centres[rng.integers(len(centres), size=count)]
        spots = spots + rng.normal(size=(count, 2)) * 2.5 * table.tiles.radius
        paint_game_cards(table.stage, table.tiles, spots, rng)


@dataclass(frozen=True)
class OnPhotograph(Occasion):
    """Tiles on a real photograph of a table: one of those in ``photographs``."""

    photographs: tuple[Path, ...] = ()

    def size(self, rng: np.random.Generator) -> tuple[int, int]:
        """Return the size of pictures that are neither coarse nor slow to make."""
        return (1024, 768) if rng.random() < 0.5 else (768, 1024)

    def lay_top(self, table: BareTable) -> str:
        """Spread a photograph over the picture, mirrored or not, cut to its shape."""
        rng, camera = table.rng, table.sheet.camera
        path = self.photographs[int(rng.integers(len(self.photographs)))]
        found = opened(path)
        photograph = found[:, ::-1] if rng.random() < 0.5 else found
        width, height = camera.width, camera.height
        if (width > height) != (photograph.shape[1] > photograph.shape[0]):
            photograph = np.rot90(photograph)
        scale = max(width / photograph.shape[1], height / photograph.shape[0])
        large = cv2.resize(
            np.ascontiguousarray(photograph),
            None,
            fx=scale,
            fy=scale,
            interpolation=cv2.INTER_CUBIC,
        )
        top, left = (large.shape[0] - height) // 2, (large.shape[1] - width) // 2
        cut = large[max(top, 0) :, max(left, 0) :][:height, :width]
        shown = cv2.resize(cut, (width, height)).astype(np.float32) / np.float32(255)
        table.sheet.color[:] = np.clip(shown, 0, 1)
        return f"photograph {path.stem}"


@dataclass(frozen=True)
class SentOn(Occasion):
    """The picture went through a chat app."""

    def sent(self, picture: Image, rng: np.random.Generator) -> Image:
        """Make it smaller and compress it twice."""
        return sent_on(picture, rng)


@dataclass(frozen=True)
class UltraWide(Occasion):
    """An ultra-wide lens, from near."""

    def lens(self, aim: Aim, rng: np.random.Generator) -> GivenLens:
        """Return a lens that bends straight lines outwards, as far as phones let it."""
        return GivenLens(aim.focal, rng.uniform(-0.1, 0.01) if rng.random() < 0.6 else 0.0)


@dataclass(frozen=True)
class TwoDark(Occasion):
    """A set of two dark colours."""

    def tile_set(self, rng: np.random.Generator) -> TileSet:
        """Dye a set."""
        white, blue = two_dark(rng)
        return replace(super().tile_set(rng), white=white, blue=blue, side=blue, back=blue)


@dataclass(frozen=True)
class TwoPale(Occasion):
    """A set of two pale colours."""

    def tile_set(self, rng: np.random.Generator) -> TileSet:
        """Dye a set."""
        white, blue = two_pale(rng)
        return replace(super().tile_set(rng), white=white, blue=blue, side=white, back=white)


@dataclass(frozen=True)
class HandCut(Occasion):
    """A set of paper or felt, drawn by hand and cut out with scissors."""

    def tile_set(self, rng: np.random.Generator) -> TileSet:
        """Cut out a set."""
        tiles = super().tile_set(rng)
        make = ("paper", "cardboard", "painted", "felt")[int(rng.integers(4))]
        shift = np.clip(rng.normal(size=2) * 0.02, -0.045, 0.045)
        return replace(
            tiles,
            make=make,
            height=rng.uniform(0.1, 2.5),
            side=tiles.white,
            split_side=False,
            gloss=rng.uniform(0.0, 0.15),
            rounding=0.0,
            rim=0.0,
            wear=0.0,
            wobble=rng.uniform(0.012, 0.035),
            misprint=(float(shift[0]), float(shift[1])),
            line=rng.uniform(0.008, 0.025) if rng.random() < 0.5 else 0.0,
            relief=0.0,
            cut=rng.uniform(0.02, 0.06),
        )


@dataclass(frozen=True)
class Worn(Occasion):
    """A set that was played with for years: chipped, scuffed and faded."""

    def tile_set(self, rng: np.random.Generator) -> TileSet:
        """Wear a set down."""
        tiles = super().tile_set(rng)
        fade = rng.uniform(0.1, 0.35)
        white, blue = np.asarray(tiles.white), np.asarray(tiles.blue)
        dull = 0.5 * (white.mean() + blue.mean())
        pale = [tuple((1 - fade) * color + fade * dull) for color in (white, blue)]
        return replace(
            tiles,
            make="worn",
            white=pale[0],
            blue=pale[1],
            wear=rng.uniform(0.04, 0.09),
            rounding=max(tiles.rounding, rng.uniform(0.03, 0.12)),
            grain=rng.uniform(0.8, 1.6),
        )
