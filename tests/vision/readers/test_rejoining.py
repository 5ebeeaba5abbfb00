"""A board that hands part is read as one, and the photo is not sure (all pictures are renders)."""

from __future__ import annotations

import pytest

from training.synthesis.unseen.evenings import make_evening
from vision.readers.reader import Reader


@pytest.mark.parametrize(("seed", "count"), [(64960, 8), (65317, 12)])
def test_a_board_that_a_hand_parts_is_one(
    reader: Reader, monkeypatch: pytest.MonkeyPatch, seed: int, count: int
) -> None:
    made = make_evening(seed)
    assert made is not None
    reading = reader.read(made.image)
    assert len(reading.clusters) == 1
    assert len(reading.clusters[0].tiles) >= count
    assert not reading.sure
    monkeypatch.setattr("vision.readers.reader.rejoined_parts", lambda *_: None)
    assert len(reader.read(made.image).clusters) == 2


def test_boards_that_lie_apart_stay_so(reader: Reader) -> None:
    """One goes on under something, and they would fit one lattice no worse than by chance."""
    made = make_evening(65383)
    assert made is not None
    assert [len(cluster.tiles) for cluster in reader.read(made.image).clusters] == [4, 4]
