"""Cards of another game, with bold shapes on them, spread out under the tiles."""

from __future__ import annotations

import cv2
import numpy as np

from training.synthesis.canvas import Color
from training.synthesis.textures import any_color
from training.synthesis.tiles import HEXAGON, place
from training.synthesis.unseen.solids import Stage, blank, ink, lay_bitmap
from training.synthesis.unseen.tile_sets import TileSet
from vision.arrays import Image, Points

_WIDE, _HIGH = 190, 264


def paint_game_cards(stage: Stage, tiles: TileSet, spots: Points, rng: np.random.Generator) -> None:
    """Spread cards of one game, one about each spot, (n, 2) in mm, as they fall."""
    pair = [any_color(rng, 0.3), any_color(rng, 0.1)]
    if rng.random() < 0.5:
        pair = [tiles.white, tiles.blue]
    paper, gloss = any_color(rng, 0.75), rng.uniform(0.0, 0.4)
    kind, size = int(rng.integers(4)), (63.0, 88.0)
    for k, spot in enumerate(spots):
        bitmap = _card(kind, paper, pair[0], pair[1], rng)
        lay_bitmap(stage, bitmap, spot, rng.uniform(0, 6.3), size, 0.1 + 0.05 * k, gloss=gloss)


def _card(kind: int, paper: Color, one: Color, other: Color, rng: np.random.Generator) -> Image:
    """Return a card's bitmap, (264, 190, 4): discs, hexagons, arcs or a chequer in a frame."""
    card = blank(_WIDE, _HIGH, paper)
    cv2.rectangle(card, (10, 10), (_WIDE - 11, _HIGH - 11), ink(one), -1 if kind % 2 else 4)
    middle = np.array([_WIDE, _HIGH]) / 2
    for row in (-1, 0, 1):
        for column in (-0.5, 0.5):
            if rng.random() < 0.25:
                continue
            at = middle + np.array([column * 82, row * 78])
            spot, turn = (round(at[0]), round(at[1])), int(rng.integers(6))
            if kind == 0:
                cv2.ellipse(card, spot, (32, 32), 60 * turn, 0, 360, ink(other), -1, cv2.LINE_AA)
                cv2.ellipse(card, spot, (32, 32), 60 * turn, 0, 180, ink(one), -1, cv2.LINE_AA)
            elif kind == 1:
                ring = np.round(place(HEXAGON, at, 0.0, 38.0)).astype(np.int32)
                cv2.fillPoly(card, [ring], ink(other), cv2.LINE_AA)
                cv2.circle(card, spot, 14, ink(paper), -1, cv2.LINE_AA)
            elif kind == 2:
                for reach in (16, 34):
                    axes = (reach, reach)
                    cv2.ellipse(card, spot, axes, 60 * turn, 0, 150, ink(other), 9, cv2.LINE_AA)
            else:
                half = np.array([(-34, -34), (34, -34), (34, 34)]) * (1 if turn % 2 else -1)
                cv2.fillPoly(card, [np.round(half + at).astype(np.int32)], ink(other), cv2.LINE_AA)
    number = str(int(rng.integers(1, 13)))
    cv2.putText(card, number, (14, 38), 0, 0.9, ink((0.05, 0.05, 0.05)), 2, cv2.LINE_AA)
    return card
