"""Looking at the table from straight above where the camera sees it much aslant."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np
import pytest

from training.synthesis.trials import Score, scored
from training.synthesis.unseen.photo import make_photo
from vision.arrays import Image
from vision.lattice.table_model import PictureFrame, TableModel
from vision.looks.overhead import OverheadLook, OverheadView, look_from_overhead, overhead_view
from vision.looks.thresholds import OVERHEAD_TILE
from vision.networks.detector import Detection, Detections
from vision.pictures.patches import Pyramid
from vision.readers import reader as reading_photos
from vision.readers.reader import Reader

STEEP = TableModel(PictureFrame(1280, 960), 0.1 - 0.8j, 0.03, (12.0, 1.0, 20.0))
VIEW = OverheadView(STEEP, -5 + 4j, 22.0, 6, 8)


def test_a_place_in_the_view_is_the_same_in_the_photo_and_back() -> None:
    places = np.random.default_rng(3).uniform(0, 190, (40, 2))
    assert VIEW.in_view(VIEW.in_photo(places).tolist()) == pytest.approx(places, abs=1e-6)
    assert VIEW.shows(VIEW.in_photo(places).tolist()).all()
    assert not VIEW.shows(VIEW.in_photo(places + 300).tolist()).any()


def test_a_round_tile_of_the_view_is_a_sliver_where_it_lies_in_the_photo() -> None:
    (tile,) = VIEW.detections_in_photo([Detection((90.0, 80.0), (22.0, 0.0), (0.0, -22.0), 0.7)])
    assert tile.center == pytest.approx(VIEW.in_photo(np.array([90.0, 80.0])).tolist())
    assert tile.score == 0.7
    # White tip and side are where the plane has them, one circumradius away.
    middle, tip, side = STEEP.to_plane(
        [tile.center, np.add(tile.center, tile.axis), np.add(tile.center, tile.side)]
    )
    assert tip - middle == pytest.approx(1, abs=0.05)
    assert side - middle == pytest.approx(1j, abs=0.05)


def test_flatness_is_the_cosine_of_how_far_off_its_normal_the_table_is_seen() -> None:
    # A camera of focal length f, tilted by t, sees the middle so: line tan(t) / f, height by cos t.
    tilt, focal = math.radians(55), 1.75
    line = complex(0.0, -math.tan(tilt) / focal)
    table = TableModel(PictureFrame(641, 481), line, 0.0, (1.0, 0.0, 1 / math.cos(tilt)))
    assert table.flatness((320, 240)) == pytest.approx(math.cos(tilt), abs=1e-3)
    level = TableModel(PictureFrame(641, 481), 0j, 0.0, (3.0, 0.0, 3.0))
    assert level.flatness([(0, 0), (320, 240)]) == pytest.approx([1, 1])


class Drawn:
    """A detector that keeps what it is shown, and finds a tile in the middle of it."""

    image: Image

    def detect(self, image: Image, long_side: int) -> Detections:
        assert long_side == max(image.shape[:2])
        self.image = image
        heat = np.zeros((image.shape[0] // 4, image.shape[1] // 4), np.float32)
        heat[heat.shape[0] // 2, heat.shape[1] // 2] = 0.8
        middle = (image.shape[1] / 2, image.shape[0] / 2)
        tile = Detection(middle, (20.0, 0.0), (0.0, -20.0), 0.8)
        return Detections((tile,), (), heat, heat, 4.0)


def known(*places: tuple[float, float]) -> list[Detection]:
    return [Detection(place, (30.0, 0.0), (0.0, -15.0), 0.9) for place in places]


def test_the_look_shows_the_table_around_the_tiles_and_keeps_what_lies_beyond() -> None:
    rng = np.random.default_rng(5)
    photo = Pyramid(rng.integers(0, 255, (960, 1280, 3), np.uint8))
    tiles = known((500.0, 500.0), (560.0, 520.0))
    (elsewhere,) = known((1200.0, 900.0))
    nowhere = np.zeros((240, 320), np.float32)
    found = Detections((*tiles, elsewhere), (), nowhere, nowhere, 4.0)
    detector = Drawn()
    view = overhead_view(STEEP, tiles)
    look = look_from_overhead(detector, photo, found, view)  # type: ignore[arg-type]
    assert isinstance(look, OverheadLook)
    assert look.view.scale == pytest.approx(OVERHEAD_TILE / 2)
    assert look.view.shows([tile.center for tile in tiles]).all()
    # What the first look found within the view is seen anew; what it found beyond stays.
    assert len(look.tiles) == 2
    assert look.tiles[1] == elsewhere
    assert look.heat_near(look.tiles[0].center, 20.0) == pytest.approx(0.8)
    assert look.heat_near(elsewhere.center, 20.0) == 0.0


def test_however_far_apart_the_tiles_seem_to_lie_the_picture_stays_small() -> None:
    photo = Pyramid(np.full((960, 1280, 3), 90, np.uint8))
    empty = np.zeros((240, 320), np.float32)
    found = Detections((), (), empty, empty, 4.0)
    detector = Drawn()
    tiles = known((10.0, 940.0), (1270.0, 20.0), (640.0, 2.0))
    view = overhead_view(STEEP, tiles)
    look_from_overhead(detector, photo, found, view)  # type: ignore[arg-type]
    assert detector.image.size <= 3 * 32 * 32 * 700


@pytest.fixture(scope="module")
def read_steep(reader: Reader) -> Callable[[], list[Score]]:
    """Read boards seen from near, much aslant, their far tiles slivers (renders)."""
    photos = [make_photo(seed) for seed in (2413, 7885)]
    return lambda: [scored("steep", photo, reader) for photo in photos]


def test_boards_seen_much_aslant_are_read_from_overhead(
    read_steep: Callable[[], list[Score]], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert all(score.exact and score.sure for score in read_steep())
    monkeypatch.setattr(Reader, "_drawn_out", lambda *_: None)
    assert all(score.exact for score in read_steep())
    monkeypatch.setattr(reading_photos, "MOST_OVERHEAD_LOOKS", 0)
    assert not any(score.exact for score in read_steep())


@pytest.mark.parametrize("seed", [1513, 2372, 3241])
def test_boards_seen_at_43_to_51_degrees_are_read_surely(reader: Reader, seed: int) -> None:
    score = scored("steep", make_photo(seed), reader)
    assert score.exact
    assert score.sure


def test_a_board_seen_from_above_is_looked_at_once(reader: Reader) -> None:
    photo = make_photo(3024)
    look = reader.examine(photo.image).look
    assert isinstance(look, Detections)
