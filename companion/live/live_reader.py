"""The eyes of a live game: a reader with its camera's profiles, which learns the set's colours.

While a game runs and all is read for certain, the colours of the tiles are learned, as they look in
the light there is just then. Where a table cannot be read for certain later on, it is read with
these as well, and the surer reading counts, unless it contradicts what was sure before. Nothing is
learned against what people put right: which half of a tile is white is taken from the agreed board.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

import numpy as np

from calibration.choosing import CameraReaders, Profiles
from calibration.colors.measuring import blended, measured_colors
from rules.lattice import Cell
from rules.messages import Said
from vision.arrays import Image
from vision.lattice.cluster import LatticeCluster
from vision.profiles.color_profile import ColorProfile
from vision.profiles.tile_colors import fits, sure_tiles
from vision.readers.picture_reader import Beside, ReadPicture
from vision.readers.reader import Reader
from vision.readers.tuned_reader import StraightPicture, is_sure, sureness
from vision.reading import Reading, TileReading

_FEWEST_TILES = 3
_PACE = 0.3
"""How far what was learned goes towards each new look: the light changes over an evening."""
_WELL_APART = 4.0
_SAME_PLACE = 0.5
"""Of the distance from a tile's centre to its corner."""


class LiveReader:
    """Reads the frames of one camera. To be used by one thread at a time."""

    def __init__(self, reader: Reader, profiles: Profiles, camera: str | None) -> None:
        """Read with the profiles that hold for a camera, None where nobody knows which it is."""
        self.remarks: tuple[Said, ...] = ()
        self.learned: ColorProfile | None = None
        self._readers = CameraReaders(reader, profiles)
        self._camera = camera
        self._reader = self._readers.of(camera)
        self._last: tuple[Image, StraightPicture] | None = None

    def seen_by(self, camera: str | None) -> None:
        """Use the profiles of another camera from now on."""
        self._camera, self._reader, self._last = camera, self._readers.of(camera), None

    def look(self, image: Image, beside: Beside | None = None) -> ReadPicture:
        """Read a frame, BGR; ``otherwise`` reads it by the colours that were learned."""
        picture = self._straight(image)
        look = self._reader.look_at(picture, beside)
        self.remarks = look.remarks
        if self.learned is None or is_sure(look.reading):
            return look
        return replace(look, otherwise=partial(self._surer, picture, look, self.learned, beside))

    def _surer(
        self,
        picture: StraightPicture,
        look: ReadPicture,
        colors: ColorProfile,
        beside: Beside | None,
    ) -> ReadPicture:
        """Return a frame as it is read by colours that were learned, where that is surer."""
        other = self._reader.look_by(colors, picture, beside)
        fit = fits(colors, other.straight, other.examination.reading)
        surer = sureness(other.reading) > sureness(look.reading)
        if fit and surer and confirms(other.reading, look.reading):
            return other
        return look

    def straightened(self, image: Image) -> Image:
        """Return a frame as a straight lens would show it: the picture that readings are of."""
        return self._straight(image).image

    def _straight(self, image: Image) -> StraightPicture:
        """Straighten a frame once, however many ask for it one after the other."""
        if self._last is None or self._last[0] is not image:
            self._last = image, self._reader.straightened(image)
        return self._last[1]

    def learn(
        self, image: Image, reading: Reading, cluster: LatticeCluster, board: Mapping[Cell, int]
    ) -> None:
        """Learn the colours of the tiles in a frame that was read for certain.

        Parameters
        ----------
        image
            The frame, BGR.
        reading
            What was read in the straightened frame.
        cluster
            Where the game's lattice lies in it.
        board
            What people and referee agree lies on the table.
        """
        if not is_sure(reading):
            return
        tiles = agreed_tiles(sure_tiles(reading), cluster, board)
        if len(tiles) < _FEWEST_TILES:
            return
        seen = measured_colors(self.straightened(image), tiles, self._camera or "")
        if seen.separation >= _WELL_APART:
            self.learned = blended(self.learned, seen, _PACE) if self.learned else seen


def agreed_tiles(
    tiles: Sequence[TileReading], cluster: LatticeCluster, board: Mapping[Cell, int]
) -> list[TileReading]:
    """Return those tiles that lie on a board, their corners turned as the board has them."""
    agreed = []
    for tile in tiles:
        cell = cluster.cell_at(tile.center)
        if cell not in board:
            continue
        tip = cluster.cell_corners(cell)[board[cell]]
        away = np.linalg.norm(np.array(tile.corners) - tip, axis=1)
        first = int(np.argmin(away))
        agreed.append(replace(tile, corners=tile.corners[first:] + tile.corners[:first]))
    return agreed


def confirms(reading: Reading, other: Reading) -> bool:
    """Tell whether every tile that is sure in another reading of a frame lies so in this one."""
    tips = [(t.center, t.white_tip) for cluster in reading.clusters for t in cluster.tiles]
    for tile in sure_tiles(other):
        reach = _SAME_PLACE * math.dist(tile.center, tile.white_tip)
        if not any(
            math.dist(tile.center, center) < reach and math.dist(tile.white_tip, tip) < reach
            for center, tip in tips
        ):
            return False
    return True
