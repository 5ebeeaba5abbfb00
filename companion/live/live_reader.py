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

import numpy as np

from calibration.choosing import Profiles
from calibration.colors.measuring import blended, measured_colors
from calibration.keeping import ProfileFileError
from rules.lattice import Cell
from vision.arrays import Image
from vision.judging.cells import CellBelief
from vision.lattice.cluster import LatticeCluster
from vision.profiles.color_profile import ColorProfile
from vision.profiles.tile_colors import fits, sure_tiles
from vision.readers.examination import Examination
from vision.readers.reader import Reader
from vision.readers.tuned_reader import TunedReader, Tuning, is_sure, sureness
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
        self.remarks: tuple[str, ...] = ()
        self.learned: ColorProfile | None = None
        self._reader = reader
        self._profiles = profiles
        self._camera = camera
        self._size: tuple[int, int] | None = None
        self._tuned = TunedReader(reader, Tuning())
        self._tuning = Tuning()
        self._trouble: tuple[str, ...] = ()

    def seen_by(self, camera: str) -> None:
        """Use the profiles of another camera from now on."""
        self._camera, self._size = camera, None

    def examine(self, image: Image) -> Examination:
        """Read a frame, BGR, and keep what every stage found: in the straightened frame."""
        look = self._tuned_for(image).look(image)
        self.remarks = (*self._trouble, *look.remarks)
        if self.learned is None or is_sure(look.reading):
            return look.examination
        learned = TunedReader(self._reader, replace(self._tuning, colors=self.learned))
        other = learned.look(image)
        fit = fits(self.learned, other.straight, other.examination.reading)
        surer = sureness(other.reading) > sureness(look.reading)
        if fit and surer and confirms(other.reading, look.reading):
            return other.examination
        return look.examination

    def look_closer(
        self, examination: Examination, cluster: LatticeCluster, cells: Sequence[Cell]
    ) -> dict[Cell, CellBelief]:
        """Return what is believed of some cells of a lattice in a frame already examined."""
        return self._reader.look_closer(examination, cluster, cells)

    def straightened(self, image: Image) -> Image:
        """Return a frame as a straight lens would show it: the picture that readings are of."""
        return self._tuned_for(image).straightened(image)

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

    def _tuned_for(self, image: Image) -> TunedReader:
        """Return the reader for frames of this size; its profiles are chosen by the first frame."""
        height, width = image.shape[:2]
        if self._size != (width, height):
            self._size, self._trouble = (width, height), ()
            try:
                self._tuning = self._profiles.tuning(self._camera, width, height)
            except ProfileFileError as error:
                self._tuning, self._trouble = Tuning(), (str(error),)
            self._tuned = TunedReader(self._reader, self._tuning)
        return self._tuned


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
