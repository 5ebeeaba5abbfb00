"""The reader that reads no picture twice says what any reader would."""

from __future__ import annotations

from dataclasses import replace

from rules import Board, Cell
from tests.read_once import ReadOnce
from training.synthesis.staging import StagedBoard, make_table
from vision.arrays import Image
from vision.detection import Detection
from vision.readers.picture_reader import Beside
from vision.readers.reader import Reader
from vision.reading import Reading

PAIR = Board({Cell(0, 0): 4, Cell(1, -1): 4})


def _picture() -> Image:
    return make_table(8, width=640, height=360).picture([StagedBoard(PAIR)])


def _said(reader: Reader, image: Image, beside: Beside | None = None) -> Reading:
    return replace(reader.examine(image, beside=beside).reading, elapsed_ms=0.0)


def test_a_picture_that_was_read_before_is_read_as_it_was(reader: Reader) -> None:
    once, image = ReadOnce(), _picture()
    said = _said(reader, image)
    assert sum(len(cluster.tiles) for cluster in said.clusters) == len(PAIR)
    assert _said(once, image) == _said(once, image.copy()) == said
    assert once.read_anew == 1
    image[:] = 0
    again = once.examine(_picture())
    assert once.read_anew == 1
    assert again.pyramid.image.any()


def test_it_is_read_anew_where_something_else_is_passed_over(reader: Reader) -> None:
    once, image = ReadOnce(), _picture()
    calls = []

    def beside(passes_over: bool) -> Beside:
        def told(found: object) -> object:
            calls.append(found)
            return lambda tile: passes_over and isinstance(tile, Detection)

        return told  # type: ignore[return-value]

    for passes_over, read_anew in ((False, 1), (False, 1), (True, 2), (True, 2), (False, 3)):
        before = len(calls)
        said = _said(once, image, beside(passes_over))
        assert len(calls) == before + 1
        assert once.read_anew == read_anew
        assert said == _said(reader, image, beside(passes_over))
        assert bool(said.clusters) is not passes_over
