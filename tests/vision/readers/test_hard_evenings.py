"""Photos of hard evenings, drawn by code that nothing is trained on: what must never be a tile."""

from __future__ import annotations

from training.synthesis.truth import truth_to_json
from training.synthesis.unseen.evenings import make_evening
from vision.evaluation.judgement import judge
from vision.evaluation.labelled_photos import truth_from_json
from vision.readers.reader import Reader


def test_a_tile_that_is_held_over_the_board_is_none_of_it_and_hides_its_cell(
    reader: Reader,
) -> None:
    scene = make_evening(227, (800, 600))
    assert scene is not None
    reading = reader.read(scene.image)
    assert judge(truth_from_json(truth_to_json(scene, "x.jpg")), reading).exact
    assert not reading.sure
    assert "flat" in str(reading.reason)
    assert max(reading.clusters, key=lambda cluster: len(cluster.tiles)).hidden


def test_a_boards_image_in_a_pane_of_glass_is_no_board(reader: Reader) -> None:
    scene = make_evening(64, (800, 600))
    assert scene is not None
    reading = reader.read(scene.image)
    assert judge(truth_from_json(truth_to_json(scene, "x.jpg")), reading).exact
