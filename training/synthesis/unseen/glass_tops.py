"""Glass table tops: the floor shines through, and tiles are mirrored in them, or beside them."""

from __future__ import annotations

import math
from copy import copy
from dataclasses import replace

import numpy as np

from training.synthesis.canvas import FIRST_TILE
from training.synthesis.unseen.laying import Table
from training.synthesis.unseen.sheet import Sheet
from training.synthesis.unseen.swatch import hsv
from training.synthesis.unseen.tile_faces import TileSpot, paint_tile
from training.synthesis.unseen.tops import paint_top, random_top
from vision.arrays import Float32s, Points


def paint_glass(sheet: Sheet, middle: Points, busy: float, rng: np.random.Generator) -> str:
    """Paint a table of glass, clear or dark, and what is below it; return what it is called."""
    view = sheet.camera.width / sheet.camera.pixels_per_mm(middle)
    top = random_top(busy, rng)
    paint_top(sheet, top, middle, rng, view * rng.uniform(0.5, 0.9))
    tint = np.asarray(hsv(rng.uniform(0.3, 0.6), rng.uniform(0.05, 0.3), 0.85), np.float32)
    if rng.random() < 0.4:
        tint = np.asarray(hsv(rng.random(), 0.2, rng.uniform(0.03, 0.15)), np.float32)
    share = np.float32(rng.uniform(0.3, 0.85))
    sheet.color += (tint - sheet.color) * share
    sheet.gloss[:] = np.float32(rng.uniform(0.5, 1.0))
    return f"glass over {top.__name__}"


def paint_mirrored_below(table: Table) -> None:
    """Paint the tiles' dim images in a pane of glass, just below them."""
    rng = table.rng
    deep = rng.uniform(0.0, 8.0)
    spots = [
        TileSpot(tile.centre, tile.angle, -2 * deep - table.tiles.height)
        for cluster in table.clusters
        for tile in cluster.tiles
    ]
    _blend_ghosts(table, spots, rng.uniform(0.12, 0.4))


def paint_mirrored_beside(table: Table) -> None:
    """Paint the board's dim image in a pane that stands upright behind it."""
    rng, camera = table.rng, table.stage.sheet.camera
    centres = np.array([tile.centre for cluster in table.clusters for tile in cluster.tiles])
    away = centres.mean(0) - camera.position[:2]
    heading = math.atan2(away[1], away[0]) + rng.uniform(-0.35, 0.35)
    way = np.array([math.cos(heading), math.sin(heading)])
    pane = float((centres @ way).max()) + table.tiles.radius * rng.uniform(1.3, 2.5)
    sheet = table.stage.sheet
    behind = (sheet.x * np.float32(way[0]) + sheet.y * np.float32(way[1])) > np.float32(pane)
    dark = np.asarray(hsv(rng.random(), 0.15, rng.uniform(0.05, 0.3)), np.float32)
    clear = rng.uniform(0.2, 0.4)
    sheet.color[behind] += (dark - sheet.color[behind]) * np.float32(1 - clear)
    spots = [
        TileSpot(
            tile.centre + 2 * (pane - float(tile.centre @ way)) * way,
            2 * heading + math.pi - tile.angle,
        )
        for cluster in table.clusters
        for tile in cluster.tiles
    ]
    _blend_ghosts(table, spots, clear)


def _blend_ghosts(table: Table, spots: list[TileSpot], share: float) -> None:
    """Mix the tiles at some spots into the table top, ``share`` (0..1) of them."""
    stage = table.stage
    sheet = copy(stage.sheet)
    for name in ("color", "coverage", "gloss", "objects", "inks"):
        setattr(sheet, name, getattr(sheet, name).copy())
    tiles = replace(table.tiles, gloss=0.0)
    for spot in sorted(spots, key=lambda spot: -stage.distance(spot.centre)):
        paint_tile(sheet, tiles, spot, FIRST_TILE, stage.lamp, table.rng)
    on = (sheet.objects == FIRST_TILE).astype(np.float32)
    mixed: Float32s = on * np.float32(share)
    stage.sheet.color += (sheet.color - stage.sheet.color) * mixed[..., None]
