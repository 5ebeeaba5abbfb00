"""Which looks the detector takes at a picture, and what becomes of what it saw in each."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from vision.arrays import Image
from vision.detection import Detection
from vision.looks.scales import diameter, first_look, look_at
from vision.looks.thresholds import CLOSE_SIDE, FAR_SIDES, WORKING_SIDE
from vision.networks.detector import Detections, Detector, DieDetection
from vision.pictures.images import load_image
from vision.pictures.patches import Pyramid
from vision.readers.reader import Reader

PICTURE = np.zeros((960, 1280, 3), np.uint8)
FAR_SIDE, FARTHEST_SIDE = FAR_SIDES


class Scripted(Detector):
    """Sees what it is told to, by the size of the look (px), and keeps account of its looks."""

    def __init__(
        self, tiles: dict[int, list[Detection]], dice: dict[int, list[DieDetection]]
    ) -> None:
        self.tiles, self.dice, self.looks = tiles, dice, list[int]()

    def detect(self, image: Image, long_side: int) -> Detections:
        assert image is PICTURE
        self.looks.append(long_side)
        maps = np.zeros((8, 8), np.float32)
        tiles, dice = self.tiles.get(long_side, []), self.dice.get(long_side, [])
        return Detections(tuple(tiles), tuple(dice), maps, maps, long_side / 8)


def tile(x: float, y: float, across: float, score: float) -> Detection:
    return Detection((x, y), (across / 2, 0.0), (0.0, -across / 2), score)


def row(across: float, score: float, count: int = 4) -> list[Detection]:
    return [tile(100 + across * i, 300.0, across, score) for i in range(count)]


def test_one_look_is_enough_for_tiles_of_a_usual_size() -> None:
    eye = Scripted({WORKING_SIDE: row(120, 0.9)}, {})
    assert len(look_at(eye, PICTURE).tiles) == 4
    assert eye.looks == [WORKING_SIDE]


def test_small_tiles_are_looked_at_more_closely() -> None:
    eye = Scripted({WORKING_SIDE: row(40, 0.6), CLOSE_SIDE: row(40, 0.95)}, {})
    found = look_at(eye, PICTURE)
    assert eye.looks == [WORKING_SIDE, CLOSE_SIDE]
    assert [t.score for t in found.tiles] == [0.95] * 4


def test_small_things_on_a_cloth_do_not_hide_tiles_of_a_usual_size() -> None:
    cloth = [tile(20.0 * i, 900.0, 16, 0.7) for i in range(30)]
    eye = Scripted({WORKING_SIDE: [*row(160, 0.9), *cloth], CLOSE_SIDE: cloth}, {})
    found = look_at(eye, PICTURE)
    assert CLOSE_SIDE not in eye.looks
    assert sum(diameter(t) > 100 for t in found.tiles) == 4


def test_large_tiles_are_looked_at_from_further_off() -> None:
    large = row(400, 0.8, count=2)
    inside = tile(100.0, 300.0, 60, 0.9)  # a part of the first one's picture
    die, pip = DieDetection((900.0, 800.0), 90.0, 0.9), DieDetection((900.0, 800.0), 20.0, 0.8)
    eye = Scripted(
        {WORKING_SIDE: [inside], FAR_SIDE: large}, {WORKING_SIDE: [pip], FAR_SIDE: [die]}
    )
    found = look_at(eye, PICTURE)
    assert set(found.tiles) == set(large)
    assert found.dice == (die,)


def test_small_parts_of_large_tiles_do_not_keep_from_looking_from_further_off() -> None:
    """The detector is certain of chipped edges; the find network sees that they are no tiles."""
    chips = [tile(600.0 + 40 * i, 700.0, 20, 0.7) for i in range(5)]
    one, large = tile(100.0, 300.0, 300, 0.8), row(400, 0.9)
    eye = Scripted({WORKING_SIDE: [one, *chips], FAR_SIDE: large}, {})
    found = look_at(eye, PICTURE, lambda tiles: [float(diameter(t) > 100) for t in tiles])
    assert FAR_SIDE in eye.looks
    assert set(large) <= set(found.tiles)


def test_a_tile_that_fills_the_picture_is_looked_at_from_further_off_still() -> None:
    half = tile(300.0, 300.0, 500, 0.6)
    whole = tile(500.0, 400.0, 900, 0.8)
    eye = Scripted({FAR_SIDE: [half], FARTHEST_SIDE: [whole]}, {})
    assert look_at(eye, PICTURE).tiles == (whole,)
    usual = Scripted({WORKING_SIDE: row(300, 0.9), FAR_SIDE: row(300, 0.95)}, {})
    assert len(look_at(usual, PICTURE).tiles) == 4
    assert FARTHEST_SIDE not in usual.looks


def test_dice_of_all_looks_count_where_no_look_brings_a_tile() -> None:
    small, large = DieDetection((200.0, 200.0), 15.0, 0.5), DieDetection((800.0, 500.0), 90.0, 0.7)
    dice = {WORKING_SIDE: [small], CLOSE_SIDE: [small], FAR_SIDE: [large]}
    assert look_at(Scripted({}, dice), PICTURE).dice == (large, small)


def test_a_large_die_stays_beside_a_likelier_pip_of_it() -> None:
    pip, die = DieDetection((800.0, 500.0), 20.0, 0.8), DieDetection((790.0, 505.0), 90.0, 0.6)
    found = look_at(Scripted({}, {WORKING_SIDE: [pip], FAR_SIDE: [die]}), PICTURE)
    assert found.dice == (pip, die)


def test_a_die_seen_at_two_looks_is_taken_as_the_likelier_one_saw_it() -> None:
    near, far = DieDetection((800.0, 500.0), 60.0, 0.6), DieDetection((805.0, 500.0), 66.0, 0.9)
    found = look_at(Scripted({}, {WORKING_SIDE: [near], FAR_SIDE: [far]}), PICTURE)
    assert found.dice == (far,)


def test_of_two_looks_at_one_large_tile_the_more_certain_one_stays() -> None:
    seen, guessed = tile(500.0, 400.0, 300, 0.95), tile(510.0, 400.0, 330, 0.6)
    eye = Scripted({WORKING_SIDE: [seen], FAR_SIDE: [guessed]}, {})
    assert look_at(eye, PICTURE).tiles == (seen,)


def test_no_tiles_in_any_look_are_no_tiles() -> None:
    eye = Scripted({}, {})
    assert look_at(eye, PICTURE).tiles == ()
    assert eye.looks == [WORKING_SIDE, CLOSE_SIDE, FAR_SIDE, FARTHEST_SIDE]


@pytest.mark.parametrize("enlarged", [1.0, 2.2, 3.0])
def test_a_board_is_read_however_much_of_the_picture_it_fills(
    enlarged: float, sample_images: Path
) -> None:
    """The middle of a photo, cut out smaller and smaller: its tiles become larger in it."""
    photo = load_image(sample_images / "p001057_overhead.jpg")
    height, width = photo.shape[:2]
    whole = Reader().read(photo)
    tiles = [t for cluster in whole.clusters for t in cluster.tiles]
    middle = np.mean([t.center for t in tiles], axis=0)
    half = np.array([width, height]) / 2 / enlarged
    left, top = np.clip(middle - half, 0, np.array([width, height]) - 2 * half).astype(int)
    cut = photo[top : top + int(2 * half[1]), left : left + int(2 * half[0])]
    read = [
        t for cluster in Reader().read(np.ascontiguousarray(cut)).clusters for t in cluster.tiles
    ]
    for expected in tiles:
        corners = np.array(expected.corners) - (left, top)
        if (corners < 2).any() or (corners > np.array(cut.shape[1::-1]) - 3).any():
            continue
        near = [t for t in read if np.hypot(*(np.array(t.white_tip) - corners[0])) < 12]
        assert near, f"the tile at {expected.center} is not read"


def test_what_the_cell_network_takes_for_no_tile_tells_nothing_of_their_size() -> None:
    tiles, print_marks = row(120, 0.9), row(20, 0.6, 9)
    scripted = {WORKING_SIDE: [*tiles, *print_marks]}
    asked = Scripted(scripted, {})
    found = look_at(asked, PICTURE, lambda seen: [float(t in tiles) for t in seen])
    assert asked.looks == [WORKING_SIDE]
    assert set(found.tiles) == {*tiles, *print_marks}
    unasked = Scripted(scripted, {})
    look_at(unasked, PICTURE)
    assert CLOSE_SIDE in unasked.looks


def test_a_large_photo_is_looked_at_by_its_half_and_told_of_in_its_own_pixels() -> None:
    class Halfway(Scripted):
        def detect(self, image: Image, long_side: int) -> Detections:
            assert image.shape == (1500, 2000, 3)
            return super().detect(PICTURE, long_side)

    asked: list[Detection] = []

    def chances(tiles: Sequence[Detection]) -> Sequence[float]:
        asked.extend(tiles)
        return [0.9] * len(tiles)

    eye = Halfway({WORKING_SIDE: row(180, 0.9)}, {WORKING_SIDE: [DieDetection((9.5, 4.5), 6, 0.8)]})
    photo = Pyramid(np.zeros((3000, 4000, 3), np.uint8))
    found = first_look(eye, photo, chances)
    assert eye.looks == [WORKING_SIDE]
    assert [diameter(tile) for tile in found.tiles] == pytest.approx([360] * 4)
    assert found.tiles[0].center == (200.5, 600.5)
    assert asked == list(found.tiles)
    assert found.dice == (DieDetection((19.5, 9.5), 12, 0.8),)
    assert found.step == WORKING_SIDE / 4
