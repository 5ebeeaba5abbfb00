"""Photos as a straight lens would show them, and readings of those back on the photos.

A wide-angle lens bends rows of tiles, while the reader lays straight lattices over them. With a
profile of the lens the reader is given a straightened photo instead; what it finds is then placed
where the photo itself shows it.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np

from vision.arrays import Image, Mask, Points
from vision.profiles.lens_profile import LensProfile
from vision.reading import ClusterReading, DieReading, Point, Reading, TileReading

_LARGEST_MARGIN = 0.35
"""Of the frame: a strong barrel would throw its corners far out, where little is to be seen."""
_BORDER_POINTS = 24
NOTHING = 114
"""The grey that the networks know for what lies outside a picture."""


class Straightening:
    """How photos of one size are straightened, computed once for all of them.

    The middle of a straightened photo is as large as in the photo; its frame is as much larger as
    it must be to hold what the lens pulled in.
    """

    def __init__(self, profile: LensProfile) -> None:
        self._profile = profile
        low, high = _frame(profile)
        self._offset = low
        self.width, self.height = (int(size) for size in high - low)
        matrix = profile.matrix
        matrix[:2, 2] -= low
        across, down = cv2.initUndistortRectifyMap(
            profile.matrix,
            profile.coefficients,
            np.eye(3),
            matrix,
            (self.width, self.height),
            cv2.CV_32FC1,
        )
        x, y = np.asarray(across, np.float32), np.asarray(down, np.float32)
        last_x, last_y = profile.width - 1, profile.height - 1
        self.shown: Mask = (x >= 0) & (y >= 0) & (x <= last_x) & (y <= last_y)
        """Which pixels of a straightened photo show anything, (height, width)."""
        # Places to a 32nd of a pixel, which are looked up in a third of the time.
        self._maps = cv2.convertMaps(x, y, cv2.CV_16SC2)

    def straightened(self, image: Image) -> Image:
        """Return a photo, BGR, straightened; grey where the photo shows nothing."""
        places, fractions = self._maps
        straight = cv2.remap(
            image,
            places,
            fractions,
            cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_CONSTANT,
            borderValue=(NOTHING,) * 3,
        )
        return np.asarray(straight, np.uint8)

    def in_photo(self, points: Points) -> Points:
        """Return where the photo shows points, (n, 2), of the straightened photo, px."""
        return self._profile.bent(np.asarray(points, np.float64).reshape(-1, 2) + self._offset)

    def reading_in_photo(self, reading: Reading) -> Reading:
        """Return a reading of the straightened photo with its points where the photo has them."""
        return replace(
            reading,
            width=self._profile.width,
            height=self._profile.height,
            clusters=tuple(self._cluster(cluster) for cluster in reading.clusters),
            dice=tuple(self._die(die) for die in reading.dice),
        )

    def _cluster(self, cluster: ClusterReading) -> ClusterReading:
        return replace(cluster, tiles=tuple(self._tile(tile) for tile in cluster.tiles))

    def _tile(self, tile: TileReading) -> TileReading:
        return replace(
            tile,
            center=self._point(tile.center),
            white_tip=self._point(tile.white_tip),
            blue_tip=self._point(tile.blue_tip),
            corners=tuple(self._point(corner) for corner in tile.corners),
        )

    def _die(self, die: DieReading) -> DieReading:
        return replace(die, center=self._point(die.center))

    def _point(self, point: Point) -> Point:
        x, y = self.in_photo(np.array([point]))[0]
        return float(x), float(y)


class Straightenings:
    """How photos are straightened, computed once for each lens and size they come in.

    That of the last lens and size is kept: photos of one camera come in a row, and the tables of a
    large photo are larger than it.
    """

    def __init__(self) -> None:
        self._last: tuple[LensProfile, Straightening] | None = None

    def of(self, lens: LensProfile, image: Image) -> Straightening:
        """Return how photos of a lens, as large as this one, are straightened.

        Raises
        ------
        LensProfileError
            If the photo is of another shape than those of the profile.
        """
        height, width = image.shape[:2]
        profile = lens.for_size(width, height)
        if self._last is None or self._last[0] != profile:
            self._last = profile, Straightening(profile)
        return self._last[1]


def _frame(profile: LensProfile) -> tuple[Points, Points]:
    """Return the low and the high corner, px, of what the frame holds when it is straight."""
    size = np.array([profile.width, profile.height], np.float64)
    steps = np.linspace(0.0, 1.0, _BORDER_POINTS)
    places = np.stack(np.meshgrid(steps, steps), axis=-1).reshape(-1, 2)
    on_border = ((places == 0.0) | (places == 1.0)).any(axis=1)
    border = profile.straightened(places[on_border] * (size - 1))
    margin = _LARGEST_MARGIN * size
    low = np.clip(np.floor(border.min(axis=0)), -margin, 0.0)
    high = np.clip(np.ceil(border.max(axis=0)), size, size + margin)
    return np.floor(low), np.ceil(high)
