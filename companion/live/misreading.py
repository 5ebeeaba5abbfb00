"""It misread my table: keeping a look at it as a reading that people can put right."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import dist

import numpy as np

from companion.live.kept_sightings import KeptSighting
from companion.photos.correction import CorrectedCluster, CorrectedDie, Correction
from companion.photos.photo_queue import ReadPhoto
from companion.record import Picture
from companion.words.language import gettext as _
from rules import Board, Cell
from rules.lattice import SIDES
from vision.lattice.projection import Projection
from vision.pictures.encoding import thumbnail
from vision.pictures.images import decode_image
from vision.reading import ClusterReading, Point, Reading, TileReading

_IN_PLACE = 0.5
"""Of the distance from centre to corner: a tile this near to a cell lies on it."""


@dataclass(frozen=True)
class Misreading:
    """A look as a photo with its reading, and what people say of it, if they have said anything."""

    name: str
    photo: ReadPhoto
    correction: Correction | None


def misreading_of(
    look: KeptSighting, picture: Picture, agreed: Board | None, unchecked: frozenset[Cell]
) -> Misreading:
    """Return a look as a photo that can be put right.

    Parameters
    ----------
    look, picture
        The look and its picture.
    agreed
        What lies there as people say, in the game's cells; None where they have said nothing. Where
        it is what was read nothing is taken for corrected.
    unchecked
        Cells of which nobody is sure.
    """
    factor = picture.width / look.size[0]
    reading = _scaled(look.reading, factor, picture.width, picture.height)
    correction = None
    if agreed is not None and agreed != look.board:
        correction = _correction(look, reading, factor, agreed, unchecked)
    image = decode_image(picture.jpeg, "the picture")
    photo = ReadPhoto(reading, picture.jpeg, thumbnail(image))
    return Misreading(_("look {number} of a game", number=look.entry.number), photo, correction)


def _correction(
    look: KeptSighting, reading: Reading, factor: float, agreed: Board, unchecked: frozenset[Cell]
) -> Correction | None:
    """Return the correction by which the board of a reading becomes the agreed one."""
    clusters = []
    found = False
    for cluster in reading.clusters:
        names = None if found else _names(look, cluster, factor)
        if names is None:
            unsure = frozenset(tile.cell for tile in cluster.tiles if not tile.sure)
            clusters.append(CorrectedCluster(cluster.board(), unsure))
            continue
        found = True
        turns, shift = names
        # from the game's names back to the reading's
        board = agreed.translated(-shift.q, -shift.r).rotated(-turns)
        doubted = {c.translated(-shift.q, -shift.r).rotated(-turns) for c in unchecked}
        clusters.append(CorrectedCluster(board, frozenset(doubted) & board.keys()))
    if not found:
        return None
    dice = tuple(CorrectedDie(die.value, die.sure) for die in reading.dice)
    return Correction(tuple(clusters), dice)


def _names(look: KeptSighting, cluster: ClusterReading, factor: float) -> tuple[int, Cell] | None:
    """Return by how many turns and what shift a cluster's cells become the game's; None if never.

    Each tile that lies on a cell of the game's board tells; most of them must agree.
    """
    if look.projection is None or not cluster.tiles:
        return None
    projection = look.projection.scaled(factor)
    cells = sorted(look.board)
    if not cells:
        return None
    centers = projection.project([cell.center() for cell in cells])
    votes: Counter[tuple[int, Cell]] = Counter()
    for tile in cluster.tiles:
        apart = np.hypot(*(centers - np.array(tile.center)).T)
        nearest = int(np.argmin(apart))
        if apart[nearest] > _IN_PLACE * dist(tile.corners[0], tile.center):
            continue
        cell = cells[nearest]
        turns = _turns(projection, cell, tile)
        turned = tile.cell.rotated(turns)
        votes[turns, Cell(cell.q - turned.q, cell.r - turned.r)] += 1
    if not votes:
        return None
    names, count = votes.most_common(1)[0]
    return names if 2 * count > len(cluster.tiles) else None


def _turns(projection: Projection, cell: Cell, tile: TileReading) -> int:
    """Return how many sixths of a turn lie between the game's names and the reading's."""
    corners = projection.cell_corners(cell)
    white = min(range(SIDES), key=lambda corner: dist(corners[corner], tile.corners[0]))
    return (white - tile.orientation) % SIDES


def _scaled(reading: Reading, factor: float, width: int, height: int) -> Reading:
    """Return a reading in pixels of the same picture made larger by a factor."""

    def at(point: Point) -> Point:
        return point[0] * factor, point[1] * factor

    def scaled(tile: TileReading) -> TileReading:
        return replace(
            tile,
            center=at(tile.center),
            white_tip=at(tile.white_tip),
            blue_tip=at(tile.blue_tip),
            corners=tuple(map(at, tile.corners)),
        )

    return replace(
        reading,
        width=width,
        height=height,
        clusters=tuple(
            replace(cluster, tiles=tuple(scaled(tile) for tile in cluster.tiles))
            for cluster in reading.clusters
        ),
        dice=tuple(replace(die, center=at(die.center)) for die in reading.dice),
    )
