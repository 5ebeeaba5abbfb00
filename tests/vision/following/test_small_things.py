"""What changes beside the board and is as small as tiles is no hand: no arm leads to it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.following.drawn_film import LONGER, Film
from training.synthesis.staging import StagedBoard, make_table
from vision.following.overhang import Overhang
from vision.following.seen import Seen, outlines_of
from vision.following.thresholds import LASTING, LASTING_ARM, LASTING_ELSEWHERE
from vision.readers.reader import Reader

AWAY, BESIDE = 4.0, 0.8
"""How many tiles' widths from the middle of the last tile something is put down."""


@pytest.mark.parametrize(
    ("away", "with_arm", "lacks_die", "waited"),
    [
        (AWAY, False, False, 0.0),
        (AWAY, True, False, LASTING_ELSEWHERE),
        (AWAY, False, True, LASTING_ELSEWHERE),
        (BESIDE, False, False, LASTING),
    ],
)
def test_what_the_detector_takes_for_a_hand_is_waited_for_unless_it_is_as_small_as_tiles(
    reader: Reader, *, away: float, with_arm: bool, lacks_die: bool, waited: float
) -> None:
    film, overhang = Film(make_table(8)), Overhang()
    clear = film.table.picture([StagedBoard(LONGER)])
    examination = reader.examine(clear)
    tiles = outlines_of(examination)
    nobody = np.zeros_like(examination.detections.cover)
    overhang.look(Seen(clear, replace(examination.detections, cover=nobody), [], tiles), 0.0)
    overhang.settled()
    size = round(float(np.ptp(tiles[0], axis=0).mean()))
    last = max((tile.mean(axis=0) for tile in tiles), key=lambda center: float(center[0]))
    right, top = round(float(last[0]) + away * size), round(float(last[1])) - size // 2
    assert right + 2 * size < clear.shape[1]
    changed, cover = clear.copy(), nobody.copy()
    changed[top : top + size, right : right + (clear.shape[1] if with_arm else size)] = (60, 40, 90)
    step = clear.shape[1] / cover.shape[1]
    rows, columns = (slice(round(at / step), round((at + size) / step)) for at in (top, right))
    cover[rows, columns] = 0.8
    detections = replace(examination.detections, cover=cover)
    seen = Seen(changed, detections, tiles, tiles, lacks_die=lacks_die)
    assert overhang.look(seen, 1.0).until == 1.0 + waited


@pytest.mark.parametrize(
    ("width", "with_arm", "waited"),
    [(40, False, 0.0), (40, True, LASTING_ARM), (200, False, LASTING)],
)
def test_a_small_thing_on_a_bare_table_is_no_hand_though_no_tile_tells_how_large_one_is(
    reader: Reader, *, width: int, with_arm: bool, waited: float
) -> None:
    """It is a die, which the detector takes for something that hides the table."""
    bare, overhang = Film(make_table(8)).table.picture([]), Overhang()
    examination = reader.examine(bare)
    nobody = np.zeros_like(examination.detections.cover)
    overhang.look(Seen(bare, replace(examination.detections, cover=nobody)), 0.0)
    overhang.settled()
    changed, cover, step = bare.copy(), nobody.copy(), bare.shape[1] / nobody.shape[1]
    rows, columns = slice(300, 300 + width), slice(400, None if with_arm else 400 + width)
    changed[rows, columns] = (60, 40, 90)
    rim = [round(at / step) for at in (300, 300 + width, 400, 400 + width)]
    cover[rim[0] : rim[1], rim[2] : rim[3]] = 0.8
    seen = Seen(changed, replace(examination.detections, cover=cover))
    assert overhang.look(seen, 1.0).until == 1.0 + waited
