"""A picture of what each stage of the reader made of a photo, for people who wonder why."""

from __future__ import annotations

import cv2
import numpy as np

from rules.lattice import Cell
from vision.arrays import Image, Points
from vision.detection import Detection
from vision.drawing.annotation import annotate
from vision.drawing.pen import BLACK, WHITE, Color, Pen
from vision.lattice.cluster import LatticeCluster
from vision.looks.overhead import OverheadLook
from vision.looks.thresholds import LEAST_SCORE
from vision.networks.cells import EMPTY
from vision.networks.detector import Detections
from vision.pictures.patches import CELL_SIDE, Pyramid, cell_places, cut_patches
from vision.readers.examination import Examination
from vision.recognition.cells import CellBelief

_PARTS: tuple[Color, ...] = ((0, 165, 255), (255, 160, 60), (120, 220, 60), (200, 90, 220))
_ZOOM = 2
_COLUMNS = 12
_CAPTION = 30


def explain(image: Image, examination: Examination) -> dict[str, Image]:
    """Draw the stages of one reading.

    Parameters
    ----------
    image
        The photo, BGR, (height, width, 3).
    examination
        What :meth:`vision.readers.reader.Reader.examine` gave of it.

    Returns
    -------
    dict
        From the stage's name, in the order of the pipeline, to its picture, BGR uint8. The second
        is there only where the reading rests on a look from overhead.
    """
    stages = {
        "1-detections": _detections(image, examination.detections),
        "3-lattices": _lattices(image, examination.parts),
        "4-cells": _cells(image, examination),
        "5-reading": annotate(image, examination.reading),
    }
    look = examination.look
    if isinstance(look, OverheadLook):
        overhead = look.view.draw(examination.pyramid)
        stages["2-from-overhead"] = _detections(overhead, look.found)
    return dict(sorted(stages.items()))


def _pen(image: Image) -> Pen:
    return Pen(image, max(1, round(max(image.shape[:2]) / 640)))


def _detections(image: Image, found: Detections) -> Image:
    """Draw what the detector found: outlines, the axis to the white tip, what it holds covered."""
    drawn = image.copy()
    size = (image.shape[1], image.shape[0])
    cover = cv2.resize(found.cover, None, fx=found.step, fy=found.step)
    cover = cover[: size[1], : size[0]]
    shade = np.zeros(image.shape[:2], np.float32)
    shade[: cover.shape[0], : cover.shape[1]] = cover
    red = np.array([60, 60, 230], np.float32)
    mixed = drawn * (1 - 0.6 * shade[..., None]) + red * 0.6 * shade[..., None]
    drawn = np.asarray(np.clip(mixed, 0, 255), np.uint8)
    pen = _pen(drawn)
    for tile in found.tiles:
        color: Color = _PARTS[0] if tile.score >= LEAST_SCORE else (160, 160, 160)
        pen.outline(_hexagon(tile), color)
        tip = np.array(tile.center) + np.array(tile.axis) * 0.75
        pen.disc(tip, pen.width * 2, WHITE, BLACK)
    for die in found.dice:
        pen.disc(die.center, die.radius / 4, _PARTS[3], BLACK)
    return drawn


def _hexagon(tile: Detection) -> Points:
    turns = np.arange(6) * np.pi / 3
    arms = np.array([tile.axis, tile.side])
    points: Points = np.column_stack([np.cos(turns), np.sin(turns)]) @ arms
    points += np.array(tile.center)
    return points


def _lattices(image: Image, parts: tuple[LatticeCluster, ...]) -> Image:
    """Draw the lattices as fitted, each part in a colour, with the empty cells beside its tiles."""
    drawn = image.copy()
    pen = _pen(drawn)
    for number, part in enumerate(parts):
        color = _PARTS[number % len(_PARTS)]
        beside = {n for cell in part.tiles for n in cell.neighbours()} - set(part.tiles)
        for cell in sorted(beside):
            pen.dashed_outline(part.cell_corners(cell), (150, 150, 150))
        for cell in part.tiles:
            pen.outline(part.cell_corners(cell), color)
    return drawn


def _cells(image: Image, examination: Examination) -> Image:
    """Draw every cell as the cell network saw it, upright, with what it was taken for."""
    pyramid = Pyramid(image)
    tiles: list[Image] = []
    for cluster, beliefs in examination.clusters:
        cells = sorted(beliefs, key=lambda cell: (not beliefs[cell].is_tile, cell))
        centers = np.array([cell.center() for cell in cells])
        patches = cut_patches(pyramid, cell_places(cluster.project, centers), CELL_SIDE)
        for cell, patch in zip(cells, patches, strict=True):
            tiles.append(_captioned(patch, cell, beliefs[cell]))
    if not tiles:
        return np.full((CELL_SIDE, CELL_SIDE, 3), 40, np.uint8)
    blank = np.full_like(tiles[0], 40)
    tiles += [blank] * (-len(tiles) % _COLUMNS)
    rows = [np.hstack(tiles[i : i + _COLUMNS]) for i in range(0, len(tiles), _COLUMNS)]
    return np.asarray(np.vstack(rows), np.uint8)


def _captioned(patch: Image, cell: Cell, belief: CellBelief) -> Image:
    large = cv2.resize(patch, None, fx=_ZOOM, fy=_ZOOM, interpolation=cv2.INTER_NEAREST)
    strip = np.full((_CAPTION, large.shape[1], 3), 40, np.uint8)
    if belief.is_tile:
        chance = belief.probabilities[belief.orientation + 1]
        text = f"{belief.orientation} {chance:.3f}"
    else:
        text = (
            f"hid {belief.hidden:.2f}"
            if belief.hidden > 0.5
            else f"- {belief.probabilities[EMPTY]:.3f}"
        )
    color: Color = WHITE if belief.is_sure else _PARTS[0]
    cv2.putText(strip, f"{cell.q},{cell.r}", (2, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.38, color)
    cv2.putText(strip, text, (2, 26), cv2.FONT_HERSHEY_SIMPLEX, 0.38, color)
    return np.asarray(np.vstack([large, strip]), np.uint8)
