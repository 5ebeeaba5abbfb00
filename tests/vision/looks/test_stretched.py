"""A photo that is drawn out shows tiles that are slivers in it (all pictures are renders)."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from training.synthesis.trials import scored
from training.synthesis.unseen.evenings import make_evening
from training.synthesis.unseen.photo import make_photo
from vision.arrays import Image
from vision.detection import Detection
from vision.lattice.table_model import PictureFrame, TableModel
from vision.looks.stretched import flat_part, flattened, look_stretched
from vision.looks.thresholds import MOST_STRETCHED, WORKING_SIDE
from vision.networks.detector import Detections
from vision.readers.examination import Examination
from vision.readers.reader import Reader

NOTHING = Detections((), (), np.zeros((240, 320), np.float32), np.zeros((240, 320), np.float32), 4)


class Marked:
    """Finds a tile wherever the picture is white, as large as that, and keeps the picture."""

    image: Image
    scale: float

    def detect(self, image: Image, long_side: int) -> Detections:
        assert long_side <= WORKING_SIDE
        self.scale = long_side / max(image.shape)
        rows, columns = np.nonzero(image[..., 0] > 200)
        self.image = image
        center = (float(columns.mean()), float(rows.mean()))
        axis, end = (2 * float(columns.std()), 0.0), (0.0, -2 * float(rows.std()))
        heat = np.zeros((image.shape[0] // 4 + 1, image.shape[1] // 4 + 1), np.float32)
        heat[round(center[1] / 4), round(center[0] / 4)] = 0.8
        return Detections((Detection(center, axis, end, 0.8),), (), heat, heat, 4.0)


@pytest.mark.parametrize("degrees", [0, 30, 60, 90, 120, 150])
def test_what_is_found_in_a_photo_drawn_out_lies_where_the_photo_shows_it(degrees: int) -> None:
    photo = np.zeros((480, 640, 3), np.uint8)
    photo[300:340, 100:160] = 255
    detector = Marked()
    look = look_stretched(detector, photo, NOTHING, math.radians(degrees))  # type: ignore[arg-type]
    (tile,) = look.tiles
    assert tile.center == pytest.approx((129.5, 319.5), abs=1.5)
    assert look.heat_near(tile.center, 20.0) == pytest.approx(0.8)
    assert look.heat_near((500.0, 100.0), 20.0) == 0.0
    assert max(detector.image.shape) <= 1280


def test_a_part_of_a_photo_is_drawn_out_so_much_the_larger() -> None:
    photo = np.zeros((960, 1280, 3), np.uint8)
    photo[200:220, 700:760] = 255
    whole, part = Marked(), Marked()
    for detector, drawn in ((whole, None), (part, (slice(100, 360), slice(520, 1000)))):
        look = look_stretched(detector, photo, NOTHING, math.pi / 2, drawn)  # type: ignore[arg-type]
        (tile,) = look.tiles
        assert tile.center == pytest.approx((729.5, 209.5), abs=1.5)
        assert look.heat_near(tile.center, 20.0) == pytest.approx(0.8)
    both = whole, part
    across = [np.ptp(np.nonzero(seen.image[..., 0] > 200)[1]) * seen.scale for seen in both]
    assert across[1] > 2 * across[0]
    searched = [seen.image.shape[0] * seen.image.shape[1] * seen.scale**2 for seen in both]
    assert searched[1] < 1.02 * max(searched[0], MOST_STRETCHED)


def test_the_part_drawn_out_is_where_a_table_is_seen_flat() -> None:
    tilt, focal = math.radians(70), 1.75
    frame = PictureFrame(1281, 961)
    line = complex(0.0, -math.tan(tilt) / focal)
    table = TableModel(frame, line, 0.0, (12.0, 0.0, 12 / math.cos(tilt)))
    part = flat_part(table, 1281, 961)
    assert part is not None
    rows, columns = part
    flatness = table.flatness([(640, row) for row in range(rows.start, rows.stop, 20)])
    assert (columns.start, columns.stop) == (0, 1281)
    assert 0 < rows.start < rows.stop < 961
    assert flatness.max() < 0.65
    level = TableModel(frame, 0j, 0.0, (12.0, 0.0, 12.0))
    assert flat_part(level, 1281, 961) is None


def test_a_lone_tile_at_the_far_end_of_a_table_is_read_beside_a_board(
    reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    photo = make_photo(172153)
    score = scored("far tile", photo, reader)
    assert score.exact
    monkeypatch.setattr(Examination, "seen_flat", None)
    assert not scored("far tile", photo, reader).sure  # the look far behind sees it as well
    monkeypatch.setattr("vision.readers.reader.unless_far_behind", lambda reading, *_: reading)
    without = scored("far tile", photo, reader)
    assert without.sure
    assert not without.exact


def test_of_what_both_looks_show_on_one_spot_the_likelier_stays() -> None:
    photo = np.zeros((480, 640, 3), np.uint8)
    photo[300:340, 100:160] = 255
    near, far = (
        Detection((x, 320.0), (30.0, 0.0), (0.0, -20.0), 0.9) for x in (133.0, 133.0 + 30 * 1.7)
    )
    seen = Detections((near, far), (), NOTHING.heat, NOTHING.cover, 4)
    look = look_stretched(Marked(), photo, seen, 0.0)  # type: ignore[arg-type]
    assert set(look.tiles) == {near, far}


@given(st.floats(-1.5, 1.5), st.floats(0.0, 6.3), st.floats(0.1, 0.7))
def test_the_way_in_which_a_tile_is_flattened_is_told_however_it_is_turned(
    direction: float, turn: float, flatness: float
) -> None:
    along = np.array([math.cos(direction), math.sin(direction)])
    squeeze = np.eye(2) + (flatness - 1) * np.outer(along, along)
    axis, side = (
        tuple((squeeze @ (40 * math.cos(angle), -40 * math.sin(angle))).tolist())
        for angle in (turn, turn + math.pi / 2)
    )
    found = flattened([Detection((0.0, 0.0), axis, side, 1.0)])
    assert abs(math.sin(found - direction)) < 1e-6


@pytest.mark.parametrize("seed", [52338, 52590, 70503, 71091])
def test_a_table_seen_very_steeply_is_not_surely_empty(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    photo = make_evening(seed)
    assert photo is not None
    score = scored("steep", photo, reader)
    assert score.exact or not score.sure
    monkeypatch.setattr(Reader, "_drawn_out", lambda *_: None)
    # which tells two of the four as well
    monkeypatch.setattr("vision.readers.reader.checked_in_hard_light", lambda said, *_: said)
    without = scored("steep", photo, reader)
    assert without.sure
    assert not without.exact


def test_a_picture_of_nothing_is_surely_empty_still(reader: Reader) -> None:
    grain = np.random.default_rng(5).normal(120, 6, (960, 1280, 3)).clip(0, 255).astype(np.uint8)
    reading = reader.read(grain)
    assert reading.sure
    assert not reading.clusters
